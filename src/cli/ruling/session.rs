//! The arguments of questions about clocks and sealed moves.

use super::case::CaseArgs;
use crate::cli::output::CliError;
use crate::ruling::{ClockFault, Ruling, SealQuestion, faulty_clock, parse_clock_time, seal};
use std::time::Duration;

/// Rule on a clock that is defective, set wrongly, stopped or not pressed, or on a claim based on a screen (Article 6).
#[derive(Clone, Debug, clap::Args)]
pub struct ClockFaultArgs {
    /// What is wrong.
    fault: ClockFault,
    /// White's time used; with a time control, the time left follows from it.
    #[arg(long, value_name = "TIME", value_parser = parse_clock_time)]
    white_used: Option<Duration>,
    /// Black's time used.
    #[arg(long, value_name = "TIME", value_parser = parse_clock_time)]
    black_used: Option<Duration>,
    #[command(flatten)]
    pub case: CaseArgs,
}

impl ClockFaultArgs {
    pub fn ruling(&self) -> Result<Ruling, CliError> {
        let used = [self.white_used, self.black_used];
        Ok(faulty_clock(&self.case.case()?, self.fault, used))
    }
}

/// Rule on a sealed move: changing it, the move on the board, leaving early (2009: Guideline 1).
#[derive(Clone, Debug, clap::Args)]
pub struct SealArgs {
    /// The player wants to change the sealed move.
    #[arg(long, conflicts_with_all = ["made", "early"])]
    change: bool,
    /// The clocks have already been stopped.
    #[arg(long, requires = "change")]
    clocks_stopped: bool,
    /// The player made this move on the board.
    #[arg(long, value_name = "MOVE", conflicts_with = "early")]
    made: Option<String>,
    /// The move in the envelope.
    #[arg(long, value_name = "MOVE", requires = "made")]
    sealed: Option<String>,
    /// The player wants to seal with this time left in the session.
    #[arg(long, value_name = "TIME", value_parser = parse_clock_time)]
    early: Option<Duration>,
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
            (_, _, Some(left)) => SealQuestion::Early(left),
            _ => SealQuestion::SessionEnds,
        };
        let case = self.case.case_to(self.case.extent())?;
        seal(&case, &question).map_err(CliError::unusable)
    }
}
