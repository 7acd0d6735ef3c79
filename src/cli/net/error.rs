//! `compongo net test`: compares the evaluation of networks with deep searches.

use crate::board::Board;
use crate::match_runner::stats::Estimate;
use crate::nnue::{Network, SCALE};
use crate::notation::epd::{self, Epd};
use crate::types::Score;
use crate::util::file;
use crate::util::math::sigmoid;
use serde::Serialize;
use std::fmt::Write as _;
use std::path::Path;

/// A position with the expected score that a deep search gives to the side to move.
pub struct SearchedPosition {
    board: Board,
    expected: f64,
}

impl SearchedPosition {
    /// Reads the positions of an EPD file; the operation `ce` is the score in centipawns for the side to move.
    pub fn read(path: &Path) -> Result<Vec<Self>, String> {
        let place = path.display();
        let text = file::read_text(path).map_err(|error| error.to_string())?;
        let mut positions = Vec::new();
        for (number, line) in epd::parse_lines(&text) {
            let wrong = |why: &dyn std::fmt::Display| format!("{place}:{number}: {why}");
            let line = line.map_err(|error| wrong(&error))?;
            let score = centipawns(&line)
                .ok_or_else(|| wrong(&"there is no operation ce with a number"))?;
            positions.push(Self {
                board: line.board,
                expected: expected_score(Score::from_centipawns(score)),
            });
        }
        if positions.is_empty() {
            return Err(format!("{place}: there are no positions"));
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
    let mut operations = epd.operations.iter();
    let operation = operations.find(|operation| operation.opcode == "ce")?;
    match operation.operands.as_slice() {
        [score] => score.text().parse().ok(),
        _ => None,
    }
}

/// The expected score of the side to move, as networks learn it.
fn expected_score(score: Score) -> f64 {
    f64::from(sigmoid(score.value() as f32 / SCALE as f32))
}

fn mean(sample: &[f64]) -> Estimate {
    let count = sample.len() as f64;
    let value = sample.iter().sum::<f64>() / count;
    let squares: f64 = sample.iter().map(|one| (one - value).powi(2)).sum();
    let variance = squares / (count - 1.0).max(1.0);
    Estimate {
        value,
        error: 1.96 * (variance / count).sqrt(),
    }
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
    let rows = networks.iter().zip(&errors).enumerate();
    rows.map(|(index, (network, own))| {
        let differences = own.iter().zip(&errors[0]).map(|(own, first)| own - first);
        EvaluationError {
            network: network.name().to_owned(),
            positions: positions.len(),
            error: mean(own),
            difference: (index > 0).then(|| mean(&differences.collect::<Vec<_>>())),
        }
    })
    .collect()
}

/// The table for readers.
pub fn table(errors: &[EvaluationError]) -> String {
    let names = errors.iter().map(|row| row.network.chars().count());
    let width = names.max().unwrap_or_default().max("network".len());
    let mut text = format!(
        "{:<width$}  squared error        difference from the first\n",
        "network"
    );
    for row in errors {
        let Estimate { value, error } = row.error;
        let _ = write!(text, "{:<width$}  {value:.5} ± {error:.5}", row.network);
        if let Some(difference) = row.difference {
            let _ = write!(text, "    {difference:.5}");
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
        let Estimate { value, error } = mean(&[1.0, 2.0, 3.0, 4.0, 5.0]);
        assert!((value - 3.0).abs() < 1e-12);
        // Five values with a variance of 2.5.
        assert!((error - 1.96 * 0.5_f64.sqrt()).abs() < 1e-12);
        let one = mean(&[7.0]);
        assert_eq!((one.value, one.error), (7.0, 0.0));
    }

    #[test]
    fn scores_become_points() {
        assert!((expected_score(Score::ZERO) - 0.5).abs() < 1e-6);
        assert!((expected_score(Score::new(400)) - 0.731_059).abs() < 1e-5);
    }
}
