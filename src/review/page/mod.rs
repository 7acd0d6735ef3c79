//! The page: games, each on a board with its moves, evaluation, errors and findings under the Laws, in one HTML file.
//!
//! It is assembled from `body.html`, `style.css` and the scripts in this folder, and from [`crate::html`].

use super::judgement::Judgement;
use super::phase::GamePhase;
use super::report::{GameReview, PlayerReview, PositionScore};
use super::tally::{MoveTally, ReviewTotals};
use super::win_curve::WinCurve;
use crate::html::HtmlPage;
use crate::html::markup::{self, HtmlTable};
use crate::judge::Finding;
use crate::types::{Color, UciScore};
use crate::util::skipped::is_empty_column;
use crate::util::version::ENGINE;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

const BODY: &str = include_str!("body.html");
const STYLE: &str = include_str!("style.css");
const SCRIPTS: [&str; 4] = [
    include_str!("table.js"),
    include_str!("copy.js"),
    include_str!("viewer.js"),
    include_str!("main.js"),
];

/// The data of the page's script.
#[derive(Serialize)]
struct ReviewPageData<'a> {
    games: Vec<ReviewRow<'a>>,
}

/// A game: number, White, Black, result, date, plies, accuracy of either, inaccuracies, mistakes and blunders of the commented
/// sides, findings of the judge, line of the details.
type ReviewRow<'a> = (
    usize,
    &'a str,
    &'a str,
    &'a str,
    &'a str,
    usize,
    [Option<f64>; 2],
    [usize; 3],
    usize,
    usize,
);

#[derive(Serialize)]
struct ReviewDetails<'a> {
    about: String,
    event: Option<&'a str>,
    /// How deeply it was analysed.
    analysis: String,
    fen: &'a str,
    /// The moves in UCI notation, separated by blanks.
    moves: String,
    san: String,
    /// The number of book moves at the start.
    book: usize,
    /// The scores of all positions from White's view.
    score: Vec<Value>,
    /// White's expected scores in permille.
    expected: Vec<u16>,
    /// The judgements of moves, by ply, with the evaluations from which they fall: score, and White's expected score in permille.
    judgements: BTreeMap<usize, (Judgement, Value, u16)>,
    /// The better lines of these moves, by ply: UCI notation and SAN.
    better: BTreeMap<usize, (String, String)>,
    #[serde(skip_serializing_if = "is_empty_column")]
    used: Vec<Option<u64>>,
    #[serde(skip_serializing_if = "is_empty_column")]
    clock: Vec<Option<u64>>,
    /// The figures of each player, for the whole game and for the phases.
    players: [[TallyRow; 4]; 2],
    verdict: String,
    findings: Vec<FindingRow<'a>>,
    error: Option<&'a str>,
    /// True if Black is at the bottom, because only Black's moves are commented.
    turned: bool,
}

/// Moves, accuracy in percent, mean loss in centipawns and in expected score; inaccuracies, mistakes, blunders, only moves.
type TallyRow = (
    usize,
    Option<f64>,
    Option<f64>,
    f64,
    usize,
    usize,
    usize,
    usize,
);

/// Severity, text, ply, move.
type FindingRow<'a> = (&'static str, String, Option<usize>, Option<&'a str>);

/// A score: centipawns, or a mate as text, `#-3`; `#-0` if White is checkmated.
fn page_score(evaluation: &PositionScore) -> Value {
    match evaluation.score {
        UciScore::Cp(cp) => cp.into(),
        UciScore::Mate(0) if evaluation.expected < 0.5 => "#-0".into(),
        UciScore::Mate(moves) => format!("#{moves}").into(),
    }
}

/// White's expected score in permille.
fn permille(evaluation: &PositionScore) -> u16 {
    (evaluation.expected * 1000.0).round() as u16
}

