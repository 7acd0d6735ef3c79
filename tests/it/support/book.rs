//! Polyglot books.

use super::position::{board, mv};
use compongo::notation::polyglot::{PolyglotEntry, PolyglotPosition};

/// The bytes of a book. An entry is a FEN, legal moves from there, the move of the book in the position after them, and
/// its weight.
pub fn book(entries: &[(&str, &str, &str, u16)]) -> Vec<u8> {
    let entry = |&(fen, moves, text, weight): &(&str, &str, &str, u16)| {
        let mut position = PolyglotPosition::from(board(fen));
        for text in moves.split_whitespace() {
            position.play(mv(position.board(), text));
        }
        PolyglotEntry {
            key: position.key(),
            mv: mv(position.board(), text).into(),
            weight,
            learn: 0,
        }
    };
    let mut entries: Vec<PolyglotEntry> = entries.iter().map(entry).collect();
    entries.sort_by_key(|entry| entry.key);
    entries.iter().flat_map(|entry| entry.to_bytes()).collect()
}
