//! Time controls.

use super::choices::Choices;

/// A time control of one to three periods in the notation of the tag `TimeControl`.
pub(super) fn time_control(choices: &mut Choices) -> String {
    let periods = choices.pick(&[1, 1, 2, 3]);
    let delay_letter = choices.pick(&['d', 'b']);
    let [increments, delays] = [40, 30].map(|percent| choices.chance(percent));
    let period = |number: i32| {
        let base = choices.pick(&["0.5", "10", "60", "300", "5400"]);
        let mut text = if number < periods || choices.chance(20) {
            format!("{}/{base}", choices.pick(&[1, 2, 3, 10, 40]))
        } else {
            base.to_owned()
        };
        if increments {
            text += choices.pick(&["+0.1", "+1", "+30"]);
        }
        if delays {
            text.push(delay_letter);
            text += choices.pick(&["0.5", "2", "5"]);
        }
        text
    };
    let periods: Vec<String> = (1..=periods).map(period).collect();
    periods.join(":")
}
