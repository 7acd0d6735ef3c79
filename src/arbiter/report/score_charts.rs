//! Charts over the games: Elo and LLR, or the score of each engine.

use crate::arbiter::record::GameRecord;
use crate::arbiter::settings::MatchSettings;
use crate::arbiter::stats::{PairCounter, sprt};
use crate::html::chart::{Axis, Chart, ChartPoint, LineChart, LineSeries, ReferenceLine, rounded};
use crate::types::Color;
use crate::util::format::signed;

/// The most points of a line.
const RESOLUTION: usize = 400;

/// The charts over the games of a match, in the order in which they ended.
pub fn charts(settings: &MatchSettings, records: &[GameRecord]) -> Vec<Chart> {
    if let [_, _] = settings.engines[..] {
        let (elo, llr) = duel(settings, records);
        let test = settings.sprt.as_ref();
        let test = test.map(|test| test_chart(test, llr));
        [elo_chart(settings, elo)].into_iter().chain(test).collect()
    } else {
        vec![scores(settings, records)]
    }
}

/// True if a line has a point after this number of games.
fn is_shown(games: usize, of: usize) -> bool {
    let step = of.div_ceil(RESOLUTION).max(1);
    games.is_multiple_of(step) || games == of
}

/// Elo with its error, and the LLR, over the games.
fn duel(settings: &MatchSettings, records: &[GameRecord]) -> (Vec<ChartPoint>, Vec<ChartPoint>) {
    let mut scorer = PairCounter::default();
    let (mut elo, mut llr) = (Vec::new(), Vec::new());
    for (games, record) in (1..).zip(records) {
        let color = match record.white {
            0 => Color::White,
            _ => Color::Black,
        };
        scorer.add(record.pair, record.score.of(color));
        if !is_shown(games, records.len()) {
            continue;
        }
        if let Some(estimate) = scorer.score().elo() {
            let (value, error) = (estimate.value, estimate.error);
            let band = |end: f64| Some(rounded(end));
            elo.push((
                games as f64,
                rounded(value),
                band(value - error),
                band(value + error),
            ));
        }
        if let Some(test) = &settings.sprt {
            llr.push((games as f64, rounded(test.llr(scorer.score())), None, None));
        }
    }
    (elo, llr)
}

fn games_axis() -> Axis {
    Axis::new("Games").with_zero()
}

fn elo_chart(settings: &MatchSettings, points: Vec<ChartPoint>) -> Chart {
    let (min, max) = later_range(&points);
    Chart::Lines(LineChart {
        title: format!(
            "Elo of {} against {}",
            settings.engines[0].name, settings.engines[1].name
        ),
        about:
            "Elo after each game. The band is the 95 % confidence interval; its wide start is cut off."
                .to_owned(),
        x: games_axis(),
        y: Axis {
            min,
            max,
            ..Axis::new("Elo")
        },
        series: vec![LineSeries {
            name: settings.engines[0].name.clone(),
            color: 0,
            points,
            step: false,
        }],
        levels: vec![ReferenceLine {
            y: 0.0,
            label: String::new(),
        }],
    })
}

/// The range of the band, including zero, without the first quarter, where the errors are large.
fn later_range(points: &[ChartPoint]) -> (Option<f64>, Option<f64>) {
    let later = &points[points.len() / 4..];
    let min = later.iter().filter_map(|point| point.2).reduce(f64::min);
    let max = later.iter().filter_map(|point| point.3).reduce(f64::max);
    (min.map(|min| min.min(0.0)), max.map(|max| max.max(0.0)))
}

fn test_chart(test: &sprt::Sprt, points: Vec<ChartPoint>) -> Chart {
    let (lower, upper) = test.bounds();
    let level = |y: f64, hypothesis: &str| ReferenceLine {
        y: rounded(y),
        label: format!("{hypothesis} accepted at {}", signed(y, 2)),
    };
    Chart::Lines(LineChart {
        title: "SPRT".to_owned(),
        about: "The log-likelihood ratio after each game. The SPRT ends at either bound."
            .to_owned(),
        x: games_axis(),
        y: Axis::new("LLR"),
        series: vec![LineSeries {
            name: "LLR".to_owned(),
            color: 0,
            points,
            step: false,
        }],
        levels: vec![level(lower, "H0"), level(upper, "H1")],
    })
}

/// The score of each engine in percent, over the games of the match.
fn scores(settings: &MatchSettings, records: &[GameRecord]) -> Chart {
    let mut halves = vec![(0_usize, 0_usize); settings.engines.len()];
    let mut points = vec![Vec::new(); settings.engines.len()];
    for (games, record) in (1..).zip(records) {
        for (engine, color) in [(record.white, Color::White), (record.black, Color::Black)] {
            let (scored, played) = &mut halves[engine];
            *played += 2;
            *scored += record.score.of(color).halves();
        }
        if !is_shown(games, records.len()) {
            continue;
        }
        for ((scored, played), points) in halves.iter().zip(&mut points) {
            if *played > 0 {
                let share = *scored as f64 / *played as f64;
                points.push((games as f64, rounded(share * 100.0), None, None));
            }
        }
    }
    let engines = settings.engines.iter().enumerate().zip(points);
    let line = |((color, engine), points): ((usize, &crate::arbiter::EngineSpec), _)| LineSeries {
        name: engine.name.clone(),
        color,
        points,
        step: false,
    };
    Chart::Lines(LineChart {
        title: "Score".to_owned(),
        about: "The score of each engine after each game of the match.".to_owned(),
        x: games_axis(),
        y: Axis {
            min: Some(0.0),
            max: Some(100.0),
            ..Axis::new("Score (%)")
        },
        series: engines.map(line).collect(),
        levels: vec![ReferenceLine {
            y: 50.0,
            label: String::new(),
        }],
    })
}
