//! The questions that a game in progress puts to the Laws: claims, flags, irregularities. Each is answered by the same
//! rulings as on the command line. [`PlaySession::check_playing`] comes before all of them.

use super::refusal::PlayRefusal;
use super::session::{IllegalAttempt, PlayNote, PlayPhase, PlaySession};
use crate::judge::{JudgeSettings, ModeChoice};
use crate::laws::control::{ChessClock, TimeControl, moves_made};
use crate::laws::edition::{FlagCaller, IllegalMoveRule};
use crate::laws::outcome::{OutcomeKind, Points};
use crate::laws::procedure::TouchedPieces;
use crate::notation::language::Language;
use crate::notation::san;
use crate::ruling::adjournment::read_sealed_move;
use crate::ruling::{
    CaseSettings, ClaimQuestion, FallenFlags, FlagQuestion, GameCase, IllegalQuestion, Ruling,
    TouchQuestion, claim, flag, illegal, touch,
};
use crate::types::{Color, Move, Square};
use crate::util::text::quote;
use std::time::{Duration, Instant};

impl PlaySession {
    /// The game as a case for a ruling, with the clocks as they stand. `language` is that of a move that is asked about.
    fn case(&self, language: Option<Language>) -> Result<GameCase, PlayRefusal> {
        let rules = self.rules();
        let settings = CaseSettings {
            judge: JudgeSettings {
                edition: Some(rules.edition),
                mode: Some(ModeChoice::Fixed(rules.mode)),
                supervision: Some(rules.supervision),
                language,
                ..JudgeSettings::default()
            },
            control: self.terms.control.clone(),
            clocks: Color::ALL.map(|color| self.main_time(color)),
            ..CaseSettings::default()
        };
        let moves = self.uci_moves().join(" ");
        GameCase::from_moves(Some(&self.start_fen()), &moves, &settings).map_err(PlayRefusal::new)
    }

    /// Checks that the game is in progress.
    ///
    /// # Errors
    /// It is over or adjourned.
    pub fn check_playing(&self) -> Result<(), PlayRefusal> {
        if self.phase() == PlayPhase::Playing {
            Ok(())
        } else {
            Err(PlayRefusal::new("the game is not in progress"))
        }
    }

    /// A draw claim of the player to move, with the move that is to be made, or on the board.
    ///
    /// # Errors
    /// The text is not a move, or another move must be played.
    pub fn claim(
        &mut self,
        kind: OutcomeKind,
        announced: Option<String>,
        language: Option<Language>,
        now: Instant,
    ) -> Result<(), PlayRefusal> {
        if !self.settle(now) {
            return Err(PlayRefusal::new("the flag has fallen"));
        }
        let by = self.stm();
        let named = announced.as_deref().map(|text| self.read(text, language));
        if let (Some(must), Some(Ok(mv))) = (&self.must, &named)
            && !must.moves.contains(mv)
        {
            return Err(PlayRefusal::new("another move must be played"));
        }
        let question = ClaimQuestion {
            kind,
            announced,
            touched: self.touched.or(self.first_touch),
            by: Some(by),
            withdrawn: false,
        };
        let ruling = claim(&self.case(language)?, &question).map_err(PlayRefusal::new)?;
        let what = match kind {
            OutcomeKind::Threefold => "by threefold repetition",
            _ => "by the fifty-move rule",
        };
        let with = match named {
            Some(Ok(mv)) => format!(" with {}", san::write(self.game.board(), mv)),
            _ => String::new(),
        };
        let how = match named {
            Some(Ok(_)) => format!(",{with}"),
            Some(Err(_)) => ", with an illegal move".to_owned(),
            None => ", on the board".to_owned(),
        };
        let text = format!("{} claims a draw {what}{how}.", by.title());
        let article = self.rules().end_article(kind);
        self.note(by, text, &[article]);
        self.apply(&ruling, by);
        if let Some(end) = &mut self.end {
            end.claim = Some(format!("by {}{with}", by.title()));
        }
        Ok(())
    }

    /// The ruling on the fallen flag of a player. If the opponent's flag is down as well, it is a ruling on both.
    fn flag_ruling(
        &self,
        color: Color,
        caller: FlagCaller,
        now: Instant,
    ) -> Result<Ruling, PlayRefusal> {
        let has_time = |clock: ChessClock| clock.available() > Duration::ZERO;
        let both = !self.clock(!color, now).is_none_or(has_time);
        let question = FlagQuestion {
            fallen: if both {
                FallenFlags::BothFirst(color)
            } else {
                FallenFlags::One(color)
            },
            caller: Some(caller),
            period: None,
            moves_unknown: false,
        };
        let mut ruling = flag(&mut self.case(None)?, &question);
        if ruling.undetermined && ruling.score.is_none() {
            ruling.score = Some(Points::win(!color));
            ruling.kind = Some(OutcomeKind::FlagFall);
        }
        Ok(ruling)
    }

    /// Rules on the fallen flag of a player. Where no proof was found, the flag loses until an arbiter decides otherwise.
    ///
    /// # Errors
    /// The game is no case for a ruling.
    pub fn rule_flag(
        &mut self,
        color: Color,
        caller: FlagCaller,
        now: Instant,
    ) -> Result<(), PlayRefusal> {
        let ruling = self.flag_ruling(color, caller, now)?;
        self.apply(&ruling, !color);
        if self.phase() == PlayPhase::Playing {
            // The flag stays down, and needs no second ruling.
            self.flagged = Some(color);
        }
        Ok(())
    }

