//! The arguments that describe a game.

use crate::cli::game_file::read_game;
use crate::cli::judge::mode;
use crate::cli::output::CliError;
use crate::judge::{DEFAULT_NODES, JudgeSettings, ModeChoice};
use crate::laws::control::TimeControl;
use crate::laws::edition::{Edition, EditionError, RulesText, Supervision};
use crate::match_runner::{ledger, pgn};
use crate::notation::language::Language;
use crate::notation::pgn::RawGame;
use crate::ruling::{CaseError, CaseSettings, ClockTime, GameCase, GameExtent, Ruling};
use crate::util::text::printable;
use std::path::{Path, PathBuf};

/// The Laws to apply, and the form of the answer.
#[derive(Clone, Debug, clap::Args)]
pub struct LawsArgs {
    /// The edition: fide1997, fide2001, fide2009, fide2018, fide2023; also interpretations1974 for flags, lateness,
    /// refusal, draw offers and illegal moves found later. Default: the tag `LawsEdition` of a game, then fide2023.
    #[arg(long, value_name = "EDITION")]
    laws: Option<RulesText>,
    /// The mode: standard, rapid, blitz, or auto to derive it from the time control. Default: the tag `LawsMode` of a
    /// game, then auto; without a time control it is standard.
    #[arg(long, value_parser = mode)]
    pub mode: Option<ModeChoice>,
    /// Whether an arbiter sees every move of a rapid or blitz game: supervised or unsupervised. Default: the tag
    /// `LawsSupervision` of a game, then supervised.
    #[arg(long, value_name = "DEGREE")]
    pub supervision: Option<Supervision>,
    /// Print one JSON object instead of text.
    #[arg(long)]
    pub json: bool,
}

/// The game that a question is about: a game in PGN, one of a ledger, or a position and moves. Default: the initial
/// position.
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
    /// The moves after the position, in SAN or UCI notation, such as "e4 e5".
    #[arg(long)]
    moves: Option<String>,
    /// Ask about the position after this many half-moves, instead of the last one.
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// The language of the piece letters: en, es, de, fr, nl, ru and others.
    #[arg(long)]
    language: Option<Language>,
    /// The time control, such as 90m+30s, or 40/5400+30:1800+30 in seconds. Default: the tag `TimeControl` of a game.
    #[arg(long, value_name = "CONTROL", value_parser = TimeControl::parse_written)]
    pub tc: Option<TimeControl>,
    /// White's clock, such as 1:59:30, 4:05.250 or 90s. Default: the times of the record.
    #[arg(long, value_name = "TIME")]
    white_clock: Option<ClockTime>,
    /// Black's clock.
    #[arg(long, value_name = "TIME")]
    black_clock: Option<ClockTime>,
    /// The most positions to search for the question whether a side can still mate. If that leaves it open, a solver
    /// with a limit of its own takes over, which may need several seconds; with 0 it is not used.
    #[arg(long, default_value_t = DEFAULT_NODES)]
    nodes: u64,
}

impl LawsArgs {
    /// The edition; `None` if it is not given.
    ///
    /// # Errors
    /// The interpretations of 1974 are selected, but do not answer the question.
    pub fn edition(&self) -> Result<Option<Edition>, CliError> {
        let edition = self.laws.map(RulesText::edition).transpose();
        edition.map_err(|error: EditionError| CliError::at("--laws", error))
    }

    /// True if the interpretations of 1974 are selected.
    pub fn is_1974(&self) -> bool {
        self.laws == Some(RulesText::Interpretations1974)
    }
}

impl CaseArgs {
    /// Reads the game up to the position of the question.
    ///
    /// # Errors
    /// A file cannot be read, has no such game, or the game cannot be used.
    pub fn case(&self) -> Result<GameCase, CliError> {
        self.laws.edition()?;
        self.case_to(self.extent())
    }

    /// Which part of the record counts.
    pub fn extent(&self) -> GameExtent {
        self.ply.map_or(GameExtent::All, GameExtent::Plies)
    }

    /// Like [`CaseArgs::case`], limited to `extent`, and allowed for the interpretations of 1974.
    ///
    /// # Errors
    /// The same as for [`CaseArgs::case`].
    pub fn case_to(&self, extent: GameExtent) -> Result<GameCase, CliError> {
        let edition = if self.laws.is_1974() {
            // A game under the interpretations is replayed under the first edition; no other rule of that edition is
            // used.
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

    /// Notes that no position was given, in a ruling that depends on it.
    pub fn note_default_position(&self, ruling: &mut Ruling) {
        if !self.has_moves() && self.fen.is_none() {
            let note =
                "the position and the moves made: none are given, so the initial position is taken";
            ruling.open.push(note.to_owned());
        }
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
        Ok(RawGame::new(text))
    }
}
