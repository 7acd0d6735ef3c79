//! The Laws before a search: result, claims, and which side can still win.

use crate::board::Board;
use crate::laws::claims::{Claims, claims};
use crate::laws::edition::Rules;
use crate::laws::game::Game;
use crate::laws::outcome::{self, Outcome};
use crate::laws::winnable::{ProofBudget, Winnability, WinnabilityCache, can_win};
use crate::types::Color;

/// The budget before a search and of `d`: microseconds nearly always, some seconds at worst. It proves the closed sets of
/// pawns and two bishops.
const ENGINE: ProofBudget<'static> = ProofBudget {
    nodes: 1_000_000,
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
        let outcome = outcome::earlier_by_counter(game, rules)
            .or_else(|| outcome::no_legal_move(game, rules))
            .or_else(|| outcome::proved_dead(game, rules, winnable.clone()))
            .or_else(|| outcome::by_counter(game, rules));
        let claims = if outcome.is_some() {
            Claims::default()
        } else {
            claims(game, rules)
        };
        Self {
            outcome,
            claims,
            winnable,
        }
    }

    /// Examines it until `cancelled`.
    pub(super) fn until(
        game: &Game,
        rules: &Rules,
        memo: &mut WinnabilityCache,
        cancelled: &dyn Fn() -> bool,
    ) -> Self {
        let budget = ProofBudget {
            cancelled,
            ..ENGINE
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

/// True if it is proved that neither side can give mate any more (Article 5.2.2).
pub(super) fn is_dead(board: &Board) -> bool {
    let mut memo = WinnabilityCache::default();
    Color::ALL
        .into_iter()
        .all(|color| can_win(board, color, &ENGINE, &mut memo).is_winnable() == Some(false))
}
