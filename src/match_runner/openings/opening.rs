//! An opening, and whether a game can be played from it.

use crate::board::Board;
use crate::laws::material;
use crate::laws::outcome::SEVENTY_FIVE_MOVES;
use crate::notation::uci_move;
use crate::types::Move;
use serde::{Deserialize, Serialize};

/// An opening: a position, and moves that are played before the engines' first move.
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

impl TryFrom<&OpeningText> for Opening {
    type Error = String;

    fn try_from(text: &OpeningText) -> Result<Self, String> {
        let start = text.fen.parse::<Board>();
        let start = start.map_err(|error| error.to_string())?;
        let mut board = start;
        let mut moves = Vec::with_capacity(text.moves.len());
        for (word, ply) in text.moves.iter().zip(1..) {
            let mv = uci_move::parse(&board, word)
                .map_err(|error| format!("half-move {ply}: {error}"))?;
            board.play(mv);
            moves.push(mv);
        }
        Ok(Self { start, moves })
    }
}

/// Why a game from this position would be over at once, with the Article of 2023; `None` if it can be played. With a
/// halfmove clock of 100 or more a draw can be claimed, but the game is not over (Article 9.3).
pub(super) fn game_over_reason(board: &Board) -> Option<&'static str> {
    if !board.has_legal_move() {
        Some(if board.in_check() {
            "checkmate (Article 5.1.1)"
        } else {
            "stalemate (Article 5.2.1)"
        })
    } else if material::is_dead(board) {
        Some("dead position, neither side can mate (Article 5.2.2)")
    } else {
        (board.halfmove_clock() >= SEVENTY_FIVE_MOVES)
            .then_some("75 moves without capture or pawn move (Article 9.6.2)")
    }
}
