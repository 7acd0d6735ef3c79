//! The match runner: worker threads that play the games of the schedule and keep engines running between games.

use super::game::GameTask;
use super::ledger::{Ledger, LedgerError};
use super::openings::Opening;
use super::record::{GameRecord, TerminationKind};
use super::schedule::{MatchSchedule, Pairing};
use super::settings::MatchSettings;
use super::stats::MatchScore;
use super::stats::sprt::SprtDecision;
use super::uci_engine::{ProcessGuard, ProtocolLog, UciEngine, UciEngineError};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// Successive games in which an engine cannot be started before the match is given up.
const MAX_START_FAILURES: u32 = 3;

/// A match to be played or resumed.
pub struct Match<'a> {
    /// The settings.
    pub settings: &'a MatchSettings,
    /// The openings.
    pub openings: &'a [Opening],
    /// The games played before, in the order in which they ended. They must be of this match: see [`belongs_to_match`].
    pub done: Vec<GameRecord>,
    /// Where finished games are recorded.
    pub ledger: Option<Ledger>,
    /// Kills engines when this process dies.
    pub guard: Option<&'a ProcessGuard>,
    /// The log of the UCI protocol.
    pub protocol: Option<&'a ProtocolLog>,
}

/// True if a recorded game agrees with the schedule: the same engines and opening under its number.
pub fn belongs_to_match(
    settings: &MatchSettings,
    openings: &[Opening],
    schedule: &MatchSchedule,
    record: &GameRecord,
) -> bool {
    if !(1..=schedule.len()).contains(&record.game) {
        return false;
    }
    let pairing = schedule.game(record.game);
    let task = GameTask {
        settings,
        pairing,
        opening: &openings[pairing.opening],
        cancelled: &|| false,
    };
    task.is_recorded_as(record)
}

/// Receives the progress of a match. Called from several threads, one at a time.
pub trait MatchListener: Sync {
    /// A game starts.
    fn game_started(&self, pairing: &Pairing);

    /// A game has ended and is recorded. `all` are the games that have ended, this one last.
    fn game_finished(&self, record: &GameRecord, all: &[GameRecord]);
}

/// The result of a match.
#[derive(Debug)]
pub struct MatchResult {
    /// All games, in the order in which they ended.
    pub records: Vec<GameRecord>,
    /// The decision of the SPRT.
    pub sprt_decision: Option<SprtDecision>,
    /// True if the match was stopped before the end of the schedule.
    pub interrupted: bool,
}

/// Why a match cannot go on. Finished games are kept.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// An engine cannot be started.
    #[error("{name}: {error}")]
    Engine {
        /// The name of the engine.
        name: String,
        /// The cause.
        error: UciEngineError,
    },
    /// A finished game cannot be recorded.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
}

/// The state that the workers share.
struct MatchState<'a> {
    schedule: MatchSchedule,
    /// The numbers of games that have not started, the next one last.
    queue: Vec<u32>,
    records: Vec<GameRecord>,
    ledger: Option<Ledger>,
    settings: &'a MatchSettings,
    sprt_decision: Option<SprtDecision>,
    failure: Option<MatchError>,
    /// For each engine, successive games in which it could not be started.
    start_failures: Vec<u32>,
}

impl MatchState<'_> {
    /// The decision of the SPRT, if the match has one and it has decided.
    fn decide_sprt(&self) -> Option<SprtDecision> {
        let test = self.settings.sprt.as_ref()?;
        test.decision(&MatchScore::of(&self.records, 0, 1))
    }

    /// Records a finished game.
    fn record(&mut self, record: GameRecord) -> Result<(), MatchError> {
        if let Some(ledger) = &mut self.ledger {
            ledger.append(&record)?;
        }
        self.records.push(record);
        self.sprt_decision = self.decide_sprt();
        Ok(())
    }

    /// Counts failures to start an engine; too many in a row end the match.
    fn count_start_failure(&mut self, engine: usize, error: Option<&UciEngineError>) {
        let Some(error) = error else {
            self.start_failures[engine] = 0;
            return;
        };
        self.start_failures[engine] += 1;
        if self.start_failures[engine] >= MAX_START_FAILURES && self.failure.is_none() {
            self.failure = Some(MatchError::Engine {
                name: self.settings.engines[engine].name.clone(),
                error: error.clone(),
            });
        }
    }
}

