//! The controller: executes commands one after another and prints answers.

use super::command::{GoCommand, OwnCommand, PositionCommand, UciCommand};
use super::info_printer::InfoPrinter;
use super::queue::{QueuePlace, QueueRoom};
use super::reader::UciEvent;
use super::{debug_log, laws, print};
use crate::board::Board;
use crate::engine::options::OptionId;
use crate::engine::{DrawMessage, Engine, FinishedSearch, GoError, GoResult, SearchHandle};
use crate::eval::Evaluation;
use crate::notation::uci_move::{self, CastlingStyle, UciMove};
use crate::time::StopToken;
use crate::types::MoveList;
use crate::util::format::counted;
use crate::util::text::quote;
use crate::util::version::ENGINE;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};
use std::time::Instant;
use vampirc_uci::UciMessage;

/// The running task. Other commands wait in the backlog meanwhile.
pub(super) enum RunningTask {
    /// A search; it may have ended and be waiting for `stop` or `ponderhit`.
    Search(SearchHandle),
    /// A command of this engine on a thread of its own.
    Own(StopToken),
}

impl RunningTask {
    fn token(&self) -> &StopToken {
        match self {
            Self::Search(handle) => handle.token(),
            Self::Own(token) => token,
        }
    }

    /// True for a search that may run until `stop`.
    fn is_endless(&self) -> bool {
        matches!(self, Self::Search(handle) if handle.is_endless())
    }

    /// True for a search that only `stop` or `ponderhit` can end.
    fn waits_for_stop(&self) -> bool {
        matches!(self, Self::Search(handle) if handle.waits_for_stop())
    }
}

pub(super) struct Controller {
    pub engine: Engine,
    /// The FEN of the last `position`, whose warnings have been printed; empty after a refused one.
    pub fen: String,
    pub events: Sender<UciEvent>,
    inbox: Receiver<UciEvent>,
    pub running: Option<RunningTask>,
    backlog: VecDeque<WaitingCommand>,
    /// When the last task ended.
    last_end: Option<Instant>,
    /// The room for waiting commands, which is free again when they are executed.
    room: Arc<QueueRoom>,
    /// The sender of [`UciEvent::Sync`].
    waiting: Option<Sender<()>>,
    debug: bool,
    /// True if no more commands will come: after `quit`, or at the end of input.
    end_of_input: bool,
    /// True if a command, an option or a position was refused, or a command failed.
    refused: bool,
}

/// A command in the backlog, its stop token, and its place in the room for waiting commands.
type WaitingCommand = (UciCommand, Option<StopToken>, Option<QueuePlace>);

/// The exit code if a command, an option or a position was refused, or a command failed.
const REFUSED: u8 = 2;

/// True for a `go` that is answered by a move.
fn is_search(command: &UciCommand) -> bool {
    matches!(command, UciCommand::Go(_))
}

impl Controller {
    pub fn new(events: Sender<UciEvent>, inbox: Receiver<UciEvent>, room: Arc<QueueRoom>) -> Self {
        Self {
            engine: Engine::new(),
            fen: String::new(),
            events,
            inbox,
            running: None,
            backlog: VecDeque::new(),
            last_end: None,
            room,
            waiting: None,
            debug: false,
            end_of_input: false,
            refused: false,
        }
    }

    /// Runs until `quit` or the end of input, and until every task has ended that ends by itself. The exit code is 2 if
    /// something was refused.
    pub fn run(mut self) -> u8 {
        while let Ok(event) = self.inbox.recv() {
            match event {
                UciEvent::Command(UciCommand::Quit, ..) | UciEvent::EndOfInput => {
                    self.end_of_input = true;
                }
                UciEvent::Command(command, token, place) => {
                    self.receive((command, token, place));
                }
                UciEvent::QueueFull => self.make_room(),
                UciEvent::LineTooLong => self.refuse("command: the line is longer than 16 MiB"),
                UciEvent::Sync(sender) => self.waiting = Some(sender),
                UciEvent::SearchEnded(finished) => self.search_ended(*finished),
                UciEvent::OwnCommandEnded(output) => {
                    self.running = None;
                    self.last_end = Some(Instant::now());
                    match output {
                        Some(output) => print::lines(&output),
                        None => self.refused = true,
                    }
                }
            }
            self.answer_if_ready();
            self.work_off_backlog();
            self.sync();
            if self.end_of_input && !self.is_busy_after_input() {
                break;
            }
        }
        if self.refused { REFUSED } else { 0 }
    }