/// A page of reviewed games.
pub fn html(reviews: &[GameReview]) -> String {
    let mut totals = ReviewTotals::default();
    for review in reviews {
        totals.add(review);
    }
    let title = match reviews {
        [only] => heading(only),
        _ => format!("Review of {} games", reviews.len()),
    };
    let about = match reviews {
        [only] => event(only),
        _ => format!("{} half-moves", totals.plies),
    };
    let body = markup::fill(BODY, |place| match place {
        "title" => markup::escape(&title),
        "about" => markup::escape(&about),
        "players" if reviews.len() > 1 && !totals.players.is_empty() => players(&totals),
        "players" => String::new(),
        "legend" => markup::escape(&legend(reviews)),
        other => unreachable!("the page has no place '{other}'"),
    });
    let data = ReviewPageData {
        games: reviews.iter().enumerate().map(row).collect(),
    };
    let details: Vec<String> = reviews
        .iter()
        .map(|review| markup::json(&details(review)))
        .collect();
    HtmlPage {
        title: &title,
        style: STYLE,
        body: &body,
        data: &data,
        details: &details,
        scripts: &SCRIPTS,
    }
    .html()
}

fn heading(review: &GameReview) -> String {
    let names = Color::ALL.map(|color| review.name(color)).join(" – ");
    format!("{names} {}", result_text(result(review)))
        .trim_end()
        .to_owned()
}

fn result(review: &GameReview) -> &str {
    review.result.as_deref().unwrap_or("*")
}

/// A result as it is printed, as in dom.js.
fn result_text(score: &str) -> String {
    score.replace("1/2", "½").replace('-', "–")
}

/// The event, the date and the opening, as far as they are known.
fn event(review: &GameReview) -> String {
    let opening = review.laws.opening.map(|opening| opening.to_string());
    let known = [&review.event, &review.date, &opening]
        .into_iter()
        .flatten();
    known.map(String::as_str).collect::<Vec<_>>().join(", ")
}

fn legend(reviews: &[GameReview]) -> String {
    let of_curve = |curve: WinCurve| {
        let is_used = reviews.iter().any(|review| review.curve == curve);
        let limits = curve.limits();
        is_used.then(|| {
            let mates = match curve {
                WinCurve::People => {
                    "A move that gives up a forced mate, or allows one, is an error however little it loses, unless the mate \
                     is long and the game decided without it. "
                }
                WinCurve::Engines => "",
            };
            format!(
                "In games of {curve}, a move that loses {} or more of the expected score is an inaccuracy (?!), {} or more a \
                 mistake (?), {} or more a blunder (??). {mates}",
                limits.inaccuracy, limits.mistake, limits.blunder
            )
        })
    };
    let curves = [WinCurve::People, WinCurve::Engines].into_iter();
    let curves: String = curves.filter_map(of_curve).collect();
    let is_checked = |review: &GameReview| review.analysis.deep_limits.is_some();
    let checks = if reviews.iter().any(is_checked) {
        "A sign is kept only if the deeper analysis of the positions before and after the move confirms it, and an \
         inaccuracy only if it also loses enough in a direct comparison with the best move. "
    } else {
        ""
    };
    format!(
        "Analysed by {ENGINE}. A win counts 1 and a draw ½. {curves}! is the only move that holds. {checks}\
         Keys: arrows, Home, End, n and p for the next and previous sign, f to turn the board."
    )
}

/// The players of a collection.
fn players(totals: &ReviewTotals) -> String {
    let cell = |value: Option<f64>, unit: &str| {
        value.map_or("–".to_owned(), |value| format!("{value:.0}{unit}"))
    };
    let accuracy = |tally: &MoveTally| cell(tally.accuracy(), " %");
    let both = |tally: &MoveTally| {
        if tally.moves == 0 {
            return "–".to_owned();
        }
        format!("{}, {}", accuracy(tally), cell(tally.loss_cp(), " cp"))
    };
    let rows = totals.players.iter().map(|(name, player)| {
        let all = &player.moves.game;
        let counts = [all.inaccuracies, all.mistakes, all.blunders, all.good];
        let mut row = vec![name.clone(), player.games.to_string()];
        row.extend([accuracy(all), cell(all.loss_cp(), "")]);
        row.extend(GamePhase::ALL.map(|phase| both(player.moves.phase(phase))));
        row.extend(counts.map(|count| count.to_string()));
        row
    });
    let heads = [
        "Games",
        "Accuracy",
        "Centipawn loss",
        "Opening",
        "Middlegame",
        "Endgame",
        "?!",
        "?",
        "??",
        "!",
    ];
    let figures = heads.map(|head| (head.to_owned(), true));
    let table = HtmlTable {
        caption: "Accuracy, average centipawn loss and errors",
        heads: [("Player".to_owned(), false)]
            .into_iter()
            .chain(figures)
            .collect(),
        rows: rows.collect(),
    };
    format!(
        "<section aria-labelledby=\"players-head\">\n<h2 id=\"players-head\">Players</h2>\n{}</section>\n",
        table.html()
    )
}

