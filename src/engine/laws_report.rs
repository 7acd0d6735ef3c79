//! The Laws before a search: result, claims, and which side can still win.

use crate::board::Board;
use crate::laws::claims::{Claims, claims};
use crate::laws::edition::Rules;
use crate::laws::game::Game;
use crate::laws::outcome::{Outcome, automatic};
use crate::laws::winnable::{ProofBudget, Winnability, WinnabilityCache, can_win};
use crate::types::Color;
use std::time::{Duration, Instant};

/// The budget before a search: microseconds nearly always, milliseconds at worst.
const QUICK: ProofBudget<'static> = ProofBudget {
    nodes: 65_536,
    external: false,
    cancelled: &|| false,
};

/// What the Laws say about the current position of a game.
#[derive(Clone, Debug)]
pub struct LawsReport {
    /// The result by rule, if the game has ended.
    pub outcome: Option<Outcome>,
    /// The draws that the side to move can claim; none after the end of the game.
    pub claims: Claims,
    /// Whether White and Black can still give mate, by colour index.
    pub winnable: [Winnability; 2],
}

impl LawsReport {
    /// Examines the current position of the game.
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

    /// Examines it before a search, within the time that can be spared; `None` if no clock runs.
    pub(super) fn quick(
        game: &Game,
        rules: &Rules,
        memo: &mut WinnabilityCache,
        spare: Option<Duration>,
    ) -> Self {
        let start = Instant::now();
        let late = || spare.is_some_and(|spare| start.elapsed() >= spare);
        let budget = ProofBudget {
            cancelled: &late,
            ..QUICK
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

/// True if a quick proof shows that neither side can give mate any more (Article 5.2.2).
pub(super) fn is_dead(board: &Board) -> bool {
    let mut memo = WinnabilityCache::default();
    Color::ALL
        .into_iter()
        .all(|color| can_win(board, color, &QUICK, &mut memo).is_winnable() == Some(false))
}
