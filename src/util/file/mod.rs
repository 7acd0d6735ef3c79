//! Files named by the user. Regular files are replaced atomically, so that readers find the old file or the new one,
//! never half of one, even after a crash. A device, a pipe or an open file such as `/dev/stdout` is written to and
//! never replaced.

mod file_error;
mod replacement;
mod target;
mod text_file;

pub use file_error::FileError;
pub use replacement::{
    Replacement, check_writable, remove, replace, replace_private, replace_quickly, sync_folder_of,
};
pub use target::{
    FileTarget, is_named_pipe, is_same, is_stream, leads_to, open_append, open_stream,
};
pub use text_file::{TEXT_LIMIT, read_text, read_text_from};

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The paths in a folder that satisfy `fits`, sorted.
///
/// # Errors
/// The folder cannot be read.
pub fn list(folder: &Path, fits: impl Fn(&Path) -> bool) -> Result<Vec<PathBuf>, FileError> {
    let paths = |entries: fs::ReadDir| {
        let paths = entries.map(|entry| entry.map(|entry| entry.path()));
        paths.collect::<io::Result<Vec<_>>>()
    };
    let mut paths = fs::read_dir(folder)
        .and_then(paths)
        .map_err(FileError::at(folder))?;
    paths.retain(|path| fits(path));
    paths.sort_unstable();
    Ok(paths)
}
