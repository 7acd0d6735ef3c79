//! The interpretations of 1974: a word on few questions.

use super::{articles, ask, assert_open, assert_score, clocks, ms, refusal};

#[test]
fn article_14_clocks_go_back_in_proportion() {
    // An error at move 20, found after 30 moves: 90 and 60 minutes become 60 and 40.
    let ruling = ask(
        "illegal --found-later 39 --found-after 30 --white-used 90:00 --black-used 60:00 --laws interpretations1974",
    );
    assert_eq!(ruling["edition"], "interpretations1974");
    assert_eq!(ruling["mode"], serde_json::Value::Null);
    assert_eq!(ruling["used"]["white_ms"].as_u64(), ms(60, 0));
    assert_eq!(ruling["used"]["black_ms"].as_u64(), ms(40, 0));
    assert_eq!(articles(&ruling), ["14"]);
    assert_open(&ruling, "do not cover");
}

#[test]
fn article_17_1_a_flag_loses_whether_the_opponent_can_mate_or_not() {
    let fen = r#"--fen "4k3/8/8/8/8/8/2q5/4K1N1 b - - 0 60""#;
    let ruling = ask(&format!(
        "flag black {fen} --white-clock 5:00 --laws interpretations1974"
    ));
    assert_score(&ruling, Some("1-0"), &["17.1"]);
    assert_eq!(clocks(&ruling), [ms(5, 0), Some(0)]);
    assert_eq!(
        ask(&format!("flag black {fen} --laws fide1997"))["score"],
        "1/2-1/2"
    );
    // Neither can mate; the game was drawn only under later texts.
    let bare = r#"--fen "4k3/8/8/8/8/8/8/4K3 w - - 0 60""#;
    assert_eq!(
        ask(&format!("flag white {bare} --laws interpretations1974"))["score"],
        "0-1"
    );
}

#[test]
fn article_17_1_a_flag_of_a_complete_period_changes_nothing() {
    let question = r#"flag white --tc 40/9000:16/3600 --period 1 --laws 1974 --fen "4k3/q7/8/8/8/8/8/4K2R w - - 0"#;
    let ruling = ask(&format!(r#"{question} 57""#));
    assert_eq!(ruling["score"], serde_json::Value::Null);
    assert_eq!(articles(&ruling), ["17.1"]);
    assert_eq!(ruling["reason"], "white has made 56 moves");
    let ruling = ask(&format!(r#"{question} 40""#));
    assert_eq!(ruling["score"], "0-1");
}

#[test]
fn editions_are_named_by_year() {
    for (year, name) in [
        ("1997", "fide1997"),
        ("2005", "fide2001"),
        ("2023", "fide2023"),
    ] {
        let ruling = ask(&format!("claim threefold --laws {year}"));
        assert_eq!(ruling["edition"], name);
    }
    assert!(refusal("claim threefold --laws 2014").contains("Fide2018"));
}

#[test]
fn article_17_4_both_players_late_lose() {
    for (question, score, article) in [
        ("--white-late 1:00:00", None, "17.2"),
        ("--white-late 1:00:01", Some("0-1"), "17.2"),
        ("--black-late never", Some("1-0"), "17.2"),
        ("--white-late never --black-late never", Some("0-0"), "17.4"),
    ] {
        let ruling = ask(&format!("default {question} --laws interpretations1974"));
        assert_eq!(ruling["score"].as_str(), score, "{question}");
        assert_eq!(articles(&ruling), [article], "{question}");
    }
}

#[test]
fn on_other_questions_there_is_no_word() {
    for question in [
        "claim threefold",
        "illegal g1g3",
        "flag both",
        "setup",
        "chess960 0",
        "quickplay",
        "time-control 300+3",
    ] {
        let message = refusal(&format!("{question} --laws interpretations1974"));
        assert!(
            message.contains("do not cover this"),
            "{question}: {message}"
        );
    }
}
