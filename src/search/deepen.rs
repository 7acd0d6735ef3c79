//! Iterative deepening: the same search again and again, one ply deeper, each time with what the last one taught.

use super::alphabeta::damped;
use super::params::{ASPIRATION_BASE, ASPIRATION_MIN_DEPTH, ASPIRATION_SCORE_DIVISOR};
use super::root::RootMoves;
use super::window::{RootNode, Window};
use super::worker::SearchWorker;
use crate::tt::Bound;
use crate::types::{MAX_PLY, Score};
use std::sync::atomic::Ordering;

/// Windows wider than this are opened altogether.
const WIDEST: i32 = 800;

impl SearchWorker<'_> {
    /// Searches deeper and deeper until a limit is reached or the search is stopped. Returns the depth of the last
    /// complete iteration; the root moves are in their final order.
    pub(super) fn deepen(&mut self) -> u16 {
        let request = self.shared.request;
        let max_depth = request
            .limits
            .depth
            .unwrap_or(u16::MAX)
            .min(MAX_PLY as u16 - 1);
        let lines = request.multi_pv.clamp(1, self.root.moves.len());
        if let Some(mv) = self.probe().and_then(|hit| hit.mv) {
            self.root.prefer(mv);
        }
        let mut completed = 0;
        let mut best = self.root.clone();
        for depth in 1..=max_depth {
            if let Some(pilot) = &mut self.pilot {
                pilot.begin_iteration(depth);
            }
            self.root.next_iteration();
            let finished = (0..lines).all(|line| {
                self.root.line = line;
                self.sel_depth = 0;
                let finished = self.aspirate(i32::from(depth)).is_some();
                self.return_to_root();
                self.root.sort();
                self.root.sort_lines();
                finished
            });
            if !finished {
                self.settle_interrupted(&best, lines);
                break;
            }
            completed = depth;
            best.clone_from(&self.root);
            self.publish_nodes();
            let Some(pilot) = &mut self.pilot else {
                continue;
            };
            pilot.report(self.shared, depth, &self.root.moves[..lines], false);
            if !pilot.go_on(self.shared, &self.root) {
                break;
            }
        }
        self.publish_nodes();
        if let Some(pilot) = &mut self.pilot {
            self.shared.stop.store(true, Ordering::Relaxed);
            if let Some(wanted) = request.limits.mate.filter(|_| completed == max_depth) {
                pilot.mate_or_not(wanted, &self.root.moves[0]);
            }
            pilot.report(
                self.shared,
                completed.max(1),
                &self.root.moves[..lines],
                true,
            );
        }
        completed
    }

    /// What to make of an iteration that was interrupted.
    ///
    /// With several lines the last complete set stands. With one, a best move found in the interrupted iteration
    /// counts if its score was complete; a loss was perhaps not looked at to the end, and a mate already proved is
    /// not given up for anything.
    fn settle_interrupted(&mut self, complete: &RootMoves, lines: usize) {
        let root = &mut self.root.moves[0];
        let before = &complete.moves[0];
        let nothing_before = before.score == -Score::INFINITE;
        let sound = root.score > -Score::INFINITE
            && root.bound != Bound::Upper
            && !root.score.is_loss()
            && (!before.score.is_win() || root.score >= before.score);
        if lines == 1 && (sound || (nothing_before && root.score > -Score::INFINITE)) {
            return;
        }
        if !nothing_before {
            self.root.moves.clone_from(&complete.moves);
            return;
        }
        // Not even the first move was looked at: the evaluation is all there is to say.
        let request = self.shared.request;
        let estimate = if request.dead_position {
            Score::ZERO
        } else {
            damped(self.evaluate(), request.board.halfmove_clock())
        };
        for root in &mut self.root.moves[..lines] {
            if root.score == -Score::INFINITE {
                root.score = estimate;
            }
        }
    }

    /// One line of one iteration with a narrow window around the score that is expected, widened until it holds.
    fn aspirate(&mut self, depth: i32) -> Option<Score> {
        let average = self.root.leader().average_score;
        let Some(average) =
            average.filter(|score| depth >= ASPIRATION_MIN_DEPTH && !score.is_decisive())
        else {
            return self.search::<RootNode>(Window::FULL, depth, false);
        };
        let mut delta =
            ASPIRATION_BASE + average.value() * average.value() / ASPIRATION_SCORE_DIVISOR;
        let floor = Window::FULL.alpha;
        let mut window = Window::new(
            (average - delta).max(floor),
            (average + delta).min(Score::INFINITE),
        );
        let mut reduced = 0;
        loop {
            let score = self.search::<RootNode>(window, (depth - reduced).max(1), false)?;
            self.root.sort();
            let fails_low = window.fails_low(score);
            if !fails_low && !window.fails_high(score) {
                return Some(score);
            }
            if self.root.line == 0
                && let Some(pilot) = &mut self.pilot
            {
                pilot.bound(self.shared, &self.root.moves[0]);
            }
            let (mut alpha, mut beta) = (window.alpha, window.beta);
            if fails_low {
                beta = Score::cp(i32::midpoint(alpha.value(), beta.value()));
                alpha = score - delta;
                reduced = 0;
            } else {
                beta = score + delta;
                if !score.is_decisive() {
                    reduced += 1;
                }
            }
            delta += delta / 2;
            if delta > WIDEST || score.is_decisive() {
                (alpha, beta) = if fails_low {
                    (floor, beta)
                } else {
                    (alpha, Score::INFINITE)
                };
            }
            window = Window::new(
                alpha.max(floor),
                beta.min(Score::INFINITE).max(alpha.max(floor) + 1),
            );
        }
    }
}
