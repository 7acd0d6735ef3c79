//! `compongo judge --output`: games written to a file.

use super::game_file::{check_output, search_file};
use super::output::{CliError, FAILURE, OK, UNUSABLE, eprint, print};
use crate::judge::{FileEntry, GameKey, GameQuery, Judge, JudgeError, QueryMatch};
use crate::util::file;
use crate::util::pack::PackedFile;
use crate::util::text::printable;
use std::collections::HashSet;
use std::io::{self, BufWriter, Write};
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

/// Writes the games of files that satisfy a query to another file.
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
        let problem = "it needs the name of a file; /dev/stdout is standard output";
        return Err(CliError::at("--output -", problem));
    }
    check_output(files, "--output", output)?;
    let at = |error: io::Error| CliError::failure(format_args!("{}: {error}", output.display()));
    let out = PackedFile::create(output).map_err(at)?;
    let mut extract = GameExtract {
        out: BufWriter::new(out),
        seen,
        searched: 0,
        written: 0,
        code: OK,
    };
    for path in files {
        extract.file(judge, query, path).map_err(at)?;
    }
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
struct GameExtract {
    out: BufWriter<PackedFile>,
    seen: SeenGames,
    searched: usize,
    written: usize,
    code: u8,
}

impl GameExtract {
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
                        self.written += 1;
                        // The mark of the file that the game comes from means nothing within another.
                        let text = raw.text.trim_start_matches('\u{FEFF}').trim();
                        return writeln!(self.out, "{text}\n");
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

    fn fail(&mut self, code: u8, message: &str) {
        eprint(message);
        self.code = self.code.max(code);
    }
}