    pub(super) fn refuse(&mut self, why: impl std::fmt::Display) {
        self.refused = true;
        print::error(why);
    }

    /// Executes a command at once, or puts it into the backlog.
    fn receive(&mut self, (command, token, place): WaitingCommand) {
        match command {
            UciCommand::Uci => self.introduce(),
            UciCommand::IsReady => print::message(&UciMessage::ReadyOk),
            UciCommand::Debug(on) => self.debug = on,
            UciCommand::Rejected(why) => self.refuse(why),
            // The reader has already passed these on to the searches.
            UciCommand::Stop | UciCommand::Ignored => {}
            UciCommand::PonderHit => self.report_ponder_hit(),
            // The opponent may have played the expected move, so this must not wait for the answer. Behind other commands
            // it belongs to a later move.
            UciCommand::Own(OwnCommand::DrawOffer)
                if self.backlog.is_empty() && self.is_ponder_running() =>
            {
                self.engine.note_draw_offer();
            }
            _ => {
                // The GUI has lost track, and waits for an answer to the new `go`.
                if is_search(&command) {
                    self.stop_endless_search("another search is running; stopping it");
                }
                if matches!(command, UciCommand::Position(_)) {
                    self.drop_waiting_position();
                }
                self.backlog.push_back((command, token, place));
            }
        }
    }

    /// Drops a position that waits last, which nobody has asked about, but not its error.
    fn drop_waiting_position(&mut self) {
        if let Some((UciCommand::Position(Ok(waiting)), ..)) = self.backlog.back() {
            let error = waiting.game().err();
            self.backlog.pop_back();
            if let Some(why) = error {
                self.refuse(why);
            }
        }
    }

    /// True until a `go ponder` is answered, even after its ponderhit.
    fn is_ponder_running(&self) -> bool {
        matches!(&self.running, Some(RunningTask::Search(handle)) if handle.ponders())
    }

    /// Stops a search that may never end, and says why.
    fn stop_endless_search(&self, why: &str) {
        if let Some(running) = &self.running
            && running.is_endless()
        {
            print::warning(format_args!("go: {why}"));
            running.token().stop();
        }
    }

    /// Handles a full queue: behind a search that may never end, a `stop` could not be read.
    fn make_room(&self) {
        self.stop_endless_search("too many commands are waiting; stopping the search");
    }

    fn search_ended(&mut self, finished: FinishedSearch) {
        if let Some(RunningTask::Search(handle)) = &mut self.running {
            self.engine.finish(handle, finished, Instant::now());
            self.engine.table_failures().iter().for_each(print::warning);
        }
    }

    /// After a ponderhit, prints what the Laws say about the position, which has now occurred.
    fn report_ponder_hit(&mut self) {
        let style = self.castling_style();
        if let Some(RunningTask::Search(handle)) = &mut self.running
            && let Some((report, unable_to_mate)) = self.engine.laws_after_ponder_hit(handle)
        {
            laws::report(&report, &unable_to_mate, style);
        }
    }

    fn answer_if_ready(&mut self) {
        if !matches!(&self.running, Some(RunningTask::Search(handle)) if handle.is_ready()) {
            return;
        }
        // The search may have ended before the ponderhit was read here.
        self.report_ponder_hit();
        if let Some(RunningTask::Search(handle)) = self.running.take() {
            self.last_end = Some(Instant::now());
            let token = handle.token().clone();
            if let Some(answer) = self.engine.answer(handle) {
                self.print_answer(&answer, &token);
            }
        }
    }

