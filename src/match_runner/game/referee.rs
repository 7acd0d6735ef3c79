//! The referee: conducts a game, turn by turn.

use super::adjudicate::{Adjudicator, table_verdict};
use super::claim::EngineClaim;
use super::game_task::GameTask;
use super::player_state::{PlayerState, TimeForfeit};
use super::verdict::GameVerdict;
use crate::board::Board;
use crate::board::fen::STARTPOS;
use crate::laws::claims;
use crate::laws::edition::{FlagCaller, Rules};
use crate::laws::flagfall::{rule_flag, rule_resignation};
use crate::laws::game::Game;
use crate::laws::outcome::{Outcome, OutcomeKind, Points, automatic};
use crate::laws::procedure::Obligation;
use crate::laws::winnable::{ProofBudget, WinnabilityCache};
use crate::match_runner::record::{GameRemark, MoveRecord, SearchInfo, TerminationKind};
use crate::match_runner::settings::ClaimPolicy;
use crate::match_runner::uci_engine::{EngineMove, EnginePlayer, GoReply, UciEngineError};
use crate::notation::uci_move::{self, CastlingStyle, UciMove};
use crate::types::{Color, Move};
use std::fmt::Write;
use std::ops::ControlFlow;
use std::time::Duration;

const MAX_REMARKS: usize = 100;

pub(super) struct Referee<'a, P> {
    pub task: GameTask<'a>,
    pub rules: Rules,
    pub game: Game,
    pub cache: WinnabilityCache,
    pub players: [PlayerState<'a, P>; 2],
    style: CastlingStyle,
    /// The `position` command of the current position.
    position: String,
    pub moves: Vec<MoveRecord>,
    pub remarks: Vec<GameRemark>,
    /// The player whose draw offer is open (Article 9.1).
    pub offer: Option<Color>,
    /// The player to move has touched a piece in this turn, by an illegal move.
    pub has_touched: bool,
    adjudicator: Adjudicator,
}

