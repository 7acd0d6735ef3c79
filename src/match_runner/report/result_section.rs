//! The result: score, Elo, SPRT, standings.

use super::rounds;
use crate::html::chart::{Axis, BarChart, BarSeries, Chart};
use crate::html::markup::{HtmlTable, escape, facts};
use crate::match_runner::settings::MatchSettings;
use crate::match_runner::stats::{Estimate, MatchScore, Standings, sprt};
use crate::util::format::{decimal, half_points, metric, percent, short_duration, signed};

/// The result as HTML: the rounds of a Swiss or knockout tournament, then statistics for two engines or standings and a
/// crosstable for more, then the time, search and forfeits of each engine.
pub fn html(settings: &MatchSettings, standings: &Standings<'_>) -> String {
    if standings.games() == 0 {
        return "<p class=\"verdict\">No game has been played.</p>\n".to_owned();
    }
    let result = match settings.engines[..] {
        [_, _] => duel(settings, standings.against(0, 1)) + DUEL_NOTE,
        _ => ranking(standings).html() + &crosstable(standings).html() + RANKING_NOTE,
    };
    let rounds = standings.rounds();
    let rounds = rounds.map_or_else(String::new, |rounds| rounds::html(settings, rounds));
    rounds + &result + &search_stats(standings).html()
}

const DUEL_NOTE: &str = "<p class=\"note\">± is half the width of the 95 % confidence interval, computed from game pairs if openings were repeated.</p>\n";
const RANKING_NOTE: &str = "<p class=\"note\">± is half the width of the 95 % confidence interval; for ratings, it is computed from single games.</p>\n";

/// The chart of the pentanomial, if there are two engines and complete pairs.
pub fn charts(settings: &MatchSettings, standings: &Standings<'_>) -> Vec<Chart> {
    let [first, _] = &settings.engines[..] else {
        return Vec::new();
    };
    let score = standings.against(0, 1);
    if score.complete_pairs() == 0 {
        return Vec::new();
    }
    vec![Chart::Bars(BarChart {
        title: "Pairs".to_owned(),
        about: format!(
            "The points of {} in the two games from each opening.",
            first.name
        ),
        x: Axis::new("Pairs of games").with_zero(),
        rows: ["2 points", "1½ points", "1 point", "½ point", "0 points"]
            .map(str::to_owned)
            .into(),
        series: vec![BarSeries {
            name: "Pairs".to_owned(),
            color: Some(0),
            values: score.pairs.iter().rev().copied().collect(),
        }],
    })]
}

/// The statistics of a match of two engines.
fn duel(settings: &MatchSettings, score: &MatchScore) -> String {
    let names = [&settings.engines[0].name, &settings.engines[1].name];
    let sentence = format!(
        "{} scored {} of {} against {}.",
        names[0],
        points(score),
        score.games(),
        names[1]
    );
    let mut list = vec![
        ("Score", share(score.score())),
        ("Won, drawn, lost", wdl(score)),
        ("Elo", estimate(score.elo())),
        ("Normalised Elo", estimate(score.nelo())),
        ("Likelihood of superiority", share(score.los())),
        ("Draws", share(score.draw_ratio())),
    ];
    if score.complete_pairs() > 0 {
        list.push(("Pair ratio", ratio(score.pairs_ratio())));
        list.push((
            "Pentanomial (0, ½, 1, 1½, 2 points)",
            score.pairs.map(|pairs| pairs.to_string()).join(", "),
        ));
    }
    if let Some(test) = &settings.sprt {
        list.extend(sprt_facts(test, score, settings.sprt_decision(score)));
    }
    format!("<p class=\"verdict\">{}</p>\n", escape(&sentence)) + &facts(&list)
}

