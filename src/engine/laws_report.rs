//! The report under the Laws before a search: result, claims, and which side can still win.

use crate::board::Board;
use crate::laws::claims::{Claims, claims};
use crate::laws::edition::Rules;
use crate::laws::game::Game;
use crate::laws::outcome::{self, Outcome};
use crate::laws::winnable::{ProofBudget, Winnability, WinnabilityCache, can_win};
use crate::types::{Color, Piece};

/// The budget per side before a search and for `d`: small, because a clock may be running.
const BRIEF: ProofBudget<'static> = ProofBudget::new(4_096);

/// The budget if the brief search leaves open whether either side can mate, so that the position may be dead. It
/// suffices for closed pawn structures with two bishops.
const DEAD: ProofBudget<'static> = ProofBudget {
    // A bitbase of four pieces would take longer than a short clock has.
    table_pieces: 3,
    ..ProofBudget::new(1_000_000)
};

/// The state of a game's current position under the Laws.
#[derive(Clone, Debug)]
pub struct LawsReport {
    /// The result by rule; `None` if the game goes on.
    pub outcome: Option<Outcome>,
    /// The draws that the side to move can claim; none after the end of the game.
    pub claims: Claims,
    /// Whether White and Black can still give mate, by colour index.
    pub winnable: [Winnability; 2],
}

impl LawsReport {
    /// Examines the current position of the game, with a separate budget for each side.
    pub fn new(
        game: &Game,
        rules: &Rules,
        memo: &mut WinnabilityCache,
        budget: &ProofBudget<'_>,
    ) -> Self {
        let winnable = Color::ALL.map(|color| can_win(game.board(), color, budget, memo));
        Self::with(game, rules, winnable)
    }

    /// Examines the current position, with the long proof wherever the brief one leaves open whether the position is
    /// dead.
    pub(super) fn thorough(game: &Game, rules: &Rules, memo: &mut WinnabilityCache) -> Self {
        let winnable = winnable(game.board(), memo, DEAD, &|| false);
        Self::with(game, rules, winnable)
    }

    /// The report before a search, until `cancelled`: the long proof is tried only where a wall of pawns may be closed,
    /// and with `nodes` positions at most.
    pub(super) fn before_search(
        game: &Game,
        rules: &Rules,
        memo: &mut WinnabilityCache,
        nodes: u64,
        cancelled: &(dyn Fn() -> bool + Sync),
    ) -> Self {
        let board = game.board();
        let winnable = winnable(board, memo, dead_budget(board, nodes), cancelled);
        Self::with(game, rules, winnable)
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

    /// The sides that can no longer give mate and are reported for the first time in the game. `reported` has the ply
    /// of each side's report.
    pub(super) fn newly_unable_to_mate(
        &self,
        reported: &mut [Option<usize>; 2],
        ply: usize,
    ) -> Vec<Color> {
        Color::ALL
            .into_iter()
            .filter(|&color| self.winnable[color.index()].is_winnable() == Some(false))
            .filter(|color| {
                let reported = &mut reported[color.index()];
                reported.replace(reported.unwrap_or(ply)).is_none()
            })
            .collect()
    }

    /// True if neither side can give mate any more (Article 5.2.2).
    pub fn is_dead(&self) -> bool {
        can_neither_win(&self.winnable)
    }
}

/// True if it is proved that neither side can give mate any more (Article 5.2.2), before a search.
pub(super) fn is_dead(board: &Board) -> bool {
    let budget = dead_budget(board, DEAD.nodes);
    let memo = &mut WinnabilityCache::default();
    can_neither_win(&winnable(board, memo, budget, &|| false))
}

/// The budget of the long proof before a search, of `nodes` positions at most. Without pawns no position is closed, and
/// the brief search finds positions that are dead by material or by force.
fn dead_budget(board: &Board, nodes: u64) -> ProofBudget<'static> {
    let has_pawns = board.pieces(Piece::Pawn).any();
    ProofBudget {
        nodes: if has_pawns { nodes.min(DEAD.nodes) } else { 0 },
        ..DEAD
    }
}

fn can_neither_win(winnable: &[Winnability; 2]) -> bool {
    winnable
        .iter()
        .all(|winnable| winnable.is_winnable() == Some(false))
}

/// Whether White and Black can still give mate. If one of them can, the position is not dead, and the other side gets
/// the brief search only; otherwise both get the long one, if its budget is larger.
fn winnable(
    board: &Board,
    memo: &mut WinnabilityCache,
    long: ProofBudget<'static>,
    cancelled: &(dyn Fn() -> bool + Sync),
) -> [Winnability; 2] {
    let mut ask = |budget| {
        let budget = ProofBudget {
            cancelled,
            ..budget
        };
        Color::ALL.map(|color| can_win(board, color, &budget, memo))
    };
    let brief = ask(BRIEF);
    let may_mate = brief.iter().any(|side| side.is_winnable() == Some(true));
    if may_mate || long.nodes <= BRIEF.nodes {
        return brief;
    }
    ask(long)
}
