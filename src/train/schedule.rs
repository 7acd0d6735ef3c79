//! Schedules of the learning rate and of the WDL lambda.

use super::optimiser::StepSize;
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
    /// Weight decay, as a multiple of the learning rate.
    pub weight_decay: f64,
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

    /// The learning rate and the weight decay of a step.
    pub fn size(&self, step: u64) -> StepSize {
        StepSize {
            rate: self.rate(step),
            weight_decay: self.weight_decay as f32,
        }
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

    /// The progress from 0 in the first step to 1 in the last.
    fn progress(&self, step: u64) -> f64 {
        step as f64 / self.steps.saturating_sub(1).max(1) as f64
    }
}
