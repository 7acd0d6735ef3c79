//! `compongo judge --output`: games written to a file.

use super::game_file::{check_output, search_file};
use super::output::{CliError, FAILURE, OK, UNUSABLE, eprint, note_output, print};
use crate::judge::{FileEntry, GameKey, GameQuery, Judge, JudgeError, QueryMatch};
use crate::util::file;
use crate::util::pack::PackedFile;
use crate::util::text::{printable, printable_lines};
use std::collections::HashSet;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// The games found so far, if repetitions are left out.
pub struct SeenGames(Option<HashSet<GameKey>>);

impl SeenGames {
    pub fn new(unique: bool) -> Self {
        Self(unique.then(HashSet::new))
    }

    /// False if a game with the same start and moves was found before.
    pub fn is_new(&mut self, found: &QueryMatch) -> bool {
        match (&mut self.0, found.key) {
            (Some(seen), Some(key)) => seen.insert(key),
            _ => true,
        }
    }
}

/// Writes the games of files that satisfy a query to another file; `-` is standard output.
///
/// # Errors
/// The file cannot be written, or is one of those that are read.
pub fn run(
    judge: &Judge,
    query: &GameQuery,
    seen: SeenGames,
    files: &[PathBuf],
    output: &Path,
) -> Result<u8, CliError> {
    if output == Path::new("-") {
        let stdout = io::stdout();
        let mut extract = GameExtract::new(stdout.lock(), seen);
        extract.is_shown = stdout.is_terminal();
        let written = extract.files(judge, query, files);
        note_output(written.and_then(|()| extract.out.flush()));
        return Ok(extract.code);
    }
    check_output(files, "--output", output)?;
    let at = |error: io::Error| CliError::failure(format_args!("{}: {error}", output.display()));
    let out = PackedFile::create(output).map_err(at)?;
    let mut extract = GameExtract::new(out, seen);
    extract.files(judge, query, files).map_err(at)?;
    if extract.searched == 0 {
        return Ok(extract.code);
    }
    let written = extract.out.into_inner().map_err(io::Error::from);
    written.and_then(PackedFile::finish).map_err(at)?;
    // The sentence would be one of the games.
    if !file::is_stream(output) {
        print(format_args!(
            "{} of {} games written to {}",
            extract.written,
            extract.searched,
            output.display()
        ));
    }
    Ok(extract.code)
}

/// The games that are being written.
struct GameExtract<W: Write> {
    out: BufWriter<W>,
    /// They are written to a terminal, which would obey control characters.
    is_shown: bool,
    seen: SeenGames,
    searched: usize,
    written: usize,
    code: u8,
}

impl<W: Write> GameExtract<W> {
    fn new(out: W, seen: SeenGames) -> Self {
        Self {
            out: BufWriter::new(out),
            is_shown: false,
            seen,
            searched: 0,
            written: 0,
            code: OK,
        }
    }

    /// Writes the games of files. An error is one of the output.
    fn files(&mut self, judge: &Judge, query: &GameQuery, files: &[PathBuf]) -> io::Result<()> {
        let mut files = files.iter();
        files.try_for_each(|path| self.file(judge, query, path))
    }

    /// Writes the games of a file. An error is one of the output.
    fn file(&mut self, judge: &Judge, query: &GameQuery, path: &Path) -> io::Result<()> {
        let name = path.to_string_lossy();
        let name = printable(&name);
        let mut has_positions = false;
        let searched = search_file(judge, query, path, |entry, found, bar| {
            match entry {
                FileEntry::Game(raw) => {
                    self.searched += 1;
                    if found.is_some_and(|found| self.seen.is_new(&found)) {
                        return bar.suspend(|| self.write(&raw.text));
                    }
                }
                FileEntry::TooLong { error, .. } => {
                    self.searched += 1;
                    bar.suspend(|| self.fail(FAILURE, &format!("{name}: {error}")));
                }
                FileEntry::Position { .. } => has_positions = true,
            }
            Ok(())
        });
        let problem = match searched {
            Ok(0) => "there are no games".to_owned(),
            Ok(_) if has_positions => {
                "it contains positions; --output writes only games".to_owned()
            }
            Ok(_) => return Ok(()),
            Err(JudgeError::Write(error)) => return Err(error),
            Err(JudgeError::Read(error)) => error.to_string(),
        };
        self.fail(UNUSABLE, &format!("{name}: {problem}"));
        Ok(())
    }

    /// Writes a game as it is.
    fn write(&mut self, game: &str) -> io::Result<()> {
        self.written += 1;
        // The mark of the file that the game comes from means nothing within another.
        let text = game.trim_start_matches('\u{FEFF}').trim();
        if self.is_shown {
            writeln!(self.out, "{}\n", printable_lines(text))
        } else {
            writeln!(self.out, "{text}\n")
        }
    }

    fn fail(&mut self, code: u8, message: &str) {
        eprint(message);
        self.code = self.code.max(code);
    }
}
