//! Why a player cannot go on.

use std::fmt;
use std::time::Duration;

/// What a player owes when it fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedReply {
    /// `uciok` after its start.
    UciOk,
    /// `readyok`: before a game, or before a move once it has been told the position.
    ReadyOk,
    /// `bestmove`.
    BestMove,
    /// `bestmove` after `stop`.
    BestMoveAfterStop,
}

/// The word that is owed.
impl fmt::Display for ExpectedReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::UciOk => "'uciok'",
            Self::ReadyOk => "'readyok'",
            Self::BestMove => "'bestmove'",
            Self::BestMoveAfterStop => "'bestmove' after 'stop'",
        })
    }
}

/// Why a player cannot go on. Its text reads after the name of the engine: "Foo 1.2 ended (signal: 9) before 'uciok'".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UciEngineError {
    /// No process came into being.
    #[error("cannot be started: {why}")]
    Spawn {
        /// What the matter is.
        why: String,
    },
    /// Its process has ended.
    #[error("ended ({status}) before {expected}{}", quoted(.said.as_deref()))]
    Exited {
        /// Exit code or signal.
        status: String,
        /// What it owed.
        expected: ExpectedReply,
        /// The last line it wrote to its standard error, if any.
        said: Option<String>,
    },
    /// It lives, but has closed its standard input or output.
    #[error("closed its pipes before {expected}")]
    Closed {
        /// What it owed.
        expected: ExpectedReply,
    },
    /// It did not say what it owed.
    #[error("did not send {expected} within {} ms", .waited.as_millis())]
    Silent {
        /// What it owed.
        expected: ExpectedReply,
        /// For so long.
        waited: Duration,
    },
    /// It did not read what it was told, until its pipe was full.
    #[error("did not read its input for {} ms before {expected}", .waited.as_millis())]
    Deaf {
        /// What it owed.
        expected: ExpectedReply,
        /// For so long.
        waited: Duration,
    },
    /// Nobody waits for it any more: see [`super::UciEngine::stop_with`].
    #[error("is no longer waited for")]
    Cancelled,
}

fn quoted(said: Option<&str>) -> String {
    said.map_or_else(String::new, |said| format!(": '{said}'"))
}
