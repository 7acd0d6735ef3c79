//! Charts of time, depth and speed. They are computed from running sums and counts of rounded values, so their memory
//! hardly grows with the number of games.

use crate::html::chart::{Axis, Chart, ChartPoint, LineChart, LineSeries, NumberFormat, rounded};
use crate::match_runner::record::{GameRecord, MoveRecord};
use crate::match_runner::settings::MatchSettings;
use crate::types::Color;
use std::collections::BTreeMap;

/// The most engines with bands in the charts; more bands would overlap.
const BANDS: usize = 3;

/// Columns of the histogram per factor of ten.
const PER_DECADE: f64 = 8.0;

/// The values of one quantity at one move number: their weighted mean and their distribution.
#[derive(Clone, Debug, Default)]
struct Spread {
    sum: f64,
    weight: f64,
    /// How often each value occurred, to three significant digits; the keys are in the order of the values.
    counts: BTreeMap<u64, u32>,
}

impl Spread {
    /// Adds a non-negative value, such as the nodes per second of a move, with a weight, such as its seconds.
    fn add(&mut self, value: f64, weight: f64) {
        self.sum += value * weight;
        self.weight += weight;
        // The bit patterns of non-negative floats are in the order of the numbers.
        *self.counts.entry(significant(value).to_bits()).or_default() += 1;
    }

    /// The mean. `None` without values.
    fn mean(&self) -> Option<f64> {
        (self.weight > 0.0).then(|| self.sum / self.weight)
    }

    /// The quantile at `tenths` tenths.
    fn quantile(&self, tenths: u64) -> Option<f64> {
        let all: u64 = self.counts.values().map(|&count| u64::from(count)).sum();
        let place = all.checked_sub(1)? * tenths / 10;
        let mut before = 0;
        let found = self.counts.iter().find(|(_, count)| {
            before += u64::from(**count);
            before > place
        });
        found.map(|(&bits, _)| f64::from_bits(bits))
    }
}

/// A number to three significant digits.
fn significant(value: f64) -> f64 {
    if value <= 0.0 {
        return 0.0;
    }
    let scale = 10_f64.powi(2 - value.log10().floor() as i32);
    (value * scale).round() / scale
}

/// The moves of an engine with one number, counted from the end of the opening.
#[derive(Clone, Debug, Default)]
struct MoveSpreads {
    games: u32,
    /// Seconds.
    time: Spread,
    /// Seconds on the clock after the move.
    clock: Spread,
    /// Plies.
    depth: Spread,
    /// Nodes per second, weighted by time, so the mean is total nodes by total time.
    speed: Spread,
}

impl MoveSpreads {
    fn add(&mut self, mv: &MoveRecord) {
        self.games += 1;
        let seconds = mv.used_us as f64 / 1e6;
        self.time.add(seconds, 1.0);
        if let Some(ms) = mv.clock_ms {
            self.clock.add(ms as f64 / 1e3, 1.0);
        }
        if let Some(depth) = mv.info.depth {
            self.depth.add(depth.into(), 1.0);
        }
        let is_measured = mv.used_us > 0 && !mv.pondered;
        let measured = mv.info.nodes.filter(|_| is_measured);
        let nps = measured.map(|nodes| nodes as f64 / seconds);
        if let Some(nps) = nps.or(mv.info.nps.map(|nps| nps as f64)) {
            self.speed.add(nps, seconds);
        }
    }
}

/// The charts of the moves of each engine by move number, counted from the end of the opening.
pub struct SearchCharts<'a> {
    settings: &'a MatchSettings,
    /// For each engine and each move number.
    moves: Vec<Vec<MoveSpreads>>,
    /// For each engine, the moves in each column of the histogram of time.
    columns: Vec<BTreeMap<i32, u64>>,
}

impl<'a> SearchCharts<'a> {
    /// The charts before the first game.
    pub fn new(settings: &'a MatchSettings) -> Self {
        let engines = settings.engines.len();
        Self {
            settings,
            moves: vec![Vec::new(); engines],
            columns: vec![BTreeMap::new(); engines],
        }
    }

    /// Adds the moves of a game.
    pub fn add(&mut self, record: &GameRecord) {
        for (index, (color, mv)) in record.own_moves().enumerate() {
            let engine = match color {
                Color::White => record.white,
                Color::Black => record.black,
            };
            let (moves, number) = (&mut self.moves[engine], index / 2);
            if moves.len() <= number {
                moves.resize(number + 1, MoveSpreads::default());
            }
            moves[number].add(mv);
            // Below 10 µs a move counts as 10 µs.
            let seconds = mv.used_us.max(10) as f64 / 1e6;
            let column = (seconds.log10() * PER_DECADE).floor() as i32;
            *self.columns[engine].entry(column).or_default() += 1;
        }
    }

