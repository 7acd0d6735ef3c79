//! A game in progress, and what it says about itself.

use super::play_end::PlayEnd;
use super::play_note::PlayNote;
use super::required_moves::RequiredMoves;
use crate::board::fen::CastlingFieldStyle;
use crate::laws::control::ChessClock;
use crate::laws::edition::Rules;
use crate::laws::game::Game;
use crate::laws::winnable::WinnabilityCache;
use crate::notation::uci_move::{CastlingStyle, UciMove};
use crate::play::refusal::PlayRefusal;
use crate::play::settings::PlayTerms;
use crate::types::{Color, Move, Square};
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// An illegal move that was ruled on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::play) struct IllegalAttempt {
    pub by: Color,
    /// The half-moves before it.
    pub ply: usize,
    /// The move, as it was named.
    pub attempt: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::play) enum PlayPhase {
    Playing,
    Over,
    Adjourned,
}

pub(in crate::play) struct PlaySession {
    pub terms: PlayTerms,
    pub game: Game,
    pub clocks: Option<[ChessClock; 2]>,
    /// The time of the turn that is not charged yet, up to [`PlaySession::since`].
    pub pending: Duration,
    /// Since when the clock of the player to move runs; `None` if it stands.
    pub since: Option<Instant>,
    /// The main times after each half-move, before the first one included.
    pub mains: Vec<[Duration; 2]>,
    /// The plies after which a draw was offered with the move.
    pub offered_at: Vec<usize>,
    pub offer: Option<Color>,
    /// The offer of a wrong claim that was made while the opponent's offer was open: it follows once that one is declined.
    pub next_offer: Option<Color>,
    /// The touched piece that must be moved or captured.
    pub touched: Option<Square>,
    /// The first piece that the player to move has touched in this turn, whether or not it can move.
    pub first_touch: Option<Square>,
    /// The next touch does not bind (4.2).
    pub adjusting: bool,
    pub must: Option<RequiredMoves>,
    /// The illegal moves that were ruled on.
    pub illegal: Vec<IllegalAttempt>,
    /// The player whose flag has fallen and must be claimed.
    pub flagged: Option<Color>,
    pub end: Option<PlayEnd>,
    pub sealed_by: Option<Color>,
    pub log: Vec<PlayNote>,
    pub(super) next_note: u32,
    pub(super) cache: WinnabilityCache,
    /// When the game began, in ms since 1970.
    pub began_ms: u64,
}

impl PlaySession {
    /// A new game whose clock does not run yet.
    pub fn new(terms: PlayTerms, began_ms: u64) -> Self {
        let clocks = terms.control.clone().map(|control| {
            let clock = ChessClock::new(control, &terms.rules);
            [clock.clone(), clock]
        });
        let mut session = Self {
            game: Game::new(terms.start),
            clocks,
            pending: Duration::ZERO,
            since: None,
            mains: Vec::new(),
            offered_at: Vec::new(),
            offer: None,
            next_offer: None,
            touched: None,
            first_touch: None,
            adjusting: false,
            must: None,
            illegal: Vec::new(),
            flagged: None,
            end: None,
            sealed_by: None,
            log: Vec::new(),
            next_note: 1,
            cache: WinnabilityCache::default(),
            began_ms,
            terms,
        };
        session.mains.push(session.main_times());
        session.end_by_position();
        session
    }

    pub const fn rules(&self) -> &Rules {
        &self.terms.rules
    }

    pub fn stm(&self) -> Color {
        self.game.board().stm()
    }

    pub const fn phase(&self) -> PlayPhase {
        if self.end.is_some() {
            PlayPhase::Over
        } else if self.sealed_by.is_some() {
            PlayPhase::Adjourned
        } else {
            PlayPhase::Playing
        }
    }

    pub fn person_moves(&self) -> bool {
        self.phase() == PlayPhase::Playing && !self.engine_moves()
    }

    pub fn engine_moves(&self) -> bool {
        let engine = self.terms.engine.map(|(color, _)| color);
        self.phase() == PlayPhase::Playing && engine == Some(self.stm())
    }

    /// The person who acts: the opponent of the engine, or of two people the one named, by default the one to move.
    pub fn person(&self, by: Option<Color>) -> Color {
        match self.terms.engine {
            Some((engine, _)) => !engine,
            None => by.unwrap_or(self.stm()),
        }
    }

    /// The half-moves since the last time that a person had the move.
    pub fn plies_to_take_back(&self) -> usize {
        let engine = self.terms.engine.map(|(color, _)| color);
        if engine == Some(!self.stm()) { 2 } else { 1 }
    }

    /// A casual game that goes on from an earlier position of this one, which is over.
    ///
    /// # Errors
    /// The game is not over or is shorter, or the position ends it.
    pub fn continued(&self, ply: usize, began_ms: u64) -> Result<Self, PlayRefusal> {
        if self.phase() != PlayPhase::Over {
            return Err(PlayRefusal::new("the game is not over"));
        }
        if ply > self.game.ply() {
            return Err(PlayRefusal::new("the game has fewer moves"));
        }
        let terms = PlayTerms {
            rated: false,
            ..self.terms.clone()
        };
        let mut next = Self::new(terms, began_ms);
        for &mv in &self.game.moves()[..ply] {
            next.game.play_legal(mv);
        }
        next.mains = self.mains[..=ply].to_vec();
        // A player whose flag fell has what was left before the last move.
        let left = Color::ALL.map(|color| {
            let mains = next.mains.iter().rev().map(|mains| mains[color.index()]);
            mains
                .clone()
                .find(|main| !main.is_zero())
                .unwrap_or_default()
        });
        next.mains[ply] = left;
        next.set_clocks(ply, left);
        next.end = None;
        next.end_by_position();
        if next.end.is_some() {
            return Err(PlayRefusal::new(
                "the game is over in this position; go back to an earlier move first",
            ));
        }
        Ok(next)
    }

    // Notation.

    /// The notation of castling: king takes rook in Chess960.
    pub fn castling_style(&self) -> CastlingStyle {
        CastlingStyle::new(self.game.start().is_chess960())
    }

    pub fn uci(&self, mv: Move) -> String {
        UciMove::new(mv, self.castling_style()).to_string()
    }

    pub fn uci_moves(&self) -> Vec<String> {
        self.game.moves().iter().map(|&mv| self.uci(mv)).collect()
    }

    pub fn start_fen(&self) -> String {
        self.game.start().fen(CastlingFieldStyle::XFen)
    }
}
