//! The report of a match: a self-contained HTML file.
//!
//! All statistics are computed here. The page holds them in tables and in two data elements: one with the charts and a
//! row for each game, and one with a line of JSON per game for its moves. The page's script draws the charts, sorts the
//! games and replays them. Text from outside (names, remarks) is escaped by `markup`.
//!
//! The page is assembled from `body.html` and the scripts in this folder, and from the parts that all pages share.

mod game_list;
mod match_info;
mod result_section;
mod rounds;
mod score_charts;
mod search_charts;
mod termination_chart;

use super::record::GameRecord;
use super::settings::MatchSettings;
use super::stats::Standings;
use crate::html::chart::Chart;
use crate::html::{HtmlPage, markup};
use crate::util::date::utc;
use game_list::GameList;
use score_charts::ScoreHistory;
use search_charts::SearchCharts;
use serde::Serialize;

const BODY: &str = include_str!("body.html");
const SCRIPTS: [&str; 3] = [
    include_str!("table.js"),
    include_str!("viewer.js"),
    include_str!("main.js"),
];

/// The data of the page's script.
#[derive(Serialize)]
struct PageData<'a> {
    engines: Vec<&'a str>,
    charts: PageCharts,
    games: GameList,
}

/// The charts of each section of the page; a section may be empty.
#[derive(Default, Serialize)]
struct PageCharts {
    result: Vec<Chart>,
    course: Vec<Chart>,
    endings: Vec<Chart>,
    time: Vec<Chart>,
    search: Vec<Chart>,
}

/// The report of a match, fed game by game: it keeps only what the page shows.
pub struct MatchReport<'a> {
    settings: &'a MatchSettings,
    /// The first start and the last end, in milliseconds since 1970 (UTC).
    time: Option<(u64, u64)>,
    standings: Standings<'a>,
    history: ScoreHistory<'a>,
    search: SearchCharts<'a>,
    games: GameList,
    details: Vec<String>,
}

impl<'a> MatchReport<'a> {
    /// The report before the first game.
    pub fn new(settings: &'a MatchSettings) -> Self {
        Self {
            settings,
            time: None,
            standings: Standings::new(settings),
            history: ScoreHistory::new(settings),
            search: SearchCharts::new(settings),
            games: GameList::default(),
            details: Vec::new(),
        }
    }

    /// Adds a game between engines of the settings. Games must come in the order in which they ended.
    pub fn add(&mut self, record: &GameRecord) {
        let began = record.began_ms;
        let ended = began.saturating_add(record.took_ms);
        let (first, last) = self.time.unwrap_or((began, ended));
        self.time = Some((first.min(began), last.max(ended)));
        self.standings.add(record);
        self.history.add(&self.standings);
        self.search.add(record);
        self.games.add(record);
        self.details.push(game_list::line(record));
    }

    /// The report as an HTML page.
    pub fn html(mut self) -> String {
        self.games.sort();
        let settings = self.settings;
        let engines = settings.engines.iter();
        let data = PageData {
            engines: engines.map(|engine| engine.name.as_str()).collect(),
            charts: self.charts(),
            games: self.games,
        };
        let names = data.engines.join(" – ");
        let body = markup::fill(BODY, |place| match place {
            "event" => markup::escape(&settings.event),
            "site" => site(settings),
            "names" => markup::escape(&names),
            "head" => match_info::html(settings, &self.standings, self.time),
            "result" => result_section::html(settings, &self.standings),
            other => unreachable!("the page has no place '{other}'"),
        });
        HtmlPage {
            title: &format!("{names} · {}", settings.event),
            style: "",
            body: &body,
            data: &data,
            details: &self.details,
            scripts: &SCRIPTS,
        }
        .html()
    }

    fn charts(&self) -> PageCharts {
        if self.standings.games() == 0 {
            return PageCharts::default();
        }
        PageCharts {
            result: result_section::charts(self.settings, &self.standings),
            course: self.history.charts(&self.standings),
            endings: vec![termination_chart::chart(self.settings, &self.standings)],
            time: self.search.time(),
            search: self.search.search(),
        }
    }
}

/// The site after the event, if it is known.
fn site(settings: &MatchSettings) -> String {
    match settings.site.as_str() {
        "" | "?" => String::new(),
        site => format!(", {}", markup::escape(site)),
    }
}

/// Milliseconds since 1970 as date and time: `2026-01-31 23:59:59 UTC`.
fn utc_time(ms: u64) -> String {
    utc(ms, "%Y-%m-%d %H:%M:%S UTC").to_string()
}
