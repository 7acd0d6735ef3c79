//! Standard algebraic notation (SAN): a writer and a tolerant parser.
//!
//! * `write`: export format, as in PGN, and the notation of the Laws;
//! * `read`: import format, any text that describes exactly one legal move, with warnings about false details;
//! * `letters`: the piece letters of a language.

mod disambiguation;
mod letters;
mod read;
mod san_error;
mod write;

pub use letters::PieceLetters;
pub use read::{DRAW_OFFER, SanMove, castling, parse, read, squares};
pub use san_error::{SanError, SanWarning};
pub use write::{numbered, numbered_line, write, write_fide, write_with};

pub(super) use read::is_sign;
