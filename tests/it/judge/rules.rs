//! Rules of editions, modes and degrees of supervision that change what the program says of a game.

use crate::judge::records::{kinds, report};
use crate::judge::support::{game, game_from, program};
use serde_json::Value;

const RAPID_2009: [&str; 4] = ["--laws", "fide2009", "--mode", "rapid"];
const BLITZ_2009: [&str; 4] = ["--laws", "fide2009", "--mode", "blitz"];
const UNSUPERVISED: [&str; 2] = ["--supervision", "unsupervised"];

/// The report without supervision.
fn unsupervised(arguments: &[&str], pgn: &str) -> Value {
    report(&[arguments, &UNSUPERVISED].concat(), pgn)
}

fn detail(report: &Value) -> &str {
    report["findings"][0]["detail"].as_str().expect("a finding")
}

#[test]
fn articles_a_3_and_a_4_of_2009_supervision_comes_from_the_flag_or_a_tag() {
    let pgn = game(&[("LawsSupervision", "Unsupervised")], "1. e4", "*");
    assert_eq!(report(&[], &pgn)["supervision"], "unsupervised");
    let found = report(&["--supervision", "supervised"], &pgn);
    assert_eq!(found["supervision"], "supervised");
    let pgn = game(&[], "1. e4", "*");
    assert_eq!(report(&[], &pgn)["supervision"], "supervised");
    assert_eq!(unsupervised(&[], &pgn)["supervision"], "unsupervised");
    let pgn = game(&[("LawsSupervision", "some")], "1. e4", "*");
    let found = report(&[], &pgn);
    assert_eq!(kinds(&found), ["unknown_laws"]);
    assert_eq!(
        detail(&found),
        "tag LawsSupervision: 'some' is not one of Supervised, Unsupervised"
    );
}

#[test]
fn article_a_4_a_a_wrong_set_up_stands_after_three_or_ten_moves_without_supervision() {
    const SWAPPED: &str = "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1";
    const ROOK_ON_B1: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/NRBQKBNR w KQkq - 0 1";
    let early = game_from(SWAPPED, &[], "1. e4 e5 2. Nf3 Nc6 3. Nc3", "*");
    let late = game_from(SWAPPED, &[], "1. e4 e5 2. Nf3 Nc6 3. Nc3 Nf6", "*");
    let again = "king and queen of Black have changed places; if this was found";
    for (arguments, pgn, article, words) in [
        (
            &["--laws", "fide1997", "--mode", "rapid"][..],
            &early,
            "7.1.a",
            "within 3 moves",
        ),
        (&["--laws", "fide1997", "--mode", "blitz"], &late, "B.4", ""),
        (&["--laws", "fide1997"], &late, "7.1.a", "during the game"),
        (&RAPID_2009, &early, "7.1.a", "within 3 moves"),
        (&RAPID_2009, &late, "A.4.a", ""),
        (&["--mode", "rapid"], &late, "7.2.1", "within 10 moves"),
    ] {
        let found = unsupervised(arguments, pgn);
        assert_eq!(kinds(&found), ["wrong_setup"]);
        assert_eq!(found["findings"][0]["article"], article, "{arguments:?}");
        let detail = detail(&found);
        match words {
            "" => assert!(
                detail.ends_with("; after 3 moves by each player, it stands"),
                "{detail}"
            ),
            words => assert!(detail.starts_with(&format!("{again} {words}")), "{detail}"),
        }
    }
    // Since 2018 the king may castle with the rook that stands correctly, but not with the other.
    let developed = "1. g3 e5 2. Bg2 Nf6 3. Nf3 Nc6 4. d3 d6 5. Be3 Be7 6. Qd2 O-O 7.";
    // Without a variant, it is standard chess, since Black stands as in standard chess.
    for (castling, barred) in [("O-O", false), ("O-O-O", true)] {
        let moves = format!("{developed} {castling}");
        for tags in [&[("Variant", "Standard")][..], &[]] {
            let pgn = game_from(ROOK_ON_B1, tags, &moves, "*");
            let found = unsupervised(&["--mode", "rapid"], &pgn);
            let is_illegal = kinds(&found).iter().any(|kind| kind.contains("illegal"));
            assert_eq!(is_illegal, barred, "{found}");
        }
    }
    // With supervision the Competition Rules apply (A.3).
    let found = report(&RAPID_2009, &late);
    assert_eq!(found["findings"][0]["article"], "7.1.a");
    assert!(detail(&found).ends_with("if this was found during the game, a new game is played"));
}

#[test]
fn articles_c_3_a_4_c_and_b_3_c_an_illegal_move_stands_after_the_reply() {
    let pgn = game(&[], "1. e4 e5 2. Rf3 Nc6 3. Nf3", "*");
    let stands = |arguments: &[&str]| {
        let found = unsupervised(arguments, &pgn);
        assert_eq!(kinds(&found), ["illegal_move"]);
        let article = found["findings"][0]["article"].as_str().expect("text");
        let stands =
            detail(&found).contains("; it stands, because the opponent has moved; 2 half-moves");
        (stands, article.to_owned())
    };
    for (arguments, expected) in [
        (
            &["--laws", "fide1997", "--mode", "rapid"][..],
            (false, "7.4"),
        ),
        (&["--laws", "fide1997", "--mode", "blitz"], (true, "C.3")),
        (&["--laws", "fide2009"], (false, "7.4.a")),
        (&RAPID_2009, (true, "A.4.c")),
        (&BLITZ_2009, (true, "B.3.c")),
        (&["--mode", "blitz"], (true, "A.5.2")),
    ] {
        assert_eq!(
            stands(arguments),
            (expected.0, expected.1.to_owned()),
            "{arguments:?}"
        );
    }
    // With supervision the position before it is restored, whenever it is found.
    let found = report(&BLITZ_2009, &pgn);
    assert_eq!(found["findings"][0]["article"], "7.4.a");
    assert!(!detail(&found).contains("stands"));
}

