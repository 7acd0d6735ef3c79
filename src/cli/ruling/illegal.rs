//! The arguments of questions about illegal moves.

use super::case::CaseArgs;
use crate::cli::output::CliError;
use crate::ruling::{
    FoundLater, GameExtent, IllegalQuestion, Ruling, found_later_in_1974, illegal, parse_clock_time,
};
use std::time::Duration;

/// Rule on an illegal move of the player to move: replacement, penalty, clocks, result (Articles 4 and 7).
#[derive(Clone, Debug, clap::Args)]
pub struct IllegalArgs {
    /// The attempts of the player in this turn, in order, in UCI notation or SAN; the ruling is about the last one.
    /// Default: the attempt in the record.
    #[arg(value_name = "MOVE")]
    attempts: Vec<String>,
    /// Illegal moves of the same player in earlier turns; in a quickplay finish of 1997, only those made in it.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=100))]
    earlier: u32,
    /// The half-move PLY of the record was later found to be illegal; without PLY, the first illegal one. The position
    /// before it is restored, with the clocks of that moment. With --fen and no moves, the FEN is the position before
    /// it.
    #[arg(long, value_name = "PLY", conflicts_with = "ply", num_args = 0..=1, value_parser = clap::value_parser!(u16).range(1..))]
    found_later: Option<Vec<u16>>,
    /// The number of moves made when the illegal move was found, if the record does not show it.
    #[arg(long, value_name = "N", requires = "found_later")]
    found_after: Option<u32>,
    /// White's time used when the illegal move was found; without a log of times the clocks are set in proportion.
    #[arg(long, value_name = "TIME", value_parser = parse_clock_time, requires = "found_later")]
    white_used: Option<Duration>,
    /// Black's time used.
    #[arg(long, value_name = "TIME", value_parser = parse_clock_time, requires = "found_later")]
    black_used: Option<Duration>,
    /// The last move was made with both hands.
    #[arg(long)]
    two_hands: bool,
    /// The player has not pressed the clock.
    #[arg(long, conflicts_with = "found_later")]
    clock_running: bool,
    #[command(flatten)]
    pub case: CaseArgs,
}

impl IllegalArgs {
    pub fn ruling(&self) -> Result<Ruling, CliError> {
        let mut ruling = self.answer()?;
        self.case.note_default_position(&mut ruling);
        Ok(ruling)
    }

    fn answer(&self) -> Result<Ruling, CliError> {
        let Some(found_later) = &self.found_later else {
            self.case.laws.edition()?;
            // Without an attempt, the question is about the first illegal move of the record.
            let extent = match self.case.extent() {
                GameExtent::All if self.attempts.is_empty() && self.case.game.has_moves() => {
                    GameExtent::BeforeIllegal
                }
                extent => extent,
            };
            let mut case = self.case.case_to(extent)?;
            return illegal(&mut case, &self.question(None)).map_err(CliError::unusable);
        };
        let ply = found_later.first().map(|&ply| ply.into());
        let found = FoundLater {
            ply,
            moves: self.found_after,
            used: [self.white_used, self.black_used],
        };
        let extent = match ply {
            _ if !self.case.game.has_moves() => GameExtent::All,
            Some(ply) => GameExtent::Plies(ply - 1),
            None => GameExtent::BeforeIllegal,
        };
        let mut case = self.case.case_to(extent)?;
        if self.case.laws.is_1974() {
            return found_later_in_1974(&case, &found).map_err(CliError::unusable);
        }
        illegal(&mut case, &self.question(Some(found))).map_err(CliError::unusable)
    }

    fn question(&self, found_later: Option<FoundLater>) -> IllegalQuestion {
        IllegalQuestion {
            attempts: self.attempts.clone(),
            earlier: self.earlier,
            found_later,
            two_hands: self.two_hands,
            clock_running: self.clock_running,
        }
    }
}
