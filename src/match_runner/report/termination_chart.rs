//! The chart of terminations.

use crate::html::chart::{Axis, BarChart, BarSeries, Chart};
use crate::laws::outcome::PlayerPoints;
use crate::match_runner::record::{GameRecord, TerminationKind};
use crate::match_runner::settings::MatchSettings;
use crate::types::Color;
use std::collections::BTreeMap;

/// The results of the games with one kind of termination.
struct TerminationCounts {
    /// Games lost by each engine; a game that both lose counts for both.
    lost: Vec<u64>,
    drawn: u64,
}

/// The terminations of the games so far.
#[derive(Default)]
pub struct Terminations(BTreeMap<TerminationKind, TerminationCounts>);

impl Terminations {
    /// Counts a game of a match between `engines` engines.
    pub fn add(&mut self, engines: usize, record: &GameRecord) {
        let none = || TerminationCounts {
            lost: vec![0; engines],
            drawn: 0,
        };
        let count = self.0.entry(record.end.kind).or_insert_with(none);
        for (color, engine) in [(Color::White, record.white), (Color::Black, record.black)] {
            if record.score.of(color) == PlayerPoints::Zero {
                count.lost[engine] += 1;
            }
        }
        count.drawn += u64::from(record.score.of(Color::White) == PlayerPoints::Half);
    }
}

/// A row of bars for each kind of termination.
pub fn chart(settings: &MatchSettings, Terminations(counts): &Terminations) -> Chart {
    let lost = settings
        .engines
        .iter()
        .enumerate()
        .map(|(index, engine)| BarSeries {
            name: format!("lost by {}", engine.name),
            color: Some(index),
            values: counts.values().map(|count| count.lost[index]).collect(),
        });
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
        series: lost.chain([drawn]).collect(),
    })
}
