//! The arguments that describe a game.

use crate::arbiter::{ledger, pgn};
use crate::cli::game_file::read_game;
use crate::cli::judge::mode;
use crate::cli::output::CliError;
use crate::judge::{DEFAULT_NODES, JudgeSettings, ModeChoice};
use crate::laws::control::TimeControl;
use crate::laws::edition::{Edition, EditionError, RulesText, Supervision};
use crate::notation::language::Language;
use crate::notation::pgn::RawGame;
use crate::ruling::{CaseError, CaseSettings, ClockTime, GameCase, GameExtent};
use crate::util::text::printable;
use std::path::{Path, PathBuf};

/// The Laws, and the form of the answer.
#[derive(Clone, Debug, clap::Args)]
pub struct LawsArgs {
    /// The edition: fide1997, fide2001, fide2009, fide2018, fide2023; for flags, lateness and illegal moves found later also
    /// interpretations1974. Without it the tag `LawsEdition` of a game counts, then fide2023.
    #[arg(long, value_name = "EDITION")]
    laws: Option<RulesText>,
    /// The mode: standard, rapid, blitz, or auto for what the time control says. Without it the tag `LawsMode` of a game
    /// counts, then auto; without a time control it is standard.
    #[arg(long, value_parser = mode)]
    pub mode: Option<ModeChoice>,
    /// Whether an arbiter sees every move of a rapid or blitz game: supervised or unsupervised. Without it the tag
    /// `LawsSupervision` of a game counts, then supervised.
    #[arg(long, value_name = "DEGREE")]
    pub supervision: Option<Supervision>,
    /// One JSON object instead of text.
    #[arg(long)]
    pub json: bool,
}

/// The game that a question is about: a game in PGN, one of a ledger, or a position and moves; the initial position if
/// nothing is given.
#[derive(Clone, Debug, clap::Args)]
pub struct CaseArgs {
    #[command(flatten)]
    pub laws: LawsArgs,
    /// A file of games; - is standard input.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["ledger", "fen", "moves"])]
    pgn: Option<PathBuf>,
    /// The ledger of a match.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "moves"], requires = "game")]
    ledger: Option<PathBuf>,
    /// The number of the game in the file, from 1; needed if there are several.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    game: Option<u32>,
    /// A position, instead of the initial one.
    #[arg(long)]
    fen: Option<String>,
    /// The moves that follow the position, in SAN or UCI notation, such as "e4 e5".
    #[arg(long)]
    moves: Option<String>,
    /// The question is about the position after so many half-moves, instead of all.
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// The language of the piece letters: en, es, de, fr, nl, ru and others.
    #[arg(long)]
    language: Option<Language>,
    /// The time control, such as 40/5400+30:1800+30. Without it the tag `TimeControl` of a game counts.
    #[arg(long, value_name = "CONTROL")]
    tc: Option<TimeControl>,
    /// What White's clock shows, such as 1:59:30, 4:05.250 or 90s. Without it the times of the record count.
    #[arg(long, value_name = "TIME")]
    white_clock: Option<ClockTime>,
    /// What Black's clock shows.
    #[arg(long, value_name = "TIME")]
    black_clock: Option<ClockTime>,
    /// Positions searched at most for the question whether a side can still mate, before a solver with a limit of its
    /// own is asked, for some seconds at worst; with 0 it is not asked.
    #[arg(long, default_value_t = DEFAULT_NODES)]
    nodes: u64,
}

impl LawsArgs {
    /// The edition, if one is given.
    ///
    /// # Errors
    /// The interpretations of 1974 are asked, which have no word on the question.
    pub fn edition(&self) -> Result<Option<Edition>, CliError> {
        let edition = self.laws.map(RulesText::edition).transpose();
        edition.map_err(|error: EditionError| CliError::at("--laws", error))
    }

    /// True if the interpretations of 1974 are asked.
    pub fn is_1974(&self) -> bool {
        self.laws == Some(RulesText::Interpretations1974)
    }
}

impl CaseArgs {
    /// Reads the game up to the position of the question.
    ///
    /// # Errors
    /// A file cannot be read, has no such game, or the game cannot be asked about.
    pub fn case(&self) -> Result<GameCase, CliError> {
        self.laws.edition()?;
        self.case_to(self.extent())
    }

    /// How much of the record counts.
    pub fn extent(&self) -> GameExtent {
        self.ply.map_or(GameExtent::All, GameExtent::Plies)
    }

    /// As [`CaseArgs::case`], with as much of the game as `extent` says, also for the interpretations of 1974.
    ///
    /// # Errors
    /// As those of [`CaseArgs::case`].
    pub fn case_to(&self, extent: GameExtent) -> Result<GameCase, CliError> {
        let edition = if self.laws.is_1974() {
            // A game of that time is replayed as it would be in the first edition; nothing else of it counts.
            Some(Edition::Fide1997)
        } else {
            self.laws.edition()?
        };
        let settings = CaseSettings {
            judge: JudgeSettings {
                edition,
                mode: self.laws.mode,
                supervision: self.laws.supervision,
                language: self.language,
                nodes: self.nodes,
                ..JudgeSettings::default()
            },
            control: self.tc.clone(),
            clocks: [self.white_clock, self.black_clock].map(|time| time.map(|time| time.0)),
            extent,
        };
        let (file, raw) = match (&self.pgn, &self.ledger) {
            (Some(file), _) => (file, read_game(file, self.game)?),
            (None, Some(file)) => (file, self.game_of_ledger(file)?),
            (None, None) => {
                let moves = self.moves.as_deref().unwrap_or_default();
                let case = GameCase::from_moves(self.fen.as_deref(), moves, &settings);
                return case.map_err(CliError::unusable);
            }
        };
        let at = |error: CaseError| CliError::at(printable(&file.to_string_lossy()), error);
        GameCase::from_pgn(&raw, &settings).map_err(at)
    }

    /// True if the moves of the game are given, not only a position.
    pub const fn has_moves(&self) -> bool {
        self.pgn.is_some() || self.ledger.is_some() || self.moves.is_some()
    }

    fn game_of_ledger(&self, file: &Path) -> Result<RawGame, CliError> {
        let name = file.to_string_lossy();
        let name = printable(&name);
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
            let problem = format!("there is no game {number}");
            return Err(CliError::at(name, problem));
        };
        let text =
            pgn::pgn(&header.settings, &record).map_err(|error| CliError::at(&name, error))?;
        Ok(RawGame {
            index: 0,
            line: 1,
            offset: 0,
            text,
        })
    }
}
