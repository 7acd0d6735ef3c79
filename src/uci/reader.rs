//! The reader thread: reads lines, and stops searches without waiting for the controller.

use super::command::UciCommand;
use super::queue::{QueuePlace, QueueRoom};
use super::{debug_log, print};
use crate::engine::FinishedSearch;
use crate::time::{ActiveSearches, StopToken};
use std::io::{BufRead, BufReader, Read, stdin};
use std::ops::ControlFlow;
use std::process;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The maximum length of a line: 16 MiB.
const MAX_LINE: usize = 16 << 20;
/// What is kept of a longer line, in bytes.
const START_LENGTH: usize = 64;
/// How long after `quit` a search may take to give its answer, and any other command before it to end.
const QUIT_PATIENCE: Duration = Duration::from_secs(3);
/// The exit code after Ctrl-C on a terminal, the same as for a process killed by that signal.
#[cfg(feature = "cli")]
const INTERRUPTED: i32 = 130;

/// A message to the controller.
pub enum UciEvent {
    /// A line of input, with a stop token if it starts something slow, and its place among the commands that wait.
    Command(UciCommand, Option<StopToken>, Option<QueuePlace>),
    /// The reader waits because too many commands wait.
    QueueFull,
    /// A line was too long.
    LineTooLong,
    /// Asks for a reply once nothing is running or waiting except a search that only `stop` ends.
    Sync(Sender<()>),
    /// The end of input.
    EndOfInput,
    /// The search has ended.
    SearchEnded(Box<FinishedSearch>),
    /// A command of this engine has ended, with this output left to print.
    OwnCommandEnded(Option<String>),
}

/// Parses lines and issues stop tokens, in order.
pub struct InputReader {
    searches: ActiveSearches,
    own_commands: ActiveSearches,
    events: Sender<UciEvent>,
    room: Arc<QueueRoom>,
}

impl InputReader {
    /// A reader that sends to the controller, and waits while there is no room for commands.
    pub fn new(events: Sender<UciEvent>, room: Arc<QueueRoom>) -> Self {
        Self {
            searches: ActiveSearches::default(),
            own_commands: ActiveSearches::default(),
            events,
            room,
        }
    }

    /// Parses a line; `stop`, `ponderhit` and `quit` take effect on the searches at once.
    fn read(&mut self, line: &[u8]) -> UciEvent {
        let now = Instant::now();
        if let Err(why) = debug_log::input(line) {
            print::debug_log_failed(&why);
        }
        let command = UciCommand::parse(line);
        match &command {
            UciCommand::Stop => self.stop_all(),
            UciCommand::PonderHit => self.searches.ponder_hit(),
            UciCommand::Quit => self.searches.stop_all(),
            _ => {}
        }
        let token = match &command {
            UciCommand::Go(go) => Some(self.searches.add(now, go.limits.ponder)),
            UciCommand::Own(own) if own.takes_time() => Some(self.own_commands.add(now, false)),
            _ => None,
        };
        let place = may_wait(&command).then(|| {
            self.room.admit(line.len(), || {
                // Without a controller nothing waits.
                let _ = self.events.send(UciEvent::QueueFull);
            })
        });
        UciEvent::Command(command, token, place)
    }

    fn stop_all(&mut self) {
        self.searches.stop_all();
        self.own_commands.stop_all();
    }

