//! Articles 4, 7, 8, 9 and 12: touched and displaced pieces, draw offers, recording, conduct.

use super::{
    articles, ask, assert_open, assert_score, assert_undecided, clocks, fact, is_open, obligation,
    refusal, sentence,
};
use crate::support::folder::Folder;
use crate::support::process::Program;
use crate::support::table::rows;

const CASTLING: &str = r#"--fen "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1""#;

#[test]
fn article_4_4_king_and_rook() {
    for (laws, king_first, rook_first, moves) in [
        ("fide1997", "4.3.a", "4.4.a", 7),
        ("fide2001", "4.4.a", "4.4.b", 1),
        ("fide2009", "4.4.a", "4.4.b", 1),
        ("fide2023", "4.4.1", "4.4.2", 1),
    ] {
        let ruling = ask(&format!("touch e1 h1 {CASTLING} --laws {laws}"));
        assert_eq!(articles(&ruling), [king_first], "{laws}");
        assert_eq!(obligation(&ruling).len(), moves, "{laws}");
        assert!(obligation(&ruling).contains(&"O-O"));
        assert!(!is_open(&ruling, "wanted to castle"), "{laws}");
        // The player who touched the rook first does not castle, whatever the intention.
        for intention in ["", "--castling"] {
            let ruling = ask(&format!("touch h1 e1 {intention} {CASTLING} --laws {laws}"));
            assert_eq!(articles(&ruling), [rook_first], "{laws} {intention}");
            assert!(obligation(&ruling).iter().all(|mv| mv.starts_with('R')));
        }
    }
    // The rook cannot move: the king must, but does not castle with it.
    let fen = r#"--fen "4k3/8/8/8/8/8/6PP/5N1K w - - 0 1""#;
    assert_eq!(obligation(&ask(&format!("touch h1 f1 {fen}"))), ["Kg1"]);
    let fen = r#"--fen "4k3/8/8/8/8/8/7P/4K1NR w K - 0 1""#;
    let ruling = ask(&format!("touch h1 e1 {fen}"));
    assert_eq!(obligation(&ruling), ["Kd1", "Kd2", "Ke2", "Kf1", "Kf2"]);
    let ruling = ask(&format!("touch e1 h1 --castling {fen}"));
    assert_eq!(articles(&ruling), ["4.4.3"]);
}

#[test]
fn article_4_3_the_first_piece_that_can_be_moved_or_captured() {
    // The bishop cannot move, so the knight must; and the pawn on d5 cannot be captured by it.
    let touched = ask("touch f1 g1");
    assert_eq!(obligation(&touched), ["Nf3", "Nh3"]);
    let game = r#"--moves "e4 d5 Nf3 h6""#;
    assert_eq!(obligation(&ask(&format!("touch e4 d5 {game}"))), ["exd5"]);
    assert_eq!(obligation(&ask(&format!("touch d5 f3 {game}"))), ["exd5"]);
    let ruling = ask(&format!("touch d5 f3 --order-unknown {game}"));
    assert!(obligation(&ruling).iter().all(|mv| mv.starts_with('N')));
    assert_eq!(articles(&ruling), ["4.3.3"]);
    let ruling = ask(&format!("touch h6 a1 {game}"));
    assert_eq!(articles(&ruling), ["4.5"]);
    assert!(obligation(&ruling).is_empty());
    let refused = refusal("touch e4");
    assert!(refused.contains("no piece on e4"), "{refused}");
}

#[test]
fn article_4_2_4_6_and_4_7_adjusted_released_and_late() {
    assert_eq!(articles(&ask("touch g1 --adjusting")), ["4.2"]);
    for (laws, released, late) in [
        ("fide1997", "4.7", "4.6"),
        ("fide2009", "4.6", "4.7"),
        ("fide2018", "4.7", "4.8"),
    ] {
        let ruling = ask(&format!("touch g1 --released f3 --laws {laws}"));
        assert_eq!(articles(&ruling), [released]);
        assert_eq!(obligation(&ruling), ["Nf3"]);
        let ruling = ask(&format!("touch g1 --complaint-late --laws {laws}"));
        assert_eq!(articles(&ruling), [late]);
    }
    // Released where it cannot go: it was touched.
    let ruling = ask("touch g1 --released g3");
    assert_eq!(obligation(&ruling), ["Nf3", "Nh3"]);
    // The king was released on its castling square: 4.6.b.
    let ruling = ask(&format!("touch e1 --released g1 {CASTLING}"));
    assert_eq!(obligation(&ruling), ["O-O"]);
}

#[test]
fn article_4_3_a_piece_beside_the_board() {
    for (laws, article) in [
        ("fide1997", "4.5"),
        ("fide2001", "4.3"),
        ("fide2009", "4.3"),
        ("fide2023", "4.3"),
    ] {
        let ruling = ask(&format!("touch --beside --laws {laws}"));
        assert_eq!(articles(&ruling), [article], "{laws}");
        assert_eq!(sentence(&ruling), "Any legal move may be played.");
    }
    // A piece on the board binds nevertheless; a new piece beside it is not chosen yet.
    let ruling = ask("touch g1 --beside");
    assert_eq!(obligation(&ruling), ["Nf3", "Nh3"]);
    assert!(fact(&ruling, "beside").contains("binds nobody"));
    let pawn = r#"touch e7 --released e8 --beside --fen "8/4P1q1/3k4/8/8/8/5PPP/6K1 w - - 0 40""#;
    let ruling = ask(&format!("{pawn} --laws fide2009"));
    assert_eq!(obligation(&ruling).len(), 4);
    assert!(refusal("touch").contains("SQUARE"));
}

