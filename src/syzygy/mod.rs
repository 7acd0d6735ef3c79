//! Syzygy endgame tables: the result of every position of up to seven pieces.
//!
//! A WDL table says whether a position is won, drawn or lost, and whether the fifty-move rule spoils it (a cursed win, a
//! blessed loss); a DTZ table gives the distance to the next capture or pawn move (zeroing of the halfmove clock) in plies.
//! Neither knows castling rights, repetitions or a halfmove clock other than zero: [`root`] takes the last two into account.
//!
//! * [`Tablebase`]: the tables of some folders, and probing;
//! * `folders`: what a folder contains, and why a file in it is not used;
//! * `files`: how tables are read, and which of them have failed;
//! * [`root`]: the moves of a position, ranked by their results.
//!
//! The format is read by the crate `shakmaty-syzygy`.
#![forbid(unsafe_code)]

mod files;
mod folders;
mod position;
pub mod root;
mod value;

pub use folders::{FolderProblem, TableCount};
pub use value::{Dtz, TableWdl};

use crate::board::Board;
use files::TableFiles;
use shakmaty::Chess;
use shakmaty_syzygy::SyzygyError;
use std::fmt;
use std::sync::Arc;

/// Endgame tables.
pub struct Tablebase {
    tables: shakmaty_syzygy::Tablebase<Chess>,
    files: Arc<TableFiles>,
    count: TableCount,
}

impl Tablebase {
    /// The tables of the folders in a list, in which they are separated as in the variable `PATH` of the system: by colons,
    /// on Windows by semicolons. Returns what cannot be used as well.
    ///
    /// Of each file only the size and the first bytes are read.
    pub fn open(list: &str) -> (Self, Vec<FolderProblem>) {
        let mut problems = Vec::new();
        let found = folders::tables_in(list, &mut problems);
        let files = Arc::new(TableFiles::new(&found));
        let mut tables = shakmaty_syzygy::Tablebase::with_filesystem(files.clone());
        let mut count = TableCount::default();
        for file in found {
            match tables.add_file(&file.path) {
                Ok(()) => count.add(&file),
                Err(why) => problems.push(FolderProblem::file(&file.path, &why)),
            }
        }
        let tablebase = Self {
            tables,
            files,
            count,
        };
        (tablebase, problems)
    }

    /// The tables that were found.
    pub const fn count(&self) -> &TableCount {
        &self.count
    }

    /// The result of a position directly after a capture or pawn move; `None` with a castling right, without the tables it
    /// needs, or if one of them cannot be read.
    pub fn probe_wdl(&self, board: &Board) -> Option<TableWdl> {
        let position = position::to_shakmaty(board)?;
        let wdl = self.tables.probe_wdl_after_zeroing(&position);
        self.checked(wdl).map(TableWdl::from)
    }

    /// The distance to zeroing of a position; `None` as for [`Self::probe_wdl`].
    pub fn probe_dtz(&self, board: &Board) -> Option<Dtz> {
        let position = position::to_shakmaty(board)?;
        self.checked(self.tables.probe_dtz(&position))
            .map(Dtz::from)
    }

    /// The tables that were given up because they cannot be read, each named by the first call after its failure.
    pub fn take_failures(&self) -> Vec<FolderProblem> {
        self.files.take_failures()
    }

    /// The result of a probe. A table that fails is not used again.
    fn checked<T>(&self, result: Result<T, SyzygyError>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                if let SyzygyError::ProbeFailed {
                    metric,
                    material,
                    error,
                } = error
                {
                    self.files.give_up(metric, &material.to_string(), &error);
                }
                None
            }
        }
    }
}

impl fmt::Debug for Tablebase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tablebase({})", self.count)
    }
}
