//! Analysis of positions: the engine's verdict on a position under given limits, as values for people and programs.
//!
//! * [`Analyser`]: one position, an [`AnalysisResult`], or with [`Analyser::watch`] a [`LiveAnalysis`] without end;
//! * [`AnalysisTask`], [`analyse_all`], [`PositionRecord`]: many positions, several at once;
//! * [`ExpectedSolution`], [`SuiteScore`]: test suites in EPD;
//! * [`run_file`]: the file of a run, from which an interrupted run resumes; [`compare`]: two runs compared.
//!
//! ```
//! use compongo::Game;
//! use compongo::analysis::{AnalysisLimits, Analyser};
//! use compongo::notation::san;
//! use compongo::types::UciScore;
//!
//! let mut game = Game::default();
//! for text in ["f3", "e5", "g4"] {
//!     game.play(san::parse(game.board(), text)?)?;
//! }
//! let mut analyser = Analyser::new();
//! let limits = AnalysisLimits { depth: Some(3), ..AnalysisLimits::default() };
//! let result = analyser.analyse(game, &limits)?;
//! assert_eq!(result.san.as_deref(), Some("Qh4#"));
//! assert_eq!(result.score, UciScore::Mate(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod analysis_limits;
mod analysis_result;
pub mod compare;
mod listener;
mod live;
pub mod run_file;
mod suite;
mod task;

pub use analysis_limits::AnalysisLimits;
pub use analysis_result::{AnalysisLine, AnalysisResult, IterationResult};
pub use live::{LiveAnalysis, LiveLine};
pub use suite::{ExpectedSolution, SolutionPoint, SuiteError, SuiteScore};
pub use task::{AnalysisTask, PositionRecord, TaskSource, digest};

use crate::engine::options::{self, OptionError, OptionId, Options};
use crate::engine::{Engine, GoError};
use crate::laws::game::Game;
use crate::time::StopToken;
use crate::types::MoveList;
use crate::util::mutex;
use crate::util::parallel::{self, ParallelError};
use listener::ReportCollector;
use std::io;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Instant;

/// An engine that analyses positions.
///
/// With limits on nodes or depth and one thread, the result of the first position after [`Analyser::new_game`] depends
/// only on the position, the limits and the options.
#[derive(Debug)]
pub struct Analyser {
    engine: Engine,
    stop: StopToken,
}

impl Default for Analyser {
    fn default() -> Self {
        Self::new()
    }
}

impl Analyser {
    /// An analyser with the default options, except that `UCI_AnalyseMode` is on.
    pub fn new() -> Self {
        Self::with_stop(StopToken::default())
    }

    /// Like [`Analyser::new`]; `stop` ends the running search, and every later one at once.
    pub fn with_stop(stop: StopToken) -> Self {
        let mut engine = Engine::new();
        let analyses = engine.set(OptionId::AnalyseMode, "true");
        debug_assert!(analyses.is_ok(), "{analyses:?}");
        Self { engine, stop }
    }

    /// Sets a UCI option by its name, ignoring case, blanks and underscores. Returns warnings about corrected values and
    /// about options without effect. `OwnBook` stays off.
    ///
    /// # Errors
    /// There is no such option, or the value is invalid; nothing has changed.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<Vec<String>, OptionError> {
        let id = options::find(name)?;
        let mut warnings = self.engine.set(id, value)?;
        if self.options().own_book {
            // A book move has neither a line nor a score.
            self.engine.set(OptionId::OwnBook, "false")?;
            warnings.push(format!("option {}: an analysis uses no book", id.name()));
        }
        if self.options().analyse_mode && self.asks_for_less_strength(id) {
            warnings.push(format!(
                "option {}: an analysis is at full strength, unless UCI_AnalyseMode is false",
                id.name()
            ));
        }
        Ok(warnings)
    }

    /// True if an option that was set asks for less than full strength.
    const fn asks_for_less_strength(&self, id: OptionId) -> bool {
        match id {
            OptionId::LimitStrength => self.options().limit_strength,
            OptionId::Elo | OptionId::SkillLevel => true,
            _ => false,
        }
    }

    /// The current values of all options.
    pub const fn options(&self) -> &Options {
        self.engine.options()
    }

    /// Clears what earlier positions left behind: the hash table and the histories.
    pub fn new_game(&mut self) {
        self.engine.new_game();
    }

    /// Analyses the last position of a game. Earlier positions count for repetitions.
    ///
    /// A stopped search returns what it has found.
    ///
    /// # Errors
    /// No limit is given, or the search cannot be started.
    pub fn analyse(
        &mut self,
        game: Game,
        limits: &AnalysisLimits,
    ) -> Result<AnalysisResult, GoError> {
        self.analyse_moves(game, None, limits)
    }

    /// Like [`Analyser::analyse`], but the search begins only with these legal moves; `None` for all.
    ///
    /// # Errors
    /// No limit is given, or the search cannot be started.
    pub fn analyse_moves(
        &mut self,
        game: Game,
        moves: Option<MoveList>,
        limits: &AnalysisLimits,
    ) -> Result<AnalysisResult, GoError> {
        let search_limits = limits.search_limits();
        if search_limits.is_unlimited(game.board().stm()) {
            return Err(GoError::Unlimited);
        }
        self.engine.set_game(game);
        let reports = Arc::<Mutex<AnalysisResult>>::default();
        let collected = Arc::clone(&reports);
        let token = self.stop.restarted(Instant::now());
        let answer = self
            .engine
            .search_with(&search_limits, moves, token, |start| {
                Box::new(ReportCollector::new(start, collected))
            })?;
        let mut result = std::mem::take(&mut *mutex::lock(&reports));
        result.nodes = answer.nodes;
        Ok(result)
    }
}

