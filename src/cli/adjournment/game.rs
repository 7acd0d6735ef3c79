//! The game to adjourn, from PGN or from a position and moves.

use crate::board::fen::{self, STARTPOS};
use crate::cli::game_file::read_game;
use crate::cli::output::CliError;
use crate::judge::recorded_points;
use crate::laws::control::TimeControl;
use crate::laws::edition::RulesText;
use crate::laws::game::Game;
use crate::laws::outcome::Points;
use crate::notation::language::Language;
use crate::notation::move_list::split_moves;
use crate::notation::pgn::RecordedGame;
use crate::types::Color;
use crate::util::text::printable;
use std::path::PathBuf;
use std::time::Duration;

/// The source of the game.
#[derive(Clone, Debug, clap::Args)]
pub struct GameArgs {
    /// The game in PGN; - is standard input.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "moves"])]
    pgn: Option<PathBuf>,
    /// The number of the game in the file, from 1; needed if there are several.
    #[arg(long, value_name = "N", requires = "pgn", value_parser = clap::value_parser!(u32).range(1..))]
    game: Option<u32>,
    /// The position that the moves start from, instead of the initial one.
    #[arg(long)]
    fen: Option<String>,
    /// The moves, in SAN or UCI notation.
    #[arg(long)]
    moves: Option<String>,
    /// The language of the piece letters, also in the sealed move: en, es, de, fr, nl, ru and others. Default: the tag
    /// `Language` of the game, then the language that the letters fit.
    #[arg(long)]
    language: Option<Language>,
    /// The name of White. Default: the tag of the game.
    #[arg(long, value_name = "NAME")]
    white: Option<String>,
    /// The name of Black.
    #[arg(long, value_name = "NAME")]
    black: Option<String>,
}

/// The content of a record of a game.
pub struct AdjournedRecord {
    pub game: Game,
    pub laws: Option<RulesText>,
    pub control: Option<TimeControl>,
    pub players: [String; 2],
    /// The last reading of each clock.
    pub shown: [Option<Duration>; 2],
    /// The language of the player who seals: the one that the user names, or the language of the moves.
    pub language: Language,
    /// The player who offered a draw with the last move.
    pub draw_offer: Option<Color>,
    /// The result, if the record has one.
    pub points: Option<Points>,
}

impl GameArgs {
    /// Reads the game.
    ///
    /// # Errors
    /// The file cannot be read, or not all moves are legal.
    pub fn read(&self) -> Result<AdjournedRecord, CliError> {
        let mut record = match &self.pgn {
            Some(path) => {
                let raw = read_game(path, self.game)?;
                let game = RecordedGame::read(&raw, self.language)
                    .map_err(|error| CliError::at(path.display(), error))?;
                self.adjourned(&game)
                    .map_err(|error| CliError::at(path.display(), error))?
            }
            None => self.of_moves()?,
        };
        for (index, name) in [&self.white, &self.black].into_iter().enumerate() {
            if let Some(name) = name {
                record.players[index] = printable(name).into_owned();
            }
        }
        Ok(record)
    }

    fn of_moves(&self) -> Result<AdjournedRecord, CliError> {
        let start = fen::parse(self.fen.as_deref().unwrap_or(STARTPOS));
        let (start, _) = start.map_err(|error| CliError::at("--fen", error))?;
        let texts = split_moves(self.moves.as_deref().unwrap_or_default());
        let game = RecordedGame::of_moves(start, &texts, self.language);
        self.adjourned(&game)
            .map_err(|error| CliError::at("--moves", error))
    }

    /// Plays the moves of a record, all of which must be legal.
    fn adjourned(&self, record: &RecordedGame) -> Result<AdjournedRecord, String> {
        let RecordedGame { pgn, parsed, .. } = record;
        if let Some(error) = &parsed.error {
            return Err(format!("half-move {}: {error}", parsed.moves.len() + 1));
        }
        let mut game = Game::new(record.start);
        let mut shown = [None; 2];
        for (san, time) in parsed.moves.iter().zip(record.times()) {
            let shown = &mut shown[game.board().stm().index()];
            *shown = time.clock.or(*shown);
            game.play_legal(san.mv);
        }
        let offered = pgn.moves.last().is_some_and(|mv| mv.draw_offer);
        let tag = |name| printable(pgn.tags.get(name).unwrap_or("?")).into_owned();
        let laws = pgn.tags.get("LawsEdition").map(|text| {
            let parsed = text.trim().parse::<RulesText>();
            parsed.map_err(|error| format!("tag LawsEdition: {error}"))
        });
        let control = pgn.tags.get("TimeControl");
        Ok(AdjournedRecord {
            laws: laws.transpose()?,
            // An unknown time control counts as none; the command line takes precedence.
            control: control.and_then(|text| text.parse().ok()),
            players: [tag("White"), tag("Black")],
            shown,
            language: self.language.unwrap_or(parsed.language),
            draw_offer: offered.then_some(!game.board().stm()),
            points: recorded_points(pgn),
            game,
        })
    }
}
