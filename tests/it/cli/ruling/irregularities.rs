//! Articles 4, 7 and 10.3: illegal moves in quickplay finishes and in rapid and blitz, unfinished promotions, touched pieces
//! of both colours; contradictory questions.

use super::{
    answer, articles, ask, assert_open, assert_score, assert_undecided, clocks, fact, is_open, ms,
    obligation, refusal, sentence,
};
use crate::support::folder::Folder;
use serde_json::Value;

/// A pawn that was left on e8, and the answer to it.
const UNFINISHED: &str =
    r#"--fen "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1" --moves "e8 Kf6" --found-later 1"#;

#[test]
fn article_7_4_of_1997_illegal_moves_before_a_quickplay_finish_are_free() {
    let question = |moves| {
        format!(
            r#"illegal e2e5 --earlier 2 --laws fide1997 --tc 40/7200:3600 --fen "4k3/8/8/8/8/8/4P3/4K3 w - - 0 {moves}""#
        )
    };
    let first = ask(&question(41));
    assert_eq!(first["score"], Value::Null);
    assert_eq!(fact(&first, "bonus"), "0:02:00 for black");
    assert!(fact(&first, "free").starts_with('2'));
    let later = ask(&question(42));
    assert_eq!(later["score"], "0-1");
    assert_open(&later, "others carry no penalty (7.4)");
}