/// Analyses positions, `jobs` at once, and passes the results to `take` in the order in which they end. Each analysis
/// starts with cleared tables, so it does not depend on earlier positions.
///
/// `numbers` are indices into `tasks`; each thread creates its analyser with `analyser`, and an error of that ends the
/// work. When `stop` is stopped, no other analysis begins, and the results of running ones are dropped. For these to
/// end at once, create the analysers [with this token](Analyser::with_stop).
///
/// ```
/// use compongo::Game;
/// use compongo::analysis::{Analyser, AnalysisLimits, AnalysisTask, ExpectedSolution, PositionRecord};
/// use compongo::analysis::{TaskSource, analyse_all};
/// use compongo::notation::epd;
/// use compongo::time::StopToken;
/// use std::sync::Arc;
///
/// let file = "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#;\n4k3/8/8/8/8/8/4P3/4K3 w - -\n";
/// let mut tasks = Vec::new();
/// for (line, position) in epd::parse_lines(file) {
///     let (position, _warnings) = position?;
///     tasks.push(AnalysisTask {
///         source: TaskSource { line: line as u64, ..TaskSource::default() },
///         expected: ExpectedSolution::of(&position)?,
///         game: Arc::new(Game::new(position.board)),
///         ply: 0,
///     });
/// }
/// let limits = AnalysisLimits { depth: Some(3), ..AnalysisLimits::default() };
/// let stop = StopToken::default();
/// let analyser = || Ok(Analyser::with_stop(stop.clone()));
/// let mut records = Vec::new();
/// analyse_all(&tasks, 0..2, 1, analyser, &limits, &stop, |index, result| {
///     records.push(PositionRecord::new(index + 1, &tasks[index], result));
///     Ok::<(), std::io::Error>(())
/// })?;
/// assert!(records[0].is_solved());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// No analyser can be created, no thread or search can be started, or `take` fails.
pub fn analyse_all<E>(
    tasks: &[AnalysisTask],
    numbers: impl Iterator<Item = u64> + Send,
    jobs: usize,
    analyser: impl Fn() -> io::Result<Analyser> + Sync,
    limits: &AnalysisLimits,
    stop: &StopToken,
    mut take: impl FnMut(usize, AnalysisResult) -> Result<(), E>,
) -> Result<(), ParallelError<E>> {
    let worker = || {
        let mut analyser = analyser()?;
        Ok(move |number| {
            let task = &tasks[number as usize];
            analyser.new_game();
            let result = analyser.analyse(task.game.recent(task.ply), limits);
            (!stop.is_stopped()).then_some(result)
        })
    };
    parallel::run(
        numbers,
        jobs,
        thread::Builder::new,
        worker,
        || stop.is_stopped(),
        |number, result| match result {
            Ok(result) => take(number as usize, result).map_err(ParallelError::Take),
            Err(error) => Err(ParallelError::Worker(io::Error::other(error))),
        },
    )
    .map_err(|error| match error {
        ParallelError::Worker(error) => ParallelError::Worker(error),
        ParallelError::Take(error) => error,
    })
}
