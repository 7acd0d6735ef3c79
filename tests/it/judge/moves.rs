//! Moves that cannot be followed, and moves that are badly written.

use crate::judge::support::{finding, game, game_from, judge, judge_under, kinds, verdict};
use compongo::judge::FindingKind;
use compongo::laws::edition::Edition;

#[test]
fn article_7_5_1_the_judge_stops_at_an_illegal_move() {
    let report = judge(&game(&[], "1. e4 e5\n2. Ke3 Nc6 3. Nf3", "1-0"));
    let found = finding(&report, FindingKind::IllegalMove);
    assert_eq!(
        (found.ply, found.place.as_deref()),
        (Some(3), Some("2.Ke3"))
    );
    assert_eq!(found.article, Some("7.5.1"));
    assert_eq!(
        found.detail,
        "line 4: 'Ke3' is illegal; 2 half-moves after it are not judged"
    );
    assert_eq!((report.plies, verdict(&report)), (2, None));
    let older = judge_under(Edition::Fide2009, &game(&[], "1. e5", "*"));
    assert_eq!(
        finding(&older, FindingKind::IllegalMove).article,
        Some("7.4.a")
    );
}

#[test]
fn article_7_5_3_a_null_move_presses_the_clock_without_a_move() {
    for (edition, article) in [(Edition::Fide2018, "7.5.3"), (Edition::Fide2009, "7.4.a")] {
        let report = judge_under(edition, &game(&[], "1. e4 --", "*"));
        let found = finding(&report, FindingKind::IllegalMove);
        assert_eq!((found.ply, found.article), (Some(2), Some(article)));
    }
}

#[test]
fn ambiguous_and_unreadable_moves_are_told_apart() {
    let two_knights = "4k3/8/8/8/8/2N5/8/4K1N1 w - -";
    let report = judge(&game_from(two_knights, &[], "1. Ne2 Kd8", "*"));
    let found = finding(&report, FindingKind::AmbiguousMove);
    assert_eq!(found.ply, Some(1));
    assert!(found.detail.contains("may mean"), "{}", found.detail);
    // A pinned knight is no candidate.
    let pinned = "4k3/8/8/8/1b6/2N5/8/4K1N1 w - -";
    assert!(
        judge(&game_from(pinned, &[], "1. Ne2", "*"))
            .findings
            .is_empty()
    );
    let report = judge(&game_from("8/4P1k1/8/8/8/8/8/4K3 w - -", &[], "1. e8", "*"));
    assert_eq!(kinds(&report), ["ambiguous_move"]);
    let report = judge(&game(&[], "1. e4 e5 2. Nf9", "*"));
    assert_eq!(finding(&report, FindingKind::UnreadableMove).ply, Some(3));
}

#[test]
fn false_signs_are_gathered() {
    let report = judge(&game(&[], "1. e4+ e5# 2. Nxf3 Ng8f6", "*"));
    let found = finding(&report, FindingKind::FalseSign);
    assert_eq!(found.ply, Some(1));
    assert!(found.detail.ends_with("(and 2 more)"), "{}", found.detail);
    assert_eq!(finding(&report, FindingKind::Overspecified).ply, Some(4));
}

#[test]
fn a_language_that_could_be_another_is_named() {
    // S is a knight in German and a bishop in Czech.
    let fen = "4k3/8/8/8/8/8/1N6/1B2K3 w - -";
    let report = judge(&game_from(fen, &[], "1. Sd3", "*"));
    assert_eq!(kinds(&report), ["language", "ambiguous_language"]);
}

#[test]
fn games_without_moves_are_games() {
    for result in ["*", "1-0", "0-1"] {
        let report = judge(&game(&[], "", result));
        assert!(report.findings.is_empty(), "{result}: {report:#?}");
        assert_eq!(report.plies, 0);
    }
}