#[test]
fn article_13_6_nobody_tells_a_player_to_press_the_clock() {
    for (laws, under, reply) in [
        (
            "fide1997",
            &["13.6", "6.7.a"][..],
            "black may move once the clock is pressed (1.1)",
        ),
        (
            "fide2001",
            &["13.6", "6.8.a"],
            "black may move at once (1.1)",
        ),
        (
            "fide2009",
            &["13.6", "6.7.a"],
            "black may move at once (1.1)",
        ),
    ] {
        let ruling = ask(&format!("clock not-pressed --moves e4 --laws {laws}"));
        assert_eq!(articles(&ruling), under, "{laws}");
        assert!(sentence(&ruling).starts_with("White's clock runs on"));
        assert_eq!(fact(&ruling, "reply"), reply, "{laws}");
    }
    assert_eq!(articles(&ask("clock not-pressed --moves e4")), ["12.6"]);
}

#[test]
fn article_8_1_a_player_who_cannot_write() {
    for (laws, words, open) in [
        ("fide1997", "with less time", "physical or religious"),
        ("fide2001", "with less time", "deducts from white's clock"),
        ("fide2009", "An assistant", "adjusts white's clock"),
    ] {
        let ruling = ask(&format!("recording white --cannot-write --laws {laws}"));
        assert_eq!(articles(&ruling), ["8.1"], "{laws}");
        assert!(sentence(&ruling).contains(words), "{laws}");
        assert_open(&ruling, open);
    }
    // In rapid nobody records.
    let ruling = ask("recording white --cannot-write --mode rapid --laws fide1997");
    assert_eq!(articles(&ruling), ["B.3"]);
}

#[test]
fn article_9_1_how_an_offer_ends() {
    let game = r#"--moves "e4 e5 Nf3""#;
    for (laws, events, score) in [
        ("fide1997", "touched,accepted", Some("1/2-1/2")),
        ("fide1997", "moved,accepted", None),
        ("fide2001", "touched,accepted", None),
        ("fide2009", "withdrawn,accepted", Some("1/2-1/2")),
        ("fide2023", "refused,accepted", None),
        ("interpretations1974", "touched,accepted", Some("1/2-1/2")),
        ("interpretations1974", "moved,accepted", None),
    ] {
        let ruling = ask(&format!("offer {game} --laws {laws} --then {events}"));
        assert_eq!(ruling["score"].as_str(), score, "{laws} {events}");
    }
    let ruling = ask(&format!("offer {game} --when own-time --laws fide2009"));
    assert_eq!(articles(&ruling), ["9.1.b.1", "12.6"]);
    assert_open(&ruling, "whether black disturbed");
    // In 1997 such an offer violates 12.5, which is penalised (9.1, 12.6).
    let ruling = ask(&format!("offer {game} --when own-time --laws fide1997"));
    assert_eq!(articles(&ruling), ["9.1", "12.5", "12.6"]);
    assert_open(&ruling, "violates 12.5");
    assert_undecided(&ask("offer --conditional --laws fide2009"), "no condition");
}

#[test]
fn article_5_2_3_agreement_may_be_too_early() {
    let ruling = ask("offer --then accepted");
    assert_eq!(articles(&ruling), ["9.1.2.1", "5.2.3"]);
    assert_eq!(ruling["score"], serde_json::Value::Null);
    let early = "offer --no-agreement-before 30 --then accepted";
    let ruling = ask(&format!("{early} --laws fide2009"));
    assert_eq!(articles(&ruling), ["9.1.b.1", "9.1.a"]);
    assert!(refusal(&format!("{early} --laws fide2001")).contains("no event can forbid"));
}

#[test]
fn article_8_4_who_must_record() {
    for (question, must) in [
        ("--white-clock 4:59 --tc 5400", false),
        ("--white-clock 5:00 --tc 5400", true),
        ("--white-clock 0:10 --tc 5400+30", true),
        ("--white-clock 0:10 --tc 5400+29", false),
        ("--white-clock 9:00 --tc 1500", false),
    ] {
        let ruling = ask(&format!("recording white {question} --laws fide1997"));
        let text = sentence(&ruling);
        assert_eq!(
            text.starts_with("White must record"),
            must,
            "{question}: {text}"
        );
    }
    for (laws, points) in [
        ("fide1997", ["8.5.a", "8.5.b", "8.5.c"]),
        ("fide2009", ["8.5.a", "8.5.b", "8.5.c"]),
        ("fide2023", ["8.5.1", "8.5.2", "8.5.3"]),
    ] {
        let ruling = ask(&format!("recording black --flag-fell --laws {laws}"));
        assert_eq!(articles(&ruling), ["8.4", "8.5"]);
        for (name, point) in ["how", "otherwise", "no sheet"].into_iter().zip(points) {
            assert!(
                fact(&ruling, name).ends_with(&format!("({point})")),
                "{laws}: {ruling}"
            );
        }
    }
    assert_undecided(&ask("recording white"), "depends on white's clock");
}

#[test]
fn article_12_3_b_a_telephone_gives_the_opponent_what_can_be_won() {
    let fen = r#"--fen "8/8/4k3/8/8/3RN3/4K3/8 w - - 0 60""#;
    let ruling = ask(&format!("phone white {fen} --laws fide2009"));
    assert_eq!(ruling["score"], "0-1/2");
    assert_eq!(ruling["proof"]["answer"], "black cannot mate");
    let ruling = ask(&format!("phone black {fen} --laws fide2009"));
    assert_score(&ruling, Some("1-0"), &["12.3.b"]);
    let ruling = ask("phone black --laws fide2001");
    assert_undecided(&ruling, "no clause on telephones");
    // Nothing depends on the position.
    assert!(!is_open(&ruling, "the initial position is assumed"));
}

#[test]
fn article_12_8_refusal_to_comply_with_the_laws() {
    let ruling = ask("refusal white --laws fide2009");
    assert_eq!(articles(&ruling), ["12.8"]);
    assert_eq!(ruling["score"], serde_json::Value::Null);
    for (laws, article) in [
        ("fide1997", "12.8"),
        ("fide2009", "12.9"),
        ("interpretations1974", "17.4"),
    ] {
        let ruling = ask(&format!("refusal both --laws {laws}"));
        assert_score(&ruling, Some("0-0"), &[article]);
    }
}

