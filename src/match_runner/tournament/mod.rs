//! The match runner: worker threads play the games of the schedule and keep engines running between games. In a Swiss or
//! knockout tournament, a worker without a game waits until the games in progress make the next ones known.

mod match_error;
mod match_listener;
mod match_state;
mod match_worker;
mod played_games;

pub use match_error::MatchError;
pub use match_listener::MatchListener;
pub use played_games::PlayedGames;

use super::game::GameTask;
use super::ledger::Ledger;
use super::openings::Opening;
use super::record::GameRecord;
use super::schedule::MatchSchedule;
use super::settings::{EngineSpec, MatchSettings};
use super::stats::sprt::SprtDecision;
use super::uci_engine::{
    EngineOption, ProcessGuard, ProtocolLog, UciEngine, UciEngineError, is_met_without_option,
};
use crate::syzygy::Tablebase;
use crate::util::text::nearest;
use match_state::MatchState;
use match_worker::MatchWorker;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};

/// A match to play or to resume.
#[derive(Debug)]
pub struct Match<'a> {
    /// The settings.
    pub settings: &'a MatchSettings,
    /// The openings that the schedule refers to by index.
    pub openings: &'a [Opening],
    /// The games played in earlier runs. They must belong to this match: see [`belongs_to_match`].
    pub played: PlayedGames,
    /// Where finished games are recorded; `None` if they are not kept.
    pub ledger: Option<Ledger>,
    /// Kills engines when this process dies. With `None`, an engine that ignores the end of its input outlives a killed
    /// match.
    pub guard: Option<&'a ProcessGuard>,
    /// The log of the UCI protocol.
    pub protocol: Option<&'a ProtocolLog>,
    /// The endgame tables for adjudication.
    pub tables: Option<&'a Tablebase>,
    /// The cores of the engines of each concurrent game, see [`cores_of_games`]; empty if the match is not pinned to
    /// cores.
    pub cores: &'a [Vec<usize>],
}

/// The cores of each of `games` concurrent games: the same number for each, in order. `None` if there are not enough.
pub fn cores_of_games(cores: &[usize], games: usize) -> Option<Vec<Vec<usize>>> {
    let each = cores.len().checked_div(games).filter(|&each| each > 0)?;
    Some(
        cores
            .chunks(each)
            .take(games)
            .map(<[usize]>::to_vec)
            .collect(),
    )
}

/// True if a recorded game agrees with the schedule: same engines and same opening under its number. The schedule must
/// have the results of the games that ended before.
pub fn belongs_to_match(
    settings: &MatchSettings,
    openings: &[Opening],
    schedule: &MatchSchedule,
    record: &GameRecord,
) -> bool {
    let Some(pairing) = schedule.game(record.game) else {
        return false;
    };
    let task = GameTask {
        settings,
        pairing,
        opening: &openings[pairing.opening],
        tables: None,
        cancelled: &|| false,
    };
    task.is_recorded_as(record)
}

/// The result of a match.
#[derive(Debug)]
pub struct MatchResult {
    /// The number of games played, including earlier runs.
    pub games: usize,
    /// The decision of the SPRT; `None` if there is no test or it is undecided.
    pub sprt_decision: Option<SprtDecision>,
    /// True if the caller stopped the match before the end of the schedule.
    pub interrupted: bool,
    /// Why the match was given up; `None` if it was not.
    pub failure: Option<MatchError>,
}

impl Match<'_> {
    /// Plays the remaining games until the schedule ends, the SPRT decides, or the caller sets `stop`. Games in
    /// progress are then abandoned without a record. The SPRT and errors also set `stop`; the result tells which it
    /// was.
    pub fn play(mut self, listener: &dyn MatchListener, stop: &Arc<AtomicBool>) -> MatchResult {
        let settings = self.settings;
        let played = std::mem::take(&mut self.played);
        let mut schedule = MatchSchedule::new(settings, self.openings.len());
        let mut shared = MatchState {
            queue: played.left(&mut schedule),
            in_progress: 0,
            schedule,
            played,
            ledger: self.ledger.take(),
            settings,
            sprt_decision: None,
            failure: None,
            start_failures: vec![0; settings.engines.len()],
            pending_forfeits: Vec::new(),
        };
        shared.sprt_decision = shared.decide_sprt();
        if !shared.is_over()
            && !shared.queue.is_empty()
            && let Err((engine, error)) = self.try_engines(listener, stop)
        {
            shared.give_up(engine, error);
        }
        let workers = shared.schedule.at_a_time(settings);
        let (shared, ended) = (Mutex::new(shared), Condvar::new());
        std::thread::scope(|scope| {
            for number in 0..workers {
                let worker = MatchWorker {
                    plan: &self,
                    cores: self.cores.get(number).map_or(&[][..], Vec::as_slice),
                    shared: &shared,
                    ended: &ended,
                    listener,
                    stop,
                    players: Vec::new(),
                };
                scope.spawn(|| worker.work());
            }
        });
        let mut shared = shared.into_inner().expect("no worker has panicked");
        // The last games were lost by an engine that was missing to the end.
        let last = shared.pending_forfeits.pop();
        let absent = last.map_or_else(Vec::new, |last| last.absent);
        let missing = |absent: &(usize, UciEngineError)| shared.start_failures[absent.0] > 0;
        if let Some((engine, error)) = absent.into_iter().find(missing)
            && !shared.is_over()
            && !stop.load(Ordering::Relaxed)
        {
            shared.give_up(engine, error);
        }
        let written = shared.ledger.as_mut().map_or(Ok(()), Ledger::wait);
        if let Err(error) = written
            && shared.failure.is_none()
        {
            shared.failure = Some(error.into());
        }
        let left = shared.played.len() < shared.schedule.games() as usize;
        MatchResult {
            interrupted: left && !shared.is_over(),
            sprt_decision: shared.sprt_decision,
            games: shared.played.len(),
            failure: shared.failure,
        }
    }

    /// Starts each engine once: an engine that cannot be started at all is an error of the settings, not a lost game.
    /// Tells the listener which options and values in the settings the engines do not offer.
    fn try_engines(
        &self,
        listener: &dyn MatchListener,
        stop: &Arc<AtomicBool>,
    ) -> Result<(), (usize, UciEngineError)> {
        for engine in 0..self.settings.engines.len() {
            // The first interrupt must not wait for the engines that are left.
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let started = match self.start(engine, &[], stop) {
                Ok(started) => started,
                Err(UciEngineError::Cancelled) => break,
                Err(error) => return Err((engine, error)),
            };
            report_unfit_options(&self.settings.engines[engine], started.options(), listener);
            started.quit();
        }
        Ok(())
    }

    fn start(
        &self,
        engine: usize,
        cores: &[usize],
        stop: &Arc<AtomicBool>,
    ) -> Result<UciEngine, UciEngineError> {
        let spec = &self.settings.engines[engine];
        let (timeouts, log) = (&self.settings.timeouts, self.protocol.cloned());
        UciEngine::start(spec, timeouts, cores, self.guard, log, Arc::clone(stop))
    }
}

