//! The positions to analyse: FEN, EPD, UCI `position` lines, games in PGN; detected by content.

use crate::analysis::{AnalysisTask, ExpectedSolution, TaskSource};
use crate::board::Board;
use crate::cli::arguments::uci_position;
use crate::cli::game_file::{open, unreadable};
use crate::cli::output::{CliError, eprint, report_corrections};
use crate::laws::game::Game;
use crate::notation::epd::{self, Epd};
use crate::notation::pgn::{FirstMovesErrorKind, RawGame, RecordedGame};
use crate::notation::san;
use crate::notation::source::{FileEntries, FileEntry};
use crate::types::Move;
use crate::uci::command::{PositionCommand, play_moves};
use crate::util::format::counted;
use crate::util::text::{printable, quote};
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const MAX_ERRORS: usize = 10;
const NEITHER: &str = "neither positions (FEN, EPD, UCI) nor games (PGN)";

/// The positions of a game to analyse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GamePositions {
    /// Every position of the main line.
    All,
    /// The last position.
    Last,
}

struct TaskReader {
    wanted: GamePositions,
    tasks: Vec<AnalysisTask>,
    errors: Vec<String>,
}

/// Reads the positions of all files.
///
/// # Errors
/// A file cannot be read, contains neither positions nor games, or contains an invalid position or move. All errors
/// except the last one have then been printed; the last one is returned.
pub fn read(files: &[PathBuf], wanted: GamePositions) -> Result<Vec<AnalysisTask>, CliError> {
    let mut reader = TaskReader::new(wanted);
    for path in files {
        reader.file(path);
    }
    let more = reader.errors.len().saturating_sub(MAX_ERRORS);
    if more > 0 {
        reader.errors.truncate(MAX_ERRORS);
        reader
            .errors
            .push(format!("and {}", counted(more, "more error")));
    }
    match reader.errors.pop() {
        Some(last) => {
            reader.errors.iter().for_each(eprint);
            Err(CliError::unusable(last))
        }
        None => Ok(reader.tasks),
    }
}

/// Reads the position of `--fen`, which is written like a line of a file.
///
/// # Errors
/// The position or a move is invalid.
pub fn position(fen: &str) -> Result<Vec<AnalysisTask>, CliError> {
    const FLAG: &str = "--fen";
    let mut reader = TaskReader::new(GamePositions::All);
    let read = reader.position(fen.trim(), TaskSource::default(), FLAG);
    read.map_err(|error| CliError::at(FLAG, error))?;
    Ok(reader.tasks)
}

impl TaskReader {
    const fn new(wanted: GamePositions) -> Self {
        Self {
            wanted,
            tasks: Vec::new(),
            errors: Vec::new(),
        }
    }

    fn file(&mut self, path: &Path) {
        let is_stdin = path == Path::new("-");
        let name = path.to_string_lossy();
        let name = if is_stdin {
            "standard input".into()
        } else {
            printable(&name)
        };
        let before = (self.tasks.len(), self.errors.len());
        let source = TaskSource {
            file: (!is_stdin).then(|| name.clone().into_owned()),
            ..TaskSource::default()
        };
        let is_uci = |line: &str| uci_position(line).is_some();
        let entries = open(path).and_then(|file| FileEntries::detect(file.text, is_uci));
        let entries = match entries {
            Ok(entries) => entries,
            Err(error) => return self.errors.push(unreadable(&name, &error)),
        };
        for entry in entries {
            let added = match entry {
                Ok(FileEntry::Position { line, text, .. }) => {
                    let source = TaskSource {
                        line,
                        ..source.clone()
                    };
                    self.position(&text, source, &name)
                        .map_err(|error| format!("{name}, line {line}: {error}"))
                }
                Ok(FileEntry::Game(raw)) => self.game(&raw, &source, &name),
                Ok(FileEntry::TooLong { error, .. }) => Err(format!("{name}: {error}")),
                Err(error) => Err(format!("{name}: {error}")),
            };
            if let Err(error) = added {
                self.errors.push(error);
            }
        }
        if before == (self.tasks.len(), self.errors.len()) {
            self.errors.push(format!("{name}: {NEITHER}"));
        }
    }

    /// A line: UCI if it begins with `position`, `startpos` or `fen`, otherwise EPD or FEN. Line 0 is not in a file.
    fn position(&mut self, text: &str, mut source: TaskSource, name: &str) -> Result<(), String> {
        let place = match source.line {
            0 => name.to_owned(),
            line => format!("{name}, line {line}"),
        };
        let (game, expected) = if let Some(command) = uci_position(text) {
            let command = PositionCommand::parse(command)?;
            let (game, mut warnings) = command.game()?;
            warnings.extend(command.surplus());
            report_corrections(&place, &warnings);
            (game, None)
        } else {
            let (position, warnings) = epd::parse(text).map_err(|error| error.to_string())?;
            report_corrections(&place, &warnings);
            source.id = position.operand("id").map(str::to_owned);
            let game = play_moves(position.board, &position.move_texts())?;
            // The solution is a move of the position after `moves`.
            let last = Epd {
                board: *game.board(),
                ..position
            };
            let expected = ExpectedSolution::of(&last).map_err(|error| error.to_string())?;
            (game, expected)
        };
        self.tasks.push(AnalysisTask {
            source,
            ply: game.ply(),
            game: Arc::new(game),
            expected,
        });
        Ok(())
    }

    /// The positions of the main line of a game.
    fn game(&mut self, raw: &RawGame, source: &TaskSource, name: &str) -> Result<(), String> {
        let number = raw.number;
        let at =
            |line: u64, error: &dyn Display| format!("{name}, game {number}, line {line}: {error}");
        let game = RecordedGame::read(raw, None).map_err(|error| at(raw.line, &error))?;
        if game.pgn.is_empty() {
            return Ok(());
        }
        for warning in &game.fen_warnings {
            eprint(format_args!("warning: {}", at(raw.line, warning)));
        }
        let moves = game.parsed.legal_moves();
        if let Some((token, error)) = game.fault() {
            if number == 1 && moves.is_empty() && game.pgn.tags.all().is_empty() {
                return Err(format!(
                    "{name}: {NEITHER}: '{}'",
                    quote(raw.text.trim().lines().next().unwrap_or_default())
                ));
            }
            return Err(at(token.line, error));
        }
        if !game.parsed.alternatives.is_empty() {
            return Err(at(raw.line, &FirstMovesErrorKind::Language));
        }
        if let Some(warning) = game.pgn.hidden_moves() {
            return Err(at(warning.line, &warning.kind));
        }
        let mut played = Game::new(game.start);
        for &mv in &moves {
            played.play_legal(mv);
        }
        let played = Arc::new(played);
        let first = match self.wanted {
            GamePositions::All => 0,
            GamePositions::Last => moves.len(),
        };
        for ply in first..=moves.len() {
            let last = ply.checked_sub(1);
            self.tasks.push(AnalysisTask {
                source: TaskSource {
                    line: raw.line,
                    game: Some(number),
                    ply: Some(ply),
                    id: last.map(|last| numbered_move(&played.boards()[last], moves[last])),
                    ..source.clone()
                },
                game: Arc::clone(&played),
                ply,
                expected: None,
            });
        }
        Ok(())
    }
}

fn numbered_move(board: &Board, mv: Move) -> String {
    san::numbered(board, &san::write(board, mv))
}
