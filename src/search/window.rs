//! The alpha-beta window and the node types.

use crate::tt::Bound;
use crate::types::Score;

/// The alpha-beta window, never empty: scores up to `alpha` fail low, from `beta` on fail high.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Lower bound: the score that the side to move is already sure of.
    pub alpha: Score,
    /// Upper bound: the score to which the opponent can already hold the side to move.
    pub beta: Score,
}

impl Window {
    /// The window that contains all scores.
    pub const FULL: Self = Self {
        alpha: Score::new(-32001),
        beta: Score::INFINITE,
    };

    /// The window between two scores; `alpha` must be below `beta`.
    #[inline(always)]
    pub fn new(alpha: Score, beta: Score) -> Self {
        debug_assert!(alpha < beta);
        Self { alpha, beta }
    }

    /// True if no score lies inside, so that a search can only fail low or high.
    #[inline(always)]
    pub fn is_null(self) -> bool {
        self.beta == self.alpha + 1
    }

    /// The null window just above alpha, as the child node sees it: (-alpha - 1, -alpha).
    #[inline(always)]
    pub fn child_null_window(self) -> Self {
        Self::new(-self.alpha - 1, -self.alpha)
    }

    /// Raises alpha to `score`. Returns false and changes nothing on a beta cutoff.
    #[inline(always)]
    pub fn raise_alpha(&mut self, score: Score) -> bool {
        if score >= self.beta {
            return false;
        }
        self.alpha = self.alpha.max(score);
        true
    }

    /// True if the score is at most alpha.
    #[inline(always)]
    pub fn fails_low(self, score: Score) -> bool {
        score <= self.alpha
    }

    /// True if the score is at least beta.
    #[inline(always)]
    pub fn fails_high(self, score: Score) -> bool {
        score >= self.beta
    }

    /// What a fail-soft score searched with this window says about the true score.
    #[inline(always)]
    pub fn bound(self, score: Score) -> Bound {
        if self.fails_high(score) {
            Bound::Lower
        } else if self.fails_low(score) {
            Bound::Upper
        } else {
            Bound::Exact
        }
    }
}

impl std::ops::Neg for Window {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self::new(-self.beta, -self.alpha)
    }
}

/// The type of a node, known at compile time.
pub trait NodeType {
    /// True in nodes of the principal variation.
    const PV: bool;
    /// True in the root node only.
    const ROOT: bool;
}

/// The root, which is a PV node too.
pub struct RootNode;
/// A node of the principal variation.
pub struct PvNode;
/// Any other node, searched with a null window.
pub struct NonPvNode;

impl NodeType for RootNode {
    const PV: bool = true;
    const ROOT: bool = true;
}

impl NodeType for PvNode {
    const PV: bool = true;
    const ROOT: bool = false;
}

impl NodeType for NonPvNode {
    const PV: bool = false;
    const ROOT: bool = false;
}
