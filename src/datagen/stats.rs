//! Statistics of self-play games.

use super::{GameResult, SelfplayGame, SelfplayTermination, filter};
use std::fmt;
use std::ops::AddAssign;

/// The statistics of some games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SelfplayStats {
    /// All games.
    pub games: u64,
    /// Games from the standard initial position.
    pub standard: u64,
    /// Searched moves.
    pub plies: u64,
    /// Positions that pass the training filter.
    pub kept: u64,
    /// Positions with the side to move in check.
    pub checks: u64,
    /// Pieces on the board, summed over all positions.
    pub pieces: u64,
    /// Games by termination, in the order of [`SelfplayTermination::ALL`].
    terminations: [u64; SelfplayTermination::ALL.len()],
}

impl SelfplayStats {
    /// Adds a game.
    pub fn add(&mut self, game: &SelfplayGame) {
        self.games += 1;
        self.standard += u64::from(game.is_standard());
        self.terminations[game.termination as usize] += 1;
        for (ply, board, played) in game.positions() {
            self.plies += 1;
            self.kept += u64::from(filter::keeps(ply, &board, &played, game));
            self.checks += u64::from(board.in_check());
            self.pieces += u64::from(board.piece_count());
        }
    }

    /// Games with this termination.
    pub const fn ended(&self, termination: SelfplayTermination) -> u64 {
        self.terminations[termination as usize]
    }

    /// Games with this result.
    pub fn results(&self, result: GameResult) -> u64 {
        let terminations = SelfplayTermination::ALL
            .into_iter()
            .filter(|termination| termination.result() == result);
        terminations
            .map(|termination| self.ended(termination))
            .sum()
    }

    /// Searched moves per game.
    pub fn length(&self) -> f64 {
        mean(self.plies, self.games)
    }

    /// Pieces per position.
    pub fn mean_pieces(&self) -> f64 {
        mean(self.pieces, self.plies)
    }

    /// The share of positions that pass the training filter, from 0 to 1.
    pub fn pass_rate(&self) -> f64 {
        mean(self.kept, self.plies)
    }
}

/// A quotient; 0 if the count is 0.
fn mean(sum: u64, count: u64) -> f64 {
    sum as f64 / count.max(1) as f64
}

impl AddAssign<&Self> for SelfplayStats {
    fn add_assign(&mut self, other: &Self) {
        self.games += other.games;
        self.standard += other.standard;
        self.plies += other.plies;
        self.kept += other.kept;
        self.checks += other.checks;
        self.pieces += other.pieces;
        for (sum, count) in self.terminations.iter_mut().zip(other.terminations) {
            *sum += count;
        }
    }
}

/// One line, such as `640 games of 114.2 plies, +44.1% =20.8% -35.1%, 72.0% pass`.
impl fmt::Display for SelfplayStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |part: f64| 100.0 * part;
        let share = |result| percent(mean(self.results(result), self.games));
        write!(
            f,
            "{} games of {:.1} plies, +{:.1}% ={:.1}% -{:.1}%, {:.1}% pass",
            self.games,
            self.length(),
            share(GameResult::White),
            share(GameResult::Draw),
            share(GameResult::Black),
            percent(self.pass_rate()),
        )
    }
}
