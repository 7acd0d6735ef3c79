//! The thread that owns the input. It hands lines on and pulls the strings that cannot wait: tickets and `quit`.

use super::command::{Adapter, Command};
use crate::time::{ActiveSearches, StopToken};
use std::io::{BufRead, BufReader, Read};
use std::process;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Longer lines are cut off: 16 MiB.
const MAX_LINE: usize = 16 << 20;
/// After `quit`, whoever is still busy is not waited for.
const QUIT_PATIENCE: Duration = Duration::from_millis(90);

/// What reaches the controller.
pub enum Event {
    /// A line of the client; what takes time and can be stopped comes with its ticket.
    Command(Command, Option<StopToken>),
    /// A line was too long to be read.
    LineTooLong,
    /// Asks to be told when nothing is running or waiting but a search that only `stop` ends.
    Sync(Sender<()>),
    /// The input has ended.
    EndOfInput,
    /// What was running has ended.
    Done(super::Done),
}

/// Reads lines and issues tickets, in the order in which they come.
#[derive(Default)]
struct Clerk {
    adapter: Adapter,
    tickets: ActiveSearches,
}

impl Clerk {
    /// A line becomes an event; searches are stopped or turned on at once.
    fn read(&mut self, line: &[u8]) -> Event {
        let now = Instant::now();
        let command = self.adapter.read(line);
        let ticket = match &command {
            Command::Go(go) => Some(self.tickets.issue(now, go.limits.ponder)),
            Command::Own(own) if own.takes_time() => Some(self.tickets.issue(now, false)),
            Command::Stop => {
                self.tickets.stop_all();
                None
            }
            Command::PonderHit => {
                self.tickets.ponder_hit(now);
                None
            }
            _ => None,
        };
        Event::Command(command, ticket)
    }
}

/// Reads a stream until its end or `quit`.
pub fn read_stream(stream: impl Read, events: &Sender<Event>) {
    let mut clerk = Clerk::default();
    let mut stream = BufReader::with_capacity(1 << 16, stream);
    let mut line = Vec::new();
    loop {
        line.clear();
        let event = match read_line(&mut stream, &mut line) {
            Line::End => {
                // The controller may be gone already.
                let _ = events.send(Event::EndOfInput);
                return;
            }
            Line::TooLong => Event::LineTooLong,
            Line::Whole => clerk.read(&line),
        };
        let quits = matches!(event, Event::Command(Command::Quit, _));
        if quits {
            clerk.tickets.stop_all();
        }
        if events.send(event).is_err() {
            return;
        }
        if quits {
            thread::sleep(QUIT_PATIENCE);
            process::exit(0);
        }
    }
}

/// Hands lines on one by one, each when the one before has been dealt with. A search that only `stop` ends is stopped
/// by the next line.
pub fn read_script(script: &[String], events: &Sender<Event>) {
    let mut clerk = Clerk::default();
    let wait = || {
        let (done, told) = channel();
        events.send(Event::Sync(done)).is_ok() && told.recv().is_ok()
    };
    for line in script {
        if !wait() {
            return;
        }
        clerk.tickets.stop_all();
        if !wait() || events.send(clerk.read(line.as_bytes())).is_err() {
            return;
        }
    }
    // The controller may be gone already.
    let _ = events.send(Event::EndOfInput);
}

enum Line {
    Whole,
    TooLong,
    End,
}

/// Reads up to the next line feed. The last line needs none.
fn read_line(stream: &mut impl BufRead, line: &mut Vec<u8>) -> Line {
    let limit = MAX_LINE as u64 + 1;
    match stream.by_ref().take(limit).read_until(b'\n', line) {
        Ok(0) | Err(_) => Line::End,
        Ok(_) if line.len() > MAX_LINE && line.last() != Some(&b'\n') => {
            line.clear();
            skip_line(stream);
            Line::TooLong
        }
        Ok(_) => Line::Whole,
    }
}

/// Skips the rest of a line without keeping it.
fn skip_line(stream: &mut impl BufRead) {
    loop {
        let Ok(buffer) = stream.fill_buf() else {
            return;
        };
        if buffer.is_empty() {
            return;
        }
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(buffer.len(), |end| end + 1);
        stream.consume(used);
        if end.is_some() {
            return;
        }
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
                Line::Whole => seen.push(String::from_utf8_lossy(&line).into_owned()),
                Line::TooLong => seen.push("too long".to_owned()),
                Line::End => break,
            }
        }
        assert_eq!(seen, ["uci\r\n", "isready\n", "too long", "quit"]);
    }
}
