//! The 960 start positions of Chess960.

use super::chessboard::Board;

/// The number of start positions.
pub const CHESS960_STARTPOS_COUNT: usize = 960;

/// The start position with a number below [`CHESS960_STARTPOS_COUNT`] (Scharnagl's numbering), the same for both sides.
/// Number 518 is standard chess. Larger numbers begin again at position 0.
pub fn chess960_startpos(number: usize) -> Board {
    double_chess960_startpos(number, number)
}

/// The start position in which each side has its own back rank: double Chess960 ("DFRC"). Both numbers are below
/// [`CHESS960_STARTPOS_COUNT`]; larger ones begin again at position 0.
pub fn double_chess960_startpos(white: usize, black: usize) -> Board {
    let white = back_rank(white).to_uppercase();
    let black = back_rank(black);
    format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1")
        .parse()
        .expect("a back rank with the king between two rooks is a position")
}

/// The pieces of the back rank, from the a-file.
fn back_rank(number: usize) -> String {
    /// The places of the two knights among five free squares.
    const KNIGHTS: [(usize, usize); 10] = [
        (0, 1),
        (0, 2),
        (0, 3),
        (0, 4),
        (1, 2),
        (1, 3),
        (1, 4),
        (2, 3),
        (2, 4),
        (3, 4),
    ];
    let mut rank = [' '; 8];
    rank[number % 4 * 2 + 1] = 'b';
    rank[number / 4 % 4 * 2] = 'b';
    let mut put = |piece, free: usize| {
        let mut squares = rank.iter_mut().filter(|square| **square == ' ');
        *squares.nth(free).expect("eight squares for eight pieces") = piece;
    };
    put('q', number / 16 % 6);
    let (left, right) = KNIGHTS[number / 96 % 10];
    put('n', right);
    put('n', left);
    for piece in ['r', 'k', 'r'] {
        put(piece, 0);
    }
    rank.iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn start_positions_have_their_standard_numbers() {
        for (number, rank) in [
            (0, "BBQNNRKR"),
            (1, "BQNBNRKR"),
            (518, "RNBQKBNR"),
            (534, "RNBKQBNR"),
            (959, "RKRNNQBB"),
        ] {
            assert!(
                chess960_startpos(number).to_string().contains(rank),
                "{number}: {}",
                chess960_startpos(number)
            );
        }
        assert_eq!(chess960_startpos(518), Board::start());
        assert_eq!(
            double_chess960_startpos(0, 959).to_string(),
            "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"
        );
    }

    #[test]
    fn no_two_start_positions_are_the_same() {
        let all: BTreeSet<String> = (0..CHESS960_STARTPOS_COUNT)
            .map(|number| chess960_startpos(number).to_string())
            .collect();
        assert_eq!(all.len(), CHESS960_STARTPOS_COUNT);
        for fen in all {
            let rank = &fen[fen.rfind('/').expect("ranks") + 1..fen.find(' ').expect("fields")];
            let at = |piece| rank.find(piece).expect("a piece");
            let last = |piece| rank.rfind(piece).expect("a piece");
            assert!(at('R') < at('K') && at('K') < last('R'), "{fen}");
            assert_ne!(at('B') % 2, last('B') % 2, "{fen}");
            assert!(fen.contains("KQkq"), "{fen}");
        }
    }
}
