//! The engine's own commands beyond UCI. Slow ones run on threads of their own.

use super::command::{BenchCommand, OwnCommand};
use super::controller::{Controller, RunningTask};
use super::reader::UciEvent;
use super::{display, laws, print};
use crate::board::perft;
use crate::engine::GoError;
use crate::engine::bench::BenchSettings;
use crate::notation::divide;
use crate::time::StopToken;
use crate::util::pool::{available_cores, thread_pool};
use std::io::{IsTerminal, stdout};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

/// The interval between progress lines of `perft` on a terminal.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(1);

impl Controller {
    pub(super) fn obey_own(&mut self, own: OwnCommand, token: Option<StopToken>) {
        match (own, token) {
            (OwnCommand::Bench(args), Some(token)) => self.bench(args, token),
            (OwnCommand::Perft(depth), Some(token)) => self.perft(depth.into(), token),
            (OwnCommand::Laws, Some(token)) => self.explain_laws(token),
            (OwnCommand::DrawOffer, _) => self.engine.note_draw_offer(),
            (OwnCommand::Compiler, _) => print::lines(&display::compiler()),
            (OwnCommand::License, _) => print::lines(&display::license()),
            (OwnCommand::Help, _) => print::lines(&display::help()),
            (OwnCommand::Flip, _) => self.flip(),
            (OwnCommand::Display, _) => self.display(),
            (OwnCommand::Eval, _) => self.eval(),
            // The reader gives a token to each command that takes time.
            (OwnCommand::Bench(_) | OwnCommand::Perft(_) | OwnCommand::Laws, None) => {}
        }
    }

    /// Swaps the colours; a new game starts from the resulting position.
    fn flip(&mut self) {
        let Some(game) = self.engine.game() else {
            return self.refuse(GoError::NoPosition);
        };
        let board = game.board().flipped();
        self.fen.clear();
        self.engine.set_board(board);
    }

    fn eval(&mut self) {
        let Some(game) = self.engine.game() else {
            return self.refuse(GoError::NoPosition);
        };
        let text = display::eval(game.board(), &self.engine.options().evaluation);
        // Tools expect an empty line after a number, as in Stockfish.
        let end = if game.board().in_check() { "" } else { "\n" };
        print::lines(&(text + end));
    }

    fn display(&mut self) {
        let laws = self.engine.laws_report();
        match (self.engine.game(), laws) {
            (Some(game), Some(laws)) => {
                let tables = self.engine.probe_tables();
                print::lines(&display::board(game.board(), &laws, tables));
            }
            _ => self.refuse(GoError::NoPosition),
        }
    }

    fn perft(&mut self, depth: u32, token: StopToken) {
        let Some(board) = self.engine.game().map(|game| *game.board()) else {
            return self.refuse(GoError::NoPosition);
        };
        let style = self.castling_style();
        self.run_aside("perft", token, move |token| {
            let moves = board.count_legal_moves();
            let progress = Mutex::new((0, Instant::now()));
            let done = |_, _| {
                if stdout().is_terminal()
                    && let Ok(mut progress) = progress.lock()
                {
                    progress.0 += 1;
                    if progress.1.elapsed() >= PROGRESS_INTERVAL {
                        progress.1 = Instant::now();
                        print::line(format_args!(
                            "info string perft {} of {moves} moves",
                            progress.0
                        ));
                    }
                }
            };
            let count = || perft::divide(&board, depth, None, &|| token.is_stopped(), done);
            let counts = match thread_pool(available_cores()) {
                Ok(pool) => pool.install(count),
                Err(error) => {
                    print::error(format_args!("perft: {error}"));
                    return None;
                }
            };
            let Some(counts) = counts else {
                return Some("info string perft stopped\n".to_owned());
            };
            let mut text = Vec::new();
            // Writing to memory cannot fail.
            let _ = divide::write(&mut text, depth, &counts, style);
            // Tools expect an empty line after the total, as in Stockfish.
            text.push(b'\n');
            Some(String::from_utf8_lossy(&text).into_owned())
        });
    }

    fn bench(&mut self, args: BenchCommand, token: StopToken) {
        let settings = BenchSettings {
            hash: args.hash as usize,
            threads: args.threads.into(),
            depth: args.depth,
            evaluation: self.engine.options().evaluation.clone(),
        };
        self.run_aside("bench", token, move |token| {
            display::bench(&settings, token).then(String::new)
        });
    }

    fn explain_laws(&mut self, token: StopToken) {
        let Some(game) = self.engine.game().cloned() else {
            return self.refuse(GoError::NoPosition);
        };
        let (rules, style) = (self.engine.rules(), self.castling_style());
        self.run_aside("laws", token, move |token| {
            Some(laws::explain(&game, &rules, style, &|| token.is_stopped()))
        });
    }

    /// Runs a command on its own thread, until it ends or `stop`; the text that it returns is printed. `None` means that it
    /// has failed and reported why.
    fn run_aside(
        &mut self,
        name: &str,
        token: StopToken,
        work: impl FnOnce(&StopToken) -> Option<String> + Send + 'static,
    ) {
        let events = self.events.clone();
        let running = RunningTask::Own(token.clone());
        let work = move || {
            let output = work(&token);
            // The controller may have ended.
            let _ = events.send(UciEvent::OwnCommandEnded(output));
        };
        match thread::Builder::new().spawn(work) {
            Ok(_) => self.running = Some(running),
            Err(why) => self.refuse(format_args!("{name}: {why}")),
        }
    }
}
