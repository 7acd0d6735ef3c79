//! The arguments of questions about illegal moves.

use super::case::CaseArgs;
use crate::cli::output::CliError;
use crate::ruling::{ClockTime, FoundLater, GameExtent, IllegalQuestion, Ruling, illegal};

/// Rule on an illegal move of the player to move: replacement, penalty, clocks, result (Articles 4 and 7).
#[derive(Clone, Debug, clap::Args)]
pub struct IllegalArgs {
    /// What the player played in this turn, in order, in UCI notation or SAN; the ruling is about the last. Without it the
    /// record tells.
    #[arg(value_name = "MOVE")]
    attempts: Vec<String>,
    /// Illegal moves of the same player in earlier turns.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=100))]
    earlier: u32,
    /// The half-move PLY of the record was found illegal later; without PLY, the first that is. The position before it is
    /// restored, with the clocks of that moment. With --fen and no moves, the position is the one before it.
    #[arg(long, value_name = "PLY", conflicts_with = "ply")]
    found_later: Option<Option<u16>>,
    /// The moves made when it was found, if the record does not tell.
    #[arg(long, value_name = "N", requires = "found_later")]
    found_after: Option<u32>,
    /// The time that White had used when it was found; without a log of times the clocks are set in proportion.
    #[arg(long, value_name = "TIME", requires = "found_later")]
    white_used: Option<ClockTime>,
    /// The time that Black had used.
    #[arg(long, value_name = "TIME", requires = "found_later")]
    black_used: Option<ClockTime>,
    #[command(flatten)]
    pub case: CaseArgs,
}

impl IllegalArgs {
    pub fn ruling(&self) -> Result<Ruling, CliError> {
        let found_later = self.found_later.map(|ply| FoundLater {
            ply: ply.map(usize::from),
            moves: self.found_after,
            used: [self.white_used, self.black_used].map(|time| time.map(|time| time.0)),
        });
        let mut case = match &found_later {
            None => self.case.case()?,
            Some(_) if !self.case.has_moves() => self.case.case_to(GameExtent::All)?,
            Some(FoundLater { ply: Some(0), .. }) => {
                return Err(CliError::unusable("half-moves count from 1"));
            }
            Some(FoundLater { ply: Some(ply), .. }) => {
                self.case.case_to(GameExtent::Plies(ply - 1))?
            }
            Some(_) => self.case.case_to(GameExtent::BeforeIllegal)?,
        };
        let question = IllegalQuestion {
            attempts: self.attempts.clone(),
            earlier: self.earlier,
            found_later,
        };
        illegal(&mut case, &question).map_err(CliError::unusable)
    }
}
