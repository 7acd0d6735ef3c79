//! Schedules of the learning rate and of the WDL lambda.

use crate::util::math::cos_pi;

/// The schedule of a training run of `steps` steps.
#[derive(Clone, Copy, Debug)]
pub struct TrainSchedule {
    /// The number of steps.
    pub steps: u64,
    /// Steps of linear warm-up.
    pub warmup: u64,
    /// The learning rate at the start and at the end.
    pub rate: [f64; 2],
    /// The WDL lambda at the start and at the end.
    pub lambda: [f64; 2],
}

impl TrainSchedule {
    /// The learning rate of a step: linear warm-up and cosine decay.
    pub fn rate(&self, step: u64) -> f32 {
        let [first, last] = self.rate;
        let wave = f64::midpoint(1.0, cos_pi(self.progress(step)));
        let warm = ((step + 1) as f64 / self.warmup.max(1) as f64).min(1.0);
        (warm * (last + (first - last) * wave)) as f32
    }

    /// The WDL lambda of a step: linear.
    pub fn lambda(&self, step: u64) -> f32 {
        let [first, last] = self.lambda;
        (first + (last - first) * self.progress(step)) as f32
    }

    /// The WDL lambda of the last step, for validation losses.
    pub fn last_lambda(&self) -> f32 {
        self.lambda[1] as f32
    }

    /// From 0 in the first step to 1 in the last.
    fn progress(&self, step: u64) -> f64 {
        step as f64 / self.steps.saturating_sub(1).max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warm_up_cosine_decay_and_linear_lambda() {
        let schedule = TrainSchedule {
            steps: 1001,
            warmup: 100,
            rate: [1e-3, 2.4e-6],
            lambda: [0.2, 0.4],
        };
        assert!((schedule.rate(0) - 1e-5).abs() < 1e-10);
        assert!(schedule.rate(49) < schedule.rate(99));
        assert!((schedule.rate(500) - 5.012e-4).abs() < 1e-9);
        assert!((schedule.rate(1000) - 2.4e-6).abs() < 1e-12);
        assert!((100..1000).all(|step| schedule.rate(step + 1) < schedule.rate(step)));
        assert_eq!(
            [0, 500, 1000].map(|step| schedule.lambda(step)),
            [0.2, 0.3, 0.4]
        );
    }

    #[test]
    fn the_shortest_training_has_rates() {
        let schedule = TrainSchedule {
            steps: 1,
            warmup: 0,
            rate: [1e-3, 1e-6],
            lambda: [1.0, 0.0],
        };
        assert_eq!((schedule.rate(0), schedule.lambda(0)), (1e-3, 1.0));
    }
}
