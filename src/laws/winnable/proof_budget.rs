//! The limits of a question of winnability.

use super::table;
use std::fmt;

/// The limits of one winnability question.
#[derive(Clone, Copy)]
pub struct ProofBudget<'a> {
    /// The limit on the positions visited by all methods together.
    pub nodes: u64,
    /// The largest bitbase to build, in pieces including kings. One of three pieces takes milliseconds, one of four a
    /// second or two, which cannot be cancelled.
    pub table_pieces: u32,
    /// Whether to ask the external solver when short searches, or the closed set of a blocked position, leave the
    /// question open. It can take several seconds and cannot be cancelled.
    pub external: bool,
    /// Polled now and then; true stops the search.
    pub cancelled: &'a (dyn Fn() -> bool + Sync),
}

impl fmt::Debug for ProofBudget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProofBudget")
            .field("nodes", &self.nodes)
            .field("table_pieces", &self.table_pieces)
            .field("external", &self.external)
            .finish_non_exhaustive()
    }
}

impl ProofBudget<'_> {
    /// The budget, in positions, that makes bitbases of four pieces worth building.
    const WORTH_FOUR_PIECES: u64 = 100_000;

    /// A budget of `nodes` positions without the external solver, with bitbases of four pieces if they are worth
    /// building.
    pub const fn new(nodes: u64) -> Self {
        Self {
            nodes,
            table_pieces: if nodes < Self::WORTH_FOUR_PIECES {
                table::MAX_PIECES - 1
            } else {
                table::MAX_PIECES
            },
            external: false,
            cancelled: &|| false,
        }
    }

    /// A budget like [`ProofBudget::new`], but with the external solver, unless `nodes` is 0.
    pub const fn with_solver(nodes: u64) -> Self {
        Self {
            external: nodes > 0,
            ..Self::new(nodes)
        }
    }

    /// The budget of the dead position test after each move of a game: usually milliseconds, at worst a second.
    pub const fn for_each_move() -> Self {
        Self::new(200_000)
    }

    /// The budget of a proof that the result of a game depends on.
    pub const fn for_result() -> Self {
        Self::with_solver(2_000_000)
    }
}
