//! When to offer a draw and when to accept an offer (Article 9.1).

use crate::types::Score;

/// Scores of at most this many centipawns either way count as even.
const EVEN: i32 = 10;
/// How many even scores in a row lead to an offer.
const EVEN_SCORES: u32 = 8;
/// No offer before this ply of the game, and until then an even game goes on.
const FIRST_PLY: u32 = 80;
/// A score below this many centipawns is so bad that a draw is welcome at any time.
const WORSE: i32 = -33;

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
        self.even = if score.value().abs() <= Score::from_centipawns(EVEN).value() {
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

    /// True if a draw is better than playing on with a score at `ply`: the game is going badly, or it has been even for
    /// long enough.
    pub fn accepts(self, score: Score, ply: u32) -> bool {
        let has_been_played = ply >= FIRST_PLY || self.even >= EVEN_SCORES;
        if has_been_played {
            score <= Score::ZERO
        } else {
            score < Score::from_centipawns(WORSE)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_series_of_even_scores_makes_an_offer() {
        let mut policy = DrawOfferPolicy::default();
        let offers: Vec<u32> = (60..130)
            .filter(|&ply| policy.record(Score::new(if ply == 90 { 18 } else { -17 }), ply))
            .collect();
        assert_eq!(offers, [80, 88, 98, 106, 114, 122]);
    }

    #[test]
    fn a_bad_score_or_a_long_even_game_accepts() {
        let accepts = |policy: DrawOfferPolicy, score, ply| policy.accepts(Score::new(score), ply);
        let new = DrawOfferPolicy::default();
        assert!(!accepts(new, 0, 3) && !accepts(new, -58, 79));
        assert!(accepts(new, -59, 3) && accepts(new, 0, 80) && !accepts(new, 1, 80));
        // Endings are also set up.
        let mut even = new;
        for ply in 0..EVEN_SCORES {
            assert!(!even.record(Score::ZERO, ply));
        }
        assert!(accepts(even, 0, 9) && !accepts(even, 1, 9));
    }
}
