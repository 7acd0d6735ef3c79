//! One game between two engines under the Laws.
//!
//! The order of events at each turn, the first that happens ending the game (Articles 5 and 9; the same order as
//! [`crate::laws::outcome`] has):
//!
//! 1. the position ends the game by itself: mate, stalemate, dead position, fifth appearance, 75 moves;
//! 2. the arbiter claims a draw for the player to move, if the match says so;
//! 3. both engines' scores have long agreed, if the match adjudicates;
//! 4. the player is asked. What he does counts from its time stamp: an answer after the fall of the flag does not exist;
//! 5. what he says: he resigns, accepts a draw, claims one;
//! 6. what he plays: a legal move, or an illegal one, which costs the game or what the edition says.
//!
//! The referee knows players only through [`EnginePlayer`], and time only through what they report.

mod adjudicate;
mod claim;
mod illegal_move;
mod player_state;
mod referee;
mod verdict;

#[cfg(test)]
mod tests;

pub use verdict::GameVerdict;

use super::openings::Opening;
use super::record::GameRecord;
use super::schedule::Pairing;
use super::settings::MatchSettings;
use super::uci_engine::{GoReply, UciEngine, UciEngineError};
use crate::board::fen::CastlingFieldStyle;
use crate::notation::uci_move::{CastlingStyle, UciMove};
use referee::Referee;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// What the referee asks of a player. [`UciEngine`] does it with a process.
pub trait EnginePlayer {
    /// True if the engine has an option of this name, in any letter case.
    fn has_option(&self, option: &str) -> bool;

    /// Sets an option.
    ///
    /// # Errors
    /// The engine is gone.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), UciEngineError>;

    /// Announces a new game and waits until the engine is ready for it.
    ///
    /// # Errors
    /// The engine is gone, or silent.
    fn new_game(&mut self, chess960: bool) -> Result<(), UciEngineError>;

    /// Sends a line that needs no answer.
    ///
    /// # Errors
    /// The engine is gone.
    fn send(&mut self, line: &str) -> Result<(), UciEngineError>;

    /// Sends a position and a `go`, and waits for the move, so long at most.
    ///
    /// # Errors
    /// The engine is gone, or not even ready to be asked.
    fn go(&mut self, position: &str, go: &str, limit: Duration) -> Result<GoReply, UciEngineError>;

    /// What was wrong with the protocol since the last call, in sentences.
    fn take_warnings(&mut self) -> Vec<String>;
}

impl EnginePlayer for UciEngine {
    fn has_option(&self, option: &str) -> bool {
        self.has_option(option)
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), UciEngineError> {
        self.set_option(name, value)
    }

    fn new_game(&mut self, chess960: bool) -> Result<(), UciEngineError> {
        self.new_game(chess960)
    }

    fn send(&mut self, line: &str) -> Result<(), UciEngineError> {
        self.send(line)
    }

    fn go(&mut self, position: &str, go: &str, limit: Duration) -> Result<GoReply, UciEngineError> {
        self.go(position, go, limit)
    }

    fn take_warnings(&mut self) -> Vec<String> {
        self.take_warnings()
    }
}

/// A game to be played.
#[derive(Clone, Copy)]
pub struct GameTask<'a> {
    /// The match it belongs to.
    pub settings: &'a MatchSettings,
    /// Its place in the schedule.
    pub pairing: Pairing,
    /// Where it begins.
    pub opening: &'a Opening,
    /// Asked now and then; true abandons the game.
    pub cancelled: &'a dyn Fn() -> bool,
}

impl GameTask<'_> {
    /// Plays the game. `None` if it was abandoned.
    ///
    /// A player that could not be had (an error in his place) loses by default (Article 6.7 of 2009 and later).
    pub fn play<P: EnginePlayer>(
        self,
        white: Chair<'_, P>,
        black: Chair<'_, P>,
    ) -> Option<GameRecord> {
        let began_ms = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |since| since.as_millis() as u64);
        let began = Instant::now();
        let mut referee = match (white, black) {
            (Ok(white), Ok(black)) => Referee::new(self, white, black),
            (white, black) => {
                let missing = [white.err(), black.err()];
                let verdict = GameVerdict::not_ready(missing);
                return Some(self.record(verdict, began_ms, began.elapsed()));
            }
        };
        let verdict = referee.run()?;
        let record = GameRecord {
            moves: referee.moves,
            remarks: referee.remarks,
            ..self.record(verdict, began_ms, began.elapsed())
        };
        Some(record)
    }

    /// True if that is the record of this game: between the same engines, from the same opening.
    pub fn is_recorded_as(&self, record: &GameRecord) -> bool {
        let (fen, book) = self.opening();
        let Pairing {
            pair, white, black, ..
        } = self.pairing;
        (record.pair, record.white, record.black) == (pair, white, black)
            && (&record.fen, &record.book) == (&fen, &book)
    }

    fn chess960(&self) -> bool {
        self.settings.chess960 || self.opening.start.is_chess960()
    }

    /// The record of a game without moves.
    fn record(&self, verdict: GameVerdict, began_ms: u64, took: Duration) -> GameRecord {
        let (fen, book) = self.opening();
        GameRecord {
            game: self.pairing.game,
            pair: self.pairing.pair,
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

    /// The first position and the book moves, as they are recorded.
    fn opening(&self) -> (String, Vec<String>) {
        let (fen, style) = self.start();
        let moves = self.opening.moves.iter();
        let book = moves.map(|&mv| UciMove::new(mv, style).to_string());
        (fen, book.collect())
    }

    /// The first position as engines are told, and how castling is written.
    fn start(&self) -> (String, CastlingStyle) {
        let chess960 = self.chess960();
        let rights = if chess960 {
            CastlingFieldStyle::Shredder
        } else {
            CastlingFieldStyle::XFen
        };
        (self.opening.start.fen(rights), CastlingStyle::new(chess960))
    }
}

/// A player, or why there is none.
pub type Chair<'p, P> = Result<&'p mut P, UciEngineError>;
