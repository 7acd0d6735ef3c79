//! The UCI front end: one thread reads (`reader`), one controls (here), one or more search.
//!
//! The controller is one loop over one channel. It is idle or something runs: a search, a perft or a bench. While something
//! runs, `isready`, `uci` and `debug` are answered at once; everything else waits in a backlog, in order. `stop` and
//! `ponderhit` need no controller: the reader has told the ticket of the search already. A search that must not answer
//! yet (`infinite`, `ponder`, no limit) ends when it ends, and its answer is held until its ticket permits it. No flag
//! is ever reset, so that no `stop` can be lost.
#![forbid(unsafe_code)]

pub mod command;
mod display;
mod laws;
mod listener;
mod own;
mod print;
mod reader;
mod running;

use crate::board::Board;
use crate::engine::offers::Offers;
use crate::engine::options::OptionId;
use crate::engine::{Engine, Finished, Start, bench};
use crate::eval::Evaluation;
use crate::notation::divide;
use crate::notation::uci_move::{CastlingStyle, UciMove};
use crate::search::SearchResult;
use crate::time::StopToken;
use crate::types::{Move, Score};
use command::{Base, Command, Go};
use listener::Printer;
use reader::Event;
use running::Running;
use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Instant;

/// What has ended.
pub enum Done {
    /// A search.
    Search(Box<Finished>),
    /// A perft, with what it has counted, if it was not stopped.
    Perft(u32, Option<Vec<(Move, u64)>>),
    /// A bench.
    Bench,
    /// A question whose answer is this text.
    Answer(String),
}

/// Speaks UCI on standard input and output until `quit` or the end of input.
pub fn run() {
    let (events, inbox) = channel();
    let sender = events.clone();
    thread::spawn(move || reader::read_stream(std::io::stdin(), &sender));
    Controller::new(events, inbox).run();
}

/// Obeys the lines of a script one after the other, each to its end.
pub fn run_script(script: Vec<String>) {
    let (events, inbox) = channel();
    let sender = events.clone();
    thread::spawn(move || reader::read_script(&script, &sender));
    Controller::new(events, inbox).run();
}

/// Searches the bench positions and prints what they take.
pub fn print_bench(settings: &bench::Settings) {
    display::bench(settings, &StopToken::new(0, Instant::now(), false));
}

/// Prints the evaluation of a position and what it is made of.
pub fn print_eval(board: &Board, evaluation: &Evaluation) {
    print::lines(display::eval(board, evaluation).as_bytes());
}

/// True for a `go` that is to be answered by a move.
fn wants_move(command: &Command) -> bool {
    matches!(command, Command::Go(go) if go.perft.is_none())
}

struct Controller {
    engine: Engine,
    events: Sender<Event>,
    inbox: Receiver<Event>,
    running: Option<Running>,
    backlog: VecDeque<(Command, Option<StopToken>)>,
    /// Who waits for a quiet moment.
    waiting: Option<Sender<()>>,
    debug: bool,
    end_of_input: bool,
    /// The opponent has offered a draw, and no `go` has come since.
    draw_offered: bool,
}

impl Controller {
    fn new(events: Sender<Event>, inbox: Receiver<Event>) -> Self {
        Self {
            engine: Engine::new(),
            events,
            inbox,
            running: None,
            backlog: VecDeque::new(),
            waiting: None,
            debug: false,
            end_of_input: false,
            draw_offered: false,
        }
    }

    fn run(mut self) {
        while let Ok(event) = self.inbox.recv() {
            match event {
                Event::Command(Command::Quit, _) => return,
                Event::Command(command, ticket) => self.receive(command, ticket),
                Event::LineTooLong => print::error("command: the line is longer than 16 MiB"),
                Event::Sync(sender) => self.waiting = Some(sender),
                Event::EndOfInput => self.end_of_input = true,
                Event::Done(done) => self.note_end(done),
            }
            self.answer_if_permitted();
            self.work_off_backlog();
            self.tell_who_waits();
            if self.end_of_input && !self.outlive_input() {
                return;
            }
        }
    }

