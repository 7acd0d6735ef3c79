use super::cache::WinnabilityCache;
use super::goal::MateGoal;
use super::proof_budget::ProofBudget;
use super::reachable::{self, BfsLimits, BfsResult, ReachableSet, breadth_first_search};
use super::winnability::{UnwinnableProof, Winnability, WinnableProof};
use super::{table, tree};
use crate::board::Board;

/// Positions for the first search for a line, enough for nearly every position of a game.
pub(super) const FIRST_NODES: u64 = 256;
/// Positions for the second attempt at a proof; each later attempt gets four times as many as the one before.
const SECOND_NODES: u64 = 2_048;
/// Positions for the last attempt at a closed set before the external solver.
pub(super) const SMALL_SET: u64 = 8_192;
/// The shallow tree search comes first if there are at most this many legal moves.
pub(super) const FEW_MOVES: u32 = 6;

/// Searches for a proof in iterations with growing limits.
pub(super) struct ProofSearch<'a> {
    board: &'a Board,
    goal: MateGoal,
    budget: &'a ProofBudget<'a>,
    /// Positions left in the budget.
    left: u64,
    /// Positions for the next attempt.
    share: u64,
    /// The largest bitbase that may be probed, in pieces.
    table_pieces: u32,
}

impl<'a> ProofSearch<'a> {
    pub fn new(board: &'a Board, goal: MateGoal, budget: &'a ProofBudget<'a>) -> Self {
        Self {
            board,
            goal,
            budget,
            left: budget.nodes,
            share: FIRST_NODES,
            table_pieces: budget.table_pieces,
        }
    }

    /// Alternates between `find`, which searches for a line, and the search for a closed set, with growing limits, up
    /// to attempts of `last_share` positions; the next call continues from there. `find` gets the size of the largest
    /// bitbase that it may probe, and subtracts the positions it visits from its share.
    pub fn run(
        &mut self,
        last_share: u64,
        cache: &mut WinnabilityCache,
        mut find: impl FnMut(u32, &mut u64) -> Option<WinnableProof>,
    ) -> Option<Winnability> {
        let (board, goal) = (self.board, self.goal);
        if self.share == FIRST_NODES
            && reachable::is_blocked(board)
            && let Some(set) = ReachableSet::of_kings(board, goal)
            && set.states() <= self.left
        {
            return Some(closed(set, cache));
        }
        let has_open_pieces = reachable::has_open_pieces(board);
        while self.share <= last_share && self.left > 0 && !(self.budget.cancelled)() {
            let share = self.share;
            let mut nodes = share.min(self.left);
            self.left -= nodes;
            // At first, do not build a bitbase that takes longer than it saves.
            let table_pieces = if share == FIRST_NODES {
                self.table_pieces.min(3)
            } else {
                self.table_pieces
            };
            let found = find(table_pieces, &mut nodes);
            self.left += nodes;
            if let Some(possible) = found {
                return Some(Winnability::Winnable(possible));
            }
            if share == FIRST_NODES
                && board.count_legal_moves() > FEW_MOVES
                && let Some(plies) = tree::refute(board, goal)
            {
                return Some(Winnability::Unwinnable(UnwinnableProof::Tree { plies }));
            }
            if let Some(known) = self.ask_table() {
                return Some(known);
            }
            let brief = has_open_pieces && share <= SECOND_NODES;
            let limits = BfsLimits {
                states: self.left.min(if brief { share / 8 } else { share }),
                cancelled: self.budget.cancelled,
                abort_on: |_| false,
            };
            match breadth_first_search(board, goal, &limits) {
                BfsResult::Closed(set) => return Some(closed(set, cache)),
                BfsResult::Reached(moves) => {
                    return Some(Winnability::Winnable(WinnableProof::Line(moves)));
                }
                BfsResult::Exceeded { .. } => self.left -= limits.states,
            }
            self.share = SECOND_NODES.max(4 * share);
        }
        None
    }

    /// Searches as [`ProofSearch::run`] does until the budget is spent.
    pub fn run_to_end(
        &mut self,
        cache: &mut WinnabilityCache,
        mut find: impl FnMut(u32, &mut u64) -> Option<WinnableProof>,
    ) -> Winnability {
        self.run(SECOND_NODES, cache, &mut find)
            .or_else(|| self.close_blocked(cache))
            .or_else(|| self.run(u64::MAX, cache, find))
            .unwrap_or_else(|| self.undetermined())
    }

    /// Searches for the closed set of a blocked pawn structure, with half of the budget at once: with two bishops it
    /// has more than a hundred thousand positions, and attempts with growing limits would visit most of them many
    /// times.
    pub fn close_blocked(&mut self, cache: &mut WinnabilityCache) -> Option<Winnability> {
        if !reachable::is_blocked(self.board) || (self.budget.cancelled)() {
            return None;
        }
        let limits = BfsLimits {
            states: self.left / 2,
            cancelled: self.budget.cancelled,
            abort_on: reachable::has_open_pieces,
        };
        match breadth_first_search(self.board, self.goal, &limits) {
            BfsResult::Closed(set) => Some(closed(set, cache)),
            BfsResult::Reached(moves) => Some(Winnability::Winnable(WinnableProof::Line(moves))),
            BfsResult::Exceeded { states } => {
                self.left = self.left.saturating_sub(states);
                None
            }
        }
    }

    /// The answer of the bitbase, if it may be probed.
    pub fn ask_table(&self) -> Option<Winnability> {
        if self.board.piece_count() > self.table_pieces {
            return None;
        }
        Some(if table::ask(self.board, self.goal)? {
            Winnability::Winnable(WinnableProof::Table(Vec::new()))
        } else {
            Winnability::Unwinnable(UnwinnableProof::Table)
        })
    }

    fn undetermined(&self) -> Winnability {
        Winnability::Undetermined {
            nodes: self.budget.nodes - self.left,
        }
    }
}

/// Turns a closed set into a proof and stores it in the cache.
fn closed(set: ReachableSet, cache: &mut WinnabilityCache) -> Winnability {
    let closed_set = set.closed_set();
    cache.store_set(set);
    Winnability::Unwinnable(UnwinnableProof::ClosedSet(closed_set))
}
