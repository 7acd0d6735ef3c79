//! Records the scores of a search, and passes its reports on to the user.

use crate::search::{RootMove, SearchListener, SearchProgress, SearchReport};
use crate::types::{Move, Score};

#[derive(Clone, Debug)]
pub(super) struct IterationScores {
    /// Depth of the iteration, in plies.
    pub depth: u16,
    /// Moves and their scores, best first.
    pub scores: Vec<(Move, Score)>,
}

/// Records each iteration and passes its first lines on to another listener. Holds the last report back until the move
/// is chosen.
pub(super) struct ScoreRecorder<'a> {
    inner: &'a mut dyn SearchListener,
    /// The number of lines to pass on.
    shown: usize,
    /// The complete iterations, the shallowest first.
    pub iterations: Vec<IterationScores>,
    last_progress: SearchProgress,
    /// The lines of the search, best first; empty if there is no move.
    pub last_lines: Vec<RootMove>,
}

impl<'a> ScoreRecorder<'a> {
    pub fn new(inner: &'a mut dyn SearchListener, shown: usize) -> Self {
        Self {
            inner,
            shown,
            iterations: Vec::new(),
            last_progress: SearchProgress::default(),
            last_lines: Vec::new(),
        }
    }

    /// Passes the last report on, with the chosen line first.
    pub fn report_choice(&mut self, index: usize) {
        let mut lines = self.last_lines.clone();
        lines[..=index].rotate_right(1);
        self.pass_on(self.last_progress, &lines, true);
    }

    fn pass_on(&mut self, progress: SearchProgress, lines: &[RootMove], last: bool) {
        self.inner.report(&SearchReport {
            progress,
            lines: &lines[..self.shown.min(lines.len())],
            last,
        });
    }
}

impl SearchListener for ScoreRecorder<'_> {
    fn report(&mut self, report: &SearchReport<'_>) {
        if report.last {
            self.last_progress = report.progress;
            self.last_lines = report.lines.to_vec();
            return;
        }
        self.iterations.push(IterationScores {
            depth: report.progress.depth,
            scores: report
                .lines
                .iter()
                .map(|root| (root.mv, root.score))
                .collect(),
        });
        self.pass_on(report.progress, report.lines, false);
    }

    fn bound(&mut self, report: &SearchReport<'_>) {
        self.inner.bound(report);
    }

    fn current_move(&mut self, progress: &SearchProgress, mv: Move, number: usize) {
        self.inner.current_move(progress, mv, number);
    }

    fn heartbeat(&mut self, progress: &SearchProgress) {
        self.inner.heartbeat(progress);
    }

    fn no_moves(&mut self, score: Score) {
        self.inner.no_moves(score);
    }
}
