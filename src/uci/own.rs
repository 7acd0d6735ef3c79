//! What the engine does beside UCI: its own commands, and those that run for a while on a thread of their own.

use super::command::Own;
use super::reader::Event;
use super::running::Running;
use super::{Controller, Done, display, laws, print};
use crate::board::perft;
use crate::engine::bench;
use crate::time::StopToken;
use std::thread;

impl Controller {
    pub(super) fn obey_own(&mut self, own: Own, ticket: Option<StopToken>) {
        match (own, ticket) {
            (Own::Bench(depth), Some(ticket)) => {
                let settings = bench::Settings {
                    depth: depth.unwrap_or(bench::DEPTH),
                    evaluation: self.engine.options().evaluation.clone(),
                    ..bench::Settings::default()
                };
                self.bench(settings, ticket);
            }
            (Own::Laws, Some(ticket)) => self.explain_laws(ticket),
            (Own::DrawOffered, _) => self.draw_offered = true,
            (Own::Compiler, _) => print::lines(display::compiler().as_bytes()),
            (Own::License, _) => print::lines(display::license().as_bytes()),
            (Own::Help, _) => print::lines(display::help().as_bytes()),
            (Own::Flip, _) if self.engine.position().is_some() => self.engine.flip(),
            _ => match self.engine.position() {
                None => print::error("no valid position"),
                Some(position) if own == Own::Display => {
                    print::lines(display::board(position.board()).as_bytes());
                }
                Some(position) => {
                    let evaluation = &self.engine.options().evaluation;
                    print::lines(display::eval(position.board(), evaluation).as_bytes());
                }
            },
        }
    }

    pub(super) fn perft(&mut self, depth: u32, ticket: StopToken) {
        let Some(board) = self.engine.position().map(|position| *position.board()) else {
            return;
        };
        let stopped = ticket.clone();
        self.run_aside("perft", ticket, move || {
            let counts = perft::divide(&board, depth, None, &|| stopped.is_stopped(), |_, _| {});
            Done::Perft(depth, counts)
        });
    }

    fn bench(&mut self, settings: bench::Settings, ticket: StopToken) {
        let stopped = ticket.clone();
        self.run_aside("bench", ticket, move || {
            display::bench(&settings, &stopped);
            Done::Bench
        });
    }

    /// What the Laws say of the game; it may take a while.
    fn explain_laws(&mut self, ticket: StopToken) {
        let Some(game) = self
            .engine
            .position()
            .map(|position| position.game().clone())
        else {
            return print::error("no valid position");
        };
        let (rules, style) = (self.engine.rules(), self.castling_style());
        let stopped = ticket.clone();
        self.run_aside("laws", ticket, move || {
            let text = laws::explain(&game, &rules, style, &|| stopped.is_stopped());
            Done::Answer(text)
        });
    }

    /// Runs something on a thread of its own, until it ends or `stop`.
    fn run_aside(
        &mut self,
        name: &str,
        ticket: StopToken,
        work: impl FnOnce() -> Done + Send + 'static,
    ) {
        let events = self.events.clone();
        let work = move || {
            // Without a controller nobody wants to know.
            let _ = events.send(Event::Done(work()));
        };
        match thread::Builder::new().spawn(work) {
            Ok(_) => self.running = Some(Running::limited(ticket)),
            Err(why) => print::error(format_args!("{name}: {why}")),
        }
    }
}
