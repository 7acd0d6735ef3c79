//! The Laws before a search: result, claims, and which side can still win.

use crate::board::Board;
use crate::laws::claims::{Claims, claims};
use crate::laws::edition::Rules;
use crate::laws::game::Game;
use crate::laws::outcome::{self, Outcome};
use crate::laws::winnable::{ProofBudget, Winnability, WinnabilityCache, can_win};
use crate::types::Color;

/// The budget for each side before a search and of `d`: small, for a clock may be running.
const BRIEF: ProofBudget<'static> = ProofBudget::new(4_096);

/// The budget if after the first one neither side is known to be able to mate: the position may be dead. It proves the
/// closed sets of pawns and two bishops.
const DEAD: ProofBudget<'static> = ProofBudget {
    // One of four pieces would take more time than a short clock has.
    table_pieces: 3,
    ..ProofBudget::new(1_000_000)
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
    /// Examines the current position of the game, with a budget for each side.
    pub fn new(
        game: &Game,
        rules: &Rules,
        memo: &mut WinnabilityCache,
        budget: &ProofBudget<'_>,
    ) -> Self {
        let winnable = Color::ALL.map(|color| can_win(game.board(), color, budget, memo));
        Self::with(game, rules, winnable)
    }

    /// Examines it until `cancelled`, with no more effort than is needed to know whether it is dead.
    pub(super) fn until(
        game: &Game,
        rules: &Rules,
        memo: &mut WinnabilityCache,
        cancelled: &dyn Fn() -> bool,
    ) -> Self {
        Self::with(game, rules, winnable(game.board(), memo, cancelled))
    }

    fn with(game: &Game, rules: &Rules, winnable: [Winnability; 2]) -> Self {
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

    /// True if neither side can give mate any more (Article 5.2.2).
    pub fn is_dead(&self) -> bool {
        can_neither_win(&self.winnable)
    }
}

/// True if it is proved that neither side can give mate any more (Article 5.2.2).
pub(super) fn is_dead(board: &Board) -> bool {
    can_neither_win(&winnable(board, &mut WinnabilityCache::default(), &|| {
        false
    }))
}

fn can_neither_win(winnable: &[Winnability; 2]) -> bool {
    winnable
        .iter()
        .all(|winnable| winnable.is_winnable() == Some(false))
}

/// Whether White and Black can still give mate. If one of them can, the position is not dead, and about the other only the
/// brief question is asked.
fn winnable(
    board: &Board,
    memo: &mut WinnabilityCache,
    cancelled: &dyn Fn() -> bool,
) -> [Winnability; 2] {
    let mut ask = |budget| {
        let budget = ProofBudget {
            cancelled,
            ..budget
        };
        Color::ALL.map(|color| can_win(board, color, &budget, memo))
    };
    let brief = ask(BRIEF);
    if brief.iter().any(|side| side.is_winnable() == Some(true)) {
        return brief;
    }
    ask(DEAD)
}