    fn print_answer(&self, answer: &GoResult, token: &StopToken) {
        let style = self.castling_style();
        let uci_move = |mv| UciMove::new(mv, style);
        let Some(best) = answer.best_move else {
            return print::best_move(None, None);
        };
        if answer.prefers_claim {
            let time = token.elapsed(Instant::now());
            let show_wdl = self.engine.options().show_wdl;
            print::line(laws::claim_score_line(
                answer,
                time,
                uci_move(best),
                show_wdl,
            ));
        }
        if self.engine.options().laws_report {
            for claim in &answer.claims {
                print::line(laws::claim_line(claim, style));
            }
        }
        if let Some(message) = answer.draw {
            let word = match message {
                DrawMessage::Offer => "offer",
                DrawMessage::Accept => "accept",
                DrawMessage::Refuse => "refuse",
            };
            print::line(format_args!("info string laws {word}"));
        }
        print::best_move(Some(uci_move(best)), answer.ponder.map(uci_move));
    }

    fn work_off_backlog(&mut self) {
        while self.running.is_none()
            && let Some((command, token, place)) = self.backlog.pop_front()
        {
            self.obey(command, token);
            drop(place);
        }
    }

    fn sync(&mut self) {
        let idle = match &self.running {
            None => self.backlog.is_empty(),
            Some(running) => running.waits_for_stop(),
        };
        if idle && let Some(sender) = self.waiting.take() {
            // The receiver may have stopped waiting.
            let _ = sender.send(());
        }
    }

    /// After the end of input: stops a search that only `stop` can end. Returns false if nothing is left to do.
    fn is_busy_after_input(&mut self) -> bool {
        while let Some(running) = &self.running
            && running.waits_for_stop()
        {
            running.token().stop();
            self.answer_if_ready();
            self.work_off_backlog();
        }
        self.running.is_some() || !self.backlog.is_empty()
    }

    fn introduce(&self) {
        print::message(&UciMessage::id_name(ENGINE));
        print::message(&UciMessage::id_author("the Compongo authors"));
        for id in OptionId::ALL {
            print::message(&UciMessage::Option(id.config()));
        }
        self.name_network();
        print::message(&UciMessage::UciOk);
    }

    fn set_option(&mut self, id: OptionId, value: &str) {
        let old_log = self.engine.options().debug_log_file.clone();
        match self.engine.set(id, value) {
            Ok(warnings) => warnings.iter().for_each(print::warning),
            Err(why) => return self.refuse(why),
        }
        match id {
            OptionId::DebugLogFile => self.open_debug_log(&old_log),
            OptionId::EvalFile => self.name_network(),
            OptionId::SyzygyPath => {
                if let Some(count) = self.engine.table_count() {
                    print::line(format_args!("info string {count}"));
                }
            }
            OptionId::BookFile => {
                if let Some(book) = self.engine.book() {
                    print::line(format_args!(
                        "info string book with {} of {}",
                        counted(book.entry_count(), "move"),
                        counted(book.position_count(), "position")
                    ));
                }
            }
            _ => {}
        }
    }

    /// Opens the file of the option; if that fails, the option keeps its old value.
    fn open_debug_log(&mut self, old: &str) {
        let id = OptionId::DebugLogFile;
        let path = &self.engine.options().debug_log_file;
        if let Err(why) = debug_log::open(path) {
            let why = format!("option {}: '{}': {why}", id.name(), quote(path));
            // The old value was accepted before.
            let _ = self.engine.set(id, old);
            self.refuse(why);
        }
    }

    /// Reports the name of the evaluation network, if there is one.
    fn name_network(&self) {
        let evaluation = &self.engine.options().evaluation;
        if matches!(evaluation, Evaluation::Nnue(_)) {
            print::line(format_args!("info string {evaluation}"));
        }
    }

