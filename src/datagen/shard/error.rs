//! What can be wrong with a shard, in sentences for people.

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Why a shard, or a part of it, cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ShardError {
    /// The system refuses something.
    #[error("{}: {error}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The head of a file, without which nothing else is understood.
    #[error("{}: {fault}", .path.display())]
    Head {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        fault: HeaderError,
    },
    /// One block of games; the others may be whole.
    #[error("{}, block {block} (games {} to {}): {fault}", .path.display(), .games.start, .games.end - 1)]
    Block {
        /// The shard.
        path: PathBuf,
        /// The number of the block, from 1.
        block: usize,
        /// The numbers of its games.
        games: Range<u64>,
        /// What is wrong with it.
        fault: BlockError,
    },
}

impl ShardError {
    pub(in crate::datagen) fn file(path: &Path, error: io::Error) -> Self {
        Self::File {
            path: path.to_owned(),
            error,
        }
    }

    pub(in crate::datagen) fn head(path: &Path, fault: HeaderError) -> Self {
        Self::Head {
            path: path.to_owned(),
            fault,
        }
    }
}

/// What is wrong with the head of a file.
#[derive(Debug, thiserror::Error)]
pub enum HeaderError {
    /// Something else.
    #[error("not a {0} of Compongo")]
    Foreign(&'static str),
    /// Another form of the file.
    #[error("version {0} of the format is unknown to this program, which knows version {known}", known = super::text_header::VERSION)]
    Version(String),
    /// The checksum does not fit, or the end is missing.
    #[error("its head is damaged")]
    Damaged,
    /// Not the JSON that should be there.
    #[error("its head is not understood: {0}")]
    Json(#[from] serde_json::Error),
    /// Numbers that cannot be.
    #[error("its head contradicts itself: {0}")]
    Contradiction(&'static str),
    /// More than the head tells of.
    #[error("{0} bytes follow its last block")]
    Surplus(usize),
}

/// What is wrong with a block of games.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum BlockError {
    /// The file ends before the block does.
    #[error("the file is cut short")]
    CutShort,
    /// Not the bytes that were written.
    #[error("damaged: its checksum is another one")]
    Checksum,
    /// A column that cannot be unpacked.
    #[error("the {0} cannot be unpacked")]
    Unpack(&'static str),
    /// A column with too little in it.
    #[error("the {0} end too early")]
    Missing(&'static str),
    /// A column with too much in it.
    #[error("the {0} go on after the last game")]
    Surplus(&'static str),
    /// There are 960 startpos.
    #[error("game {game}: there is no array {array}")]
    Array {
        /// The number of the game.
        game: u64,
        /// The number of the array.
        array: u16,
    },
    /// An unknown ending.
    #[error("game {game}: there is no ending {ending}")]
    SelfplayTermination {
        /// The number of the game.
        game: u64,
        /// The number of the ending.
        ending: u8,
    },
    /// An index beyond the legal moves.
    #[error("game {game}: there is no legal move {index} after ply {ply}")]
    Move {
        /// The number of the game.
        game: u64,
        /// Plies played before, those of the opening included.
        ply: usize,
        /// The index of the move, from 0.
        index: usize,
    },
}
