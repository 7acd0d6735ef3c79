use super::closure::{self, Flood, Patience, Region, flood};
use super::goal::Goal;
use super::{Budget, Impossible, Memo, Possible, Winnability, table, tree};
use crate::board::Board;
use crate::types::Piece;

/// Positions of the first glance for a line, which nearly every position of a game grants.
const GLANCE: u64 = 256;
/// Positions of the second attempt at a proof; each later one takes four times as many.
const ATTEMPT: u64 = 2_048;
/// With no more legal moves than this a short tree is tried before anything else.
pub(super) const CRAMPED: u32 = 6;

/// The search for a proof with growing effort.
pub(super) struct Effort<'a> {
    board: &'a Board,
    goal: Goal,
    budget: &'a Budget<'a>,
    /// Positions that may still be looked at.
    left: u64,
    /// The most men of a table that may be asked.
    table_men: u32,
}

impl<'a> Effort<'a> {
    pub fn new(board: &'a Board, goal: Goal, budget: &'a Budget<'a>) -> Self {
        Self {
            board,
            goal,
            budget,
            left: budget.nodes,
            table_men: table::men_within(budget.nodes),
        }
    }

    /// Looks for a line with `find`, which is told the most men of a table that it may ask and takes what it needs from
    /// the positions it is given, and for a closed set in turn, each time farther.
    pub fn spend(
        &mut self,
        memo: &mut Memo,
        mut find: impl FnMut(u32, &mut u64) -> Option<Possible>,
    ) -> Option<Winnability> {
        let (board, goal) = (self.board, self.goal);
        if closure::may_close(board)
            && let Some(region) = Region::of_kings(board, goal)
            && region.states() <= self.left
        {
            return Some(closed(region, memo));
        }
        // Sets with pieces that go everywhere close late or never.
        let lively =
            board.pieces(Piece::Queen) | board.pieces(Piece::Rook) | board.pieces(Piece::Knight);
        let mut share = GLANCE;
        while self.left > 0 && !(self.budget.cancelled)() {
            let mut nodes = share.min(self.left);
            self.left -= nodes;
            // At the first glance no table is worth building that takes longer than what it saves.
            let table_men = if share == GLANCE {
                self.table_men.min(3)
            } else {
                self.table_men
            };
            let found = find(table_men, &mut nodes);
            self.left += nodes;
            if let Some(possible) = found {
                return Some(Winnability::Winnable(possible));
            }
            if share == GLANCE
                && board.count_legal_moves() > CRAMPED
                && let Some(plies) = tree::refute(board, goal)
            {
                return Some(Winnability::Unwinnable(Impossible::Tree { plies }));
            }
            if let Some(known) = self.ask_table() {
                return Some(known);
            }
            let hasty = lively.any() && share <= ATTEMPT;
            let patience = Patience {
                states: self.left.min(if hasty { share / 8 } else { share }),
                cancelled: self.budget.cancelled,
                lost: |_| false,
            };
            match flood(board, goal, &patience) {
                Flood::Closed(region) => return Some(closed(region, memo)),
                Flood::Reached(moves) => return Some(Winnability::Winnable(Possible::Line(moves))),
                Flood::Exceeded { .. } => self.left -= patience.states,
            }
            share = ATTEMPT.max(4 * share);
        }
        None
    }

    /// What a table says, if it may be asked.
    pub fn ask_table(&self) -> Option<Winnability> {
        if self.board.occupied().count() > self.table_men {
            return None;
        }
        let verdict = match self.goal {
            Goal::Mate(color) => table::verdict(self.board, color)?,
            Goal::Potential(color) => table::potential(self.board, color)?,
            Goal::AnyMate => return None,
        };
        Some(if verdict {
            Winnability::Winnable(Possible::Table(Vec::new()))
        } else {
            Winnability::Unwinnable(Impossible::Table)
        })
    }

    /// Nothing was found.
    pub fn undetermined(&self) -> Winnability {
        Winnability::Undetermined {
            nodes: self.budget.nodes - self.left,
        }
    }
}

/// The answer that a closed set gives, which the memo keeps.
fn closed(region: Region, memo: &mut Memo) -> Winnability {
    let closure = region.closure();
    memo.keep(region);
    Winnability::Unwinnable(Impossible::Closure(closure))
}
