//! Shards: files of a few thousand games.
//!
//! # Format
//! A header of three text lines (see `text_header`) and blocks of games. The header holds the [`Provenance`] of the
//! games, their numbers, and the game count, size and checksum of each block. A block is four compressed columns (see
//! `columns`), each preceded by its length. Checksums detect damage, which loses only the block, or the shard if it is
//! in the header. Lost games can be reproduced.
//!
//! Nothing in a file is trusted: lengths and memory are limited, and moves are indices into the legal moves.

pub(in crate::datagen) mod columns;
mod error;
mod header;
pub(in crate::datagen) mod text_header;

pub use crate::util::checksum::Checksum;
pub use error::{BlockError, HeaderError, ShardError};
pub use header::{Counts, Provenance, ShardHeader};

use super::SelfplayGame;
use crate::util::file::FileError;
use crate::util::input;
use header::BlockEntry;
use std::io::{self, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};
use text_header::FileKind;

/// Games of a complete shard.
pub const GAMES: u64 = 4096;

/// Games of a block.
const BLOCK: usize = 256;

/// The largest file that is read, in bytes: some hundred times a shard.
const MAX_FILE: u64 = 256 << 20;

/// Encodes a shard; its first game has the number `first`.
///
/// # Panics
/// There are no games, or a move is illegal.
pub fn encode(origin: &Provenance, first: u64, games: &[SelfplayGame]) -> Vec<u8> {
    assert!(!games.is_empty(), "a shard needs games");
    let chunks = games.chunks(BLOCK);
    let packed: Vec<Vec<u8>> = chunks.clone().map(columns::pack).collect();
    let blocks = chunks.zip(&packed).map(|(games, bytes)| BlockEntry {
        games: games.len() as u32,
        bytes: bytes.len() as u32,
        checksum: Checksum::of(&[bytes]),
    });
    let header = ShardHeader {
        origin: origin.clone(),
        first,
        counts: Counts::of(games),
        blocks: blocks.collect(),
    };
    let mut bytes = text_header::write(FileKind::Shard, &header);
    for block in packed {
        bytes.extend(block);
    }
    bytes
}

/// A shard with a valid header.
#[derive(Debug)]
pub struct Shard {
    path: PathBuf,
    header: ShardHeader,
    bytes: Vec<u8>,
    /// The offset of the first block.
    start: usize,
}

/// Reads a shard. Games are decoded on demand.
///
/// # Errors
/// The file cannot be read, is not a shard, or has a damaged header or trailing bytes. In a truncated file only the
/// missing blocks are errors.
pub fn read(path: &Path) -> Result<Shard, ShardError> {
    decode(path, read_file(path, FileKind::Shard)?)
}

/// Decodes a shard; `path` is for error messages.
///
/// # Errors
/// The same as for [`read`].
pub fn decode(path: &Path, bytes: Vec<u8>) -> Result<Shard, ShardError> {
    let fault = |fault| ShardError::header(path, fault);
    let (header, start) =
        text_header::read::<ShardHeader>(FileKind::Shard, &bytes).map_err(fault)?;
    header.check().map_err(fault)?;
    let shard = Shard {
        path: path.to_owned(),
        header,
        bytes,
        start,
    };
    let end = shard.blocks().last().map_or(start, |block| block.place.end);
    match shard.bytes.len().saturating_sub(end) {
        0 => Ok(shard),
        surplus => Err(fault(HeaderError::Surplus(surplus))),
    }
}

impl Shard {
    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The header.
    pub const fn header(&self) -> &ShardHeader {
        &self.header
    }

    /// The size in bytes.
    pub const fn size(&self) -> usize {
        self.bytes.len()
    }

    /// The blocks, in order. They can be decoded in parallel.
    pub fn blocks(&self) -> impl Iterator<Item = ShardBlock<'_>> {
        let (mut game, mut place) = (self.header.first, self.start);
        let entries = self.header.blocks.iter().enumerate();
        entries.map(move |(index, &entry)| {
            let games = game..game + u64::from(entry.games);
            let bytes = place..place.saturating_add(entry.bytes as usize);
            (game, place) = (games.end, bytes.end);
            ShardBlock {
                shard: self,
                number: index + 1,
                games,
                place: bytes,
                checksum: entry.checksum,
            }
        })
    }

    /// All games, in order. A damaged block gives one error; the games after it follow.
    pub fn games(&self) -> impl Iterator<Item = Result<SelfplayGame, ShardError>> {
        self.blocks().flat_map(|block| {
            let (games, error) = match block.read() {
                Ok(games) => (games, None),
                Err(error) => (Vec::new(), Some(Err(error))),
            };
            games.into_iter().map(Ok).chain(error)
        })
    }
}

/// A block of games of a shard.
#[derive(Clone, Debug)]
pub struct ShardBlock<'a> {
    shard: &'a Shard,
    number: usize,
    games: Range<u64>,
    place: Range<usize>,
    checksum: Checksum,
}

impl ShardBlock<'_> {
    /// The numbers of the games.
    pub fn games(&self) -> Range<u64> {
        self.games.clone()
    }

    /// Decodes the games.
    ///
    /// # Errors
    /// [`ShardError::Block`].
    pub fn read(&self) -> Result<Vec<SelfplayGame>, ShardError> {
        self.unpack().map_err(|fault| self.error(fault))
    }

    /// Checks that the games are there and undamaged, without decoding them.
    ///
    /// # Errors
    /// [`ShardError::Block`].
    pub fn check(&self) -> Result<(), ShardError> {
        let bytes = self.bytes();
        bytes.map_err(|fault| self.error(fault))?;
        Ok(())
    }

    fn error(&self, fault: BlockError) -> ShardError {
        ShardError::Block {
            path: self.shard.path.clone(),
            block: self.number,
            games: self.games(),
            fault,
        }
    }

    fn unpack(&self) -> Result<Vec<SelfplayGame>, BlockError> {
        let count = self.games.end - self.games.start;
        columns::unpack(self.bytes()?, self.games.start, count as u32)
    }

    /// The bytes of the block, if their checksum matches.
    fn bytes(&self) -> Result<&[u8], BlockError> {
        let bytes = self.shard.bytes.get(self.place.clone());
        let bytes = bytes.ok_or(BlockError::CutShort)?;
        if Checksum::of(&[bytes]) == self.checksum {
            Ok(bytes)
        } else {
            Err(BlockError::Checksum)
        }
    }
}

/// Reads a file that starts with the magic of this kind; of other files, reads only the start.
pub(in crate::datagen) fn read_file(path: &Path, kind: FileKind) -> Result<Vec<u8>, ShardError> {
    let wrong = |error| FileError::at(path)(error);
    let file = input::open_regular(path).map_err(wrong)?;
    let length = file.metadata().map_err(wrong)?.len();
    let mut bytes = Vec::new();
    let magic = kind.magic().len() as u64;
    (&file).take(magic).read_to_end(&mut bytes).map_err(wrong)?;
    if bytes == kind.magic().as_bytes() {
        if length > MAX_FILE {
            return Err(wrong(io::ErrorKind::FileTooLarge.into()).into());
        }
        // It may be growing.
        let rest = (&file)
            .take(length.saturating_sub(magic))
            .read_to_end(&mut bytes);
        rest.map_err(wrong)?;
    }
    Ok(bytes)
}
