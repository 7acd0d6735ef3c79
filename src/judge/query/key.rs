//! Keys that games with the same start and moves share.

use crate::notation::pgn::{MoveToken, PgnGame, RecordedGame};
use crate::types::Move;
use sha2::{Digest, Sha256};
use std::array;

/// The key of a game: the start of a SHA-256 of its starting position and moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameKey([u8; 16]);

impl GameKey {
    /// The key of a game. The notation of legal moves has no effect; texts after the last legal move count as they are
    /// written.
    pub(super) fn of_game(game: &RecordedGame) -> Self {
        let moves = game.parsed.legal_moves();
        let unread = game.pgn.moves.get(moves.len()..).unwrap_or_default();
        Self::new(&game.start.to_string(), &moves, unread)
    }

    /// The key of a game without a valid starting position, or of another variant of chess, from its texts.
    pub(super) fn of_texts(game: &PgnGame) -> Self {
        let start = ["Variant", "FEN"].map(|name| game.tags.get(name).unwrap_or_default());
        Self::new(&start.join("\n"), &[], &game.moves)
    }

    fn new(start: &str, moves: &[Move], texts: &[MoveToken]) -> Self {
        let mut hasher = Sha256::new();
        hasher.update(start);
        hasher.update("\n");
        for mv in moves {
            hasher.update(mv.bits().to_le_bytes());
        }
        for token in texts {
            hasher.update("\n");
            hasher.update(token.text);
        }
        let digest: [u8; 32] = hasher.finalize().into();
        Self(array::from_fn(|index| digest[index]))
    }
}
