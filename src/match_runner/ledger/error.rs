//! Errors of ledgers and their PGN files.

use crate::match_runner::pgn::RecordError;
use crate::match_runner::settings::MatchSettingsError;
use crate::util::append_file::AppendError;
use crate::util::file::FileError;
use crate::util::json_lines::LineError;
use std::io;
use std::path::{Path, PathBuf};

/// The reasons why a ledger cannot be created, resumed, read or written.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// A ledger that was to be created exists already.
    #[error("{} already exists; to continue an interrupted match, use --resume {}", .0.display(), .0.display())]
    Exists(PathBuf),
    /// Another error of a file.
    #[error(transparent)]
    Append(AppendError),
    /// A line of the ledger is faulty.
    #[error("{}, line {line}: {fault}", .path.display())]
    Line {
        /// The ledger.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        /// The fault.
        #[source]
        fault: LineFault,
    },
    /// The PGN file does not match the games of the ledger.
    #[error(
        "{} does not contain the games of this match; move it away, and it will be rewritten from the ledger", .0.display()
    )]
    OtherPgn(PathBuf),
    /// The game is recorded already.
    #[error("game {0} is recorded already")]
    Duplicate(u32),
    /// A record that does not fit the match.
    #[error("game {game}: {error}")]
    Record {
        /// The game number.
        game: u32,
        /// The fault.
        #[source]
        error: RecordError,
    },
}

/// The fault of a line of a ledger.
#[derive(Debug, thiserror::Error)]
pub enum LineFault {
    /// The first line is incomplete.
    #[error(
        "the header is incomplete, so the match had not started: remove the file and start again"
    )]
    NoHeader,
    /// The line cannot be read.
    #[error(transparent)]
    Line(#[from] LineError),
    /// Invalid settings.
    #[error(transparent)]
    MatchSettings(#[from] MatchSettingsError),
    /// A match whose openings were drawn has none.
    #[error("damaged: the openings of the match are missing")]
    NoOpenings,
    /// The game is already in an earlier line.
    #[error("game {0} is recorded twice")]
    Duplicate(u32),
    /// A record that does not fit the match.
    #[error(transparent)]
    Record(#[from] RecordError),
}

impl From<AppendError> for LedgerError {
    fn from(error: AppendError) -> Self {
        match error {
            AppendError::Exists(path) => Self::Exists(path),
            error => Self::Append(error),
        }
    }
}

impl LedgerError {
    pub(super) fn file(path: &Path, error: io::Error) -> Self {
        Self::Append(FileError::at(path)(error).into())
    }

    pub(super) fn line(path: &Path, line: usize, fault: impl Into<LineFault>) -> Self {
        match fault.into() {
            LineFault::Line(LineError::Io(error)) => Self::file(path, error),
            fault => Self::Line {
                path: path.to_owned(),
                line,
                fault,
            },
        }
    }
}
