//! Files of games and positions.

use super::output::{CliError, eprint};
use super::progress::bar_on_stderr;
use crate::board::fen;
use crate::judge::{FileEntry, GameKey, GameQuery, Judge, JudgeError, QueryMatch};
use crate::util::file::{self, read_text_from};
use crate::util::input;
use crate::util::text::printable;
use crate::util::unpack::{PackedPosition, unpack};
use indicatif::ProgressBar;
use std::collections::HashSet;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

/// The fault of an EPD with the operation `moves` where a position stands for itself.
pub const MOVES_FOLLOW: &str = "moves follow the position, which is not possible here";

/// The keys that end the input of a terminal.
const END_KEYS: &str = if cfg!(windows) {
    "Ctrl-Z and Enter end it"
} else {
    "Ctrl-D ends it"
};

/// Standard input. Its end is final, also on a terminal, which would go on with what is typed after Ctrl-D.
struct StandardInput {
    is_over: bool,
}

impl Read for StandardInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.is_over || buffer.is_empty() {
            return Ok(0);
        }
        let length = io::stdin().read(buffer)?;
        self.is_over = length == 0;
        Ok(length)
    }
}

/// A file of games or positions that is being read.
pub struct GameFile {
    /// Its text, unpacked if the file is compressed.
    pub text: Box<dyn Read + Send>,
    /// The length of the file in bytes, if it is known.
    length: Option<u64>,
    /// How far it has been read, if it is compressed.
    packed: Option<PackedPosition>,
}

impl GameFile {
    fn new(source: impl Read + Send + 'static, length: Option<u64>) -> io::Result<Self> {
        let unpacked = unpack(source)?;
        Ok(Self {
            text: unpacked.text,
            length,
            packed: unpacked.position,
        })
    }

    /// A bar on standard error that shows how far the file has been read.
    pub fn bar(&self) -> FileBar {
        let template = match self.length {
            Some(_) => "[{elapsed}] {bar:40} {bytes}/{total_bytes}",
            None => "[{elapsed}] {bytes}",
        };
        FileBar {
            bar: bar_on_stderr(self.length, template),
            packed: self.packed.clone(),
        }
    }
}

/// Shows how far a file has been read.
pub struct FileBar {
    bar: ProgressBar,
    packed: Option<PackedPosition>,
}

impl FileBar {
    /// Advances to an offset in the text. The text of a compressed file has no offset in the file, so there the bytes
    /// that have been read count.
    pub fn set_position(&self, offset: u64) {
        let position = self.packed.as_ref().map_or(offset, PackedPosition::get);
        self.bar.set_position(position);
    }

    /// Runs a function that prints lines, above the bar.
    pub fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// Removes the bar.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// Opens a file, which may be compressed; `-` is standard input.
pub fn open(path: &Path) -> io::Result<GameFile> {
    if path == Path::new("-") {
        if io::stdin().is_terminal() {
            eprint(format_args!("reading standard input; {END_KEYS}"));
        }
        return GameFile::new(StandardInput { is_over: false }, None);
    }
    let file = input::open(path)?;
    let length = file.length();
    GameFile::new(file, length)
}

/// Reads a text of at most `limit` bytes from a file, which may be compressed, or from standard input.
pub fn read_text(path: &Path, limit: u64) -> Result<String, CliError> {
    let text = open(path).and_then(|file| read_text_from(file.text, limit));
    text.map_err(|error| CliError::at(path.display(), error))
}

/// The path of a file as messages and reports show it.
pub fn printable_path(path: &Path) -> String {
    printable(&path.to_string_lossy()).into_owned()
}

/// The message about a file that cannot be read, for commands that take a position with `--fen`.
pub fn unreadable(name: &str, error: &io::Error) -> String {
    if is_position(name) {
        format!("{name}: this is a position: use --fen \"{name}\"")
    } else {
        format!("{name}: {error}")
    }
}

/// True if a text that stands for a file begins with the eight ranks of a FEN.
fn is_position(text: &str) -> bool {
    let ranks = text.split_whitespace().next().unwrap_or_default();
    fen::parse_setup(&format!("{ranks} w")).is_ok()
}

/// Refuses the output that a flag names if it would overwrite an input, or if it cannot be written.
pub fn check_output(files: &[PathBuf], flag: &str, output: &Path) -> Result<(), CliError> {
    let place = format!("{flag} {}", output.display());
    if output == Path::new("-") {
        let problem = "name a file; standard output is /dev/stdout";
        return Err(CliError::at(place, problem));
    }
    if files.iter().any(|input| file::is_same(input, output)) {
        let problem = "it is also an input file; choose another name";
        return Err(CliError::at(place, problem));
    }
    file::check_writable(output).map_err(|error| CliError::at(place, error))
}

/// A search for the games of files that satisfy a query.
pub struct GameSearch {
    judge: Judge,
    query: GameQuery,
    /// The games found so far, if repetitions are left out.
    seen: Option<HashSet<GameKey>>,
}

impl GameSearch {
    /// Leaves out games with the same start and moves as an earlier one if the query has keys.
    pub fn new(judge: Judge, query: GameQuery) -> Self {
        let seen = query.has_keys.then(HashSet::new);
        Self { judge, query, seen }
    }

    /// Passes the entries of a file to `take`, with their matches as [`Judge::search`] finds them and a bar that shows
    /// how far the file has been read. Returns the number of entries.
    pub fn file(
        &mut self,
        path: &Path,
        mut take: impl FnMut(&FileEntry, Option<QueryMatch>, &FileBar) -> io::Result<()>,
    ) -> Result<usize, JudgeError> {
        let name = printable_path(path);
        let file = open(path).map_err(JudgeError::Read)?;
        let bar = file.bar();
        let mut is_new = |found: &QueryMatch| match (&mut self.seen, found.key) {
            (Some(seen), Some(key)) => seen.insert(key),
            _ => true,
        };
        let (judge, query) = (&self.judge, &self.query);
        let searched = judge.search(file.text, &name, query, |entry, found, offset| {
            bar.set_position(offset);
            take(entry, found.filter(&mut is_new), &bar)
        });
        bar.finish();
        searched
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen::STARTPOS;

    #[test]
    fn a_position_in_place_of_a_file_is_recognised() {
        let ranks = STARTPOS.split(' ').next().unwrap_or_default();
        for (text, is_expected) in [
            (STARTPOS, true),
            (ranks, true),
            ("games/a.pgn", false),
            ("w", false),
            ("", false),
        ] {
            assert_eq!(is_position(text), is_expected, "{text}");
        }
    }
}