    /// The charts of time.
    pub fn time(&self) -> Vec<Chart> {
        let unit = |label: &str| Axis {
            format: NumberFormat::Seconds,
            ..Axis::new(label).with_zero()
        };
        let charts = [
            self.by_move("Time per move", unit("Time"), |mv| &mv.time),
            self.by_move("Clock", unit("Time left after the move"), |mv| &mv.clock),
            self.histogram(),
        ];
        charts.into_iter().flatten().collect()
    }

    /// The charts of depth and speed.
    pub fn search(&self) -> Vec<Chart> {
        let speed = Axis {
            format: NumberFormat::Large,
            ..Axis::new("Nodes per second").with_zero()
        };
        let charts = [
            self.by_move("Depth", Axis::new("Depth (plies)").with_zero(), |mv| {
                &mv.depth
            }),
            self.by_move("Speed", speed, |mv| &mv.speed),
        ];
        charts.into_iter().flatten().collect()
    }

    fn line(&self, engine: usize, points: Vec<ChartPoint>, step: bool) -> LineSeries {
        LineSeries {
            name: self.settings.engines[engine].name.clone(),
            color: engine,
            points,
            step,
        }
    }

    /// The mean of a value by move number, with the 10 % and 90 % quantiles; `None` if no engine has the value. The
    /// line ends where fewer than one game in twenty continue.
    fn by_move(&self, title: &str, y: Axis, value: fn(&MoveSpreads) -> &Spread) -> Option<Chart> {
        let bands = self.moves.len() <= BANDS;
        let mut series = Vec::new();
        for (engine, moves) in self.moves.iter().enumerate() {
            let enough = moves.first().map_or(0, |mv| mv.games).div_ceil(20);
            let mut points = Vec::new();
            for (number, mv) in (1..).zip(moves) {
                let spread = value(mv);
                let Some(mean) = spread.mean().filter(|_| mv.games >= enough) else {
                    continue;
                };
                let end = |tenths| spread.quantile(tenths).filter(|_| bands).map(rounded);
                points.push((f64::from(number), rounded(mean), end(1), end(9)));
            }
            if !points.is_empty() {
                series.push(self.line(engine, points, false));
            }
        }
        let range = if bands {
            " and the range of the middle 80 % of games"
        } else {
            ""
        };
        (!series.is_empty()).then(|| {
            Chart::Lines(LineChart {
                title: title.to_owned(),
                about: format!(
                    "Mean{range} for each move number that at least one game in twenty reached."
                ),
                x: Axis::new("Move since the opening"),
                y,
                series,
                levels: Vec::new(),
            })
        })
    }

    /// The distribution of time per move.
    fn histogram(&self) -> Option<Chart> {
        let all = || self.columns.iter().flat_map(BTreeMap::keys);
        let first = *all().min()?;
        let last = *all().max()?;
        let mut series = Vec::new();
        for (engine, columns) in self.columns.iter().enumerate() {
            let total: u64 = columns.values().sum();
            if total == 0 {
                continue;
            }
            let edge = |index: i32| rounded(10_f64.powf(f64::from(index) / PER_DECADE));
            let share = |count: u64| rounded(count as f64 / total as f64 * 100.0);
            let mut points = vec![(edge(first), 0.0, None, None)];
            points.extend((first..=last).map(|index| {
                let count = columns.get(&index).copied().unwrap_or(0);
                (edge(index), share(count), None, None)
            }));
            points.push((edge(last + 1), 0.0, None, None));
            series.push(self.line(engine, points, true));
        }
        Some(Chart::Lines(LineChart {
            title: "Distribution of time per move".to_owned(),
            about: "Share of an engine's moves by time; the columns have equal width on a logarithmic axis."
                .to_owned(),
            x: Axis {
                format: NumberFormat::Seconds,
                log: true,
                ..Axis::new("Time per move")
            },
            y: Axis::new("Share of moves (%)").with_zero(),
            series,
            levels: Vec::new(),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_speed_is_all_nodes_by_all_time() {
        let mut speed = MoveSpreads::default();
        for (nodes, used_us) in [(1_000_000, 1_000_000), (1000, 10)] {
            let mut mv = MoveRecord {
                used_us,
                ..MoveRecord::default()
            };
            mv.info.nodes = Some(nodes);
            speed.add(&mv);
        }
        let mean = speed.speed.mean().expect("two moves");
        assert!((mean - 1_001_000.0 / 1.00001).abs() < 1.0, "{mean}");
    }

    #[test]
    fn quantiles_are_those_of_the_sorted_values() {
        let mut spread = Spread::default();
        assert_eq!((spread.mean(), spread.quantile(1)), (None, None));
        for value in [0.0, 3.0, 1.0, 2.0, 10.0, 9.0, 8.0, 7.0, 6.0, 5.0, 4.0] {
            spread.add(value, 1.0);
        }
        let found = [0, 1, 5, 9, 10].map(|tenths| spread.quantile(tenths));
        assert_eq!(found, [0.0, 1.0, 5.0, 9.0, 10.0].map(Some));
        assert!((significant(0.012_345) - 0.0123).abs() < 1e-9);
        assert!((significant(98_765.0) - 98_800.0).abs() < 1e-6);
    }
}