fn row((line, review): (usize, &GameReview)) -> ReviewRow<'_> {
    let mut errors = [0; 3];
    for &color in &review.reviewed {
        let tally = &review.player(color).game;
        let counts = [tally.inaccuracies, tally.mistakes, tally.blunders];
        for (sum, count) in errors.iter_mut().zip(counts) {
            *sum += count;
        }
    }
    (
        line + 1,
        review.name(Color::White),
        review.name(Color::Black),
        result(review),
        review.date.as_deref().unwrap_or_default(),
        review.moves.len(),
        Color::ALL.map(|color| review.player(color).game.accuracy()),
        errors,
        review.laws.findings.len(),
        line,
    )
}

fn details(review: &GameReview) -> ReviewDetails<'_> {
    let moves = &review.moves;
    let after = moves.iter().map(|mv| mv.after);
    let evaluations: Vec<PositionScore> = [review.start].into_iter().chain(after).collect();
    let judged = || {
        moves
            .iter()
            .filter_map(|mv| Some((mv, review.judgement(mv)?)))
    };
    let better = judged().filter(|(_, judgement)| judgement.is_error());
    let text =
        |of: fn(&super::MoveReview) -> &str| moves.iter().map(of).collect::<Vec<_>>().join(" ");
    ReviewDetails {
        about: event(review),
        event: review.event.as_deref(),
        analysis: review.analysis.to_string(),
        fen: &review.fen,
        moves: text(|mv| &mv.mv),
        san: text(|mv| &mv.san),
        book: moves.iter().take_while(|mv| mv.book).count(),
        expected: evaluations.iter().map(permille).collect(),
        score: evaluations.iter().map(page_score).collect(),
        judgements: judged()
            .map(|(mv, judgement)| {
                let before = &mv.before;
                (mv.ply, (judgement, page_score(before), permille(before)))
            })
            .collect(),
        better: better
            .filter_map(|(mv, _)| {
                let line = mv.better.as_ref()?;
                Some((mv.ply, (line.pv.join(" "), line.san.join(" "))))
            })
            .collect(),
        used: moves.iter().map(|mv| mv.used_ms).collect(),
        clock: moves.iter().map(|mv| mv.clock_ms).collect(),
        players: Color::ALL.map(|color| tallies(review.player(color))),
        verdict: verdict(review),
        findings: review.laws.findings.iter().map(finding).collect(),
        error: review.error.as_deref(),
        turned: review.reviewed == [Color::Black],
    }
}

fn tallies(player: &PlayerReview) -> [TallyRow; 4] {
    let [opening, middlegame, endgame] = GamePhase::ALL.map(|phase| player.phase(phase));
    [&player.game, opening, middlegame, endgame].map(|tally| {
        (
            tally.moves,
            tally.accuracy(),
            tally.loss_cp(),
            tally.loss().unwrap_or(0.0),
            tally.inaccuracies,
            tally.mistakes,
            tally.blunders,
            tally.good,
        )
    })
}

/// How the game ended under the Laws, in a sentence.
fn verdict(review: &GameReview) -> String {
    let rules = match (review.laws.edition, review.laws.mode) {
        (Some(edition), Some(mode)) => format!(" ({edition}, {mode})"),
        _ => String::new(),
    };
    match &review.laws.verdict {
        Some(verdict) => format!(
            "{} by {}, Article {}{rules}.",
            result_text(&verdict.score.to_string()),
            verdict.kind.as_str().replace('_', " "),
            verdict.article
        ),
        None => format!("The moves alone do not decide the game{rules}."),
    }
}

fn finding(finding: &Finding) -> FindingRow<'_> {
    let article = finding
        .article
        .map(|article| format!(" (Article {article})"));
    (
        finding.severity.as_str(),
        finding.detail.clone() + &article.unwrap_or_default(),
        finding.ply,
        finding.place.as_deref(),
    )
}
