//! Polyglot opening books: binary files of moves with weights, which many programs share.
//!
//! A book is a list of entries of 16 bytes, each a move of a position, sorted by the key of the position. Numbers are
//! big-endian:
//!
//! | Bytes | Content |
//! |---|---|
//! | 8 | the key of the position, see [`PolyglotPosition::key`] |
//! | 2 | the move, see [`PolyglotMove`] |
//! | 2 | the weight: how often the move is chosen, relative to the other moves of the position |
//! | 4 | learning data of some programs |
//!
//! A [`PolyglotBook`] finds the entries of a position by binary search in the file, whatever its size, and [`draw_move`]
//! chooses among its moves. A [`PolyglotMaker`] makes the entries of a book from games.
//!
//! ```
//! use compongo::Board;
//! use compongo::notation::pgn::ResultToken;
//! use compongo::notation::polyglot::{PolyglotBook, PolyglotEntry, PolyglotMaker, PolyglotPosition};
//! use compongo::notation::san;
//! use std::io::Cursor;
//!
//! let start = Board::start();
//! let mv = san::parse(&start, "e4")?;
//! let mut maker = PolyglotMaker::default();
//! maker.add(&start, &[mv], ResultToken::WhiteWins)?;
//! let entries = maker.entries(1);
//! let bytes: Vec<u8> = entries.into_iter().flat_map(PolyglotEntry::to_bytes).collect();
//!
//! // PolyglotBook::open reads a file.
//! let mut book = PolyglotBook::new(Cursor::new(bytes))?;
//! assert_eq!(book.moves(&PolyglotPosition::from(start))?, [(mv, 2)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod book;
mod entry;
mod key_table;
mod maker;
mod polyglot_position;

pub use book::{PolyglotBook, PolyglotError, draw_move, is_book};
pub use entry::{PolyglotEntry, PolyglotMove};
pub use maker::{PolyglotMaker, TooManyBookMoves};
pub use polyglot_position::PolyglotPosition;
