//! `ChessClock` times in comments.

use crate::judge::support::{finding, game, game_from, judge, kinds};
use compongo::judge::FindingKind;
use std::fmt::Write as _;

fn with_clocks(control: &str, clocks: &[&str]) -> String {
    let moves = ["Nf3", "Nf6", "Ng1", "Ng8", "e4", "e5", "d4", "d5"];
    let mut text = String::new();
    for (index, (mv, clock)) in moves.iter().zip(clocks).enumerate() {
        let dots = if index % 2 == 0 { "." } else { "..." };
        let number = index / 2 + 1;
        let _ = write!(text, "{number}{dots} {mv} {{ [%clk {clock}] }} ");
    }
    game(&[("TimeControl", control)], &text, "*")
}

#[test]
fn article_6_2_a_clock_grows_by_its_increment_only() {
    let fair = ["0:05:03", "0:05:03", "0:05:06", "0:04:50", "0:05:02"];
    assert!(judge(&with_clocks("300+3", &fair)).findings.is_empty());
    let grown = ["0:05:03", "0:05:03", "0:05:06", "0:05:20", "0:05:02"];
    let report = judge(&with_clocks("300+3", &grown));
    assert_eq!(kinds(&report), ["clock_grows"]);
    let found = finding(&report, FindingKind::ClockGrows);
    assert_eq!(
        (found.ply, found.place.as_deref()),
        (Some(4), Some("2...Ng8"))
    );
    // Without a time control nothing is known for certain.
    assert!(judge(&with_clocks("?", &grown)).findings.is_empty());
}

#[test]
fn article_6_3_2_a_bronstein_delay_is_shown() {
    let shown = ["0:05:05", "0:05:04", "0:05:02"];
    assert!(judge(&with_clocks("300b5", &shown)).findings.is_empty());
    assert_eq!(
        kinds(&judge(&with_clocks("300d5", &shown))),
        ["clock_grows"]
    );
    let periods = ["0:01:03", "0:01:03", "0:06:05", "0:06:05"];
    assert!(
        judge(&with_clocks("2/60b3:300b5", &periods))
            .findings
            .is_empty()
    );
}

#[test]
fn article_6_2_a_new_period_brings_its_time_at_once_or_later() {
    for clocks in [
        [
            "0:00:50", "0:00:50", "0:10:30", "0:00:20", "0:10:00", "0:10:10",
        ],
        [
            "0:00:50", "0:00:50", "0:00:30", "0:00:20", "0:10:20", "0:10:10",
        ],
    ] {
        let report = judge(&with_clocks("2/60:600", &clocks));
        assert!(report.findings.is_empty(), "{report:#?}");
    }
    let twice = [
        "0:00:50", "0:00:50", "0:10:30", "0:00:20", "0:20:00", "0:10:10",
    ];
    let report = judge(&with_clocks("2/60:600", &twice));
    assert_eq!(finding(&report, FindingKind::ClockGrows).ply, Some(5));
}

#[test]
fn moves_before_the_record_count_towards_the_control() {
    let fen = "4k3/p7/8/8/8/8/P7/4K3 w - - 0 39";
    let moves =
        "39. a3 {[%clk 0:03:00]} a6 {[%clk 0:05:00]} 40. a4 {[%clk 0:32:00]} a5 {[%clk 0:36:00]}";
    let tags = [("TimeControl", "40/5400:1800")];
    let report = judge(&game_from(fen, &tags, moves, "*"));
    assert_eq!(kinds(&report), ["clock_grows"]);
    assert_eq!(finding(&report, FindingKind::ClockGrows).ply, Some(4));
}

#[test]
fn a_clock_shows_a_time() {
    for text in ["1:29:aa", "9:99:99", ""] {
        let report = judge(&with_clocks("?", &["1:30:00", text]));
        assert_eq!(kinds(&report), ["clock_unreadable"], "{text}");
        assert_eq!(finding(&report, FindingKind::ClockUnreadable).ply, Some(2));
    }
}

#[test]
fn no_clock_shows_less_than_nothing() {
    let report = judge(&with_clocks("?", &["0:00:02", "-0:00:01"]));
    assert_eq!(kinds(&report), ["clock_below_zero"]);
    assert_eq!(finding(&report, FindingKind::ClockBelowZero).ply, Some(2));
}
