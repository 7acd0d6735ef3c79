//! Claims that were possible.

use crate::judge::support::{claims, finding, game, game_from, judge, kinds};
use compongo::judge::{FindingKind, JudgeReport};

fn details(report: &JudgeReport) -> Vec<&str> {
    let findings = report.findings.iter();
    findings.map(|finding| finding.detail.as_str()).collect()
}

#[test]
fn the_first_turn_of_each_interval_is_listed() {
    let moves = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. e4 e5";
    let report = judge(&game(&[], moves, "*"));
    assert_eq!(
        claims(&report),
        [("threefold", 7, Some("f6g8")), ("threefold", 8, None)]
    );
    let articles: Vec<&str> = report.claims.iter().map(|claim| claim.article).collect();
    assert_eq!(articles, ["9.2.1", "9.2.2"]);
    assert_eq!(
        details(&report),
        [
            "Black could claim threefold with 4...Ng8, and so on for 2 turns up to ply 9",
            "White could claim threefold with the position on the board, and so on for 2 turns up to ply 10",
        ]
    );
}

#[test]
fn an_interval_ends_where_a_turn_brings_no_claim() {
    let there = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";
    let report = judge(&game(&[], &format!("{there} e4 e5 {there}"), "*"));
    let plies: Vec<usize> = report.claims.iter().map(|claim| claim.ply).collect();
    assert_eq!(plies, [7, 8, 17, 18]);
}

#[test]
fn a_claim_in_the_last_position_is_missed_only_by_who_lost() {
    let fen = "7k/8/6K1/8/8/8/8/R7 b - - 100 80";
    let open = judge(&game_from(fen, &[], "", "*"));
    assert_eq!(claims(&open), [("fifty_moves", 0, None)]);
    assert!(open.findings.is_empty());
    let lost = judge(&game_from(fen, &[("Termination", "Normal")], "", "1-0"));
    assert_eq!(kinds(&lost), ["claim_missed"]);
    let missed = finding(&lost, FindingKind::ClaimMissed);
    assert_eq!((missed.ply, missed.article), (Some(0), Some("9.3.2")));
}

#[test]
fn who_completes_the_draw_with_the_last_move_has_missed_no_claim() {
    let moves = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8";
    let repetition = [("Termination", "Game drawn by repetition")];
    let drawn = judge(&game(&repetition, moves, "1/2-1/2"));
    assert_eq!(kinds(&drawn), [""; 0]);
    let lost = judge(&game(&[], moves, "0-1"));
    assert_eq!(kinds(&lost), ["claim_missed", "claim_missed"]);
    let played_on = judge(&game(&repetition, &format!("{moves} 5. e4"), "1/2-1/2"));
    assert!(played_on.has(FindingKind::ClaimMissed));
}

#[test]
fn article_9_4_who_mates_has_missed_no_draw() {
    let fen = "7k/8/6K1/8/8/8/8/R7 w - - 104 80";
    let mate = judge(&game_from(
        fen,
        &[],
        "80. Rb1 Kg8 81. Ra1 Kh8 82. Ra8#",
        "1-0",
    ));
    assert_eq!(
        details(&mate),
        [
            "Black could claim fifty_moves with the position on the board, and so on for 2 turns up to ply 3"
        ]
    );
    // Without the mate White has missed them.
    let resigned = judge(&game_from(fen, &[], "80. Rb1 Kg8 81. Ra1 Kh8", "1-0"));
    assert_eq!(kinds(&resigned), ["claim_missed", "claim_missed"]);
}

#[test]
fn every_quiet_move_completes_the_fifty_once() {
    // The interval begins with all quiet moves; afterwards the position on the board is enough.
    let fen = "7k/8/6K1/8/8/8/7P/R7 w - - 99 80";
    let report = judge(&game_from(fen, &[], "80. Ra2 Kg8 81. Ra1 Kh8", "*"));
    let first: Vec<_> = claims(&report)
        .into_iter()
        .filter(|&(_, ply, _)| ply == 0)
        .collect();
    assert_eq!(first.len(), 20);
    assert!(
        first
            .iter()
            .all(|(kind, _, mv)| *kind == "fifty_moves" && mv.is_some())
    );
    assert!(!first.contains(&("fifty_moves", 0, Some("h2h3"))));
    let rest: Vec<_> = claims(&report)
        .into_iter()
        .filter(|&(_, ply, _)| ply > 0)
        .collect();
    assert_eq!(rest, [("fifty_moves", 1, None)]);
}

#[test]
fn nothing_can_be_claimed_in_a_dead_position() {
    let fen = "4k3/8/8/p1p1p1p1/P1P1P1P1/8/4B3/4K3 w - - 120 90";
    let report = judge(&game_from(fen, &[], "90. Bd1 Kd8 91. Be2 Ke8", "1/2-1/2"));
    assert!(report.claims.is_empty());
    assert_eq!(kinds(&report), ["played_past_end"]);
}
