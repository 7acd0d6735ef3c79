//! The settings of the match: engines, rules, openings, date.

use super::utc_time;
use crate::html::markup::{HtmlTable, facts};
use crate::laws::edition::Supervision;
use crate::match_runner::settings::{
    ClaimPolicy, EngineSpec, IllegalMovePolicy, MatchSettings, OpeningOrder, OpeningSource,
    TournamentFormat,
};
use crate::match_runner::stats::Standings;
use crate::util::format::duration;
use std::time::Duration;

/// The list of settings and the table of engines, as HTML. `time` has the first start and the last end, in milliseconds
/// since 1970 (UTC).
pub fn html(
    settings: &MatchSettings,
    standings: &Standings<'_>,
    time: Option<(u64, u64)>,
) -> String {
    let mut list = vec![
        ("Games", games(settings, standings)),
        ("Laws", laws(settings)),
        ("Openings", openings(settings)),
        ("Draw claims", claims(settings.claims).to_owned()),
        (
            "Illegal moves",
            illegal_moves(settings.illegal_moves).to_owned(),
        ),
        ("Adjudication", adjudication(settings)),
        ("Concurrency", settings.concurrency.to_string()),
        ("Seed", settings.seed.to_string()),
        (
            "Pondering",
            if settings.run.ponder { "on" } else { "off" }.to_owned(),
        ),
    ];
    if let Some((began, ended)) = time {
        list.push(("Started", utc_time(began)));
        list.push(("Duration", duration(Duration::from_millis(ended - began))));
    }
    facts(&list) + &engines(&settings.engines)
}

fn games(settings: &MatchSettings, standings: &Standings<'_>) -> String {
    let (played, planned) = (standings.games(), standings.planned_games());
    let format = match (settings.format, settings.challengers) {
        _ if planned <= settings.games => String::new(),
        (TournamentFormat::RoundRobin, _) => ", round-robin".to_owned(),
        (TournamentFormat::Gauntlet, 1) => ", the first against each of the others".to_owned(),
        (TournamentFormat::Gauntlet, challengers) => {
            format!(", the first {challengers} against each of the others")
        }
        (TournamentFormat::Swiss, _) => {
            format!(
                ", Swiss tournament, rounds: {}",
                settings.rounds.unwrap_or(1)
            )
        }
        (TournamentFormat::Knockout, _) => ", knockout".to_owned(),
    };
    format!("{played} of {planned}{format}")
}

/// The edition, and the modes of the pairings.
fn laws(settings: &MatchSettings) -> String {
    let mut modes = Vec::new();
    for white in 0..settings.engines.len() {
        let opponents = match settings.format {
            TournamentFormat::Gauntlet if white >= settings.challengers as usize => break,
            TournamentFormat::Gauntlet => settings.challengers as usize..settings.engines.len(),
            TournamentFormat::RoundRobin | TournamentFormat::Swiss | TournamentFormat::Knockout => {
                white + 1..settings.engines.len()
            }
        };
        for black in opponents {
            let mode = settings.rules(white, black).mode.name();
            if !modes.contains(&mode) {
                modes.push(mode);
            }
        }
    }
    let variant = if settings.chess960 { ", Chess960" } else { "" };
    let supervision = match settings.supervision {
        Supervision::Supervised => "",
        Supervision::Unsupervised => ", unsupervised",
    };
    format!(
        "{}, {}{supervision}{variant}",
        settings.edition.name(),
        modes.join(" or ")
    )
}

fn openings(settings: &MatchSettings) -> String {
    let source = match &settings.openings {
        OpeningSource::File {
            path,
            order,
            start,
            plies,
        } => {
            let order = match order {
                OpeningOrder::Sequential => "sequential",
                OpeningOrder::Random => "random order",
            };
            let plies = plies
                .map(|plies| format!(", {plies} half-moves"))
                .unwrap_or_default();
            format!("{}, {order}, from number {start}{plies}", path.display())
        }
        OpeningSource::Random { plies } => format!("{plies} random half-moves"),
        OpeningSource::Polyglot { path, plies } => {
            format!("{}, at most {plies} half-moves", path.display())
        }
        OpeningSource::StartPos => "the initial position".to_owned(),
    };
    let repeat = if settings.repeat {
        ", each with both colours"
    } else {
        ""
    };
    source + repeat
}

const fn claims(policy: ClaimPolicy) -> &'static str {
    match policy {
        ClaimPolicy::Auto => "by the arbiter",
        ClaimPolicy::Engine => "by the engines",
        ClaimPolicy::None => "none",
    }
}

const fn illegal_moves(policy: IllegalMovePolicy) -> &'static str {
    match policy {
        IllegalMovePolicy::Forfeit => "lose the game",
        IllegalMovePolicy::Laws => "penalty of the Laws",
    }
}

fn adjudication(settings: &MatchSettings) -> String {
    let rules = &settings.adjudication;
    let mut parts = Vec::new();
    parts.extend(rules.win.map(|win| {
        let whose = if win.one_sided {
            " by the loser's scores"
        } else {
            ""
        };
        format!("won at {} cp for {} moves{whose}", win.score, win.moves)
    }));
    parts.extend(rules.draw.map(|draw| {
        format!(
            "drawn within {} cp for {} moves from move {}",
            draw.score, draw.moves, draw.from_move
        )
    }));
    parts.extend(
        rules
            .max_moves
            .map(|moves| format!("drawn after {moves} moves")),
    );
    parts.extend(
        rules
            .tables
            .as_ref()
            .map(|list| format!("endgame tables in {list}")),
    );
    if parts.is_empty() {
        "none".to_owned()
    } else {
        parts.join("; ")
    }
}

fn engines(engines: &[EngineSpec]) -> String {
    let row = |engine: &EngineSpec| {
        vec![
            engine.name.clone(),
            engine.limits.to_string(),
            engine.option_list(),
            engine.command_line(),
        ]
    };
    let heads = ["Engine", "Limits", "Options", "Command"];
    HtmlTable {
        caption: "Engines",
        heads: heads.map(|head| (head.to_owned(), false)).into(),
        rows: engines.iter().map(row).collect(),
    }
    .html()
}
