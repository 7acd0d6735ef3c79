//! Positions that games begin from.

use super::choices::Choices;
use compongo::board::{Board, CHESS960_STARTPOS_COUNT, chess960_startpos};

/// Pieces beside the kings.
const FEW_PIECES: [&str; 24] = [
    "", "N", "b", "BB", "Bb", "NN", "Nn", "Bn", "P", "p", "Pp", "PPpp", "PPPppp", "R", "q", "Rr",
    "Q", "RPp", "QRp", "RNrb", "BPbp", "QPpp", "RRrr", "QNqb",
];

/// Positions near castling, promotion, capture en passant, a wall of pawns, and the limits of the counters.
const POSITIONS: [&str; 12] = [
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R b KQkq - 3 9",
    "1rk2r2/8/8/8/8/8/8/1RK2R2 w BFbf - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1",
    "k7/8/1P6/8/8/6p1/8/7K w - - 0 50",
    "7k/4p3/8/K2P3r/8/8/8/8 b - - 0 1",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
    "4k3/8/8/p1p1p1p1/P1P1P1P1/8/3B4/4K3 w - - 0 30",
    "7k/8/6K1/8/8/8/8/R7 w - - 97 80",
    "7k/5K2/8/6Q1/8/8/8/8 w - - 99 80",
    "7k/8/6K1/8/8/8/8/R7 w - - 147 120",
];

/// The initial position, one of Chess960, a position near something rare, or a few pieces and any counter. The game may be over
/// there.
pub fn start(choices: &mut Choices) -> Board {
    match choices.below(8) {
        0..=2 => Board::start(),
        3 => chess960_startpos(choices.below(CHESS960_STARTPOS_COUNT)),
        4 => choices.pick(&POSITIONS).parse().expect("a position"),
        _ => few_pieces(choices),
    }
}

fn few_pieces(choices: &mut Choices) -> Board {
    loop {
        let mut squares = [b'1'; 64];
        for piece in format!("Kk{}", choices.pick(&FEW_PIECES)).bytes() {
            squares[choices.below(64)] = piece;
        }
        let ranks: Vec<String> = squares
            .chunks(8)
            .map(|rank| String::from_utf8_lossy(rank).into_owned())
            .collect();
        let side = choices.pick(&["w", "b"]);
        let clock = match choices.below(4) {
            0 | 1 => 0,
            2 => choices.below(150),
            _ => choices.pick(&[96, 97, 98, 99, 100, 146, 147, 148, 149]),
        };
        let fen = format!("{} {side} - - {clock} {}", ranks.join("/"), clock + 1);
        if let Ok(board) = fen.parse() {
            return board;
        }
    }
}
