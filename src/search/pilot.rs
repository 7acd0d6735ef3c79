//! The business of the main thread: time, limits, and telling the listener.

use super::SharedState;
use super::listen::{SearchListener, SearchProgress, SearchReport};
use super::root::{RootMove, RootMoves};
use crate::time::{IterationStats, TimeManager};
use crate::types::{Move, Score};
use std::time::{Duration, Instant};

/// Searches shorter than this say nothing of bounds and current moves.
const TALK_AFTER: Duration = Duration::from_secs(3);
const HEARTBEAT: Duration = Duration::from_secs(1);

pub(super) struct SearchManager<'a> {
    timer: TimeManager,
    listener: &'a mut dyn SearchListener,
    /// When the current iteration began.
    iteration_start: Instant,
    last_word: Instant,
    /// Iterations in a row with the same best move.
    stability: u32,
    best: Option<Move>,
    depth: u16,
}

impl<'a> SearchManager<'a> {
    pub fn new(timer: TimeManager, listener: &'a mut dyn SearchListener) -> Self {
        let now = Instant::now();
        Self {
            timer,
            listener,
            iteration_start: now,
            last_word: now,
            stability: 0,
            best: None,
            depth: 0,
        }
    }

    pub fn poll_interval(&self) -> u64 {
        self.timer.poll_interval()
    }

    /// Looks at clock, ticket and node limit; shows signs of life.
    pub fn must_stop(&mut self, shared: &SharedState<'_>) -> bool {
        let now = Instant::now();
        if now.duration_since(self.last_word) >= HEARTBEAT {
            self.last_word = now;
            self.listener.heartbeat(&self.progress(shared, now));
        }
        self.timer.must_stop(now)
            || shared
                .request
                .limits
                .nodes
                .is_some_and(|limit| shared.total_nodes() >= limit)
    }

    pub fn begin_iteration(&mut self, depth: u16) {
        self.iteration_start = Instant::now();
        self.depth = depth;
    }

    fn progress(&self, shared: &SharedState<'_>, now: Instant) -> SearchProgress {
        SearchProgress {
            depth: self.depth,
            nodes: shared.total_nodes(),
            time: self.timer.stop_token().elapsed(now),
            hashfull: shared.tt.hashfull(),
        }
    }

    fn is_talkative(&self, now: Instant) -> bool {
        self.timer.stop_token().elapsed(now) >= TALK_AFTER
    }

    pub fn current_move(&mut self, shared: &SharedState<'_>, mv: Move, number: usize) {
        if !self.listener.wants_reports() {
            return;
        }
        let now = Instant::now();
        if self.is_talkative(now) {
            self.listener
                .current_move(&self.progress(shared, now), mv, number);
        }
    }

    /// The score of the first line has left its window.
    pub fn bound(&mut self, shared: &SharedState<'_>, root: &RootMove) {
        let now = Instant::now();
        if self.is_talkative(now) {
            self.last_word = now;
            let lines = std::slice::from_ref(root);
            let report = SearchReport {
                progress: self.progress(shared, now),
                lines,
                last: false,
            };
            self.listener.bound(&report);
        }
    }

    /// All lines of an iteration, or of the whole search.
    pub fn report(&mut self, shared: &SharedState<'_>, depth: u16, lines: &[RootMove], last: bool) {
        if !self.listener.wants_reports() {
            return;
        }
        self.last_word = Instant::now();
        let progress = SearchProgress {
            depth,
            ..self.progress(shared, self.last_word)
        };
        self.listener.report(&SearchReport {
            progress,
            lines,
            last,
        });
    }

    /// The whole depth has been searched for a mate.
    pub fn mate_or_not(&mut self, wanted: i16, leader: &RootMove) {
        if !is_mate_within(leader.score, wanted) {
            self.listener.mate_not_found(wanted);
        }
    }

    /// After a complete iteration: is there another one?
    pub fn go_on(&mut self, shared: &SharedState<'_>, root: &RootMoves) -> bool {
        let request = shared.request;
        let leader = &root.moves[0];
        if self.best == Some(leader.mv) {
            self.stability += 1;
        } else {
            self.stability = 0;
            self.best = Some(leader.mv);
        }
        if request
            .limits
            .mate
            .is_some_and(|wanted| is_mate_within(leader.score, wanted))
        {
            return false;
        }
        let soft_nodes = request.limits.soft_nodes;
        if soft_nodes.is_some_and(|limit| shared.total_nodes() >= limit) {
            return false;
        }
        let now = Instant::now();
        let clock = self.timer.budget().is_some_and(|budget| !budget.fixed);
        if clock && !self.timer.stop_token().is_pondering() && !request.analysis {
            // Nothing to decide, or nothing better to be found.
            if root.moves.len() == 1
                || request.dead_position
                || is_settled(leader.score, self.depth)
            {
                return false;
            }
        }
        let iteration = IterationStats {
            depth: self.depth,
            best_move_stability: self.stability,
            // The average has moved half way to the score already.
            score_drop: leader
                .average_score
                .map_or(0, |average| 2 * (average - leader.score)),
            best_move_nodes: leader.nodes,
            nodes: root.nodes(),
        };
        let duration = now.duration_since(self.iteration_start);
        self.timer
            .start_another_iteration(now, &iteration, duration)
    }
}

/// True for a mate that no deeper iteration can shorten much.
fn is_settled(score: Score, depth: u16) -> bool {
    score
        .mate_plies()
        .is_some_and(|plies| i32::from(depth) > 2 * plies.abs() + 4)
}

/// True if the score proves the mate that was asked for.
fn is_mate_within(score: Score, wanted: i16) -> bool {
    let wanted = i32::from(wanted);
    score.mate_moves().is_some_and(|moves| {
        if wanted > 0 {
            (1..=wanted).contains(&moves)
        } else {
            (wanted..=0).contains(&moves) && score < Score::ZERO
        }
    })
}
