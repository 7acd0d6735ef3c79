//! Quiescence search: captures and promotions until the position is quiet enough to evaluate.

use super::alphabeta::blended_fail_high;
use super::movepick::MovePicker;
use super::node::{NodeInfo, Stopped};
use super::node_entry::NodeEntry;
use super::params::{DELTA_SEE_THRESHOLD, QUIESCENCE_MAX_MOVES, QUIESCENCE_SEE_THRESHOLD};
use super::see::see_ge;
use super::tunables::delta_margin;
use super::window::{NodeType, NonPvNode, PvNode, Window};
use super::worker::SearchWorker;
use crate::tt::{Bound, TtWrite};
use crate::types::{Move, Score};

impl SearchWorker<'_> {
    /// Quiescence search: captures, promotions and check evasions only; a side not in check may
    /// stand pat on the evaluation. Fail-soft.
    pub(super) fn quiesce<N: NodeType>(&mut self, mut window: Window) -> Result<Score, Stopped> {
        let floor = match self.enter_node::<N>(&mut window)? {
            NodeEntry::Done(score) => return Ok(score),
            NodeEntry::Search { floor } => floor,
        };
        let score = self.quiesce_moves::<N>(window)?;
        Ok(self.with_claims(score, floor))
    }

    /// Quiescence search of a node where the game is not over.
    fn quiesce_moves<N: NodeType>(&mut self, mut window: Window) -> Result<Score, Stopped> {
        let tt_hit = self.probe_tt();
        if let Some(score) = self.tt_cutoff::<N>(tt_hit.as_ref(), window, 0) {
            return Ok(score);
        }
        let node = self.evaluate_node::<N>(tt_hit, 0, false);
        let in_check = node.in_check();
        // Stand pat.
        let mut best_score = node.eval.unwrap_or(-Score::INFINITE);
        if !window.raise_alpha(best_score) {
            best_score = blended_fail_high(best_score, window.beta, 1, 1);
            if tt_hit.is_none() {
                self.store_quiescence(None, best_score, &node, Bound::Lower);
            }
            return Ok(best_score);
        }

        let initial_window = window;
        let delta_score = best_score + delta_margin();
        let recapture_square = self.stack.top().mv.map(Move::to);
        if in_check {
            self.prepare_ordering();
        }
        let mut picker = if in_check {
            MovePicker::new(node.tt_move())
        } else {
            MovePicker::noisy(node.tt_move(), QUIESCENCE_SEE_THRESHOLD)
        };
        let mut best_move = None;
        let mut move_count = 0;
        // A check has been answered by a move that loses no material by SEE.
        let mut has_evaded = false;
        while let Some(mv) = picker.next(&self.ordering_context()) {
            self.prefetch_tt(mv);
            move_count += 1;
            let board = &self.stack.top().board;
            if !best_score.is_loss() && !in_check && Some(mv.to()) != recapture_square {
                if move_count > QUIESCENCE_MAX_MOVES && !board.gives_direct_check(mv) {
                    break;
                }
                // Delta pruning: the margin does not raise alpha, and the exchange wins nothing.
                if delta_score <= window.alpha && !see_ge(board, mv, DELTA_SEE_THRESHOLD) {
                    best_score = best_score.max(delta_score);
                    continue;
                }
            }
            // Once such an evasion does not lose, skip the remaining quiet evasions.
            if has_evaded && !best_score.is_loss() && self.may_prune() {
                picker.skip_quiets();
                if mv.is_quiet() {
                    continue;
                }
            }
            has_evaded = has_evaded || in_check && see_ge(board, mv, 0);
            self.make_move(mv);
            let score = if N::PV {
                -self.quiesce::<PvNode>(-window)?
            } else {
                -self.quiesce::<NonPvNode>(-window)?
            };
            self.unmake_move();
            best_score = best_score.max(score);
            if !window.fails_low(score) {
                best_move = Some(mv);
                if N::PV {
                    self.pv.update(self.stack.ply, mv);
                }
                if !window.raise_alpha(score) {
                    break;
                }
            }
        }
        if in_check && move_count == 0 {
            return Ok(Score::mated_in(self.stack.ply));
        }
        if move_count == 0 && self.is_pawn_stalemate() {
            return Ok(Score::ZERO);
        }
        // An exact score would replace an entry of any depth, and quiescence leaves out most moves.
        let bound = match initial_window.bound(best_score) {
            Bound::Exact => Bound::Upper,
            bound => bound,
        };
        if bound == Bound::Lower {
            best_score = blended_fail_high(best_score, initial_window.beta, 1, 1);
        }
        self.store_quiescence(best_move, best_score, &node, bound);
        Ok(best_score)
    }

    /// True if the side to move has only its king and pawns, and no legal move.
    fn is_pawn_stalemate(&self) -> bool {
        let board = &self.stack.top().board;
        board.non_pawn_pieces(board.stm()).is_empty() && !board.has_legal_move()
    }

    fn store_quiescence(&self, mv: Option<Move>, score: Score, node: &NodeInfo, bound: Bound) {
        self.store_tt(&TtWrite {
            mv,
            score,
            eval: node.raw_eval,
            depth: 0,
            bound,
            pv: node.tt_pv,
        });
    }
}
