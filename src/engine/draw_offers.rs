//! When to offer a draw and when to accept an offer (Article 9.1).

use crate::types::Score;

/// Scores of at most this many internal units either way count as even.
const EVEN: i32 = 20;
/// How many even scores in a row lead to an offer.
const EVEN_SCORES: u32 = 8;
/// No offer before this ply of the game.
const FIRST_PLY: u32 = 80;

/// Decides about draw offers from the scores of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct DrawOfferPolicy {
    /// Even scores in a row.
    even: u32,
}

impl DrawOfferPolicy {
    /// Records the score of a search at `ply`. Returns true if its move should come with a draw offer: after a series
    /// of even scores, and not again before another such series.
    pub fn record(&mut self, score: Score, ply: u32) -> bool {
        self.even = if score.value().abs() <= EVEN {
            self.even + 1
        } else {
            0
        };
        let offers = self.even >= EVEN_SCORES && ply >= FIRST_PLY;
        if offers {
            self.even = 0;
        }
        offers
    }

    /// True if a draw is at least as good as the score.
    pub fn accepts(score: Score) -> bool {
        score <= Score::ZERO
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_series_of_even_scores_makes_an_offer() {
        let mut policy = DrawOfferPolicy::default();
        let offers: Vec<u32> = (60..130)
            .filter(|&ply| policy.record(Score::new(if ply == 90 { 21 } else { -20 }), ply))
            .collect();
        assert_eq!(offers, [80, 88, 98, 106, 114, 122]);
    }

    #[test]
    fn offers_are_accepted_without_an_advantage() {
        assert!(DrawOfferPolicy::accepts(Score::ZERO) && DrawOfferPolicy::accepts(Score::new(-5)));
        assert!(!DrawOfferPolicy::accepts(Score::new(1)));
    }
}