    /// Obeys a command, now or later.
    fn receive(&mut self, command: Command, ticket: Option<StopToken>) {
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => print::line("readyok"),
            Command::Debug(on) => self.debug = on,
            Command::Rejected(why) => print::error(why),
            // The reader has told the tickets already.
            Command::Stop | Command::PonderHit | Command::Ignored | Command::Quit => {}
            _ => {
                if wants_move(&command) {
                    self.end_what_nobody_stopped();
                }
                self.backlog.push_back((command, ticket));
            }
        }
    }

    /// A `go` while only `stop` could end the search: the client has lost track, and waits for an answer to this one.
    fn end_what_nobody_stopped(&self) {
        if let Some(running) = &self.running
            && running.waits_for_client()
        {
            print::warning("go: another search is running, it is stopped");
            running.ticket.stop();
        }
    }

    fn note_end(&mut self, done: Done) {
        match done {
            Done::Search(finished) => {
                let outcome = self.engine.finish(*finished, Instant::now());
                if let Some(running) = &mut self.running {
                    running.hold(outcome);
                }
            }
            Done::Perft(depth, counts) => {
                self.running = None;
                if let Some(counts) = counts {
                    let mut text = Vec::new();
                    let style = self.castling_style();
                    // Writing to memory cannot fail.
                    let _ = divide::write(&mut text, depth, &counts, style);
                    print::lines(&text);
                } else {
                    print::line("info string perft stopped");
                }
            }
            Done::Bench => self.running = None,
            Done::Answer(text) => {
                self.running = None;
                print::lines(text.as_bytes());
            }
        }
    }

    /// Prints the answer that is held, once its ticket permits it.
    fn answer_if_permitted(&mut self) {
        let permitted = self.running.as_ref().is_some_and(|running| {
            running.held.is_some() && running.ticket.may_answer(running.needs_stop)
        });
        if !permitted {
            return;
        }
        if let Some(mut running) = self.running.take()
            && let Some(outcome) = running.held.take()
        {
            self.print_best_move(outcome, &running);
        }
    }

    fn print_best_move(&mut self, mut outcome: SearchResult, running: &Running) {
        let Some(mut best) = outcome.best_move else {
            return print::line("bestmove (none)");
        };
        let style = self.castling_style();
        let claims = &running.claims;
        if self.engine.options().laws_draws.claims()
            && !running.needs_stop
            && outcome.score <= Score::ZERO
            && claims.iter().all(|claim| claim.mv != Some(best))
            && let Some(mv) = claims.iter().find_map(|claim| claim.mv)
        {
            best = mv;
            outcome.pv = vec![mv];
            outcome.score = Score::ZERO;
            let time = running.ticket.elapsed(Instant::now());
            print::line(laws::draw_line(&outcome, time, UciMove::new(mv, style)));
        }
        for claim in claims.iter().filter(|claim| claim.mv == Some(best)) {
            print::line(laws::claim_line(claim, style));
        }
        self.speak_of_draw(&outcome, running);
        let reply = self.engine.position().and_then(|position| {
            let beginning = outcome.pv.get(..2)?;
            position.goes_on_after(beginning).then(|| &beginning[1])
        });
        let best = UciMove::new(best, style);
        match reply {
            Some(&reply) => {
                print::line(format_args!(
                    "bestmove {best} ponder {}",
                    UciMove::new(reply, style)
                ));
            }
            None => print::line(format_args!("bestmove {best}")),
        }
    }

    /// Answers an offer of a draw, or makes one.
    fn speak_of_draw(&mut self, outcome: &SearchResult, running: &Running) {
        if !self.engine.options().laws_draws.offers() || running.needs_stop {
            return;
        }
        let offers = self.engine.offers_draw(outcome.score);
        let word = match (running.draw_offered, Offers::accepts(outcome.score)) {
            (true, true) => "accept",
            (true, false) => "refuse",
            (false, _) if offers => "offer",
            (false, _) => return,
        };
        print::line(format_args!("info string laws {word}"));
    }

    fn work_off_backlog(&mut self) {
        while self.running.is_none()
            && let Some((command, ticket)) = self.backlog.pop_front()
        {
            self.obey(command, ticket);
        }
    }

    fn tell_who_waits(&mut self) {
        let quiet = match &self.running {
            None => self.backlog.is_empty(),
            Some(running) => running.waits_for_client(),
        };
        if quiet && let Some(sender) = self.waiting.take() {
            // Who no longer waits need not be told.
            let _ = sender.send(());
        }
    }

    /// After the end of input: false if there is nothing left to do. A search that only `stop` could end is stopped.
    fn outlive_input(&mut self) -> bool {
        if let Some(running) = &self.running
            && running.waits_for_client()
        {
            running.ticket.stop();
            self.answer_if_permitted();
            self.work_off_backlog();
        }
        self.running.is_some() || !self.backlog.is_empty()
    }

    fn introduce(&self) {
        let mut text = format!(
            "id name Compongo {}\nid author the Compongo authors\n",
            env!("CARGO_PKG_VERSION")
        );
        for id in OptionId::ALL {
            text.push_str(&id.line());
            text.push('\n');
        }
        if let Some(line) = self.network_line() {
            text.push_str(&line);
            text.push('\n');
        }
        text.push_str("uciok\n");
        print::lines(text.as_bytes());
    }

    /// Sets an option.
    fn set(&mut self, id: OptionId, value: &str) {
        match self.engine.set(id, value) {
            Ok(warnings) => warnings.iter().for_each(print::warning),
            Err(why) => return print::error(why),
        }
        if id == OptionId::EvalFile
            && let Some(line) = self.network_line()
        {
            print::line(line);
        }
    }

    /// Names the network that evaluates positions, if one does.
    fn network_line(&self) -> Option<String> {
        let evaluation = &self.engine.options().evaluation;
        matches!(evaluation, Evaluation::Nnue(_)).then(|| format!("info string {evaluation}"))
    }

    /// Obeys a command while nothing runs.
    fn obey(&mut self, command: Command, ticket: Option<StopToken>) {
        match command {
            Command::NewGame => self.engine.new_game(),
            Command::SetOption { id, value } => self.set(id, &value),
            Command::Position(Ok(position)) => {
                let start = match position.base {
                    Base::Startpos => Start::Standard,
                    Base::Fen(text) => Start::Fen(text),
                };
                match self.engine.set_position(start, position.moves) {
                    Ok(warnings) => warnings.iter().for_each(print::warning),
                    Err(why) => print::error(why),
                }
            }
            Command::Position(Err(why)) => {
                self.engine.withdraw_position();
                print::error(why);
            }
            Command::Go(go) => {
                if let Some(ticket) = ticket {
                    self.go(*go, ticket);
                }
            }
            Command::Own(own) => self.obey_own(own, ticket),
            _ => {}
        }
    }

    fn go(&mut self, go: Go, ticket: StopToken) {
        go.warnings.iter().for_each(print::warning);
        let Some(position) = self.engine.position().cloned() else {
            print::error("no valid position");
            if go.perft.is_none() {
                print::line("bestmove (none)");
            }
            return;
        };
        match go.perft {
            Some(Ok(depth)) => return self.perft(u32::from(depth), ticket),
            Some(Err(why)) => return print::error(why),
            None => {}
        }
        let (moves, warnings) = self.engine.root_moves(go.search_moves.as_deref());
        warnings.iter().for_each(print::warning);
        let stm = position.board().stm();
        let mut running = Running::search(ticket.clone(), &go.limits, stm);
        let someone_waits = self.backlog.iter().any(|(command, _)| wants_move(command));
        if running.waits_for_client() && (self.end_of_input || someone_waits) {
            if someone_waits {
                print::warning("go: another search is waiting, this one is stopped");
            }
            ticket.stop();
        }
        let Some(ruling) = self.engine.rule(&go.limits) else {
            return;
        };
        let dead = ruling.is_dead();
        if self.engine.options().laws_report {
            // A position that the opponent has yet to bring about has not happened.
            if !go.limits.ponder {
                laws::report(&ruling, self.castling_style());
                let news = self.engine.newly_hopeless(&ruling);
                if ruling.outcome.is_none() {
                    laws::report_hopeless(&ruling, news);
                }
            }
            running.claims = ruling.claims.intended;
            running
                .claims
                .retain(|claim| claim.mv.is_some_and(|mv| moves.contains(&mv)));
        }
        running.draw_offered = std::mem::take(&mut self.draw_offered);
        let printer = Box::new(Printer::new(&position, dead, self.engine.options()));
        let events = self.events.clone();
        let done = move |finished| {
            // Without a controller nobody wants to know.
            let _ = events.send(Event::Done(Done::Search(Box::new(finished))));
        };
        let fallback = moves.first().copied();
        match self
            .engine
            .search(&go.limits, moves, dead, ticket.clone(), printer, done)
        {
            Ok(plan) => {
                if self.debug
                    && let Some(budget) = plan.budget
                {
                    let used = ticket.elapsed(Instant::now());
                    print::line(format_args!(
                        "info string {}",
                        budget.debug_line(plan.lag, used)
                    ));
                }
                self.running = Some(running);
            }
            Err(why) => {
                print::error(format_args!("go: {why}"));
                let style = self.castling_style();
                match fallback {
                    Some(mv) => print::line(format_args!("bestmove {}", UciMove::new(mv, style))),
                    None => print::line("bestmove (none)"),
                }
            }
        }
    }

    /// How castling on the board is written to this client.
    fn castling_style(&self) -> CastlingStyle {
        let options = self.engine.options();
        match self.engine.position() {
            Some(position) => print::castling_style(position.board(), options),
            None => CastlingStyle::new(options.chess960),
        }
    }
}
