//! Iterative deepening with aspiration windows.

use super::node::{Stopped, scaled};
use super::params::{
    ASPIRATION_GROWTH_DIVISOR, ASPIRATION_MAX_DELTA, ASPIRATION_MIN_DEPTH, ASPIRATION_SCORE_DIVISOR,
};
use super::root_moves::RootMoves;
use super::tunables::aspiration_base;
use super::vote::ThreadResult;
use super::window::{RootNode, Window};
use super::worker::SearchWorker;
use crate::tt::Bound;
use crate::types::Score;
use std::sync::atomic::Ordering;

impl SearchWorker<'_> {
    /// Searches until a limit is reached or the search is stopped, by iterative deepening or for a
    /// mate. Leaves the root moves in their final order. The main thread stops the others.
    pub(super) fn search_root(&mut self) -> ThreadResult {
        let request = self.shared.request;
        let depth = if let Some(wanted) = request.limits.mate {
            self.search_for_mate(wanted)
        } else {
            let multi_pv = request.multi_pv.clamp(1, self.root.moves.len());
            self.deepen(self.max_depth(), multi_pv)
        };
        self.publish_counters();
        if self.manager.is_some() {
            self.shared.stop.store(true, Ordering::Relaxed);
        }
        ThreadResult {
            best: self.root.moves[0].clone(),
            depth,
        }
    }

    /// Iterative deepening: searches with increasing depth up to `max_depth`. Returns the depth of
    /// the last complete iteration.
    pub(super) fn deepen(&mut self, max_depth: u16, multi_pv: usize) -> u16 {
        if let Some(mv) = self.probe_tt().and_then(|hit| hit.mv) {
            self.root.move_to_front(mv);
        }
        let mut completed = 0;
        let mut last_complete = self.root.clone();
        for depth in 1..=max_depth {
            if let Some(manager) = &mut self.manager {
                manager.begin_iteration(depth);
            }
            if self.search_lines(i32::from(depth), multi_pv).is_err() {
                self.use_last_complete(&last_complete, multi_pv);
                break;
            }
            completed = depth;
            last_complete.moves.clone_from(&self.root.moves);
            self.publish_counters();
            let Some(manager) = &mut self.manager else {
                continue;
            };
            manager.report(self.shared, depth, &self.root.moves[..multi_pv], false);
            if !manager.start_another_iteration(self.shared, &self.root) {
                break;
            }
        }
        completed
    }

    /// Reports the result: this thread's lines, or the one line of the thread that won the vote.
    pub(super) fn report_final(&mut self, best: &ThreadResult) {
        let request = self.shared.request;
        let lines = if request.multi_pv == 1 || request.limits.mate.is_some() {
            std::slice::from_ref(&best.best)
        } else {
            &self.root.moves[..request.multi_pv.clamp(1, self.root.moves.len())]
        };
        if let Some(manager) = &mut self.manager {
            manager.report(self.shared, best.depth.max(1), lines, true);
        }
    }

    /// One iteration: searches the PV lines one after another.
    fn search_lines(&mut self, depth: i32, multi_pv: usize) -> Result<(), Stopped> {
        self.root.begin_iteration();
        self.root_depth = depth;
        for pv_index in 0..multi_pv {
            self.root.pv_index = pv_index;
            self.sel_depth = 0;
            let result = self.aspiration_search(depth);
            self.return_to_root();
            self.root.sort_remaining();
            self.root.sort_lines();
            result?;
        }
        Ok(())
    }

    /// After an abort: keeps a reliable result, else restores the last complete iteration.
    ///
    /// With several PV lines the last complete iteration is restored. With one, the partial result
    /// stays if its score is exact or a lower bound, is not a loss (an aborted search does not
    /// prove one), and does not replace a mate already found by a worse score.
    fn use_last_complete(&mut self, last_complete: &RootMoves, multi_pv: usize) {
        let root = &self.root.moves[0];
        let previous = &last_complete.moves[0];
        let no_previous_score = previous.score == -Score::INFINITE;
        let reliable = root.score > -Score::INFINITE
            && root.bound != Bound::Upper
            && !root.score.is_loss()
            && (!previous.score.is_win() || root.score >= previous.score);
        if multi_pv == 1 && (reliable || (no_previous_score && root.score > -Score::INFINITE)) {
            return;
        }
        if !no_previous_score {
            self.root.moves.clone_from(&last_complete.moves);
            return;
        }
        // Not even depth 1 was completed: report the static evaluation as the score.
        let request = self.shared.request;
        let eval = if request.dead_position {
            Score::ZERO
        } else {
            Score::clamp_eval(scaled(self.evaluate(), &request.board).value())
        };
        for root in &mut self.root.moves[..multi_pv] {
            if root.score == -Score::INFINITE {
                root.score = eval;
            }
        }
        self.root.pv_index = multi_pv - 1;
        self.root.sort_lines();
    }

    /// Aspiration windows: searches one PV line with a narrow window around its average score and
    /// widens the failing side until the score is inside. A fail high reduces the depth.
    fn aspiration_search(&mut self, depth: i32) -> Result<(), Stopped> {
        let average = self.root.current().average_score;
        let Some(average) =
            average.filter(|score| depth >= ASPIRATION_MIN_DEPTH && !score.is_decisive())
        else {
            return self
                .search::<RootNode>(Window::FULL, depth, false)
                .map(|_| ());
        };
        let mut delta =
            aspiration_base() + average.value() * average.value() / ASPIRATION_SCORE_DIVISOR;
        let floor = Window::FULL.alpha;
        let mut window = Window::new(
            (average - delta).max(floor),
            (average + delta).min(Score::INFINITE),
        );
        let mut reduction = 0;
        loop {
            let score = self.search::<RootNode>(window, (depth - reduction).max(1), false)?;
            self.root.sort_remaining();
            let fails_low = window.fails_low(score);
            if !fails_low && !window.fails_high(score) {
                return Ok(());
            }
            if self.root.pv_index == 0
                && let Some(manager) = &mut self.manager
            {
                manager.report_bound(self.shared, &self.root.moves[0]);
            }
            let Window {
                mut alpha,
                mut beta,
            } = window;
            if fails_low {
                beta = Score::new(i32::midpoint(alpha.value(), beta.value()));
                alpha = score - delta;
                reduction = 0;
            } else {
                beta = score + delta;
                if !score.is_decisive() {
                    reduction += 1;
                }
            }
            delta += delta / ASPIRATION_GROWTH_DIVISOR;
            if delta > ASPIRATION_MAX_DELTA || score.is_decisive() {
                if fails_low {
                    alpha = floor;
                } else {
                    beta = Score::INFINITE;
                }
            }
            let alpha = alpha.max(floor);
            window = Window::new(alpha, beta.min(Score::INFINITE).max(alpha + 1));
        }
    }
}