#[test]
fn article_b_3_c_of_2009_one_illegal_move_loses_unsupervised_blitz() {
    let tags = [("Termination", "White lost by illegal move")];
    let pgn = game(&tags, "1. e4 e5", "0-1");
    let article = |report: Value| report["verdict"]["article"].as_str().map(str::to_owned);
    assert_eq!(article(report(&BLITZ_2009, &pgn)).as_deref(), Some("7.4.b"));
    let found = unsupervised(&BLITZ_2009, &pgn);
    assert_eq!(article(found).as_deref(), Some("B.3.c"));
}

#[test]
fn articles_6_11_and_a_4_d_3_two_flags() {
    let tags = [("Termination", "both flags fell"), ("TimeControl", "300")];
    let pgn = game(&tags, "1. e4 e5", "1/2-1/2");
    let laws = ["--laws", "fide2009"];
    assert_eq!(report(&laws, &pgn)["verdict"]["article"], "6.11.b");
    assert_eq!(unsupervised(&laws, &pgn)["verdict"]["article"], "A.4.d.3");
    // In two periods only the last one draws, unless there is no supervision.
    let tags = [
        ("Termination", "both flags fell"),
        ("TimeControl", "40/300:300"),
    ];
    let pgn = game(&tags, "1. e4 e5", "1/2-1/2");
    assert_eq!(
        kinds(&report(&laws, &pgn)),
        ["result_contradicts_flag_rule"]
    );
    assert_eq!(unsupervised(&laws, &pgn)["verdict"]["article"], "A.4.d.3");
}

#[test]
fn article_c_4_a_draw_after_an_illegal_move_asks_for_mating_potential() {
    // Each bishop can mate with the help of the opponent, but neither player has mating potential.
    let pgn = game_from(
        "8/8/8/4k1b1/8/8/4K3/3B4 b - - 0 1",
        &[("Termination", "rules infraction")],
        "",
        "1/2-1/2",
    );
    let blitz = report(&["--laws", "fide1997", "--mode", "blitz"], &pgn);
    assert_eq!(blitz["verdict"]["article"], "C.3", "{blitz}");
    assert!(kinds(&blitz).is_empty());
    let now = report(&[], &pgn);
    assert!(now["verdict"].is_null());
    assert_eq!(kinds(&now), ["human_judgement"]);
}

#[test]
fn article_9_1_a_an_event_forbids_to_agree_before_a_move() {
    let pgn = game(&[], "1. e4 e5 2. Nf3 Nc6", "1/2-1/2");
    let banned =
        |laws: &str, moves: &str| report(&["--laws", laws, "--no-agreement-before", moves], &pgn);
    assert!(kinds(&report(&["--laws", "fide2009"], &pgn)).is_empty());
    assert!(kinds(&banned("fide2009", "2")).is_empty());
    for (laws, article) in [
        ("fide2009", "9.1.a"),
        ("fide2018", "9.1.1"),
        ("fide2023", "9.1.1"),
    ] {
        let found = banned(laws, "30");
        assert_eq!(kinds(&found), ["agreement_too_early"]);
        assert_eq!(found["findings"][0]["article"], article);
        assert_eq!(
            detail(&found),
            "a draw can be agreed after 30 moves by each player or with the arbiter's consent, not after 4 half-moves in all"
        );
    }
    let tagged = game(&[("LawsNoAgreementBefore", "30")], "1. e4 e5", "1/2-1/2");
    assert_eq!(kinds(&report(&[], &tagged)), ["agreement_too_early"]);
    assert!(kinds(&report(&["--no-agreement-before", "1"], &tagged)).is_empty());
    // Games of an edition without the rule are judged without it.
    assert!(kinds(&report(&["--laws", "fide1997"], &tagged)).is_empty());
    let arguments = ["-", "--laws", "fide1997", "--no-agreement-before", "30"];
    program(&arguments, pgn.as_bytes())
        .refused("under fide1997, no event can forbid agreement on a draw");
}

#[test]
fn articles_6_8_and_a_4_d_who_calls_a_flag() {
    let pgn = game(&[], "1. e4 {[%clk -0:00:01]} e5", "*");
    for (found, article, words) in [
        (
            report(&BLITZ_2009, &pgn),
            "6.8",
            "; the arbiter or the opponent calls the flag",
        ),
        (
            unsupervised(&BLITZ_2009, &pgn),
            "A.4.d",
            "; only the opponent can call the flag",
        ),
        (
            report(&["--laws", "fide1997", "--mode", "rapid"], &pgn),
            "B.6",
            "; only the opponent can call the flag",
        ),
        (
            unsupervised(&["--mode", "rapid"], &pgn),
            "6.8",
            "; the arbiter or the opponent calls the flag",
        ),
    ] {
        assert_eq!(kinds(&found), ["clock_below_zero"]);
        assert_eq!(found["findings"][0]["article"], article);
        assert!(detail(&found).ends_with(words), "{found}");
    }
}
