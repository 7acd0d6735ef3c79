//! What the Laws say of the game, as far as it can be said at once.

use crate::board::Board;
use crate::laws::claims::{Claims, claims};
use crate::laws::edition::Rules;
use crate::laws::game::Game;
use crate::laws::outcome::{Outcome, automatic};
use crate::laws::winnable::{ProofBudget, Winnability, WinnabilityCache, can_win};
use crate::types::Color;
use std::time::{Duration, Instant};

/// What may be spent before a search: milliseconds at worst, in rare positions; microseconds nearly always.
const AT_ONCE: ProofBudget<'static> = ProofBudget {
    nodes: 65_536,
    external: false,
    cancelled: &|| false,
};

/// What the Laws say of a position in its game.
#[derive(Clone, Debug)]
pub struct Ruling {
    /// How the game has ended, if it has.
    pub outcome: Option<Outcome>,
    /// The draws that the side to move may claim; none after the end.
    pub claims: Claims,
    /// Whether White and Black can still give mate.
    pub winnable: [Winnability; 2],
}

impl Ruling {
    /// Rules on the position that the game has reached.
    pub fn new(
        game: &Game,
        rules: &Rules,
        memo: &mut WinnabilityCache,
        budget: &ProofBudget<'_>,
    ) -> Self {
        let winnable = Color::ALL.map(|color| can_win(game.board(), color, budget, memo));
        Self {
            outcome: automatic(game, rules, memo, budget),
            claims: claims(game, rules),
            winnable,
        }
    }

    /// The same, as far as it can be said before a search that can spare so much time; `None` if no clock runs.
    pub fn at_once(
        game: &Game,
        rules: &Rules,
        memo: &mut WinnabilityCache,
        spare: Option<Duration>,
    ) -> Self {
        let began = Instant::now();
        let late = || spare.is_some_and(|spare| began.elapsed() >= spare);
        let budget = ProofBudget {
            cancelled: &late,
            ..AT_ONCE
        };
        Self::new(game, rules, memo, &budget)
    }

    /// True if neither side can give mate any more (Article 5.2.2).
    pub fn is_dead(&self) -> bool {
        self.winnable
            .iter()
            .all(|winnable| winnable.is_winnable() == Some(false))
    }
}

/// True if it can be said at once that neither side can give mate in this position any more.
pub fn is_dead(board: &Board) -> bool {
    let mut memo = WinnabilityCache::default();
    Color::ALL
        .into_iter()
        .all(|color| can_win(board, color, &AT_ONCE, &mut memo).is_winnable() == Some(false))
}
