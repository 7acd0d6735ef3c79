//! Players: child processes that speak UCI, and whatever else they do.
//!
//! A [`Player`] has two threads besides the caller's. One reads the standard output, stamps each line with its time of
//! arrival and keeps what matters; one empties the standard error. Writing never blocks. Everything waits with a time
//! limit, and everything that is kept is bounded.
//!
//! Before each `go` comes a barrier: `position`, `isready`, and a wait for `readyok`. The clock then starts when the few
//! bytes of `go` have left, and whatever the engine said before that cannot be taken for its answer. Answers owed for an
//! earlier `go` are counted.
//!
//! A player runs in a process group of its own, which is killed when it is dropped. With a [`Guard`] it dies with us
//! too, however we end.

mod error;
mod identity;
mod info;
mod input;
mod lines;
mod link;
mod log;
mod output;
mod process;
mod reply;

pub use error::{PlayerError, Stage};
pub use identity::{Identity, OfferedOption, OptionKind};
pub use log::Log;
pub use process::{Guard, find};
pub use reply::{Answer, Reply};

use super::settings::{EngineSpec, Patience};
use link::Link;
use output::Content;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Remarks that are kept at most until they are fetched.
const MOST_REMARKS: usize = 16;

/// Messages that are looked through at most before the next question: more than can be waiting.
const MOST_WAITING: usize = 1000;

/// An engine at the board. Dropped, it is killed.
///
/// After an error a player is of no more use than to be dropped: all that is asked of it ends in the same error.
#[derive(Debug)]
pub struct Player {
    patience: Patience,
    identity: Identity,
    link: Link,
    /// Questions without an answer yet.
    owed: u32,
    /// Whether the engine has been told to write castling as the king taking its rook.
    chess960: bool,
    remarks: Vec<String>,
}

