//! The workers of a match.

use super::Match;
use super::match_listener::MatchListener;
use super::match_state::MatchState;
use crate::match_runner::game::GameTask;
use crate::match_runner::schedule::Pairing;
use crate::match_runner::settings::RestartPolicy;
use crate::match_runner::uci_engine::{UciEngine, UciEngineError};
use crate::syzygy::Tablebase;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};

/// A thread that plays one game after another.
pub(super) struct MatchWorker<'w, 'a> {
    pub plan: &'w Match<'a>,
    /// The cores of the engines; if empty, all cores.
    pub cores: &'w [usize],
    pub shared: &'w Mutex<MatchState<'a>>,
    /// Notified when a game has ended.
    pub ended: &'w Condvar,
    pub listener: &'w dyn MatchListener,
    pub stop: &'w Arc<AtomicBool>,
    /// The engines still running after the last game, with their indices.
    pub players: Vec<(usize, UciEngine)>,
}

impl MatchWorker<'_, '_> {
    pub fn work(mut self) {
        while let Some(pairing) = self.next() {
            self.play(pairing);
            let mut shared = self.shared.lock().expect("no worker has panicked");
            shared.in_progress -= 1;
            self.ended.notify_all();
        }
        for (_, player) in self.players {
            player.quit();
        }
    }

    fn cancelled(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Takes the next game of the queue. Waits for it while the games in progress may make further games known.
    fn next(&self) -> Option<Pairing> {
        let mut shared = self.shared.lock().expect("no worker has panicked");
        let game = loop {
            if self.cancelled() || shared.is_over() {
                return None;
            }
            if let Some(game) = shared.queue.pop_front() {
                break game;
            }
            if !self.plan.settings.format.has_rounds() {
                return None;
            }
            if shared.in_progress > 0 {
                shared = self.ended.wait(shared).expect("no worker has panicked");
            } else if !shared.requeue_held() {
                return None;
            }
        };
        let pairing = shared.schedule.game(game)?;
        shared.in_progress += 1;
        self.listener.game_started(&pairing);
        Some(pairing)
    }

    fn play(&mut self, pairing: Pairing) {
        let engines = [pairing.white, pairing.black];
        // Engines that do not play in this game quit, unless their settings keep them.
        let specs = &self.plan.settings.engines;
        let is_dismissed = |(engine, _): &mut (usize, UciEngine)| {
            !engines.contains(engine) && specs[*engine].restart != RestartPolicy::Off
        };
        for (_, player) in self.players.extract_if(.., is_dismissed) {
            player.quit();
        }
        let mut players = engines.map(|engine| self.player(engine));
        let is_cancelled = |error: &UciEngineError| *error == UciEngineError::Cancelled;
        if players
            .iter()
            .any(|player| player.as_ref().is_err_and(is_cancelled))
        {
            return;
        }
        let cancelled = || self.cancelled();
        let task = GameTask {
            settings: self.plan.settings,
            pairing,
            opening: &self.plan.openings[pairing.opening],
            tables: self.plan.tables,
            cancelled: &cancelled,
        };
        let [white, black] = players
            .each_mut()
            .map(|player| player.as_mut().map_err(|error| error.clone()));
        let record = task.play(white, black);
        let mut failed = Vec::new();
        for (engine, player) in engines.into_iter().zip(players) {
            match player {
                Ok(player) => self.keep(engine, player),
                Err(error) => failed.push((engine, error)),
            }
        }
        let Some(record) = record else { return };
        let mut shared = self.shared.lock().expect("no worker has panicked");
        let failures = self.plan.tables.map(Tablebase::take_failures);
        for problem in failures.iter().flatten() {
            self.listener.table_failed(problem);
        }
        if shared.is_over() {
            return;
        }
        let is_absent = |failure: &(usize, UciEngineError)| failure.1.is_absence();
        if failed.iter().any(is_absent) {
            failed.retain(is_absent);
            shared.hold_forfeit(record, failed);
        } else {
            shared.finish(record, failed, self.listener);
        }
        if shared.is_over() {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Keeps an engine for the next game, unless it has to be restarted: because the match wants that, or because it
    /// still owes a move after a time forfeit and does not send it.
    fn keep(&mut self, engine: usize, mut player: UciEngine) {
        if player.recover().is_err() {
            return;
        }
        match self.plan.settings.engines[engine].restart {
            RestartPolicy::On => player.quit(),
            RestartPolicy::Auto | RestartPolicy::Off => self.players.push((engine, player)),
        }
    }

    /// A running engine: the one of the last game, or a new one.
    fn player(&mut self, engine: usize) -> Result<UciEngine, UciEngineError> {
        let known = self.players.iter().position(|&(of, _)| of == engine);
        if let Some(index) = known {
            let (_, mut player) = self.players.swap_remove(index);
            // The engine may have crashed since.
            if player.recover().is_ok() {
                return Ok(player);
            }
        }
        self.plan.start(engine, self.cores, self.stop)
    }
}
