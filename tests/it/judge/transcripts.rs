//! `compongo judge --notation`: games in other notations, and back.

use crate::judge::support::{game, game_from, program};
use crate::support::folder::Folder;
use crate::support::json;
use crate::support::process::{Outcome, run};
use crate::support::table::rows;
use compongo::board::fen::STARTPOS;
use compongo::board::{Board, chess960_startpos};
use compongo::notation::language::Language;
use compongo::notation::pgn::{PgnWriter, ResultToken};
use compongo::types::{Move, Rng};

/// The output for a game in a notation, without messages.
fn written(pgn: &str, arguments: &[&str]) -> String {
    let arguments = [&["-", "--notation"], arguments].concat();
    program(&arguments, pgn.as_bytes()).success()
}

fn moves(pgn: &str, notation: &str) -> String {
    let out = written(pgn, &[notation]);
    let (_, moves) = out.split_once("\n\n").expect("tags and moves");
    moves.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn appendices_e_of_1997_and_c_of_2009_games_as_players_write_them() {
    let pgn = game_from(
        "r3k3/2P2p2/8/4P3/8/q7/8/4K2R b K - 0 1",
        &[("White", "Ann")],
        "1... Qb3 2. O-O f5 (=) 3. exf6 Kf8 4. Rb1 Ra1 5. c8=Q+",
        "1/2-1/2",
    );
    let table = "
        pgn      | 1... Qb3 2. O-O f5 {(=)} 3. exf6 Kf8 4. Rb1 Ra1 5. c8=Q+ 1/2-1/2
        fide     | 1... Qb3 2. 0-0 f5 (=) 3. exf6 e.p. Kf8 4. Rb1 Ra1 5. c8Q+ 1/2-1/2
        en       | 1... Qb3 2. 0-0 f5 (=) 3. exf6 e.p. Kf8 4. Rb1 Ra1 5. c8Q+ 1/2-1/2
        es       | 1... Db3 2. 0-0 f5 (=) 3. exf6 a.p. Rf8 4. Tb1 Ta1 5. c8D+ 1/2-1/2
        de       | 1... Db3 2. 0-0 f5 (=) 3. exf6 e.p. Kf8 4. Tb1 Ta1 5. c8D+ 1/2-1/2
        ru       | 1... Фb3 2. 0-0 f5 (=) 3. exf6 e.p. Крf8 4. Лb1 Лa1 5. c8Ф+ 1/2-1/2
        figurine | 1... ♕b3 2. 0-0 f5 (=) 3. exf6 e.p. ♔f8 4. ♖b1 ♖a1 5. c8♕+ 1/2-1/2
    ";
    for [notation, expected] in rows(table) {
        assert_eq!(moves(&pgn, notation), expected, "{notation}");
    }
    let spanish = written(&pgn, &["es"]);
    assert!(spanish.contains("[White \"Ann\"]\n") && spanish.contains("[Language \"es\"]\n"));
    assert!(!written(&spanish, &["pgn"]).contains("Language"));
}

#[test]
fn article_11_1_results_as_they_are() {
    for (result, plain) in [
        ("1-0", "1-0"),
        ("0-1", "0-1"),
        ("1/2-1/2", "1/2-1/2"),
        ("*", "*"),
        ("0-0", "*"),
        ("1/2-0", "*"),
    ] {
        let pgn = game(&[], "1. e4 e5", result);
        assert_eq!(moves(&pgn, "fr"), format!("1. e4 e5 {result}"));
        assert_eq!(moves(&pgn, "pgn"), format!("1. e4 e5 {plain}"));
        let there = written(&pgn, &["pgn"]);
        assert_eq!(there.contains("Score"), plain == "*" && result != "*");
        let back = written(&written(&there, &["fr"]), &["pgn", "--language", "fr"]);
        assert_eq!(back, there);
    }
}

#[test]
fn contradictory_results_are_named() {
    let pgn = "[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
    let Outcome { out, err, .. } = program(&["-", "--notation", "es"], pgn.as_bytes()).exits(1);
    assert!(out.contains("Dh4# 1-0\n"), "{out}");
    let said = "tag Result says 1-0, but the moves end with 0-1; 1-0 is written";
    assert!(err.contains(said), "{err}");
}

#[test]
fn moves_are_split_alike_everywhere() {
    let moves = "1.e4 c5 2. e5 d5 3. exd6 e.p. (=)";
    program(&["--fen", STARTPOS, "--moves", moves], b"").success();
    let arguments = ["--fen", STARTPOS, "--moves", moves, "--notation", "es"];
    let out = program(&arguments, b"").exits(0).out;
    assert!(
        out.ends_with("1. e4 c5 2. e5 d5 3. exd6 a.p. (=) *\n\n"),
        "{out}"
    );
    let folder = Folder::new();
    let never = folder.join("never.json").display().to_string();
    for command in [
        &["ruling", "claim", "fifty"][..],
        &["adjourn", &never, "--sealed-move", "Nc9"],
    ] {
        let bad = [
            command,
            &["--moves", "1.e4 c5 2. e5 (=) d5 3.exd6 e.p. 3... --"],
        ]
        .concat();
        run(bad).fails(2, "half-move 6: ");
    }
}

#[test]
fn a_position_and_its_moves_are_a_game() {
    let out = program(
        &[
            "--fen",
            "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1",
            "--moves",
            "e1g1 e8e7 Rf4",
            "--notation",
            "nl",
        ],
        b"",
    )
    .success();
    assert!(out.ends_with("\n\n1. 0-0 Ke7 2. Tf4 *\n\n"), "{out}");
    assert!(
        out.contains("[FEN \"4k3/8/8/8/8/8/4P3/4K2R w K - 0 1\"]"),
        "{out}"
    );
    let out = program(
        &["-", "--notation", "es"],
        b"8/8/4k3/8/8/8/4K3/8 w - - 0 1\n",
    )
    .exits(0)
    .out;
    assert!(out.ends_with("\n\n*\n\n"), "{out}");
}

#[test]
fn what_is_no_legal_move_ends_a_transcript() {
    let pgn = game(&[("White", "Ann")], "1. e4 e5 2. Bh6 Nf6", "1-0");
    let two = format!("{pgn}\n{}", game(&[("White", "Bob")], "1. d4", "*"));
    let Outcome { out, err, .. } = program(&["-", "--notation", "es"], two.as_bytes()).exits(1);
    assert_eq!(
        err,
        "compongo: -:1: game 1: 'Bh6' is illegal; the moves end before it\n"
    );
    assert!(out.contains("\n1. e4 e5 {'Bh6' is illegal} 1-0\n"), "{out}");
    assert!(out.contains("\n1. d4 *\n"), "{out}");
    for (moves, warning) in [
        (
            "1. e4 e5 (1... d5 2. d4",
            "the variation that begins here is not closed",
        ),
        (
            "1. e4 e5 1-0 2. d4",
            "text after the result is skipped: '2'",
        ),
    ] {
        let outcome = program(&["-", "--notation", "es"], moves.as_bytes()).exits(1);
        let err =
            format!("compongo: -:1: game 1: line 1: {warning}; what follows is not written\n");
        assert_eq!(outcome.err, err);
    }
    for (arguments, input, message) in [
        (
            &["-", "--notation", "klingon"][..],
            &pgn[..],
            "'klingon' is not a notation; write pgn, fide",
        ),
        (
            &["-", "--notation", "es", "--json"],
            &pgn,
            "cannot be used with",
        ),
        (
            &["-", "--notation", "es"],
            "",
            "-: it contains no games and no positions",
        ),
        (&["no such file", "--notation", "es"], "", "no such file: "),
        (
            &["--fen", "nonsense", "--notation", "es"],
            "",
            "invalid FEN: ",
        ),
    ] {
        program(arguments, input.as_bytes()).refused(message);
    }
    let pgn = b"[FEN \"x\"]\n\n1. e4 *\n";
    let err = program(&["-", "--notation", "es"], pgn).only_err(1);
    assert!(err.contains("-:1: game 1: tag FEN: "), "{err}");
}

/// A game of random moves with tags, comments and draw offers, in the export form.
fn random_game(rng: &mut Rng) -> String {
    let mut board = match rng.below(3) {
        0 => chess960_startpos(rng.below(960)),
        _ => Board::start(),
    };
    let mut writer = PgnWriter::new(board, false);
    writer.tag("White", "Ann \"A\" \\ Łódź");
    writer.tag("TimeControl", "40/5400+30:1800+30");
    for _ in 0..rng.below(200) {
        let legal = board.legal_moves();
        if legal.is_empty() {
            break;
        }
        // Castling, promotions and captures en passant are rare.
        let special = |mv: &Move| mv.is_castling() || mv.is_en_passant() || mv.is_promotion();
        let special: Vec<Move> = legal.iter().copied().filter(special).collect();
        let mv = if special.is_empty() || rng.below(2) > 0 {
            legal[rng.below(legal.len())]
        } else {
            special[rng.below(special.len())]
        };
        writer.play(mv);
        board.play(mv);
        if rng.below(15) == 0 {
            writer.offer_draw();
        }
        if rng.below(15) == 0 {
            writer.comment("a word, Cf3 [%clk 0:01:02.5]");
        }
    }
    writer.finish(match rng.below(4) {
        0 => ResultToken::WhiteWins,
        1 => ResultToken::BlackWins,
        2 => ResultToken::Draw,
        _ => ResultToken::Open,
    })
}

#[test]
fn random_games_come_back_from_every_language() {
    let mut rng = Rng::new(20090701);
    let games: String = (0..40).map(|_| random_game(&mut rng)).collect();
    for sign in ["O-O-O", "=N", "=Q", "{(=)}", "x", "+"] {
        assert!(games.contains(sign), "{sign}");
    }
    assert_eq!(written(&games, &["pgn"]), games);
    let codes = Language::ALL.map(|language| language.codes()[0]);
    for notation in codes.into_iter().chain(["it", "fide", "figurine"]) {
        let there = written(&games, &[notation]);
        assert!(
            there.contains("0-0-0") && !there.contains("O-O"),
            "{notation}"
        );
        let sign = if matches!(notation, "es" | "it") {
            " a.p."
        } else {
            " e.p."
        };
        assert!(there.contains(sign), "{notation}");
        let mut language = vec!["pgn"];
        if !matches!(notation, "fide" | "figurine") {
            language.extend(["--language", notation]);
        }
        assert_eq!(written(&there, &language), games, "{notation}");
        // The tag is enough.
        assert_eq!(written(&there, &["pgn"]), games, "{notation}");
        // What is read is what is judged.
        let judged = |text: &str| {
            let out = program(&["-", "--json", "--nodes", "0"], text.as_bytes()).out;
            let line = |line: &str| -> (serde_json::Value, serde_json::Value) {
                let report = json::value(line);
                (report["fen"].clone(), report["draw_offers"].clone())
            };
            out.lines().map(line).collect::<Vec<_>>()
        };
        if notation == "es" {
            assert_eq!(judged(&there), judged(&games));
        }
    }
}

#[test]
fn a_result_that_is_not_understood_is_reported() {
    let pgn = "[Result \"1-0 (forfeit)\"]\n\n1. e4 e5\n";
    let outcome = program(&["-", "--notation", "pgn"], pgn.as_bytes()).exits(1);
    assert!(outcome.err.contains("'1-0 (forfeit)'"), "{}", outcome.err);
    assert!(outcome.err.contains("; * is written"), "{}", outcome.err);
}

#[test]
fn moves_that_are_legal_in_several_languages_are_reported() {
    let pgn = game_from(
        "4k3/7r/8/8/8/8/8/1N2K3 w - - 0 40",
        &[],
        "40. \u{41a}d2",
        "*",
    );
    let outcome = program(&["-", "--notation", "pgn"], pgn.as_bytes()).exits(1);
    let problem = "the moves are legal in several languages";
    assert!(outcome.err.contains(problem), "{}", outcome.err);
}
