//! A game to play.

use crate::board::fen::CastlingFieldStyle;
use crate::match_runner::openings::Opening;
use crate::match_runner::record::GameRecord;
use crate::match_runner::schedule::Pairing;
use crate::match_runner::settings::MatchSettings;
use crate::notation::uci_move::{CastlingStyle, UciMove};
use crate::syzygy::Tablebase;

/// A game to play.
#[derive(Clone, Copy)]
pub struct GameTask<'a> {
    /// The settings of the match.
    pub settings: &'a MatchSettings,
    /// Game number, engines and opening.
    pub pairing: Pairing,
    /// The opening that both engines play from.
    pub opening: &'a Opening,
    /// The endgame tables for adjudication; `None` without it.
    pub tables: Option<&'a Tablebase>,
    /// Returns true to abandon the game; called often.
    pub cancelled: &'a (dyn Fn() -> bool + Sync),
}

impl GameTask<'_> {
    /// True if the record is of this game: same pair, round, engines and opening.
    pub fn is_recorded_as(&self, record: &GameRecord) -> bool {
        let (fen, book) = self.opening();
        let pairing = self.pairing;
        (record.pair, record.white, record.black) == (pairing.pair, pairing.white, pairing.black)
            && (record.round, record.armageddon) == (pairing.round, pairing.armageddon)
            && (&record.fen, &record.book) == (&fen, &book)
    }

    pub(super) fn chess960(&self) -> bool {
        self.settings.chess960 || self.opening.start.is_chess960()
    }

    /// The first position and the book moves as recorded.
    pub(super) fn opening(&self) -> (String, Vec<String>) {
        let (fen, style) = self.start();
        let moves = self.opening.moves.iter();
        let book = moves.map(|&mv| UciMove::new(mv, style).to_string());
        (fen, book.collect())
    }

    /// The first position as a FEN, and the notation of castling.
    pub(super) fn start(&self) -> (String, CastlingStyle) {
        let chess960 = self.chess960();
        let rights = if chess960 {
            CastlingFieldStyle::Shredder
        } else {
            CastlingFieldStyle::XFen
        };
        (self.opening.start.fen(rights), CastlingStyle::new(chess960))
    }
}
