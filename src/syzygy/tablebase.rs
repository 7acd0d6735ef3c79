//! The tables of some folders, and probing.

use super::conversion::to_shakmaty;
use super::files::TableFiles;
use super::folders::{self, FolderProblem, TableCount};
use super::value::{Dtz, TableWdl};
use crate::board::Board;
use shakmaty::Chess;
use shakmaty_syzygy::SyzygyError;
use std::fmt;
use std::sync::Arc;

/// The endgame tables of some folders.
pub struct Tablebase {
    tables: shakmaty_syzygy::Tablebase<Chess>,
    files: Arc<TableFiles>,
    count: TableCount,
}

impl Tablebase {
    /// Opens the tables in a list of folders, separated as in the variable `PATH` of the system: by colons, on Windows
    /// by semicolons. Also returns the files and folders that cannot be used.
    ///
    /// Reads only the size and the first bytes of each file.
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

    /// The number of tables found.
    pub const fn count(&self) -> &TableCount {
        &self.count
    }

    /// The result of a position directly after a capture or pawn move; `None` with a castling right, or if a required
    /// table is missing or cannot be read.
    pub fn probe_wdl(&self, board: &Board) -> Option<TableWdl> {
        let position = to_shakmaty(board)?;
        let wdl = self.tables.probe_wdl_after_zeroing(&position);
        self.checked(wdl).map(TableWdl::from)
    }

    /// The distance to zeroing of a position; `None` in the same cases as [`Self::probe_wdl`].
    pub fn probe_dtz(&self, board: &Board) -> Option<Dtz> {
        let position = to_shakmaty(board)?;
        self.checked(self.tables.probe_dtz(&position))
            .map(Dtz::from)
    }

    /// The tables that were given up because they cannot be read; each is reported once, by the first call after its
    /// failure.
    pub fn take_failures(&self) -> Vec<FolderProblem> {
        self.files.take_failures()
    }

    /// The result of a probe. A table that fails is no longer used.
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
