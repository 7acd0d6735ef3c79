//! The chart of terminations.

use crate::html::chart::{Axis, BarChart, BarSeries, Chart};
use crate::match_runner::settings::MatchSettings;
use crate::match_runner::stats::Standings;

/// A row of bars for each kind of termination.
pub fn chart(settings: &MatchSettings, standings: &Standings<'_>) -> Chart {
    let counts = standings.terminations();
    let lost = settings
        .engines
        .iter()
        .enumerate()
        .map(|(index, engine)| BarSeries {
            name: format!("lost by {}", engine.name),
            color: Some(index),
            values: counts
                .values()
                .map(|count| count.lost[index] - count.shared[index])
                .collect(),
        });
    let shared = BarSeries {
        name: "lost by both".to_owned(),
        color: Some(settings.engines.len()),
        values: counts
            .values()
            .map(|count| count.shared.iter().sum::<u64>() / 2)
            .collect(),
    };
    let drawn = BarSeries {
        name: "drawn".to_owned(),
        color: None,
        values: counts.values().map(|count| count.drawn).collect(),
    };
    Chart::Bars(BarChart {
        title: "Terminations".to_owned(),
        about: "How the games ended, and which engine lost.".to_owned(),
        x: Axis::new("Games").with_zero(),
        rows: counts
            .keys()
            .map(|&kind| kind.description().to_owned())
            .collect(),
        series: lost.chain([shared, drawn]).collect(),
    })
}
