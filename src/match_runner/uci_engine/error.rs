//! Errors of an engine's process and protocol.

use crate::util::word_enum::word_enum;
use std::time::Duration;

word_enum! {
    /// The reply that an engine owes.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum ExpectedReply {
        /// `uciok`, after the start.
        UciOk = "'uciok'",
        /// `readyok`, before a game or, after `position`, before a move.
        ReadyOk = "'readyok'",
        /// `bestmove`.
        BestMove = "'bestmove'",
        /// `bestmove` after `stop`.
        BestMoveAfterStop = "'bestmove' after 'stop'",
    }
}

/// The reasons why an engine cannot continue. The text follows the engine's name: "Foo 1.2 ended (signal: 9) before
/// 'uciok'".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UciEngineError {
    /// The process could not be started.
    #[error("cannot be started: {why}")]
    Spawn {
        /// The cause.
        why: String,
    },
    /// The process has ended.
    #[error("ended ({status}) before {expected}{}", quoted(.stderr.as_deref()))]
    Exited {
        /// Exit code or signal.
        status: String,
        /// The reply it owed.
        expected: ExpectedReply,
        /// The last line of its standard error, if any.
        stderr: Option<String>,
    },
    /// The process runs but has closed its standard input or output.
    #[error("closed its pipes before {expected}")]
    PipesClosed {
        /// The reply it owed.
        expected: ExpectedReply,
    },
    /// The reply did not come in time.
    #[error("did not send {expected} within {} ms{}", .waited.as_millis(), hint(*.expected))]
    Timeout {
        /// The reply it owed.
        expected: ExpectedReply,
        /// How long the match runner waited for it.
        waited: Duration,
    },
    /// The engine stopped reading its input until the pipe was full.
    #[error("did not read its input for {} ms before {expected}", .waited.as_millis())]
    NotReading {
        /// The reply it owed.
        expected: ExpectedReply,
        /// How long the match runner waited.
        waited: Duration,
    },
    /// The match was stopped: see [`super::UciEngine::start`].
    #[error("was abandoned: the match was stopped")]
    Cancelled,
}

impl UciEngineError {
    /// True if there is no engine, or no longer one; an engine that is only late may still come.
    pub const fn is_absence(&self) -> bool {
        matches!(
            self,
            Self::Spawn { .. } | Self::Exited { .. } | Self::PipesClosed { .. }
        )
    }
}

/// What may be wrong with an engine that does not answer to `uci`.
const fn hint(expected: ExpectedReply) -> &'static str {
    match expected {
        ExpectedReply::UciOk => {
            "; a slow one needs a larger --default-time, an xboard engine an adapter such as polyglot"
        }
        _ => "",
    }
}

fn quoted(stderr: Option<&str>) -> String {
    stderr.map_or_else(String::new, |line| format!(": '{line}'"))
}
