//! Tags and text around the moves, and the rules that they ask for.

use crate::judge::support::{check, finding, game, game_from, judge, judge_all, kinds};
use compongo::judge::{FindingKind, JudgeReport, JudgeSettings, ModeChoice};
use compongo::laws::edition::{Edition, Mode};

#[test]
fn the_result_stands_twice_in_a_file() {
    for (pgn, expected) in [
        ("[Result \"1-0\"]\n\n1. e4 e5 0-1\n", "result_mismatch"),
        ("[Event \"x\"]\n\n1. e4 e5 0-1\n", "missing_result_tag"),
        ("[Result \"1-0\"]\n\n1. e4 e5\n", "missing_result"),
        ("[Result \"won\"]\n\n1. e4 e5 1-0\n", "unknown_result"),
    ] {
        assert_eq!(kinds(&judge(pgn)), [expected], "{pgn}");
    }
    // The tag counts if both are there.
    let report = judge("[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n");
    assert_eq!(
        kinds(&report),
        ["result_mismatch", "result_contradicts_board"]
    );
}

#[test]
fn positions_and_variants_must_be_known() {
    check(
        "
        SetUp: 1                          | *        | fide2023 | none | missing_fen
        Variant: Atomic                   | 1. e4 *  | fide2023 | none | unknown_variant
        Variant: Standard Chess           | 1. e4 *  | fide2023 | none | none
        Variant: Chess960                 | 1. e4 *  | fide2023 | none | missing_fen
        FEN: 4k3/8/8/8/8/8/8/4K2R w KQ e3 | 1. O-O * | fide2023 | none | fen_corrected, fen_corrected
        ",
    );
    let fen = "4k3/8/8/8/8/8/8/R3K3 w Q -";
    assert_eq!(
        kinds(&judge(&game(&[("FEN", fen)], "", "*"))),
        ["missing_setup"]
    );
    let report = judge(&game_from("8/8/8/8/8/8/8/K7 w - -", &[], "1. Kb2", "*"));
    assert_eq!(kinds(&report), ["bad_fen"]);
    assert_eq!((report.plies, report.winnable), (0, None));
}

#[test]
fn numbers_and_stray_text_are_remarked() {
    for (moves, expected) in [
        ("1. e4 e5 3. Nf3 Nc6 4. Bb5", "wrong_move_number"),
        ("1. e4 2. e5", "wrong_move_number"),
        ("1. e4 e5 } 2. Nf3", "stray_text"),
        ("1. e4 (1. d4 d5", "unclosed_text"),
        ("1. e4 {good", "unclosed_text"),
    ] {
        let report = judge(&game(&[], moves, "*"));
        assert_eq!(kinds(&report)[0], expected, "{moves}: {report:#?}");
    }
    let report = judge(&game(&[], "1. e4 e5 3. Nf3 Nc6 4. Bb5", "*"));
    let found = finding(&report, FindingKind::WrongMoveNumber);
    assert!(found.detail.ends_with("(and 1 more)"), "{}", found.detail);
    let tags = judge("[Result \"*\"]\n[White \"A\"]\n[White \"B\"]\n[Black B]\n\n1. e4 *\n");
    assert_eq!(tags.findings.len(), 2);
    finding(&tags, FindingKind::RepeatedTag);
    finding(&tags, FindingKind::BadTag);
}

fn rules_of(report: &JudgeReport) -> String {
    let edition = report.edition.expect("a game that could be read");
    let mode = report.mode.expect("a game that could be read");
    format!("{edition} {mode}")
}

#[test]
fn arguments_come_before_tags_and_tags_before_the_time_control() {
    // Two knights against a king: a flag loses, but not in the blitz of 1997.
    let judged = |tags: &[(&str, &str)], edition, mode| {
        let mut all = vec![("Termination", "time forfeit")];
        all.extend(tags);
        let pgn = game_from("8/8/8/3k4/8/2N5/2N5/2K5 b - -", &all, "", "1-0");
        let settings = JudgeSettings {
            edition,
            mode,
            ..JudgeSettings::default()
        };
        let report = judge_all(&pgn, &settings).remove(0);
        let rules = rules_of(&report);
        (rules, report.verdict.expect("the flag fell").article)
    };
    let old = ("LawsEdition", "Fide1997");
    let blitz = ("LawsMode", "Blitz");
    let fast = ("TimeControl", "300");
    let fixed = |mode| Some(ModeChoice::Fixed(mode));
    for (tags, edition, mode, rules, article) in [
        (&[][..], None, None, "fide2023 standard", "6.9"),
        (&[fast], None, None, "fide2023 blitz", "6.9"),
        (&[old, fast], None, None, "fide1997 blitz", "C.4"),
        (&[old, blitz], None, None, "fide1997 blitz", "C.4"),
        (
            &[blitz],
            Some(Edition::Fide1997),
            None,
            "fide1997 blitz",
            "C.4",
        ),
        (
            &[old, blitz],
            Some(Edition::Fide2001),
            None,
            "fide2001 blitz",
            "6.10",
        ),
        (
            &[old, blitz],
            None,
            fixed(Mode::Rapid),
            "fide1997 rapid",
            "6.9",
        ),
        (
            &[old, fast],
            None,
            fixed(Mode::Standard),
            "fide1997 standard",
            "6.9",
        ),
        (
            &[old, blitz],
            None,
            Some(ModeChoice::TimeControl),
            "fide1997 standard",
            "6.9",
        ),
    ] {
        let expected = (rules.to_owned(), article);
        assert_eq!(
            judged(tags, edition, mode),
            expected,
            "{tags:?} {edition:?} {mode:?}"
        );
    }
}

#[test]
fn laws_and_time_controls_that_are_none() {
    let tags = [("LawsEdition", "USCF"), ("TimeControl", "fast")];
    let report = judge_all(&game(&tags, "", "*"), &JudgeSettings::default()).remove(0);
    assert_eq!(kinds(&report), ["bad_time_control", "unknown_laws"]);
    assert_eq!(rules_of(&report), "fide2023 standard");
    for known in ["?", "-", "40/7200:3600"] {
        let report = judge(&game(&[("TimeControl", known)], "", "*"));
        assert!(report.findings.is_empty(), "{known}");
    }
}
