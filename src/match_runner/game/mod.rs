//! One game between two engines under the Laws.
//!
//! The order of events in each turn; the first event that applies ends the game (Articles 5 and 9, as in
//! [`crate::laws::outcome`]):
//!
//! 1. the position: checkmate, stalemate, dead position, fivefold repetition, 75 moves;
//! 2. a draw claim by the arbiter for the side to move, if the match has that policy;
//! 3. adjudication by the engines' scores or by endgame tables, if the match uses it;
//! 4. the clock: a `bestmove` that arrives after the flag fell does not count;
//! 5. statements of the engine: resignation, acceptance of a draw, a draw claim;
//! 6. the move: an illegal one costs the game, or the penalty of the edition.
//!
//! The referee sees players only through [`EnginePlayer`], and takes the time from the times that they report.

mod adjudicate;
mod claim;
mod draw_offer;
mod illegal_move;
mod node_use;
mod player_state;
mod referee;
mod verdict;

use verdict::GameVerdict;

use super::openings::Opening;
use super::record::GameRecord;
use super::schedule::Pairing;
use super::settings::MatchSettings;
use super::uci_engine::{EngineMove, GoReply, UciEngineError};
use crate::board::fen::CastlingFieldStyle;
use crate::notation::uci_move::{CastlingStyle, UciMove};
use crate::syzygy::Tablebase;
use referee::Referee;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// An engine as the referee sees it: a [`UciEngine`](super::uci_engine::UciEngine), or a script in tests.
pub trait EnginePlayer {
    /// True if the engine has an option of this name, ignoring case.
    fn has_option(&self, name: &str) -> bool;

    /// Sets an option, with the engine's spelling of its name. An option that the engine does not have causes a
    /// warning.
    ///
    /// # Errors
    /// The engine does not read, or has exited.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), UciEngineError>;

    /// Sends `ucinewgame`, and `UCI_Chess960` if it changes, and waits until the engine is ready.
    ///
    /// # Errors
    /// The engine is not ready in time.
    fn new_game(&mut self, chess960: bool) -> Result<(), UciEngineError>;

    /// Sends a command that has no reply.
    ///
    /// # Errors
    /// The engine does not read, or has exited.
    fn send(&mut self, command: &str) -> Result<(), UciEngineError>;

    /// Sends `position`, waits until the engine is ready, sends `go` and waits for `bestmove`. Both arguments are whole
    /// commands.
    ///
    /// Returns as soon as `limit` has passed since `go`; the engine keeps searching.
    ///
    /// # Errors
    /// The engine is not ready in time, or exits. A missing `bestmove` is [`GoReply::Timeout`].
    fn go(&mut self, position: &str, go: &str, limit: Duration) -> Result<GoReply, UciEngineError>;

    /// Starts `go ponder …` on a position and returns at once. [`EnginePlayer::go`] with the same position continues
    /// that search (`ponderhit`); with another position it stops it.
    ///
    /// # Errors
    /// The engine does not read, or has exited.
    fn ponder(&mut self, position: &str, go: &str) -> Result<(), UciEngineError>;

    /// Stops an engine that is still thinking, because its move is overdue or because it ponders, and waits for its
    /// move. Returns none if it was not thinking.
    ///
    /// # Errors
    /// The engine still does not move, or exits.
    fn stop(&mut self) -> Result<Option<EngineMove>, UciEngineError>;

    /// Takes the protocol warnings since the last call: predicates such as "sent an unexpected 'readyok'", at most 16.
    fn take_warnings(&mut self) -> Vec<String>;
}

/// A game to play.
#[derive(Clone, Copy)]
pub struct GameTask<'a> {
    /// The settings of the match.
    pub settings: &'a MatchSettings,
    /// Game number, engines and opening.
    pub pairing: Pairing,
    /// The opening that both engines play from.
    pub opening: &'a Opening,
    /// The endgame tables for adjudication.
    pub tables: Option<&'a Tablebase>,
    /// Returns true to abandon the game; called often.
    pub cancelled: &'a dyn Fn() -> bool,
}

impl GameTask<'_> {
    /// Plays the game. `None` if it is abandoned.
    ///
    /// An engine that could not be started (its error is passed) loses by default (Article 6.7.1; 97 and 09 6.6, 01 6.7).
    pub fn play<P: EnginePlayer>(
        self,
        white: Result<&mut P, UciEngineError>,
        black: Result<&mut P, UciEngineError>,
    ) -> Option<GameRecord> {
        let began_ms = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |since| since.as_millis() as u64);
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

    /// True if the record is of this game: same pair, round, engines and opening.
    pub fn is_recorded_as(&self, record: &GameRecord) -> bool {
        let (fen, book) = self.opening();
        let Pairing {
            pair,
            white,
            black,
            round,
            armageddon,
            ..
        } = self.pairing;
        (record.pair, record.white, record.black) == (pair, white, black)
            && (record.round, record.armageddon) == (round, armageddon)
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

    /// The first position and the book moves as recorded.
    fn opening(&self) -> (String, Vec<String>) {
        let (fen, style) = self.start();
        let moves = self.opening.moves.iter();
        let book = moves.map(|&mv| UciMove::new(mv, style).to_string());
        (fen, book.collect())
    }

    /// The first position as a FEN, and the notation of castling.
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
