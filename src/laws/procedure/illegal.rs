//! What a player's illegal moves cost.

use crate::laws::edition::Rules;
use crate::laws::edition::articles::PERSISTENT_REFUSAL;
use crate::laws::flagfall::lose;
use crate::laws::game::Game;
use crate::laws::outcome::{Outcome, OutcomeKind};
use crate::laws::winnable::{ProofBudget, WinnabilityCache};
use crate::types::Color;
use std::time::Duration;

/// The illegal moves in one position that count as persistent refusal to comply with the Laws (97 12.7, which gives no
/// number).
const PERSISTENT_REFUSAL_AT: u32 = 3;

/// The illegal moves of one player so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IllegalMoves {
    total: u32,
    /// The ply of the last one.
    ply: usize,
    /// How many there were at that ply.
    here: u32,
}

impl IllegalMoves {
    /// Counts one more, made after so many half-moves of the game.
    pub const fn count(&mut self, ply: usize) {
        if ply != self.ply {
            self.here = 0;
        }
        self.ply = ply;
        self.here += 1;
        self.total += 1;
    }

    /// How many there were.
    pub const fn total(&self) -> u32 {
        self.total
    }
}

/// What an illegal move costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Penalty {
    /// The game goes on, and the opponent gains time; none, in some editions.
    Bonus(Duration),
    /// The game is over.
    Ends(Outcome),
}

/// Counts an illegal move of `offender` and says what it costs: time for the opponent, or the game, which is drawn
/// instead in some editions if the opponent cannot mate (97 10.3, B.5, C.3; 01 7.4.b; 09 7.4.b, B.3.c; 18 and 23 7.5.5).
///
/// Where no number of illegal moves loses, persistent refusal does (97 12.7): several of them in one position. The game
/// is as it was before the illegal move. A legal move that touch-move does not allow counts as an illegal one; the Laws
/// leave that open.
pub fn rule_illegal(
    game: &Game,
    rules: &Rules,
    offender: Color,
    offences: &mut IllegalMoves,
    cache: &mut WinnabilityCache,
    budget: &ProofBudget,
) -> Penalty {
    offences.count(game.ply());
    let ladder = rules.illegal_moves;
    let refuses = ladder.loses_at.is_none() && offences.here >= PERSISTENT_REFUSAL_AT;
    let loses = ladder
        .loses_at
        .is_some_and(|number| offences.total >= number);
    if !refuses && !loses {
        return Penalty::Bonus(Duration::from_millis(ladder.bonus_ms));
    }
    let event = (
        OutcomeKind::IllegalMove,
        rules.illegal_move_excused && !refuses,
    );
    let mut outcome = lose(game, rules, offender, event, cache, budget);
    if refuses && outcome.kind == OutcomeKind::IllegalMove {
        outcome.article = PERSISTENT_REFUSAL;
    }
    Penalty::Ends(outcome)
}
