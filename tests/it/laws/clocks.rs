//! Articles 6.2, 6.3 and 6.9, and the classes of games: time controls and the clocks that keep them.

use compongo::laws::control::{ChessClock, DelayType, TimeControl};
use compongo::laws::edition::{Edition, Mode, Supervision};
use std::time::Duration;

fn control(text: &str) -> TimeControl {
    text.parse().expect("a time control")
}

fn clock(text: &str) -> ChessClock {
    clock_under(Edition::Fide2023, text)
}

fn clock_under(edition: Edition, text: &str) -> ChessClock {
    ChessClock::new(control(text), &edition.rules(Mode::Standard))
}

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

#[test]
fn article_6_2_a_delay_is_free_and_does_not_accumulate() {
    for (used, main) in [(4_900, Some(10_000)), (12_000, Some(3_000)), (15_000, None)] {
        let mut clock = clock("10d5");
        assert_eq!(clock.available(), ms(15_000));
        let charged = clock.charge(ms(used));
        assert_eq!(charged.is_ok().then(|| clock.main()), main.map(ms));
    }
}

#[test]
fn article_6_3_the_deadline_comes_before_the_quota() {
    let mut clock = clock("2/10:5");
    assert_eq!(clock.charge(ms(6_000)), Ok(()));
    assert_eq!((clock.main(), clock.moves_to_go()), (ms(4_000), Some(1)));
    let fallen = clock.charge(ms(4_500)).expect_err("the flag fell");
    assert_eq!((fallen.available, fallen.used), (ms(4_000), ms(4_500)));
    // In time, the next period is added at once.
    assert_eq!(clock.charge(ms(3_999)), Ok(()));
    assert_eq!((clock.main(), clock.moves_to_go()), (ms(5_001), None));
}

#[test]
fn article_6_9_the_flag_falls_at_zero() {
    let mut clock = clock("10+5");
    assert!(clock.charge(ms(10_000)).is_err());
    assert_eq!(clock.main(), ms(10_000));
    assert_eq!(clock.charge(Duration::from_nanos(9_999_999_999)), Ok(()));
    assert_eq!(clock.main(), ms(5_000) + Duration::from_nanos(1));
}

#[test]
fn article_6_2_an_increment_accumulates() {
    let mut clock = clock("10+5");
    for main in [14_000, 18_000, 22_000] {
        assert_eq!(clock.charge(ms(1_000)), Ok(()));
        assert_eq!(clock.main(), ms(main));
    }
}

#[test]
fn article_6_2_the_increment_belongs_to_its_period() {
    let mut after = clock("1/10+1:10+2");
    assert_eq!(after.charge(ms(5_000)), Ok(()));
    assert_eq!(after.main(), ms(16_000));
}

#[test]
fn article_6_2_the_last_period_repeats_if_it_has_moves() {
    let mut clock = clock("2/10:1/5");
    for main in [9_000, 13_000, 17_000, 21_000] {
        assert_eq!(clock.charge(ms(1_000)), Ok(()));
        assert_eq!(clock.main(), ms(main));
    }
    assert_eq!(clock.period().base_ms, 5_000);
    assert_eq!(clock.moves_to_go(), Some(1));
}

#[test]
fn article_6_3_2_time_saved_in_delay_mode_carries_over_since_2018() {
    for (edition, main) in [
        (Edition::Fide1997, 20_000),
        (Edition::Fide2001, 20_000),
        (Edition::Fide2009, 20_000),
        (Edition::Fide2018, 28_000),
        (Edition::Fide2023, 28_000),
    ] {
        let mut clock = clock_under(edition, "1/10d3:20d3");
        // 2 s of the main time are used.
        assert_eq!(clock.charge(ms(5_000)), Ok(()));
        assert_eq!(clock.main(), ms(main), "{edition}");
        // Without a delay it always carries over.
        let mut clock = clock_under(edition, "1/10+3:20d3");
        assert_eq!(clock.charge(ms(5_000)), Ok(()));
        assert_eq!(clock.main(), ms(28_000), "{edition}");
    }
}

