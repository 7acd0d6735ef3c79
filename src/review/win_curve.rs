//! Win curves: the expected score of a position for the players of a game, and the signs for losing some of it.
//!
//! Between people, a small advantage is worth less than between engines, and it takes a larger one to decide the game.

use crate::notation::pgn::RecordedGame;
use crate::types::UciScore;
use crate::util::word_enum::word_enum;

word_enum! {
    /// The kind of players, which decides what an evaluation is worth.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum WinCurve {
        /// People: the curve, the limits and the accuracy that Lichess publishes.
        People = "people",
        /// Engines: the win, draw and loss probabilities that were fitted to games of this engine.
        Engines = "engines",
    }
}

/// The losses of expected score from which a move gets a sign, where a win is 1 and a draw ½.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JudgementLimits {
    /// From here on a move is an inaccuracy, `?!`.
    pub inaccuracy: f64,
    /// From here on a move is a mistake, `?`.
    pub mistake: f64,
    /// From here on a move is a blunder, `??`.
    pub blunder: f64,
    /// A move is good, `!`, if the second-best move would have lost at least this much.
    pub only_move: f64,
}

/// The steepness of the curve of people, per centipawn.
const PEOPLE_SLOPE: f64 = 0.003_682_08;
/// Evaluations of games of people are capped at ± this many centipawns.
const PEOPLE_LIMIT: f64 = 1000.0;
/// The loss that halves the accuracy of an engine's move.
const HALF_ACCURACY: f64 = 0.20;

impl WinCurve {
    /// The expected score of the side to move: by `score` for people, where a mate counts as the cap, and by `wdl`
    /// probabilities in permille for engines.
    pub fn expected(self, score: UciScore, wdl: [i32; 3]) -> f64 {
        let cp = match (self, score) {
            (Self::People, UciScore::Cp(cp)) => f64::from(cp).clamp(-PEOPLE_LIMIT, PEOPLE_LIMIT),
            (Self::People, UciScore::Mate(moves)) if moves > 0 => PEOPLE_LIMIT,
            (Self::People, UciScore::Mate(_)) => -PEOPLE_LIMIT,
            (Self::Engines, _) => {
                let [win, draw, _] = wdl.map(f64::from);
                return (win + draw / 2.0) / 1000.0;
            }
        };
        1.0 / (1.0 + (-PEOPLE_SLOPE * cp).exp())
    }

    /// The limits of the signs.
    pub const fn limits(self) -> JudgementLimits {
        match self {
            Self::People => JudgementLimits {
                inaccuracy: 0.05,
                mistake: 0.10,
                blunder: 0.15,
                only_move: 0.15,
            },
            Self::Engines => JudgementLimits {
                inaccuracy: 0.10,
                mistake: 0.20,
                blunder: 0.30,
                only_move: 0.30,
            },
        }
    }

    /// The accuracy of a move in percent, 100 for a move without loss.
    pub fn accuracy(self, loss: f64) -> f64 {
        let loss = loss.max(0.0);
        match self {
            Self::People => {
                let value = 103.166_8 * (-4.354_415 * loss).exp() - 3.166_9;
                value.clamp(0.0, 100.0)
            }
            Self::Engines => 100.0 * (-loss / HALF_ACCURACY).exp2(),
        }
    }

    /// The curve for a game by its record: engines if the tags call both players programs or bots, or if most moves have a
    /// comment with a score and a depth, as match runners write them.
    pub fn of_record(game: &RecordedGame) -> Self {
        let tags = &game.pgn.tags;
        let says = |name: &str, word: &str| {
            let value = tags.get(name);
            value.is_some_and(|value| value.trim().eq_ignore_ascii_case(word))
        };
        let is_program = |color: &str| {
            says(&format!("{color}Type"), "program") || says(&format!("{color}Title"), "BOT")
        };
        let comments = game.pgn.comments.iter();
        let searched = comments.filter(|comment| tells_depth(comment.text));
        let plies = game.parsed.moves.len();
        if is_program("White") && is_program("Black") || 2 * searched.count() > plies.max(1) {
            Self::Engines
        } else {
            Self::People
        }
    }
}

/// True for a comment with a score, which has a decimal point or the sign of a mate, and a depth: `+0.35/18 1.2s`,
/// `-M5/30`, or `d=42, wv=0.24` as in the games of TCEC.
fn tells_depth(text: &str) -> bool {
    let named = |name: &str| {
        let mut words = text.split([' ', ',', '\n']);
        words.any(|word| {
            word.strip_prefix(name)
                .is_some_and(|value| !value.is_empty())
        })
    };
    let is_depth_of_score = |word: &str| {
        let Some((score, depth)) = word.split_once('/') else {
            return false;
        };
        let number = score.trim_start_matches(['+', '-', 'M', '#']);
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let depth = depth.trim_end_matches([',', ';']);
        let is_score = score.contains(['.', 'M', '#']) && number.split('.').all(is_number);
        is_score && is_number(depth)
    };
    named("d=") && named("wv=") || text.split_whitespace().any(is_depth_of_score)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_judged_by_the_published_curve() {
        // Win percentages of Lichess: 50 + 50 (2 / (1 + e^(-0.00368208 cp)) - 1).
        for (cp, percent) in [
            (0, 50.0),
            (100, 59.1),
            (-100, 40.9),
            (300, 75.1),
            (5000, 97.5),
        ] {
            let expected = WinCurve::People.expected(UciScore::Cp(cp), [0; 3]);
            assert!(
                (100.0 * expected - percent).abs() < 0.05,
                "{cp}: {expected}"
            );
        }
        for (mate, capped) in [(-3, -1000), (3, 1000)] {
            let [mate, capped] = [UciScore::Mate(mate), UciScore::Cp(capped)]
                .map(|score| WinCurve::People.expected(score, [0; 3]));
            assert!((mate - capped).abs() < 1e-9);
        }
        // Its accuracy formula, at losses of 0, 10 and 50 percentage points.
        for (loss, percent) in [(0.0, 100.0), (0.1, 63.6), (0.5, 8.5)] {
            let accuracy = WinCurve::People.accuracy(loss);
            assert!((accuracy - percent).abs() < 0.1, "{loss}: {accuracy}");
        }
    }

    #[test]
    fn a_fifth_of_a_point_halves_the_accuracy_of_engines() {
        for (loss, percent) in [(0.0, 100.0), (0.2, 50.0), (0.4, 25.0), (-0.3, 100.0)] {
            assert!((WinCurve::Engines.accuracy(loss) - percent).abs() < 1e-9);
        }
    }

    #[test]
    fn comments_of_match_runners_are_known() {
        for text in [
            "+0.35/18 1.2s",
            "-M5/30 0.1s",
            "book, 0.00/1",
            "+M3/12, mate",
            "d=42, sd=59, mt=286402, wv=0.24,",
        ] {
            assert!(tells_depth(text), "{text}");
        }
        for text in [
            "",
            "1/2 was enough",
            "[%eval 0.3]",
            "Fischer 11/12",
            "1/2-1/2",
            "a/b",
            "/3",
            "d=4 was the idea",
        ] {
            assert!(!tells_depth(text), "{text}");
        }
    }
}
