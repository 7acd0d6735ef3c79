//! Reads table files.
//!
//! Files are read, not mapped into memory: if someone else truncates a mapped file, or its disk fails, a signal ends
//! the process. Small files are read as a whole when first needed, which makes probes as fast as with mapped files; of
//! large files, single blocks are read.

use super::folders::{FolderProblem, FoundTable};
use crate::util::mutex;
use shakmaty_syzygy::filesystem::{Filesystem, OsFilesystem, RandomAccessFile, ReadHint};
use shakmaty_syzygy::{Metric, ProbeError};
use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// The longest file that is kept in memory, in bytes. All tables of up to four pieces are shorter.
const MAX_LENGTH_IN_MEMORY: u64 = 1 << 20;

pub(super) struct TableFiles {
    system: OsFilesystem,
    /// For each file, whether it was given up.
    given_up: HashMap<PathBuf, Arc<AtomicBool>>,
    failures: Mutex<Vec<FolderProblem>>,
}

impl TableFiles {
    pub fn new(found: &[FoundTable]) -> Self {
        let given_up = |table: &FoundTable| (table.path.clone(), Arc::default());
        Self {
            system: OsFilesystem::new(),
            given_up: found.iter().map(given_up).collect(),
            failures: Mutex::default(),
        }
    }

    /// Gives up the table of some material: all further reads of it fail at once.
    #[cold]
    pub fn give_up(&self, metric: Metric, material: &str, why: &ProbeError) {
        let extension = match metric {
            Metric::Wdl => "rtbw",
            Metric::Dtz => "rtbz",
        };
        let Some((path, given_up)) = self.given_up.iter().find(|(path, _)| {
            path.extension() == Some(OsStr::new(extension))
                && path.file_stem().is_some_and(|stem| is_same(stem, material))
        }) else {
            return;
        };
        if given_up.swap(true, Ordering::Relaxed) {
            return;
        }
        let why = match why {
            ProbeError::Read { error } => error.to_string(),
            ProbeError::Magic { .. } => "is not a Syzygy table".to_owned(),
            ProbeError::CorruptedTable { .. } => "is truncated or damaged".to_owned(),
        };
        let mut failures = mutex::lock(&self.failures);
        failures.push(FolderProblem::new(path, why));
    }

    pub fn take_failures(&self) -> Vec<FolderProblem> {
        let mut failures = mutex::lock(&self.failures);
        std::mem::take(&mut failures)
    }
}

/// True if a name such as `KQvKR` means the material; either side may come first.
fn is_same(stem: &OsStr, material: &str) -> bool {
    let swapped = |(white, black)| format!("{black}v{white}");
    stem == material
        || material
            .split_once('v')
            .map(swapped)
            .is_some_and(|swapped| stem == &*swapped)
}

impl Filesystem for TableFiles {
    fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
        self.system.regular_file_size(path)
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        self.system.read_dir(path)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        let given_up = self.given_up.get(path).cloned().unwrap_or_default();
        if given_up.load(Ordering::Relaxed) {
            return Err(io::Error::other("was given up"));
        }
        let content: Box<dyn RandomAccessFile> =
            if self.regular_file_size(path)? <= MAX_LENGTH_IN_MEMORY {
                Box::new(FileInMemory(fs::read(path)?))
            } else {
                self.system.open(path)?
            };
        Ok(Box::new(TableFile { content, given_up }))
    }
}

/// An open table file, in memory or on disk.
struct TableFile {
    content: Box<dyn RandomAccessFile>,
    given_up: Arc<AtomicBool>,
}

impl RandomAccessFile for TableFile {
    fn read_at(&self, buffer: &mut [u8], offset: u64, hint: ReadHint) -> io::Result<usize> {
        if self.given_up.load(Ordering::Relaxed) {
            return Err(io::Error::other("was given up"));
        }
        self.content.read_at(buffer, offset, hint)
    }
}

struct FileInMemory(Vec<u8>);

impl RandomAccessFile for FileInMemory {
    fn read_at(&self, buffer: &mut [u8], offset: u64, _hint: ReadHint) -> io::Result<usize> {
        let rest = usize::try_from(offset)
            .ok()
            .and_then(|offset| self.0.get(offset..))
            .unwrap_or_default();
        let length = rest.len().min(buffer.len());
        buffer[..length].copy_from_slice(&rest[..length]);
        Ok(length)
    }
}
