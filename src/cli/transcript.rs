//! `compongo judge --notation`: games written in another notation.

use super::arguments;
use super::game_file::{open, printable_path, unreadable};
use super::output::{CliError, FAILURE, OK, UNUSABLE, eprint, note_output, report_corrections};
use crate::judge::{FileEntries, FileEntry, transcribe};
use crate::notation::epd;
use crate::notation::language::Language;
use crate::notation::move_list::split_moves;
use crate::notation::move_notation::MoveNotation;
use crate::notation::pgn::{FirstMovesErrorKind, RecordedGame};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Writes games on standard output, and messages about games that cannot be written completely on standard error.
pub struct TranscriptOutput {
    notation: MoveNotation,
    /// The language of the moves, if the user names it.
    language: Option<Language>,
    exit_code: u8,
}

impl TranscriptOutput {
    pub const fn new(notation: MoveNotation, language: Option<Language>) -> Self {
        Self {
            notation,
            language,
            exit_code: OK,
        }
    }

    /// Writes a position and the moves that follow it as a game. Returns the exit code.
    pub fn position(mut self, fen: &str, moves: &str) -> Result<u8, CliError> {
        let board = arguments::position("invalid FEN", fen)?;
        let texts = split_moves(moves, &board);
        let game = RecordedGame::of_moves(board, &texts, self.language);
        let mut out = io::stdout().lock();
        let written = self.write(&mut out, &game, "position");
        note_output(written.and_then(|()| out.flush()));
        Ok(self.exit_code)
    }

    /// Writes the games of files. Returns the exit code.
    pub fn files(mut self, files: &[PathBuf]) -> u8 {
        let mut out = BufWriter::new(io::stdout().lock());
        for path in files {
            match self.file(&mut out, path) {
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return self.exit_code,
                Err(error) => {
                    self.fail(UNUSABLE, &unreadable(&printable_path(path), &error));
                }
                Ok(()) => {}
            }
        }
        note_output(out.flush());
        self.exit_code
    }

    fn file(&mut self, out: &mut impl Write, path: &Path) -> io::Result<()> {
        let name = printable_path(path);
        let file = open(path)?;
        let mut count = 0;
        for entry in FileEntries::new(file.text)? {
            count += 1;
            self.entry(out, &entry?, &name)?;
        }
        if count == 0 {
            self.fail(
                UNUSABLE,
                &format!("{name}: it contains no games and no positions"),
            );
        }
        Ok(())
    }

    fn entry(&mut self, out: &mut impl Write, entry: &FileEntry, name: &str) -> io::Result<()> {
        match entry {
            FileEntry::Game(raw) => {
                let place = format!("{name}:{}: game {}", raw.line, raw.number);
                match RecordedGame::read(raw, self.language) {
                    Ok(game) => {
                        report_corrections(&place, &game.fen_warnings);
                        self.write(out, &game, &place)?;
                    }
                    Err(error) => self.fail(FAILURE, &format!("{place}: {error}")),
                }
            }
            FileEntry::Position {
                number, line, text, ..
            } => {
                let place = format!("{name}:{line}: position {number}");
                match epd::parse(text) {
                    Ok((epd, warnings)) => {
                        report_corrections(&place, &warnings);
                        let moves = epd.move_texts();
                        let game = RecordedGame::of_moves(epd.board, &moves, self.language);
                        self.write(out, &game, &place)?;
                    }
                    Err(error) => self.fail(FAILURE, &format!("{place}: {error}")),
                }
            }
            FileEntry::TooLong { line, error, .. } => {
                self.fail(FAILURE, &format!("{name}:{line}: {error}"));
            }
        }
        Ok(())
    }

    /// Writes a game. Any failure is reported as [`io::ErrorKind::BrokenPipe`].
    fn write(&mut self, out: &mut impl Write, game: &RecordedGame, place: &str) -> io::Result<()> {
        let transcript = transcribe(game, self.notation);
        if !note_output(out.write_all(transcript.text.as_bytes())) {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        if let Some(contradiction) = transcript.contradiction {
            self.fail(FAILURE, &format!("{place}: {contradiction}"));
        }
        if !game.parsed.alternatives.is_empty() {
            let problem = FirstMovesErrorKind::Language;
            self.fail(FAILURE, &format!("{place}: {problem}"));
        }
        if let Some(warning) = game.pgn.hidden_moves() {
            let message = format!("{place}: {warning}; what follows is not written");
            self.fail(FAILURE, &message);
        }
        if let Some(error) = &game.parsed.error {
            self.fail(
                FAILURE,
                &format!("{place}: {error}; the moves end before it"),
            );
        }
        Ok(())
    }

    fn fail(&mut self, exit_code: u8, message: &str) {
        eprint(message);
        self.exit_code = self.exit_code.max(exit_code);
    }
}
