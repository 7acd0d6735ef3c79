//! UCI engines as child processes.
//!
//! A [`UciEngine`] has two threads besides the caller's: one reads standard output, stamps each line with its arrival
//! time and parses it; the other drains standard error. On Unix, writes never block. Every wait has a time limit, and
//! all buffers are bounded. Text is made printable at the entrance (`lines`).
//!
//! Each `go` except `go ponder` is preceded by `position`, `isready` and a wait for `readyok`. So the clock starts when
//! the few bytes of `go` have been written, and no earlier output can be mistaken for the engine's move. Moves still
//! owed for an earlier `go` are counted.
//!
//! An engine runs in its own process group, which is killed when the [`UciEngine`] is dropped. With a
//! [`ProcessGuard`], the whole group is also killed when the match runner dies.

mod connection;
mod engine_option;
mod engine_player;
mod error;
mod info;
mod lines;
mod log;
mod output;
mod process;
mod stdin;

pub use engine_option::{EngineOption, OptionKind};
pub use engine_player::{EnginePlayer, GoReply};
pub use error::{ExpectedReply, UciEngineError};
pub use log::ProtocolLog;
pub use output::EngineMove;
pub use process::{ProcessGuard, find_program};

use super::settings::{EngineSpec, EngineTimeouts};
use connection::EngineConnection;
use output::MessageContent;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// How many warnings are kept until they are fetched.
const MAX_WARNINGS: usize = 16;

/// How many pending messages are handled before a command: more than the channel holds.
const MAX_PENDING: usize = 1000;
/// An answer that takes longer gets a remark, although no clock runs.
const SLOW_ANSWER: Duration = Duration::from_secs(1);

/// A running UCI engine. It is killed when dropped.
///
/// Errors are permanent: after one, every call returns the same error.
#[derive(Debug)]
pub struct UciEngine {
    timeouts: EngineTimeouts,
    options: Vec<EngineOption>,
    connection: EngineConnection,
    /// `go` commands that have no `bestmove` yet.
    pending_moves: u32,
    /// The current value of the engine's `UCI_Chess960`.
    chess960: bool,
    /// The `position` command that the engine is pondering on.
    pondering: Option<String>,
    warnings: Vec<String>,
}

impl UciEngine {
    /// Starts an engine, sets its options and waits until it is ready. Options that the engine does not have cause a
    /// warning, except `Threads=1`.
    ///
    /// With a guard, the engine is pinned to `cores`, if any are given, and its process is killed when the calling
    /// *thread* ends, so that thread should live as long as the engine. The flag `stop` cancels every wait for the engine,
    /// within a tenth of a second.
    ///
    /// # Errors
    /// The program cannot be run, exits, or does not send `uciok` and `readyok` in time; the system does not have these
    /// cores; or the flag was set.
    pub fn start(
        spec: &EngineSpec,
        timeouts: &EngineTimeouts,
        cores: &[usize],
        guard: Option<&ProcessGuard>,
        log: Option<ProtocolLog>,
        stop: Arc<AtomicBool>,
    ) -> Result<Self, UciEngineError> {
        let mut engine = Self {
            timeouts: *timeouts,
            options: Vec::new(),
            connection: EngineConnection::start(spec, cores, guard, log, stop)?,
            pending_moves: 0,
            chess960: false,
            pondering: None,
            warnings: Vec::new(),
        };
        engine.handshake()?;
        for (name, value) in &spec.options {
            engine.set_option(name, value)?;
        }
        engine.sync("")?;
        Ok(engine)
    }

    /// The options, in the order in which the engine sent them.
    pub fn options(&self) -> &[EngineOption] {
        &self.options
    }

