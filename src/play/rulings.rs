//! The questions that a game in progress puts to the Laws: claims, flags, irregularities. Each is answered by the same
//! rulings as on the command line.

use super::PlayRefusal;
use super::session::{PlayPhase, PlaySession};
use crate::adjournment::{SealedMoveReading, read_sealed_move};
use crate::judge::{JudgeSettings, ModeChoice};
use crate::laws::edition::FlagCaller;
use crate::laws::outcome::OutcomeKind;
use crate::laws::procedure::TouchedPieces;
use crate::notation::san;
use crate::ruling::{
    CaseSettings, ClaimQuestion, FallenFlags, FlagQuestion, GameCase, IllegalQuestion,
    TouchQuestion, claim, flag, illegal, touch,
};
use crate::types::{Color, Move, Square};
use std::time::Instant;

impl PlaySession {
    /// The game as a case for a ruling, with the clocks as they stand.
    fn case(&self) -> Result<GameCase, PlayRefusal> {
        let rules = self.rules();
        let settings = CaseSettings {
            judge: JudgeSettings {
                edition: Some(rules.edition),
                mode: Some(ModeChoice::Fixed(rules.mode)),
                supervision: Some(rules.supervision),
                ..JudgeSettings::default()
            },
            control: self.terms.control.clone(),
            clocks: Color::ALL.map(|color| {
                let clocks = self.clocks.as_ref()?;
                Some(clocks[color.index()].main())
            }),
            ..CaseSettings::default()
        };
        let moves = self.uci_moves().join(" ");
        GameCase::from_moves(Some(&self.start_fen()), &moves, &settings).map_err(PlayRefusal::new)
    }

    fn check_playing(&self) -> Result<(), PlayRefusal> {
        if self.phase() == PlayPhase::Playing {
            Ok(())
        } else {
            Err(PlayRefusal::new("the game is not in progress"))
        }
    }

    /// A draw claim of the player to move, with the move that is to be made, or on the board.
    ///
    /// # Errors
    /// The game is not in progress, or the text is not a move.
    pub fn claim(
        &mut self,
        kind: OutcomeKind,
        announced: Option<String>,
        now: Instant,
    ) -> Result<(), PlayRefusal> {
        self.check_playing()?;
        if !self.settle(now) {
            return Err(PlayRefusal::new("the flag has fallen"));
        }
        let by = self.stm();
        let question = ClaimQuestion {
            kind,
            announced,
            touched: self.touched,
            by: Some(by),
            withdrawn: false,
        };
        let ruling = claim(&self.case()?, &question).map_err(PlayRefusal::new)?;
        let what = match kind {
            OutcomeKind::Threefold => "by threefold repetition",
            _ => "by the fifty-move rule",
        };
        let how = match question.announced.as_deref().map(|text| self.read(text)) {
            Some(Ok(mv)) => format!(", with {}", san::write(self.game.board(), mv)),
            Some(Err(_)) => ", with an illegal move".to_owned(),
            None => ", on the board".to_owned(),
        };
        let text = format!("{} claims a draw {what}{how}.", by.title());
        let article = self.rules().article(kind).to_owned();
        self.note(by.to_string(), text, vec![article]);
        self.apply(&ruling, by);
        Ok(())
    }

    /// Rules on the fallen flag of a player.
    ///
    /// # Errors
    /// The game is not in progress.
    pub fn rule_flag(&mut self, color: Color, caller: FlagCaller) -> Result<(), PlayRefusal> {
        self.check_playing()?;
        let question = FlagQuestion {
            fallen: FallenFlags::One(color),
            caller: Some(caller),
            period: None,
            moves_unknown: false,
        };
        let ruling = flag(&mut self.case()?, &question);
        self.apply(&ruling, !color);
        if self.phase() == PlayPhase::Playing {
            self.flagged = None;
        }
        Ok(())
    }

    /// An illegal move of the player to move, as the arbiter of two people is asked; `apply` carries the ruling out.
    ///
    /// # Errors
    /// The game is not in progress, or the text is not a move.
    pub fn ask_illegal(
        &mut self,
        attempt: String,
        apply: bool,
        now: Instant,
    ) -> Result<(), PlayRefusal> {
        self.check_playing()?;
        self.settle(now);
        let by = self.stm();
        let question = IllegalQuestion {
            attempts: vec![attempt],
            earlier: self.illegal[by.index()],
            ..IllegalQuestion::default()
        };
        let ruling = illegal(&mut self.case()?, &question).map_err(PlayRefusal::new)?;
        let is_offence = ruling.facts.iter().any(|fact| fact.name == "number");
        if apply {
            self.illegal[by.index()] += u32::from(is_offence);
            self.apply(&ruling, by);
        } else {
            self.log_ruling(&ruling, "arbiter");
        }
        Ok(())
    }

    /// Pieces that the player to move touched.
    ///
    /// # Errors
    /// The game is not in progress, or a square is empty or unknown.
    pub fn ask_touch(
        &mut self,
        squares: &str,
        apply: bool,
        now: Instant,
    ) -> Result<(), PlayRefusal> {
        self.check_playing()?;
        self.settle(now);
        let squares: Result<Vec<Square>, _> = squares
            .split_whitespace()
            .map(str::parse::<Square>)
            .collect();
        let question = TouchQuestion {
            touched: TouchedPieces {
                squares: squares.map_err(PlayRefusal::new)?,
                ..TouchedPieces::default()
            },
            ..TouchQuestion::default()
        };
        let ruling = touch(&self.case()?, &question).map_err(PlayRefusal::new)?;
        if apply {
            self.apply(&ruling, self.stm());
        } else {
            self.log_ruling(&ruling, "arbiter");
        }
        Ok(())
    }

    /// A move as a person writes it: SAN in any language, or UCI notation. What may be several moves, or is illegal, is
    /// refused: a slip of the keyboard is no irregularity.
    ///
    /// # Errors
    /// The text does not name one legal move.
    pub fn read(&self, text: &str) -> Result<Move, PlayRefusal> {
        match read_sealed_move(self.game.board(), text, None) {
            SealedMoveReading::Legal(mv) | SealedMoveReading::Lenient(mv) => Ok(mv),
            SealedMoveReading::Ambiguous(why)
            | SealedMoveReading::Unintelligible(why)
            | SealedMoveReading::Illegal(why) => Err(PlayRefusal(why)),
        }
    }
}