impl Player {
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
        patience: &Patience,
        guard: Option<&Guard>,
        log: Option<Log>,
    ) -> Result<Self, PlayerError> {
        let mut player = Self {
            patience: *patience,
            identity: Identity::default(),
            link: Link::start(spec, guard, log)?,
            owed: 0,
            chess960: false,
            remarks: Vec::new(),
        };
        player.introduce()?;
        for (name, value) in &spec.options {
            player.set_option(name, value)?;
        }
        player.sync("")?;
        Ok(player)
    }

    /// When this is set, whoever waits for the engine gives up within a tenth of a second.
    pub fn stop_with(&mut self, stop: Arc<AtomicBool>) {
        self.link.stop_with(stop);
    }

    /// What the engine said about itself.
    pub fn identity(&self) -> &Identity {
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
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), PlayerError> {
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
    pub fn new_game(&mut self, chess960: bool) -> Result<(), PlayerError> {
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
    pub fn ask(&mut self, position: &str, go: &str, limit: Duration) -> Result<Reply, PlayerError> {
        self.recover()?;
        self.sync(&line(position))?;
        let patience = self.patience(Stage::Ready);
        let told = self.link.write(&line(go), patience, Stage::Move)?;
        self.owed += 1;
        loop {
            let Some(message) = self.link.next(told.done, limit, Stage::Move)? else {
                let waited = told.done.elapsed();
                return Ok(Reply::TooLate { waited });
            };
            match message.content {
                Content::BestMove(said) if message.at >= told.begun => {
                    self.owed -= 1;
                    let used = message.at.saturating_duration_since(told.done);
                    return Ok(Reply::Answered(Answer::new(*said, used)));
                }
                content => self.note_unasked(&content),
            }
        }
    }

    /// Stops an engine that owes answers, and waits until it has given them. One that owes none is left alone.
    ///
    /// # Errors
    /// The answers do not come in time, or the engine has ended, or has failed before: a new one is needed.
    pub fn recover(&mut self) -> Result<(), PlayerError> {
        self.hear_what_waits();
        if self.owed == 0 {
            return self.link.check(Stage::Ready);
        }
        let limit = self.patience(Stage::Stop);
        let told = self.link.write(&line("stop"), limit, Stage::Stop)?;
        while self.owed > 0 {
            match self.link.next(told.done, limit, Stage::Stop)? {
                Some(message) => self.note(&message.content),
                None => return Err(self.link.give_up(Stage::Stop, told.done)),
            }
        }
        Ok(())
    }

    /// Tells the engine something else.
    ///
    /// # Errors
    /// It does not read, or has ended.
    pub fn tell(&mut self, text: &str) -> Result<(), PlayerError> {
        let limit = self.patience(Stage::Ready);
        self.link.write(&line(text), limit, Stage::Ready)?;
        Ok(())
    }

    /// What the engine did wrong, as far as it is known, since this was asked last: predicates such as "sent 'bestmove
    /// e2e4' unasked", a bounded number of them.
    pub fn remarks(&mut self) -> Vec<String> {
        self.hear_what_waits();
        std::mem::take(&mut self.remarks)
    }

    /// Asks the engine to end, gives it a while, and kills it.
    pub fn quit(mut self) {
        let limit = Duration::from_millis(self.patience.quit_ms);
        if self.link.write(&line("quit"), limit, Stage::Stop).is_ok() {
            self.link.end(limit);
        }
    }

    /// `uci` to `uciok`.
    fn introduce(&mut self) -> Result<(), PlayerError> {
        let limit = self.patience(Stage::Start);
        let told = self.link.write(&line("uci"), limit, Stage::Start)?;
        loop {
            let Some(message) = self.link.next(told.done, limit, Stage::Start)? else {
                return Err(self.link.give_up(Stage::Start, told.done));
            };
            match message.content {
                Content::Name(name) => self.identity.name = Some(name),
                Content::Author(author) => self.identity.author = Some(author),
                Content::Option(option) => self.identity.options.push(option),
                Content::UciOk => return Ok(()),
                content => self.note(&content),
            }
        }
    }

    /// Tells lines, then `isready` to `readyok`.
    fn sync(&mut self, lines: &str) -> Result<(), PlayerError> {
        self.hear_what_waits();
        let limit = self.patience(Stage::Ready);
        let lines = format!("{lines}isready\n");
        let told = self.link.write(&lines, limit, Stage::Ready)?;
        loop {
            let Some(message) = self.link.next(told.done, limit, Stage::Ready)? else {
                return Err(self.link.give_up(Stage::Ready, told.done));
            };
            match message.content {
                Content::ReadyOk => return Ok(()),
                content => self.note(&content),
            }
        }
    }

    /// Takes note of all that has arrived. If nothing more can come, whoever waits for something will see it.
    fn hear_what_waits(&mut self) {
        for _ in 0..MOST_WAITING {
            let Some(message) = self.link.waiting() else {
                break;
            };
            self.note(&message.content);
        }
    }

    /// Takes note of a message that nobody waits for: perhaps an answer that was owed.
    fn note(&mut self, content: &Content) {
        match content {
            Content::BestMove(_) if self.owed > 0 => self.owed -= 1,
            content => self.note_unasked(content),
        }
    }

    fn note_unasked(&mut self, content: &Content) {
        match content {
            Content::BestMove(answer) => {
                self.remark(format!("sent 'bestmove {}' unasked", answer.best));
            }
            Content::ReadyOk => self.remark("sent 'readyok' unasked".to_owned()),
            Content::Cut => {
                let longest = lines::LONGEST;
                self.remark(format!("sent a line of more than {longest} bytes"));
            }
            // Said twice or late, it does no harm.
            Content::Name(_) | Content::Author(_) | Content::Option(_) | Content::UciOk => {}
        }
    }

    fn remark(&mut self, text: String) {
        if self.remarks.len() < MOST_REMARKS {
            self.remarks.push(text);
        }
    }

    fn patience(&self, stage: Stage) -> Duration {
        Duration::from_millis(match stage {
            Stage::Start => self.patience.start_ms,
            Stage::Ready => self.patience.ready_ms,
            Stage::Move => self.patience.move_ms,
            Stage::Stop => self.patience.stop_ms,
        })
    }
}

/// The text as one line, whatever is in it.
fn line(text: &str) -> String {
    let mut line = text.replace(['\n', '\r', '\0'], " ");
    line.push('\n');
    line
}
