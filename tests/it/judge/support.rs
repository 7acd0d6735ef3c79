//! What the tests share.

use crate::support::process::{Outcome, Program};
use crate::support::table::rows;
use compongo::judge::{
    FileEntries, FileEntry, Finding, FindingKind, JudgeReport, JudgeSettings, judge_game,
};
use compongo::laws::edition::Edition;
use std::fmt::Write as _;
use std::path::PathBuf;

/// The reports on all games of a text.
pub fn judge_all(pgn: &str, settings: &JudgeSettings) -> Vec<JudgeReport> {
    FileEntries::new(pgn.as_bytes())
        .expect("memory can be read")
        .map(|entry| match entry.expect("memory can be read") {
            FileEntry::Game(raw) => judge_game(&raw, "test", settings),
            other => panic!("{other:?}"),
        })
        .collect()
}

/// The report on the only game of a text, under an edition.
pub fn judge_under(edition: Edition, pgn: &str) -> JudgeReport {
    let settings = JudgeSettings {
        edition: Some(edition),
        ..JudgeSettings::default()
    };
    let mut reports = judge_all(pgn, &settings);
    assert_eq!(reports.len(), 1, "{pgn}");
    reports.remove(0)
}

/// The report on the only game of a text, under the edition of 2023.
pub fn judge(pgn: &str) -> JudgeReport {
    judge_under(Edition::Fide2023, pgn)
}

/// A game with these tags, moves and result.
pub fn game(tags: &[(&str, &str)], moves: &str, result: &str) -> String {
    let mut pgn = format!("[Result \"{result}\"]\n");
    for (name, value) in tags {
        let _ = writeln!(pgn, "[{name} \"{value}\"]");
    }
    format!("{pgn}\n{moves} {result}\n")
}

/// A game that begins with a position.
pub fn game_from(fen: &str, tags: &[(&str, &str)], moves: &str, result: &str) -> String {
    let mut all = vec![("SetUp", "1"), ("FEN", fen)];
    all.extend(tags);
    game(&all, moves, result)
}

/// Score, kind, Article and ply of the verdict.
pub fn verdict(report: &JudgeReport) -> Option<(&'static str, &'static str, &'static str, usize)> {
    let verdict = report.verdict.as_ref()?;
    let scores = ["1-0", "0-1", "1/2-1/2", "0-0"];
    Some((
        scores
            .into_iter()
            .find(|score| score.parse() == Ok(verdict.score))?,
        verdict.kind.as_str(),
        verdict.article,
        verdict.ply,
    ))
}

/// The words of the findings, in order.
pub fn kinds(report: &JudgeReport) -> Vec<&'static str> {
    let kinds = report.findings.iter().map(|finding| finding.kind.as_str());
    kinds.collect()
}

/// Checks what is judged of games. A row has tags (`NAME: VALUE; NAME: VALUE`), the moves with the result, the edition,
/// score, kind, Article and ply of the verdict, and the findings.
#[track_caller]
pub fn check(table: &str) {
    for [tags, moves, laws, expected, findings] in rows(table) {
        let tags = tags.split("; ").filter(|tag| !tag.is_empty());
        let mut tags: Vec<(&str, &str)> = tags
            .map(|tag| tag.split_once(": ").expect("a tag"))
            .collect();
        if tags.iter().any(|(name, _)| *name == "FEN") {
            tags.push(("SetUp", "1"));
        }
        let (text, result) = moves.rsplit_once(' ').unwrap_or(("", moves));
        let edition: Edition = laws.parse().expect("an edition");
        let report = judge_under(edition, &game(&tags, text, result));
        let found = verdict(&report).map_or("none".to_owned(), |(score, kind, article, ply)| {
            format!("{score} {kind} {article} {ply}")
        });
        assert_eq!(found, expected, "{tags:?} {moves} {laws}");
        let kinds = kinds(&report).join(", ");
        let findings = if findings == "none" { "" } else { findings };
        assert_eq!(kinds, findings, "{tags:?} {moves} {laws}");
    }
}

/// The only finding of a kind.
#[track_caller]
pub fn finding(report: &JudgeReport, kind: FindingKind) -> &Finding {
    let found: Vec<&Finding> = report
        .findings
        .iter()
        .filter(|finding| finding.kind == kind)
        .collect();
    assert_eq!(found.len(), 1, "{kind} in {report:#?}");
    found[0]
}

/// `OutcomeKind`, ply and move of each claim.
pub fn claims(report: &JudgeReport) -> Vec<(&str, usize, Option<&str>)> {
    let claims = report.claims.iter();
    claims
        .map(|claim| (claim.kind.as_str(), claim.ply, claim.mv.as_deref()))
        .collect()
}

/// A file of the test data.
pub fn data(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests", "data", "judge", name]
        .iter()
        .collect()
}

/// `compongo judge` with these arguments and this standard input.
#[track_caller]
pub fn program(arguments: &[&str], input: &[u8]) -> Outcome {
    let program = Program::with(["judge"]).args(arguments);
    program.input(input).run()
}
