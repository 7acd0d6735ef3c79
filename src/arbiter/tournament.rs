//! The match runner: worker threads that play the games of the schedule and keep engines running between games.

use super::game::GameTask;
use super::ledger::{Ledger, LedgerError};
use super::openings::Opening;
use super::record::GameRecord;
use super::schedule::{MatchSchedule, Pairing};
use super::settings::{MatchSettings, RestartPolicy};
use super::stats::PairCounter;
use super::stats::sprt::SprtDecision;
use super::uci_engine::{ProcessGuard, ProtocolLog, UciEngine, UciEngineError};
use crate::syzygy::Tablebase;
use crate::types::Color;
use std::collections::HashSet;
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
    /// The games played before. They must be of this match: see [`belongs_to_match`].
    pub played: PlayedGames,
    /// Where finished games are recorded.
    pub ledger: Option<Ledger>,
    /// Kills engines when this process dies.
    pub guard: Option<&'a ProcessGuard>,
    /// The log of the UCI protocol.
    pub protocol: Option<&'a ProtocolLog>,
    /// The endgame tables that adjudicate.
    pub tables: Option<&'a Tablebase>,
    /// For each game at a time, the cores of its engines, if the match is pinned to cores; see [`cores_of_games`].
    pub cores: &'a [Vec<usize>],
}

/// The cores of each of so many games at a time: as many for each, in order. `None` if there are not enough.
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

/// The games that a match has played, as far as the rest of it depends on them: their records are not kept.
#[derive(Clone, Debug, Default)]
pub struct PlayedGames {
    numbers: HashSet<u32>,
    /// The score of the first engine, of two.
    score: PairCounter,
}

impl PlayedGames {
    /// Adds a game.
    pub fn add(&mut self, record: &GameRecord) {
        self.numbers.insert(record.game);
        let color = match record.white {
            0 => Color::White,
            _ => Color::Black,
        };
        self.score.add(record.pair, record.score.of(color));
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// True if there are no games.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }
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
        tables: None,
        cancelled: &|| false,
    };
    task.is_recorded_as(record)
}

/// Receives the progress of a match. Called from several threads, one at a time.
pub trait MatchListener: Sync {
    /// A game starts.
    fn game_started(&self, pairing: &Pairing);

    /// A game has ended and is recorded.
    fn game_finished(&self, record: &GameRecord);
}

/// The result of a match.
#[derive(Debug)]
pub struct MatchResult {
    /// The number of games that are played, those of earlier runs included.
    pub games: usize,
    /// The decision of the SPRT.
    pub sprt_decision: Option<SprtDecision>,
    /// True if the match was stopped before the end of the schedule.
    pub interrupted: bool,
    /// Why the match was given up.
    pub failure: Option<MatchError>,
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
    played: PlayedGames,
    ledger: Option<Ledger>,
    settings: &'a MatchSettings,
    sprt_decision: Option<SprtDecision>,
    failure: Option<MatchError>,
    /// For each engine, successive games in which it could not be started.
    start_failures: Vec<u32>,
    /// The games that an engine lost because it could not be started. They count as soon as it starts again; if it does
    /// not, they are not recorded, and are played again when the match is resumed.
    defaulted: Vec<DefaultedGame>,
}

/// A game that was lost because an engine could not be started.
struct DefaultedGame {
    record: GameRecord,
    /// The engine, and the cause.
    engine: usize,
    error: UciEngineError,
}

impl MatchState<'_> {
    /// The decision of the SPRT, if the match has one and it has decided.
    fn decide_sprt(&self) -> Option<SprtDecision> {
        let test = self.settings.sprt.as_ref()?;
        test.decision(self.played.score.score())
    }

    /// Records a finished game.
    fn record(&mut self, record: &GameRecord) -> Result<(), MatchError> {
        if let Some(ledger) = &mut self.ledger {
            ledger.append(record)?;
        }
        self.played.add(record);
        self.sprt_decision = self.decide_sprt();
        Ok(())
    }

    /// Records a game of engines that were there, and earlier games that one of them lost because it was not. An engine that
    /// was `late` was not ready in time.
    fn finish(
        &mut self,
        record: GameRecord,
        late: Option<(usize, UciEngineError)>,
        listener: &dyn MatchListener,
    ) {
        let is_late = |engine: usize| late.as_ref().is_some_and(|late| late.0 == engine);
        for engine in [record.white, record.black] {
            self.start_failures[engine] *= u32::from(is_late(engine));
        }
        let waiting = std::mem::take(&mut self.defaulted);
        let (waiting, due) = waiting
            .into_iter()
            .partition(|game| self.start_failures[game.engine] > 0);
        self.defaulted = waiting;
        let due: Vec<DefaultedGame> = due;
        for record in due.into_iter().map(|game| game.record).chain([record]) {
            if self.is_over() {
                break;
            }
            match self.record(&record) {
                Ok(()) => listener.game_finished(&record),
                Err(error) => self.failure = Some(error),
            }
        }
        if let Some((engine, error)) = late {
            self.start_failures[engine] += 1;
            if self.start_failures[engine] >= MAX_START_FAILURES && !self.is_over() {
                self.give_up(engine, error);
            }
        }
    }

    /// Keeps a game that an engine lost because it could not be started; too many in a row end the match.
    fn default(&mut self, record: GameRecord, engine: usize, error: UciEngineError) {
        self.start_failures[engine] += 1;
        if self.start_failures[engine] >= MAX_START_FAILURES {
            self.give_up(engine, error.clone());
        }
        self.defaulted.push(DefaultedGame {
            record,
            engine,
            error,
        });
    }

    /// Ends the match because an engine cannot be started.
    fn give_up(&mut self, engine: usize, error: UciEngineError) {
        let name = self.settings.engines[engine].name.clone();
        self.failure = Some(MatchError::Engine { name, error });
    }

    /// True if no game counts any more.
    const fn is_over(&self) -> bool {
        self.failure.is_some() || self.sprt_decision.is_some()
    }
}

