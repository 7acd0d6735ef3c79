//! Reading of books.

use super::{PolyglotEntry, PolyglotPosition};
use crate::types::{Key, MAX_MOVES, Move, Rng};
use crate::util::input;
use crate::util::unpack::is_packed;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

/// How much of a file is read at once when it is checked, in bytes.
const CHUNK: usize = 64 << 10;
/// How many bytes tell a book from text: four entries.
const SNIFF_LENGTH: u64 = 4 * PolyglotEntry::SIZE as u64;

/// The reasons why a file is not a Polyglot book.
#[derive(Debug, thiserror::Error)]
pub enum PolyglotError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is empty.
    #[error("the book is empty")]
    Empty,
    /// The last entry is incomplete.
    #[error("damaged, or not a Polyglot book: the size, {0} bytes, is not a multiple of 16")]
    Size(u64),
    /// The entries are not in order.
    #[error(
        "damaged, or not a Polyglot book: the entries must be sorted by key, but the key of entry {entry} is lower than \
         the one before it"
    )]
    Unsorted {
        /// The number of the entry, from 1.
        entry: u64,
    },
    /// A position has more entries than any position has moves.
    #[error(
        "damaged, or not a Polyglot book: more than {} entries have the key of entry {entry}",
        MAX_MOVES
    )]
    TooManyMoves {
        /// The number of the first entry beyond the limit, from 1.
        entry: u64,
    },
}

/// True if a file looks like a book and not like a text, compressed or not: a text has no zero bytes, and a book has
/// some even in its first entries, in weights or learning data.
///
/// # Errors
/// The file cannot be read.
pub fn is_book(path: &Path) -> io::Result<bool> {
    let mut beginning = Vec::new();
    let file = File::open(path)?;
    file.take(SNIFF_LENGTH).read_to_end(&mut beginning)?;
    // Compressed files have zero bytes too.
    Ok(beginning.contains(&0) && !is_packed(&beginning))
}

/// A book, of which only single entries are read into memory.
#[derive(Debug)]
pub struct PolyglotBook<R> {
    source: R,
    entries: u64,
    positions: u64,
}

impl PolyglotBook<File> {
    /// Opens a file and checks all of it.
    ///
    /// # Errors
    /// The file cannot be read, or is not a book.
    pub fn open(path: &Path) -> Result<Self, PolyglotError> {
        Self::new(input::open_regular(path)?)
    }
}

impl<R: Read + Seek> PolyglotBook<R> {
    /// Checks a whole book.
    ///
    /// # Errors
    /// The source cannot be read, or is not a book.
    pub fn new(mut source: R) -> Result<Self, PolyglotError> {
        let size = source.seek(SeekFrom::End(0))?;
        source.rewind()?;
        let width = PolyglotEntry::SIZE as u64;
        if size == 0 {
            return Err(PolyglotError::Empty);
        }
        if !size.is_multiple_of(width) {
            return Err(PolyglotError::Size(size));
        }
        let entries = size / width;
        let positions = count_positions(BufReader::with_capacity(CHUNK, &mut source), entries)?;
        Ok(Self {
            source,
            entries,
            positions,
        })
    }

    /// The number of entries.
    pub const fn entry_count(&self) -> u64 {
        self.entries
    }

    /// The number of positions.
    pub const fn position_count(&self) -> u64 {
        self.positions
    }

    /// The entries of a position, in the order of the book.
    ///
    /// # Errors
    /// The source cannot be read.
    pub fn entries(&mut self, key: Key) -> io::Result<Vec<PolyglotEntry>> {
        let mut index = self.first_of(key)?;
        let mut found = Vec::new();
        while index < self.entries && found.len() < MAX_MOVES {
            let entry = self.entry(index)?;
            if entry.key != key {
                break;
            }
            found.push(entry);
            index += 1;
        }
        Ok(found)
    }

    /// The legal moves of a position with their weights, in the order of the book. Entries without a legal
    /// move are left out.
    ///
    /// # Errors
    /// The source cannot be read.
    pub fn moves(&mut self, position: &PolyglotPosition) -> io::Result<Vec<(Move, u16)>> {
        let entries = self.entries(position.key())?;
        let weighted =
            |entry: &PolyglotEntry| Some((entry.mv.legal(position.board())?, entry.weight));
        Ok(entries.iter().filter_map(weighted).collect())
    }

    /// The index of the first entry whose key is not lower.
    fn first_of(&mut self, key: Key) -> io::Result<u64> {
        let (mut low, mut high) = (0, self.entries);
        while low < high {
            let middle = u64::midpoint(low, high);
            if self.entry(middle)?.key < key {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Ok(low)
    }

    fn entry(&mut self, index: u64) -> io::Result<PolyglotEntry> {
        let offset = index * PolyglotEntry::SIZE as u64;
        self.source.seek(SeekFrom::Start(offset))?;
        read_entry(&mut self.source)
    }
}

/// Draws a move at random by weight, and returns it with its probability; `None` if no move has a weight.
///
/// The result depends on the arguments only and must never change, since the openings of matches depend on it.
pub fn draw_move(moves: &[(Move, u16)], rng: &mut Rng) -> Option<(Move, f64)> {
    let total: usize = moves.iter().map(|&(_, weight)| usize::from(weight)).sum();
    if total == 0 {
        return None;
    }
    let mut left = rng.below(total);
    for &(mv, weight) in moves {
        let weight = usize::from(weight);
        if left < weight {
            return Some((mv, weight as f64 / total as f64));
        }
        left -= weight;
    }
    None
}

/// Counts the positions of a book, and checks the order of its entries.
fn count_positions(mut source: impl Read, entries: u64) -> Result<u64, PolyglotError> {
    let mut positions = 0;
    let mut moves = 0;
    let mut before: Option<Key> = None;
    for entry in 1..=entries {
        let key = read_entry(&mut source)?.key;
        if before.is_some_and(|before| key < before) {
            return Err(PolyglotError::Unsorted { entry });
        }
        if before == Some(key) {
            moves += 1;
        } else {
            positions += 1;
            moves = 1;
        }
        if moves > MAX_MOVES {
            return Err(PolyglotError::TooManyMoves { entry });
        }
        before = Some(key);
    }
    Ok(positions)
}

fn read_entry(source: &mut impl Read) -> io::Result<PolyglotEntry> {
    let mut bytes = [0; PolyglotEntry::SIZE];
    source.read_exact(&mut bytes)?;
    Ok(PolyglotEntry::from_bytes(bytes))
}