/// The SPRT: decision, LLR and hypotheses.
fn sprt_facts(
    test: &sprt::Sprt,
    score: &MatchScore,
    decision: Option<sprt::SprtDecision>,
) -> [(&'static str, String); 3] {
    let model = match test.model {
        sprt::EloModel::Normalized => "normalised Elo",
        sprt::EloModel::Logistic => "Elo",
    };
    let (lower, upper) = test.bounds();
    let [elo0, elo1] = [test.elo0, test.elo1].map(|elo| elo.to_string().replace('-', "−"));
    let hypotheses = format!(
        "H0: {elo0}, H1: {elo1} {model}; α {}, β {}",
        test.alpha, test.beta
    );
    let llr = signed(test.llr(score), 2);
    let bounds = format!("{} to {}", signed(lower, 2), signed(upper, 2));
    let decision = decision.map_or_else(|| "undecided".to_owned(), |decision| decision.to_string());
    [
        ("SPRT", decision),
        ("Log-likelihood ratio", format!("{llr} ({bounds})")),
        ("Hypotheses", hypotheses),
    ]
}

fn ranking(standings: &Standings) -> HtmlTable {
    let heads = [
        ("Engine", false),
        ("Rank", true),
        ("Games", true),
        ("Points", true),
        ("Score", true),
        ("Won, drawn, lost", true),
        ("Rating", true),
        ("Draws", true),
    ];
    let ratings = standings.ratings();
    let row = |(rank, engine): (usize, usize)| {
        let row = &standings.rows()[engine];
        vec![
            row.name.clone(),
            rank.to_string(),
            row.total.games().to_string(),
            points(&row.total),
            share(row.total.score()),
            wdl(&row.total),
            estimate(ratings[engine]),
            share(row.total.draw_ratio()),
        ]
    };
    HtmlTable {
        caption: "Standings; the ratings are in Elo, have mean zero and account for the strength of the opponents",
        heads: heads.map(|(head, figure)| (head.to_owned(), figure)).into(),
        rows: (1..).zip(standings.ranking()).map(row).collect(),
    }
}

/// The crosstable: points and games of each engine against each.
fn crosstable(standings: &Standings) -> HtmlTable {
    let ranking = standings.ranking();
    let mut heads = vec![("Engine".to_owned(), false)];
    heads.extend((1..=ranking.len()).map(|rank| (rank.to_string(), true)));
    let cell = |engine: usize, opponent: usize| {
        let score = standings.against(engine, opponent);
        match score.games() {
            _ if engine == opponent => "×".to_owned(),
            0 => String::new(),
            games => format!("{} / {games}", points(score)),
        }
    };
    let row = |(rank, &engine): (usize, &usize)| {
        let mut row = vec![format!("{rank}. {}", standings.rows()[engine].name)];
        row.extend(ranking.iter().map(|&opponent| cell(engine, opponent)));
        row
    };
    HtmlTable {
        caption: "Points and games against the engine of each rank",
        heads,
        rows: (1..).zip(&ranking).map(row).collect(),
    }
}

/// Time, depth, nodes and forfeits of the engines.
fn search_stats(standings: &Standings) -> HtmlTable {
    let heads = [
        ("Engine", false),
        ("Moves", true),
        ("Time per move", true),
        ("Longest", true),
        ("Over limit", true),
        ("Depth", true),
        ("Nodes", true),
        ("Nodes per second", true),
        ("Forfeits", false),
    ];
    let rows = standings.rows().iter().enumerate().map(|(engine, row)| {
        let stats = &row.search_stats;
        let forfeits: Vec<String> = standings
            .forfeits(engine)
            .map(|(kind, count)| format!("{count} × {}", kind.description()))
            .collect();
        let overshoot = match stats.overshoot {
            overshoot if overshoot.is_zero() => "–".to_owned(),
            overshoot => short_duration(overshoot),
        };
        vec![
            row.name.clone(),
            stats.moves.to_string(),
            stats.mean_time().map_or_else(dash, short_duration),
            short_duration(stats.longest),
            overshoot,
            stats
                .mean_depth()
                .map_or_else(dash, |depth| decimal(depth, 1)),
            if stats.nodes == 0 {
                dash()
            } else {
                metric(stats.nodes as f64)
            },
            stats.nps().map_or_else(dash, metric),
            if forfeits.is_empty() {
                "none".to_owned()
            } else {
                forfeits.join(", ")
            },
        ]
    });
    HtmlTable {
        caption: "Time, search and forfeits",
        heads: heads.map(|(head, figure)| (head.to_owned(), figure)).into(),
        rows: rows.collect(),
    }
}

fn dash() -> String {
    "–".to_owned()
}

/// Points with ½.
fn points(score: &MatchScore) -> String {
    half_points(2 * score.wins + score.draws)
}

fn wdl(score: &MatchScore) -> String {
    format!("+{} ={} −{}", score.wins, score.draws, score.losses)
}

fn share(share: Option<f64>) -> String {
    share.map_or_else(dash, percent)
}

fn ratio(ratio: Option<f64>) -> String {
    ratio.map_or_else(|| "none lost".to_owned(), |ratio| decimal(ratio, 2))
}

fn estimate(estimate: Option<Estimate>) -> String {
    estimate.map_or_else(dash, |elo| {
        format!("{} ± {}", signed(elo.value, 1), decimal(elo.error, 1))
    })
}