#[test]
fn article_10_1_a_quickplay_finish_is_the_last_period_in_a_fixed_time() {
    let rules = Edition::Fide1997.rules(Mode::Standard);
    let is_finish =
        |text: &str, moves| rules.is_quickplay_finish(control(text).period_after(moves));
    assert!(is_finish("7200", 0) && is_finish("7200", 99));
    assert!(!is_finish("40/7200:3600", 39) && is_finish("40/7200:3600", 40));
    assert!(!is_finish("40/7200:20/3600:1800", 59) && is_finish("40/7200:20/3600:1800", 60));
    for text in ["40/7200:20/3600", "40/7200:3600+30", "40/7200:3600d5"] {
        assert!(!is_finish(text, 100), "{text}");
    }
    // 97 C.5 and 09 B.3.b: not in blitz.
    let blitz = Edition::Fide2009.rules_under(Mode::Blitz, Supervision::Unsupervised);
    assert!(!blitz.is_quickplay_finish(control("300").period(0)));
}

#[test]
fn article_7_4_the_time_of_an_illegal_move_stays_used() {
    let mut clock = clock("10+5");
    assert_eq!(clock.spend(ms(4_000)), Ok(()));
    assert_eq!((clock.main(), clock.moves_to_go()), (ms(6_000), None));
    assert!(clock.spend(ms(6_000)).is_err());
    clock.give(ms(2_000));
    assert_eq!(clock.charge(ms(7_000)), Ok(()));
    assert_eq!(clock.main(), ms(6_000));
    clock.set(ms(500));
    assert_eq!(clock.available(), ms(500));
}

#[test]
fn article_7_4_one_move_has_one_delay() {
    let mut clock = clock("2/10d5");
    assert_eq!(clock.spend(ms(3_000)), Ok(()));
    assert_eq!((clock.main(), clock.available()), (ms(10_000), ms(12_000)));
    assert_eq!(clock.charge(ms(3_000)), Ok(()));
    assert_eq!((clock.main(), clock.available()), (ms(9_000), ms(14_000)));
}

#[test]
fn article_a_1_and_b_1_classes_of_games() {
    use Mode::{Blitz, Rapid, Standard};
    let controls = ["600", "720", "1800+30", "3600"];
    for (edition, classes) in [
        (Edition::Fide1997, [Blitz, Blitz, Rapid, Rapid]),
        (Edition::Fide2001, [Blitz, Blitz, Rapid, Rapid]),
        (Edition::Fide2009, [Blitz, Blitz, Standard, Standard]),
        (Edition::Fide2018, [Blitz, Rapid, Standard, Standard]),
        (Edition::Fide2023, [Blitz, Rapid, Standard, Standard]),
    ] {
        assert_eq!(controls.map(|text| edition.class(&control(text))), classes);
    }
    // The bounds themselves.
    assert_eq!(Edition::Fide1997.class(&control("900")), Rapid);
    assert_eq!(Edition::Fide1997.class(&control("899.999+60")), Blitz);
    assert_eq!(Edition::Fide2009.class(&control("840+1")), Rapid);
    assert_eq!(Edition::Fide2023.class(&control("300+5")), Blitz);
    assert_eq!(Edition::Fide2023.class(&control("300+5.001")), Rapid);
    assert_eq!(Edition::Fide2001.class(&control("3600.001")), Standard);
}

#[test]
fn article_a_1_several_periods_are_classed_by_60_moves() {
    let class = |text| Edition::Fide2023.class(&control(text));
    assert_eq!(class("40/300:300"), Mode::Blitz);
    assert_eq!(class("40/300:301"), Mode::Rapid);
    assert_eq!(class("20/1200"), Mode::Standard);
    assert_eq!(class("60/600:3600"), Mode::Blitz);
    assert_eq!(class("40/5400+30:1800+30"), Mode::Standard);
    assert_eq!(class("300d5"), Mode::Blitz);
    assert_eq!(class("300d6"), Mode::Rapid);
}

