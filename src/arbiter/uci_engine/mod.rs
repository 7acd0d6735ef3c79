//! Players: child processes that speak UCI, and whatever else they do.
//!
//! A [`UciEngine`] has two threads besides the caller's. One reads the standard output, stamps each line with its time of
//! arrival and keeps what matters; one empties the standard error. Writing never blocks. Everything waits with a time
//! limit, and everything that is kept is bounded.
//!
//! Before each `go` comes a barrier: `position`, `isready`, and a wait for `readyok`. The clock then starts when the few
//! bytes of `go` have left, and whatever the engine said before that cannot be taken for its answer. Answers owed for an
//! earlier `go` are counted.
//!
//! A player runs in a process group of its own, which is killed when it is dropped. With a [`ProcessGuard`] it dies with us
//! too, however we end.

mod connection;
mod error;
mod identity;
mod info;
mod lines;
mod log;
mod output;
mod process;
mod reply;
mod stdin;

pub use error::{ExpectedReply, UciEngineError};
pub use identity::{EngineIdentity, EngineOption, OptionKind};
pub use log::ProtocolLog;
pub use process::{ProcessGuard, find_program};
pub use reply::{EngineMove, GoReply};

use super::settings::{EngineSpec, EngineTimeouts};
use connection::EngineConnection;
use output::MessageContent;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Remarks that are kept at most until they are fetched.
const MAX_REMARKS: usize = 16;

/// Messages that are looked through at most before the next question: more than can be waiting.
const MAX_PENDING: usize = 1000;

/// An engine at the board. Dropped, it is killed.
///
/// After an error a player is of no more use than to be dropped: all that is asked of it ends in the same error.
#[derive(Debug)]
pub struct UciEngine {
    timeouts: EngineTimeouts,
    identity: EngineIdentity,
    connection: EngineConnection,
    /// Questions without an answer yet.
    pending_moves: u32,
    /// Whether the engine has been told to write castling as the king taking its rook.
    chess960: bool,
    remarks: Vec<String>,
}

impl UciEngine {
    /// Starts an engine, sets its options and waits until it is ready. Options that it does not offer are not set, but
    /// remarked upon.
    ///
    /// With a guard, the process ends when the *thread* that calls this ends: that thread should live as long as the
    /// player.
    ///
    /// # Errors
    /// The program cannot be run, ends, or does not say `uciok` and `readyok` in time.
    pub fn start(
        spec: &EngineSpec,
        timeouts: &EngineTimeouts,
        guard: Option<&ProcessGuard>,
        log: Option<ProtocolLog>,
    ) -> Result<Self, UciEngineError> {
        let mut player = Self {
            timeouts: *timeouts,
            identity: EngineIdentity::default(),
            connection: EngineConnection::start(spec, guard, log)?,
            pending_moves: 0,
            chess960: false,
            remarks: Vec::new(),
        };
        player.handshake()?;
        for (name, value) in &spec.options {
            player.set_option(name, value)?;
        }
        player.sync("")?;
        Ok(player)
    }

    /// When this is set, whoever waits for the engine gives up within a tenth of a second.
    pub fn stop_with(&mut self, stop: Arc<AtomicBool>) {
        self.connection.stop_with(stop);
    }

    /// What the engine said about itself.
    pub fn identity(&self) -> &EngineIdentity {
        &self.identity
    }

    /// Whether the engine offers an option of this name, in any letter case.
    pub fn offers(&self, option: &str) -> bool {
        self.identity.option(option).is_some()
    }