    /// The option of this name, ignoring case.
    fn option(&self, name: &str) -> Option<&EngineOption> {
        let mut options = self.options.iter();
        options.find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// Stops an engine that owes moves, and waits for them. Does nothing if it owes none.
    ///
    /// # Errors
    /// The moves do not come in time, or the engine has exited or failed before: it must be restarted.
    pub fn recover(&mut self) -> Result<(), UciEngineError> {
        let limit = self.stop_limit();
        self.recover_within(limit)
    }

    fn recover_within(&mut self, limit: Duration) -> Result<(), UciEngineError> {
        self.handle_pending();
        if self.pending_moves == 0 {
            return self.connection.check(ExpectedReply::ReadyOk);
        }
        self.stop_search(limit).map(drop)
    }

    /// How long the engine may take to stop. No clock runs while it ponders, so then it may take as long as to get ready.
    const fn stop_limit(&self) -> Duration {
        self.timeout(match self.pondering {
            Some(_) => ExpectedReply::ReadyOk,
            None => ExpectedReply::BestMoveAfterStop,
        })
    }

    /// Sends `stop` and waits for all owed moves within this time; returns the last one.
    fn stop_search(&mut self, limit: Duration) -> Result<Option<EngineMove>, UciEngineError> {
        self.pondering = None;
        let expected = ExpectedReply::BestMoveAfterStop;
        let sent = self.write("stop\n", expected)?;
        let mut last = None;
        while self.pending_moves > 0 {
            let content = self.receive_within(limit, sent, expected)?;
            self.handle(&content);
            if let MessageContent::BestMove(reply) = content {
                last = Some(*reply);
            }
        }
        self.warn_if_slow(sent, "stop");
        Ok(last)
    }

    /// Sends `quit`, and kills the engine if it does not exit in time.
    pub fn quit(mut self) {
        let limit = Duration::from_millis(self.timeouts.quit_ms);
        let expected = ExpectedReply::BestMoveAfterStop;
        let sent = self.connection.write("quit\n", limit, expected);
        if sent.is_ok() {
            self.connection.close(limit);
        }
    }

    /// Sends `uci` and waits for `uciok`.
    fn handshake(&mut self) -> Result<(), UciEngineError> {
        let expected = ExpectedReply::UciOk;
        let sent = self.write("uci\n", expected)?;
        loop {
            match self.receive(sent, expected)? {
                MessageContent::Option(option) => self.options.push(option),
                MessageContent::UciOk => return Ok(()),
                content => self.handle(&content),
            }
        }
    }

    /// True if the engine is pondering on this position and waits for `ponderhit`.
    fn is_ponder_hit(&mut self, position: &str) -> bool {
        let is_hit = self.pondering.take().as_deref() == Some(position);
        self.handle_pending();
        if is_hit && self.pending_moves == 0 {
            self.warn("sent 'bestmove' while it should ponder".to_owned());
        }
        is_hit && self.pending_moves > 0
    }

    /// Sends lines and `isready`, and waits for `readyok`.
    fn sync(&mut self, lines: &str) -> Result<(), UciEngineError> {
        self.handle_pending();
        let expected = ExpectedReply::ReadyOk;
        let sent = self.write(&format!("{lines}isready\n"), expected)?;
        loop {
            match self.receive(sent, expected)? {
                MessageContent::ReadyOk => return Ok(()),
                content => self.handle(&content),
            }
        }
    }

    /// Remarks on an answer that came late: no clock runs meanwhile.
    fn warn_if_slow(&mut self, sent: Instant, command: &str) {
        let waited = sent.elapsed();
        if waited >= SLOW_ANSWER {
            let seconds = waited.as_secs_f64();
            self.warn(format!("took {seconds:.1} s to answer '{command}'"));
        }
    }

    /// Writes whole lines within the time limit of a reply; returns the time after the last byte.
    fn write(&mut self, lines: &str, expected: ExpectedReply) -> Result<Instant, UciEngineError> {
        let limit = self.timeout(expected);
        Ok(self.connection.write(lines, limit, expected)?.end)
    }

    /// The next message within the time limit of a reply, which counts from `sent`.
    fn receive(
        &mut self,
        sent: Instant,
        expected: ExpectedReply,
    ) -> Result<MessageContent, UciEngineError> {
        self.receive_within(self.timeout(expected), sent, expected)
    }

    fn receive_within(
        &mut self,
        limit: Duration,
        sent: Instant,
        expected: ExpectedReply,
    ) -> Result<MessageContent, UciEngineError> {
        match self.connection.next(sent, limit, expected)? {
            Some(message) => Ok(message.content),
            None => Err(self.connection.time_out(expected, sent)),
        }
    }

    /// Handles all messages that have arrived. If the engine has exited, the next wait reports it.
    fn handle_pending(&mut self) {
        for _ in 0..MAX_PENDING {
            let Some(message) = self.connection.try_next() else {
                break;
            };
            self.handle(&message.content);
        }
    }

    /// Handles a message outside a `go`, possibly a move that was still owed.
    fn handle(&mut self, content: &MessageContent) {
        match content {
            MessageContent::BestMove(_) if self.pending_moves > 0 => self.pending_moves -= 1,
            content => self.handle_unexpected(content),
        }
    }

    fn handle_unexpected(&mut self, content: &MessageContent) {
        match content {
            MessageContent::BestMove(reply) => {
                self.warn(format!("sent an unexpected 'bestmove {}'", reply.best));
            }
            MessageContent::ReadyOk => self.warn("sent an unexpected 'readyok'".to_owned()),
            MessageContent::Truncated => {
                self.warn(format!(
                    "sent a line of more than {} bytes",
                    lines::MAX_LINE
                ));
            }
            // Harmless if repeated or late.
            MessageContent::Option(_) | MessageContent::UciOk => {}
        }
    }

    fn warn(&mut self, text: String) {
        if self.warnings.len() < MAX_WARNINGS {
            self.warnings.push(text);
        }
    }

    const fn timeout(&self, expected: ExpectedReply) -> Duration {
        Duration::from_millis(match expected {
            ExpectedReply::UciOk => self.timeouts.start_ms,
            ExpectedReply::ReadyOk => self.timeouts.ready_ms,
            ExpectedReply::BestMove => self.timeouts.move_ms,
            ExpectedReply::BestMoveAfterStop => self.timeouts.stop_ms,
        })
    }
}

/// True if an engine without this option does what the value asks for: `Threads=1`, since it has one thread.
pub(super) fn is_met_without_option(name: &str, value: &str) -> bool {
    name.eq_ignore_ascii_case("Threads") && value == "1"
}

impl EnginePlayer for UciEngine {
    fn has_option(&self, name: &str) -> bool {
        self.option(name).is_some()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), UciEngineError> {
        let Some(option) = self.option(name) else {
            if is_met_without_option(name, value) {
                return Ok(());
            }
            self.warn(format!("does not have the option '{name}'"));
            return Ok(());
        };
        let command = option.command(value);
        if name.eq_ignore_ascii_case("UCI_Chess960") {
            self.chess960 = value.eq_ignore_ascii_case("true");
        }
        self.send(&command)
    }

