//! The hand-made evaluation: material, places, mobility, pawns, king safety and threats, blended by what is left on
//! the board.
//!
//! Every term has a middlegame and an endgame value ([`Pair`]). Places are worth what short formulas of file and rank
//! say. All numbers are centipawns and stand in [`Weights`].

mod terms;
mod weights;

pub use terms::{Term, explain};
pub use weights::{Pair, WEIGHTS, Weights};

use crate::board::{Board, Observer};
use crate::types::{Bitboard, Color, ColoredPiece, Piece, Square};

/// Material and places of all men, kept up to date move by move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accumulator {
    /// White's sum minus Black's.
    men: Pair,
    /// How much of the middlegame is left: 24 with all officers on the board.
    phase: i32,
}

/// What each kind of man adds to the phase.
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
const FULL_PHASE: i32 = 24;

static PLACES: [[Pair; 64]; 6] = places();

const fn places() -> [[Pair; 64]; 6] {
    let mut table = [[Pair::ZERO; 64]; 6];
    let mut piece = 0;
    while piece < 6 {
        let mut square = 0;
        while square < 64 {
            table[piece][square] = WEIGHTS.man(Piece::ALL[piece], Square::from_index(square as u8));
            square += 1;
        }
        piece += 1;
    }
    table
}

impl Accumulator {
    /// The sums of a whole board.
    pub fn new(board: &Board) -> Self {
        let mut accumulator = Self::default();
        for square in board.occupied() {
            if let Some(man) = board.man_on(square) {
                accumulator.added(man, square);
            }
        }
        accumulator
    }

    #[inline(always)]
    fn value(man: ColoredPiece, square: Square) -> Pair {
        let value = PLACES[man.piece.index()][square.relative_to(man.color).index()];
        match man.color {
            Color::White => value,
            Color::Black => -value,
        }
    }
}

impl Observer for Accumulator {
    #[inline(always)]
    fn added(&mut self, man: ColoredPiece, square: Square) {
        self.men += Self::value(man, square);
        self.phase += PHASE[man.piece.index()];
    }

    #[inline(always)]
    fn removed(&mut self, man: ColoredPiece, square: Square) {
        self.men += -Self::value(man, square);
        self.phase -= PHASE[man.piece.index()];
    }
}

/// The evaluation from the view of the side to move.
pub(super) fn evaluate(board: &Board, accumulator: Accumulator) -> i32 {
    debug_assert_eq!(accumulator, Accumulator::new(board));
    let sum = accumulator.men + terms::positional(board, &WEIGHTS);
    let white = blend(board, sum, accumulator.phase);
    let own = if board.stm() == Color::White {
        white
    } else {
        -white
    };
    own + WEIGHTS.tempo
}

/// One number from a pair: by phase, and by how likely the better side is to win what it is better by.
fn blend(board: &Board, sum: Pair, phase: i32) -> i32 {
    let phase = phase.min(FULL_PHASE);
    let strong = if sum.eg() >= 0 {
        Color::White
    } else {
        Color::Black
    };
    let chances = winning_chances(board, strong);
    if chances == 0 {
        return 0;
    }
    let endgame = sum.eg() * chances / 64;
    (sum.mg() * phase + endgame * (FULL_PHASE - phase)) / FULL_PHASE
}

/// Officers in pawns, roughly: what decides whether a side without pawns can win.
fn officers_value(board: &Board, color: Color) -> i32 {
    const VALUES: [(Piece, i32); 4] = [
        (Piece::Knight, 3),
        (Piece::Bishop, 3),
        (Piece::Rook, 5),
        (Piece::Queen, 9),
    ];
    VALUES
        .iter()
        .map(|&(piece, value)| value * board.men(color, piece).count() as i32)
        .sum()
}

/// The share of an endgame advantage that counts, in 64ths.
fn winning_chances(board: &Board, strong: Color) -> i32 {
    let pawns = board.men(strong, Piece::Pawn);
    let ours = officers_value(board, strong);
    let theirs = officers_value(board, !strong);
    if pawns.is_empty() {
        let bare_knights = board.officers(strong) == board.men(strong, Piece::Knight);
        if ours <= 3 || (ours == 6 && bare_knights) {
            return 0;
        }
        if ours - theirs <= 3 {
            return 10;
        }
        return 64;
    }
    let bishops = board.kind(Piece::Bishop);
    let opposite = board.men(Color::White, Piece::Bishop).count() == 1
        && board.men(Color::Black, Piece::Bishop).count() == 1
        && (bishops & Bitboard::LIGHT).count() == 1;
    if opposite {
        return if ours == 3 && theirs == 3 {
            24 + 4 * pawns.count() as i32
        } else {
            52
        };
    }
    if holds_the_corner(board, strong, pawns) {
        return 0;
    }
    (40 + 5 * pawns.count() as i32).min(64)
}

/// True for rook pawns, at most a bishop that does not control the promotion square, and a king in that corner.
fn holds_the_corner(board: &Board, strong: Color, pawns: Bitboard) -> bool {
    let bishops = board.men(strong, Piece::Bishop);
    if board.officers(strong) != bishops {
        return false;
    }
    [crate::types::File::A, crate::types::File::H]
        .into_iter()
        .any(|file| {
            let corner = Square::new(file, crate::types::Rank::R8.relative_to(strong));
            let squares = if Bitboard::LIGHT.has(corner) {
                Bitboard::LIGHT
            } else {
                Bitboard::DARK
            };
            (pawns & !Bitboard::file(file)).is_empty()
                && (bishops & squares).is_empty()
                && board.king(!strong).distance(corner) <= 1
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(fen: &str) -> Board {
        fen.parse().expect("valid FEN")
    }

    fn eval(fen: &str) -> i32 {
        let board = board(fen);
        evaluate(&board, Accumulator::new(&board))
    }

    #[test]
    fn colours_are_worth_the_same() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        ] {
            let flipped = board(fen).flipped();
            let accumulator = Accumulator::new(&flipped);
            assert_eq!(eval(fen), evaluate(&flipped, accumulator), "{fen}");
        }
    }

    #[test]
    fn what_cannot_win_is_worth_little() {
        assert!(eval("8/8/4k3/8/8/3NN3/4K3/8 w - - 0 1").abs() < 60);
        assert!(eval("k7/8/P7/1K6/8/2B5/8/8 w - - 0 1").abs() < 60);
        assert!(eval("8/8/4k3/8/8/3RN3/4K3/8 w - - 0 1") > 600);
    }
}
