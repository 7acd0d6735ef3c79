//! The referee: the game as it goes, and what he does at each turn.

use super::adjudicate::Adjudicator;
use super::player_state::{PlayerState, TimeForfeit};
use super::verdict::side;
use super::{EnginePlayer, GameTask, GameVerdict};
use crate::arbiter::record::{GameRemark, MoveRecord, TerminationKind};
use crate::arbiter::schedule::Pairing;
use crate::arbiter::settings::ClaimPolicy;
use crate::arbiter::uci_engine::{EngineMove, GoReply, UciEngineError};
use crate::board::fen::STARTPOS;
use crate::laws::claims;
use crate::laws::edition::Rules;
use crate::laws::flagfall::{rule_flag, rule_resignation};
use crate::laws::game::Game;
use crate::laws::outcome::{Outcome, OutcomeKind, Points, automatic};
use crate::laws::winnable::{ProofBudget, WinnabilityCache};
use crate::notation::uci_move::{self, CastlingStyle, UciMove};
use crate::types::{Color, Move};
use std::fmt::Write;
use std::time::Duration;

/// Positions that a question about one position of the game may cost: milliseconds nearly always, a second at worst.
/// No clock runs meanwhile.
const PLY_NODES: u64 = 200_000;
/// Positions that a question may cost on which the result depends.
pub(super) const RESULT_NODES: u64 = 2_000_000;
/// More remarks are not kept.
const MAX_REMARKS: usize = 100;

/// What comes of an answer on the board.
pub(super) enum TurnResult {
    /// A move was made.
    Played,
    /// The player has to choose again among these moves.
    Retry(Vec<Move>),
    /// The game is over.
    GameOver(GameVerdict),
}

pub(super) struct Referee<'a, P> {
    pub task: GameTask<'a>,
    pub rules: Rules,
    pub game: Game,
    pub memo: WinnabilityCache,
    pub players: [PlayerState<'a, P>; 2],
    style: CastlingStyle,
    /// The `position` line of the present position.
    position: String,
    pub moves: Vec<MoveRecord>,
    pub remarks: Vec<GameRemark>,
    /// The player whose offer of a draw is open (Article 9.1).
    offer: Option<Color>,
    adjudicator: Adjudicator,
}

impl<'a, P: EnginePlayer> Referee<'a, P> {
    pub fn new(task: GameTask<'a>, white: &'a mut P, black: &'a mut P) -> Self {
        let settings = task.settings;
        let Pairing {
            white: w, black: b, ..
        } = task.pairing;
        let rules = settings.rules(w, b);
        let player_state = |player, engine: usize| PlayerState::new(player, engine, settings);
        let (start, style) = task.start();
        let mut position = if start == STARTPOS {
            "position startpos moves".to_owned()
        } else {
            format!("position fen {start} moves")
        };
        let mut game = Game::new(task.opening.start);
        for &mv in &task.opening.moves {
            game.play(mv).expect("an opening is made of legal moves");
            push_move(&mut position, mv, style);
        }
        Self {
            rules,
            game,
            memo: WinnabilityCache::default(),
            players: [player_state(white, w), player_state(black, b)],
            style,
            position,
            moves: Vec::new(),
            remarks: Vec::new(),
            offer: None,
            adjudicator: Adjudicator::new(settings.adjudication),
            task,
        }
    }

    /// Plays to the end; `None` if the game was abandoned.
    pub fn run(&mut self) -> Option<GameVerdict> {
        if let Some(verdict) = self.prepare() {
            return (!(self.task.cancelled)()).then_some(verdict);
        }
        loop {
            let over = self.over().or_else(|| self.turn());
            if (self.task.cancelled)() {
                return None;
            }
            if over.is_some() {
                return over;
            }
        }
    }

    /// Gets both players ready.
    fn prepare(&mut self) -> Option<GameVerdict> {
        let chess960 = self.task.chess960();
        let names = [1, 0].map(|other| {
            let engine: usize = self.players[other].engine;
            self.task.settings.engines[engine].name.clone()
        });
        let [white, black] = &mut self.players;
        let settings = self.task.settings;
        let missing = [white, black].map(|player_state| {
            let opponent = &names[usize::from(player_state.engine != self.task.pairing.white)];
            player_state
                .prepare(settings, &self.rules, opponent, chess960)
                .err()
        });
        missing
            .iter()
            .any(Option::is_some)
            .then(|| GameVerdict::not_ready(missing))
    }

