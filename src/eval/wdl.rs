//! Win, draw and loss probabilities of a score.

use crate::types::Score;

/// Win, draw and loss probabilities in permille, for the side to move.
///
/// A logistic model: the side to move wins half its games at 1.6 pawns; an even position is mostly drawn.
pub fn wdl(score: Score) -> [i32; 3] {
    const HALF_WINS: f64 = 160.0;
    const SLOPE: f64 = 75.0;
    if score.is_win() {
        return [1000, 0, 0];
    }
    if score.is_loss() {
        return [0, 0, 1000];
    }
    let win_rate =
        |value: f64| (1000.0 / (1.0 + ((HALF_WINS - value) / SLOPE).exp())).round() as i32;
    let value = f64::from(score.value());
    let (win, loss) = (win_rate(value), win_rate(-value));
    [win, 1000 - win - loss, loss]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_sum_to_a_thousand() {
        for value in [-3000, -160, -20, 0, 20, 160, 3000] {
            let [win, draw, loss] = wdl(Score::cp(value));
            assert_eq!(win + draw + loss, 1000);
            assert!(draw >= 0);
            assert_eq!(wdl(Score::cp(-value)), [loss, draw, win]);
        }
        assert_eq!(wdl(Score::mate_in(3)), [1000, 0, 0]);
    }
}