#[test]
fn article_a_1_repeating_periods_are_classed_by_60_moves() {
    use Mode::{Blitz, Rapid, Standard};
    let class = |text: &str| Edition::ALL.map(|edition| edition.class(&control(text)));
    // Two periods of 5 minutes, three of 5, 60 of 10 seconds, 60 of 1 minute.
    assert_eq!(class("40/300"), [Blitz; 5]);
    assert_eq!(class("20/300"), [Rapid; 5]);
    assert_eq!(class("1/10"), [Blitz; 5]);
    assert_eq!(class("1/60"), [Rapid, Rapid, Standard, Standard, Standard]);
    // 40 moves in 10 minutes, then 20 in 2 and again: 12 minutes for 60 moves, however long the game lasts.
    assert_eq!(class("40/600:20/120"), [Blitz, Blitz, Blitz, Rapid, Rapid]);
    // The increments of each period, but in 1997.
    assert_eq!(class("30/300+5"), [Blitz, Rapid, Rapid, Rapid, Rapid]);
    assert_eq!(class("30/120b5"), [Blitz, Blitz, Blitz, Blitz, Blitz]);
    assert_eq!(class("30/300b5"), class("30/300d5"));
}

#[test]
fn article_6_3_2_a_bronstein_delay_is_written_with_b() {
    let bronstein = control("40/300b5:300b2.5");
    assert_eq!(bronstein.delay_type(), DelayType::Bronstein);
    assert_eq!(bronstein.to_string(), "40/300b5:300b2.5");
    assert_eq!(bronstein.periods(), control("40/300d5:300d2.5").periods());
    assert_eq!(control("300b0"), control("300"));
    assert_eq!(
        error("300d5:300b5"),
        "'300d5:300b5' mixes simple and Bronstein delay"
    );
    // It is the same clock as a simple delay, and shows the delay from the start of the turn.
    let mut clock = clock("10b5");
    assert_eq!((clock.main(), clock.shown()), (ms(10_000), ms(15_000)));
    assert_eq!(clock.charge(ms(7_000)), Ok(()));
    assert_eq!((clock.main(), clock.shown()), (ms(8_000), ms(13_000)));
}

fn error(text: &str) -> String {
    text.parse::<TimeControl>()
        .expect_err("no time control")
        .to_string()
}

#[test]
fn time_controls_round_trip() {
    for text in [
        "300+3",
        "40/5400+30:1800+30",
        "2700d5",
        "10+0.1",
        "1/86400",
        "40/7200:20/3600:900+30",
        "0+2",
        "60+1d0.25",
        "0.001",
    ] {
        let control = control(text);
        assert_eq!(control.to_string(), text);
    }
    let control = control(" 40/5400+30:1800d2.50 ");
    let [first, second] = control.periods() else {
        panic!("two periods");
    };
    assert_eq!(
        (first.moves, first.base_ms, first.inc_ms, first.delay_ms),
        (Some(40), 5_400_000, 30_000, 0)
    );
    assert_eq!(
        (second.moves, second.base_ms, second.inc_ms, second.delay_ms),
        (None, 1_800_000, 0, 2_500)
    );
}

#[test]
fn errors_say_what_is_wrong() {
    for (text, message) in [
        ("?", "the time control '?' is unknown"),
        ("-", "the time control '-' means that there is none"),
        ("", "no period"),
        (
            "*180",
            "'*180' is an hourglass time control, which the Laws do not cover",
        ),
        ("0/300", "'0' is not a number of moves from 1 to 9999"),
        ("-1/300", "'-1' is not a number of moves from 1 to 9999"),
        ("/300", "'' is not a number of moves from 1 to 9999"),
        (
            "300:40/300",
            "period 1 has no number of moves, and others follow it",
        ),
        ("40/300:0", "period 2 gives no time"),
    ] {
        assert_eq!(error(text), message);
    }
    for text in [
        "5m",
        "1.2345",
        "300+",
        "300d",
        "+3",
        "1e5",
        "300 + 3",
        "8640001",
        "9".repeat(40).as_str(),
        "3:",
        "١",
    ] {
        assert!(error(text).contains("is not a time in seconds"), "{text}");
    }
    assert_eq!(error(&"1/1:".repeat(1000)), "more than 64 periods");
}

#[test]
fn times_of_a_number_of_moves() {
    let periods = control("40/5400+30:20/1800+10:900");
    assert_eq!(periods.time_for(40, false), 5_400_000);
    assert_eq!(
        periods.time_for(41, true),
        5_400_000 + 1_800_000 + 40 * 30_000 + 10_000
    );
    assert_eq!(periods.time_for(60, false), 7_200_000);
    assert_eq!(periods.time_for(61, false), 8_100_000);
    assert_eq!(control("1/60").time_for(60, true), 3_600_000);
}
