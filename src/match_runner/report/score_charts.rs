//! Charts over the games: Elo and LLR, or the score of each engine.

use crate::html::chart::{Axis, Chart, ChartPoint, LineChart, LineSeries, ReferenceLine, rounded};
use crate::match_runner::settings::MatchSettings;
use crate::match_runner::stats::{Estimate, MatchScore, Standings, sprt};
use crate::util::format::signed;

/// The most points of a line, including the last game. When there are more, every second one is dropped.
const RESOLUTION: usize = 400;

/// The score of a match so far, sampled at equal distances.
pub struct ScoreHistory<'a> {
    settings: &'a MatchSettings,
    /// Games between two points.
    step: u64,
    points: Vec<ScorePoint>,
}

/// The state of a match after a number of games.
#[derive(Clone)]
struct ScorePoint {
    games: u64,
    /// Elo and LLR of the first engine, in a match of two.
    elo: Option<Estimate>,
    llr: Option<f64>,
    /// The score of each engine that has played.
    scores: Vec<Option<f64>>,
}

impl<'a> ScoreHistory<'a> {
    /// The history before the first game.
    pub fn new(settings: &'a MatchSettings) -> Self {
        Self {
            settings,
            step: 1,
            points: Vec::new(),
        }
    }

    /// Adds the standings after a game.
    pub fn add(&mut self, standings: &Standings<'_>) {
        if standings.games().is_multiple_of(self.step) {
            self.points.push(self.point(standings));
        }
        if self.points.len() == RESOLUTION {
            self.step *= 2;
            let step = self.step;
            self.points.retain(|point| point.games.is_multiple_of(step));
        }
    }

    fn is_duel(&self) -> bool {
        self.settings.engines.len() == 2
    }

    fn point(&self, standings: &Standings<'_>) -> ScorePoint {
        let score = self.is_duel().then(|| standings.against(0, 1));
        let test = self.settings.sprt.as_ref().zip(score);
        let rows = standings.rows().iter();
        ScorePoint {
            games: standings.games(),
            elo: score.and_then(MatchScore::elo),
            llr: test.map(|(test, score)| test.llr(score)),
            scores: rows.map(|row| row.total.score()).collect(),
        }
    }

    /// The charts over the games of the match, in the order in which they ended. `standings` are those after the last.
    pub fn charts(&self, standings: &Standings<'_>) -> Vec<Chart> {
        let mut points = self.points.clone();
        let games = standings.games();
        if points.last().is_none_or(|point| point.games < games) {
            points.push(self.point(standings));
        }
        if !self.is_duel() {
            return vec![scores(self.settings, &points)];
        }
        let (mut elo, mut llr) = (Vec::new(), Vec::new());
        for point in points {
            let games = point.games as f64;
            if let Some(Estimate { value, error }) = point.elo {
                let band = |end: f64| Some(rounded(end));
                elo.push((
                    games,
                    rounded(value),
                    band(value - error),
                    band(value + error),
                ));
            }
            llr.extend(point.llr.map(|llr| (games, rounded(llr), None, None)));
        }
        let test = self.settings.sprt.as_ref();
        let test = test.map(|test| test_chart(test, llr));
        [elo_chart(self.settings, elo)]
            .into_iter()
            .chain(test)
            .collect()
    }
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
fn scores(settings: &MatchSettings, history: &[ScorePoint]) -> Chart {
    let mut points = vec![Vec::new(); settings.engines.len()];
    for point in history {
        for (share, points) in point.scores.iter().zip(&mut points) {
            let share = share.map(|share| rounded(share * 100.0));
            points.extend(share.map(|share| (point.games as f64, share, None, None)));
        }
    }
    let engines = settings.engines.iter().enumerate().zip(points);
    let line =
        |((color, engine), points): ((usize, &crate::match_runner::EngineSpec), _)| LineSeries {
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
