//! The moves of a game.

use super::play_session::PlaySession;
use crate::laws::edition::Waiver;
use crate::laws::procedure::{Obligation, touched};
use crate::notation::language::Language;
use crate::notation::san::{self, PieceLetters};
use crate::play::refusal::PlayRefusal;
use crate::types::{Move, Square};
use std::time::{Duration, Instant};

impl PlaySession {
    /// The moves that the player to move may choose from.
    pub fn choices(&self) -> Vec<Move> {
        let board = self.game.board();
        if let Some(must) = &self.must {
            return must.moves.clone();
        }
        let obligation = self
            .touched
            .map_or(Obligation::Free, |square| touched(board, square));
        obligation.moves(board)
    }

    /// Makes a move for the player who has it, presses the clock, and ends the game if the position ends it.
    ///
    /// # Errors
    /// The move may not be played, or the flag has fallen.
    pub fn play(&mut self, mv: Move, offer: bool, now: Instant) -> Result<(), PlayRefusal> {
        self.check_playing()?;
        self.check_choice(mv, None)?;
        let mover = self.stm();
        if !self.settle(now) {
            return Err(PlayRefusal::new("the flag has fallen"));
        }
        self.decline(mover, "declines the offer by a move");
        self.complete(mv);
        if offer {
            self.offered_at.push(self.game.ply());
            self.make_offer(mover, true);
        }
        self.end_by_position();
        self.resume_clock();
        Ok(())
    }

    /// Checks that a legal move is one of the choices.
    ///
    /// # Errors
    /// It is not; the message names the choices, with the piece letters of a language.
    pub fn check_choice(&self, mv: Move, language: Option<Language>) -> Result<(), PlayRefusal> {
        let choices = self.choices();
        if choices.contains(&mv) {
            return Ok(());
        }
        let board = self.game.board();
        let demand = match (&self.must, self.touched) {
            (Some(_), _) if choices.len() == 1 => "you must play",
            (Some(_), _) => "you must play one of:",
            (None, Some(square)) if board.colors(board.stm()).has(square) => {
                "the touched piece must be moved:"
            }
            (None, Some(_)) => "the touched piece must be captured:",
            (None, None) => return Err(PlayRefusal::new("this move may not be played now")),
        };
        let letters = language.map_or(PieceLetters::ENGLISH, Language::letters);
        let written = |&mv: &Move| san::write_with(board, mv, &letters);
        let moves: Vec<String> = choices.iter().map(written).collect();
        Err(PlayRefusal(format!("{demand} {}", moves.join(", "))))
    }

    /// Completes a move: makes it and presses the clock.
    pub(super) fn complete(&mut self, mv: Move) {
        let mover = self.stm();
        if let Some(clocks) = &mut self.clocks {
            // With a flag that nobody has claimed the move still counts.
            let _ = clocks[mover.index()].charge(Duration::ZERO);
        }
        self.game.play_legal(mv);
        self.mains.push(self.main_times());
        self.must = None;
        (self.touched, self.first_touch) = (None, None);
        self.adjusting = false;
    }

    /// Takes back the last half-moves.
    pub fn take_back(&mut self, plies: usize, now: Instant) {
        for _ in 0..plies {
            self.game.take_back();
            self.mains.pop();
        }
        let ply = self.game.ply();
        if let Some(&mains) = self.mains.last() {
            self.set_clocks(ply, mains);
        }
        self.offered_at.retain(|&at| at <= ply);
        self.illegal.retain(|offence| offence.ply <= ply);
        self.log.retain(|note| note.ply <= ply);
        (self.offer, self.next_offer) = (None, None);
        (self.touched, self.must, self.flagged) = (None, None, None);
        self.first_touch = None;
        self.adjusting = false;
        self.pending = Duration::ZERO;
        self.since = self.since.map(|_| now);
    }

    /// The player to move touches a square of the board: under touch-move, the first piece that can move or be captured
    /// binds (4.3).
    pub fn touch(&mut self, square: Square) {
        let board = self.game.board();
        if std::mem::take(&mut self.adjusting)
            || !self.terms.touch_move
            || board.piece_at(square).is_none()
        {
            return;
        }
        let binds = touched(board, square) != Obligation::Free;
        if self.touched.is_none() && self.must.is_none() && binds {
            self.touched = Some(square);
        }
        self.note_touch(square);
    }

    /// Notes that the player to move has touched a piece, which ends the right to claim (9.4, since 2009) and declines the
    /// opponent's offer (9.1, since 2001).
    pub fn note_touch(&mut self, square: Square) {
        self.first_touch.get_or_insert(square);
        if self.rules().refusal == Waiver::Touching {
            self.decline(self.stm(), "touches a piece, which declines the offer");
        }
    }
}
