//! The process of a player with its pipes: lines out, messages in, a time limit on everything.

use super::error::{ExpectedReply, UciEngineError};
use super::log::{LogSource, ProtocolLog};
use super::output::{self, EngineMessage, StderrReader};
use super::process::{EngineProcess, ProcessGuard};
use super::stdin::{EngineStdin, WriteError, WriteTimes};
use crate::arbiter::settings::EngineSpec;
use flume::{Receiver, RecvTimeoutError};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often one who waits looks whether the process still lives. Mostly the end of its output tells; this is for output
/// that somebody else holds open.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// How long a process may live on after it has closed its output, before that is what is reported.
const EXIT_GRACE: Duration = Duration::from_millis(500);

/// A running process and what it says.
#[derive(Debug)]
pub struct EngineConnection {
    name: String,
    // Dropped, and killed, before the pipes: their threads end with it.
    process: EngineProcess,
    stdin: EngineStdin,
    messages: Receiver<EngineMessage>,
    stderr: StderrReader,
    log: Option<ProtocolLog>,
    /// A message that arrived after the deadline of the one who found it.
    held: Option<EngineMessage>,
    /// Set when nobody wants to hear more.
    stop: Arc<AtomicBool>,
    /// What went wrong. Nothing goes right after that.
    failed: Option<UciEngineError>,
}

impl EngineConnection {
    /// Starts the program of an engine.
    ///
    /// # Errors
    /// [`UciEngineError::Spawn`]
    pub fn start(
        spec: &EngineSpec,
        guard: Option<&ProcessGuard>,
        log: Option<ProtocolLog>,
    ) -> Result<Self, UciEngineError> {
        let refused = |why| UciEngineError::Spawn { why };
        let no_resource = |error: io::Error| refused(error.to_string());
        let (process, pipes) = EngineProcess::start(spec, guard).map_err(refused)?;
        Ok(Self {
            name: spec.name.clone(),
            process,
            stdin: EngineStdin::new(pipes.stdin).map_err(no_resource)?,
            messages: output::listen(pipes.output, &spec.name, log.clone()).map_err(no_resource)?,
            stderr: StderrReader::listen(pipes.errors, &spec.name, log.clone())
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
    pub fn check(&mut self, expected: ExpectedReply) -> Result<(), UciEngineError> {
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        match self.process.status() {
            Some(_) => Err(self.gone(expected)),
            None => Ok(()),
        }
    }

    /// Writes lines, each of which ends with a line break.
    ///
    /// # Errors
    /// [`UciEngineError::Deaf`] after the limit, the process has ended, or something went wrong before.
    pub fn write(
        &mut self,
        lines: &str,
        limit: Duration,
        expected: ExpectedReply,
    ) -> Result<WriteTimes, UciEngineError> {
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        let began = Instant::now();
        if let Some(log) = &self.log {
            for line in lines.lines() {
                log.write(began, &self.name, LogSource::Stdin, line);
            }
        }
        self.stdin.write(lines, limit).map_err(|why| match why {
            WriteError::Closed => self.gone(expected),
            WriteError::Blocked => self.failed(UciEngineError::Deaf {
                expected,
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
        expected: ExpectedReply,
    ) -> Result<Option<EngineMessage>, UciEngineError> {
        let mut dead = false;
        loop {
            let left = limit.saturating_sub(since.elapsed());
            let received = match self.held.take() {
                Some(message) => Ok(message),
                None => self.messages.recv_timeout(left.min(POLL_INTERVAL)),
            };
            match received {
                Ok(message) if message.at.saturating_duration_since(since) > limit => {
                    self.held = Some(message);
                    return Ok(None);
                }
                Ok(message) => return Ok(Some(message)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone(expected)),
                Err(RecvTimeoutError::Timeout) if self.stop.load(Ordering::Relaxed) => {
                    return Err(self.failed(UciEngineError::Cancelled));
                }
                // Its last words had time to arrive.
                Err(RecvTimeoutError::Timeout) if dead => return Err(self.gone(expected)),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Ok(None),
                Err(RecvTimeoutError::Timeout) => dead = self.process.status().is_some(),
            }
        }
    }

    /// A message that has arrived already.
    pub fn waiting(&mut self) -> Option<EngineMessage> {
        self.held.take().or_else(|| self.messages.try_recv().ok())
    }

    /// Gives the process a while to end by itself.
    pub fn end(mut self, limit: Duration) {
        self.process.wait(limit);
    }

    /// Waits no longer for what is owed since a moment.
    pub fn give_up(&mut self, expected: ExpectedReply, since: Instant) -> UciEngineError {
        let waited = since.elapsed();
        self.failed(UciEngineError::Silent { expected, waited })
    }

    /// Why nothing more can come.
    fn gone(&mut self, expected: ExpectedReply) -> UciEngineError {
        let error = match self.process.wait(EXIT_GRACE) {
            Some(status) => UciEngineError::Exited {
                status: status.to_string(),
                expected,
                said: self.stderr.last(),
            },
            None => UciEngineError::Closed { expected },
        };
        self.failed(error)
    }

    fn failed(&mut self, error: UciEngineError) -> UciEngineError {
        self.failed = Some(error.clone());
        error
    }
}
