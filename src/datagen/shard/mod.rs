//! Shards: some thousand games in a file.
//!
//! # Form
//! Three lines of text (see `head`) and the blocks. The text says what the games follow from ([`Provenance`]), which and
//! how many they are, and of each block how many games and bytes it has and their checksum. A block is four columns
//! (see `columns`), each packed and preceded by its length. So whatever is damaged, a checksum tells, and only the
//! block that it lies in is lost, or the shard if it is the head. Lost games can be played again.
//!
//! Nothing in a file is believed before it is checked: lengths are compared with what is there, what unpacks is limited,
//! and every move is found among the legal ones.

mod checksum;
pub(in crate::datagen) mod columns;
mod error;
mod header;
pub(in crate::datagen) mod text_header;

pub use checksum::Checksum;
pub use error::{BlockError, HeaderError, ShardError};
pub use header::{Counts, Provenance, ShardHeader};

use super::SelfplayGame;
use header::BlockEntry;
use std::fs::{self, File};
use std::io::{self, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};
use text_header::FileKind;

/// The games of a whole shard.
pub const GAMES: u64 = 4096;

/// The games of a block.
const BLOCK: usize = 256;

/// The longest file that is read, in bytes: some hundred times a shard.
const MAX_FILE: u64 = 256 << 20;

/// The bytes of a shard of these games, whose first has the number `first`.
///
/// # Panics
/// If there are no games, or a move of one is not legal.
pub fn encode(origin: &Provenance, first: u64, games: &[SelfplayGame]) -> Vec<u8> {
    assert!(!games.is_empty(), "a shard has games");
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

/// A shard whose head is understood.
#[derive(Debug)]
pub struct Shard {
    path: PathBuf,
    header: ShardHeader,
    bytes: Vec<u8>,
    /// Where the first block begins.
    start: usize,
}

/// Reads a shard. Its games are unpacked when they are asked for.
///
/// # Errors
/// The file cannot be read, is something else, has a damaged head, or more bytes than the head tells of. If some are
/// missing, the blocks in which they do tell.
pub fn read(path: &Path) -> Result<Shard, ShardError> {
    decode(path, read_file(path, FileKind::Shard)?)
}

/// The shard that these bytes are, as if they had been read at `path`.
///
/// # Errors
/// As for [`read`].
pub fn decode(path: &Path, bytes: Vec<u8>) -> Result<Shard, ShardError> {
    let fault = |fault| ShardError::head(path, fault);
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
    /// Where it was read.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What it says of itself.
    pub const fn header(&self) -> &ShardHeader {
        &self.header
    }

    /// Its length in bytes.
    pub const fn size(&self) -> usize {
        self.bytes.len()
    }

    /// The blocks in their order, each to be unpacked on its own, by many threads if they are there.
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

    /// All games in their order. A block that cannot be read is one error; the games after it follow.
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

/// Some games of a shard that are stored together.
#[derive(Clone, Debug)]
pub struct ShardBlock<'a> {
    shard: &'a Shard,
    number: usize,
    games: Range<u64>,
    place: Range<usize>,
    checksum: Checksum,
}

impl ShardBlock<'_> {
    /// The numbers of its games.
    pub fn games(&self) -> Range<u64> {
        self.games.clone()
    }

    /// Unpacks the games.
    ///
    /// # Errors
    /// [`ShardError::Block`].
    pub fn read(&self) -> Result<Vec<SelfplayGame>, ShardError> {
        self.unpack().map_err(|fault| ShardError::Block {
            path: self.shard.path.clone(),
            block: self.number,
            games: self.games(),
            fault,
        })
    }

    fn unpack(&self) -> Result<Vec<SelfplayGame>, BlockError> {
        let bytes = self.shard.bytes.get(self.place.clone());
        let bytes = bytes.ok_or(BlockError::CutShort)?;
        if Checksum::of(&[bytes]) != self.checksum {
            return Err(BlockError::Checksum);
        }
        let count = self.games.end - self.games.start;
        columns::unpack(bytes, self.games.start, count as u32)
    }
}

/// Reads a whole file that begins as one of this kind does.
pub(in crate::datagen) fn read_file(path: &Path, kind: FileKind) -> Result<Vec<u8>, ShardError> {
    let wrong = |error| ShardError::file(path, error);
    // SelfplayOpening a pipe might last for ever.
    if !fs::metadata(path).map_err(wrong)?.is_file() {
        return Err(wrong(io::Error::other("not a file")));
    }
    let file = File::open(path).map_err(wrong)?;
    let mut bytes = Vec::new();
    let mark = kind.mark().len() as u64;
    (&file).take(mark).read_to_end(&mut bytes).map_err(wrong)?;
    if bytes == kind.mark().as_bytes() {
        let rest = (&file).take(MAX_FILE).read_to_end(&mut bytes);
        if rest.map_err(wrong)? as u64 == MAX_FILE {
            return Err(wrong(io::ErrorKind::FileTooLarge.into()));
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datagen::{STANDARD_STARTPOS, SelfplayTermination};

    /// A shard whose head says something else than it should, with the right checksum.
    fn with_head(change: impl Fn(&mut ShardHeader)) -> Result<Shard, ShardError> {
        let origin = Provenance {
            program: "compongo".to_owned(),
            signature: Checksum::of(&[]),
            net: "material".to_owned(),
            generation: 0,
            seed: 0,
            nodes: 1,
            tables: false,
        };
        let game = SelfplayGame {
            startpos: [STANDARD_STARTPOS; 2],
            opening: Vec::new(),
            plies: Vec::new(),
            ending: SelfplayTermination::Threefold,
        };
        let bytes = encode(&origin, 0, &[game.clone(), game]);
        let (mut header, start) =
            text_header::read::<ShardHeader>(FileKind::Shard, &bytes).expect("a head");
        change(&mut header);
        let changed = [
            &text_header::write(FileKind::Shard, &header),
            &bytes[start..],
        ]
        .concat();
        decode(Path::new("test"), changed)
    }

    #[test]
    fn heads_are_not_believed() {
        let contradicts = |change: &dyn Fn(&mut ShardHeader)| match with_head(change) {
            Err(ShardError::Head {
                fault: HeaderError::Contradiction(text),
                ..
            }) => text,
            other => panic!("{other:?}"),
        };
        assert!(with_head(|_| {}).is_ok());
        assert_eq!(contradicts(&|header| header.counts.games = 0), "no games");
        assert_eq!(
            contradicts(&|header| header.first = u64::MAX),
            "the games have no numbers"
        );
        assert_eq!(
            contradicts(&|header| header.counts.white = u32::MAX),
            "the results are not as many as the games"
        );
        assert_eq!(
            contradicts(&|header| header.blocks.clear()),
            "the games of the blocks are not as many as those of the shard"
        );
        assert_eq!(
            contradicts(&|header| {
                let empty = BlockEntry {
                    games: 0,
                    ..header.blocks[0]
                };
                header.blocks.push(empty);
            }),
            "a block without games"
        );
        let shard = with_head(|header| header.blocks[0].bytes = u32::MAX).expect("a head");
        let error = shard
            .games()
            .next()
            .expect("a block")
            .expect_err("no games");
        assert_eq!(
            error.to_string(),
            "test, block 1 (games 0 to 1): the file is cut short"
        );
        let error = with_head(|header| header.blocks[0].bytes -= 1).expect_err("more");
        assert_eq!(error.to_string(), "test: 1 bytes follow its last block");
    }
}
