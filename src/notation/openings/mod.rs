//! Names of openings, found by position, so that a different order of moves leads to the same name.
//!
//! `openings.tsv` has a line for each: the code of the Encyclopaedia of Chess Openings (ECO), the name, the moves. Its lines
//! come from the file `eco.pgn` of pgn-extract (David J. Barnes, with work by Ewart Shaw, Franz Hemmer and others;
//! GPL-3.0-or-later).

use super::san;
use crate::board::Board;
use crate::types::Key;
use nohash_hasher::IntMap;
use once_cell::sync::Lazy;
use serde::Serialize;
use std::fmt;

static LINES: &str = include_str!("openings.tsv");

/// The half-moves of the longest line.
const LONGEST: usize = 36;

/// The positions of all lines; those where a line ends have a name. Another position with the same key, one in 10^16, would
/// get a wrong name and do no other harm.
static POSITIONS: Lazy<IntMap<Key, Option<OpeningName>>> = Lazy::new(|| {
    let mut positions = IntMap::default();
    for opening in LINES.lines().filter_map(OpeningLine::parse) {
        let mut board = Board::start();
        for text in opening.moves.split(' ') {
            let Ok(mv) = san::parse(&board, text) else {
                break;
            };
            board.play(mv);
            positions.entry(board.key()).or_insert(None);
        }
        positions.insert(board.key(), Some(opening.name));
    }
    positions
});

/// The name of an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct OpeningName {
    /// The code of the Encyclopaedia of Chess Openings, `A00` to `E99`.
    pub eco: &'static str,
    /// The name, such as `Ruy Lopez: Exchange variation`.
    pub name: &'static str,
}

impl fmt::Display for OpeningName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.eco, self.name)
    }
}

struct OpeningLine {
    name: OpeningName,
    moves: &'static str,
}

impl OpeningLine {
    fn parse(line: &'static str) -> Option<Self> {
        let (eco, rest) = line.split_once('\t')?;
        let (name, moves) = rest.split_once('\t')?;
        Some(Self {
            name: OpeningName { eco, name },
            moves,
        })
    }
}

/// How far a game follows the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KnownOpening {
    /// The name of the last position that has one, even after a detour.
    pub opening: Option<OpeningName>,
    /// Half-moves from the initial position until the game leaves the list.
    pub plies: usize,
}

impl KnownOpening {
    /// The opening of a game, from its positions in order; unknown unless the first is the initial position of standard
    /// chess.
    ///
    /// ```
    /// use compongo::Board;
    /// use compongo::notation::openings::KnownOpening;
    ///
    /// let mut boards = vec![Board::start()];
    /// for text in ["e4", "e5", "Nf3", "Nc6", "Bb5", "a5"] {
    ///     let mut board = boards[boards.len() - 1];
    ///     board.play(compongo::notation::san::parse(&board, text)?);
    ///     boards.push(board);
    /// }
    /// let known = KnownOpening::of(&boards);
    /// assert_eq!(known.opening.map(|opening| opening.eco), Some("C60"));
    /// assert_eq!(known.plies, 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of<'a>(boards: impl IntoIterator<Item = &'a Board>) -> Self {
        let mut boards = boards.into_iter();
        if boards.next() != Some(&Board::start()) {
            return Self::default();
        }
        let mut known = Self::default();
        for (ply, board) in (1..=LONGEST).zip(boards) {
            if let Some(name) = POSITIONS.get(&board.key()) {
                known.opening = name.or(known.opening);
                known.plies += usize::from(known.plies + 1 == ply);
            }
        }
        known
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(moves: &str) -> KnownOpening {
        let mut boards = vec![Board::start()];
        for text in moves.split_whitespace() {
            let mut board = boards[boards.len() - 1];
            board.play(san::parse(&board, text).expect("a legal move"));
            boards.push(board);
        }
        KnownOpening::of(&boards)
    }

    #[test]
    fn every_line_of_the_list_is_legal_and_has_a_name() {
        let mut longest = 0;
        for line in LINES.lines() {
            let opening = OpeningLine::parse(line).expect("three columns");
            let found = known(opening.moves);
            assert_eq!(found.plies, opening.moves.split(' ').count(), "{line}");
            longest = longest.max(found.plies);
            let (letter, number) = opening.name.eco.split_at(1);
            assert!("ABCDE".contains(letter) && number.len() == 2, "{line}");
            assert!(number.parse::<u8>().is_ok() && !opening.name.name.is_empty());
            assert!(found.opening.is_some(), "{line}");
        }
        assert_eq!(longest, LONGEST);
    }

    #[test]
    fn the_order_of_the_moves_does_not_matter() {
        let name = |moves| known(moves).opening.map(|opening| opening.name);
        let najdorf = "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6";
        assert_eq!(name(najdorf), Some("Sicilian defence: Najdorf"));
        assert_eq!(name("Nf3 c5 e4 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6"), name(najdorf));
        // A game that leaves the list keeps the last name.
        assert_eq!(name(&format!("{najdorf} Qf3 h5")), name(najdorf));
        assert_eq!(known(""), KnownOpening::default());
        let other: Board = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".parse().expect("valid");
        assert_eq!(KnownOpening::of(&[other]), KnownOpening::default());
    }
}
