//! Mate search (`go mate N`): is there a forced mate in at most N moves?
//!
//! # Method
//! Depth-first proof-number search (df-pn; A. Nagai, "Df-pn algorithm for searching AND/OR trees
//! and its applications", 2002), limited to the plies of the mate. The attacker moves in OR nodes,
//! the defender in AND nodes. The proof number of a node is the minimum number of leaves to prove
//! before the mate is proved; the disproof number is the minimum to refute before it is refuted.
//! The search continues where the fewest leaves are missing: at checks and threats with few
//! answers. It uses no evaluation.
//!
//! # Order of events
//! 1. an ordinary search of a few plies gives a move and a score in case a limit ends the mate
//!    search;
//! 2. df-pn looks for mates in 1, 2, .. N moves, so that it finds short mates first, and repeats
//!    this with growing node budgets; the last length gets the greatest share;
//! 3. if a mate is proved: its line; if all lengths are refuted: "no mate in N", and the best move
//!    of a short ordinary search.
//!
//! # Exactness
//! A node is a position with the number of plies within which it must be mate. This number falls
//! with every move, so no node is its own descendant, and what is proved does not depend on the
//! path. Stalemate, dead positions and every draw that the defender may claim (FIDE Laws, Articles
//! 9.2, 9.3) refute a mate. A repetition counts only if the position has already occurred twice up
//! to the root: an attacker who follows a proof never repeats a position, because the distance to
//! mate falls. The halfmove clock is part of the key where it may reach the limit. The search
//! trusts 64-bit Zobrist keys.

mod checks;
mod dfpn;
mod leaf;
mod lengths;
mod mate_line;
mod proof_table;
#[cfg(test)]
mod tests;

use super::params::{MATE_PRELUDE_DEPTH, MATE_REFUTED_DEPTH, MATE_TABLE_MAX_MIB};
use super::worker::SearchWorker;
use crate::tt::Bound;
use crate::types::{MAX_DEPTH, Move, Score};
use dfpn::MateSearch;
use lengths::MateOutcome;

impl SearchWorker<'_> {
    /// Searches for a mate in `wanted` moves (negative: for being mated) until it is proved,
    /// refuted, or a limit is reached. Puts the best move first among the root moves and returns
    /// the depth reached, in plies.
    pub(super) fn search_for_mate(&mut self, wanted: i16) -> u16 {
        let request = self.shared.request;
        let max_depth = self.max_depth();
        let attacks = wanted > 0;
        // A mate in n moves takes 2n - 1 plies; being mated in n moves takes 2n.
        let longest = max_depth.midpoint(u16::from(attacks));
        let length = wanted.unsigned_abs().min(longest) as u8;
        let mut depth = self.deepen(MATE_PRELUDE_DEPTH.min(max_depth), 1);
        let outcome = if length == 0 {
            MateOutcome::Interrupted
        } else if request.dead_position {
            MateOutcome::Refuted
        } else {
            let mebibytes = self.shared.tt.mebibytes().min(MATE_TABLE_MAX_MIB);
            let stm = request.board.stm();
            let attacker = if attacks { stm } else { !stm };
            MateSearch::new(self, attacker, mebibytes).run(length)
        };
        match outcome {
            MateOutcome::Mate(line) => {
                depth = line.len() as u16;
                self.set_mate(line);
            }
            MateOutcome::Refuted => {
                if let Some(manager) = &mut self.manager {
                    manager.report_no_mate(if attacks { 1 } else { -1 } * i16::from(length));
                }
                depth = depth.max(self.deepen(MATE_REFUTED_DEPTH.min(max_depth), 1));
            }
            MateOutcome::Interrupted => {}
        }
        depth
    }

    /// Puts a proved mate first among the root moves.
    fn set_mate(&mut self, line: Vec<Move>) {
        let plies = line.len();
        self.root.move_to_front(line[0]);
        let best = &mut self.root.moves[0];
        best.score = if plies % 2 == 1 {
            Score::mate_in(plies)
        } else {
            Score::mated_in(plies)
        };
        best.bound = Bound::Exact;
        best.sel_depth = plies;
        best.pv = line;
    }
}

impl SearchWorker<'_> {
    /// The depth limit of the search, in plies.
    pub(super) fn max_depth(&self) -> u16 {
        let depth = self.shared.request.limits.depth.unwrap_or(u16::MAX);
        depth.min(MAX_DEPTH)
    }

    /// Reports that there is no mate in this many plies, with the line of the ordinary search.
    fn report_refuted(&mut self, plies: u8) {
        self.publish_counters();
        if let Some(manager) = &mut self.manager {
            let depth = u16::from(plies);
            manager.begin_iteration(depth);
            manager.report(self.shared, depth, &self.root.moves[..1], false);
        }
    }

    /// True if the time manager grants the mate search more nodes.
    fn continue_mate_search(&mut self) -> bool {
        self.publish_counters();
        match &mut self.manager {
            Some(manager) => manager.start_another_iteration(self.shared, &self.root),
            None => true,
        }
    }
}
