//! The state that the workers of a match share.

use super::match_error::MatchError;
use super::match_listener::MatchListener;
use super::played_games::PlayedGames;
use crate::match_runner::ledger::Ledger;
use crate::match_runner::record::GameRecord;
use crate::match_runner::schedule::MatchSchedule;
use crate::match_runner::settings::MatchSettings;
use crate::match_runner::stats::sprt::SprtDecision;
use crate::match_runner::uci_engine::UciEngineError;
use std::collections::VecDeque;

/// Successive failures to start an engine before the match is given up.
const MAX_START_FAILURES: u32 = 3;

pub(super) struct MatchState<'a> {
    pub schedule: MatchSchedule,
    /// The numbers of games that are known and have not started, in the order of play.
    pub queue: VecDeque<u32>,
    /// The number of games in progress. Their results may make further games known.
    pub in_progress: usize,
    pub played: PlayedGames,
    pub ledger: Option<Ledger>,
    pub settings: &'a MatchSettings,
    pub sprt_decision: Option<SprtDecision>,
    pub failure: Option<MatchError>,
    /// For each engine, the number of successive games in which it could not be started.
    pub start_failures: Vec<u32>,
    /// The games that an engine lost because it could not be started. They count once every missing engine has
    /// started again. If that never happens, they are not recorded, and are played again when the match is resumed.
    pub pending_forfeits: Vec<PendingForfeit>,
}

/// A game that was lost because an engine could not be started.
pub(super) struct PendingForfeit {
    pub record: GameRecord,
    /// The engine, or both, and the reason why it did not start.
    pub absent: Vec<(usize, UciEngineError)>,
}

impl MatchState<'_> {
    /// The decision of the SPRT, if the match has one and it has decided.
    pub fn decide_sprt(&self) -> Option<SprtDecision> {
        self.settings.sprt_decision(self.played.score.score())
    }

    fn record(&mut self, record: &GameRecord) -> Result<(), MatchError> {
        if let Some(ledger) = &mut self.ledger {
            ledger.append(record)?;
        }
        self.played.add(record);
        self.queue
            .extend(self.schedule.add(record.game, record.score));
        self.sprt_decision = self.decide_sprt();
        Ok(())
    }

    /// Records a game whose engines were present, together with earlier games that one of them lost because it was
    /// absent. The engines in `late` were not ready in time.
    pub fn finish(
        &mut self,
        record: GameRecord,
        late: Vec<(usize, UciEngineError)>,
        listener: &dyn MatchListener,
    ) {
        for engine in [record.white, record.black] {
            if late.iter().all(|late| late.0 != engine) {
                self.start_failures[engine] = 0;
            }
        }
        let has_started = |absent: &(usize, UciEngineError)| self.start_failures[absent.0] == 0;
        let is_due = |game: &mut PendingForfeit| game.absent.iter().all(has_started);
        let due = self.pending_forfeits.extract_if(.., is_due);
        let records: Vec<GameRecord> = due.map(|game| game.record).chain([record]).collect();
        for record in records {
            if self.is_over() {
                break;
            }
            match self.record(&record) {
                Ok(()) => listener.game_finished(&record),
                Err(error) => self.failure = Some(error),
            }
        }
        for (engine, error) in late {
            self.start_failures[engine] += 1;
            if self.start_failures[engine] >= MAX_START_FAILURES && !self.is_over() {
                self.give_up(engine, error);
            }
        }
    }

    /// Holds back a game whose `absent` engines could not be started; too many in a row end the match.
    pub fn hold_forfeit(&mut self, record: GameRecord, absent: Vec<(usize, UciEngineError)>) {
        for (engine, error) in &absent {
            self.start_failures[*engine] += 1;
            if self.start_failures[*engine] >= MAX_START_FAILURES && self.failure.is_none() {
                self.give_up(*engine, error.clone());
            }
        }
        let game = PendingForfeit { record, absent };
        self.pending_forfeits.push(game);
    }

    /// Puts the games that are held back into the queue again, since no round ends without them. False if there are
    /// none.
    pub fn requeue_held(&mut self) -> bool {
        let held = std::mem::take(&mut self.pending_forfeits);
        self.queue.extend(held.iter().map(|held| held.record.game));
        !held.is_empty()
    }

    /// Ends the match because an engine cannot be started.
    pub fn give_up(&mut self, engine: usize, error: UciEngineError) {
        let name = self.settings.engines[engine].name.clone();
        self.failure = Some(MatchError::Engine { name, error });
    }

    /// True if further games no longer count.
    pub const fn is_over(&self) -> bool {
        self.failure.is_some() || self.sprt_decision.is_some()
    }
}