    fn new_game(&mut self, chess960: bool) -> Result<(), UciEngineError> {
        self.recover()?;
        if self.chess960 != chess960 {
            self.set_option("UCI_Chess960", if chess960 { "true" } else { "false" })?;
        }
        self.sync("ucinewgame\n")
    }

    fn go(&mut self, position: &str, go: &str, limit: Duration) -> Result<GoReply, UciEngineError> {
        let limit_to_stop = self.stop_limit();
        let is_hit = self.is_ponder_hit(position);
        if !is_hit {
            self.recover_within(limit_to_stop)?;
            let sent = Instant::now();
            self.sync(&line(position))?;
            self.warn_if_slow(sent, "isready");
        }
        let expected = ExpectedReply::BestMove;
        let timeout = self.timeout(ExpectedReply::ReadyOk);
        let command = if is_hit { "ponderhit" } else { go };
        let sent = self.connection.write(&line(command), timeout, expected)?;
        self.pending_moves += u32::from(!is_hit);
        loop {
            let Some(message) = self.connection.next(sent.end, limit, expected)? else {
                let waited = sent.end.elapsed();
                return Ok(GoReply::Timeout { waited });
            };
            match message.content {
                MessageContent::BestMove(reply) if message.at >= sent.begin => {
                    self.pending_moves -= 1;
                    let used = message.at.saturating_duration_since(sent.end);
                    return Ok(GoReply::BestMove(EngineMove {
                        used,
                        pondered: is_hit,
                        ..*reply
                    }));
                }
                content => self.handle_unexpected(&content),
            }
        }
    }

    fn ponder(&mut self, position: &str, go: &str) -> Result<(), UciEngineError> {
        self.recover()?;
        self.send(position)?;
        self.send(go)?;
        self.pending_moves += 1;
        self.pondering = Some(position.to_owned());
        Ok(())
    }

    fn stop(&mut self) -> Result<Option<EngineMove>, UciEngineError> {
        self.handle_pending();
        if self.pending_moves == 0 {
            return Ok(None);
        }
        self.stop_search(self.stop_limit())
    }

    fn send(&mut self, command: &str) -> Result<(), UciEngineError> {
        self.write(&line(command), ExpectedReply::ReadyOk).map(drop)
    }

    fn take_warnings(&mut self) -> Vec<String> {
        self.handle_pending();
        std::mem::take(&mut self.warnings)
    }
}

/// The text as one line: line breaks and NUL become blanks.
fn line(text: &str) -> String {
    let mut line = text.replace(['\n', '\r', '\0'], " ");
    line.push('\n');
    line
}
