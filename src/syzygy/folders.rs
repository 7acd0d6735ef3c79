//! The tables in a list of folders.

use shakmaty::Chess;
use shakmaty_syzygy::Syzygy;
use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// A file or folder that is not used, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FolderProblem {
    path: PathBuf,
    why: String,
}

impl FolderProblem {
    pub(super) fn file(path: &Path, why: &io::Error) -> Self {
        Self::new(path, why.to_string())
    }

    pub(super) fn new(path: &Path, why: String) -> Self {
        Self {
            path: path.to_owned(),
            why,
        }
    }
}

/// The path and the reason.
impl fmt::Display for FolderProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}': {}", self.path.display(), self.why)
    }
}

/// The number of tables found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableCount {
    /// The number of WDL tables.
    pub wdl: usize,
    /// The number of DTZ tables.
    pub dtz: usize,
    /// The most pieces of a position with a WDL table, kings included; 0 without tables.
    pub max_pieces: usize,
}

impl TableCount {
    pub(super) fn add(&mut self, file: &FoundTable) {
        if file.is_dtz {
            self.dtz += 1;
        } else {
            self.wdl += 1;
            self.max_pieces = self.max_pieces.max(file.pieces);
        }
    }
}

/// The format: `35 WDL and 35 DTZ tables, up to 4 pieces`.
impl fmt::Display for TableCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            wdl,
            dtz,
            max_pieces,
        } = self;
        write!(
            f,
            "{wdl} WDL and {dtz} DTZ tables, up to {max_pieces} pieces"
        )
    }
}

/// A file that, by its name, size and first bytes, is a table.
pub(super) struct FoundTable {
    pub path: PathBuf,
    pub is_dtz: bool,
    /// Pieces on the board, kings included.
    pieces: usize,
}

/// The tables in a list of folders. If several tables have the same name, the first one counts.
pub(super) fn tables_in(list: &str, problems: &mut Vec<FolderProblem>) -> Vec<FoundTable> {
    let mut tables = Vec::new();
    let mut names: HashSet<OsString> = HashSet::new();
    for folder in std::env::split_paths(list) {
        if folder.as_os_str().is_empty() {
            continue;
        }
        let entries = fs::read_dir(&folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        match entries {
            Ok(mut entries) => {
                entries.sort_by_key(fs::DirEntry::file_name);
                for entry in entries {
                    match found_table(entry.path()) {
                        Ok(Some(table)) if names.insert(entry.file_name()) => tables.push(table),
                        Ok(_) => {}
                        Err(why) => problems.push(FolderProblem::file(&entry.path(), &why)),
                    }
                }
            }
            Err(why) => problems.push(FolderProblem::file(&folder, &why)),
        }
    }
    tables
}

/// The file as a table; `None` if its name is not a table name.
fn found_table(path: PathBuf) -> io::Result<Option<FoundTable>> {
    let extension = path.extension().and_then(OsStr::to_str);
    let kinds = [(Chess::TBW, false), (Chess::TBZ, true)];
    let kind = kinds
        .into_iter()
        .find(|(kind, _)| extension == Some(kind.ext));
    let stem = path.file_stem().and_then(OsStr::to_str);
    let (Some((kind, is_dtz)), Some(pieces)) = (kind, stem.and_then(piece_count)) else {
        return Ok(None);
    };
    // Opening something that is not a file, such as a pipe, might never return.
    let metadata = path.metadata()?;
    if !metadata.is_file() {
        return Err(io::Error::other("is not a file"));
    }
    let mut start = [0; 4];
    // A file that is too short does not begin like a table.
    let _ = File::open(&path)?.read(&mut start)?;
    if start != kind.magic {
        return Err(io::Error::other("is not a Syzygy table"));
    }
    // A checksum of 16 bytes follows whole blocks of 64 bytes.
    if metadata.len() % 64 != 16 {
        return Err(io::Error::other("is truncated or damaged"));
    }
    Ok(Some(FoundTable {
        path,
        is_dtz,
        pieces,
    }))
}

/// The number of pieces in a name such as `KQPvKR`; `None` if it is not the name of a table.
fn piece_count(stem: &str) -> Option<usize> {
    let (strong, weak) = stem.split_once('v')?;
    let is_side = |side: &str| {
        side.strip_prefix('K')
            .is_some_and(|pieces| pieces.chars().all(|letter| "QRBNP".contains(letter)))
    };
    let count = strong.len() + weak.len();
    (is_side(strong) && is_side(weak) && count <= Chess::MAX_PIECES).then_some(count)
}
