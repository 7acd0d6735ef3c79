//! Every kind of finding is found somewhere.

use crate::judge::support::{data, judge_all, kinds};
use compongo::judge::{FileEntries, FileEntry, FindingKind, Judge, JudgeSettings};
use std::collections::BTreeSet;

#[test]
fn every_kind_has_a_game() {
    let text = std::fs::read_to_string(data("kinds.pgn")).expect("test data");
    let entries = FileEntries::new(text.as_bytes()).expect("memory can be read");
    let events: Vec<String> = entries
        .map(|entry| match entry.expect("memory can be read") {
            FileEntry::Game(raw) => {
                let (_, event) = raw.text.split_once("[Event \"").expect("an event");
                event.split('"').next().unwrap_or_default().to_owned()
            }
            other => panic!("{other:?}"),
        })
        .collect();
    let reports = judge_all(&text, &JudgeSettings::default());
    for (event, report) in events.iter().zip(&reports) {
        let found = kinds(report);
        if event == "sound" {
            assert!(found.is_empty(), "line {}: {report:#?}", report.line);
        } else {
            assert!(found.contains(&event.as_str()), "{event}: {found:?}");
        }
    }
    let events: BTreeSet<&str> = events.iter().map(String::as_str).collect();
    for kind in FindingKind::ALL {
        let elsewhere = [FindingKind::Undetermined, FindingKind::GameTooLong];
        assert!(
            events.contains(kind.as_str()) != elsewhere.contains(&kind),
            "{kind}"
        );
    }
}

#[test]
fn what_is_not_found_out_is_a_finding() {
    // The pawns block each other, but no wall is seen without looking at positions.
    let pgn = "[Result \"1-0\"]\n[SetUp \"1\"]\n[FEN \"8/1k6/8/p1p1p1p1/P1P1P1P1/8/6K1/8 b - -\"]\n\
               [Termination \"time forfeit\"]\n\n1-0\n";
    let settings = JudgeSettings {
        nodes: 0,
        ..JudgeSettings::default()
    };
    let report = judge_all(pgn, &settings).remove(0);
    assert_eq!(kinds(&report), ["undetermined"; 3]);
    let answers = report.winnable.expect("a position");
    assert_eq!(answers.white.answer, "undetermined");
    let report = judge_all(pgn, &JudgeSettings::default()).remove(0);
    assert_eq!(kinds(&report), ["result_contradicts_board"]);
}

#[test]
fn a_game_that_is_too_long_is_skipped() {
    let text = format!(
        "[Event \"a\"]\n[Result \"*\"]\n\n1. e4 {{{}}} *\n\n[Event \"b\"]\n[Result \"*\"]\n\n1. d4 *\n",
        "x".repeat(5 << 20)
    );
    let judge = Judge::new(JudgeSettings::default(), 1).expect("a thread");
    let mut found = Vec::new();
    let count = judge.file(std::io::Cursor::new(text), "long", |report, _| {
        found.push((report.index, kinds(report)));
        Ok(())
    });
    assert_eq!(count.expect("memory can be read"), 2);
    assert_eq!(found, [(1, vec!["game_too_long"]), (2, Vec::new())]);
}
