//! The 960 start positions of Chess960.

use super::Board;

/// How many there are.
pub const ARRAYS: usize = 960;

/// The start position with a number below [`ARRAYS`] in Scharnagl's order, for both sides alike. 518 is the initial
/// position of chess.
pub fn array(number: usize) -> Board {
    double_array(number, number)
}

/// The start position in which each side has an array of its own, as in double Chess960 ("DFRC").
pub fn double_array(white: usize, black: usize) -> Board {
    let white = rank(white).to_uppercase();
    let black = rank(black);
    format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1")
        .parse()
        .expect("an array with a king between two rooks is a position")
}

/// The men of an array from the a-file on.
fn rank(number: usize) -> String {
    /// Where the two knights stand among five free squares.
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
    let mut put = |man, free: usize| {
        let mut squares = rank.iter_mut().filter(|square| **square == ' ');
        *squares.nth(free).expect("eight squares for eight men") = man;
    };
    put('q', number / 16 % 6);
    let (left, right) = KNIGHTS[number / 96 % 10];
    put('n', right);
    put('n', left);
    for man in ['r', 'k', 'r'] {
        put(man, 0);
    }
    rank.iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn arrays_are_numbered_as_everywhere() {
        for (number, rank) in [
            (0, "BBQNNRKR"),
            (1, "BQNBNRKR"),
            (518, "RNBQKBNR"),
            (534, "RNBKQBNR"),
            (959, "RKRNNQBB"),
        ] {
            assert!(
                array(number).to_string().contains(rank),
                "{number}: {}",
                array(number)
            );
        }
        assert_eq!(array(518), Board::start());
        assert_eq!(
            double_array(0, 959).to_string(),
            "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"
        );
    }

    #[test]
    fn no_two_arrays_are_the_same() {
        let all: BTreeSet<String> = (0..ARRAYS)
            .map(|number| array(number).to_string())
            .collect();
        assert_eq!(all.len(), ARRAYS);
        for fen in all {
            let rank = &fen[fen.rfind('/').expect("ranks") + 1..fen.find(' ').expect("fields")];
            let at = |man| rank.find(man).expect("a man");
            let last = |man| rank.rfind(man).expect("a man");
            assert!(at('R') < at('K') && at('K') < last('R'), "{fen}");
            assert_ne!(at('B') % 2, last('B') % 2, "{fen}");
            assert!(fen.contains("KQkq"), "{fen}");
        }
    }
}
