//! Syzygy endgame tables: the result of every position of up to seven pieces.
//!
//! A WDL table tells whether a position is won, drawn or lost, and whether the fifty-move rule spoils the result (a
//! cursed win, a blessed loss). A DTZ table gives the distance in plies to the next capture or pawn move, which zeroes
//! the halfmove clock. Neither knows castling rights, repetitions or a halfmove clock other than zero: [`root`] takes
//! the last two into account.
//!
//! * [`Tablebase`]: the tables of some folders, and probing;
//! * `folders`: the contents of folders, and why a file in them is not used;
//! * `files`: how tables are read, and which of them have failed;
//! * [`root`]: the moves of a position, ranked by their results.
//!
//! The crate `shakmaty-syzygy` reads the format.
#![forbid(unsafe_code)]

mod conversion;
mod files;
mod folders;
pub mod root;
mod tablebase;
mod value;

pub use folders::{FolderProblem, TableCount};
pub use tablebase::Tablebase;
pub use value::{Dtz, TableWdl};