    /// Sets an option under the engine's own spelling of its name. One that it does not offer is remarked upon.
    ///
    /// # Errors
    /// The engine cannot be told.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), UciEngineError> {
        let Some(option) = self.identity.option(name) else {
            self.remark(format!("does not offer the option '{name}'"));
            return Ok(());
        };
        if option.name.eq_ignore_ascii_case("UCI_Chess960") {
            self.chess960 = value.eq_ignore_ascii_case("true");
        }
        let command = option.command(value);
        self.tell(&command)
    }

    /// Prepares the engine for a game.
    ///
    /// # Errors
    /// The engine is not ready in time.
    pub fn new_game(&mut self, chess960: bool) -> Result<(), UciEngineError> {
        self.recover()?;
        if self.chess960 != chess960 {
            self.set_option("UCI_Chess960", if chess960 { "true" } else { "false" })?;
        }
        self.sync("ucinewgame\n")
    }

    /// Tells the engine a position, waits until it is ready, and has it think. `position` and `go` are whole commands.
    ///
    /// When the limit has passed after `go`, this returns at once and does not stop the engine.
    ///
    /// # Errors
    /// The engine is not ready in time, or it ends. No answer in time is no error.
    pub fn ask(
        &mut self,
        position: &str,
        go: &str,
        limit: Duration,
    ) -> Result<GoReply, UciEngineError> {
        self.recover()?;
        self.sync(&line(position))?;
        let timeouts = self.timeouts(ExpectedReply::ReadyOk);
        let told = self
            .connection
            .write(&line(go), timeouts, ExpectedReply::BestMove)?;
        self.pending_moves += 1;
        loop {
            let Some(message) = self
                .connection
                .next(told.done, limit, ExpectedReply::BestMove)?
            else {
                let waited = told.done.elapsed();
                return Ok(GoReply::Timeout { waited });
            };
            match message.content {
                MessageContent::BestMove(said) if message.at >= told.begun => {
                    self.pending_moves -= 1;
                    let used = message.at.saturating_duration_since(told.done);
                    return Ok(GoReply::BestMove(EngineMove::new(*said, used)));
                }
                content => self.handle_unexpected(&content),
            }
        }
    }

    /// Stops an engine that owes answers, and waits until it has given them. One that owes none is left alone.
    ///
    /// # Errors
    /// The answers do not come in time, or the engine has ended, or has failed before: a new one is needed.
    pub fn recover(&mut self) -> Result<(), UciEngineError> {
        self.drain_pending();
        if self.pending_moves == 0 {
            return self.connection.check(ExpectedReply::ReadyOk);
        }
        let limit = self.timeouts(ExpectedReply::BestMoveAfterStop);
        let told = self
            .connection
            .write(&line("stop"), limit, ExpectedReply::BestMoveAfterStop)?;
        while self.pending_moves > 0 {
            match self
                .connection
                .next(told.done, limit, ExpectedReply::BestMoveAfterStop)?
            {
                Some(message) => self.handle(&message.content),
                None => {
                    return Err(self
                        .connection
                        .give_up(ExpectedReply::BestMoveAfterStop, told.done));
                }
            }
        }
        Ok(())
    }

    /// Tells the engine something else.
    ///
    /// # Errors
    /// It does not read, or has ended.
    pub fn tell(&mut self, text: &str) -> Result<(), UciEngineError> {
        let limit = self.timeouts(ExpectedReply::ReadyOk);
        self.connection
            .write(&line(text), limit, ExpectedReply::ReadyOk)?;
        Ok(())
    }

    /// What the engine did wrong, as far as it is known, since this was asked last: predicates such as "sent 'bestmove
    /// e2e4' unasked", a bounded number of them.
    pub fn remarks(&mut self) -> Vec<String> {
        self.drain_pending();
        std::mem::take(&mut self.remarks)
    }

    /// Asks the engine to end, gives it a while, and kills it.
    pub fn quit(mut self) {
        let limit = Duration::from_millis(self.timeouts.quit_ms);
        if self
            .connection
            .write(&line("quit"), limit, ExpectedReply::BestMoveAfterStop)
            .is_ok()
        {
            self.connection.end(limit);
        }
    }

    /// `uci` to `uciok`.
    fn handshake(&mut self) -> Result<(), UciEngineError> {
        let limit = self.timeouts(ExpectedReply::UciOk);
        let told = self
            .connection
            .write(&line("uci"), limit, ExpectedReply::UciOk)?;
        loop {
            let Some(message) = self
                .connection
                .next(told.done, limit, ExpectedReply::UciOk)?
            else {
                return Err(self.connection.give_up(ExpectedReply::UciOk, told.done));
            };
            match message.content {
                MessageContent::Name(name) => self.identity.name = Some(name),
                MessageContent::Author(author) => self.identity.author = Some(author),
                MessageContent::Option(option) => self.identity.options.push(option),
                MessageContent::UciOk => return Ok(()),
                content => self.handle(&content),
            }
        }
    }

    /// Tells lines, then `isready` to `readyok`.
    fn sync(&mut self, lines: &str) -> Result<(), UciEngineError> {
        self.drain_pending();
        let limit = self.timeouts(ExpectedReply::ReadyOk);
        let lines = format!("{lines}isready\n");
        let told = self
            .connection
            .write(&lines, limit, ExpectedReply::ReadyOk)?;
        loop {
            let Some(message) = self
                .connection
                .next(told.done, limit, ExpectedReply::ReadyOk)?
            else {
                return Err(self.connection.give_up(ExpectedReply::ReadyOk, told.done));
            };
            match message.content {
                MessageContent::ReadyOk => return Ok(()),
                content => self.handle(&content),
            }
        }
    }

    /// Takes note of all that has arrived. If nothing more can come, whoever waits for something will see it.
    fn drain_pending(&mut self) {
        for _ in 0..MAX_PENDING {
            let Some(message) = self.connection.waiting() else {
                break;
            };
            self.handle(&message.content);
        }
    }

    /// Takes note of a message that nobody waits for: perhaps an answer that was owed.
    fn handle(&mut self, content: &MessageContent) {
        match content {
            MessageContent::BestMove(_) if self.pending_moves > 0 => self.pending_moves -= 1,
            content => self.handle_unexpected(content),
        }
    }

    fn handle_unexpected(&mut self, content: &MessageContent) {
        match content {
            MessageContent::BestMove(answer) => {
                self.remark(format!("sent 'bestmove {}' unasked", answer.best));
            }
            MessageContent::ReadyOk => self.remark("sent 'readyok' unasked".to_owned()),
            MessageContent::Cut => {
                let longest = lines::MAX_LINE;
                self.remark(format!("sent a line of more than {longest} bytes"));
            }
            // Said twice or late, it does no harm.
            MessageContent::Name(_)
            | MessageContent::Author(_)
            | MessageContent::Option(_)
            | MessageContent::UciOk => {}
        }
    }

    fn remark(&mut self, text: String) {
        if self.remarks.len() < MAX_REMARKS {
            self.remarks.push(text);
        }
    }

    fn timeouts(&self, expected: ExpectedReply) -> Duration {
        Duration::from_millis(match expected {
            ExpectedReply::UciOk => self.timeouts.start_ms,
            ExpectedReply::ReadyOk => self.timeouts.ready_ms,
            ExpectedReply::BestMove => self.timeouts.move_ms,
            ExpectedReply::BestMoveAfterStop => self.timeouts.stop_ms,
        })
    }
}

/// The text as one line, whatever is in it.
fn line(text: &str) -> String {
    let mut line = text.replace(['\n', '\r', '\0'], " ");
    line.push('\n');
    line
}
