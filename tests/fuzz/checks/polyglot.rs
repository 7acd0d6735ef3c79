//! Any bytes as a Polyglot book: every entry of a book is found, and the openings drawn from it are legal.

use compongo::board::Board;
use compongo::match_runner::openings::polyglot_openings;
use compongo::notation::polyglot::{PolyglotBook, PolyglotEntry, PolyglotError, PolyglotPosition};
use std::io::Cursor;

/// Panics if something is wrong.
pub fn check(bytes: &[u8]) {
    if let Ok(book) = PolyglotBook::new(Cursor::new(bytes)) {
        assert_eq!(book.entry_count() * 16, bytes.len() as u64);
        used(book, bytes);
    }
    // Sorted, so that it gets past the check of the order.
    let (entries, _) = bytes.as_chunks::<16>();
    let entries = entries
        .iter()
        .map(|&bytes| PolyglotEntry::from_bytes(bytes));
    let mut entries: Vec<PolyglotEntry> = entries.collect();
    entries.sort_by_key(|entry| entry.key);
    let sorted: Vec<u8> = entries.iter().flat_map(|entry| entry.to_bytes()).collect();
    match PolyglotBook::new(Cursor::new(sorted.as_slice())) {
        Ok(book) => used(book, &sorted),
        Err(PolyglotError::Empty) => assert!(sorted.is_empty()),
        Err(PolyglotError::TooManyMoves { .. }) => assert!(entries.len() > 416),
        Err(error) => panic!("{error}"),
    }
}

fn used(mut book: PolyglotBook<Cursor<&[u8]>>, bytes: &[u8]) {
    let (entries, _) = bytes.as_chunks::<16>();
    let entries = entries
        .iter()
        .map(|&bytes| PolyglotEntry::from_bytes(bytes));
    let start = PolyglotPosition::from(Board::start());
    for entry in entries {
        let found = book.entries(entry.key).expect("memory can be read");
        assert!(found.contains(&entry));
        if let Some(mv) = entry.mv.legal(start.board()) {
            assert!(start.board().is_legal(mv));
        }
    }
    for opening in polyglot_openings(&mut book, 2, 8, 1).expect("memory can be read") {
        let mut board = opening.start;
        for mv in opening.moves {
            assert!(board.is_legal(mv));
            board.play(mv);
        }
    }
}
