//! `compongo net test`: compares the evaluation of networks with deep searches.

use crate::board::Board;
use crate::cli::game_file::{MOVES_FOLLOW, read_text};
use crate::cli::output::CliError;
use crate::match_runner::stats::Estimate;
use crate::nnue::{Network, SCALE};
use crate::notation::epd::{self, Epd};
use crate::types::Score;
use crate::util::file::TEXT_LIMIT;
use crate::util::math::sigmoid;
use serde::Serialize;
use std::fmt::Write as _;
use std::path::Path;

/// Ranges of the number of pieces, kings included, in which errors are compared with the variance of the expected scores.
const PIECES: [(u32, u32); 4] = [(2, 9), (10, 17), (18, 25), (26, 32)];

/// A position with the expected score that a deep search gives to the side to move.
pub struct SearchedPosition {
    board: Board,
    expected: f64,
    /// The comment `c0`: adjacent positions with the same one come from the same game.
    game: Option<String>,
}

impl SearchedPosition {
    /// Reads the positions of an EPD file. The operation `ce` is the score in centipawns for the side to move, `c0` names
    /// the game.
    pub fn read(path: &Path) -> Result<Vec<Self>, CliError> {
        let place = path.display();
        let text = read_text(path, TEXT_LIMIT)?;
        let mut positions = Vec::new();
        for (number, line) in epd::parse_lines(&text) {
            let wrong =
                |why: &dyn std::fmt::Display| CliError::at(format_args!("{place}:{number}"), why);
            let (line, warnings) = line.map_err(|error| wrong(&error))?;
            if let Some(warning) = warnings.first() {
                return Err(wrong(warning));
            }
            if line.operation("moves").is_some() {
                return Err(wrong(&MOVES_FOLLOW));
            }
            let score = centipawns(&line)
                .ok_or_else(|| wrong(&"there is no operation ce with a number"))?;
            positions.push(Self {
                expected: expected_score(Score::from_centipawns(score)),
                game: line.operand("c0").map(str::to_owned),
                board: line.board,
            });
        }
        if positions.is_empty() {
            return Err(CliError::at(place, "there are no positions"));
        }
        Ok(positions)
    }

    /// The squared error of the expected score that a network's evaluation implies.
    fn squared_error(&self, network: &Network) -> f64 {
        (expected_score(Score::new(network.evaluate(&self.board))) - self.expected).powi(2)
    }
}

/// The operand of `ce`.
fn centipawns(epd: &Epd) -> Option<i32> {
    match epd.operation("ce")?.operands.as_slice() {
        [score] => score.text().parse().ok(),
        _ => None,
    }
}

/// The expected score of the side to move, as networks learn it.
fn expected_score(score: Score) -> f64 {
    f64::from(sigmoid(score.value() as f32 / SCALE as f32))
}

fn mean(sample: &[f64]) -> f64 {
    sample.iter().sum::<f64>() / sample.len() as f64
}

/// The mean of a sample with its 95 % interval. The sample consists of groups of these sizes; only values of different
/// groups are independent. A single group says nothing about the interval, which is then infinite.
fn estimate(sample: &[f64], groups: &[usize]) -> Estimate {
    let value = mean(sample);
    let mut rest = sample.iter();
    let squares: f64 = groups
        .iter()
        .map(|&size| rest.by_ref().take(size).map(|one| one - value).sum::<f64>())
        .map(|deviation| deviation.powi(2))
        .sum();
    let count = groups.len() as f64;
    let error = if groups.len() > 1 {
        1.96 * (squares * count / (count - 1.0)).sqrt() / sample.len() as f64
    } else {
        f64::INFINITY
    };
    Estimate { value, error }
}

/// The numbers of adjacent positions that come from the same game.
fn games(positions: &[SearchedPosition]) -> Vec<usize> {
    positions
        .chunk_by(|one, next| one.game.is_some() && one.game == next.game)
        .map(<[_]>::len)
        .collect()
}

/// The share of the variance of the expected scores that a network explains; `None` if they do not vary. It is negative if
/// their mean would be a better guess than the network's.
fn explained(expected: &[f64], errors: &[f64]) -> Option<f64> {
    let middle = mean(expected);
    let total: f64 = expected.iter().map(|one| (one - middle).powi(2)).sum();
    (total > 0.0).then(|| 1.0 - errors.iter().sum::<f64>() / total)
}

/// The shares of the variance that a network explains in the ranges of [`PIECES`], given its squared errors.
fn explained_by_pieces(
    positions: &[SearchedPosition],
    errors: &[f64],
) -> [Option<f64>; PIECES.len()] {
    PIECES.map(|(fewest, most)| {
        let (expected, errors): (Vec<f64>, Vec<f64>) = positions
            .iter()
            .zip(errors)
            .filter(|(one, _)| (fewest..=most).contains(&one.board.piece_count()))
            .map(|(one, error)| (one.expected, error))
            .unzip();
        explained(&expected, &errors)
    })
}