    /// How the position on the board ends the game, by itself or by the arbiter's word.
    fn over(&mut self) -> Option<GameVerdict> {
        let budget = self.budget(PLY_NODES);
        if let Some(outcome) = automatic(&self.game, &self.rules, &mut self.memo, &budget) {
            return Some(GameVerdict::new(&self.game, &outcome));
        }
        if self.task.settings.claims == ClaimPolicy::Auto
            && let Some(claim) = claims::on_board(&self.game, &self.rules).first()
        {
            let stm = self.game.board().stm();
            let how = format!("claimed for {} by the arbiter", side(stm));
            return Some(GameVerdict::claimed(claim.kind, claim.article, &how));
        }
        self.adjudicator
            .verdict(self.game.board().fullmove_number().into())
    }

    pub fn budget(&self, nodes: u64) -> ProofBudget<'a> {
        ProofBudget {
            nodes,
            external: nodes == RESULT_NODES,
            cancelled: self.task.cancelled,
        }
    }

    /// Has the player to move make a move.
    fn turn(&mut self) -> Option<GameVerdict> {
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
                TurnResult::Played => return None,
                TurnResult::Retry(moves) => allowed = Some(moves),
                TurnResult::GameOver(verdict) => return Some(verdict),
            }
        }
    }

    /// Asks the player to move for one of the moves that are allowed, all legal ones if `None`.
    fn ask(&mut self, allowed: Option<&[Move]>) -> Result<EngineMove, GameVerdict> {
        let stm = self.game.board().stm();
        let knows_delay = self.players[stm.index()].knows_delay;
        let mut go = "go".to_owned();
        for color in Color::ALL {
            self.players[color.index()].tell_clock(color, knows_delay, &mut go);
        }
        let player_state = &mut self.players[stm.index()];
        player_state.tell_limits(&mut go);
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
        let limit = player_state.limit(&self.task.settings.patience);
        let offered = self.offer == Some(!stm);
        let reply = player_state
            .announce(offered)
            .and_then(|()| player_state.player.go(position, &go, limit));
        let remarks = player_state.player.take_warnings();
        let engine = player_state.engine;
        for text in remarks {
            self.remark(Some(engine), text);
        }
        let answer = match reply {
            Ok(GoReply::BestMove(answer)) => answer,
            Ok(GoReply::Timeout { waited }) => return Err(self.too_late(stm, waited)),
            Err(error) => return Err(self.gone(stm, &error)),
        };
        match self.players[stm.index()].in_time(answer.used) {
            Ok(()) => Ok(answer),
            Err(late) => Err(self.flag_fall(stm, &late)),
        }
    }

    /// A flag has fallen (Article 6.9 and its like).
    fn flag_fall(&mut self, color: Color, late: &TimeForfeit) -> GameVerdict {
        let outcome = self.ruled_as_flag(color);
        let mut verdict = GameVerdict::new(&self.game, &outcome);
        if verdict.end.kind == TerminationKind::FlagFall {
            verdict.end.text = format!("{} ({late})", verdict.end.text);
        }
        verdict
    }

    pub fn ruled_as_flag(&mut self, color: Color) -> Outcome {
        let budget = self.budget(RESULT_NODES);
        rule_flag(&self.game, &self.rules, color, &mut self.memo, &budget)
    }

    /// No answer within the time.
    fn too_late(&mut self, color: Color, waited: Duration) -> GameVerdict {
        if let Err(late) = self.players[color.index()].in_time(waited) {
            return self.flag_fall(color, &late);
        }
        // No clock limits the player: the arbiter's patience has ended.
        let reason = format!("no answer within {} s", waited.as_secs_f64().round());
        self.removed(color, TerminationKind::Stall, &reason)
    }

    /// A player has crashed, or is not even ready to be asked.
    fn gone(&mut self, color: Color, error: &UciEngineError) -> GameVerdict {
        let kind = match error {
            UciEngineError::Spawn { .. }
            | UciEngineError::Exited { .. }
            | UciEngineError::PipesClosed { .. } => TerminationKind::Crash,
            UciEngineError::Timeout { .. }
            | UciEngineError::NotReading { .. }
            | UciEngineError::Cancelled => TerminationKind::Stall,
        };
        self.removed(color, kind, &error.to_string())
    }

    /// A player can play no longer: ruled as if his flag fell at once.
    fn removed(&mut self, color: Color, kind: TerminationKind, reason: &str) -> GameVerdict {
        let outcome = self.ruled_as_flag(color);
        let mut verdict = GameVerdict::new(&self.game, &outcome);
        if verdict.end.kind == TerminationKind::FlagFall {
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
    fn listen(&mut self, answer: &EngineMove) -> Result<Option<Vec<Move>>, GameVerdict> {
        let stm = self.game.board().stm();
        let mut bound = None;
        for text in &answer.laws {
            let mut words = text.split_ascii_whitespace();
            match words.next() {
                Some("resign") => {
                    let budget = self.budget(RESULT_NODES);
                    let outcome =
                        rule_resignation(&self.game, &self.rules, stm, &mut self.memo, &budget);
                    return Err(GameVerdict::new(&self.game, &outcome));
                }
                Some("accept") if self.offer == Some(!stm) && self.may_agree() => {
                    let article = self.rules.article(OutcomeKind::Agreement);
                    let text = format!("{} offered a draw, {} accepted", side(!stm), side(stm));
                    return Err(GameVerdict::draw(TerminationKind::Agreement, article, text));
                }
                Some("claim") if self.task.settings.claims == ClaimPolicy::Engine => {
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
        self.task.opening.moves.len() + 2 * self.rules.moves_before_agreement as usize
    }

    /// Plays the move of an answer, or rules on it if it is none or not allowed.
    fn answered(&mut self, answer: &EngineMove, allowed: Option<&[Move]>) -> TurnResult {
        let is_allowed = |mv: &Move| allowed.is_none_or(|moves| moves.contains(mv));
        let read = uci_move::parse(self.game.board(), &answer.best).ok();
        match read.filter(is_allowed) {
            Some(mv) => {
                self.make(mv, answer);
                TurnResult::Played
            }
            None => self.rule_illegal_move(answer, read),
        }
    }

    /// Makes a legal move that took the time of an answer.
    pub fn make(&mut self, mv: Move, answer: &EngineMove) {
        let stm = self.game.board().stm();
        let before = *self.game.board();
        self.check_pv(mv, answer);
        self.memo.play(&before, mv);
        self.game.play(mv).expect("the move is legal");
        let text = UciMove::new(mv, self.style).to_string();
        self.position.push(' ');
        self.position.push_str(&text);
        let player_state = &mut self.players[stm.index()];
        player_state.charge(answer.used);
        self.adjudicator.add(stm, &answer.info);
        self.moves.push(MoveRecord {
            mv: text,
            used_us: answer.used.as_micros() as u64,
            clock_ms: player_state.shown().map(|time| time.as_millis() as u64),
            info: answer.info,
        });
    }

    /// Remarks on a line of moves that cannot be played, once a game for each engine.
    fn check_pv(&mut self, mv: Move, answer: &EngineMove) {
        let player_state = &self.players[self.game.board().stm().index()];
        if player_state.pv_was_wrong {
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
            let player_state = &mut self.players[self.game.board().stm().index()];
            player_state.pv_was_wrong = true;
            let engine = player_state.engine;
            self.remark(Some(engine), text);
        }
    }

    pub fn remark(&mut self, engine: Option<usize>, text: String) {
        if self.remarks.len() < MAX_REMARKS {
            let ply = self.game.ply();
            self.remarks.push(GameRemark { ply, engine, text });
        }
    }
}

/// Adds a move to a command.
fn push_move(command: &mut String, mv: Move, style: CastlingStyle) {
    write!(command, " {}", UciMove::new(mv, style)).expect("a string takes all text");
}
