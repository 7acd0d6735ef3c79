//! The judgement of a move, by its loss in expected score.
//!
//! The thresholds are in points of expected score, where a win is 1 and a draw ½. Near equality 0.10 is about a third
//! of a pawn; in a won or lost position the same material counts less.

use serde::Serialize;

/// A move with at least this loss is an inaccuracy, `?!`.
pub const INACCURACY: f64 = 0.10;
/// A move with at least this loss is a mistake, `?`.
pub const MISTAKE: f64 = 0.20;
/// A move with at least this loss is a blunder, `??`.
pub const BLUNDER: f64 = 0.30;
/// A move is good, `!`, if the second-best move would have lost at least this much.
pub const ONLY_MOVE: f64 = 0.30;

/// The loss that halves the accuracy of a move.
const HALF_ACCURACY: f64 = 0.20;

/// For losses in centipawns, scores are capped at ± this many centipawns; a mate counts as the cap.
pub const CENTIPAWN_LIMIT: i32 = 1000;

/// The judgement of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Judgement {
    /// The only move that holds, and not an obvious one: `!`.
    Good,
    /// It loses at least [`INACCURACY`]: `?!`.
    Inaccuracy,
    /// It loses at least [`MISTAKE`]: `?`.
    Mistake,
    /// It loses at least [`BLUNDER`]: `??`.
    Blunder,
}

impl Judgement {
    /// The judgement of a move with this loss of expected score; `None` if it is no error.
    pub fn of_loss(loss: f64) -> Option<Self> {
        match loss {
            loss if loss >= BLUNDER => Some(Self::Blunder),
            loss if loss >= MISTAKE => Some(Self::Mistake),
            loss if loss >= INACCURACY => Some(Self::Inaccuracy),
            _ => None,
        }
    }

    /// True for an inaccuracy, a mistake or a blunder.
    pub const fn is_error(self) -> bool {
        !matches!(self, Self::Good)
    }

    /// The numeric annotation glyph of PGN.
    pub const fn glyph(self) -> u8 {
        match self {
            Self::Good => 1,
            Self::Mistake => 2,
            Self::Blunder => 4,
            Self::Inaccuracy => 6,
        }
    }

    /// The annotation sign: `!`, `?!`, `?` or `??`.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Good => "!",
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// The word, with a capital letter.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Good => "Only move",
            Self::Inaccuracy => "Inaccuracy",
            Self::Mistake => "Mistake",
            Self::Blunder => "Blunder",
        }
    }
}

/// The accuracy of a move in percent: 100 for a move without loss, halved for each fifth of a point of expected score
/// that it loses.
pub fn accuracy(loss: f64) -> f64 {
    100.0 * (-loss.max(0.0) / HALF_ACCURACY).exp2()
}

/// The facts that decide the judgement of one move.
pub(super) struct Candidate {
    /// The loss in expected score.
    pub loss: f64,
    /// The loss of the second-best move; `None` if there is no other move.
    pub second_loss: Option<f64>,
    /// True if it is the best move.
    pub is_best: bool,
    /// True if it is in the opening book.
    pub is_book: bool,
    /// True if it wins material at once or recaptures.
    pub is_obvious: bool,
}

impl Candidate {
    pub fn judgement(&self) -> Option<Judgement> {
        if self.is_book {
            return None;
        }
        let is_only = self.is_best && self.second_loss.is_some_and(|loss| loss >= ONLY_MOVE);
        if is_only && !self.is_obvious {
            return Some(Judgement::Good);
        }
        Judgement::of_loss(self.loss)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_have_names() {
        let judgements = [0.0, 0.099, 0.1, 0.2, 0.3, 1.0].map(Judgement::of_loss);
        let signs = judgements.map(|judgement| judgement.map_or("", Judgement::sign));
        assert_eq!(signs, ["", "", "?!", "?", "??", "??"]);
        let glyphs = judgements.map(|judgement| judgement.map_or(0, Judgement::glyph));
        assert_eq!(glyphs, [0, 0, 6, 2, 4, 4]);
    }

    #[test]
    fn a_fifth_of_a_point_halves_the_accuracy() {
        let values = [0.0, 0.2, 0.4, -0.3].map(accuracy);
        for (value, expected) in values.into_iter().zip([100.0, 50.0, 25.0, 100.0]) {
            assert!((value - expected).abs() < 1e-9, "{value}");
        }
    }
}