/// The evaluation error of a network.
#[derive(Serialize)]
pub struct EvaluationError {
    network: String,
    positions: usize,
    /// The mean squared error of the expected score.
    error: Estimate,
    /// The error minus the error of the first network, from the differences position by position; `None` for the first
    /// network.
    difference: Option<Estimate>,
    /// The share of the variance of the expected scores that the network explains, with 2 to 9, 10 to 17, 18 to 25 and 26
    /// to 32 pieces; `None` where they do not vary.
    explained: [Option<f64>; PIECES.len()],
}

/// The evaluation errors of networks on the same positions.
pub fn evaluation_errors(
    networks: &[Network],
    positions: &[SearchedPosition],
) -> Vec<EvaluationError> {
    let errors: Vec<Vec<f64>> = networks
        .iter()
        .map(|network| {
            let errors = positions.iter();
            errors.map(|one| one.squared_error(network)).collect()
        })
        .collect();
    let games = games(positions);
    let rows = networks.iter().zip(&errors).enumerate();
    rows.map(|(index, (network, own))| {
        let differences = own.iter().zip(&errors[0]).map(|(own, first)| own - first);
        EvaluationError {
            network: network.name().to_owned(),
            positions: positions.len(),
            error: estimate(own, &games),
            difference: (index > 0).then(|| estimate(&differences.collect::<Vec<_>>(), &games)),
            explained: explained_by_pieces(positions, own),
        }
    })
    .collect()
}

/// The table for readers.
pub fn table(errors: &[EvaluationError]) -> String {
    let names = errors.iter().map(|row| row.network.chars().count());
    let width = names.max().unwrap_or_default().max("network".len());
    let start = |cells: [&str; 4]| {
        let [network, error, difference, explained] = cells;
        format!("{network:<width$}  {error:<17}  {difference:<18}  {explained:<14}")
    };
    let mut text = start([
        "network",
        "squared error",
        "minus the first's",
        "explained with",
    ]);
    for (fewest, most) in PIECES {
        let _ = write!(text, "  {:>5}", format!("{fewest}-{most}"));
    }
    text.push_str("  pieces\n");
    for row in errors {
        let Estimate { value, error } = row.error;
        let error = format!("{value:.5} ± {error:.5}");
        let difference = row.difference.map(|it| format!("{it:.5}"));
        text += &start([&row.network, &error, &difference.unwrap_or_default(), ""]);
        for share in row.explained {
            let share = share.map_or_else(|| "-".to_owned(), |share| format!("{share:.2}"));
            let _ = write!(text, "  {share:>5}");
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_of_a_sample_has_an_error() {
        let Estimate { value, error } = estimate(&[1.0, 2.0, 3.0, 4.0, 5.0], &[1; 5]);
        assert!((value - 3.0).abs() < 1e-12);
        // Five values with a variance of 2.5.
        assert!((error - 1.96 * 0.5_f64.sqrt()).abs() < 1e-12);
        let one = estimate(&[7.0], &[1]);
        assert_eq!((one.value, one.error), (7.0, f64::INFINITY));
        // Values that come in equal pairs are as certain as one of each pair.
        let pairs = estimate(&[1.0, 1.0, 2.0, 2.0, 6.0, 6.0], &[2; 3]);
        let single = estimate(&[1.0, 2.0, 6.0], &[1; 3]);
        assert!((pairs.error - single.error).abs() < 1e-12);
    }

    #[test]
    fn adjacent_positions_with_the_same_comment_come_from_one_game() {
        let position = |game: Option<&str>| SearchedPosition {
            board: Board::start(),
            expected: 0.5,
            game: game.map(str::to_owned),
        };
        let games_of = |names: &[Option<&str>]| {
            let positions: Vec<_> = names.iter().copied().map(position).collect();
            games(&positions)
        };
        assert_eq!(games_of(&[Some("a"), Some("a"), Some("b")]), [2, 1]);
        assert_eq!(games_of(&[None, None, Some("b")]), [1; 3]);
    }

    #[test]
    fn the_explained_share_compares_with_the_mean_of_the_expected_scores() {
        let expected = [0.25, 0.75];
        assert_eq!(explained(&expected, &[0.0, 0.0]), Some(1.0));
        // As good as the mean, and worse.
        assert_eq!(explained(&expected, &[0.0625, 0.0625]), Some(0.0));
        assert_eq!(explained(&expected, &[0.25, 0.0]), Some(-1.0));
        assert_eq!(explained(&[0.5, 0.5], &[0.0, 0.0]), None);
        assert_eq!(explained(&[], &[]), None);
    }

    #[test]
    fn scores_become_points() {
        assert!((expected_score(Score::ZERO) - 0.5).abs() < 1e-6);
        assert!((expected_score(Score::new(400)) - 0.731_059).abs() < 1e-5);
    }
}
