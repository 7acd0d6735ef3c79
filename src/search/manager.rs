//! The main thread's part of a search: time management, limits, reports.

use super::listener::{SearchListener, SearchProgress, SearchReport};
use super::params::{HEARTBEAT_INTERVAL, MATE_DEPTH_FACTOR, MATE_DEPTH_MARGIN, REPORT_DELAY};
use super::root_moves::{RootMove, RootMoves};
use super::shared::SharedState;
use crate::time::{IterationStats, TimeManager};
use crate::types::{Move, Score};
use std::time::{Duration, Instant};

/// The search manager, which only the main thread has.
pub(super) struct SearchManager<'a> {
    time: TimeManager,
    listener: &'a mut dyn SearchListener,
    last_report: Instant,
    /// Iterations in a row that kept the same best move.
    best_move_stability: u32,
    best_move: Option<Move>,
    depth: u16,
}

impl<'a> SearchManager<'a> {
    pub fn new(time: TimeManager, listener: &'a mut dyn SearchListener) -> Self {
        Self {
            time,
            listener,
            last_report: Instant::now(),
            best_move_stability: 0,
            best_move: None,
            depth: 0,
        }
    }

    /// True if the clock, stop token or node limit ends the search now. Also sends heartbeats.
    pub fn must_stop(&mut self, shared: &SharedState<'_>) -> bool {
        let now = Instant::now();
        if now.duration_since(self.last_report) >= HEARTBEAT_INTERVAL {
            self.last_report = now;
            self.listener.heartbeat(&self.progress(shared, now));
        }
        self.time.must_stop(self.clock_time(shared, now)) || shared.is_past_node_limit()
    }

    /// The time that the clock shows: `now`, or where nodes count as time, the `go` and the time of the nodes since then.
    fn clock_time(&self, shared: &SharedState<'_>, now: Instant) -> Instant {
        let Some(nodes_per_ms) = shared.request.limits.nodes_per_ms else {
            return now;
        };
        let milliseconds = shared.total_nodes() as f64 / f64::from(nodes_per_ms.get());
        self.time.stop_token().received() + Duration::from_secs_f64(milliseconds / 1000.0)
    }

    pub fn begin_iteration(&mut self, depth: u16) {
        self.depth = depth;
    }

    fn progress(&self, shared: &SharedState<'_>, now: Instant) -> SearchProgress {
        SearchProgress {
            depth: self.depth,
            nodes: shared.total_nodes(),
            time: self.time.stop_token().elapsed(now),
            hashfull: shared.tt.hashfull(),
            table_hits: shared.total_table_hits(),
        }
    }

    fn is_past_report_delay(&self, now: Instant) -> bool {
        self.time.stop_token().elapsed(now) >= REPORT_DELAY
    }

    pub fn report_current_move(&mut self, shared: &SharedState<'_>, mv: Move, number: usize) {
        if !self.listener.wants_reports() {
            return;
        }
        let now = Instant::now();
        if self.is_past_report_delay(now) {
            let progress = self.progress(shared, now);
            self.listener.current_move(&progress, mv, number);
        }
    }

    /// Reports that the score of the first PV line left its aspiration window.
    pub fn report_bound(&mut self, shared: &SharedState<'_>, root: &RootMove) {
        if !self.listener.wants_reports() {
            return;
        }
        let now = Instant::now();
        // A bound says nothing new where the tables know the score.
        if root.table_score.is_none() && self.is_past_report_delay(now) {
            self.last_report = now;
            self.listener.bound(&SearchReport {
                progress: self.progress(shared, now),
                lines: std::slice::from_ref(root),
                last: false,
            });
        }
    }

    /// Reports all PV lines of an iteration, or of the whole search if `last` is set.
    pub fn report(&mut self, shared: &SharedState<'_>, depth: u16, lines: &[RootMove], last: bool) {
        if !self.listener.wants_reports() {
            return;
        }
        self.last_report = Instant::now();
        let progress = SearchProgress {
            depth,
            ..self.progress(shared, self.last_report)
        };
        self.listener.report(&SearchReport {
            progress,
            lines,
            last,
        });
    }

    /// Reports that a mate search has refuted every mate in this many moves.
    pub fn report_no_mate(&mut self, moves: i16) {
        self.listener.mate_not_found(moves);
    }

    /// After a complete iteration or a round of the mate search: true if another one should begin.
    pub fn start_another_iteration(&mut self, shared: &SharedState<'_>, root: &RootMoves) -> bool {
        let request = shared.request;
        let limits = &request.limits;
        let best = &root.moves[0];
        if self.best_move == Some(best.mv) {
            self.best_move_stability += 1;
        } else {
            self.best_move_stability = 0;
            self.best_move = Some(best.mv);
        }
        let soft_nodes = if best.mv.is_quiet() {
            limits.soft_nodes
        } else {
            limits.soft_nodes_noisy.or(limits.soft_nodes)
        };
        if soft_nodes.is_some_and(|limit| shared.total_nodes() >= limit) {
            return false;
        }
        let on_clock = self.time.budget().is_some_and(|budget| !budget.fixed);
        // A single legal move, or a draw or mate that more search will not change.
        let is_settled = root.moves.len() == 1
            || request.dead_position
            || is_verified_mate(best.score, self.depth);
        if on_clock && !request.analysis && is_settled {
            self.time.settle();
            return self.time.stop_token().is_pondering();
        }
        let stats = IterationStats {
            best_move_stability: self.best_move_stability,
            score: best.score,
            best_move_nodes: best.nodes,
            nodes: root.nodes(),
        };
        let now = self.clock_time(shared, Instant::now());
        self.time.start_another_iteration(now, &stats)
    }
}

/// True for a mate that was searched so deep that a shorter one is unlikely.
fn is_verified_mate(score: Score, depth: u16) -> bool {
    score
        .mate_plies()
        .is_some_and(|plies| i32::from(depth) > MATE_DEPTH_FACTOR * plies.abs() + MATE_DEPTH_MARGIN)
}
