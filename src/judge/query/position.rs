//! Terms about a position that occurs in a game.

use crate::board::Board;
use crate::board::fen::{self, FenError};
use crate::types::{Color, Piece};

/// How many pieces of each type a side has.
type PieceCounts = [u32; 6];

#[derive(Clone, Debug)]
pub(super) enum PositionTerm {
    /// The material of both sides, of either colour.
    Material([PieceCounts; 2]),
    /// The pieces on their squares and the side to move of this board.
    Placement(Box<Board>),
}

impl PositionTerm {
    /// Parses material such as `KRPvKR`; `None` for any other text.
    pub fn material(text: &str) -> Option<Self> {
        let (one, other) = text.split_once(['v', 'V'])?;
        Some(Self::Material([counts_of(one)?, counts_of(other)?]))
    }

    /// Parses the first two fields of a FEN, and ignores the others.
    ///
    /// # Errors
    /// They are not a position.
    pub fn placement(text: &str) -> Result<Self, FenError> {
        let fields: Vec<&str> = text.split_whitespace().take(2).collect();
        let (board, _) = fen::parse(&fields.join(" "))?;
        Ok(Self::Placement(Box::new(board)))
    }

    /// True if a position satisfies the term.
    pub fn holds(&self, board: &Board) -> bool {
        match self {
            Self::Material([one, other]) => {
                let [white, black] = Color::ALL.map(|color| {
                    Piece::ALL.map(|piece| board.colored_pieces(color, piece).count())
                });
                (white == *one && black == *other) || (white == *other && black == *one)
            }
            Self::Placement(wanted) => {
                let is_placed = |piece: Piece| board.pieces(piece) == wanted.pieces(piece);
                board.stm() == wanted.stm()
                    && board.colors(Color::White) == wanted.colors(Color::White)
                    && Piece::ALL.into_iter().all(is_placed)
            }
        }
    }
}

/// The counts of a side such as `KRP`, which has one king.
fn counts_of(text: &str) -> Option<PieceCounts> {
    let mut counts = PieceCounts::default();
    for letter in text.trim().chars() {
        counts[Piece::from_letter(letter)?.index()] += 1;
    }
    (counts[Piece::King.index()] == 1).then_some(counts)
}
