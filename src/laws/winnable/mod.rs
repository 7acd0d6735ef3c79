//! Winnability: whether a colour can still give mate by any series of legal moves, both sides cooperating (a helpmate).
//!
//! Winnability decides dead positions (Article 5.2.2: neither colour can mate) and flag falls (Article 6.9: a draw if
//! the opponent cannot mate). Draw rules forbid no move, so repetitions and the half-move clock do not matter; castling
//! rights and a legal en passant capture do.

mod cache;
mod external;
mod goal;
mod helpmate;
mod proof_budget;
mod proof_search;
pub mod reachable;
pub mod table;
pub mod tree;
mod winnability;

pub use cache::WinnabilityCache;
pub use proof_budget::ProofBudget;
pub use winnability::{UnwinnableProof, Winnability, WinnableProof};

use crate::board::Board;
use crate::laws::material;
use crate::types::{Color, Move};
use goal::{MateGoal, after_all, is_mated};
use proof_search::{FEW_MOVES, FIRST_NODES, ProofSearch, SMALL_SET};

/// Whether some series of legal moves, both sides cooperating, ends with mate by `color` (Articles 5.2.2 and 6.9).
///
/// The answer is exact and has a proof. Cheap methods come first: material, the cache, a shallow tree search, bitbases,
/// a short helpmate search. If the budget allows it, small closed sets and the external solver follow, then helpmate
/// searches and breadth-first searches with growing limits.
///
/// ```
/// use compongo::laws::winnable::{ProofBudget, WinnabilityCache, can_win};
/// use compongo::{Board, Color};
///
/// // A knight cannot mate a king and a queen.
/// let board: Board = "8/8/8/4k3/2q5/8/4K1N1/8 w - - 12 71".parse()?;
/// let budget = ProofBudget::new(10_000);
/// let answer = can_win(&board, Color::White, &budget, &mut WinnabilityCache::default());
/// assert_eq!((answer.is_winnable(), answer.proof().as_str()), (Some(false), "material"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn can_win(
    board: &Board,
    color: Color,
    budget: &ProofBudget,
    cache: &mut WinnabilityCache,
) -> Winnability {
    if material::cannot_win(board, color) {
        return Winnability::Unwinnable(UnwinnableProof::Material);
    }
    if let Some(known) = cache.get(board, color) {
        return known;
    }
    let winnability = find_mate(board, color, budget, cache);
    cache.store(board, color, &winnability);
    winnability
}

fn find_mate(
    board: &Board,
    color: Color,
    budget: &ProofBudget,
    cache: &mut WinnabilityCache,
) -> Winnability {
    let goal = MateGoal::Mate(color);
    let moves = board.count_legal_moves();
    if goal.is_reached(board, moves as usize) {
        return Winnability::Winnable(WinnableProof::Line(Vec::new()));
    }
    if moves <= FEW_MOVES
        && let Some(plies) = tree::refute(board, goal)
    {
        return Winnability::Unwinnable(UnwinnableProof::Tree { plies });
    }
    let mut search = ProofSearch::new(board, goal, budget);
    if board.piece_count() <= 3
        && let Some(known) = search.ask_table()
    {
        return known;
    }
    let mut find = |table_pieces, nodes: &mut u64| {
        helpmate::find(board, goal, table_pieces, nodes, budget.cancelled)
    };
    if budget.external {
        // The solver answers faster than our own long searches, but a closed set is a proof that anyone can check.
        if let Some(known) = search.run(FIRST_NODES, cache, &mut find) {
            return known;
        }
        if let Some(known) = search.run(SMALL_SET, cache, |_, _| None) {
            return known;
        }
        if external::is_unwinnable(board, color) {
            let known = search.close_blocked(cache);
            return known.unwrap_or(Winnability::Unwinnable(UnwinnableProof::External));
        }
        if !cache.solver_gave_up(board, color) && !(budget.cancelled)() {
            if let Some(answer) = external::ask(board, color) {
                return answer;
            }
            cache.store_solver_gave_up(board, color);
        }
    }
    search.run_to_end(cache, find)
}

/// The moves of a helpmate by `color`, from a proof that one exists. A bitbase proof has no moves to the end, so this
/// searches for them; `None` if they are not found within the budget.
pub fn mating_line(
    board: &Board,
    color: Color,
    proof: &WinnableProof,
    budget: &ProofBudget,
) -> Option<Vec<Move>> {
    let (WinnableProof::Line(moves) | WinnableProof::Table(moves)) = proof;
    let mut moves = moves.clone();
    let end = after_all(board, &moves);
    if end.stm() != color && is_mated(&end) {
        return Some(moves);
    }
    let mut nodes = budget.nodes;
    let goal = MateGoal::Mate(color);
    let rest = match helpmate::find(&end, goal, 0, &mut nodes, budget.cancelled) {
        Some(WinnableProof::Line(rest)) => rest,
        _ => match budget.external.then(|| external::ask(&end, color))?? {
            Winnability::Winnable(WinnableProof::Line(rest)) => rest,
            _ => return None,
        },
    };
    moves.extend(rest);
    Some(moves)
}

/// Whether `color` has mating potential in the sense of the blitz rules of 1997 (C.4): some series of legal moves leads
/// to a position in which the opponent, to move, cannot avoid mate in one.
///
/// A line in the proof leads to that position, not to mate.
pub fn mating_potential(
    board: &Board,
    color: Color,
    budget: &ProofBudget,
    cache: &mut WinnabilityCache,
) -> Winnability {
    let goal = MateGoal::Potential(color);
    if goal.is_excluded_by_material(board) {
        return Winnability::Unwinnable(UnwinnableProof::Material);
    }
    let mut search = ProofSearch::new(board, goal, budget);
    if let Some(known) = search.ask_table() {
        return known;
    }
    if let Some(known) = cache.closed_set(board, goal) {
        return known;
    }
    if board.count_legal_moves() <= FEW_MOVES
        && let Some(plies) = tree::refute(board, goal)
    {
        return Winnability::Unwinnable(UnwinnableProof::Tree { plies });
    }
    let mate = MateGoal::Mate(color);
    search.run_to_end(cache, |table_pieces, nodes| {
        helpmate::find(board, mate, table_pieces, nodes, budget.cancelled)
            .and_then(|found| potential_on(board, color, found))
            // The opponent could still avoid that mate. A line without mate, into a bitbase, may prove the potential.
            .or_else(|| helpmate::find(board, goal, table_pieces, nodes, budget.cancelled))
    })
}

/// The last position with mating potential on the line of a helpmate.
fn potential_on(board: &Board, color: Color, found: WinnableProof) -> Option<WinnableProof> {
    let goal = MateGoal::Potential(color);
    let (WinnableProof::Line(mut moves) | WinnableProof::Table(mut moves)) = found;
    loop {
        let end = after_all(board, &moves);
        if table::mating_potential(&end, color) == Some(true) {
            return Some(WinnableProof::Table(moves));
        }
        if goal.is_reached(&end, end.count_legal_moves() as usize) {
            return Some(WinnableProof::Line(moves));
        }
        moves.pop()?;
    }
}
