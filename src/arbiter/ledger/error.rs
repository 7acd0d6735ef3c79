//! What can be wrong with the files of a match, in sentences for people.

use crate::arbiter::pgn::RecordError;
use crate::arbiter::settings::MatchSettingsError;
use std::io;
use std::path::{Path, PathBuf};

/// Why a ledger cannot be begun, resumed, read or written.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// A file that was to be created is there.
    #[error("{} exists already; a match that was interrupted goes on with --resume {}", .path.display(), .json.display())]
    Exists {
        /// The file.
        path: PathBuf,
        /// The ledger.
        json: PathBuf,
    },
    /// Another process plays the match.
    #[error("{} is being written by another process", .0.display())]
    InUse(PathBuf),
    /// The system refuses something.
    #[error("{}: {error}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A line of the ledger.
    #[error("{}, line {line}: {fault}", .path.display())]
    Line {
        /// The ledger.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        fault: LineFault,
    },
    /// The PGN file does not contain the games of the ledger.
    #[error(
        "{} contains something else than the games of this match; move it away, and it will be written again from the \
         ledger", .0.display()
    )]
    OtherPgn(PathBuf),
    /// A game that is recorded already.
    #[error("game {0} is recorded already")]
    Duplicate(u32),
    /// A record that is not that of a game of this match.
    #[error("game {game}: {error}")]
    Record {
        /// Its number.
        game: u32,
        /// What is wrong with it.
        error: RecordError,
    },
}

/// What is wrong with a line of a ledger.
#[derive(Debug, thiserror::Error)]
pub enum LineFault {
    /// There is no whole first line.
    #[error("the header is not whole, so the match had not begun: remove the file and begin again")]
    NoHeader,
    /// A line is longer than any record.
    #[error("longer than any record")]
    TooLong,
    /// Not the JSON that should be there.
    #[error("damaged, or not from a ledger: {0}")]
    Json(#[from] serde_json::Error),
    /// Another form of ledger.
    #[error("version {0} of the ledger is unknown to this program, which knows version {version}", version = super::VERSION)]
    Version(u32),
    /// A match that cannot be played.
    #[error(transparent)]
    MatchSettings(#[from] MatchSettingsError),
    /// A game that stands in a line before.
    #[error("game {0} is recorded for the second time")]
    Duplicate(u32),
    /// Not a game of this match.
    #[error(transparent)]
    Record(#[from] RecordError),
}

impl LedgerError {
    pub(super) fn file(path: &Path, error: io::Error) -> Self {
        Self::File {
            path: path.to_owned(),
            error,
        }
    }

    pub(super) fn line(path: &Path, line: usize, fault: impl Into<LineFault>) -> Self {
        Self::Line {
            path: path.to_owned(),
            line,
            fault: fault.into(),
        }
    }
}