#[test]
fn article_7_5_2_a_pawn_that_becomes_a_queen_may_end_the_game() {
    let mate = ask(r#"illegal e7e8 --fen "6k1/4Pppp/8/8/8/8/8/4K3 w - - 0 1" --black-clock 60"#);
    assert_eq!(mate["kind"], "checkmate");
    assert_eq!(mate["score"], "1-0");
    assert!(articles(&mate).contains(&"7.5.2") && is_open(&mate, "5.1.1"));
    assert_eq!(clocks(&mate)[1], ms(1, 0));
    let stalemate = ask(r#"illegal f7f8 --fen "8/5P1k/7P/6K1/8/8/8/8 w - - 0 1""#);
    assert_eq!(stalemate["kind"], "stalemate");
    assert_eq!(stalemate["score"], "1/2-1/2");
}

#[test]
fn article_a_4_c_the_arbiter_intervenes_for_an_unfinished_promotion() {
    let unsupervised = |laws: &str, mode: &str| {
        ask(&format!(
            "illegal {UNFINISHED} --laws {laws} --mode {mode} --supervision unsupervised"
        ))
    };
    let found = unsupervised("fide2009", "rapid");
    assert_eq!(obligation(&found), ["e8=B", "e8=N+", "e8=Q", "e8=R"]);
    assert!(articles(&found).contains(&"A.4.c") && is_open(&found, "possible to intervene"));
    let blitz = unsupervised("fide2009", "blitz");
    assert_eq!(articles(&blitz), ["B.3.c"]);
    assert_open(&blitz, "both players agree");
    for (laws, article) in [("fide2018", "A.4.4"), ("fide2023", "A.5.4")] {
        let drawn = unsupervised(laws, "rapid");
        assert_score(&drawn, Some("1/2-1/2"), &[article]);
        assert_open(&drawn, "still stands on e8");
    }
    // The pawn is captured.
    let captured = ask(
        r#"illegal --fen "8/4Pk2/8/8/8/8/8/4K3 w - - 0 1" --moves "e8 Kxe8" --found-later 1 --mode rapid --supervision unsupervised"#,
    );
    assert_eq!(articles(&captured), ["A.5.2"]);
    // White leaves the king in check and gives check.
    let both = ask(
        r#"illegal --fen "3qk3/8/8/8/8/8/7R/3K4 w - - 0 1" --moves "h2e2 d8d2" --found-later 1 --mode rapid --supervision unsupervised"#,
    );
    assert_eq!(articles(&both), ["A.5.2"]);
    assert_open(&both, "both kings are still in check");
}

#[test]
fn articles_a_4_c_and_b_5_say_who_must_ask() {
    let rapid = ask("illegal g1g3 --laws fide1997 --mode rapid");
    assert!(is_open(&rapid, "a player asks for a ruling (B.5)") && !is_open(&rapid, "claims it"));
    let rapid = ask("illegal g1g3 --laws fide2009 --mode rapid --supervision unsupervised");
    assert_open(&rapid, "whether black claims it before black moves (A.4.c)");
    let rapid = ask("illegal g1g3 --mode rapid --supervision unsupervised");
    assert_open(&rapid, "the arbiter or black");
    let standard = ask("illegal g1g3");
    assert!(!is_open(&standard, "claims it"));
}

#[test]
fn articles_4_3_and_4_4_are_those_of_what_was_touched() {
    let pinned = r#"illegal Nxd5 --fen "4r1k1/8/8/3q4/8/4N3/8/4K2B w - - 0 1""#;
    // The king and the rook were touched; neither side can be castled to, and the king has no move.
    let castling = r#"illegal O-O --fen "3rkr2/8/8/8/8/8/4P3/R3K2R w KQ - 0 1""#;
    for (laws, both_colors, king) in [
        ("fide1997", "4.3.b", "4.4.b"),
        ("fide2001", "4.3.c", "4.4.c"),
        ("fide2009", "4.3.c", "4.4.c"),
        ("fide2023", "4.3.3", "4.4.3"),
    ] {
        let ruling = ask(&format!("{pinned} --laws {laws}"));
        assert_eq!(obligation(&ruling), ["Bxd5+"]);
        assert_eq!(articles(&ruling)[1], both_colors, "{laws}");
        let ruling = ask(&format!("{castling} --laws {laws}"));
        assert!(obligation(&ruling).is_empty());
        assert_eq!(articles(&ruling)[1], king, "{laws}");
    }
}

#[test]
fn article_7_5_3_a_clock_pressed_without_a_move() {
    let ruling = ask("illegal 0000");
    assert_eq!(articles(&ruling), ["7.5.1", "7.5.5", "7.5.3"]);
    assert!(!is_open(&ruling, "which piece was touched"));
    let ruling = ask("illegal 0000 --laws fide2009 --white-clock 60 --black-clock 60");
    assert_undecided(&ruling, "the arbiter decides whether a clock pressed");
    assert_eq!(clocks(&ruling), [ms(1, 0), ms(1, 0)]);
}

#[test]
fn article_6_13_the_log_of_times_goes_before_shares() {
    let question = r#"illegal a2a5 --found-later 39 --fen "4k3/8/8/8/8/8/P7/4K3 w - - 0 20" --white-used 1:30:00 --black-used 1:00:00 --laws fide2009"#;
    let ruling = ask(&format!(
        "{question} --found-after 30 --white-clock 60:00 --black-clock 80:00"
    ));
    assert_eq!(clocks(&ruling), [ms(60, 0), ms(82, 0)]);
    assert_eq!(ruling["used"], Value::Null);
    let error = refusal(&format!("{question} --found-after 19"));
    assert!(
        error.contains("move 20 cannot be found illegal after 19 moves"),
        "{error}"
    );
}

#[test]
fn the_record_names_its_illegal_move() {
    let folder = Folder::new();
    let name = folder.write("game.pgn", "1. e4 e5 2. Ke3 *\n");
    let ruling = ask(&format!("illegal --pgn {name}"));
    assert_eq!(obligation(&ruling), ["Ke2"]);
    assert!(refusal(r#"illegal --moves "e4 e5""#).contains("are legal"));
}

#[test]
fn articles_7_1_b_and_7_2_a_turned_board_with_reversed_colors() {
    let ruling = ask("setup --board-turned --colors-reversed --made 2");
    assert_eq!(articles(&ruling), ["7.3", "7.2.2"]);
    assert_eq!(
        ruling["ruling"],
        "The game is stopped, and a new game is played with the right colours. The board of the new game is placed correctly."
    );
    let ruling = ask("setup --board-turned --colors-reversed --laws fide2009");
    assert_eq!(articles(&ruling), ["7.2", "7.1.b"]);
    let text = sentence(&ruling);
    assert!(
        text.contains("reversed colours") && text.contains("transferred"),
        "{text}"
    );
    let ruling = ask(
        r#"setup --board-turned --fen "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1""#,
    );
    assert_eq!(articles(&ruling), ["7.2.1", "7.2.2"]);
}

#[test]
fn article_6_6_what_the_arbiter_and_the_event_may_change() {
    // The arbiter may decide otherwise; the competition may specify otherwise.
    for (laws, arbiter, competition) in [
        ("fide1997", true, true),
        ("fide2001", true, true),
        ("fide2009", false, false),
        ("fide2023", true, false),
    ] {
        let ruling = ask(&format!("default --white-late 1:30:00 --laws {laws}"));
        assert_eq!(
            is_open(&ruling, "the arbiter may decide"),
            arbiter,
            "{laws}"
        );
        let specified = is_open(&ruling, "the competition may specify otherwise");
        assert_eq!(specified, competition, "{laws}");
    }
    for (laws, open) in [("fide1997", false), ("fide2001", true)] {
        let ruling = ask(&format!(
            "default --white-late 20:00 --black-late 10:00 --laws {laws}"
        ));
        assert_eq!(is_open(&ruling, "White's clock"), open, "{laws}");
    }
    assert_eq!(ask("default --tc 300 --mode auto")["mode"], "blitz");
    let error = refusal("default --laws interpretations1974 --default-time 2:00:00");
    assert!(error.contains("17.2"), "{error}");
}

#[test]
fn article_6_9_no_claim_after_the_fall_of_the_flag() {
    let locked = r#"quickplay --tc 7200 --fen "k7/8/Kp6/1P6/8/8/8/8 w - - 0 70" --white-clock 0"#;
    let ruling = ask(&format!("{locked} --laws fide2009"));
    assert_eq!(ruling["score"], Value::Null);
    assert_eq!(articles(&ruling), ["6.9", "10.2"]);
    assert_eq!(fact(&ruling, "result"), "see compongo ruling flag white");
    let ruling = ask(&format!("{locked} --laws fide1997 --decision postpone"));
    assert_eq!(articles(&ruling), ["6.9", "10.2"]);
    let fifty = r#"claim fifty --fen "7k/8/6K1/8/8/8/8/R7 w - - 100 80" --white-clock 0"#;
    let ruling = ask(&format!("{fifty} --laws fide2001"));
    assert_score(&ruling, None, &["6.10"]);
    // Where a flag counts once it is claimed, the claim may come first.
    let ruling = ask(&format!("{fifty} --laws fide1997 --mode rapid"));
    assert_eq!(ruling["score"], "1/2-1/2");
    assert_open(&ruling, "until then, it does not count");
}

#[test]
fn article_9_5_b_the_announced_move_goes_before_the_touched_piece() {
    for laws in ["fide1997", "fide2001"] {
        let ruling = ask(&format!(
            "claim threefold --touched g1 --move Nf3 --white-clock 8:00 --laws {laws}"
        ));
        assert_eq!(obligation(&ruling), ["Nf3"]);
    }
}

#[test]
fn article_9_3_half_moves_before_the_record() {
    let ruling = ask(r#"claim fifty --fen "7k/8/6K1/8/8/8/8/R7 w - - 100 80""#);
    assert_eq!(
        ruling["reason"],
        "50 moves by each player without capture or pawn move: 100 half-moves before the record"
    );
}

#[test]
fn appendix_d_a_claim_without_an_arbiter_is_no_offer() {
    let question = "quickplay --tc 7200 --white-clock 1:00 --no-arbiter --laws fide2009";
    assert_eq!(ask(question)["offer"], false);
    let outcome = answer(&format!("{question} --decision draw"));
    assert!(outcome.exits(2).err.contains("--decision"));
}

#[test]
fn appendix_d_what_ends_the_game_without_an_arbiter() {
    let question = "quickplay --tc 7200 --white-clock 1:00 --no-arbiter";
    for (laws, words) in [
        ("fide1997", "The fall of the flag ends the game"),
        ("fide2001", "The claim ends the game"),
        ("fide2009", "The claim ends the game"),
    ] {
        let ruling = ask(&format!("{question} --laws {laws}"));
        assert_score(&ruling, None, &["10.2", "D"]);
        assert!(sentence(&ruling).starts_with(words), "{laws}");
        assert_eq!(is_open(&ruling, "go on until"), laws == "fide1997");
    }
}

#[test]
fn article_10_2_a_proof_draws_under_the_article_of_the_claim() {
    let locked = r#"quickplay --tc 7200 --fen "k7/8/Kp6/1P6/8/8/8/8 w - - 0 70" --white-clock"#;
    for (question, articles) in [
        ("1:00 --laws fide2009 --no-arbiter", ["10.2", "D"]),
        (
            "0:00 --laws fide2009 --decision reject --postponed",
            ["10.2", "10.2.b"],
        ),
        (
            "0:00 --laws fide1997 --decision draw --postponed",
            ["10.2", "10.2.c"],
        ),
    ] {
        let ruling = ask(&format!("{locked} {question}"));
        assert_score(&ruling, Some("1/2-1/2"), &articles);
    }
}

#[test]
fn article_iii_3_1_two_flags_in_blitz() {
    let ruling = ask("flag both --mode blitz --laws fide2023");
    assert_open(&ruling, "Guideline III");
}
