//! Ratings of several engines that account for the strength of their opponents: the Bradley–Terry model with a draw as
//! half a win, fitted by maximum likelihood (Zermelo 1929; Bradley and Terry 1952).

use super::Estimate;
use super::match_score::MatchScore;
use super::score_sample::TWO_SIDED_95;
use std::f64::consts::LN_10;

/// Virtual draws of every engine against an engine of mean strength, which keep the ratings finite.
const PRIOR: f64 = 0.2;
/// The smallest variance of a game's score that is assumed for a pairing.
const MIN_VARIANCE: f64 = 0.02;
/// The longest step, in units of 400/ln 10 Elo, and the step below which the fit ends.
const STEPS: (f64, f64) = (1.0, 1e-9);
const MAX_ROUNDS: u32 = 1000;

/// The ratings in Elo, of mean zero; `scores` has the score of each engine (row) against each (column). `None` for an
/// engine without games.
pub fn ratings(scores: &[Vec<MatchScore>]) -> Vec<Option<Estimate>> {
    let strengths = fit(scores);
    let has_played = |row: &Vec<MatchScore>| row.iter().any(|score| score.games() > 0);
    let mean = strengths.iter().sum::<f64>() / strengths.len().max(1) as f64;
    let covariance = inverse(information(scores, &strengths));
    let unit = 400.0 / LN_10;
    let rate = |(engine, row): (usize, &Vec<MatchScore>)| {
        has_played(row).then(|| Estimate {
            value: unit * (strengths[engine] - mean),
            error: unit * TWO_SIDED_95 * variance(&covariance, engine).max(0.0).sqrt(),
        })
    };
    scores.iter().enumerate().map(rate).collect()
}

/// The expected score of a strength against another.
fn expected(strength: f64, other: f64) -> f64 {
    1.0 / (1.0 + (other - strength).exp())
}

/// The strengths that make the results most likely, by Newton steps for one engine at a time, and then for all together.
fn fit(scores: &[Vec<MatchScore>]) -> Vec<f64> {
    let mut strengths = vec![0.0_f64; scores.len()];
    for _ in 0..MAX_ROUNDS {
        let mut longest = 0.0_f64;
        for (engine, row) in scores.iter().enumerate() {
            let strength = strengths[engine];
            let prior = expected(strength, 0.0);
            let mut slope = PRIOR * (0.5 - prior);
            let mut curvature = PRIOR * prior * (1.0 - prior);
            for (opponent, score) in row.iter().enumerate() {
                // A game that both lose says nothing about their strengths.
                let games = score.points() + scores[opponent][engine].points();
                let share = expected(strength, strengths[opponent]);
                slope += score.points() - games * share;
                curvature += games * share * (1.0 - share);
            }
            let step = (slope / curvature).clamp(-STEPS.0, STEPS.0);
            strengths[engine] += step;
            longest = longest.max(step.abs());
        }
        // The games say nothing about the mean, which single engines would approach slowly.
        let priors = strengths.iter().map(|&strength| expected(strength, 0.0));
        let slope: f64 = priors.clone().map(|prior| 0.5 - prior).sum();
        let curvature: f64 = priors.map(|prior| prior * (1.0 - prior)).sum();
        let shift = (slope / curvature).clamp(-STEPS.0, STEPS.0);
        for strength in &mut strengths {
            *strength += shift;
        }
        longest = longest.max(shift.abs());
        if longest < STEPS.1 {
            break;
        }
    }
    strengths
}

/// The Fisher information of the results about the strengths. The information of a pairing follows from the variance of
/// its games' scores, which is smaller with draws.
fn information(scores: &[Vec<MatchScore>], strengths: &[f64]) -> Vec<Vec<f64>> {
    let mut matrix = vec![vec![0.0; scores.len()]; scores.len()];
    for (engine, row) in scores.iter().enumerate() {
        let prior = expected(strengths[engine], 0.0);
        matrix[engine][engine] += PRIOR * prior * (1.0 - prior);
        for (other, score) in row.iter().enumerate() {
            // As in the fit, without the games that both lose: both rows of a pairing then say the same.
            let games = score.points() + scores[other][engine].points();
            if engine == other || games <= 0.0 {
                continue;
            }
            let mean = score.points() / games;
            let squares = (score.wins as f64 + 0.25 * score.draws as f64) / games;
            let share = expected(strengths[engine], strengths[other]);
            let slope = share * (1.0 - share);
            let known = games * slope * slope / (squares - mean * mean).max(MIN_VARIANCE);
            matrix[engine][engine] += known;
            matrix[engine][other] -= known;
        }
    }
    matrix
}