    /// The flag of a player, as the arbiter of two people is asked; `apply` carries the ruling out. Returns
    /// a ruling that is not carried out.
    ///
    /// # Errors
    /// The flag is up.
    pub fn ask_flag(
        &mut self,
        color: Color,
        apply: bool,
        now: Instant,
    ) -> Result<Option<PlayNote>, PlayRefusal> {
        if let Some(clock) = self.clock(color, now)
            && clock.available() > Duration::ZERO
        {
            let text = format!("the flag of {color:#} is up");
            return Err(PlayRefusal(text));
        }
        let caller = FlagCaller::Player;
        if apply {
            return self.rule_flag(color, caller, now).map(|()| None);
        }
        let ruling = self.flag_ruling(color, caller, now)?;
        Ok(Some(self.ruling_note(&ruling)))
    }

    /// An illegal move of the player to move, as the arbiter of two people is asked; `apply` carries the ruling out. Returns
    /// a ruling that is not carried out.
    ///
    /// # Errors
    /// The text is not a move, or the move is legal but not one of those that must be played.
    pub fn ask_illegal(
        &mut self,
        attempt: &str,
        language: Option<Language>,
        apply: bool,
        now: Instant,
    ) -> Result<Option<PlayNote>, PlayRefusal> {
        let by = self.stm();
        let ply = self.game.ply();
        let offences = self.illegal.iter().filter(|offence| offence.by == by);
        let (here, earlier): (Vec<_>, Vec<_>) = offences.partition(|offence| offence.ply == ply);
        let attempts = here.iter().map(|offence| offence.attempt.clone());
        // A quickplay finish has a count of its own.
        let rule = self.illegal_move_rule(ply);
        let earlier = earlier
            .iter()
            .filter(|offence| self.illegal_move_rule(offence.ply) == rule);
        let question = IllegalQuestion {
            attempts: attempts.chain([attempt.to_owned()]).collect(),
            earlier: earlier.count() as u32,
            ..IllegalQuestion::default()
        };
        self.settle(now);
        let mut case = self.case(language)?;
        let touched = case.touched_by(attempt);
        let ruling = illegal(&mut case, &question).map_err(PlayRefusal::new)?;
        let is_offence = ruling.illegal_number.is_some();
        if let Ok(mv) = self.read(attempt, language) {
            self.check_choice(mv, language)?;
        }
        if !apply {
            return Ok(Some(self.ruling_note(&ruling)));
        }
        if is_offence {
            let attempt = match self.read(attempt, language) {
                Ok(mv) => self.uci(mv),
                Err(_) => attempt.to_owned(),
            };
            self.illegal.push(IllegalAttempt { by, ply, attempt });
            if let Some(square) = touched {
                self.note_touch(square);
            }
        }
        self.apply(&ruling, by);
        Ok(None)
    }

    /// The penalties for an illegal move of the player to move after `ply` half-moves.
    fn illegal_move_rule(&self, ply: usize) -> IllegalMoveRule {
        let rules = *self.rules();
        let board = self.game.boards()[ply];
        let period = |control: &TimeControl| {
            let made = moves_made(&board, board.stm());
            rules.during(control.period_after(made))
        };
        let control = self.terms.control.as_ref();
        control.map_or(rules, period).illegal_moves
    }

    /// Pieces that the player to move touched; `apply` carries the ruling out. Returns a ruling that is not carried out.
    ///
    /// # Errors
    /// No square is named, or one is empty or unknown.
    pub fn ask_touch(
        &mut self,
        squares: &str,
        apply: bool,
        now: Instant,
    ) -> Result<Option<PlayNote>, PlayRefusal> {
        self.settle(now);
        let words = squares.split(|c: char| c.is_whitespace() || c == ',');
        let words = words.filter(|word| !word.is_empty());
        let read = |word: &str| {
            let refused =
                |_| PlayRefusal(format!("'{}' is not a square from a1 to h8", quote(word)));
            word.parse::<Square>().map_err(refused)
        };
        let squares = words.map(read).collect::<Result<Vec<Square>, _>>()?;
        if squares.is_empty() {
            return Err(PlayRefusal::new("name the squares of the touched pieces"));
        }
        let first = squares[0];
        let question = TouchQuestion {
            touched: TouchedPieces {
                squares,
                ..TouchedPieces::default()
            },
            ..TouchQuestion::default()
        };
        let ruling = touch(&self.case(None)?, &question).map_err(PlayRefusal::new)?;
        if !apply {
            return Ok(Some(self.ruling_note(&ruling)));
        }
        self.note_touch(first);
        self.apply(&ruling, self.stm());
        Ok(None)
    }

    /// A move as a person writes it: SAN in this language, or UCI notation. What may be several moves, or is illegal, is
    /// refused: a slip of the keyboard is no irregularity.
    ///
    /// # Errors
    /// The text does not name one legal move.
    pub fn read(&self, text: &str, language: Option<Language>) -> Result<Move, PlayRefusal> {
        let reading = read_sealed_move(self.game.board(), text, language);
        reading.legal().map_err(PlayRefusal)
    }
}
