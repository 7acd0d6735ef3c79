//! The connection to an engine's process. It writes commands and receives messages, each with a time limit.

use super::error::{ExpectedReply, UciEngineError};
use super::log::{EngineStream, ProtocolLog};
use super::output::{self, EngineMessage, StderrReader};
use super::process::{EngineProcess, ProcessGuard};
use super::stdin::{EngineStdin, WriteError, WriteTimes};
use crate::match_runner::settings::EngineSpec;
use flume::{Receiver, RecvTimeoutError};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often a wait checks that the process is alive. Usually the end of its output shows that it is not; this covers a
/// pipe that a child of the engine holds open.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// How long a process that has closed its pipes may take to exit, so that its exit status can be reported instead.
const EXIT_GRACE: Duration = Duration::from_millis(500);

/// A running engine process with its pipes.
#[derive(Debug)]
pub struct EngineConnection {
    name: String,
    // Declared before the pipes, so that the process is killed before they are dropped, which ends the reader threads.
    process: EngineProcess,
    stdin: EngineStdin,
    messages: Receiver<EngineMessage>,
    stderr: StderrReader,
    log: Option<ProtocolLog>,
    /// A message that arrived after the deadline of the wait that received it.
    late: Option<EngineMessage>,
    /// Set when the match is stopped.
    stop: Arc<AtomicBool>,
    /// The first error; it is permanent.
    error: Option<UciEngineError>,
}

impl EngineConnection {
    /// Starts the program of an engine.
    ///
    /// # Errors
    /// [`UciEngineError::Spawn`]
    pub fn start(
        spec: &EngineSpec,
        cores: &[usize],
        guard: Option<&ProcessGuard>,
        log: Option<ProtocolLog>,
        stop: Arc<AtomicBool>,
    ) -> Result<Self, UciEngineError> {
        let refused = |why| UciEngineError::Spawn { why };
        let no_resource = |error: io::Error| refused(error.to_string());
        let started = EngineProcess::start(spec, cores, guard);
        let (process, (stdin, output, errors)) = started.map_err(refused)?;
        Ok(Self {
            name: spec.name.clone(),
            process,
            stdin: EngineStdin::new(stdin).map_err(no_resource)?,
            messages: output::listen(output, &spec.name, log.clone()).map_err(no_resource)?,
            stderr: StderrReader::listen(errors, &spec.name, log.clone()).map_err(no_resource)?,
            log,
            late: None,
            stop,
            error: None,
        })
    }

    /// Checks that the engine is running and has not failed before.
    ///
    /// # Errors
    /// The process has ended, or an earlier error.
    pub fn check(&mut self, expected: ExpectedReply) -> Result<(), UciEngineError> {
        if let Some(error) = &self.error {
            return Err(error.clone());
        }
        match self.process.status() {
            Some(_) => Err(self.disconnected(expected)),
            None => Ok(()),
        }
    }

    /// Writes whole lines.
    ///
    /// # Errors
    /// [`UciEngineError::NotReading`] after the limit, the process has ended, or an earlier error.
    pub fn write(
        &mut self,
        lines: &str,
        limit: Duration,
        expected: ExpectedReply,
    ) -> Result<WriteTimes, UciEngineError> {
        if let Some(error) = &self.error {
            return Err(error.clone());
        }
        let began = Instant::now();
        if let Some(log) = &self.log {
            for line in lines.lines() {
                log.write(began, &self.name, EngineStream::Stdin, line);
            }
        }
        self.stdin.write(lines, limit).map_err(|why| match why {
            WriteError::Closed => self.disconnected(expected),
            WriteError::Full => self.fail(UciEngineError::NotReading {
                expected,
                waited: began.elapsed(),
            }),
        })
    }

    /// The next message that arrives within `limit` after `since`; `None` if there is none.
    ///
    /// # Errors
    /// The process has ended and all its messages have been received, or the match was stopped.
    pub fn next(
        &mut self,
        since: Instant,
        limit: Duration,
        expected: ExpectedReply,
    ) -> Result<Option<EngineMessage>, UciEngineError> {
        let mut exited = false;
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Err(self.fail(UciEngineError::Cancelled));
            }
            let left = limit.saturating_sub(since.elapsed());
            let received = match self.late.take() {
                Some(message) => Ok(message),
                None => self.messages.recv_timeout(left.min(POLL_INTERVAL)),
            };
            match received {
                Ok(message) if message.at.saturating_duration_since(since) > limit => {
                    self.late = Some(message);
                    return Ok(None);
                }
                Ok(message) => return Ok(Some(message)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.disconnected(expected)),
                // Its last messages had a whole interval to arrive.
                Err(RecvTimeoutError::Timeout) if exited => return Err(self.disconnected(expected)),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Ok(None),
                Err(RecvTimeoutError::Timeout) => exited = self.process.status().is_some(),
            }
        }
    }

    /// A message that has already arrived.
    pub fn try_next(&mut self) -> Option<EngineMessage> {
        self.late.take().or_else(|| self.messages.try_recv().ok())
    }

    /// Waits for the process to exit by itself, then kills it.
    pub fn close(mut self, limit: Duration) {
        self.process.wait(limit);
    }

    /// The permanent error for a reply that has not come since `since`.
    pub fn time_out(&mut self, expected: ExpectedReply, since: Instant) -> UciEngineError {
        let waited = since.elapsed();
        self.fail(UciEngineError::Timeout { expected, waited })
    }

    /// The permanent error for closed pipes: the exit status, if the process has ended.
    fn disconnected(&mut self, expected: ExpectedReply) -> UciEngineError {
        let error = match self.process.wait(EXIT_GRACE) {
            Some(status) => UciEngineError::Exited {
                status: status.to_string(),
                expected,
                stderr: self.stderr.last(),
            },
            None => UciEngineError::PipesClosed { expected },
        };
        self.fail(error)
    }

    fn fail(&mut self, error: UciEngineError) -> UciEngineError {
        self.error = Some(error.clone());
        error
    }
}
