//! Quiescence: captures until the position is quiet enough to be evaluated.

use super::alphabeta::decides;
use super::movepick::MovePicker;
use super::params::{QUIESCENCE_FUTILITY_MARGIN, QUIESCENCE_MOVES, QUIESCENCE_SEE_MARGIN};
use super::see::see_ge;
use super::window::{NodeType, NonPvNode, PvNode, Window};
use super::worker::SearchWorker;
use crate::tt::{Bound, TtWrite};
use crate::types::{Move, Score};

impl SearchWorker<'_> {
    /// The score of the position when only captures, promotions and answers to checks are played; a side that is not in
    /// check may also leave it at the evaluation.
    pub(super) fn quiesce<N: NodeType>(&mut self, mut window: Window) -> Option<Score> {
        if let Some(score) = self.enter::<N>(&mut window)? {
            return Some(score);
        }
        let ply = self.stack.ply;
        let hit = self.probe();
        let clock = self.stack.top().board.halfmove_clock();
        if !N::PV
            && clock < 90
            && let Some(hit) = &hit
            && let Some(score) = decides(hit, hit.score(ply, clock), window)
        {
            return Some(score);
        }
        let node = self.assess::<N>(hit);
        let in_check = node.eval.is_none();
        let alpha = window.alpha;
        let mut best = node.bounded.unwrap_or(-Score::INFINITE);
        if !window.raise(best) {
            if hit.is_none() {
                self.store_quiescence(None, best, node.raw, Bound::Lower, node.tt_pv);
            }
            return Some(best);
        }

        let futility = best + QUIESCENCE_FUTILITY_MARGIN;
        let recapture = self.stack.top().mv.map(Move::to);
        let table_move = hit.and_then(|hit| hit.mv);
        let mut picker = if in_check {
            MovePicker::new(table_move)
        } else {
            MovePicker::noisy(table_move, -QUIESCENCE_SEE_MARGIN)
        };
        let mut best_move = None;
        let mut count = 0;
        while let Some(mv) = picker.next(&self.context()) {
            count += 1;
            let board = self.stack.top().board;
            if !best.is_loss() && !in_check && Some(mv.to()) != recapture {
                if !board.gives_direct_check(mv) && count > QUIESCENCE_MOVES {
                    break;
                }
                if futility <= window.alpha && !see_ge(&board, mv, 1) {
                    best = best.max(futility);
                    continue;
                }
            }
            // One answer to the check that does not lose is enough; no more quiet ones.
            if in_check && !best.is_loss() {
                picker.skip_quiets();
                if mv.is_quiet() {
                    continue;
                }
            }
            self.make(mv);
            let score = if N::PV {
                -self.quiesce::<PvNode>(-window)?
            } else {
                -self.quiesce::<NonPvNode>(-window)?
            };
            self.unmake();
            best = best.max(score);
            if !window.fails_low(score) {
                best_move = Some(mv);
                if N::PV {
                    self.pv.raise(ply, mv);
                }
                if !window.raise(score) {
                    break;
                }
            }
        }
        if in_check && count == 0 {
            return Some(Score::mated_in(ply));
        }
        let bound = if window.fails_high(best) {
            Bound::Lower
        } else if N::PV && best > alpha && best_move.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.store_quiescence(best_move, best, node.raw, bound, node.tt_pv);
        Some(best)
    }

    fn store_quiescence(
        &self,
        mv: Option<Move>,
        score: Score,
        eval: Option<Score>,
        bound: Bound,
        pv: bool,
    ) {
        self.store(&TtWrite {
            mv,
            score,
            eval,
            depth: 0,
            bound,
            pv,
        });
    }
}
