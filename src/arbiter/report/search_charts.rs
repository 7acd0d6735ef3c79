//! Charts of time, depth and speed.

use super::mover;
use crate::arbiter::record::{GameRecord, MoveRecord};
use crate::arbiter::settings::MatchSettings;
use crate::html::chart::{Axis, Chart, ChartPoint, LineChart, LineSeries, NumberFormat, rounded};
use crate::types::Color;

/// The most engines for which bands are drawn; more would overlap.
const BANDS: usize = 3;

/// Columns of the histogram per factor of ten.
const PER_DECADE: f64 = 8.0;

/// The moves of each engine by their number since the opening.
pub struct SearchCharts<'a> {
    settings: &'a MatchSettings,
    /// For each engine and each move number, the moves of its games.
    moves: Vec<Vec<Vec<&'a MoveRecord>>>,
}

impl<'a> SearchCharts<'a> {
    /// Groups the moves of all games.
    pub fn new(settings: &'a MatchSettings, records: &'a [GameRecord]) -> Self {
        let mut moves = vec![Vec::new(); settings.engines.len()];
        for record in records {
            for (index, mv) in record.moves.iter().enumerate() {
                let engine = match mover(record, index) {
                    Color::White => record.white,
                    Color::Black => record.black,
                };
                let of_engine: &mut Vec<Vec<&MoveRecord>> = &mut moves[engine];
                let number = index / 2;
                if of_engine.len() <= number {
                    of_engine.resize(number + 1, Vec::new());
                }
                of_engine[number].push(mv);
            }
        }
        Self { settings, moves }
    }

    /// The charts of time.
    pub fn time(&self) -> Vec<Chart> {
        let used = |mv: &MoveRecord| Some(mv.used_us as f64 / 1e6);
        let clock = |mv: &MoveRecord| Some(mv.clock_ms? as f64 / 1e3);
        let unit = |label: &str| Axis {
            format: NumberFormat::Seconds,
            ..Axis::new(label).with_zero()
        };
        let charts = [
            self.by_move("Time per move", unit("Time"), used),
            self.by_move("Clock", unit("Time left after the move"), clock),
            self.histogram(),
        ];
        charts.into_iter().flatten().collect()
    }

    /// The charts of depth and speed.
    pub fn search(&self) -> Vec<Chart> {
        let depth = |mv: &MoveRecord| mv.info.depth.map(f64::from);
        let speed = Axis {
            format: NumberFormat::Large,
            ..Axis::new("Nodes per second").with_zero()
        };
        let charts = [
            self.by_move("Depth", Axis::new("Depth (plies)").with_zero(), depth),
            self.by_move("Speed", speed, nps),
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

    /// The mean of a value by move number, with the 10 % and 90 % quantiles; `None` if no engine has the value. The line
    /// ends where less than one game in twenty goes on.
    fn by_move(
        &self,
        title: &str,
        y: Axis,
        value: impl Fn(&MoveRecord) -> Option<f64>,
    ) -> Option<Chart> {
        let bands = self.moves.len() <= BANDS;
        let mut series = Vec::new();
        for (engine, moves) in self.moves.iter().enumerate() {
            let enough = moves.first().map_or(0, Vec::len).div_ceil(20);
            let mut points = Vec::new();
            for (number, moves) in (1..).zip(moves) {
                let mut values: Vec<f64> = moves.iter().filter_map(|mv| value(mv)).collect();
                if values.is_empty() || moves.len() < enough {
                    continue;
                }
                values.sort_unstable_by(f64::total_cmp);
                let mean = values.iter().sum::<f64>() / values.len() as f64;
                let at = |tenths: usize| rounded(values[(values.len() - 1) * tenths / 10]);
                let end = |tenths| bands.then(|| at(tenths));
                points.push((f64::from(number), rounded(mean), end(1), end(9)));
            }
            if !points.is_empty() {
                series.push(self.line(engine, points, false));
            }
        }
        let spread = if bands {
            " and the range of the middle 80 % of games"
        } else {
            ""
        };
        (!series.is_empty()).then(|| {
            Chart::Lines(LineChart {
                title: title.to_owned(),
                about: format!(
                    "Mean{spread} for each move number, as far as one game in twenty goes on."
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
        // Below 10 µs a move counts as 10 µs.
        let column = |mv: &MoveRecord| {
            let seconds = mv.used_us.max(10) as f64 / 1e6;
            (seconds.log10() * PER_DECADE).floor() as i32
        };
        let all = || self.moves.iter().flatten().flatten();
        let first = all().map(|mv| column(mv)).min()?;
        let last = all().map(|mv| column(mv)).max()?;
        let mut series = Vec::new();
        for (engine, moves) in self.moves.iter().enumerate() {
            let mut counts = vec![0_u64; (last - first) as usize + 1];
            for mv in moves.iter().flatten() {
                counts[(column(mv) - first) as usize] += 1;
            }
            let total: u64 = counts.iter().sum();
            if total == 0 {
                continue;
            }
            let edge = |index: i32| rounded(10_f64.powf(f64::from(index) / PER_DECADE));
            let share = |count: u64| rounded(count as f64 / total as f64 * 100.0);
            let mut points = vec![(edge(first), 0.0, None, None)];
            points.extend(
                (first..)
                    .zip(&counts)
                    .map(|(index, &count)| (edge(index), share(count), None, None)),
            );
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

/// Nodes per second of measured time; as reported if the engine reports no nodes.
fn nps(mv: &MoveRecord) -> Option<f64> {
    match mv.info.nodes {
        Some(nodes) if mv.used_us > 0 => Some(nodes as f64 / mv.used_us as f64 * 1e6),
        _ => mv.info.nps.map(|nps| nps as f64),
    }
}
