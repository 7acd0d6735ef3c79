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
//!
//! ```
//! use compongo::Board;
//! use compongo::syzygy::root::{RootPosition, TableRules, rank_moves};
//! use compongo::syzygy::{TableWdl, Tablebase};
//!
//! let (tables, problems) = Tablebase::open("tests/data/syzygy");
//! assert!(problems.is_empty());
//! let board: Board = "8/8/8/4k3/8/8/8/KQ6 w - - 0 1".parse()?;
//! assert_eq!(tables.probe_wdl(&board), Some(TableWdl::Win));
//!
//! let root = RootPosition {
//!     board: &board,
//!     history: &[],
//!     moves: &board.legal_moves(),
//!     rules: TableRules { fifty_moves: true, automatic_draws: true },
//! };
//! let ranked = rank_moves(&tables, &root).expect("a table for these pieces");
//! assert_eq!(ranked.moves[0].rank.wdl, TableWdl::Win);
//! # Ok::<(), compongo::board::fen::FenError>(())
//! ```
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
