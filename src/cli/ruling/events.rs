//! The arguments of questions about the start of a game, quickplay finishes and time controls.

use super::case::{CaseArgs, LawsArgs};
use crate::board::CHESS960_STARTPOS_COUNT;
use crate::cli::arguments::{number960, player, position};
use crate::cli::output::CliError;
use crate::judge::ModeChoice;
use crate::laws::control::TimeControl;
use crate::laws::edition::{Mode, Rules};
use crate::play::StartNumber960;
use crate::ruling::{
    Arrival, LatenessQuestion, QuickplayDecision, QuickplayQuestion, Ruling, SetupQuestion,
    checked_start, describe_control, lateness, lateness_in_1974, numbered_start, parse_clock_time,
    quickplay, setup,
};
use crate::types::{Color, Rng};
use crate::util::seed::random_seed;
use std::time::Duration;

/// Rule on a wrong start of the game: pieces, board, colours (Article 7).
#[derive(Clone, Debug, clap::Args)]
pub struct SetupArgs {
    /// The board was placed with a dark square in each player's right-hand corner.
    #[arg(long)]
    board_turned: bool,
    /// The players have the wrong colours.
    #[arg(long)]
    colors_reversed: bool,
    /// Chess960 is played.
    #[arg(long)]
    chess960: bool,
    /// The number of moves that each player has completed, if the record does not show it.
    #[arg(long, value_name = "N")]
    made: Option<u32>,
    #[command(flatten)]
    pub case: CaseArgs,
}

impl SetupArgs {
    pub fn ruling(&self) -> Result<Ruling, CliError> {
        let question = SetupQuestion {
            board_turned: self.board_turned,
            colors_reversed: self.colors_reversed,
            chess960: self.chess960.then_some(true),
            moves: self.made,
        };
        Ok(setup(&self.case.case()?, &question))
    }
}

/// Set up or check a start position of Chess960.
#[derive(Clone, Debug, clap::Args)]
pub struct Chess960Args {
    /// The number of a start position from 0 to 959, or random.
    #[arg(required_unless_present = "fen", conflicts_with = "fen", value_parser = number960)]
    number: Option<StartNumber960>,
    /// A position: print its number, if it is a start position.
    #[arg(long)]
    fen: Option<String>,
    /// The seed of a random number [default: random].
    #[arg(long, value_name = "N", conflicts_with = "fen")]
    seed: Option<u64>,
    #[command(flatten)]
    pub laws: LawsArgs,
}

impl Chess960Args {
    pub fn ruling(&self) -> Result<Ruling, CliError> {
        let rules = self.laws.rules(None)?;
        if let Some(fen) = &self.fen {
            let board = position("invalid FEN", fen)?;
            return Ok(checked_start(&board, &rules));
        }
        let number = match self.number {
            Some(StartNumber960::Number(number)) => number,
            _ => Rng::new(self.seed.unwrap_or_else(random_seed)).below(CHESS960_STARTPOS_COUNT),
        };
        Ok(numbered_start(number, &rules))
    }
}

impl LawsArgs {
    /// The rules without a game, under a time control if there is one.
    fn rules(&self, control: Option<&TimeControl>) -> Result<Rules, CliError> {
        let edition = self.edition()?.unwrap_or_default();
        let by_time = || control.map_or(Mode::default(), |control| edition.class(control));
        let mode = self
            .mode
            .and_then(ModeChoice::fixed)
            .unwrap_or_else(by_time);
        Ok(edition.rules_under(mode, self.supervision.unwrap_or_default()))
    }
}

/// Rule on a claim that the opponent makes no effort to win, or cannot win by normal means (Article 10.2, Guideline III).
#[derive(Clone, Debug, clap::Args)]
pub struct QuickplayArgs {
    /// The arbiter's decision.
    #[arg(long, value_name = "DECISION")]
    decision: Option<QuickplayDecision>,
    /// The event has announced Guideline III (since 2018).
    #[arg(long)]
    announced: bool,
    /// The decision had been postponed; a flag may have fallen since.
    #[arg(long, requires = "decision")]
    postponed: bool,
    /// No arbiter is present (Appendix D; III.6).
    #[arg(long, conflicts_with = "decision")]
    no_arbiter: bool,
    /// The player who claims [default: the player to move].
    #[arg(long, value_name = "PLAYER", value_parser = player)]
    by: Option<Color>,
    #[command(flatten)]
    pub case: CaseArgs,
}

