//! An analysis without end, watched while it runs.

use super::Analyser;
use crate::board::Board;
use crate::engine::{GoError, LawsReport, LineChecker, SearchStart, ShownLine};
use crate::laws::game::Game;
use crate::search::{RootMove, SearchListener, SearchProgress, SearchReport};
use crate::time::{SearchLimits, StopToken};
use crate::types::{Move, Score, UciScore};
use std::sync::mpsc::channel;

/// The state of an analysis that is running.
#[derive(Clone, Debug)]
pub struct LiveAnalysis {
    /// The position.
    pub board: Board,
    /// The state of its game under the Laws.
    pub laws: Option<LawsReport>,
    /// How far the search has come. The depth is that of the lines, 0 before the first.
    pub progress: SearchProgress,
    /// The lines of `MultiPV`, best first; none before the first iteration, and after mate and stalemate.
    pub lines: Vec<LiveLine>,
    /// True if the search has ended, so that no other state follows.
    pub is_over: bool,
}

/// A line of a running analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveLine {
    /// The principal variation, up to the end of the game.
    pub moves: Vec<Move>,
    /// The score from the side to move.
    pub score: UciScore,
    /// Win, draw and loss probabilities in permille, for the side to move.
    pub wdl: [i32; 3],
    /// Selective depth in plies.
    pub seldepth: usize,
}

impl Analyser {
    /// Analyses the last position of a game without limit while `wait` runs, and returns what `wait` returns. Earlier
    /// positions count for repetitions.
    ///
    /// `sink` gets the state at the start, before `wait` runs, then after each iteration and about once a second. It runs
    /// in the thread of the search, which waits for it; at the start in this thread, so it must not wait for `wait`. A
    /// search that has ended, after mate or at the greatest depth, waits for `wait` too. The token of
    /// [`Analyser::with_stop`] has no effect.
    ///
    /// ```
    /// use compongo::Game;
    /// use compongo::analysis::{Analyser, LiveAnalysis};
    /// use std::sync::mpsc::channel;
    ///
    /// let (sender, states) = channel();
    /// let sink = move |live: &LiveAnalysis| {
    ///     // Nobody receives the states after the fifth iteration.
    ///     let _ = sender.send(live.clone());
    /// };
    /// let wait = || states.iter().find(|live| live.progress.depth >= 5);
    /// let found = Analyser::new().watch(Game::default(), sink, wait)?;
    /// assert_eq!(found.map(|live| live.lines.len()), Some(1));
    /// # Ok::<(), compongo::engine::GoError>(())
    /// ```
    ///
    /// # Errors
    /// The search cannot be started, or has panicked.
    pub fn watch<T>(
        &mut self,
        game: Game,
        sink: impl FnMut(&LiveAnalysis) + Send + 'static,
        wait: impl FnOnce() -> T,
    ) -> Result<T, GoError> {
        let moves = game.board().legal_moves();
        self.engine.set_game(game);
        let limits = SearchLimits {
            infinite: true,
            ..SearchLimits::default()
        };
        let token = StopToken::default();
        let (sender, receiver) = channel();
        let done = move |finished| {
            // The receiver waits for it.
            let _ = sender.send(finished);
        };
        let mut handle = self.engine.go(
            &limits,
            moves,
            token.clone(),
            |start| Box::new(LiveListener::new(start, sink)),
            done,
        )?;
        let waited = wait();
        token.stop();
        self.engine.wait(&mut handle, &receiver)?;
        Ok(waited)
    }
}

/// Keeps the state of an analysis and passes it on.
struct LiveListener<F> {
    lines: LineChecker,
    live: LiveAnalysis,
    sink: F,
}

impl<F: FnMut(&LiveAnalysis)> LiveListener<F> {
    fn new(start: SearchStart<'_>, mut sink: F) -> Self {
        let live = LiveAnalysis {
            board: *start.lines.board(),
            laws: start.laws.cloned(),
            progress: SearchProgress::default(),
            lines: Vec::new(),
            is_over: false,
        };
        sink(&live);
        Self {
            lines: start.lines,
            live,
            sink,
        }
    }

    /// Renews the counters; the depth stays that of the lines.
    fn count(&mut self, progress: &SearchProgress) {
        self.live.progress = SearchProgress {
            depth: self.live.progress.depth,
            ..*progress
        };
        (self.sink)(&self.live);
    }
}

impl<F: FnMut(&LiveAnalysis) + Send> SearchListener for LiveListener<F> {
    fn report(&mut self, report: &SearchReport<'_>) {
        let depth = usize::from(report.progress.depth);
        let line = |root: &RootMove| {
            let ShownLine { pv, score, wdl } = self.lines.show(root, false);
            LiveLine {
                moves: pv.to_vec(),
                score: score.into(),
                wdl,
                seldepth: root.sel_depth.max(depth),
            }
        };
        self.live.lines = report.lines.iter().map(line).collect();
        self.live.progress = report.progress;
        self.live.is_over = report.last;
        (self.sink)(&self.live);
    }

    fn bound(&mut self, report: &SearchReport<'_>) {
        self.count(&report.progress);
    }

    fn heartbeat(&mut self, progress: &SearchProgress) {
        self.count(progress);
    }

    fn no_moves(&mut self, _score: Score) {
        self.live.is_over = true;
        (self.sink)(&self.live);
    }
}
