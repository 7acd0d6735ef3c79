//! Errors of shards.

use crate::util::file::FileError;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The reasons why a shard, or a part of it, cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ShardError {
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The header is invalid; nothing of the file can be read.
    #[error("{}: {fault}", .path.display())]
    Header {
        /// The file.
        path: PathBuf,
        /// The fault.
        #[source]
        fault: HeaderError,
    },
    /// A block is invalid; other blocks may be intact.
    #[error("{}, block {block} (games {} to {}): {fault}", .path.display(), .games.start, .games.end - 1)]
    Block {
        /// The shard.
        path: PathBuf,
        /// The number of the block, from 1.
        block: usize,
        /// The numbers of its games.
        games: Range<u64>,
        /// The fault.
        #[source]
        fault: BlockError,
    },
}

impl ShardError {
    /// True if the file is damaged or not one of ours; false if it cannot be read or has another version.
    pub const fn is_damage(&self) -> bool {
        !matches!(
            self,
            Self::File(_)
                | Self::Header {
                    fault: HeaderError::Version(_),
                    ..
                }
        )
    }

    pub(in crate::datagen) fn header(path: &Path, fault: HeaderError) -> Self {
        Self::Header {
            path: path.to_owned(),
            fault,
        }
    }
}

/// The fault of a header.
#[derive(Debug, thiserror::Error)]
pub enum HeaderError {
    /// Not a file of the expected kind.
    #[error("not a Compongo {0}")]
    Foreign(&'static str),
    /// An unknown format version.
    #[error("format version {0} is not supported (this program reads version {known})", known = super::text_header::VERSION)]
    Version(String),
    /// Truncated, or the checksum does not match.
    #[error("its header is damaged")]
    Damaged,
    /// Invalid JSON.
    #[error("its header is invalid: {0}")]
    Json(#[from] serde_json::Error),
    /// Contradictory numbers.
    #[error("its header is contradictory: {0}")]
    Contradiction(&'static str),
    /// There are trailing bytes; this is their number.
    #[error("{0} bytes after the last block")]
    Surplus(usize),
}

/// The fault of a block of games.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum BlockError {
    /// The file is truncated.
    #[error("the file is truncated")]
    CutShort,
    /// The checksum does not match.
    #[error("damaged: the checksum does not match")]
    Checksum,
    /// A column cannot be decompressed.
    #[error("the {0} cannot be decompressed")]
    Unpack(&'static str),
    /// A column is too short.
    #[error("the {0} are too short")]
    Missing(&'static str),
    /// A column is too long.
    #[error("the {0} are too long")]
    Surplus(&'static str),
    /// A Chess960 position number above 959.
    #[error("game {game}: there is no Chess960 position {startpos}")]
    StartPosition {
        /// The number of the game.
        game: u64,
        /// The position number.
        startpos: u16,
    },
    /// An unknown termination.
    #[error("game {game}: there is no termination {termination}")]
    Termination {
        /// The number of the game.
        game: u64,
        /// The number of the termination.
        termination: u8,
    },
    /// A move index beyond the legal moves.
    #[error("game {game}: there is no legal move {index} after ply {ply}")]
    Move {
        /// The number of the game.
        game: u64,
        /// The ply of the move, counted from the start of the opening.
        ply: usize,
        /// The index, from 0.
        index: usize,
    },
}