impl QuickplayArgs {
    pub fn ruling(&self) -> Result<Ruling, CliError> {
        let question = QuickplayQuestion {
            decision: self.decision,
            announced: self.announced,
            no_arbiter: self.no_arbiter,
            by: self.by,
            postponed: self.postponed,
        };
        let ruling = quickplay(&mut self.case.case()?, &question);
        let mut ruling = ruling.map_err(CliError::unusable)?;
        self.case.note_default_position(&mut ruling);
        Ok(ruling)
    }
}

/// Rule on lateness: who loses by default (Article 6.6, since 2018 6.7).
#[derive(Clone, Debug, clap::Args)]
pub struct DefaultArgs {
    /// How late White arrived, or never.
    #[arg(long, value_name = "TIME", value_parser = arrival)]
    white_late: Option<Arrival>,
    /// How late Black arrived, or never.
    #[arg(long, value_name = "TIME", value_parser = arrival)]
    black_late: Option<Arrival>,
    /// How late a player may arrive [default: as the edition says].
    #[arg(long, value_name = "TIME", value_parser = parse_clock_time)]
    default_time: Option<Duration>,
    /// The players are not responsible for being late (1974: 17.2).
    #[arg(long)]
    excused: bool,
    /// The time control, which gives the time on White's clock.
    #[arg(long, value_name = "CONTROL", value_parser = TimeControl::parse_written)]
    pub tc: Option<TimeControl>,
    #[command(flatten)]
    pub laws: LawsArgs,
}

fn arrival(text: &str) -> Result<Arrival, String> {
    if text.eq_ignore_ascii_case("never") {
        return Ok(Arrival::Never);
    }
    match parse_clock_time(text) {
        Ok(time) if time.is_zero() => Ok(Arrival::InTime),
        Ok(time) => Ok(Arrival::Late(time)),
        Err(error) => Err(format!("{error}, nor 'never'")),
    }
}

impl DefaultArgs {
    pub fn ruling(&self) -> Result<Ruling, CliError> {
        let question = LatenessQuestion {
            arrivals: [self.white_late, self.black_late].map(Option::unwrap_or_default),
            default_time: self.default_time,
            control: self.tc.clone(),
            excused: self.excused,
        };
        if self.excused && !self.laws.is_1974() {
            let problem = "--excused applies only to the interpretations of 1974; later the arbiter decides anyway";
            return Err(CliError::unusable(problem));
        }
        if self.laws.is_1974() {
            if self.default_time.is_some() || self.tc.is_some() {
                let problem = "the interpretations of 1974 have no default time but the hour of 17.2, and do not cover the clocks";
                return Err(CliError::unusable(problem));
            }
            return Ok(lateness_in_1974(&question));
        }
        Ok(lateness(&self.laws.rules(self.tc.as_ref())?, &question))
    }
}

/// Describe a time control: mode, periods, quickplay finish, recording of moves.
#[derive(Clone, Debug, clap::Args)]
pub struct ControlArgs {
    /// The time control, such as 90m+30s, or 40/5400+30:1800+30 in seconds.
    #[arg(value_parser = TimeControl::parse_written)]
    pub control: TimeControl,
    #[command(flatten)]
    pub laws: LawsArgs,
}

impl ControlArgs {
    pub fn ruling(&self) -> Result<Ruling, CliError> {
        let mode = self.laws.mode.and_then(ModeChoice::fixed);
        let edition = self.laws.edition()?.unwrap_or_default();
        let supervision = self.laws.supervision.unwrap_or_default();
        Ok(describe_control(&self.control, edition, mode, supervision))
    }
}