impl<'a, P: EnginePlayer> Referee<'a, P> {
    pub fn new(task: GameTask<'a>, white: &'a mut P, black: &'a mut P) -> Self {
        let settings = task.settings;
        let (w, b) = (task.pairing.white, task.pairing.black);
        let rules = settings.rules(w, b);
        let limits = settings.limits(w, b, task.pairing.armageddon);
        let state =
            |player, engine: usize, limits| PlayerState::new(player, engine, limits, &rules);
        let [white_limits, black_limits] = limits;
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
            cache: WinnabilityCache::default(),
            players: [state(white, w, white_limits), state(black, b, black_limits)],
            style,
            position,
            moves: Vec::new(),
            remarks: Vec::new(),
            offer: None,
            has_touched: false,
            adjudicator: Adjudicator::new(&settings.adjudication),
            task,
        }
    }

    /// Plays the game; `None` if it was abandoned.
    pub fn run(&mut self) -> Option<GameVerdict> {
        let verdict = self.play().break_value();
        verdict.filter(|_| !(self.task.cancelled)())
    }

    fn play(&mut self) -> ControlFlow<GameVerdict> {
        self.prepare()?;
        while !(self.task.cancelled)() {
            self.check_position()?;
            self.turn()?;
        }
        ControlFlow::Continue(())
    }

    fn prepare(&mut self) -> ControlFlow<GameVerdict> {
        let chess960 = self.task.chess960();
        let settings = self.task.settings;
        let indices = [self.players[0].index, self.players[1].index];
        let mut errors = [None, None];
        for (side, error) in errors.iter_mut().enumerate() {
            let opponent = &settings.engines[indices[1 - side]].name;
            let prepared = self.players[side].prepare(settings, &self.rules, opponent, chess960);
            *error = prepared.err();
        }
        if errors.iter().any(Option::is_some) {
            return ControlFlow::Break(GameVerdict::not_ready(errors, &self.rules));
        }
        ControlFlow::Continue(())
    }

    /// Ends the game if the position ends it, if the arbiter claims a draw, or if it is adjudicated.
    fn check_position(&mut self) -> ControlFlow<GameVerdict> {
        let budget = self.budget(ProofBudget::for_each_move());
        if let Some(outcome) = automatic(&self.game, &self.rules, &mut self.cache, &budget) {
            return ControlFlow::Break(self.verdict(&outcome));
        }
        if self.task.settings.claims == ClaimPolicy::Auto
            && let Some(claim) = claims::on_board(&self.game, &self.rules).first()
        {
            let stm = self.game.board().stm();
            let how = format!("claimed for {} by the arbiter", stm.title());
            return ControlFlow::Break(GameVerdict::claimed(claim.kind, claim.article, &how));
        }
        let board = self.game.board();
        let move_number = board.fullmove_number().into();
        let (tables, claims) = (self.task.tables, self.task.settings.claims);
        let by_tables = || table_verdict(tables?.probe_wdl(board)?, board, claims);
        match self.adjudicator.verdict(move_number).or_else(by_tables) {
            Some(verdict) => ControlFlow::Break(verdict),
            None => ControlFlow::Continue(()),
        }
    }

    /// A budget that ends with the match.
    pub fn budget(&self, budget: ProofBudget<'a>) -> ProofBudget<'a> {
        ProofBudget {
            cancelled: self.task.cancelled,
            ..budget
        }
    }

    /// Lets the side to move make a move.
    fn turn(&mut self) -> ControlFlow<GameVerdict> {
        self.start_pondering();
        let mut obligation = Obligation::Free;
        self.has_touched = false;
        loop {
            let engine_move = self.ask(obligation)?;
            obligation = self.handle_statements(&engine_move, obligation)?;
            match self.try_move(&engine_move, obligation)? {
                None => return ControlFlow::Continue(()),
                Some(standing) => obligation = standing,
            }
        }
    }

    /// Lets the player who is not to move ponder on the position after the expected move, if this player ponders and
    /// expects a move.
    fn start_pondering(&mut self) {
        let board = self.game.board();
        let opponent = !board.stm();
        let expected = self.players[opponent.index()].ponder_move.take();
        if !self.players[opponent.index()].ponders(self.task.settings) {
            return;
        }
        let Some(mv) = expected.and_then(|text| move_to_ponder_on(board, &text)) else {
            return;
        };
        let mut position = self.position.clone();
        push_move(&mut position, mv, self.style);
        let go = self.go_command("go ponder", opponent);
        // If the engine has died, that shows when it is to move.
        let _ = self.players[opponent.index()].engine.ponder(&position, &go);
    }

    /// The command with the clocks of both players and the other limits of the one that it is for. A player without a
    /// clock gets no clock at all: many engines manage their time as soon as the command has either clock.
    fn go_command(&self, go: &str, color: Color) -> String {
        let player = &self.players[color.index()];
        let mut go = go.to_owned();
        if player.clock.is_some() {
            for color in Color::ALL {
                self.players[color.index()].write_clock(color, player.knows_delay, &mut go);
            }
        }
        player.write_limits(&mut go);
        go
    }

    /// Asks the engine for a move that meets the obligation, and charges its time.
    fn ask(&mut self, obligation: Obligation) -> ControlFlow<GameVerdict, EngineMove> {
        let stm = self.game.board().stm();
        let mut go = self.go_command("go", stm);
        if obligation != Obligation::Free {
            go.push_str(" searchmoves");
            for mv in obligation.moves(self.game.board()) {
                push_move(&mut go, mv, self.style);
            }
        }
        let position = self
            .position
            .strip_suffix(" moves")
            .unwrap_or(&self.position);
        let player = &mut self.players[stm.index()];
        let limit = player.wait_limit(&self.task.settings.timeouts);
        let offered = self.offer == Some(!stm) && player.hears_draw_offers();
        // A search that continues from pondering knows neither the offer nor the obligation.
        let is_told = offered || obligation != Obligation::Free;
        let changed = if is_told && self.task.settings.run.ponder {
            player.engine.stop().map(drop)
        } else {
            Ok(())
        };
        let reply = changed
            .and_then(|()| {
                if offered {
                    player.engine.send("laws offer")?;
                }
                Ok(())
            })
            .and_then(|()| player.engine.go(position, &go, limit));
        let index = player.index;
        for text in player.engine.take_warnings() {
            self.remark(Some(index), text);
        }
        let engine_move = match reply {
            Ok(GoReply::BestMove(engine_move)) => engine_move,
            Ok(GoReply::Timeout { waited }) => {
                return ControlFlow::Break(self.timeout(stm, waited));
            }
            Err(error) => return ControlFlow::Break(self.engine_failed(stm, &error)),
        };
        let player = &mut self.players[stm.index()];
        if let Some(forfeit) = player.time_forfeit(engine_move.used) {
            return ControlFlow::Break(self.flag_fall(stm, &forfeit));
        }
        player.spend(engine_move.used);
        ControlFlow::Continue(engine_move)
    }

    /// Rules on a flag fall (Article 6.9).
    fn flag_fall(&mut self, color: Color, forfeit: &TimeForfeit) -> GameVerdict {
        let outcome = self.flag_outcome(color);
        let mut verdict = self.verdict(&outcome);
        if verdict.end.kind == TerminationKind::Laws(OutcomeKind::FlagFall) {
            // Where only a player may call a flag, the arbiter of the match does it for the player.
            let claim = match self.rules.flag_caller {
                FlagCaller::Arbiter => String::new(),
                FlagCaller::Player => {
                    let article = self.rules.flag_caller_article();
                    format!(", claimed for {} (Article {article})", (!color).title())
                }
            };
            verdict.end.text = format!("{} ({forfeit}){claim}", verdict.end.text);
        }
        verdict
    }

    /// The game as it stands ends with this outcome.
    pub fn verdict(&self, outcome: &Outcome) -> GameVerdict {
        GameVerdict::new(&self.game, &self.rules, outcome)
    }

    /// The outcome if the flag of `color` falls now.
    pub fn flag_outcome(&mut self, color: Color) -> Outcome {
        let budget = self.budget(ProofBudget::for_result());
        rule_flag(&self.game, &self.rules, color, &mut self.cache, &budget)
    }

    /// No `bestmove` within the limit.
    fn timeout(&mut self, color: Color, waited: Duration) -> GameVerdict {
        if let Some(forfeit) = self.players[color.index()].time_forfeit(waited) {
            return self.flag_fall(color, &forfeit);
        }
        // The move has neither a clock nor a fixed time, and the time limit of the settings has passed.
        let player = &mut self.players[color.index()];
        let mut limits = String::new();
        player.write_limits(&mut limits);
        let after = match player.engine.stop() {
            Ok(None) => String::new(),
            Ok(Some(engine_move)) => {
                let nodes = engine_move.info.nodes;
                let nodes = nodes.map_or(String::new(), |nodes| format!(" after {nodes} nodes"));
                format!("; it moved when it was told to stop{nodes}")
            }
            Err(error) => format!("; it {error}"),
        };
        let seconds = waited.as_secs_f64();
        let reason = format!(
            "no move within {seconds:.1} s of 'go{limits}'{after}; see the option max-move-time"
        );
        self.forfeit_as(color, TerminationKind::Stall, &reason)
    }

    /// The engine has crashed or stalled.
    fn engine_failed(&mut self, color: Color, error: &UciEngineError) -> GameVerdict {
        let kind = if error.is_absence() {
            TerminationKind::Crash
        } else {
            TerminationKind::Stall
        };
        self.forfeit_as(color, kind, &error.to_string())
    }

    /// The engine cannot continue, which is ruled like a flag fall.
    fn forfeit_as(&mut self, color: Color, kind: TerminationKind, reason: &str) -> GameVerdict {
        let outcome = self.flag_outcome(color);
        let mut verdict = self.verdict(&outcome);
        if verdict.end.kind == TerminationKind::Laws(OutcomeKind::FlagFall) {
            let excuse = if verdict.points == Points::DRAW {
                let excuse = self.rules.loss_condition.is_not_met();
                format!(", but {} {excuse}", (!color).title())
            } else {
                String::new()
            };
            verdict.end.kind = kind;
            verdict.end.text = format!("{} cannot continue{excuse}: {reason}", color.title());
        }
        verdict
    }

    /// Handles `info string laws` statements: resignation, draw offer, acceptance, claim. Returns the obligation,
    /// after a wrong claim also the one that follows from it.
    fn handle_statements(
        &mut self,
        engine_move: &EngineMove,
        mut obligation: Obligation,
    ) -> ControlFlow<GameVerdict, Obligation> {
        let stm = self.game.board().stm();
        for text in &engine_move.laws {
            let mut words = text.split_ascii_whitespace();
            match words.next() {
                Some("resign") => {
                    let budget = self.budget(ProofBudget::for_result());
                    let outcome =
                        rule_resignation(&self.game, &self.rules, stm, &mut self.cache, &budget);
                    return ControlFlow::Break(self.verdict(&outcome));
                }
                Some("accept") if self.offer == Some(!stm) && self.may_agree() => {
                    let article = self.rules.end_article(OutcomeKind::Agreement);
                    let text = format!(
                        "{} offered a draw, {} accepted",
                        (!stm).title(),
                        stm.title()
                    );
                    let kind = TerminationKind::Laws(OutcomeKind::Agreement);
                    return ControlFlow::Break(GameVerdict::draw(kind, article, text));
                }
                Some("claim") if self.task.settings.claims == ClaimPolicy::Engine => {
                    if let Some(claim) = EngineClaim::read(words) {
                        let announced = self.rule_engine_claim(engine_move, claim, obligation)?;
                        obligation = obligation.narrowed_by(announced, self.game.board());
                    }
                }
                _ => {}
            }
        }
        if engine_move.laws.iter().any(|text| text == "offer") {
            self.offer_draw(stm);
        }
        ControlFlow::Continue(obligation)
    }

    /// Plays the engine's move, or rules on it if it is illegal or violates the obligation. After an illegal move the
    /// game may continue with a move that meets the returned obligation.
    fn try_move(
        &mut self,
        engine_move: &EngineMove,
        obligation: Obligation,
    ) -> ControlFlow<GameVerdict, Option<Obligation>> {
        let board = self.game.board();
        let legal = uci_move::parse(board, &engine_move.best).ok();
        match legal.filter(|&mv| obligation.allows(board, mv)) {
            Some(mv) => {
                self.make(mv, engine_move);
                ControlFlow::Continue(None)
            }
            None => self.rule_illegal_move(engine_move, legal, obligation),
        }
    }

    /// Makes a legal move, completes it on the clock and records it.
    pub fn make(&mut self, mv: Move, engine_move: &EngineMove) {
        let stm = self.game.board().stm();
        let before = *self.game.board();
        let run = self.task.settings.run;
        self.refuse_by_move();
        self.check_pv(mv, engine_move);
        self.cache.play(&before, mv);
        self.game.play(mv).expect("the move is legal");
        let text = UciMove::new(mv, self.style).to_string();
        self.position.push(' ');
        self.position.push_str(&text);
        let player = &mut self.players[stm.index()];
        player.complete_move();
        player.node_use.add(&engine_move.info);
        self.adjudicator.add(stm, &engine_move.info);
        self.moves.push(MoveRecord {
            mv: text,
            used_us: engine_move.used.as_micros() as u64,
            pondered: engine_move.pondered,
            clock_ms: player.shown().map(|time| time.as_millis() as u64),
            info: SearchInfo {
                hashfull: engine_move.info.hashfull.filter(|_| run.hashfull),
                ..engine_move.info
            },
            pv: if run.pv {
                engine_move.pv.clone()
            } else {
                Vec::new()
            },
        });
        player.ponder_move.clone_from(&engine_move.ponder);
    }

    /// Remarks on a principal variation that is illegal or begins with another move, once per game and engine.
    fn check_pv(&mut self, mv: Move, engine_move: &EngineMove) {
        let stm = self.game.board().stm();
        if self.players[stm.index()].had_illegal_pv {
            return;
        }
        let is_limited = self.task.settings.engines[self.players[stm.index()].index].is_limited();
        let mut board = *self.game.board();
        for (text, number) in engine_move.pv.iter().zip(1..) {
            let fault = match uci_move::parse(&board, text) {
                Ok(found) if number > 1 || found == mv || is_limited => {
                    board.play(found);
                    continue;
                }
                Ok(_) => format!(
                    "PV begins with {text}, but the move is {}",
                    engine_move.best
                ),
                Err(error) => format!("PV move {number}: {error}"),
            };
            let player = &mut self.players[stm.index()];
            player.had_illegal_pv = true;
            let index = player.index;
            return self.remark(Some(index), fault);
        }
    }

    /// Adds a remark at the current ply.
    pub fn remark(&mut self, engine: Option<usize>, text: String) {
        if self.remarks.len() < MAX_REMARKS {
            let ply = self.game.ply();
            self.remarks.push(GameRemark { ply, engine, text });
        }
    }
}

fn push_move(command: &mut String, mv: Move, style: CastlingStyle) {
    write!(command, " {}", UciMove::new(mv, style)).expect("a string takes all text");
}

/// The move that an engine expects, if it is legal and leaves a legal reply: after mate or stalemate, there is nothing
/// to ponder on.
fn move_to_ponder_on(board: &Board, text: &str) -> Option<Move> {
    let mv = uci_move::parse(board, text).ok()?;
    let mut after = *board;
    after.play(mv);
    after.has_legal_move().then_some(mv)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_engine_ponders_on_a_game_that_is_over() {
        let fen = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2";
        let board: Board = fen.parse().expect("a position");
        assert!(move_to_ponder_on(&board, "d7d5").is_some());
        for text in ["d8h4", "d8d1", "0000"] {
            assert_eq!(move_to_ponder_on(&board, text), None, "{text}");
        }
    }
}
