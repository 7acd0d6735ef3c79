//! When to offer a draw, and when to accept one (Article 9.1).

use crate::types::Score;

/// Scores of at most so many centipawns either way speak of an even position.
const EVEN: i32 = 20;
/// So many even scores in a row make an offer.
const ROW: u32 = 8;
/// No offer before this half-move of the game.
const EARLIEST: u32 = 80;

/// Watches the scores of a game for a good moment to offer a draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Offers {
    /// Even scores in a row.
    even: u32,
}

impl Offers {
    /// Notes the score of a search after `ply` half-moves of the game and says whether to offer a draw with its move: in
    /// an even position that has long been one, and not again before as long a time.
    pub fn note(&mut self, score: Score, ply: u32) -> bool {
        self.even = if score.value().abs() <= EVEN {
            self.even + 1
        } else {
            0
        };
        let offers = self.even >= ROW && ply >= EARLIEST;
        if offers {
            self.even = 0;
        }
        offers
    }

    /// True if an offered draw is as good as the position or better.
    pub fn accepts(score: Score) -> bool {
        score <= Score::ZERO
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_even_position_is_offered_as_a_draw() {
        let mut offers = Offers::default();
        let noted: Vec<u32> = (60..130)
            .filter(|&ply| offers.note(Score::cp(if ply == 90 { 21 } else { -20 }), ply))
            .collect();
        assert_eq!(noted, [80, 88, 98, 106, 114, 122]);
    }

    #[test]
    fn nobody_gives_an_advantage_away() {
        assert!(Offers::accepts(Score::ZERO) && Offers::accepts(Score::cp(-5)));
        assert!(!Offers::accepts(Score::cp(1)));
    }
}
