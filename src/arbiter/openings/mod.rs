//! Openings: from files, or generated at random.

mod book;
mod random;

pub use book::{OpeningBook, OpeningBookError, read_book};
pub use random::random_openings;

use crate::board::Board;
use crate::board::fen::FenError;
use crate::laws::material;
use crate::notation::uci_move::{self, UciMoveError};
use crate::types::Move;
use serde::{Deserialize, Serialize};

/// An opening: a position and moves that are played before the engines' first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The position before the first move.
    pub start: Board,
    /// Legal moves from there.
    pub moves: Vec<Move>,
}

impl Opening {
    /// An opening without moves.
    pub const fn at(start: Board) -> Self {
        Self {
            start,
            moves: Vec::new(),
        }
    }

    /// The position after the moves.
    pub fn end(&self) -> Board {
        let mut board = self.start;
        for &mv in &self.moves {
            board.play(mv);
        }
        board
    }

    /// The opening as text.
    pub fn text(&self) -> OpeningText {
        OpeningText {
            fen: self.start.to_string(),
            moves: self.moves.iter().map(Move::to_string).collect(),
        }
    }
}

/// An [`Opening`] as text, for the ledger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningText {
    /// The position before the first move.
    pub fen: String,
    /// The moves in UCI notation; castling as the king capturing its rook.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

/// Why a text is not an opening.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningTextError {
    /// The position is invalid.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A move is unreadable or illegal.
    #[error("half-move {0}: {1}")]
    Move(usize, UciMoveError),
}

impl TryFrom<&OpeningText> for Opening {
    type Error = OpeningTextError;

    fn try_from(text: &OpeningText) -> Result<Self, OpeningTextError> {
        let start: Board = text.fen.parse()?;
        let mut board = start;
        let mut moves = Vec::with_capacity(text.moves.len());
        for (word, ply) in text.moves.iter().zip(1..) {
            let mv = uci_move::parse(&board, word)
                .map_err(|error| OpeningTextError::Move(ply, error))?;
            board.play(mv);
            moves.push(mv);
        }
        Ok(Self { start, moves })
    }
}

/// Why a game from this position would be over at once, or could be claimed as a draw; `None` if it can be played.
fn game_over_reason(board: &Board) -> Option<&'static str> {
    /// Plies without capture and pawn move after which a draw can be claimed (Article 9.3).
    const CLAIMABLE: u16 = 100;
    if !board.has_legal_move() {
        Some(if board.in_check() {
            "checkmate"
        } else {
            "stalemate"
        })
    } else if material::is_dead(board) {
        Some("neither side can mate")
    } else {
        (board.halfmove_clock() >= CLAIMABLE).then_some("fifty moves without capture and pawn move")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_survive_as_text() {
        for (fen, moves) in [
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                "e2e4 e7e5 g1f3",
            ),
            ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 20", "e8h8 e1a1"),
            (
                "nrk1r3/pppppppp/8/8/8/8/PPPPPPPP/NRK1R3 w KQkq - 0 1",
                "c1e1 c8e8",
            ),
        ] {
            let text = OpeningText {
                fen: fen.to_owned(),
                moves: moves.split(' ').map(str::to_owned).collect(),
            };
            let opening = Opening::try_from(&text).expect("an opening");
            assert_eq!(opening.text(), text);
            let json = serde_json::to_string(&text).expect("text");
            assert_eq!(
                serde_json::from_str::<OpeningText>(&json).expect("JSON"),
                text
            );
        }
    }

    #[test]
    fn what_is_no_opening_is_refused() {
        let error = |fen: &str, moves: &[&str]| {
            let moves = moves.iter().map(|&mv| mv.to_owned()).collect();
            let text = OpeningText {
                fen: fen.to_owned(),
                moves,
            };
            Opening::try_from(&text)
                .expect_err("no opening")
                .to_string()
        };
        assert_eq!(error("8/8/8/8/8/8/8/8 w - -", &[]), "white has 0 kings");
        let start = Board::start().to_string();
        assert_eq!(
            error(&start, &["e2e4", "e2e4"]),
            "half-move 2: 'e2e4' is illegal"
        );
        assert_eq!(
            error(&start, &["0000"]),
            "half-move 1: '0000' is not a move"
        );
    }

    #[test]
    fn a_game_may_be_over_before_it_begins() {
        for (fen, expected) in [
            ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Some("checkmate")),
            ("7k/8/6Q1/6K1/8/8/8/8 b - - 0 1", Some("stalemate")),
            (
                "7k/8/8/6K1/8/8/8/5B2 b - - 0 1",
                Some("neither side can mate"),
            ),
            (
                "7k/8/8/6K1/8/8/8/5R2 b - - 100 90",
                Some("fifty moves without capture and pawn move"),
            ),
            ("7k/8/8/6K1/8/8/8/5R2 b - - 99 90", None),
        ] {
            assert_eq!(
                game_over_reason(&fen.parse().expect("a position")),
                expected,
                "{fen}"
            );
        }
    }
}