impl Match<'_> {
    /// Plays the remaining games until the schedule ends, the SPRT has decided, or `stop` is set by the caller. Games in
    /// progress are then abandoned without a record. The SPRT and errors set `stop` too.
    ///
    /// # Errors
    /// An engine cannot be started, or a game cannot be recorded.
    pub fn play(
        self,
        listener: &dyn MatchListener,
        stop: &Arc<AtomicBool>,
    ) -> Result<MatchResult, MatchError> {
        let Self {
            settings,
            openings,
            done,
            ledger,
            guard,
            protocol,
        } = self;
        let schedule = MatchSchedule::new(settings, openings.len());
        let played: BTreeSet<u32> = done.iter().map(|record| record.game).collect();
        let all = 1..=schedule.len();
        let mut shared = MatchState {
            queue: all.rev().filter(|game| !played.contains(game)).collect(),
            schedule,
            records: done,
            ledger,
            settings,
            sprt_decision: None,
            failure: None,
            start_failures: vec![0; settings.engines.len()],
        };
        shared.sprt_decision = shared.decide_sprt();
        let workers = settings.concurrency.min(shared.queue.len());
        if shared.sprt_decision.is_none() && workers > 0 {
            // An engine that cannot be started at all is an error of the settings, not a lost game.
            for engine in &settings.engines {
                let player = UciEngine::start(engine, &settings.timeouts, guard, protocol.cloned());
                player
                    .map(UciEngine::quit)
                    .map_err(|error| MatchError::Engine {
                        name: engine.name.clone(),
                        error,
                    })?;
            }
        }
        let shared = Mutex::new(shared);
        std::thread::scope(|scope| {
            for _ in 0..workers {
                let worker = MatchWorker {
                    settings,
                    openings,
                    guard,
                    protocol,
                    shared: &shared,
                    listener,
                    stop,
                    players: Vec::new(),
                };
                scope.spawn(|| worker.work());
            }
        });
        let shared = shared.into_inner().expect("no worker has panicked");
        if let Some(failure) = shared.failure {
            return Err(failure);
        }
        let left = shared.records.len() < shared.schedule.len() as usize;
        Ok(MatchResult {
            interrupted: left && shared.sprt_decision.is_none(),
            sprt_decision: shared.sprt_decision,
            records: shared.records,
        })
    }
}

/// A thread that plays one game after the other.
struct MatchWorker<'w, 'a> {
    settings: &'a MatchSettings,
    openings: &'a [Opening],
    guard: Option<&'a ProcessGuard>,
    protocol: Option<&'a ProtocolLog>,
    shared: &'w Mutex<MatchState<'a>>,
    listener: &'a dyn MatchListener,
    stop: &'a Arc<AtomicBool>,
    /// The engines that run after the last game, with their indices.
    players: Vec<(usize, UciEngine)>,
}

impl MatchWorker<'_, '_> {
    fn work(mut self) {
        while let Some(pairing) = self.next() {
            self.play(pairing);
        }
        for (_, player) in self.players {
            player.quit();
        }
    }

    fn cancelled(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Takes the next game of the queue.
    fn next(&self) -> Option<Pairing> {
        if self.cancelled() {
            return None;
        }
        let mut shared = self.shared.lock().expect("no worker has panicked");
        let pairing = shared.queue.pop().map(|game| shared.schedule.game(game))?;
        self.listener.game_started(&pairing);
        Some(pairing)
    }

    fn play(&mut self, pairing: Pairing) {
        let engines = [pairing.white, pairing.black];
        // Engines that do not play in this game quit.
        let idle: Vec<UciEngine> = {
            let (kept, idle) = std::mem::take(&mut self.players)
                .into_iter()
                .partition(|(engine, _)| engines.contains(engine));
            self.players = kept;
            let idle: Vec<(usize, UciEngine)> = idle;
            idle.into_iter().map(|(_, player)| player).collect()
        };
        idle.into_iter().for_each(UciEngine::quit);
        let mut players = engines.map(|engine| self.player(engine));
        let cancelled = || self.cancelled();
        let task = GameTask {
            settings: self.settings,
            pairing,
            opening: &self.openings[pairing.opening],
            cancelled: &cancelled,
        };
        let [white, black] = players.each_mut().map(|player| match player {
            Ok(player) => Ok(player),
            Err(error) => Err(error.clone()),
        });
        let record = task.play(white, black);
        let errors = players
            .each_ref()
            .map(|player| player.as_ref().err().cloned());
        // After a time forfeit an engine still owes a move; it is restarted if it does not send it.
        let ready = |player: Result<UciEngine, UciEngineError>| {
            let mut player = player.ok()?;
            player.recover().is_ok().then_some(player)
        };
        for (engine, player) in engines.into_iter().zip(players) {
            self.players
                .extend(ready(player).map(|player| (engine, player)));
        }
        let Some(record) = record else { return };
        let mut shared = self.shared.lock().expect("no worker has panicked");
        if shared.failure.is_some() || shared.sprt_decision.is_some() {
            return;
        }
        for (engine, error) in engines.into_iter().zip(&errors) {
            let absent = record.end.kind == TerminationKind::NotReady;
            shared.count_start_failure(engine, error.as_ref().filter(|_| absent));
        }
        match shared.record(record) {
            Ok(()) => {
                let record = shared.records.last().expect("one has just been recorded");
                self.listener.game_finished(record, &shared.records);
            }
            Err(error) => shared.failure = Some(error),
        }
        if shared.failure.is_some() || shared.sprt_decision.is_some() {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// A running engine: that of the last game, or a new one.
    fn player(&mut self, engine: usize) -> Result<UciEngine, UciEngineError> {
        let known = self.players.iter().position(|&(of, _)| of == engine);
        if let Some(index) = known {
            let (_, mut player) = self.players.swap_remove(index);
            // It may have crashed since.
            if player.recover().is_ok() {
                return Ok(player);
            }
        }
        let spec = &self.settings.engines[engine];
        let protocol = self.protocol.cloned();
        let mut player = UciEngine::start(spec, &self.settings.timeouts, self.guard, protocol)?;
        player.stop_with(Arc::clone(self.stop));
        Ok(player)
    }
}
