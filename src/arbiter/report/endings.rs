//! How the games ended, and who lost them so.

use super::chart::{Axis, Bar, Bars, Chart};
use super::words;
use crate::arbiter::record::{EndKind, GameRecord};
use crate::arbiter::settings::Settings;
use crate::laws::outcome::Half;
use crate::types::Color;
use std::collections::BTreeMap;

/// What came of the games that ended in one way.
#[derive(Clone)]
struct Toll {
    /// Games lost by each engine. Where both lose, the game counts for both.
    lost: Vec<u64>,
    drawn: u64,
}

/// A row of bars for each reason.
pub fn chart(settings: &Settings, records: &[GameRecord]) -> Chart {
    let none = Toll {
        lost: vec![0; settings.engines.len()],
        drawn: 0,
    };
    let mut tolls: BTreeMap<EndKind, Toll> = BTreeMap::new();
    for record in records {
        let toll = tolls.entry(record.end.kind).or_insert_with(|| none.clone());
        for (color, engine) in [(Color::White, record.white), (Color::Black, record.black)] {
            if record.score.of(color) == Half::Zero {
                toll.lost[engine] += 1;
            }
        }
        toll.drawn += u64::from(record.score.of(Color::White) == Half::Half);
    }
    let lost = settings
        .engines
        .iter()
        .enumerate()
        .map(|(index, engine)| Bar {
            name: format!("lost by {}", engine.name),
            color: Some(index),
            values: tolls.values().map(|toll| toll.lost[index]).collect(),
        });
    let drawn = Bar {
        name: "drawn".to_owned(),
        color: None,
        values: tolls.values().map(|toll| toll.drawn).collect(),
    };
    Chart::Bars(Bars {
        title: "Reasons".to_owned(),
        about: "Why the games ended, and for which engine.".to_owned(),
        x: Axis::new("Games").with_zero(),
        rows: tolls
            .keys()
            .map(|&kind| words::reason(kind).to_owned())
            .collect(),
        series: lost.chain([drawn]).collect(),
    })
}
