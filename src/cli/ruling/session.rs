//! The arguments of questions about clocks and sealed moves.

use super::case::CaseArgs;
use crate::cli::output::CliError;
use crate::laws::edition::RulesText;
use crate::ruling::{ClockFault, ClockTime, Ruling, SealQuestion, faulty_clock, seal};

/// Rule on a clock: defective, set wrongly, stopped; a claim that rests on a screen (Article 6).
#[derive(Clone, Debug, clap::Args)]
pub struct ClockFaultArgs {
    /// What is wrong.
    fault: FaultArg,
    /// White's time used; with a time control, the time left follows from it.
    #[arg(long, value_name = "TIME")]
    white_used: Option<ClockTime>,
    /// Black's time used.
    #[arg(long, value_name = "TIME")]
    black_used: Option<ClockTime>,
    #[command(flatten)]
    pub case: CaseArgs,
}

/// What is wrong with a clock.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum FaultArg {
    /// The clock is evidently defective.
    Defect,
    /// It was set wrongly.
    Setting,
    /// A player stopped it.
    Stopped,
    /// A claim rests on what a screen shows.
    Screen,
}

impl ClockFaultArgs {
    pub fn ruling(&self) -> Result<Ruling, CliError> {
        let fault = match self.fault {
            FaultArg::Defect => ClockFault::Defect,
            FaultArg::Setting => ClockFault::Setting,
            FaultArg::Stopped => ClockFault::Stopped,
            FaultArg::Screen => ClockFault::Screen,
        };
        let used = [self.white_used, self.black_used].map(|time| time.map(|time| time.0));
        Ok(faulty_clock(&self.case.case()?, fault, used))
    }
}

/// Rule on a move that is sealed: changing it, the move on the board, leaving early (2009: Guideline 1).
#[derive(Clone, Debug, clap::Args)]
pub struct SealArgs {
    /// The player wants to change the sealed move.
    #[arg(long, conflicts_with_all = ["made", "early"])]
    change: bool,
    /// The clocks were stopped before.
    #[arg(long, requires = "change")]
    clocks_stopped: bool,
    /// The player made this move on the board.
    #[arg(long, value_name = "MOVE", conflicts_with = "early")]
    made: Option<String>,
    /// The move in the envelope.
    #[arg(long, value_name = "MOVE", requires = "made")]
    sealed: Option<String>,
    /// The player wants to seal with this time left in the session.
    #[arg(long, value_name = "TIME")]
    early: Option<ClockTime>,
    #[command(flatten)]
    pub case: CaseArgs,
}

impl SealArgs {
    pub fn ruling(&self) -> Result<Ruling, CliError> {
        let question = match (self.change, &self.made, self.early) {
            (true, ..) => SealQuestion::Change {
                clocks_stopped: self.clocks_stopped,
            },
            (_, Some(made), _) => SealQuestion::MadeOnBoard {
                made: made.clone(),
                sealed: self.sealed.clone(),
            },
            (_, _, Some(left)) => SealQuestion::Early(left.0),
            _ => SealQuestion::SessionEnds,
        };
        let case = self.case.case_to(self.case.extent())?;
        let laws = if self.case.laws.is_1974() {
            RulesText::Interpretations1974
        } else {
            RulesText::Edition(case.edition())
        };
        seal(&case, &question, laws).map_err(CliError::unusable)
    }
}