    /// Sends an event. Breaks after `quit`, at the end of input, or if the controller has ended.
    fn send(&self, event: UciEvent) -> ControlFlow<()> {
        let quits = matches!(event, UciEvent::Command(UciCommand::Quit, ..));
        let ends = quits || matches!(event, UciEvent::EndOfInput);
        if self.events.send(event).is_err() || ends {
            if quits {
                self.exit_when_overdue();
            }
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// Exits if a command before `quit` does not end soon, for example because it is opening many endgame tables. Commands
    /// that wait are executed first, and the engine's own commands run to their end.
    fn exit_when_overdue(&self) {
        loop {
            let left = self.room.left();
            thread::sleep(QUIT_PATIENCE);
            if self.room.left() == left && !self.own_commands.any_active() {
                process::exit(0);
            }
        }
    }

    /// Reads a stream until its end or `quit`.
    pub fn read_stream(mut self, stream: impl Read) {
        let mut stream = BufReader::with_capacity(1 << 16, stream);
        let mut line = Vec::new();
        loop {
            line.clear();
            let event = match read_line(&mut stream, &mut line) {
                LineRead::End => UciEvent::EndOfInput,
                LineRead::TooLong if names_position(&line) => {
                    // No search may answer for the position before.
                    let why = "position: the line is longer than 16 MiB".to_owned();
                    UciEvent::Command(UciCommand::Position(Err(why)), None, None)
                }
                LineRead::TooLong => UciEvent::LineTooLong,
                LineRead::Whole => self.read(&line),
            };
            if self.send(event).is_break() {
                return;
            }
        }
    }

    /// Reads a terminal with line editing and history, until its end or `quit`. Ctrl-C ends the program.
    #[cfg(feature = "cli")]
    pub fn read_terminal(mut self) {
        use rustyline::DefaultEditor;
        use rustyline::error::ReadlineError;
        let Ok(mut editor) = DefaultEditor::new() else {
            return self.read_stream(stdin());
        };
        loop {
            let event = match editor.readline("") {
                Ok(line) => {
                    // The command is executed even if it cannot be added to the history.
                    let _ = editor.add_history_entry(&line);
                    self.read(line.as_bytes())
                }
                Err(ReadlineError::Interrupted) => process::exit(INTERRUPTED),
                Err(_) => UciEvent::EndOfInput,
            };
            if self.send(event).is_break() {
                return;
            }
        }
    }

    /// Reads a terminal as any other stream.
    #[cfg(not(feature = "cli"))]
    pub fn read_terminal(self) {
        self.read_stream(stdin());
    }

    /// Sends lines one by one, each after the previous one has ended. The next line stops a search that only `stop`
    /// ends.
    pub fn read_script(mut self, script: &[String]) {
        for line in script {
            if !self.wait_for_controller() {
                return;
            }
            self.stop_all();
            if !self.wait_for_controller() {
                return;
            }
            let event = self.read(line.as_bytes());
            if self.events.send(event).is_err() {
                return;
            }
        }
        // The controller may have ended.
        let _ = self.events.send(UciEvent::EndOfInput);
    }

    /// Waits until nothing is running or waiting except a search that only `stop` ends; false if the controller has
    /// ended.
    fn wait_for_controller(&self) -> bool {
        let (sender, receiver) = channel();
        self.events.send(UciEvent::Sync(sender)).is_ok() && receiver.recv().is_ok()
    }
}

/// True if a command may have to wait. The others must get through even if there is no room.
const fn may_wait(command: &UciCommand) -> bool {
    !matches!(
        command,
        UciCommand::IsReady | UciCommand::Stop | UciCommand::PonderHit | UciCommand::Quit
    )
}

/// True for the start of a `position` command.
fn names_position(start: &[u8]) -> bool {
    matches!(UciCommand::parse(start), UciCommand::Position(_))
}

enum LineRead {
    Whole,
    /// Only the start of the line is kept.
    TooLong,
    End,
}

/// Reads up to the next newline or the end of input.
fn read_line(stream: &mut impl BufRead, line: &mut Vec<u8>) -> LineRead {
    let limit = MAX_LINE as u64 + 1;
    match stream.by_ref().take(limit).read_until(b'\n', line) {
        Ok(0) | Err(_) => LineRead::End,
        Ok(_) if line.len() > MAX_LINE && line.last() != Some(&b'\n') => {
            line.truncate(START_LENGTH);
            // After an error the next read ends the input.
            let _ = stream.skip_until(b'\n');
            LineRead::TooLong
        }
        Ok(_) => LineRead::Whole,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_at_line_feeds_and_at_the_limit() {
        let mut input = b"uci\r\nisready\n".to_vec();
        input.extend(std::iter::repeat_n(b'x', MAX_LINE + 5000));
        input.extend(b"\nquit");
        let mut stream = BufReader::new(input.as_slice());
        let mut line = Vec::new();
        let mut seen = Vec::new();
        loop {
            line.clear();
            match read_line(&mut stream, &mut line) {
                LineRead::Whole => seen.push(String::from_utf8_lossy(&line).into_owned()),
                LineRead::TooLong => seen.push("too long".to_owned()),
                LineRead::End => break,
            }
        }
        assert_eq!(seen, ["uci\r\n", "isready\n", "too long", "quit"]);
    }
}