#[test]
fn article_12_4_leaving_the_playing_area() {
    for (laws, area, penalties) in [
        ("fide1997", "12.4", &["12.4", "13.4"][..]),
        ("fide2001", "12.4", &["12.4", "12.6", "13.4"]),
        ("fide2009", "12.2", &["12.2", "12.7", "13.4"]),
        ("fide2023", "11.2.3", &["11.2.3", "12.9"]),
    ] {
        // White has the move.
        let ruling = ask(&format!("leaving black --laws {laws}"));
        assert_eq!(articles(&ruling), [area]);
        assert_eq!(sentence(&ruling), "Black may leave the playing area.");
        for question in ["leaving white", "leaving black --venue"] {
            let ruling = ask(&format!("{question} --laws {laws}"));
            assert_eq!(articles(&ruling), penalties, "{laws}");
            assert_undecided(&ruling, "had permission to leave the playing");
        }
    }
}

#[test]
fn article_5_1_b_the_first_resignation_ends_the_game() {
    // Black has one legal move, a capture after which White cannot mate.
    let corner = r#"--fen "8/8/8/8/8/2K5/1p6/kB6 b - - 0 60""#;
    for (laws, article, score) in [
        ("fide1997", "5.1.b", "1-0"),
        ("fide2009", "5.1.b", "1-0"),
        ("fide2018", "5.1.2", "1-0"),
        ("fide2023", "5.1.2", "1/2-1/2"),
    ] {
        let ruling = ask(&format!("resignation black {corner} --laws {laws}"));
        assert_score(&ruling, Some(score), &[article]);
        assert_eq!(ruling["kind"], "resignation");
        let ruling = ask(&format!("resignation white {corner} --laws {laws}"));
        assert_score(&ruling, Some("0-1"), &[article]);
        let ruling = ask(&format!("resignation both {corner} --laws {laws}"));
        assert_undecided(&ruling, "who resigned first");
        assert_eq!(articles(&ruling), [article]);
    }
    // 1997 C.4 asks everyone who wins a game of blitz for mating potential.
    let knights = r#"resignation black --fen "7k/8/6K1/8/8/8/7N/6N1 b - - 0 80" --laws fide1997"#;
    assert_open(
        &ask(&format!("{knights} --mode blitz")),
        "without mating potential (C.4)",
    );
    assert!(!is_open(&ask(knights), "potential"));
}

#[test]
fn article_7_3_displaced_pieces() {
    let ruling = ask("displaced white --laws fide1997");
    assert_eq!(articles(&ruling), ["7.3"]);
    assert!(fact(&ruling, "clock").contains("black may start white's clock"));
    let ruling = ask("displaced white --later --laws fide2009");
    assert_eq!(articles(&ruling), ["7.5", "6.13"]);
}

#[test]
fn article_7_5_4_two_hands() {
    let ruling = ask("illegal g1f3 --two-hands");
    assert_eq!(articles(&ruling), ["7.5.1", "4.3.1", "7.5.5", "7.5.4"]);
    assert_eq!(obligation(&ruling), ["Nf3", "Nh3"]);
    let ruling = ask("illegal g1f3 --two-hands --laws fide2009");
    assert_undecided(&ruling, "The move stands");
}

#[test]
fn article_9_2_only_the_player_on_the_move_claims() {
    let game = r#"--moves "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8""#;
    assert_eq!(ask(&format!("claim threefold {game}"))["score"], "1/2-1/2");
    let ruling = ask(&format!("claim threefold {game} --by black"));
    assert_eq!(ruling["score"], serde_json::Value::Null);
    assert_open(&ruling, "black disturbed");
    // In 1997 the clause of the quickplay finish names no player on the move.
    let finish = "quickplay --tc 7200 --black-clock 1:00 --white-clock 5:00 --by black";
    let ruling = ask(&format!("{finish} --laws fide1997"));
    assert_undecided(&ruling, "declares a draw");
    let ruling = ask(&format!("{finish} --laws fide2009"));
    assert_eq!(
        ruling["reason"],
        "white has the move, and only that player may claim"
    );
}

