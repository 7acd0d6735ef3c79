//! Analyses the positions of a game, several at once.

use crate::analysis::{Analyser, AnalysisLimits, AnalysisResult};
use crate::engine::GoError;
use crate::engine::options::OptionError;
use crate::laws::game::Game;
use crate::time::StopToken;
use crate::types::Move;
use crate::util::mutex;
use crate::util::parallel::{self, ParallelError};
use std::sync::Mutex;
use std::thread;

/// A position of a game to analyse.
#[derive(Clone, Copy, Debug)]
pub struct PoolTask {
    /// The number of moves before it.
    pub ply: usize,
    /// The moves to compare; `None` to search all.
    pub compared: Option<[Move; 2]>,
}

/// A pool of analysers, one per job.
///
/// Each position is analysed with cleared tables, so the results do not depend on the number of jobs.
pub struct AnalysisPool {
    analysers: Vec<Analyser>,
    /// The values that were corrected, each once.
    pub warnings: Vec<String>,
    stop: StopToken,
}

impl AnalysisPool {
    /// Analysers with the same options, by name and value; `stop` ends their searches.
    ///
    /// # Errors
    /// An option is refused.
    pub fn new(
        jobs: usize,
        options: &[(&str, String)],
        stop: StopToken,
    ) -> Result<Self, OptionError> {
        let mut pool = Self {
            analysers: Vec::new(),
            warnings: Vec::new(),
            stop,
        };
        for _ in 0..jobs.max(1) {
            let mut analyser = Analyser::with_stop(pool.stop.clone());
            for (name, value) in options {
                for warning in analyser.set_option(name, value)? {
                    if !pool.warnings.contains(&warning) {
                        pool.warnings.push(warning);
                    }
                }
            }
            pool.analysers.push(analyser);
        }
        Ok(pool)
    }

    /// Analyses positions of a game within `limits`. Calls `done` after each. `None` if the pool was stopped before the
    /// end.
    ///
    /// # Errors
    /// A search cannot be started.
    pub fn analyse(
        &mut self,
        game: &Game,
        tasks: &[PoolTask],
        limits: &AnalysisLimits,
        mut done: impl FnMut(),
    ) -> Result<Option<Vec<AnalysisResult>>, GoError> {
        // In Chess960, castling is written alike before and after the last right that needs it.
        let chess960 = game.start().is_chess960().to_string();
        for analyser in &mut self.analysers {
            let set = analyser.set_option("UCI_Chess960", &chess960);
            set.expect("the option takes both values");
        }
        let stop = &self.stop;
        let jobs = self.analysers.len();
        let idle = Mutex::new(self.analysers.iter_mut());
        let worker = || {
            let mut idle = mutex::lock(&idle);
            let analyser = idle.next().expect("there is one for each job");
            Ok(move |index: u64| {
                let task = tasks[index as usize];
                let moves = task.compared.map(|moves| moves.into_iter().collect());
                analyser.new_game();
                let result = analyser.analyse_moves(game.recent(task.ply), moves, limits);
                (!stop.is_stopped()).then_some(result)
            })
        };
        let mut results = vec![AnalysisResult::default(); tasks.len()];
        let take = |index: u64, result: Result<_, GoError>| -> Result<(), GoError> {
            results[index as usize] = result?;
            done();
            Ok(())
        };
        let analysed = parallel::run(
            0..tasks.len() as u64,
            jobs,
            thread::Builder::new,
            worker,
            || stop.is_stopped(),
            take,
        );
        analysed.map_err(|error| match error {
            ParallelError::Worker(error) => GoError::from(error),
            ParallelError::Take(error) => error,
        })?;
        Ok((!self.stop.is_stopped()).then_some(results))
    }
}