impl Match<'_> {
    /// Plays the remaining games until the schedule ends, the SPRT has decided, or `stop` is set by the caller. Games in
    /// progress are then abandoned without a record. The SPRT and errors set `stop` too: the result says what it was.
    pub fn play(self, listener: &dyn MatchListener, stop: &Arc<AtomicBool>) -> MatchResult {
        let Self {
            settings,
            openings,
            played,
            ledger,
            guard,
            protocol,
            tables,
            cores,
        } = self;
        let schedule = MatchSchedule::new(settings, openings.len());
        let left = (1..=schedule.len()).rev();
        let mut shared = MatchState {
            queue: left.filter(|game| !played.numbers.contains(game)).collect(),
            schedule,
            played,
            ledger,
            settings,
            sprt_decision: None,
            failure: None,
            start_failures: vec![0; settings.engines.len()],
            defaulted: Vec::new(),
        };
        shared.sprt_decision = shared.decide_sprt();
        if !shared.is_over() && !shared.queue.is_empty() {
            // An engine that cannot be started at all is an error of the settings, not a lost game.
            for (index, engine) in settings.engines.iter().enumerate() {
                match UciEngine::start(engine, &settings.timeouts, guard, protocol.cloned()) {
                    Ok(player) => player.quit(),
                    Err(error) => {
                        shared.give_up(index, error);
                        break;
                    }
                }
            }
        }
        let workers = if shared.is_over() {
            0
        } else {
            settings.concurrency.min(shared.queue.len())
        };
        let shared = Mutex::new(shared);
        std::thread::scope(|scope| {
            for number in 0..workers {
                let worker = MatchWorker {
                    tables,
                    cores: cores.get(number).map_or(&[][..], Vec::as_slice),
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
        let mut shared = shared.into_inner().expect("no worker has panicked");
        // The last games: an engine is missing to the end.
        let last = shared.defaulted.pop();
        if let Some(DefaultedGame { engine, error, .. }) = last
            && !shared.is_over()
            && !stop.load(Ordering::Relaxed)
        {
            shared.give_up(engine, error);
        }
        let left = shared.played.len() < shared.schedule.len() as usize;
        MatchResult {
            interrupted: left && !shared.is_over(),
            sprt_decision: shared.sprt_decision,
            games: shared.played.len(),
            failure: shared.failure,
        }
    }
}

/// A thread that plays one game after the other.
struct MatchWorker<'w, 'a> {
    settings: &'a MatchSettings,
    openings: &'a [Opening],
    guard: Option<&'a ProcessGuard>,
    protocol: Option<&'a ProtocolLog>,
    tables: Option<&'a Tablebase>,
    /// The cores of the engines; none are all.
    cores: &'a [usize],
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
            tables: self.tables,
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
            let restarts = self.settings.engines[engine].restart == RestartPolicy::On;
            match ready(player) {
                Some(player) if restarts => player.quit(),
                Some(player) => self.players.push((engine, player)),
                None => {}
            }
        }
        let Some(record) = record else { return };
        let mut shared = self.shared.lock().expect("no worker has panicked");
        if shared.is_over() {
            return;
        }
        let mut missing = engines.into_iter().zip(errors);
        match missing.find_map(|(engine, error)| Some((engine, error?))) {
            Some((engine, error)) if error.is_absence() => shared.default(record, engine, error),
            late => shared.finish(record, late, self.listener),
        }
        if shared.is_over() {
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
        let timeouts = &self.settings.timeouts;
        let mut player = UciEngine::start_on(spec, timeouts, self.cores, self.guard, protocol)?;
        player.stop_with(Arc::clone(self.stop));
        Ok(player)
    }
}
