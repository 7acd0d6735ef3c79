//! The referee: the game as it goes, and what he does at each turn.

use super::adjudicate::Adjudicator;
use super::seat::{Late, Seat};
use super::verdict::side;
use super::{Job, Think, Verdict};
use crate::arbiter::player::{Answer, PlayerError, Reply};
use crate::arbiter::record::{EndKind, MoveRecord, Remark};
use crate::arbiter::schedule::Pairing;
use crate::arbiter::settings::Claimant;
use crate::board::fen::STARTPOS;
use crate::laws::claims;
use crate::laws::edition::Rules;
use crate::laws::flagfall::{rule_flag, rule_resignation};
use crate::laws::game::Game;
use crate::laws::outcome::{Kind, Outcome, Points, automatic};
use crate::laws::winnable::{Budget, Memo};
use crate::notation::uci_move::{self, CastlingStyle, UciMove};
use crate::types::{Color, Move};
use std::fmt::Write;
use std::time::Duration;

/// Positions that a question about one position of the game may cost: milliseconds nearly always, a second at worst.
/// No clock runs meanwhile.
const EACH_PLY: u64 = 200_000;
/// Positions that a question may cost on which the result depends.
pub(super) const AT_THE_END: u64 = 2_000_000;
/// More remarks are not kept.
const MAX_REMARKS: usize = 100;

/// What comes of an answer on the board.
pub(super) enum Step {
    /// A move was made.
    Made,
    /// The player has to choose again among these moves.
    Again(Vec<Move>),
    /// The game is over.
    Over(Verdict),
}

pub(super) struct Referee<'a, P> {
    pub job: Job<'a>,
    pub rules: Rules,
    pub game: Game,
    pub memo: Memo,
    pub seats: [Seat<'a, P>; 2],
    style: CastlingStyle,
    /// The `position` line of the present position.
    position: String,
    pub moves: Vec<MoveRecord>,
    pub remarks: Vec<Remark>,
    /// The player whose offer of a draw is open (Article 9.1).
    offer: Option<Color>,
    adjudicator: Adjudicator,
}

impl<'a, P: Think> Referee<'a, P> {
    pub fn new(job: Job<'a>, white: &'a mut P, black: &'a mut P) -> Self {
        let settings = job.settings;
        let Pairing {
            white: w, black: b, ..
        } = job.pairing;
        let rules = settings.rules(w, b);
        let seat = |player, engine: usize| Seat::new(player, engine, settings);
        let (start, style) = job.start();
        let mut position = if start == STARTPOS {
            "position startpos moves".to_owned()
        } else {
            format!("position fen {start} moves")
        };
        let mut game = Game::new(job.opening.start);
        for &mv in &job.opening.moves {
            game.play(mv).expect("an opening is made of legal moves");
            push_move(&mut position, mv, style);
        }
        Self {
            rules,
            game,
            memo: Memo::default(),
            seats: [seat(white, w), seat(black, b)],
            style,
            position,
            moves: Vec::new(),
            remarks: Vec::new(),
            offer: None,
            adjudicator: Adjudicator::new(settings.adjudication),
            job,
        }
    }

    /// Plays to the end; `None` if the game was abandoned.
    pub fn run(&mut self) -> Option<Verdict> {
        if let Some(verdict) = self.prepare() {
            return (!(self.job.cancelled)()).then_some(verdict);
        }
        loop {
            let over = self.over().or_else(|| self.turn());
            if (self.job.cancelled)() {
                return None;
            }
            if over.is_some() {
                return over;
            }
        }
    }

    /// Gets both players ready.
    fn prepare(&mut self) -> Option<Verdict> {
        let chess960 = self.job.chess960();
        let names = [1, 0].map(|other| {
            let engine: usize = self.seats[other].engine;
            self.job.settings.engines[engine].name.clone()
        });
        let [white, black] = &mut self.seats;
        let settings = self.job.settings;
        let missing = [white, black].map(|seat| {
            let opponent = &names[usize::from(seat.engine != self.job.pairing.white)];
            seat.prepare(settings, &self.rules, opponent, chess960)
                .err()
        });
        missing
            .iter()
            .any(Option::is_some)
            .then(|| Verdict::not_ready(missing))
    }

    /// How the position on the board ends the game, by itself or by the arbiter's word.
    fn over(&mut self) -> Option<Verdict> {
        let budget = self.budget(EACH_PLY);
        if let Some(outcome) = automatic(&self.game, &self.rules, &mut self.memo, &budget) {
            return Some(Verdict::new(&self.game, &outcome));
        }
        if self.job.settings.claims == Claimant::Auto
            && let Some(claim) = claims::on_board(&self.game, &self.rules).first()
        {
            let stm = self.game.board().stm();
            let how = format!("claimed for {} by the arbiter", side(stm));
            return Some(Verdict::claimed(claim.kind, claim.article, &how));
        }
        self.adjudicator
            .verdict(self.game.board().fullmove_number().into())
    }

