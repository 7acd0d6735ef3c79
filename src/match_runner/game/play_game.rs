//! The start of a game: the referee gets both engines.

use super::game_task::GameTask;
use super::referee::Referee;
use super::verdict::GameVerdict;
use crate::match_runner::record::GameRecord;
use crate::match_runner::uci_engine::{EnginePlayer, UciEngineError};
use crate::util::date::unix_ms;
use std::time::{Duration, Instant};

impl GameTask<'_> {
    /// Plays the game. `None` if it is abandoned.
    ///
    /// An engine that could not be started (its error is passed) loses by default (97 6.6; 01 6.7; 09 6.6.a; 18 and 23
    /// 6.7.1).
    pub fn play<P: EnginePlayer>(
        self,
        white: Result<&mut P, UciEngineError>,
        black: Result<&mut P, UciEngineError>,
    ) -> Option<GameRecord> {
        let began_ms = unix_ms();
        let began = Instant::now();
        let mut referee = match (white, black) {
            (Ok(white), Ok(black)) => Referee::new(self, white, black),
            (white, black) => {
                let rules = self.settings.rules(self.pairing.white, self.pairing.black);
                let verdict = GameVerdict::not_ready([white.err(), black.err()], &rules);
                return Some(self.record(verdict, began_ms, began.elapsed()));
            }
        };
        let verdict = referee.run()?;
        referee.remark_node_use();
        let record = GameRecord {
            moves: referee.moves,
            remarks: referee.remarks,
            ..self.record(verdict, began_ms, began.elapsed())
        };
        Some(record)
    }

    /// The record of a game without moves.
    fn record(&self, verdict: GameVerdict, began_ms: u64, took: Duration) -> GameRecord {
        let (fen, book) = self.opening();
        GameRecord {
            game: self.pairing.game,
            pair: self.pairing.pair,
            round: self.pairing.round,
            armageddon: self.pairing.armageddon,
            white: self.pairing.white,
            black: self.pairing.black,
            opening: self.pairing.opening + 1,
            fen,
            book,
            moves: Vec::new(),
            score: verdict.points,
            end: verdict.end,
            remarks: Vec::new(),
            began_ms,
            took_ms: took.as_millis() as u64,
        }
    }
}
