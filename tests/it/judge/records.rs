//! What a record says besides its moves: scores, reasons, offers, language, the arrangement at the start.

use crate::judge::support::{check, data, game, game_from, program};
use crate::support::json;
use serde_json::{Value, json};

/// The JSON report on a game.
#[track_caller]
pub fn report(arguments: &[&str], pgn: &str) -> Value {
    let arguments = [&["-", "--json"], arguments].concat();
    let outcome = program(&arguments, pgn.as_bytes());
    assert_eq!(outcome.err, "");
    json::value(&outcome.out)
}

pub fn kinds(report: &Value) -> Vec<&str> {
    let findings = report["findings"].as_array().expect("a list").iter();
    findings
        .map(|finding| finding["kind"].as_str().expect("text"))
        .collect()
}

#[test]
fn article_8_1_the_report_names_rules_position_offers_and_claims() {
    let pgn = game(
        &[("LawsEdition", "Fide2009"), ("TimeControl", "180+2")],
        "1. Nf3 Nf6 2. Ng1 Ng8 (=) 3. Nf3 Nf6 4. Ng1 (=) Ng8 5. e4 e5",
        "1/2-1/2",
    );
    let found = report(&[], &pgn);
    assert_eq!(found["edition"], "fide2009");
    assert_eq!(found["mode"], "blitz");
    assert_eq!(found["plies"], 10);
    assert_eq!(
        found["fen"],
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 6"
    );
    assert_eq!(
        found["draw_offers"],
        json!([{"ply": 4, "player": "black"}, {"ply": 7, "player": "white"}])
    );
    assert_eq!(found["final_claims"], json!([]));
}

#[test]
fn article_9_2_the_interval_of_a_claim_has_an_end() {
    let pgn = game(
        &[],
        "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6",
        "*",
    );
    let found = report(&[], &pgn);
    let claims = found["claims"].as_array().expect("a list");
    let black = claims
        .iter()
        .find(|claim| claim["ply"] == 7)
        .expect("a claim of Black");
    assert_eq!(black["last_ply"], 9);
    // The position after ten half-moves has occurred for the third time; claims with a move are there too.
    let last: Vec<&Value> = found["final_claims"]
        .as_array()
        .expect("a list")
        .iter()
        .collect();
    assert!(
        last.iter()
            .all(|claim| claim["ply"] == 10 && claim["last_ply"] == 10)
    );
    assert!(last.iter().any(|claim| claim["move"].is_null()), "{last:?}");
    assert!(last.iter().any(|claim| claim["move"] == "f3g1"), "{last:?}");
}

#[test]
fn article_11_1_scores_that_do_not_add_up_to_one() {
    // A forfeit of both, written as a result and after the moves.
    for result in ["0-0", "1/2-0", "0-1/2"] {
        let found = report(&[], &game(&[], "1. e4 e5", result));
        assert_eq!(kinds(&found), ["human_judgement"], "{result}");
        assert_eq!(found["plies"], 2, "{result}");
    }
    let found = report(&[], "[Result \"0-0\"]\n\n1. e4 e5 *\n");
    assert_eq!(kinds(&found), ["human_judgement"]);
    // Halves of the tags.
    for half in ["1/2", "0.5", "½", ".5", "0,5"] {
        let tags = [("WhiteScore", half), ("BlackScore", "0")];
        let found = report(&[], &game(&tags, "1. e4 e5", "*"));
        assert_eq!(kinds(&found), ["human_judgement"], "{half}");
        assert!(
            found["findings"][0]["detail"]
                .as_str()
                .is_some_and(|text| text.starts_with("1/2-0")),
            "{found}"
        );
    }
    // They contradict the tag Result.
    let tags = [("WhiteScore", "1/2"), ("BlackScore", "1/2")];
    let found = report(&[], &game(&tags, "1. e4 e5", "1-0"));
    assert!(kinds(&found).contains(&"result_mismatch"), "{found}");
    // Castling at the end of a game is still castling.
    let castled = game(&[], "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0", "*");
    assert_eq!(report(&[], &castled)["plies"], 7);
}

#[test]
fn article_9_1_names_in_the_termination_say_nothing() {
    check(
        "
        White: Agreeev, Resi; Termination: Agreeev, Resi won on time       | 1. e4 e5 2. Nf3 1-0 | fide2023 | 1-0 flag_fall 6.9 3     | none
        White: Agreeev, Resi; Termination: Resi Agreeev won by resignation | 1. e4 e5 2. Nf3 1-0 | fide2023 | 1-0 resignation 5.1.2 3 | none
        White: agree50; Termination: agree50 won on time                   | 1. e4 e5 2. Nf3 1-0 | fide2023 | 1-0 flag_fall 6.9 3     | none
        White: 50 Cent; Termination: 50 Cent won by resignation            | 1. e4 e5 2. Nf3 1-0 | fide2023 | 1-0 resignation 5.1.2 3 | none
        White: Ann2050; Termination: Ann2050 won by decision               | 1. e4 e5 2. Nf3 1-0 | fide2023 | none                    | human_judgement
        White: Resigna; Termination: Resigna was declared the winner       | 1. e4 e5 2. Nf3 1-0 | fide2023 | none                    | human_judgement
        ",
    );
}

