//! The process of a player with its pipes: lines out, messages in, a time limit on everything.

use super::error::{PlayerError, Stage};
use super::input::{Input, Undelivered, Written};
use super::log::{Log, Voice};
use super::output::{self, Complaints, Message};
use super::process::{Guard, Process};
use crate::arbiter::settings::EngineSpec;
use flume::{Receiver, RecvTimeoutError};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often one who waits looks whether the process still lives. Mostly the end of its output tells; this is for output
/// that somebody else holds open.
const WATCH: Duration = Duration::from_millis(100);

/// How long a process may live on after it has closed its output, before that is what is reported.
const FAREWELL: Duration = Duration::from_millis(500);

/// A running process and what it says.
#[derive(Debug)]
pub struct Link {
    name: String,
    // Dropped, and killed, before the pipes: their threads end with it.
    process: Process,
    input: Input,
    inbox: Receiver<Message>,
    complaints: Complaints,
    log: Option<Log>,
    /// A message that arrived after the deadline of the one who found it.
    held: Option<Message>,
    /// Set when nobody wants to hear more.
    stop: Arc<AtomicBool>,
    /// What went wrong. Nothing goes right after that.
    failed: Option<PlayerError>,
}

impl Link {
    /// Starts the program of an engine.
    ///
    /// # Errors
    /// [`PlayerError::Spawn`]
    pub fn start(
        spec: &EngineSpec,
        guard: Option<&Guard>,
        log: Option<Log>,
    ) -> Result<Self, PlayerError> {
        let refused = |why| PlayerError::Spawn { why };
        let no_resource = |error: io::Error| refused(error.to_string());
        let (process, pipes) = Process::start(spec, guard).map_err(refused)?;
        Ok(Self {
            name: spec.name.clone(),
            process,
            input: Input::new(pipes.input).map_err(no_resource)?,
            inbox: output::listen(pipes.output, &spec.name, log.clone()).map_err(no_resource)?,
            complaints: Complaints::listen(pipes.errors, &spec.name, log.clone())
                .map_err(no_resource)?,
            log,
            held: None,
            stop: Arc::default(),
            failed: None,
        })
    }

    /// Whoever waits gives up soon after this is set.
    pub fn stop_with(&mut self, stop: Arc<AtomicBool>) {
        self.stop = stop;
    }

    /// Whether all is well so far.
    ///
    /// # Errors
    /// The process has ended, or something went wrong before.
    pub fn check(&mut self, stage: Stage) -> Result<(), PlayerError> {
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        match self.process.status() {
            Some(_) => Err(self.gone(stage)),
            None => Ok(()),
        }
    }

    /// Writes lines, each of which ends with a line break.
    ///
    /// # Errors
    /// [`PlayerError::Deaf`] after the limit, the process has ended, or something went wrong before.
    pub fn write(
        &mut self,
        lines: &str,
        limit: Duration,
        stage: Stage,
    ) -> Result<Written, PlayerError> {
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        let began = Instant::now();
        if let Some(log) = &self.log {
            for line in lines.lines() {
                log.write(began, &self.name, Voice::Arbiter, line);
            }
        }
        self.input.write(lines, limit).map_err(|why| match why {
            Undelivered::Broken => self.gone(stage),
            Undelivered::Stuffed => self.failed(PlayerError::Deaf {
                stage,
                waited: began.elapsed(),
            }),
        })
    }

    /// The next message that arrives within the limit after a moment; `None` if there is none.
    ///
    /// # Errors
    /// The process has ended, and all that it said has been heard; or nobody wants to hear more.
    pub fn next(
        &mut self,
        since: Instant,
        limit: Duration,
        stage: Stage,
    ) -> Result<Option<Message>, PlayerError> {
        let mut dead = false;
        loop {
            let left = limit.saturating_sub(since.elapsed());
            let received = match self.held.take() {
                Some(message) => Ok(message),
                None => self.inbox.recv_timeout(left.min(WATCH)),
            };
            match received {
                Ok(message) if message.at.saturating_duration_since(since) > limit => {
                    self.held = Some(message);
                    return Ok(None);
                }
                Ok(message) => return Ok(Some(message)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone(stage)),
                Err(RecvTimeoutError::Timeout) if self.stop.load(Ordering::Relaxed) => {
                    return Err(self.failed(PlayerError::Cancelled));
                }
                // Its last words had time to arrive.
                Err(RecvTimeoutError::Timeout) if dead => return Err(self.gone(stage)),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Ok(None),
                Err(RecvTimeoutError::Timeout) => dead = self.process.status().is_some(),
            }
        }
    }

    /// A message that has arrived already.
    pub fn waiting(&mut self) -> Option<Message> {
        self.held.take().or_else(|| self.inbox.try_recv().ok())
    }

    /// Gives the process a while to end by itself.
    pub fn end(mut self, limit: Duration) {
        self.process.wait(limit);
    }

    /// Waits no longer for what is owed since a moment.
    pub fn give_up(&mut self, stage: Stage, since: Instant) -> PlayerError {
        let waited = since.elapsed();
        self.failed(PlayerError::Silent { stage, waited })
    }

    /// Why nothing more can come.
    fn gone(&mut self, stage: Stage) -> PlayerError {
        let error = match self.process.wait(FAREWELL) {
            Some(status) => PlayerError::Exited {
                status: status.to_string(),
                stage,
                said: self.complaints.last(),
            },
            None => PlayerError::Closed { stage },
        };
        self.failed(error)
    }

    fn failed(&mut self, error: PlayerError) -> PlayerError {
        self.failed = Some(error.clone());
        error
    }
}
