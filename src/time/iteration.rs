//! Statistics of an iteration, which scale the soft bound.

use super::params::{
    EFFORT_BASE, EFFORT_SLOPE, SCALE_RANGE, SCORE_DROP_BASE, SCORE_DROP_RANGE, SCORE_DROP_SLOPE,
    STABILITY_BASE, STABILITY_MAX, STABILITY_SLOPE,
};
use crate::types::Score;

/// Statistics of a finished iteration, which scale the soft bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IterationStats {
    /// How many earlier iterations in a row had the same best move.
    pub best_move_stability: u32,
    /// The score of the best move, for the side to move.
    pub score: Score,
    /// Nodes spent on the best move in the whole search.
    pub best_move_nodes: u64,
    /// Nodes spent on all root moves in the whole search.
    pub nodes: u64,
}

impl IterationStats {
    /// The factor on the soft bound: small if a stable best move takes most nodes, large otherwise or if the score has
    /// dropped, by `score_drop` internal units.
    pub fn scale(&self, score_drop: i32) -> f64 {
        let share = self.best_move_nodes as f64 / self.nodes.max(1) as f64;
        let effort = EFFORT_BASE - EFFORT_SLOPE * share;
        let stability = self.best_move_stability.min(STABILITY_MAX);
        let stability = STABILITY_BASE - STABILITY_SLOPE * f64::from(stability);
        let score_drop = (SCORE_DROP_BASE + SCORE_DROP_SLOPE * f64::from(score_drop))
            .clamp(SCORE_DROP_RANGE.0, SCORE_DROP_RANGE.1);
        (effort * stability * score_drop).clamp(SCALE_RANGE.0, SCALE_RANGE.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_open_choice_gets_more_time_than_a_settled_one() {
        let settled = IterationStats {
            best_move_stability: 9,
            best_move_nodes: 99,
            nodes: 100,
            score: Score::ZERO,
        };
        let open = IterationStats {
            best_move_stability: 0,
            best_move_nodes: 20,
            nodes: 100,
            score: Score::ZERO,
        };
        let plain = IterationStats {
            best_move_stability: 4,
            best_move_nodes: 75,
            nodes: 100,
            score: Score::ZERO,
        };
        assert!(settled.scale(-40) < 0.5);
        assert!((open.scale(80) - 2.5).abs() < 1e-9);
        assert!((0.9..1.2).contains(&plain.scale(5)));
    }
}