    /// Executes a command while nothing is running.
    fn obey(&mut self, command: UciCommand, token: Option<StopToken>) {
        match command {
            UciCommand::NewGame => self.engine.new_game(),
            UciCommand::SetOption { id, value } => self.set_option(id, &value),
            UciCommand::Position(command) => {
                let known = std::mem::take(&mut self.fen);
                if let Err(why) = command.and_then(|command| self.set_position(command, &known)) {
                    self.engine.clear_game();
                    self.refuse(why);
                }
            }
            UciCommand::Go(go) => {
                if let Some(token) = token {
                    self.go(&go, token);
                }
            }
            UciCommand::Own(own) => self.obey_own(own, token),
            _ => {}
        }
    }

    /// Sets up the game of a `position`. Warns if its start is not the `known` one.
    fn set_position(&mut self, command: PositionCommand, known: &str) -> Result<(), String> {
        let (game, warnings) = command.game()?;
        if command.fen != known {
            for warning in warnings {
                print::warning(format_args!("FEN: {warning}"));
            }
            if game.board().is_chess960() && !self.engine.options().chess960 {
                print::warning(
                    "position: castling in this position needs UCI_Chess960, which is off",
                );
            }
        }
        self.fen = command.fen;
        self.engine.set_game(game);
        Ok(())
    }

    fn go(&mut self, go: &GoCommand, token: StopToken) {
        go.warnings.iter().for_each(print::warning);
        let Some(game) = self.engine.game() else {
            print::error(GoError::NoPosition);
            return print::best_move(None, None);
        };
        let mut limits = go.limits.clone();
        if limits.take_other_clock(game.board().stm()) {
            print::warning(
                "go: the clock of the side to move is missing; using the other for both",
            );
        }
        // Behind another task, only a clock runs already.
        let has_waited = self.last_end.is_some_and(|end| token.received() < end);
        let has_clock = limits.clocks.iter().any(Option::is_some);
        let token = if has_waited && !has_clock {
            token.restarted(Instant::now())
        } else {
            token
        };
        let moves = root_moves(game.board(), go.search_moves.as_deref());
        let debug = self.debug;
        let events = self.events.clone();
        let done = move |finished| {
            // The controller may have ended.
            let _ = events.send(UciEvent::SearchEnded(Box::new(finished)));
        };
        let first = moves.first().copied();
        let started = self.engine.go(
            &limits,
            moves,
            token,
            |start| Box::new(InfoPrinter::begin(start, debug)),
            done,
        );
        match started {
            Ok(handle) => {
                let is_another = |waiting: &WaitingCommand| is_search(&waiting.0);
                if handle.is_endless() && self.backlog.iter().any(is_another) {
                    print::warning("go: another search is waiting; stopping this one");
                    handle.token().stop();
                }
                self.running = Some(RunningTask::Search(handle));
                if self.room.is_full() {
                    self.make_room();
                }
            }
            Err(why) => {
                print::error(why);
                let style = self.castling_style();
                print::best_move(first.map(|mv| UciMove::new(mv, style)), None);
            }
        }
    }

    /// The notation of castling moves for the current position.
    pub fn castling_style(&self) -> CastlingStyle {
        let options = self.engine.options();
        match self.engine.game() {
            Some(game) => options.castling_style(game.board()),
            None => CastlingStyle::new(options.chess960),
        }
    }
}

/// The root moves of a search: all legal moves, or the wanted ones. Warns about wanted moves that are not legal.
fn root_moves(board: &Board, wanted: Option<&[String]>) -> MoveList {
    let Some(wanted) = wanted else {
        return board.legal_moves();
    };
    let mut moves = MoveList::new();
    for text in wanted {
        match uci_move::parse(board, text) {
            Ok(mv) if moves.contains(&mv) => {}
            Ok(mv) => moves.push(mv),
            Err(error) => print::warning(format_args!("searchmoves: {error}")),
        }
    }
    moves
}
