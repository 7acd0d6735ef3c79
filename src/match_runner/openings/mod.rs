//! Openings: from files, drawn from Polyglot books, or generated at random.

mod book;
mod distinct;
mod opening;
mod polyglot;
mod random;

pub use book::{OpeningBook, OpeningBookError, read_book};
pub use opening::{Opening, OpeningText};
pub use polyglot::polyglot_openings;
pub use random::{OpeningStart, random_openings};
