//! Article 7 about wrong beginnings, Chess960, lateness, time controls.

use super::{answer, articles, ask, assert_open, clocks, fact, ms, refusal, sentence};

const SWAPPED: &str = r#"--fen "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1""#;

#[test]
fn article_7_1_a_wrong_initial_position_is_played_again() {
    for (laws, article) in [
        ("fide1997", "7.1.a"),
        ("fide2009", "7.1.a"),
        ("fide2023", "7.2.1"),
    ] {
        let ruling = ask(&format!("setup {SWAPPED} --laws {laws} --made 25"));
        assert_eq!(
            ruling["ruling"],
            "The game is cancelled, and a new game is played."
        );
        assert_eq!(articles(&ruling), [article], "{laws}");
        assert_eq!(
            ruling["reason"],
            "king and queen of black have changed places"
        );
    }
}

#[test]
fn article_b_4_after_some_moves_it_stands_in_rapid() {
    for (laws, limit, article) in [
        ("fide1997", 3, "B.4"),
        ("fide2009", 3, "A.4.a"),
        ("fide2023", 10, "A.5"),
    ] {
        let question =
            format!("setup {SWAPPED} --laws {laws} --mode rapid --supervision unsupervised --made");
        let before = ask(&format!("{question} {}", limit - 1));
        assert!(sentence(&before).contains("cancelled"));
        let after = ask(&format!("{question} {limit}"));
        assert_eq!(articles(&after), [article]);
    }
}

#[test]
fn article_7_1_b_a_turned_board_and_7_2_reversed_colours() {
    let ruling = ask("setup --board-turned --laws fide2001");
    assert_eq!(articles(&ruling), ["7.1.b"]);
    let ruling = ask("setup --colors-reversed --laws fide2009 --made 2");
    assert_eq!(articles(&ruling), ["7.2"]);
    assert_open(&ruling, "decide otherwise");
    for (made, restart) in [(9, true), (10, false)] {
        let ruling = ask(&format!("setup --colors-reversed --made {made}"));
        assert_eq!(articles(&ruling), ["7.3"]);
        let text = sentence(&ruling);
        assert_eq!(text.contains("new game"), restart, "{made}");
    }
    let ruling = ask("setup");
    assert_eq!(
        (fact(&ruling, "number"), fact(&ruling, "moves")),
        ("518", "0")
    );
}

#[test]
fn article_f_2_start_positions_of_chess960() {
    let ruling = ask("chess960 0 --laws fide2009");
    assert_eq!(fact(&ruling, "rank"), "BBQNNRKR");
    assert_eq!(articles(&ruling), ["F.2"]);
    let fen = fact(&ask("chess960 959"), "fen").to_owned();
    let ruling = ask(&format!(r#"chess960 --fen "{fen}""#));
    assert_eq!(fact(&ruling, "number"), "959");
    assert_eq!(articles(&ruling), ["II.2"]);
    let one = ask("chess960 random --seed 7");
    assert_eq!(one, ask("chess960 random --seed 7"));
    let out = answer("chess960 random").exits(0).out;
    assert!(out.starts_with("Start position "), "{out}");
    let wrong = ask(r#"chess960 --fen "bbrknnqr/pppppppp/8/8/8/8/PPPPPPPP/BNRKBNQR w - - 0 1""#);
    assert_eq!(
        wrong["ruling"],
        "The position is not a start position of Chess960."
    );
    assert!(wrong["reason"].as_str().expect("text").contains("bishops"));
    assert_open(&ask("chess960 5 --laws fide1997"), "no rules for Chess960");
    assert!(refusal("chess960 960").contains("0 to 959"));
}

#[test]
fn article_6_6_lateness() {
    for (question, score) in [
        ("--laws fide1997 --white-late 1:00:00", None),
        ("--laws fide1997 --white-late 1:00:01", Some("0-1")),
        ("--laws fide2001 --black-late never", Some("1-0")),
        ("--laws fide2009 --black-late 1s", Some("1-0")),
        (
            "--laws fide2009 --black-late 15:00 --default-time 15:00",
            None,
        ),
        (
            "--laws fide2001 --white-late never --black-late 1:00:01",
            Some("0-0"),
        ),
        (
            "--laws fide2023 --white-late never --black-late never",
            Some("0-0"),
        ),
    ] {
        assert_eq!(
            ask(&format!("default {question}"))["score"].as_str(),
            score,
            "{question}"
        );
    }
    // White's clock runs while both are absent.
    let ruling =
        ask("default --laws fide2001 --white-late 20:00 --black-late 30:00 --tc 40/7200:3600");
    assert_eq!(articles(&ruling), ["6.7", "6.6"]);
    assert_eq!(clocks(&ruling), [ms(100, 0), None]);
    assert_open(&ruling, "Black's clock");
}

#[test]
fn article_8_4_time_controls() {
    // 10+0, 12+0, 30+30, 60+0 in each edition.
    for (control, classes) in [
        ("600", ["blitz", "blitz", "blitz", "blitz", "blitz"]),
        ("720", ["blitz", "blitz", "blitz", "rapid", "rapid"]),
        (
            "1800+30",
            ["rapid", "rapid", "standard", "standard", "standard"],
        ),
        (
            "3600",
            ["rapid", "rapid", "standard", "standard", "standard"],
        ),
    ] {
        let editions = ["fide1997", "fide2001", "fide2009", "fide2018", "fide2023"];
        for (laws, class) in editions.into_iter().zip(classes) {
            let ruling = ask(&format!("time-control {control} --laws {laws}"));
            assert_eq!(fact(&ruling, "class"), class, "{control} {laws}");
        }
    }
    let ruling = ask("time-control 40/5400+30:1800+30");
    assert_eq!(fact(&ruling, "class"), "standard");
    assert_eq!(fact(&ruling, "recording"), "always");
    assert_eq!(fact(&ruling, "quickplay"), "none");
    let ruling = ask("time-control 40/7200:3600 --laws fide2009");
    assert_eq!(fact(&ruling, "quickplay"), "the last period");
    assert!(fact(&ruling, "recording").starts_with("until less than five minutes"));
    assert!(articles(&ruling).contains(&"8.4"));
    assert_eq!(
        fact(&ask("time-control 300+3"), "recording"),
        "not required"
    );
    assert!(refusal("time-control 40/").contains("not a time"));
}
