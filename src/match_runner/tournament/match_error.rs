//! Why a match cannot continue.

use crate::match_runner::ledger::LedgerError;
use crate::match_runner::uci_engine::UciEngineError;

/// The reasons why a match cannot continue. Finished games are kept.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// An engine cannot be started.
    #[error("{name}: {error}")]
    Engine {
        /// The name of the engine.
        name: String,
        /// The reason why it cannot be started.
        #[source]
        error: UciEngineError,
    },
    /// A finished game cannot be recorded.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
}
