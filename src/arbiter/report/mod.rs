//! The report of a match: a self-contained HTML file.
//!
//! All statistics are computed here. The page has them in tables and in two data elements: charts and a row for each game,
//! and a line of JSON with the moves of each game. Its script draws the charts, sorts the games and replays them. Text from
//! outside (names, remarks) is escaped by `markup`.
//!
//! The page is made of `body.html` and the scripts in this folder, and of the parts that all pages share.

mod game_list;
mod match_info;
mod result;
mod score_charts;
mod search_charts;
mod termination_chart;

use super::pgn::UtcDateTime;
use super::record::GameRecord;
use super::settings::MatchSettings;
use crate::html::chart::Chart;
use crate::html::{HtmlPage, markup};
use crate::types::Color;
use game_list::GameList;
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
    games: GameList<'a>,
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

/// The report of a match so far, as an HTML page.
///
/// The records are those of games between the engines of the settings, in the order in which they ended.
pub fn html(settings: &MatchSettings, records: &[GameRecord]) -> String {
    let data = PageData {
        engines: settings
            .engines
            .iter()
            .map(|engine| engine.name.as_str())
            .collect(),
        charts: charts(settings, records),
        games: GameList::new(records),
    };
    let names = data.engines.join(" – ");
    let body = markup::fill(BODY, |place| match place {
        "event" => markup::escape(&settings.event),
        "site" => site(settings),
        "names" => markup::escape(&names),
        "head" => match_info::html(settings, records),
        "result" => result::html(settings, records),
        other => unreachable!("the page has no place '{other}'"),
    });
    let details: Vec<String> = records.iter().map(game_list::line).collect();
    HtmlPage {
        title: &format!("{names} · {}", settings.event),
        style: "",
        body: &body,
        data: &data,
        details: &details,
        scripts: &SCRIPTS,
    }
    .html()
}

/// The site after the event, if it is known.
fn site(settings: &MatchSettings) -> String {
    match settings.site.as_str() {
        "" | "?" => String::new(),
        site => format!(", {}", markup::escape(site)),
    }
}

fn charts(settings: &MatchSettings, records: &[GameRecord]) -> PageCharts {
    if records.is_empty() {
        return PageCharts::default();
    }
    let pace = search_charts::SearchCharts::new(settings, records);
    PageCharts {
        result: result::charts(settings, records),
        course: score_charts::charts(settings, records),
        endings: vec![termination_chart::chart(settings, records)],
        time: pace.time(),
        search: pace.search(),
    }
}

/// Milliseconds since 1970 as date and time: `2026-01-31 23:59:59 UTC`.
fn utc_time(ms: u64) -> String {
    let text = UtcDateTime::new(ms).to_string();
    text.replace('T', " ").replace("+0000", "UTC")
}

/// The side that made the engines' move with this index.
fn mover(record: &GameRecord, index: usize) -> Color {
    let black_begins = record.fen.split_ascii_whitespace().nth(1) == Some("b");
    if (record.book.len() + index).is_multiple_of(2) == black_begins {
        Color::Black
    } else {
        Color::White
    }
}
