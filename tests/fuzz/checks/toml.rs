//! Any text as the recipe of a network: what is accepted describes a training run.

use compongo::train::TrainRecipe;

/// Panics if something is wrong.
pub fn check(text: &str) {
    let Ok(recipe) = TrainRecipe::read(text) else {
        return;
    };
    assert!(recipe.shape().is_ok());
    let schedule = recipe.schedule(1_000_000);
    assert!(schedule.steps > 0 && schedule.warmup < schedule.steps);
    for step in [0, schedule.steps / 2, schedule.steps - 1] {
        assert!(schedule.rate(step).is_finite() && schedule.rate(step) >= 0.0);
        assert!((0.0..=1.0).contains(&schedule.lambda(step)));
    }
    assert_eq!(
        TrainRecipe::read(text).map(|again| again.digest()).ok(),
        Some(recipe.digest())
    );
}