/// The variance of the difference between a strength and the mean.
fn variance(covariance: &[Vec<f64>], engine: usize) -> f64 {
    let count = covariance.len() as f64;
    let row = covariance[engine].iter().sum::<f64>() / count;
    let all = covariance.iter().flatten().sum::<f64>() / (count * count);
    covariance[engine][engine] - 2.0 * row + all
}

/// The inverse of a positive definite matrix (Gauss–Jordan).
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    for (index, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|column| f64::from(u8::from(column == index))));
    }
    for pivot in 0..size {
        let divisor = matrix[pivot][pivot];
        matrix[pivot].iter_mut().for_each(|value| *value /= divisor);
        let pivot_row = matrix[pivot].clone();
        for (index, row) in matrix.iter_mut().enumerate() {
            let factor = row[pivot];
            if index != pivot {
                let pairs = row.iter_mut().zip(&pivot_row);
                pairs.for_each(|(value, own)| *value -= factor * own);
            }
        }
    }
    matrix.into_iter().map(|row| row[size..].to_vec()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The engines' scores, given how often the first of each pair won, drew and lost against the second.
    fn scores(engines: usize, results: &[(usize, usize, [u64; 3])]) -> Vec<Vec<MatchScore>> {
        let mut scores = vec![vec![MatchScore::default(); engines]; engines];
        for &(one, other, [wins, draws, losses]) in results {
            let score = |wins, losses| MatchScore {
                wins,
                draws,
                losses,
                ..MatchScore::default()
            };
            scores[one][other] = score(wins, losses);
            scores[other][one] = score(losses, wins);
        }
        scores
    }

    fn values(scores: &[Vec<MatchScore>]) -> Vec<f64> {
        ratings(scores)
            .into_iter()
            .map(|elo| elo.map_or(f64::NAN, |elo| elo.value))
            .collect()
    }

    #[test]
    fn opponents_count() {
        // The second and the third have the same score, against the first and against the fourth.
        let results = [
            (0, 1, [750, 0, 250]),
            (1, 2, [750, 0, 250]),
            (2, 3, [750, 0, 250]),
        ];
        let found = values(&scores(4, &results));
        for (one, other) in found.iter().zip(&found[1..]) {
            assert!((one - other - 190.8).abs() < 1.0, "{found:?}");
        }
        assert!(found.iter().sum::<f64>().abs() < 1e-6);
    }

    #[test]
    fn two_engines_have_the_elo_of_their_score() {
        let score = scores(2, &[(0, 1, [300, 500, 200])]);
        let rating = ratings(&score)[0].expect("games");
        let elo = score[0][1].elo().expect("games");
        // Each rating is half of the difference away from the mean.
        assert!(
            (2.0 * rating.value - elo.value).abs() < 0.1,
            "{rating:?} {elo:?}"
        );
        assert!(
            (2.0 * rating.error - elo.error).abs() < 0.1,
            "{rating:?} {elo:?}"
        );
    }

    #[test]
    fn a_game_that_both_lose_changes_no_rating() {
        let mut scores = scores(3, &[(0, 1, [30, 10, 20]), (1, 2, [5, 5, 9])]);
        let numbers = |scores: &[Vec<MatchScore>]| -> Vec<f64> {
            let rated = ratings(scores).into_iter().flatten();
            rated.flat_map(|elo| [elo.value, elo.error]).collect()
        };
        let before = numbers(&scores);
        scores[0][1].losses += 1;
        scores[1][0].losses += 1;
        for (after, before) in numbers(&scores).iter().zip(&before) {
            assert!((after - before).abs() < 1e-6, "{after} {before}");
        }
    }

    #[test]
    fn ratings_are_finite() {
        let found = ratings(&scores(3, &[(0, 1, [10, 0, 0])]));
        assert!(found[0].is_some_and(|elo| elo.value.is_finite() && elo.error.is_finite()));
        assert!(found[2].is_none());
        assert!(ratings(&[]).is_empty());
    }
}
