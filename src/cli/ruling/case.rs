//! The arguments that describe a game and the Laws that apply to it.

use crate::cli::arguments::position_and_moves;
use crate::cli::game_args::GameArgs;
use crate::cli::judge::mode;
use crate::cli::output::{CliError, eprint};
use crate::judge::{DEFAULT_NODES, JudgeSettings, ModeChoice};
use crate::laws::control::TimeControl;
use crate::laws::edition::{Edition, EditionError, RulesText, Supervision};
use crate::ruling::{CaseSettings, GameCase, GameExtent, Ruling};

/// The Laws to apply, and the form of the answer.
#[derive(Clone, Debug, clap::Args)]
pub struct LawsArgs {
    /// The edition: fide1997, fide2001, fide2009, fide2018, fide2023; also interpretations1974 for flags, lateness,
    /// refusal, draw offers, sealed moves and illegal moves found later. Default: the tag `LawsEdition` of a game, then
    /// fide2023.
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

/// The game that a question is about.
#[derive(Clone, Debug, clap::Args)]
pub struct CaseArgs {
    #[command(flatten)]
    pub laws: LawsArgs,
    #[command(flatten)]
    pub game: GameArgs,
    /// Ask about the position after this many half-moves, instead of the last one.
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// Search at most this many positions to decide whether a side can still mate. If short searches prove nothing, a
    /// solver with its own limit of several seconds comes before longer ones; with 0, questions that need a search stay
    /// undetermined.
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
    pub fn case(&self) -> Result<GameCase, CliError> {
        self.laws.edition()?;
        self.case_to(self.extent())
    }

    /// Which part of the record counts.
    pub fn extent(&self) -> GameExtent {
        self.ply.map_or(GameExtent::All, GameExtent::Plies)
    }

    /// Like [`CaseArgs::case`], limited to `extent`, and allowed for the interpretations of 1974.
    pub fn case_to(&self, extent: GameExtent) -> Result<GameCase, CliError> {
        let case = self.read(extent)?;
        for warning in &case.fen_warnings {
            eprint(format_args!("warning: {warning}"));
        }
        Ok(case)
    }

    /// Like [`CaseArgs::case_to`], without the warnings.
    pub fn read(&self, extent: GameExtent) -> Result<GameCase, CliError> {
        let in_1974 = self.laws.is_1974();
        let edition = if in_1974 { None } else { self.laws.edition()? };
        let settings = CaseSettings {
            judge: JudgeSettings {
                edition,
                mode: self.laws.mode,
                supervision: self.laws.supervision,
                language: self.game.language,
                nodes: self.nodes,
                ..JudgeSettings::default()
            },
            in_1974,
            control: self.game.tc.clone(),
            clocks: self.game.clocks(),
            extent,
            began_before: true,
        };
        let game = &self.game;
        if let Some((file, raw)) = game.record()? {
            let case = GameCase::from_pgn(&raw, &settings);
            case.map_err(|error| CliError::at(file.display(), error))
        } else {
            let (fen, moves) = position_and_moves(game.fen.as_deref(), game.moves.as_deref());
            let case = GameCase::from_moves(Some(fen), moves, &settings);
            case.map_err(CliError::unusable)
        }
    }

    /// Whether the answer is wanted in JSON, and the time control if one is given.
    pub const fn form(&self) -> (bool, Option<&TimeControl>) {
        (self.laws.json, self.game.tc.as_ref())
    }

    /// Notes that no position was given, in a ruling that depends on it.
    pub fn note_default_position(&self, ruling: &mut Ruling) {
        if !self.game.has_moves() && self.game.fen.is_none() {
            let note = "the position and the moves made: none are given, so the initial position is assumed";
            ruling.open.push(note.to_owned());
        }
    }
}
