//! Articles 4 and 7: illegal moves, found at once or later.

use super::{
    articles, ask, assert_open, assert_score, clocks, fact, is_open, ms, obligation, refusal,
};

#[test]
fn article_7_5_5_the_first_gives_two_minutes_and_the_second_loses() {
    let clock = "--white-clock 5:00 --black-clock 5:00";
    let first = ask(&format!("illegal g1g3 {clock}"));
    assert_eq!(obligation(&first), ["Nf3", "Nh3"]);
    assert_eq!(articles(&first), ["7.5.1", "4.3.1", "7.5.5"]);
    assert_eq!(clocks(&first), [ms(5, 0), ms(7, 0)]);
    assert_eq!(
        first["fen"],
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    );
    let second = ask(&format!("illegal g1g3 --earlier 1 {clock}"));
    assert_score(&second, Some("0-1"), &["7.5.5"]);
    assert_eq!(second["proof"]["answer"], "black can mate");
    assert_eq!(clocks(&second), [ms(5, 0), ms(5, 0)]);
}

#[test]
fn the_penalty_follows_the_edition() {
    // The illegal move that loses, and the time for the opponent before.
    for (question, loses_at, minutes) in [
        ("--laws fide1997 --tc 7200", Some(3), 2),
        ("--laws fide1997 --tc 40/7200:3600", None, 0),
        ("--laws fide1997 --mode blitz", Some(1), 0),
        ("--laws fide2001", Some(3), 2),
        ("--laws fide2009", Some(3), 2),
        ("--laws fide2018 --mode blitz", Some(2), 1),
        ("--laws fide2023 --mode rapid", Some(2), 1),
    ] {
        for earlier in 0..3 {
            let ruling = ask(&format!(
                "illegal g1g3 --earlier {earlier} {question} --white-clock 60 --black-clock 60"
            ));
            let lost = loses_at.is_some_and(|number| earlier + 1 >= number);
            assert_eq!(
                ruling["score"].as_str(),
                lost.then_some("0-1"),
                "{question} {earlier}"
            );
            if !lost {
                assert_eq!(
                    clocks(&ruling)[1],
                    ms(1 + minutes, 0),
                    "{question} {earlier}"
                );
            }
        }
    }
}

#[test]
fn article_7_4_b_the_third_draws_if_the_opponent_cannot_mate() {
    let fen = r#"--fen "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1""#;
    let ruling = ask(&format!("illegal e2e5 --earlier 2 --laws fide2009 {fen}"));
    assert_score(&ruling, Some("1/2-1/2"), &["7.4.b"]);
    assert_eq!(ruling["proof"]["answer"], "black cannot mate");
    let ruling = ask(&format!("illegal e2e5 --earlier 2 --laws fide2001 {fen}"));
    assert_eq!(ruling["score"], "0-1");
}

#[test]
fn article_c_3_illegal_moves_by_both_players_in_a_row() {
    // The answer is a move, so the first illegal move stands; the second one may still be claimed.
    for (laws, article, wins) in [
        ("fide1997", "C.3", true),
        ("fide2001", "C.3", true),
        ("fide2009", "B.3.c", true),
        ("fide2023", "A.5.2", false),
    ] {
        let ruling = |moves: &str| {
            ask(&format!(
                r#"illegal --found-later 1 --moves "{moves}" --mode blitz --supervision unsupervised --laws {laws}"#
            ))
        };
        let second = ruling("e2e5 d7d2");
        assert_score(&second, None, &[article]);
        assert_open(&second, "'d7d2' was illegal as well: whether white claims");
        assert_eq!(is_open(&second, "the claim wins"), wins, "{laws}");
        let answered = ruling("e2e5 d7d2 g1f3");
        assert_score(&answered, None, &[article]);
        assert!(!is_open(&answered, "the reply"), "{laws}");
        assert!(!is_open(&ruling("e2e5 d7d5"), "the reply"), "{laws}");
    }
    let king = r#"--fen "4k3/8/8/8/8/8/r7/4K2R w K - 0 1" --moves "e1d2 a2d2""#;
    let ruling = ask(&format!(
        "illegal --found-later 1 --mode blitz --laws fide1997 {king}"
    ));
    assert_open(&ruling, "'a2d2' was illegal as well");
}

