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

    /// The path of a file, which need not exist.
    pub fn path(&self, name: &str) -> String {
        let path = self.join(name);
        path.to_str().expect("a path in UTF-8").to_owned()
    }

    /// Writes a file; returns its path.
    pub fn write(&self, name: &str, contents: impl AsRef<[u8]>) -> String {
        fs::write(self.join(name), contents).expect("a writable folder");
        self.path(name)
    }

    /// Writes a program that can be started; returns its path.
    #[cfg(unix)]
    pub fn write_script(&self, name: &str, text: &str) -> String {
        use std::os::unix::fs::PermissionsExt;
        let path = self.write(name, text);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it is ours");
        path
    }

    /// The text of a file.
    #[track_caller]
    pub fn read(&self, name: &str) -> String {
        let text = fs::read_to_string(self.join(name));
        text.unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    #[track_caller]
    pub fn remove(&self, name: &str) {
        fs::remove_file(self.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    }

    /// The names in the folder, sorted.
    pub fn files(&self) -> Vec<String> {
        names(self)
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

/// The names in a folder, sorted.
pub fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
    let names = entries.map(|entry| name(entry).to_string_lossy().into_owned());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}