#[test]
fn article_7_5_1_no_language_saves_an_illegal_move() {
    let pgn = game(&[], "1. e4 e5 2. Rf3", "*");
    assert_eq!(kinds(&report(&[], &pgn)), ["illegal_move"]);
    let tagged = game(&[("Language", "fi")], "1. e4 e5 2. Rf3", "*");
    assert_eq!(kinds(&report(&[], &tagged)), ["language"]);
    assert_eq!(kinds(&report(&["--language", "fi"], &pgn)), ["language"]);
    program(&["-", "--language", "xx"], pgn.as_bytes()).exits(2);
    let spanish = data("spanish.pgn");
    program(&[spanish.to_str().expect("text"), "--language", "en"], b"").exits(0);
}

#[test]
fn article_7_1_a_wrong_arrangement_is_named() {
    const SWAPPED: &str = "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1";
    let pgn = game_from(SWAPPED, &[], "1. e4", "*");
    for (edition, article) in [
        ("fide1997", "7.1.a"),
        ("fide2009", "7.1.a"),
        ("fide2023", "7.2.1"),
    ] {
        let found = report(&["--laws", edition], &pgn);
        assert_eq!(kinds(&found), ["wrong_setup"], "{found}");
        assert_eq!(found["findings"][0]["article"], article);
        let detail = found["findings"][0]["detail"].as_str().expect("text");
        assert_eq!(
            detail,
            "king and queen of Black have changed places; if this was found during the game, a new game is played"
        );
    }
}

#[test]
fn article_f_2_wrong_arrangements_of_chess960_are_named() {
    for (fen, tags, details) in [
        (
            "bqbnrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQBNRKRN w - - 0 1",
            &[("Variant", "Chess960")][..],
            &[
                "the bishops of White stand on squares of one colour",
                "the bishops of Black stand on squares of one colour",
            ][..],
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w - - 0 1",
            &[("Variant", "Chess960")],
            &["the black pieces do not stand opposite the white ones"],
        ),
        (
            "krrnqbbn/pppppppp/8/8/8/8/PPPPPPPP/KRRNQBBN w - - 0 1",
            &[("Variant", "Chess960")],
            &[
                "the king of White does not stand between the rooks",
                "the king of Black does not stand between the rooks",
            ],
        ),
        // Right ones.
        (
            "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w - - 0 1",
            &[],
            &[],
        ),
        (
            "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1",
            &[("Variant", "Chess960")],
            &[],
        ),
        // That one is wrong if standard chess is played.
        (
            "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w - - 0 1",
            &[("Variant", "Standard")],
            &[
                "the pieces of White do not stand as in standard chess",
                "the pieces of Black do not stand as in standard chess",
            ],
        ),
    ] {
        let found = report(&["--laws", "fide2009"], &game_from(fen, tags, "1. e4", "*"));
        let findings = found["findings"].as_array().expect("a list").iter();
        let named: Vec<&str> = findings
            .filter(|finding| finding["kind"] == "wrong_setup")
            .filter_map(|finding| finding["detail"].as_str()?.split(';').next())
            .collect();
        assert_eq!(named, details, "{fen} {tags:?}");
    }
}

#[test]
fn article_c_4_mating_potential_is_not_called_the_ability_to_mate() {
    // Two knights against a king can mate, but have no mating potential.
    let pgn = game_from(
        "8/8/8/4k3/8/8/4K3/4N1N1 b - - 0 1",
        &[("Termination", "time forfeit")],
        "",
        "1-0",
    );
    let blitz = report(&["--laws", "fide1997", "--mode", "blitz"], &pgn);
    assert_eq!(blitz["verdict"]["score"], "1/2-1/2");
    assert_eq!(blitz["verdict"]["article"], "C.4");
    assert_eq!(
        blitz["findings"][0]["detail"],
        "1-0 is recorded, but the winner has no mating potential, so a flag fall draws the game"
    );
    assert_eq!(blitz["winnable"]["white"]["answer"], "yes");
    assert_eq!(blitz["mating_potential"]["white"]["answer"], "no");
    let now = report(&[], &pgn);
    assert_eq!(now["verdict"]["score"], "1-0");
}