#[test]
fn article_c_3_an_illegal_move_against_a_player_without_mating_potential() {
    let knights =
        r#"illegal Kg7 --mode blitz --fen "7k/8/6K1/8/8/8/7N/6N1 b - - 0 80" --laws fide1997"#;
    let ruling = ask(knights);
    assert_score(&ruling, Some("1/2-1/2"), &["C.3", "C.4"]);
    assert_open(&ruling, "whether the position is restored instead");
}

#[test]
fn article_12_7_persistent_refusal_in_1997() {
    let ruling = ask("illegal g1g3 g1g4 g1g5 --laws fide1997");
    assert_score(&ruling, None, &["12.7"]);
}

#[test]
fn article_4_the_first_touch_binds_until_it_is_obeyed() {
    // A legal move that the touched knight does not make is another illegal move.
    let ruling = ask("illegal b1d2 e2e4 --laws fide2009");
    assert_eq!(obligation(&ruling), ["Na3", "Nc3"]);
    assert_eq!(fact(&ruling, "number"), "2");
    let castling = ask(r#"illegal O-O --fen "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1" --laws fide2009"#);
    assert_eq!(obligation(&castling), ["O-O-O", "Kd1", "Kd2", "Ke2"]);
    assert!(articles(&castling).contains(&"4.4.c"));
    let pinned =
        ask(r#"illegal Nxd5 --fen "4r1k1/8/8/3q4/8/4N3/8/4K2B w - - 0 1" --laws fide1997"#);
    assert_eq!(obligation(&pinned), ["Bxd5+"]);
    let free = ask("illegal e4e5 --laws fide2001");
    assert!(obligation(&free).is_empty());
    assert!(articles(&free).contains(&"4.5"));
}

#[test]
fn article_7_5_2_an_unfinished_promotion() {
    let fen = r#"--fen "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1""#;
    let new = ask(&format!(
        "illegal e7e8 {fen} --white-clock 60 --black-clock 60"
    ));
    assert!(articles(&new).contains(&"7.5.2"));
    assert_eq!(new["fen"], "4Q3/6k1/8/8/8/8/8/4K3 b - - 0 1");
    assert_eq!(clocks(&new), [ms(1, 0), ms(3, 0)]);
    let old = ask(&format!("illegal e7e8 {fen} --laws fide2009"));
    assert_eq!(obligation(&old), ["e8=B", "e8=N+", "e8=Q", "e8=R"]);
    assert!(articles(&old).contains(&"4.6.c"));
}

#[test]
fn what_is_no_irregularity_and_what_is_no_question() {
    let ruling = ask("illegal Nf3");
    assert_eq!(
        ruling["ruling"],
        "'Nf3' is legal: there is no irregularity."
    );
    assert!(refusal("illegal Nf3 g1g3").contains("legal and completes the turn"));
    assert!(refusal("illegal").contains("no move is named"));
    assert_eq!(obligation(&ask("illegal Nd2")), ["Na3", "Nc3"]);
    assert_open(&ask("illegal Nd5"), "which piece was touched");
}

#[test]
fn article_6_13_without_a_log_the_time_is_shared_by_moves() {
    // Error at move 20, found after 30 moves: 90 and 60 minutes become 60 and 40.
    let ruling = ask(
        r#"illegal a2a5 --found-later 39 --found-after 30 --fen "4k3/8/8/8/8/8/P7/4K3 w - - 0 20" --white-used 1:30:00 --black-used 1:00:00 --laws fide2009"#,
    );
    assert_eq!(ruling["used"]["white_ms"].as_u64(), ms(60, 0));
    assert_eq!(ruling["used"]["black_ms"].as_u64(), ms(40, 0));
    assert_eq!(obligation(&ruling), ["a3", "a4"]);
    assert!(articles(&ruling).contains(&"6.13"));
    assert_open(&ruling, "20/30 of the times used");
}
