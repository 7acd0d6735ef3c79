//! The rounds of a Swiss or knockout tournament.

use crate::html::markup::{HtmlTable, escape};
use crate::match_runner::rounds::{MiniMatch, Rounds, SwissRow};
use crate::match_runner::settings::MatchSettings;
use crate::util::format::{decimal, half_points};

/// The winner of a knockout or the table of a Swiss tournament, and all mini-matches, as HTML.
pub fn html(settings: &MatchSettings, rounds: &Rounds) -> String {
    let name = |engine: usize| settings.engines[engine].name.as_str();
    let champion = rounds.champion().map(name);
    let verdict = champion.map_or_else(String::new, |name| {
        format!(
            "<p class=\"verdict\">{} won the knockout.</p>\n",
            escape(name)
        )
    });
    let table = if rounds.is_knockout() {
        String::new()
    } else {
        swiss_table(settings, &rounds.swiss_table()).html()
    };
    verdict + &table + &mini_matches(settings, rounds).html()
}

fn swiss_table(settings: &MatchSettings, table: &[SwissRow]) -> HtmlTable {
    let heads = [
        ("Engine", false),
        ("Rank", true),
        ("Points", true),
        ("Buchholz Cut 1", true),
        ("Buchholz", true),
        ("Sonneborn-Berger", true),
    ];
    let row = |(rank, row): (usize, &SwissRow)| {
        vec![
            settings.engines[row.engine].name.clone(),
            rank.to_string(),
            half_points(row.points.into()),
            half_points(row.buchholz_cut.into()),
            half_points(row.buchholz.into()),
            decimal(f64::from(row.sonneborn_berger) / 4.0, 2),
        ]
    };
    HtmlTable {
        caption: "Swiss tournament: a point for a mini-match or a bye, half a point for a level mini-match",
        heads: heads.map(|(head, figure)| (head.to_owned(), figure)).into(),
        rows: (1..).zip(table).map(row).collect(),
    }
}

/// All mini-matches, and the byes, round by round.
fn mini_matches(settings: &MatchSettings, rounds: &Rounds) -> HtmlTable {
    let name = |engine: usize| settings.engines[engine].name.clone();
    let mut rows = Vec::new();
    for (number, round) in (1_u32..).zip(rounds.rounds()) {
        for mini_match in &round.matches {
            let [higher, lower] = mini_match.engines();
            let result = result(mini_match);
            rows.push(vec![number.to_string(), name(higher), result, name(lower)]);
        }
        for &engine in &round.byes {
            rows.push(vec![
                number.to_string(),
                name(engine),
                "bye".to_owned(),
                String::new(),
            ]);
        }
    }
    let heads = ["Round", "Engine", "Score", "Opponent"];
    HtmlTable {
        caption: "Mini-matches of all rounds",
        heads: heads.map(|head| (head.to_owned(), false)).into(),
        rows,
    }
}

/// `1½ – ½`, with the Armageddon game, or a note that it is not over.
fn result(mini_match: &MiniMatch) -> String {
    let [score, other] = mini_match.score().map(half_points);
    let note = match mini_match.armageddon() {
        Some(points) => format!(", Armageddon {points} with the first engine as Black"),
        None if mini_match.is_complete() => String::new(),
        None => ", not over".to_owned(),
    };
    format!("{score} – {other}{note}")
}