#[test]
fn article_4_4_c_castling_in_chess960() {
    let table = "
        4k3/8/8/8/8/8/8/RNK3R1 w GA - 0 1 | O-O-O | Kb2 Kc2 Kd1 Kd2 O-O
        4k3/8/8/8/8/8/8/R3NNKR w H - 0 1  | O-O   | Kf2 Kg2 Kh2
        4k3/8/8/8/8/8/8/rR1K4 w B - 0 1   | O-O-O | Kc1 Kc2 Kd2 Ke1 Ke2
    ";
    for [fen, mv, expected] in rows(table) {
        for later in ["", "--found-later --found-after 5"] {
            let question = format!(r#"illegal {mv} --laws fide2009 --fen "{fen}" {later}"#);
            let ruling = ask(&question);
            assert_eq!(articles(&ruling)[1], "4.4.c", "{question}");
            assert_eq!(obligation(&ruling).join(" "), expected, "{question}");
        }
    }
}

#[test]
fn article_a_4_a_a_misplaced_king_does_not_castle() {
    let question = r#"illegal O-O-O --fen "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w KQkq - 0 1" --moves "d4 d5 Nc3 Nc6 Bf4 Bf5""#;
    let unsupervised = "--mode rapid --supervision unsupervised";
    let ruling = ask(&format!("{question} {unsupervised} --laws fide2009"));
    assert!(articles(&ruling).contains(&"A.4.a"));
    assert_eq!(obligation(&ruling), ["Kc1", "Kd2"]);
    assert_open(&ruling, "whether Chess960 is played");
    let ruling = ask(&format!("{question} --laws fide2009"));
    assert!(sentence(&ruling).contains("is legal"));
}

#[test]
fn article_7_1_a_missing_pieces_and_wrong_ranks() {
    let table = "
        rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1   | 5 | standard | cancelled
        rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP1/RNBQKBNR w KQkq - 0 1  | 5 | standard | cancelled
        rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR w KQkq - 0 1 | 5 | standard | cancelled
        RNBQKBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbqkbnr w - - 0 1     | 5 | standard | cancelled
        rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1   | 3 | rapid    | stands
        4k3/8/8/8/8/8/8/4K2R w K - 0 1                            | 5 | standard | No error
    ";
    for [fen, made, mode, expected] in rows(table) {
        let question =
            format!(r#"setup --made {made} --mode {mode} --laws fide1997 --fen "{fen}""#);
        let ruling = ask(&question);
        let text = sentence(&ruling);
        assert!(text.contains(expected), "{question}: {text}");
    }
}

#[test]
fn article_a_4_c_the_arbiter_intervenes_without_a_claim() {
    let rapid = "--laws fide2009 --mode rapid --supervision unsupervised";
    let ruling = ask(&format!(
        r#"illegal e7e8 --fen "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1" {rapid}"#
    ));
    assert!(articles(&ruling).contains(&"A.4.c"));
    assert!(!is_open(&ruling, "claims it"));
    let ruling = ask(&format!("illegal g1g3 {rapid}"));
    assert_open(&ruling, "claims it");
}

#[test]
fn article_4_3_c_a_pawn_touched_by_a_false_capture_en_passant() {
    let fen = r#"--fen "4k3/8/4p3/3pP3/8/2N5/8/4K3 w - - 0 1" --laws fide2009"#;
    let ruling = ask(&format!(r#"illegal "exd6 e.p." {fen}"#));
    assert_eq!(articles(&ruling)[1], "4.3.c");
    assert_eq!(obligation(&ruling), ["Nxd5"]);
}

#[test]
fn a_short_control_is_shown_as_it_was_understood() {
    let ruling = ask("time-control 90+30");
    assert!(fact(&ruling, "control").starts_with("all moves in 0:01:30"));
    let ruling = ask("time-control 90m+30s");
    let facts = ruling["facts"].as_array().expect("a list");
    assert!(facts.iter().all(|fact| fact["name"] != "control"));
}

#[test]
fn article_4_3_touched_without_a_thought_of_castling() {
    // Castling is illegal: the bishop on b4 pins nothing, but f1 is attacked.
    let fen = r#"--fen "rn1qk2r/ppp2ppp/5n2/4p3/1bb1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 8" --laws fide2009"#;
    let ruling = ask(&format!("touch e1 h1 {fen}"));
    assert_eq!(articles(&ruling), ["4.3.a"]);
    assert_eq!(obligation(&ruling), ["Rf1", "Rg1"]);
    let ruling = ask(&format!("touch e1 h1 --castling {fen}"));
    assert_eq!(articles(&ruling), ["4.4.c"]);
    assert!(obligation(&ruling).is_empty());
    assert_eq!(ruling["ruling"], "Any legal move may be played.");
    assert_open(&ask(&format!("touch e1 h1 {fen}")), "wanted to castle");
    let ruling = ask(&format!("touch e1 --released g1 {fen}"));
    assert_eq!(articles(&ruling), ["4.5"]);
    assert_eq!(sentence(&ruling), "Any legal move may be played.");
    // Only the player on the move is bound.
    assert_eq!(articles(&ask("touch d8 --by black")), ["4.3"]);
}

#[test]
fn article_4_4_c_a_king_with_moves_of_its_own() {
    // Only the king can move, but it can: the clause does not set the player free.
    let fen = r#"--fen "4k3/8/8/8/8/5p1p/5P1P/4K1BR w K - 0 1" --laws fide2009"#;
    let ruling = ask(&format!("touch e1 h1 --castling {fen}"));
    assert_eq!(ruling["ruling"], "The king must be moved.");
    assert_eq!(articles(&ruling), ["4.4.c"]);
    assert_eq!(obligation(&ruling), ["Kd1", "Kd2", "Kf1"]);
}

#[test]
fn article_4_6_what_is_not_made_yet() {
    let pawn = r#"touch c7 --released c8 --fen "8/k1P5/2K5/8/8/8/8/8 w - - 0 60""#;
    let ruling = ask(&format!("{pawn} --laws fide2009"));
    assert_eq!(articles(&ruling), ["4.6.c"]);
    assert_eq!(obligation(&ruling).len(), 4);
    assert!(sentence(&ruling).contains("not made yet"));
    let ruling = ask(&format!("{pawn} --promoted rook --laws fide2009"));
    assert_eq!(articles(&ruling), ["4.4.d"]);
    assert_eq!(obligation(&ruling), ["c8=R"]);
    let ruling = ask(&format!("{pawn} --promoted rook --laws fide1997"));
    assert_undecided(&ruling, "the choice of the piece");
    let ruling = ask(&format!(
        "touch e1 --released g1 {CASTLING} --laws fide2009"
    ));
    assert_eq!(articles(&ruling), ["4.6.b"]);
    let ruling = ask(&format!(
        "illegal O-O --two-hands --laws fide2018 {CASTLING}"
    ));
    assert_eq!(obligation(&ruling), ["O-O"]);
    assert_eq!(articles(&ruling)[1], "4.4.1");
}

#[test]
fn article_7_4_after_the_game_a_result_stands() {
    let folder = Folder::new();
    let game = "[Result \"1-0\"]\n[LawsEdition \"Fide2009\"]\n\n1. e2e5 d7d5 2. Qd1h5 Ke8d7 1-0\n";
    let file = folder.write("over.pgn", game);
    let ruling = ask(&format!("illegal --found-later --pgn {file}"));
    assert_undecided(&ruling, "its result 1-0 stands");
}

#[test]
fn article_8_4_for_the_rest_of_the_period_since_2009() {
    let folder = Folder::new();
    let game = "[TimeControl \"40/7200:3600\"]\n[Result \"*\"]\n\n\
                1. e4 {[%clk 0:04:30]} e5 {[%clk 1:00:00]} 2. Nf3 {[%clk 0:06:20]} Nc6 {[%clk 0:59:00]} *\n";
    let question = format!("recording white --pgn {}", folder.write("clocks.pgn", game));
    for (laws, words) in [("fide2009", "need not"), ("fide2001", "must record")] {
        let ruling = ask(&format!("{question} --laws {laws}"));
        assert!(sentence(&ruling).contains(words), "{laws}");
    }
    let second = "recording white --tc 40/2h:1h+30s --white-clock 3:00 --laws fide2001";
    let ruling = ask(&format!("{second} --period 2"));
    assert!(sentence(&ruling).contains("must record"));
    assert_open(&ask(second), "the initial position is assumed");
}

#[test]
fn article_10_2_b_a_decision_after_it_was_postponed() {
    let late = "quickplay --tc 7200 --white-clock 0:00 --decision draw --postponed";
    let ruling = ask(&format!("{late} --laws fide2009"));
    assert_score(&ruling, Some("1/2-1/2"), &["10.2", "10.2.b", "10.2.d"]);
    assert!(fact(&ruling, "final").contains("no appeal"));
    assert!(articles(&ask(&format!("{late} --laws fide1997"))).contains(&"10.2.c"));
    let refused =
        "quickplay --tc 7200 --white-clock 0:00 --decision reject --postponed --laws fide2001";
    let ruling = ask(refused);
    assert!(sentence(&ruling).contains("the fallen flag decides"));
    assert_eq!(articles(&ruling), ["10.2", "10.2.b", "10.2.d"]);
    assert_eq!(ruling["offer"].as_bool(), Some(false));
    assert_eq!(ruling["clocks"]["black_ms"], 7_200_000);
    let rejected = "quickplay --tc 7200 --white-clock 1:00 --decision reject --laws fide2001";
    assert_eq!(
        articles(&ask(rejected)),
        ["10.2", "10.2.d", "10.2.c", "9.1.c"]
    );
}

#[test]
fn article_9_5_a_claim_cannot_be_withdrawn() {
    let ruling = ask("claim threefold --withdrawn --laws fide2009");
    assert!(articles(&ruling).contains(&"9.5"));
    assert_eq!(fact(&ruling, "withdrawn"), "a claim cannot be withdrawn");
}

#[test]
fn editions_are_named_by_any_year_in_which_they_were_in_force() {
    for (year, edition) in [
        (1999, "Fide1997"),
        (2008, "Fide2001"),
        (2013, "Fide2009"),
        (2021, "Fide2018"),
    ] {
        assert_eq!(
            ask(&format!("default --laws {year}"))["edition"]
                .as_str()
                .map(str::to_lowercase),
            Some(edition.to_lowercase())
        );
    }
    assert!(refusal("default --laws 2016").contains("2016"));
}

#[test]
fn an_interview_makes_the_command_and_gives_its_ruling() {
    let ask = |answers: &str| Program::with(["ruling", "interview"]).input(answers).run();
    // The third subject; squares, castling, adjusting, released; year, mode, control; FEN, moves, clocks.
    let out = ask("3\nf1 g1\nn\nn\n\n2009\n\n\n\n\n\n\n").success();
    assert!(
        out.contains("\ncompongo ruling touch f1 g1 --laws 2009\n"),
        "{out}"
    );
    assert!(out.contains("must play Nf3, Nh3"), "{out}");
    ask("1\n").fails(2, "the input ended");
}

#[test]
fn an_interview_repeats_a_question_with_its_choices() {
    let ask = |answers: &str| Program::with(["ruling", "interview"]).input(answers).run();
    // The subject, the flag, the year, the mode; then the control, FEN, moves, clocks.
    let answers = "99\n\nflag\nnobody\n\nwhite\n1066\n2009\nbullet\n\n\n\n\n\n\n";
    let out = ask(answers).success();
    for (text, count) in [
        ("\n10  a late player\n", 3),
        ("'99' is not a number from 1 to 10\n", 1),
        ("white, black, both, white-first or black-first? ", 3),
        ("invalid value 'nobody' for '<FALLEN>'\n", 1),
        ("[possible values: white, black, both, ", 1),
        ("an answer is needed\n", 1),
        ("The Laws of which year? ", 2),
        ("invalid value '1066' for ", 1),
        ("standard, rapid or blitz? ", 2),
        ("invalid value 'bullet' for ", 1),
        ("\ncompongo ruling flag white --laws 2009\n", 1),
    ] {
        assert_eq!(out.matches(text).count(), count, "{text:?} in {out}");
    }
    let answers = "3\nf1 g1\nmaybe\nn\nn\n\n\n\n\n\n\n\n\n";
    let out = ask(answers).success();
    assert!(out.contains("'maybe' is neither y nor n\n"), "{out}");
}

#[test]
fn an_unknown_question_names_the_known_ones() {
    let message = refusal("clocks-wrong");
    assert!(
        message.contains("subcommands of ruling: claim, illegal, flag, touch"),
        "{message}"
    );
}

#[test]
fn article_6_10_a_clock_that_is_wrong() {
    let question = "clock setting --tc 40/7200:3600 --white-used 20:00 --black-used 30:00";
    let ruling = ask(&format!("{question} --laws fide2009"));
    assert_eq!(articles(&ruling), ["6.10.b"]);
    assert_eq!(ruling["clocks"]["white_ms"], 6_000_000);
    assert_eq!(ruling["clocks"]["black_ms"], 5_400_000);
    assert_open(&ruling, "best judgement");
    assert_undecided(
        &ask(&format!("{question} --laws fide1997")),
        "no Article of this edition",
    );
    // Three moves were made in rapid: the setting stands.
    let game = r#"--moves "e4 e5 Nf3 Nc6 Bc4 Bc5""#;
    let rapid = format!("clock setting {game} --mode rapid --supervision unsupervised");
    let ruling = ask(&format!("{rapid} --laws fide2009"));
    assert_eq!(articles(&ruling), ["A.4.a"]);
    assert_eq!(articles(&ask("clock defect --laws fide2001")), ["6.11"]);
    assert_eq!(articles(&ask("clock screen --laws fide2009")), ["6.14"]);
    assert_undecided(&ask("clock stopped --laws fide2009"), "valid reason");
    // With a delay, or without a time control, no time left follows from the time used.
    for control in ["--tc 5400d5", ""] {
        let ruling = ask(&format!("clock defect --white-used 10:00 {control}"));
        assert!(!is_open(&ruling, "which follow from the times used"));
        assert_eq!(clocks(&ruling)[0], None, "{control}");
    }
}

#[test]
fn article_15_1_until_when_a_sealed_move_may_be_changed() {
    for (laws, article, is_known) in [
        ("interpretations1974", "15.1", true),
        ("fide1997", "A.1.a", true),
        ("fide2001", "A.1.a", false),
        ("fide2009", "Guideline 1.a", true),
        ("fide2023", "Guideline 1.a", false),
    ] {
        for (stopped, text) in [
            ("", "White may change"),
            (" --clocks-stopped", "The sealed move stands"),
        ] {
            let ruling = ask(&format!("seal --change{stopped} --laws {laws}"));
            assert_eq!(articles(&ruling), [article]);
            let numbering = fact(&ruling, "numbering");
            assert_eq!(!numbering.contains("not known"), is_known, "{laws}");
            let said = sentence(&ruling);
            assert!(said.starts_with(text), "{laws}: {said}");
        }
        let ruling = ask(&format!("seal --made e4 --sealed d4 --laws {laws}"));
        assert_eq!(obligation(&ruling), ["e4"]);
        assert_eq!(articles(&ruling), [article]);
    }
    // Nor can a text be sealed that is no move.
    let ruling = ask("seal --made e4 --sealed e9");
    assert!(sentence(&ruling).starts_with("'e9' cannot be sealed"));
    let ruling = ask("seal --made e4 --sealed e2e4");
    assert_eq!(sentence(&ruling), "The right move is sealed.");
    assert!(refusal("seal --made e5").contains("is illegal"));
    let early = "seal --early 20:00 --white-clock 1:00:00";
    let ruling = ask(&format!("{early} --laws fide2009"));
    assert_eq!(ruling["clocks"]["white_ms"], 2_400_000);
    assert_undecided(
        &ask(&format!("{early} --laws interpretations1974")),
        "the arbiter decides whether white may seal",
    );
    let short = ask("seal --early 20:00 --white-clock 10:00 --laws fide1997");
    assert_undecided(&short, "does not last");
}

#[test]
fn article_8_1_and_8_6_scoresheets() {
    let ruling = ask("recording white --in-advance --laws fide2009");
    assert_eq!(articles(&ruling), ["8.1"]);
    let ruling = ask("recording white --in-advance --laws fide2001");
    assert!(sentence(&ruling).contains("may write"));
    let ruling = ask("flag white --moves-unknown --tc 40/7200:3600 --laws fide1997");
    assert_eq!(articles(&ruling), ["8.6"]);
    assert_eq!(ruling["score"], serde_json::Value::Null);
    // All remaining moves are due: their number does not matter.
    let ruling = ask("flag white --moves-unknown --tc 40/7200:3600 --period 2 --laws fide1997");
    assert_eq!(ruling["score"], "0-1");
}

#[test]
fn article_7_5_1_an_illegal_move_is_completed_by_the_clock() {
    let question = "illegal g1g3 --clock-running";
    let ruling = ask(&format!("{question} --laws fide2023"));
    assert_eq!(articles(&ruling), ["4.3.1", "7.5.1"]);
    assert_eq!(obligation(&ruling), ["Nf3", "Nh3"]);
    assert!(!ruling["facts"].to_string().contains("bonus"));
    assert_open(
        &ask(&format!("{question} --laws fide2001")),
        "no Article says so",
    );
}

#[test]
fn article_a_4_a_a_touched_misplaced_king_does_not_castle() {
    let array = "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w HAha - 0 1";
    let moves = "Nf3 Nf6 g3 g6 Bg2 Bg7 e3 e6 Qe2 Qe7";
    let touched = format!(r#"touch d1 h1 --castling --fen "{array}" --moves "{moves}""#);
    let rapid = "--mode rapid --supervision unsupervised --laws fide2009";
    let ruling = ask(&format!("{touched} {rapid}"));
    assert_eq!(articles(&ruling), ["4.4.c", "A.4.a", "A.4.b"]);
    assert_eq!(obligation(&ruling), ["Ke1"]);
}

#[test]
fn what_a_third_reading_of_the_texts_found() {
    // 2001: no Article makes the choice of a piece final.
    let pawn = r#"--fen "8/4P1q1/3k4/8/8/8/5PPP/6K1 w - - 0 40""#;
    let touched = format!("touch e7 --released e8 --promoted queen {pawn}");
    let ruling = ask(&format!("{touched} --laws fide2001"));
    assert_eq!(obligation(&ruling).len(), 4);
    assert_eq!(articles(&ruling), ["4.7"]);
    assert_eq!(
        obligation(&ask(&format!("{touched} --laws fide2009"))),
        ["e8=Q"]
    );
    // 1997 1.1: a move is completed by the clock.
    let question = r#"touch b8 --clock-running --moves "e4 e5 Nf3""#;
    let ruling = ask(&format!("{question} --laws fide1997"));
    assert_eq!(articles(&ruling), ["1.1", "6.7.a"]);
    assert_eq!(
        obligation(&ask(&format!("{question} --laws fide2001"))),
        ["Na6", "Nc6"]
    );
    // A claim out of turn: 9.4, and since 2001 perhaps an offer.
    let game = r#"claim threefold --by white --moves "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3""#;
    let ruling = ask(&format!("{game} --laws fide2009"));
    assert_eq!(articles(&ruling), ["9.2", "9.4"]);
    assert_open(&ruling, "offer of a draw (9.1.b.3)");
    // Rapid of 1997: only on request; from 2001 on: no appeal.
    let ending = r#"--fen "8/8/4k3/3r4/8/8/2R5/2K5 w - - 0 38" --white-clock 1:30"#;
    let ruling = ask(&format!("quickplay {ending} --laws fide1997 --mode rapid"));
    assert!(articles(&ruling).contains(&"B.5") && is_open(&ruling, "asks for a ruling"));
    let ruling = ask(&format!(
        "quickplay {ending} --laws fide2009 --tc 3600 --decision reject"
    ));
    assert!(fact(&ruling, "final").contains("no appeal"));
    // Black's clock runs from White's first move, whose time is not known.
    let ruling = ask("default --white-late 20:00 --black-late 45:00 --laws fide2001 --tc 40/7200");
    assert_eq!(clocks(&ruling), [Some(6_000_000), None]);
    let ruling = ask("default --white-late 1:15:00 --laws interpretations1974 --excused");
    assert_undecided(&ruling, "concessions");
    // 1997 blitz: the clause on mating potential.
    let lone =
        r#"illegal Kg7 --laws fide1997 --mode blitz --fen "7k/8/6K1/8/8/8/7N/6N1 b - - 0 80""#;
    assert!(articles(&ask(lone)).contains(&"C.4"));
}

#[test]
fn article_13_6_the_number_of_moves_is_not_told() {
    for (laws, article) in [
        ("fide1997", "13.6"),
        ("fide2001", "13.6"),
        ("fide2023", "12.6"),
    ] {
        let question =
            format!("recording white --laws {laws} --tc 40/7200:3600 --white-clock 4:00");
        let ruling = ask(&question);
        assert!(articles(&ruling).contains(&article), "{laws}");
        assert!(fact(&ruling, "number").contains("tells nobody"));
    }
}

#[test]
fn article_12_5_persistent_offers() {
    // In 1997 persistent offers violate 12.5; later the arbiter judges whether they disturb the opponent.
    for (laws, under, open) in [
        ("fide1997", &["9.1", "12.5", "12.6"][..], "violate 12.5"),
        ("fide2009", &["9.1.b.1", "12.6"], "disturb the opponent"),
        ("fide2018", &["9.1.2.1", "11.5"], "disturb the opponent"),
    ] {
        let ruling = ask(&format!(
            "offer --laws {laws} --moves \"e4 e5\" --persistent"
        ));
        assert_eq!(articles(&ruling), under, "{laws}");
        assert_open(&ruling, open);
    }
}

#[test]
fn appendix_c_only_algebraic_notation_is_evidence() {
    for (laws, article) in [("fide1997", "E"), ("fide2001", "E"), ("fide2009", "C")] {
        let ruling = ask(&format!("recording black --laws {laws} --other-notation"));
        assert_eq!(articles(&ruling), [article], "{laws}");
    }
}

#[test]
fn article_9_1_a_wrong_claim_is_no_offer_where_agreement_is_forbidden() {
    let game = r#"--moves "e4 e5 Nf3 Nc6" --laws fide2009"#;
    assert_eq!(ask(&format!("claim threefold {game}"))["offer"], true);
    let forbidden = ask(&format!("claim threefold {game} --no-agreement-before 30"));
    assert_eq!(forbidden["offer"], false);
    assert!(articles(&forbidden).contains(&"9.1.a"));
    assert_open(&forbidden, "consents");
    refusal("claim threefold --no-agreement-before 30 --laws fide1997");
}

#[test]
fn article_7_1_chess960_is_named_only_where_it_is_played() {
    let wrong =
        r#"--fen "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RBNQKBNR w KQkq - 0 1" --laws fide2009"#;
    assert_eq!(articles(&ask(&format!("setup {wrong}"))), ["7.1.a"]);
    let ruling = ask(&format!("setup {wrong} --chess960"));
    assert!(articles(&ruling).contains(&"F.2"));
}

#[test]
fn the_edition_of_2014_is_refused_with_advice() {
    for year in ["2014", "2017"] {
        let text = refusal(&format!("claim threefold --laws {year}"));
        assert!(text.contains("use fide2018"), "{text}");
    }
    let text = refusal("claim threefold --laws 1990");
    assert!(!text.contains("use fide2018"), "{text}");
}

#[test]
fn article_7_5_4_two_hands_count_once_the_clock_is_pressed() {
    let mate = r#"--fen "6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 30""#;
    for laws in ["fide2018", "fide2023"] {
        let ruling = ask(&format!(
            "illegal Re8 --two-hands --clock-running --laws {laws} {mate}"
        ));
        assert_undecided(&ruling, "The move stands");
        assert!(obligation(&ruling).is_empty());
        let ruling = ask(&format!("illegal Re8 --two-hands --laws {laws} {mate}"));
        assert_open(&ruling, "which ends the game (5.1.1)");
    }
}

#[test]
fn article_6_9_the_opponents_flag_is_ruled_on_first() {
    let game = r#"--fen "6k1/pp3ppp/8/8/8/8/PP3PPP/4R1K1 w - - 0 40" --white-clock 0:50 --black-clock 0:00"#;
    for question in ["claim threefold --move Rd1", "illegal e1f3"] {
        let ruling = ask(&format!("{question} {game} --laws fide2009"));
        assert_undecided(&ruling, "Black's flag");
        assert_eq!(fact(&ruling, "result"), "see compongo ruling flag black");
    }
}

#[test]
fn article_b_8_both_clocks_without_time_are_both_flags() {
    let game =
        r#"--called-by player --fen "4r1k1/5ppp/8/8/8/8/4NPPP/4K3 w - - 0 40" --white-clock 0:00"#;
    for laws in [
        "fide1997 --mode blitz",
        "fide2009 --mode rapid --supervision unsupervised",
    ] {
        let ruling = ask(&format!("flag black {game} --laws {laws}"));
        assert_eq!(ruling["score"], "1/2-1/2", "{laws}");
    }
}

#[test]
fn article_5_1_a_record_that_ends_by_resignation_is_over() {
    let folder = Folder::new();
    for (text, words) in [
        ("White resigned", "resignation, 0-1"),
        ("Draw by agreement", "agreement, 1/2-1/2"),
    ] {
        let result = words.split(", ").nth(1).expect("a result");
        let pgn = format!("[Result \"{result}\"]\n[Termination \"{text}\"]\n\n1. e4 e5 {result}\n");
        let path = folder.write("game.pgn", pgn);
        for question in ["flag white", "claim threefold", "offer --then accepted"] {
            let ruling = ask(&format!("{question} --pgn {path}"));
            let over = sentence(&ruling);
            assert!(over.contains(words), "{question}: {over}");
        }
    }
}

#[test]
fn article_4_7_a_late_complaint_about_a_move_that_was_made() {
    let question = r#"touch f1 --released b5 --complaint-late --moves "e4 e5 Nf3 Nc6""#;
    for (laws, moves) in [("fide1997", 1), ("fide2001", 1), ("fide2009", 0)] {
        let ruling = ask(&format!("{question} --laws {laws}"));
        assert_eq!(obligation(&ruling).len(), moves, "{laws}");
    }
}

#[test]
fn article_4_6_what_a_released_piece_begins() {
    let capture = r#"touch e1 --released e8 --laws fide2009 --fen "4r1k1/5pp1/7p/8/8/8/5PPP/2R1R1K1 w - - 0 30""#;
    let ruling = ask(capture);
    assert!(sentence(&ruling).contains("once the captured piece is removed"));
    // A king that may also go there by a move of its own.
    let king = r#"touch f1 --released g1 --laws fide2009 --fen "4k3/8/8/8/8/8/8/5K1R w H - 0 20""#;
    assert_undecided(&ask(king), "wanted to castle");
    assert_eq!(obligation(&ask(&format!("{king} --castling"))), ["O-O"]);
}

#[test]
fn article_b_4_a_claim_about_the_setting_in_time() {
    let game = r#"clock setting --laws fide1997 --mode rapid --tc 25m --moves "e4 e5 Nf3 Nc6 Bb5""#;
    let ruling = ask(game);
    assert_eq!(articles(&ruling)[0], "B.4");
    assert_open(&ruling, "best judgement");
}

#[test]
fn article_7_4_b_an_answer_that_is_illegal_too() {
    let game = r#"--fen "6k1/5ppp/8/8/1b6/5N2/3N1PPP/4K2R w K - 0 20" --moves "d2e4 b4e1""#;
    let ruling = ask(&format!("illegal --found-later {game} --laws fide2009"));
    assert_open(&ruling, "'b4e1' was illegal too");
}

#[test]
fn what_a_fourth_reading_of_the_texts_found() {
    let ruling = ask("illegal e1f3 --laws fide1997 --tc 40/7200:3600 --white-clock 0:06");
    assert!(articles(&ruling).contains(&"6.13") && is_open(&ruling, "best judgement"));
    let rooks = r#"--fen "3rr1k1/5pp1/7p/8/8/4R3/5PPP/4K3 w - - 0 30""#;
    let ruling = ask(&format!(
        "claim threefold --laws fide2009 {rooks} --move Rd3"
    ));
    assert_open(&ruling, "whether the piece was touched");
    let ruling = ask("phone white --laws fide2009 --silent");
    assert_undecided(&ruling, "switched off");
    let ruling = ask("displaced white --later --laws fide2009");
    assert_open(&ruling, "a penalty");
    let ruling = ask("flag white --laws interpretations1974 --called-by player");
    assert_open(&ruling, "special laws");
    let ruling = ask("time-control 10m+5s --laws fide1997");
    assert_open(&ruling, "increment");
    let ruling = ask("time-control 90m+30s --laws fide2001");
    assert!(fact(&ruling, "quickplay").starts_with("undefined"));
}

#[test]
fn what_reading_the_fourth_audit_again_found() {
    let game = r#"--fen "6k1/pp3ppp/8/8/8/8/PP3PPP/4R1K1 w - - 0 40" --moves "Rd1 Kf8 Re1 Kg8 Rd1 Kf8 Re1 Kg8""#;
    // A correct claim ends the game, whatever the opponent's clock shows.
    let ruling = ask(&format!(
        "claim threefold {game} --laws fide2009 --white-clock 0:50 --black-clock 0:00"
    ));
    assert_eq!(ruling["score"], "1/2-1/2");
    let moves = r#"--moves "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1""#;
    let ruling = ask(&format!(
        "claim threefold --laws fide2018 {moves} --move Rg8"
    ));
    assert!(fact(&ruling, "written").contains("cannot be changed"));
    let ruling = ask(&format!(
        "claim threefold --laws fide2009 --mode blitz {moves} --move Ng8"
    ));
    assert_open(&ruling, "A.2");
    let rook = r#"--fen "6k1/5ppp/8/8/8/8/PPP2PPP/1R4KR w HB - 0 15""#;
    let ruling = ask(&format!("illegal h1f1 --laws fide2009 {rook}"));
    assert_open(&ruling, "whether the player castled");
    let pinned = r#"--fen "4r1k1/8/8/8/8/8/3PBPPP/4K2R w K - 0 28""#;
    let ruling = ask(&format!(
        "illegal Bf3 --earlier 2 --clock-running --laws fide2001 {pinned}"
    ));
    assert_undecided(&ruling, "the clock was not pressed");
    let ruling = ask("illegal e1f3 --laws fide1997 --found-later 1");
    let times = ruling["open"].to_string().matches("best judgement").count();
    assert_eq!(times, 1);
    // A flag that only a player may call does not count because both are down.
    let ruling =
        ask("flag white --laws fide1997 --mode blitz --called-by arbiter --black-clock 0:00");
    assert!(ruling["score"].is_null());
}
