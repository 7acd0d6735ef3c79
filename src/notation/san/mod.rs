//! Standard algebraic notation (SAN): a writer and a tolerant parser.
//!
//! * `write`: export format, as in PGN, and the notation of the Laws;
//! * `read`: import format, any text that describes exactly one legal move, with warnings about false details;
//! * `letters`: the piece letters of a language.
//!
//! ```
//! use compongo::Board;
//! use compongo::notation::san::{self, PieceLetters, SanWarning};
//!
//! let board = Board::start();
//! let mv = san::parse(&board, "Nf3")?;
//! assert_eq!(san::write(&board, mv), "Nf3");
//! let tolerated = san::read(&board, "Ng1-f3+", &PieceLetters::ENGLISH)?;
//! assert_eq!(tolerated.mv, mv);
//! assert!(tolerated.warnings.contains(&SanWarning::NoCheck));
//! # Ok::<(), san::SanError>(())
//! ```

mod disambiguation;
mod letters;
mod read;
mod san_error;
mod write;

pub use letters::PieceLetters;
pub use read::{DRAW_OFFER, SanMove, castling, castling_as_king_move, parse, read, squares};
pub use san_error::{SanError, SanWarning};
pub use write::{numbered, numbered_line, write, write_fide, write_with};

pub(super) use read::is_sign;
