//! What is said of a move, by what it loses in expected score.
//!
//! The thresholds are in points of expected score, where a win is 1 and a draw ½. Near equality 0.10 is about a third of a
//! pawn; in a position that is won or lost the same material counts less.

use serde::Serialize;

/// The loss from which on a move is an inaccuracy, `?!`.
pub const INACCURACY: f64 = 0.10;
/// The loss from which on a move is a mistake, `?`.
pub const MISTAKE: f64 = 0.20;
/// The loss from which on a move is a blunder, `??`.
pub const BLUNDER: f64 = 0.30;
/// A move is good, `!`, if the second-best move would have lost at least so much.
pub const ONLY_MOVE: f64 = 0.30;

/// The loss that halves the accuracy of a move.
const HALF_ACCURACY: f64 = 0.20;

/// The largest score in centipawns that counts for losses in centipawns; mates count as that, too.
pub const CENTIPAWN_LIMIT: i32 = 1000;

/// What is said of a move.
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
    /// The judgement of a move that loses so much expected score; `None` if it is no error.
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

    /// The sign.
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

/// The accuracy of a move in percent: 100 for a move that loses nothing, and half as much for each fifth of a point of
/// expected score that it loses.
pub fn accuracy(loss: f64) -> f64 {
    100.0 * (-loss.max(0.0) / HALF_ACCURACY).exp2()
}

/// What the judgement of one move depends on.
pub(super) struct Candidate {
    /// The loss in expected score.
    pub loss: f64,
    /// What the second-best move loses; `None` if there is no other.
    pub second_loss: Option<f64>,
    /// It is the best move.
    pub is_best: bool,
    /// It is in the opening book.
    pub is_book: bool,
    /// It wins material at once, or takes back.
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
