//! Who gets the progress of a match.

use crate::match_runner::record::GameRecord;
use crate::match_runner::schedule::Pairing;
use crate::syzygy::FolderProblem;

/// Receives the progress of a match. Called from several threads, one at a time. Each method does nothing by default.
pub trait MatchListener: Sync {
    /// An engine does not have an option of its settings; `similar` is the most similar name that it has. Called before
    /// the first game, with the name of the engine.
    fn option_missing(&self, _engine: &str, _option: &str, _similar: Option<&str>) {}

    /// An option of an engine's settings has a value that the engine does not offer; `expected` says what it offers, such
    /// as `a number from 1 to 512`. Called before the first game.
    fn option_unfit(&self, _engine: &str, _option: &str, _value: &str, _expected: &str) {}

    /// A game starts.
    fn game_started(&self, _pairing: &Pairing) {}

    /// A game has ended and is recorded.
    fn game_finished(&self, _record: &GameRecord) {}

    /// An endgame table cannot be read; it is no longer used.
    fn table_failed(&self, _problem: &FolderProblem) {}
}
