//! Article 6: clocks, delays, periods, flags, and patience where no clock runs.

use super::{Says, Scripted, after, assert_end, assert_score, play, play_from, says, settings};
use crate::support::position::board;
use compongo::laws::edition::{Edition, Mode};
use compongo::laws::outcome::{OutcomeKind, Points};
use compongo::match_runner::record::TerminationKind;
use compongo::types::Color;

#[test]
fn article_6_9_a_flag_falls() {
    let settings = settings(Some("1+1"));
    let mut white = Scripted::new(vec![after(999, "e2e4"), after(1001, "d2d4")]);
    let mut black = Scripted::new(vec![after(400, "e7e5")]);
    let record = play(&settings, &mut white, &mut black);
    // The increment is there after the first move; the second takes all but a millisecond of 1001.
    assert_end(&record, OutcomeKind::FlagFall, "6.9");
    assert_eq!(
        record.end.text,
        "White's flag fell (1.001 s used, 1.001 s left: 0.0 ms too late, see the option margin)"
    );
    assert_eq!(record.score, Points::win(Color::Black));
    assert_eq!(
        record
            .moves
            .iter()
            .map(|mv| mv.clock_ms)
            .collect::<Vec<_>>(),
        [Some(1001), Some(1600)]
    );
    assert_eq!(
        white.gos(),
        [
            "go wtime 1000 winc 1000 btime 1000 binc 1000",
            "go wtime 1001 winc 1000 btime 1600 binc 1000"
        ]
    );
}

#[test]
fn article_6_9_no_loss_if_the_opponent_cannot_mate() {
    let mut white = Scripted::new(vec![Says {
        too_late: true,
        ..Says::default()
    }]);
    let start = board("7k/8/8/8/8/8/8/R3K3 w - - 0 1");
    let record = play_from(
        &settings(Some("1")),
        start,
        &mut white,
        &mut Scripted::default(),
    );
    assert_end(&record, OutcomeKind::FlagFall, "6.9");
    assert_eq!(record.score, Points::DRAW);
    assert!(
        record
            .end
            .text
            .starts_with("White's flag fell, but Black cannot mate")
    );
    assert_eq!(record.end.proof.as_deref(), Some("material"));
}

#[test]
fn article_c_4_of_1997_two_knights_have_no_mating_potential() {
    for (control, event) in [(Some("1"), "'s flag fell"), (None, " cannot continue")] {
        let mut settings = settings(control);
        (settings.edition, settings.mode) = (Edition::Fide1997, Some(Mode::Blitz));
        let too_late = Says {
            too_late: true,
            ..Says::default()
        };
        let mut white = Scripted::new(vec![too_late]);
        let start = board("4k3/3nn3/8/8/4K3/8/8/8 w - - 0 1");
        let record = play_from(&settings, start, &mut white, &mut Scripted::default());
        assert_eq!(record.score, Points::DRAW);
        let text = format!("White{event}, but Black has no mating potential");
        assert!(record.end.text.starts_with(&text), "{}", record.end.text);
    }
}

#[test]
fn a_margin_is_part_of_the_control() {
    let mut settings = settings(Some("1"));
    for engine in &mut settings.engines {
        engine.limits.margin_ms = 50;
    }
    let mut white = Scripted::new(vec![after(1049, "e2e4"), after(51, "d2d4")]);
    let mut black = Scripted::moves("e7e5");
    let record = play(&settings, &mut white, &mut black);
    assert_eq!(record.moves[0].clock_ms, Some(0));
    assert_eq!(white.gos()[1], "go wtime 1 btime 1000");
    assert_end(&record, OutcomeKind::FlagFall, "6.9");
}

#[test]
fn a_margin_saves_a_move_in_a_period_that_begins_without_time() {
    // Until 2009 the time saved in a period with a delay is lost, and an increment comes after the move.
    let mut settings = settings(Some("1/0d1:0+1"));
    settings.edition = Edition::Fide2009;
    for engine in &mut settings.engines {
        engine.limits.margin_ms = 50;
    }
    let mut white = Scripted::new(vec![after(10, "f2f3"), after(10, "g2g4")]);
    let mut black = Scripted::new(vec![after(10, "e7e5"), after(10, "d8h4")]);
    let record = play(&settings, &mut white, &mut black);
    let kind = TerminationKind::Laws(OutcomeKind::Checkmate);
    assert_score(&record, kind, Points::win(Color::Black));
    let clocks: Vec<Option<u64>> = record.moves.iter().map(|mv| mv.clock_ms).collect();
    assert_eq!(clocks, [Some(0), Some(0), Some(1000), Some(1000)]);
}

#[test]
fn article_6_3_periods_follow_each_other() {
    let settings = settings(Some("2/1:2"));
    let mut white = Scripted::new(vec![
        after(300, "e2e4"),
        after(300, "d2d4"),
        after(100, "g1f3"),
    ]);
    let mut black = Scripted::new(vec![
        after(0, "e7e5"),
        after(0, "d7d5"),
        says("resign", "e7e5"),
    ]);
    white.options = vec!["Clock"];
    play(&settings, &mut white, &mut black);
    assert_eq!(white.heard[0], "Clock = 2/1:2");
    assert_eq!(
        white.gos(),
        [
            "go wtime 1000 btime 1000 movestogo 2",
            "go wtime 700 btime 1000 movestogo 1",
            "go wtime 2400 btime 3000"
        ]
    );
    assert_eq!(black.heard.len(), 3);
}

#[test]
fn a_delay_is_told_or_added() {
    for (tc, told, untold) in [
        (
            "2d0.5",
            "go wtime 2000 btime 2000",
            "go wtime 2500 btime 2500",
        ),
        (
            "2b0.5",
            "go wtime 2500 btime 2500",
            "go wtime 2500 btime 2500",
        ),
    ] {
        let mut settings = settings(Some(tc));
        settings.engines[1].options = vec![("Clock".to_owned(), "7d7".to_owned())];
        let mut white = Scripted::new(vec![after(400, "e2e4"), after(700, "d2d4")]);
        white.options = vec!["Clock", "UCI_Opponent"];
        let mut black = Scripted::new(vec![after(0, "e7e5"), says("resign", "e7e5")]);
        let record = play(&settings, &mut white, &mut black);
        assert_eq!(white.heard[0], "UCI_Opponent = none none computer b");
        assert_eq!(white.heard[1], format!("Clock = {tc}"));
        assert_eq!(white.gos()[0], told);
        // What the match sets is believed.
        assert_eq!(black.gos()[0], told);
        // 400 ms are free, 200 of 700 are not.
        let clock = if tc.contains('d') { 1800 } else { 2300 };
        assert_eq!(record.moves[2].clock_ms, Some(clock));
        settings.engines[1].options.clear();
        let mut black = Scripted::new(vec![says("resign", "e7e5")]);
        play(&settings, &mut Scripted::moves("e2e4"), &mut black);
        assert_eq!(black.gos()[0], untold);
    }
}

#[test]
fn patience_ends_where_no_clock_runs() {
    let mut white = Scripted::new(vec![Says {
        too_late: true,
        ..Says::default()
    }]);
    let record = play(&settings(None), &mut white, &mut Scripted::default());
    assert_score(&record, TerminationKind::Stall, Points::win(Color::Black));
    assert_eq!(
        record.end.text,
        "White cannot continue: no move within 30.0 s of 'go nodes 1000'; see the option max-move-time"
    );
}