/// Reports the options and values in the settings of an engine that it does not offer, unless it does what they ask for.
fn report_unfit_options(spec: &EngineSpec, known: &[EngineOption], listener: &dyn MatchListener) {
    for (name, value) in &spec.options {
        let is_it = |option: &&EngineOption| option.name.eq_ignore_ascii_case(name);
        match known.iter().find(is_it) {
            Some(option) => {
                if let Some(expected) = option.expected_instead_of(value) {
                    listener.option_unfit(&spec.name, name, value, &expected);
                }
            }
            None if is_met_without_option(name, value) => {}
            None => {
                let names = known.iter().map(|option| option.name.as_str());
                listener.option_missing(&spec.name, name, nearest(name, names));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::match_runner::settings::EngineLimits;
    use crate::match_runner::uci_engine::OptionKind;

    struct DeafListener;

    impl MatchListener for DeafListener {}

    /// Writes down the options and values that engines do not have.
    #[derive(Default)]
    struct OptionListener(Mutex<Vec<String>>);

    impl MatchListener for OptionListener {
        fn option_missing(&self, engine: &str, option: &str, similar: Option<&str>) {
            let mut missing = self.0.lock().expect("no panic");
            missing.push(format!("{engine} {option} {}", similar.unwrap_or("-")));
        }
        fn option_unfit(&self, engine: &str, option: &str, value: &str, expected: &str) {
            let mut unfit = self.0.lock().expect("no panic");
            unfit.push(format!("{engine} {option} {value}: {expected}"));
        }
    }

    #[test]
    fn options_and_values_that_an_engine_does_not_have_are_reported() {
        let option = |name: &str| EngineOption {
            name: name.to_owned(),
            kind: OptionKind::Spin(Some(1..=99)),
        };
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let spec = EngineSpec {
            name: "New".to_owned(),
            options: vec![
                pair("hash", "16"),
                pair("Hash", "100"),
                pair("Move Overhed", "5"),
                pair("Xyz", "3"),
                pair("Threads", "1"),
            ],
            ..EngineSpec::default()
        };
        let listener = OptionListener::default();
        let known = ["Hash", "Move Overhead"].map(option);
        report_unfit_options(&spec, &known, &listener);
        let missing = listener.0.into_inner().expect("no panic");
        let expected = [
            "New Hash 100: a number from 1 to 99",
            "New Move Overhed Move Overhead",
            "New Xyz -",
        ];
        assert_eq!(missing, expected);
    }

    #[test]
    fn a_stopped_match_starts_no_engine() {
        let engine = |name: &str| EngineSpec {
            name: name.to_owned(),
            cmd: "/no/such".to_owned(),
            limits: EngineLimits {
                nodes: Some(1),
                ..EngineLimits::default()
            },
            ..EngineSpec::default()
        };
        let settings = MatchSettings {
            engines: vec![engine("a"), engine("b")],
            ..MatchSettings::default()
        };
        assert_eq!(settings.check(), Ok(()));
        let play = |is_stopped: bool| {
            let plan = Match {
                settings: &settings,
                openings: &[Opening::at(Board::start())],
                played: PlayedGames::default(),
                ledger: None,
                guard: None,
                protocol: None,
                tables: None,
                cores: &[],
            };
            plan.play(&DeafListener, &Arc::new(AtomicBool::new(is_stopped)))
        };
        assert!(play(false).failure.is_some());
        let result = play(true);
        assert!(result.interrupted && result.failure.is_none());
    }
}
