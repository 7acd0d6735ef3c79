/// What a finished iteration says about the worth of another one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IterationStats {
    /// Its depth in plies.
    pub depth: u16,
    /// Iterations before it, in a row, that found the same best move.
    pub best_move_stability: u32,
    /// Centipawns by which its score is below the average of the search; negative if it is above.
    pub score_drop: i32,
    /// Nodes spent on its best move in the whole search.
    pub best_move_nodes: u64,
    /// Nodes spent on all root moves in the whole search.
    pub nodes: u64,
}

impl IterationStats {
    /// The range of [`Self::scale`].
    pub const SCALE: (f64, f64) = (0.3, 2.5);

    /// The factor on the soft bound: small where the choice is settled, large where it is open or the score falls.
    pub fn scale(&self) -> f64 {
        let share = (self.best_move_nodes as f64 / self.nodes.max(1) as f64).min(1.0);
        let effort = if self.depth < 7 {
            1.0
        } else {
            2.15 - 1.5 * share
        };
        let habit = 1.25 - 0.05 * f64::from(self.best_move_stability.min(8));
        let trend = (0.74 + 0.05 * f64::from(self.score_drop)).clamp(0.7, 1.4);
        (effort * habit * trend).clamp(Self::SCALE.0, Self::SCALE.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_open_choice_gets_more_time_than_a_settled_one() {
        let settled = IterationStats {
            depth: 12,
            best_move_stability: 9,
            score_drop: -40,
            best_move_nodes: 99,
            nodes: 100,
        };
        let open = IterationStats {
            depth: 12,
            best_move_stability: 0,
            score_drop: 80,
            best_move_nodes: 20,
            nodes: 100,
        };
        let plain = IterationStats {
            depth: 12,
            best_move_stability: 4,
            score_drop: 5,
            best_move_nodes: 75,
            nodes: 100,
        };
        assert!(settled.scale() < 0.5);
        assert!((open.scale() - 2.5).abs() < 1e-9);
        assert!((0.9..1.2).contains(&plain.scale()));
        // Shallow iterations say nothing about effort.
        assert!(
            IterationStats { depth: 6, ..open }.scale()
                < IterationStats { depth: 7, ..open }.scale()
        );
        assert!((0.3..=2.5).contains(&IterationStats::default().scale()));
    }
}
