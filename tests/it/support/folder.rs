//! Temporary folders.

use std::fs;
use std::ops::Deref;
use std::path::Path;
use tempfile::TempDir;

/// An empty temporary folder, deleted when dropped. It can be used as its [`Path`].
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("a new folder"))
    }

    /// Writes a file; returns its path.
    pub fn write(&self, name: &str, contents: impl AsRef<[u8]>) -> String {
        let path = self.join(name);
        fs::write(&path, contents).expect("a writable folder");
        path.to_str().expect("a path in UTF-8").to_owned()
    }
}

impl Deref for Folder {
    type Target = Path;

    fn deref(&self) -> &Path {
        self.0.path()
    }
}

impl AsRef<Path> for Folder {
    fn as_ref(&self) -> &Path {
        self
    }
}
