//! `compongo judge --output`: games written to a file.

use super::game_file::{GameSearch, check_output, printable_path};
use super::output::{CliError, FAILURE, OK, UNUSABLE, eprint, note_output, print};
use crate::judge::{FileEntry, JudgeError};
use crate::notation::pgn::{
    AnnotationKind, PgnGame, PgnWarning, PgnWarningKind, RawGame, ResultToken, Tags,
};
use crate::notation::source::is_margin;
use crate::util::file;
use crate::util::pack::PackedFile;
use crate::util::text::printable_lines;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// Writes the games of files that satisfy a query to another file; `-` is standard output.
pub fn run(search: &mut GameSearch, files: &[PathBuf], output: &Path) -> Result<u8, CliError> {
    if output == Path::new("-") {
        let stdout = io::stdout();
        let mut extract = GameExtract::new(stdout.lock());
        extract.is_shown = stdout.is_terminal();
        let written = extract.files(search, files);
        note_output(written.and_then(|()| extract.out.flush()));
        return Ok(extract.code);
    }
    check_output(files, "--output", output)?;
    let at = |error: io::Error| CliError::failure(format_args!("{}: {error}", output.display()));
    let out = PackedFile::create(output).map_err(at)?;
    let mut extract = GameExtract::new(out);
    extract.files(search, files).map_err(at)?;
    if extract.code == UNUSABLE {
        eprint(format_args!("{}: nothing is written", output.display()));
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
    searched: usize,
    written: usize,
    code: u8,
}

impl<W: Write> GameExtract<W> {
    fn new(out: W) -> Self {
        Self {
            out: BufWriter::new(out),
            is_shown: false,
            searched: 0,
            written: 0,
            code: OK,
        }
    }

    /// Writes the games of files. An error is one of the output.
    fn files(&mut self, search: &mut GameSearch, files: &[PathBuf]) -> io::Result<()> {
        let mut files = files.iter();
        files.try_for_each(|path| self.file(search, path))
    }

    /// Writes the games of a file. An error is one of the output.
    fn file(&mut self, search: &mut GameSearch, path: &Path) -> io::Result<()> {
        let name = printable_path(path);
        let mut has_positions = false;
        let searched = search.file(path, |entry, found, bar| {
            match entry {
                FileEntry::Game(raw) => {
                    self.searched += 1;
                    if found.is_some() {
                        return bar.suspend(|| self.write(raw));
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
    fn write(&mut self, game: &RawGame) -> io::Result<()> {
        self.written += 1;
        // The marks of the file that the game comes from mean nothing within another.
        let text = game.text.trim_matches(is_margin);
        let begin = missing_beginning(game, text);
        let end = missing_end(game);
        if self.is_shown {
            writeln!(self.out, "{begin}{}{end}\n", printable_lines(text))
        } else {
            writeln!(self.out, "{begin}{text}{end}\n")
        }
    }

    fn fail(&mut self, code: u8, message: &str) {
        eprint(message);
        self.code = self.code.max(code);
    }
}

/// What a game lacks so that it does not become a part of the game before it: a tag or the first move number.
fn missing_beginning(game: &RawGame, text: &str) -> &'static str {
    let number = text.split(|c: char| !c.is_ascii_digit()).next();
    if number == Some("1") || text.starts_with('[') || !Tags::read(game).all().is_empty() {
        ""
    } else {
        "[Event \"?\"]\n\n"
    }
}

/// What a game lacks so that the next one does not become a part of it: the ends of a comment and of variations, and the
/// result.
fn missing_end(game: &RawGame) -> String {
    let text = game.text.trim_end();
    let has_result = ResultToken::ALL
        .iter()
        .any(|token| text.ends_with(token.as_str()));
    let last_line = text.lines().last().unwrap_or_default();
    let is_closed = text.rfind('{') <= text.rfind('}')
        && text.matches('(').count() == text.matches(')').count()
        && !last_line.contains(';')
        && !last_line.starts_with('%');
    if has_result && is_closed {
        return String::new();
    }
    let game = PgnGame::parse(game);
    let is_open = |warning: &PgnWarning| warning.kind == PgnWarningKind::OpenComment;
    let mut end = String::new();
    if game.warnings.iter().any(is_open) {
        end.push('}');
    }
    let count = |kind: AnnotationKind| {
        let annotations = game.annotations.iter();
        annotations
            .filter(|annotation| annotation.kind == kind)
            .count()
    };
    let open = count(AnnotationKind::VariationStart) - count(AnnotationKind::VariationEnd);
    end.push_str(&")".repeat(open));
    if game.result.is_none() {
        let result = game
            .tags
            .result()
            .ok()
            .flatten()
            .unwrap_or(ResultToken::Open);
        // The last line may be a comment.
        end.push('\n');
        end.push_str(result.as_str());
    }
    end
}
