//! The bounds of a search, and the kinds of nodes.

use crate::types::Score;

/// What a node is asked: scores up to `alpha` are all the same, scores from `beta` on as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// What the side to move already has.
    pub alpha: Score,
    /// What the opponent will not allow.
    pub beta: Score,
}

impl Window {
    /// Everything.
    pub const FULL: Self = Self {
        alpha: Score::cp(-32001),
        beta: Score::INFINITE,
    };

    /// A window that is not empty.
    #[inline(always)]
    pub fn new(alpha: Score, beta: Score) -> Self {
        debug_assert!(alpha < beta);
        Self { alpha, beta }
    }

    /// The narrowest window above alpha, seen by the opponent.
    #[inline(always)]
    pub fn zero_at_alpha(self) -> Self {
        Self::new(-self.alpha - 1, -self.alpha)
    }

    /// Raises alpha; false if the window would be empty.
    #[inline(always)]
    pub fn raise(&mut self, score: Score) -> bool {
        if score >= self.beta {
            return false;
        }
        self.alpha = self.alpha.max(score);
        true
    }

    /// True if a score is no better than what the side to move already has.
    #[inline(always)]
    pub fn fails_low(self, score: Score) -> bool {
        score <= self.alpha
    }

    /// True if a score is more than the opponent allows.
    #[inline(always)]
    pub fn fails_high(self, score: Score) -> bool {
        score >= self.beta
    }
}

impl std::ops::Neg for Window {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self::new(-self.beta, -self.alpha)
    }
}

/// What kind of node is searched, known when the code is compiled.
pub trait NodeType {
    /// True on the principal variation.
    const PV: bool;
    /// True at the root.
    const ROOT: bool;
}

/// The root.
pub struct RootNode;
/// A node of the principal variation.
pub struct PvNode;
/// Any other node; its window has no inside.
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
