//! The arguments that describe one game.

use super::game_file::open;
use super::output::CliError;
use crate::laws::control::TimeControl;
use crate::match_runner::{ledger, pgn};
use crate::notation::language::Language;
use crate::notation::pgn::RawGame;
use crate::notation::source::{FileEntries, FileEntry};
use crate::ruling::parse_clock_time;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The game: in PGN, in the ledger of a match, or a position and moves. Default: the initial position.
#[derive(Clone, Debug, clap::Args)]
pub struct GameArgs {
    /// A file of games; - is standard input.
    #[arg(long, value_name = "FILE", group = "record", conflicts_with_all = ["fen", "moves"])]
    pgn: Option<PathBuf>,
    /// The ledger of a match.
    #[arg(long, value_name = "FILE", group = "record", conflicts_with_all = ["fen", "moves"], requires = "game")]
    ledger: Option<PathBuf>,
    /// The number of the game in the file, from 1; needed if there are several.
    #[arg(long, value_name = "N", requires = "record", value_parser = clap::value_parser!(u32).range(1..))]
    game: Option<u32>,
    /// A position, instead of the initial one: a FEN, or a UCI line such as "startpos moves e2e4".
    #[arg(long)]
    pub fen: Option<String>,
    /// The moves after the position, in SAN or UCI notation, such as "e4 e5".
    #[arg(long)]
    pub moves: Option<String>,
    /// The language of the piece letters, also in a sealed move: en, es, de, fr, nl, ru and others. Default: the tag
    /// `Language` of a game, then the language that the letters fit.
    #[arg(long)]
    pub language: Option<Language>,
    /// The time control, such as 90m+30s, or 40/5400+30:1800+30 in seconds. Default: the tag `TimeControl` of a game.
    #[arg(long, value_name = "CONTROL", value_parser = TimeControl::parse_written)]
    pub tc: Option<TimeControl>,
    /// White's clock, such as 1:59:30, 4:05.250 or 90s. Default: the times of the record.
    #[arg(long, value_name = "TIME", value_parser = parse_clock_time)]
    white_clock: Option<Duration>,
    /// Black's clock.
    #[arg(long, value_name = "TIME", value_parser = parse_clock_time)]
    black_clock: Option<Duration>,
}

impl GameArgs {
    /// The file with the game, and the text of the game; `None` for a position and moves.
    pub fn record(&self) -> Result<Option<(&Path, RawGame)>, CliError> {
        Ok(match (&self.pgn, &self.ledger) {
            (Some(file), _) => Some((file.as_path(), self.game_of_pgn(file)?)),
            (None, Some(file)) => Some((file.as_path(), self.game_of_ledger(file)?)),
            (None, None) => None,
        })
    }

    /// The times on the clocks of White and Black, where they are given.
    pub const fn clocks(&self) -> [Option<Duration>; 2] {
        [self.white_clock, self.black_clock]
    }

    /// True if the moves of the game are given, not only a position.
    pub const fn has_moves(&self) -> bool {
        self.pgn.is_some() || self.ledger.is_some() || self.moves.is_some()
    }

    /// The game with the number; without a number, the only game of the file.
    fn game_of_pgn(&self, file: &Path) -> Result<RawGame, CliError> {
        let at = |error: String| CliError::at(file.display(), error);
        let source = open(file).map_err(|error| at(error.to_string()))?;
        let number = self.game.unwrap_or(1);
        let last = self.game.unwrap_or(2);
        let mut found = None;
        let entries = FileEntries::new(source.text).map_err(|error| at(error.to_string()))?;
        for (entry, index) in entries.zip(1..=last) {
            match entry.map_err(|error| at(error.to_string()))? {
                FileEntry::Position { .. } => {
                    let problem = "it contains positions, not games; give one with --fen";
                    return Err(at(problem.to_owned()));
                }
                // That another game is too long does not matter.
                _ if index != number => {
                    if self.game.is_none() {
                        let problem = "there are several games; choose one with --game";
                        return Err(at(problem.to_owned()));
                    }
                }
                FileEntry::Game(game) => found = Some(game),
                FileEntry::TooLong { error, .. } => return Err(at(error)),
            }
        }
        found.ok_or_else(|| at(format!("there is no game {number}")))
    }

    fn game_of_ledger(&self, file: &Path) -> Result<RawGame, CliError> {
        let header = ledger::header(file).map_err(CliError::unusable)?;
        let number = self.game.unwrap_or(1);
        let mut found = None;
        let read = ledger::for_each_game(file, |record| {
            if record.game == number {
                found = Some(record);
            }
        });
        read.map_err(CliError::unusable)?;
        let Some(record) = found else {
            let problem = format_args!("there is no game {number}");
            return Err(CliError::at(file.display(), problem));
        };
        let text = pgn::pgn(&header.settings, &record);
        let text = text.map_err(|error| CliError::at(file.display(), error))?;
        Ok(RawGame::new(text))
    }
}
