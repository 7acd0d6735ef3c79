//! Comparison of two runs over the same positions.

use super::PositionRecord;
use crate::types::{Score, UciScore};
use crate::util::format::{counted, decimal, signed};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// The comparison of two runs, A and B.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RunComparison {
    /// Positions in both runs.
    pub positions: usize,
    /// Positions in only one run: A, B.
    pub only: [usize; 2],
    /// Positions of a suite in both runs.
    pub suite: usize,
    /// Solved in both runs.
    pub solved_both: usize,
    /// Solved in run A only.
    pub solved_a: Vec<SolvedPosition>,
    /// Solved in run B only.
    pub solved_b: Vec<SolvedPosition>,
    /// Nodes to solution, B relative to A: the geometric mean over the positions solved in both.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes_ratio: Option<f64>,
    /// Time to solution, B relative to A: likewise a geometric mean.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_ratio: Option<f64>,
    /// Positions with the same best move.
    pub same_move: usize,
    /// Positions with a score in centipawns in both runs.
    pub scored: usize,
    /// The mean score difference, B minus A, in centipawns.
    pub mean_difference: f64,
    /// The mean absolute score difference, in centipawns.
    pub mean_absolute_difference: f64,
    /// The largest score difference in centipawns, and the number of its position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub largest_difference: Option<(i64, usize)>,
}

/// A position that one run solved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SolvedPosition {
    /// The number of the position, from 1.
    pub position: usize,
    /// The name of the position, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
}

/// The reasons why two runs cannot be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CompareError {
    /// A number stands for different positions.
    #[error("position {0} differs in the second file")]
    OtherPosition(usize),
    /// No position is in both runs.
    #[error("the files have no position in common")]
    NothingInCommon,
}

/// The geometric mean, if there are ratios.
fn geometric_mean(ratios: &[f64]) -> Option<f64> {
    let sum: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
    (!ratios.is_empty()).then(|| (sum / ratios.len() as f64).exp())
}

impl RunComparison {
    /// Compares the records of two runs; positions are paired by their numbers.
    ///
    /// # Errors
    /// A number stands for different positions, or no position is in both.
    pub fn new(a: &[PositionRecord], b: &[PositionRecord]) -> Result<Self, CompareError> {
        let by_number: BTreeMap<usize, &PositionRecord> =
            b.iter().map(|record| (record.position, record)).collect();
        let mut comparison = Self::default();
        let (mut nodes, mut time) = (Vec::new(), Vec::new());
        for one in a {
            let Some(&two) = by_number.get(&one.position) else {
                comparison.only[0] += 1;
                continue;
            };
            if one.fen != two.fen {
                return Err(CompareError::OtherPosition(one.position));
            }
            comparison.positions += 1;
            comparison.same_move += usize::from(one.result.mv == two.result.mv);
            comparison.add_scores(one, two);
            comparison.add_solutions(one, two);
            let solution = |record: &PositionRecord| record.suite.as_ref()?.solution;
            if let (Some(one), Some(two)) = (solution(one), solution(two)) {
                nodes.push(two.nodes.max(1) as f64 / one.nodes.max(1) as f64);
                time.push(two.used_us.max(1) as f64 / one.used_us.max(1) as f64);
            }
        }
        if comparison.positions == 0 {
            return Err(CompareError::NothingInCommon);
        }
        comparison.only[1] = b.len() - comparison.positions;
        comparison.nodes_ratio = geometric_mean(&nodes);
        comparison.time_ratio = geometric_mean(&time);
        let scored = comparison.scored.max(1) as f64;
        comparison.mean_difference /= scored;
        comparison.mean_absolute_difference /= scored;
        Ok(comparison)
    }

    fn add_scores(&mut self, one: &PositionRecord, two: &PositionRecord) {
        let (UciScore::Cp(one_cp), UciScore::Cp(two_cp)) = (one.result.score, two.result.score)
        else {
            return;
        };
        // Beyond are the scores of tablebase wins.
        let largest = Score::MAX_EVAL.centipawns().unsigned_abs();
        if one_cp.unsigned_abs().max(two_cp.unsigned_abs()) > largest {
            return;
        }
        let difference = i64::from(two_cp) - i64::from(one_cp);
        self.scored += 1;
        // These fields hold sums until all positions are added.
        self.mean_difference += difference as f64;
        self.mean_absolute_difference += difference.abs() as f64;
        if self
            .largest_difference
            .is_none_or(|(largest, _)| difference.abs() > largest.abs())
        {
            self.largest_difference = Some((difference, one.position));
        }
    }

    fn add_solutions(&mut self, one: &PositionRecord, two: &PositionRecord) {
        if one.suite.is_none() || two.suite.is_none() {
            return;
        }
        self.suite += 1;
        let position = || SolvedPosition {
            position: one.position,
            id: one.source.id.clone(),
        };
        match (one.is_solved(), two.is_solved()) {
            (true, true) => self.solved_both += 1,
            (true, false) => self.solved_a.push(position()),
            (false, true) => self.solved_b.push(position()),
            (false, false) => {}
        }
    }
}

impl fmt::Display for SolvedPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.position)?;
        self.id.iter().try_for_each(|id| write!(f, " ({id})"))
    }
}

impl fmt::Display for RunComparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} in both files", counted(self.positions, "position"))?;
        for (name, count) in ["A", "B"].into_iter().zip(self.only) {
            if count > 0 {
                writeln!(f, "{count} in {name} only")?;
            }
        }
        if self.suite > 0 {
            let (one, two) = (self.solved_a.len(), self.solved_b.len());
            let both = self.solved_both;
            writeln!(
                f,
                "Solved, of {}: A {}, B {}; both {both}, neither {}",
                self.suite,
                both + one,
                both + two,
                self.suite - both - one - two
            )?;
            for (name, solved) in [("A", &self.solved_a), ("B", &self.solved_b)] {
                if !solved.is_empty() {
                    let list: Vec<String> = solved.iter().map(ToString::to_string).collect();
                    writeln!(f, "Solved by {name} only: {}", list.join(", "))?;
                }
            }
        }
        if let (Some(nodes), Some(time)) = (self.nodes_ratio, self.time_ratio) {
            writeln!(
                f,
                "To solution, B / A (geometric mean): nodes × {}, time × {}",
                decimal(nodes, 3),
                decimal(time, 3)
            )?;
        }
        writeln!(
            f,
            "Same best move: {} of {}",
            self.same_move, self.positions
        )?;
        if let Some((largest, position)) = self.largest_difference {
            writeln!(
                f,
                "Score, B − A, {}: mean {} cp, mean size {} cp, largest {} cp (position {position})",
                counted(self.scored, "position"),
                signed(self.mean_difference, 1),
                decimal(self.mean_absolute_difference, 1),
                signed(largest as f64, 0)
            )?;
        }
        Ok(())
    }
}
