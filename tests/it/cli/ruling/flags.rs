//! Articles 6.8 to 6.12 and 10.4: fallen flags; 10.2: claims in a quickplay finish.

use super::{
    answer, articles, ask, assert_open, assert_score, assert_undecided, clocks, fact, ms,
    obligation, refusal,
};

#[test]
fn article_6_9_a_flag_loses_with_the_mating_line_as_proof() {
    let ruling = ask(r#"flag white --fen "3qk3/pppppppp/8/8/8/8/PPPPPPPP/3QK3 w - - 0 1""#);
    assert_score(&ruling, Some("0-1"), &["6.9"]);
    assert_eq!(ruling["proof"]["answer"], "black can mate");
    let line = ruling["proof"]["line"].as_str().expect("a line");
    assert!(line.starts_with("1.") && line.ends_with('#'), "{line}");
    assert_eq!(clocks(&ruling), [Some(0), None]);
}

#[test]
fn article_6_9_a_flag_draws_if_the_opponent_cannot_mate() {
    // One legal move, a capture.
    for fen in [
        "k7/p1K5/1N6/3p4/8/8/8/8 b - - 0 1",
        "8/8/8/8/8/2K5/1p6/kB6 b - - 0 1",
        "8/8/8/8/1p6/kQ6/8/1K6 b - - 0 1",
    ] {
        for (laws, article) in [
            ("fide1997", "6.9"),
            ("fide2001", "6.10"),
            ("fide2023", "6.9"),
        ] {
            let ruling = ask(&format!(
                r#"flag black --fen "{fen}" --laws {laws} --mode standard"#
            ));
            assert_eq!(ruling["score"], "1/2-1/2", "{fen}");
            assert_eq!(articles(&ruling), [article]);
            assert_eq!(ruling["proof"]["answer"], "white cannot mate");
            assert_eq!(ruling["proof"]["line"], serde_json::Value::Null);
        }
    }
}

#[test]
fn article_c_4_mating_potential_in_the_blitz_of_1997() {
    let fen = "8/8/4k3/8/8/3NN3/4K3/8 b - - 0 1";
    let blitz = ask(&format!(
        r#"flag black --fen "{fen}" --laws fide1997 --mode blitz --called-by player"#
    ));
    assert_score(&blitz, Some("1/2-1/2"), &["C.4"]);
    assert_eq!(blitz["proof"]["answer"], "white has no mating potential");
    let standard = ask(&format!(r#"flag black --fen "{fen}" --laws fide1997"#));
    assert_eq!(standard["score"], "1-0");
}

#[test]
fn article_b_6_in_1997_only_a_player_calls_a_flag_in_rapid() {
    let ruling = ask("flag black --laws fide1997 --mode rapid --called-by arbiter");
    assert_score(&ruling, None, &["B.6"]);
    let ruling = ask("flag black --laws fide1997 --mode rapid");
    assert_eq!(ruling["score"], "1-0");
    assert_open(&ruling, "their own flag still up");
    assert_eq!(
        ask("flag black --laws fide1997 --called-by arbiter")["score"],
        "1-0"
    );
}

#[test]
fn article_a_4_d_1_in_2009_the_arbiter_may_call_both_flags() {
    let rapid = "flag white --called-by arbiter --mode rapid --supervision unsupervised";
    let ruling = ask(&format!("{rapid} --laws fide2009 --black-clock 0:00"));
    assert_score(&ruling, Some("1/2-1/2"), &["A.4.d.3"]);
    let ruling = ask(&format!("{rapid} --laws fide2009 --black-clock 1:00"));
    assert_score(&ruling, None, &["A.4.d"]);
    let ruling = ask(&format!("{rapid} --laws fide1997 --black-clock 0:00"));
    assert_score(&ruling, None, &["B.6"]);
}

#[test]
fn article_b_6_the_arbiter_calls_neither_one_flag_nor_both() {
    for (laws, article) in [("fide1997", "B.6"), ("fide2001", "B.7")] {
        for fallen in ["black", "both", "white-first"] {
            let ruling = ask(&format!(
                "flag {fallen} --mode rapid --called-by arbiter --laws {laws}"
            ));
            assert_score(&ruling, None, &[article]);
            assert_eq!(clocks(&ruling)[1], Some(0), "{laws} {fallen}");
        }
        let ruling = ask(&format!("flag both --mode blitz --laws {laws}"));
        assert_open(&ruling, "whether a player claimed it");
    }
}

#[test]
fn article_6_2_complete_moves_do_not_lose() {
    // White has made two moves, Black one.
    let moves = r#"--moves "e4 e5 Nf3" --tc 2/600:300 --period 1"#;
    let ruling = ask(&format!("flag white {moves}"));
    assert_eq!(ruling["score"], serde_json::Value::Null);
    let ruling = ask(&format!("flag black {moves}"));
    assert_eq!(ruling["score"], "1-0");
    assert_eq!(ruling["reason"], "black has made 1 of 2 moves");
}

#[test]
fn both_flags_follow_the_edition() {
    // 97 6.11, 10.4 and B.8; 01 6.12 and 10.3; 09 6.11 and A.4.d.3.
    for (question, score, article) in [
        ("--laws fide1997 --tc 40/7200:3600", None, "6.11"),
        ("--laws fide1997 --tc 7200", Some("1/2-1/2"), "10.4"),
        ("--laws fide2001 --tc 7200", Some("1/2-1/2"), "10.3"),
        ("--laws fide2001 --tc 40/7200:3600", None, "6.12"),
        ("--laws fide2009 --tc 40/7200:3600", None, "6.11.a"),
        (
            "--laws fide2009 --tc 40/7200:3600 --period 2",
            Some("1/2-1/2"),
            "6.11.b",
        ),
        ("--laws fide2009 --tc 5400+30", Some("1/2-1/2"), "6.11.b"),
        ("--laws fide1997 --mode rapid", Some("1/2-1/2"), "B.8"),
        ("--laws fide2009 --mode rapid", Some("1/2-1/2"), "6.11.b"),
        (
            "--laws fide2009 --mode rapid --supervision unsupervised",
            Some("1/2-1/2"),
            "A.4.d.3",
        ),
    ] {
        let ruling = ask(&format!("flag both {question}"));
        assert_eq!(ruling["score"].as_str(), score, "{question}");
        assert_eq!(articles(&ruling), [article], "{question}");
    }
    let ruling = ask("flag both --laws fide2009");
    assert_open(&ruling, "the time control");
    assert_undecided(&ruling, "by the period");
    // Whether a last period with an increment is a quickplay finish, no Article says.
    let ruling = ask("flag both --laws fide1997 --tc 5400+30");
    assert_undecided(&ruling, "a quickplay finish");
    let ruling = ask("quickplay --laws fide2009 --tc 5400+30 --white-clock 1:00");
    assert_undecided(&ruling, "whether a claim can be made");
}

#[test]
fn article_b_8_the_order_does_not_matter_where_a_player_claims() {
    let ruling = ask("flag white-first --laws fide1997 --mode rapid");
    assert_score(&ruling, Some("1/2-1/2"), &["B.8"]);
    assert_eq!(ask("flag white-first --laws fide2009")["score"], "0-1");
    assert_eq!(
        ask("flag black-first --laws fide2023 --mode blitz")["score"],
        "1-0"
    );
}

#[test]
fn article_10_2_what_is_proved_and_what_is_the_arbiters() {
    let locked =
        r#"--fen "k7/8/Kp6/1P6/8/8/8/8 w - - 0 1" --tc 7200 --white-clock 1:30 --black-clock 5:00"#;
    let ruling = ask(&format!("quickplay {locked} --laws fide2009"));
    assert_score(&ruling, Some("1/2-1/2"), &["10.2", "10.2.a"]);
    assert_eq!(ruling["proof"]["answer"], "black cannot mate");

    let open = "--tc 7200 --white-clock 1:59 --black-clock 5:00";
    let ruling = ask(&format!("quickplay {open} --laws fide2009"));
    assert_eq!(ruling["score"].as_str(), None);
    assert_eq!(ruling["offer"].as_bool(), Some(true));
    assert_open(&ruling, "normal means");
    let ruling = ask(&format!(
        "quickplay {open} --laws fide2009 --decision reject"
    ));
    assert_eq!(clocks(&ruling), [ms(1, 59), ms(7, 0)]);
    assert!(obligation(&ruling).is_empty());
    let ruling = ask(&format!("quickplay {open} --laws fide1997 --decision draw"));
    assert_eq!(ruling["score"], "1/2-1/2");
    let error = refusal(&format!(
        "quickplay {open} --laws fide1997 --decision reject"
    ));
    assert!(error.contains("not rejected"), "{error}");
    let ruling = ask(&format!("quickplay {open} --laws fide2009 --no-arbiter"));
    assert!(articles(&ruling).contains(&"D"));
}

#[test]
fn article_10_2_needs_a_quickplay_finish_and_less_than_two_minutes() {
    for (question, article) in [
        ("--laws fide2009 --tc 7200 --white-clock 2:00", "10.2"),
        (
            "--laws fide2009 --tc 40/5400:1800 --white-clock 1:00",
            "10.1",
        ),
        ("--laws fide1997 --tc 300 --white-clock 1:00", "C.5"),
        (
            "--laws fide2009 --tc 300 --white-clock 1:00 --supervision unsupervised",
            "B.3.b",
        ),
        ("--laws fide2023 --tc 7200 --white-clock 1:00", "III.2"),
    ] {
        let ruling = ask(&format!("quickplay {question}"));
        assert_eq!(
            ruling["ruling"],
            "The claim cannot be made; the game goes on."
        );
        assert_eq!(articles(&ruling), [article], "{question}");
    }
    let ruling = ask("quickplay --laws fide2023 --tc 7200 --white-clock 1:00 --announced");
    assert!(fact(&ruling, "instead").starts_with("0:00:05 per move"));
}

#[test]
fn undetermined_proofs_have_an_exit_code_of_their_own() {
    let fen = "5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - - 0 1";
    let out = answer(&format!(r#"flag black --fen "{fen}" --nodes 0"#))
        .exits(3)
        .out;
    assert!(
        out.contains("the arbiter decides, since no proof was found"),
        "{out}"
    );
}