    pub fn budget(&self, nodes: u64) -> Budget<'a> {
        Budget {
            nodes,
            external: nodes == AT_THE_END,
            cancelled: self.job.cancelled,
        }
    }

    /// Has the player to move make a move.
    fn turn(&mut self) -> Option<Verdict> {
        let mut allowed: Option<Vec<Move>> = None;
        loop {
            let answer = match self.ask(allowed.as_deref()) {
                Ok(answer) => answer,
                Err(verdict) => return Some(verdict),
            };
            let step = match self.listen(&answer) {
                Ok(bound) => self.answered(&answer, bound.as_deref().or(allowed.as_deref())),
                Err(verdict) => return Some(verdict),
            };
            match step {
                Step::Made => return None,
                Step::Again(moves) => allowed = Some(moves),
                Step::Over(verdict) => return Some(verdict),
            }
        }
    }

    /// Asks the player to move for one of the moves that are allowed, all legal ones if `None`.
    fn ask(&mut self, allowed: Option<&[Move]>) -> Result<Answer, Verdict> {
        let stm = self.game.board().stm();
        let knows_delay = self.seats[stm.index()].knows_delay;
        let mut go = "go".to_owned();
        for color in Color::ALL {
            self.seats[color.index()].tell_clock(color, knows_delay, &mut go);
        }
        let seat = &mut self.seats[stm.index()];
        seat.tell_limits(&mut go);
        if let Some(moves) = allowed {
            go.push_str(" searchmoves");
            for &mv in moves {
                push_move(&mut go, mv, self.style);
            }
        }
        let position = self
            .position
            .strip_suffix(" moves")
            .unwrap_or(&self.position);
        let limit = seat.limit(&self.job.settings.patience);
        let offered = self.offer == Some(!stm);
        let reply = seat
            .announce(offered)
            .and_then(|()| seat.player.ask(position, &go, limit));
        let remarks = seat.player.remarks();
        let engine = seat.engine;
        for text in remarks {
            self.remark(Some(engine), text);
        }
        let answer = match reply {
            Ok(Reply::Answered(answer)) => answer,
            Ok(Reply::TooLate { waited }) => return Err(self.too_late(stm, waited)),
            Err(error) => return Err(self.gone(stm, &error)),
        };
        match self.seats[stm.index()].in_time(answer.used) {
            Ok(()) => Ok(answer),
            Err(late) => Err(self.flag_fall(stm, &late)),
        }
    }

    /// A flag has fallen (Article 6.9 and its like).
    fn flag_fall(&mut self, color: Color, late: &Late) -> Verdict {
        let outcome = self.ruled_as_flag(color);
        let mut verdict = Verdict::new(&self.game, &outcome);
        if verdict.end.kind == EndKind::FlagFall {
            verdict.end.text = format!("{} ({late})", verdict.end.text);
        }
        verdict
    }

    pub fn ruled_as_flag(&mut self, color: Color) -> Outcome {
        let budget = self.budget(AT_THE_END);
        rule_flag(&self.game, &self.rules, color, &mut self.memo, &budget)
    }

    /// No answer within the time.
    fn too_late(&mut self, color: Color, waited: Duration) -> Verdict {
        if let Err(late) = self.seats[color.index()].in_time(waited) {
            return self.flag_fall(color, &late);
        }
        // No clock limits the player: the arbiter's patience has ended.
        let reason = format!("no answer within {} s", waited.as_secs_f64().round());
        self.removed(color, EndKind::Stall, &reason)
    }

    /// A player has crashed, or is not even ready to be asked.
    fn gone(&mut self, color: Color, error: &PlayerError) -> Verdict {
        let kind = match error {
            PlayerError::Spawn { .. } | PlayerError::Exited { .. } | PlayerError::Closed { .. } => {
                EndKind::Crash
            }
            PlayerError::Silent { .. } | PlayerError::Deaf { .. } | PlayerError::Cancelled => {
                EndKind::Stall
            }
        };
        self.removed(color, kind, &error.to_string())
    }

    /// A player can play no longer: ruled as if his flag fell at once.
    fn removed(&mut self, color: Color, kind: EndKind, reason: &str) -> Verdict {
        let outcome = self.ruled_as_flag(color);
        let mut verdict = Verdict::new(&self.game, &outcome);
        if verdict.end.kind == EndKind::FlagFall {
            let saved = if verdict.points == Points::DRAW {
                format!(", but {} cannot mate", side(!color))
            } else {
                String::new()
            };
            verdict.end.kind = kind;
            verdict.end.text = format!("{} can play no longer{saved}: {reason}", side(color));
        }
        verdict
    }

    /// What a player says besides his move. If he claims a draw wrongly he may be bound to the moves returned.
    fn listen(&mut self, answer: &Answer) -> Result<Option<Vec<Move>>, Verdict> {
        let stm = self.game.board().stm();
        let mut bound = None;
        for text in &answer.laws {
            let mut words = text.split_ascii_whitespace();
            match words.next() {
                Some("resign") => {
                    let budget = self.budget(AT_THE_END);
                    let outcome =
                        rule_resignation(&self.game, &self.rules, stm, &mut self.memo, &budget);
                    return Err(Verdict::new(&self.game, &outcome));
                }
                Some("accept") if self.offer == Some(!stm) && self.may_agree() => {
                    let article = self.rules.article(Kind::Agreement);
                    let text = format!("{} offered a draw, {} accepted", side(!stm), side(stm));
                    return Err(Verdict::draw(EndKind::Agreement, article, text));
                }
                Some("claim") if self.job.settings.claims == Claimant::Engine => {
                    let (kind, form) = (words.next(), words.next());
                    let named = (form == Some("move")).then(|| words.next()).flatten();
                    if let Some(moves) = self.claimed(answer, kind, form, named)? {
                        bound = Some(moves);
                    }
                }
                _ => {}
            }
        }
        // An offer is refused by the move that follows (Article 9.1).
        self.offer = None;
        if answer.laws.iter().any(|text| text == "offer") {
            if self.may_agree() || self.game.ply() + 1 >= self.agreement_ply() {
                self.offer = Some(stm);
                self.remark(None, format!("{} offers a draw", side(stm)));
            } else {
                self.remark(None, format!("{} offers a draw too early", side(stm)));
            }
        }
        Ok(bound)
    }

    /// True if both players have made the moves that an agreement needs (18 and 23 5.2.3).
    fn may_agree(&self) -> bool {
        self.game.ply() >= self.agreement_ply()
    }

    fn agreement_ply(&self) -> usize {
        self.job.opening.moves.len() + 2 * self.rules.moves_before_agreement as usize
    }

    /// Plays the move of an answer, or rules on it if it is none or not allowed.
    fn answered(&mut self, answer: &Answer, allowed: Option<&[Move]>) -> Step {
        let is_allowed = |mv: &Move| allowed.is_none_or(|moves| moves.contains(mv));
        let read = uci_move::parse(self.game.board(), &answer.best).ok();
        match read.filter(is_allowed) {
            Some(mv) => {
                self.make(mv, answer);
                Step::Made
            }
            None => self.illegal(answer, read),
        }
    }

    /// Makes a legal move that took the time of an answer.
    pub fn make(&mut self, mv: Move, answer: &Answer) {
        let stm = self.game.board().stm();
        let before = *self.game.board();
        self.check_pv(mv, answer);
        self.memo.play(&before, mv);
        self.game.play(mv).expect("the move is legal");
        let text = UciMove::new(mv, self.style).to_string();
        self.position.push(' ');
        self.position.push_str(&text);
        let seat = &mut self.seats[stm.index()];
        seat.charge(answer.used);
        self.adjudicator.note(stm, &answer.thought);
        self.moves.push(MoveRecord {
            mv: text,
            used_us: answer.used.as_micros() as u64,
            clock_ms: seat.shown().map(|time| time.as_millis() as u64),
            info: answer.thought,
        });
    }

    /// Remarks on a line of moves that cannot be played, once a game for each engine.
    fn check_pv(&mut self, mv: Move, answer: &Answer) {
        let seat = &self.seats[self.game.board().stm().index()];
        if seat.pv_was_wrong {
            return;
        }
        let mut board = *self.game.board();
        let mut wrong = None;
        for (index, text) in answer.pv.iter().enumerate() {
            match uci_move::parse(&board, text) {
                Ok(found) if index > 0 || found == mv => board.play(found),
                Ok(_) => {
                    wrong = Some(format!(
                        "its line begins with {text}, its move is {}",
                        answer.best
                    ));
                    break;
                }
                Err(error) => {
                    wrong = Some(format!("move {} of its line: {error}", index + 1));
                    break;
                }
            }
        }
        if let Some(text) = wrong {
            let seat = &mut self.seats[self.game.board().stm().index()];
            seat.pv_was_wrong = true;
            let engine = seat.engine;
            self.remark(Some(engine), text);
        }
    }

    pub fn remark(&mut self, engine: Option<usize>, text: String) {
        if self.remarks.len() < MAX_REMARKS {
            let ply = self.game.ply();
            self.remarks.push(Remark { ply, engine, text });
        }
    }
}

/// Adds a move to a command.
fn push_move(command: &mut String, mv: Move, style: CastlingStyle) {
    write!(command, " {}", UciMove::new(mv, style)).expect("a string takes all text");
}
