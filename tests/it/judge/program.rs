//! The program: exit codes, JSON, text.

use crate::judge::support::{data, game, program};
use crate::support::folder::Folder;
use crate::support::json;
use crate::support::process::Program;
use std::fmt::Write as _;

const SOUND: &str = "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
const WRONG: &str =
    "[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 3. Nh3 1-0\n";
const WALL: &str = "8/1k6/8/p1p1p1p1/P1P1P1P1/8/6K1/8 b - -";

#[test]
fn exit_codes() {
    for (arguments, input, expected) in [
        (&["-"][..], SOUND, 0),
        (&["-"], "[Result \"*\"]\n\n1. e4 +- *\n\n1. d4 *\n", 0),
        (&["-"], WRONG, 1),
        (&["-"], "", 2),
        (&["-"], "A letter, not a game.\n", 2),
        (&["-", "--output", "-"], "{\"json\": true}\n", 2),
        (&["no such file"], "", 2),
        (&["-", "no such file"], WRONG, 2),
        (&["."], "", 2),
        (&[], "", 2),
        (&["-", "--laws", "fide1984"], SOUND, 2),
        (&["-", "--laws", "interpretations1974"], SOUND, 2),
        (&["-", "--mode", "bullet"], SOUND, 2),
        (&["-", "--fen", WALL], SOUND, 2),
        (&["-", "--moves", "e2e4"], SOUND, 2),
        (&["--moves", "e2e4", "--unique"], "", 2),
        (&["--moves", "e2e4 e5"], "", 0),
        (&["--moves", "e2e5"], "", 1),
        (&["--fen", "startpos", "--moves", "e4"], "", 0),
        (&["-", "--threads", "0"], SOUND, 2),
        (&["--fen", "nonsense"], "", 2),
        (&["--fen", WALL], "", 0),
        (&["--fen", WALL, "--nodes", "0"], "", 3),
        (&["--fen", WALL, "--nodes", "0", "--moves", "b7b1"], "", 1),
    ] {
        let err = program(arguments, input.as_bytes()).exits(expected).err;
        assert_eq!(err.is_empty(), expected != 2, "{arguments:?}: {err}");
    }
}

#[test]
fn the_json_contract() {
    let out = program(&["-", "--json"], WRONG.as_bytes()).only_out(1);
    let expected = concat!(
        r#"{"file":"-","index":1,"white":"Ann","black":"Bob","result":"1-0","#,
        r#""edition":"fide2023","mode":"standard","supervision":"supervised","#,
        r#""opening":{"eco":"A00","name":"Gedult's opening"},"plies":4,"#,
        r#""fen":"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3","#,
        r#""verdict":{"score":"0-1","kind":"checkmate","article":"5.1.1","ply":4},"#,
        r#""claims":[],"final_claims":[],"draw_offers":[],"findings":["#,
        r#"{"severity":"error","kind":"played_past_end","ply":5,"article":"5.1.1","#,
        r#""detail":"line 5: 1 half-move after the game had ended at ply 4: checkmate gives 0-1","proof":null},"#,
        r#"{"severity":"error","kind":"result_contradicts_board","ply":4,"article":"5.1.1","#,
        r#""detail":"1-0 is recorded, but checkmate gives 0-1","proof":null}],"#,
        r#""winnable":{"white":{"answer":"no","proof":"tree 0 plies"},"black":{"answer":"yes","proof":"line"}}}"#,
        "\n"
    );
    assert_eq!(out, expected);
    let out = program(
        &["--json", "--fen", "7k/8/6K1/8/8/8/8/R7 b - - 100 80"],
        b"",
    )
    .out;
    assert!(
        out.starts_with(concat!(
            r#"{"file":null,"index":1,"white":null,"black":null,"result":null,"#,
            r#""edition":"fide2023","mode":"standard","supervision":"supervised","plies":0,"fen":"7k/8/6K1/8/8/8/8/R7 b - - 100 80","verdict":null,"#,
            r#""claims":[{"kind":"fifty_moves","ply":0,"last_ply":0,"move":null,"article":"9.3.2"}],"#,
            r#""final_claims":[{"kind":"fifty_moves","ply":0,"last_ply":0,"move":null,"article":"9.3.2"},"#,
            r#"{"kind":"fifty_moves","ply":0,"last_ply":0,"move":"h8g8","article":"9.3.1"}],"#,
            r#""draw_offers":[],"findings":[],"winnable":{"#
        )),
        "{out}"
    );
}

#[test]
fn text_for_people() {
    let file = format!("{SOUND}\n{WRONG}");
    let out = program(&["-"], file.as_bytes()).exits(1).out;
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(
        lines[..4],
        [
            "-:5: 2. Ann - Bob, 1-0 (fide2023 standard)",
            "  verdict  0-1 by checkmate at ply 4, Article 5.1.1",
            "  error    played_past_end, 3.Nh3 (ply 5): line 9: 1 half-move after the game had ended at ply 4: \
             checkmate gives 0-1 [Article 5.1.1]",
            "  error    result_contradicts_board, 2...Qh4# (ply 4): 1-0 is recorded, but checkmate gives 0-1 \
             [Article 5.1.1]",
        ]
    );
    assert!(lines[4].starts_with("2 games, 8 half-moves in "), "{out}");
    assert!(lines[4].ends_with(" s; 1 with findings"), "{out}");
    assert_eq!(lines[5], "2 errors, 0 warnings, 0 notes");
    assert_eq!(lines[6], "  error    played_past_end: 1");
    let all = program(&["-", "--all"], file.as_bytes()).out;
    assert!(
        all.starts_with("-:1: 1, 0-1 (fide2023 standard)\n"),
        "{all}"
    );
    assert!(all.contains("\n  can mate black: yes (line)\n"), "{all}");
}

#[test]
fn a_spanish_game_through_the_program() {
    let path = data("spanish.pgn");
    let path = path.to_str().expect("text");
    let out = program(&[path, "--json"], b"").exits(0).out;
    let report = json::value(&out);
    assert_eq!(report["findings"][0]["kind"], "language");
    assert_eq!(report["white"], "José");
}

#[test]
fn reports_come_in_the_order_of_the_file_from_any_number_of_threads() {
    let mut file = String::new();
    for index in 0..3000 {
        let moves = if index % 7 == 0 { "1. e5" } else { "1. e4 e5" };
        let _ = writeln!(
            file,
            "{}",
            game(&[("White", &index.to_string())], moves, "*")
        );
    }
    let one = program(&["-", "--json", "--threads", "1"], file.as_bytes())
        .exits(1)
        .out;
    for (line, index) in one.lines().zip(0..) {
        let report = json::value(line);
        assert_eq!(report["index"], index + 1);
        assert_eq!(report["white"], index.to_string());
        assert_eq!(
            report["findings"].as_array().map(Vec::len),
            Some(usize::from(index % 7 == 0))
        );
    }
    assert_eq!(one.lines().count(), 3000);
    let four = program(&["-", "--json", "--threads", "4"], file.as_bytes()).out;
    assert_eq!(one, four);
}

#[test]
fn a_reader_who_goes_away_is_no_error() {
    let folder = Folder::new();
    let games = folder.write("many.pgn", WRONG.repeat(5000));
    let mut running = Program::with(["judge", &games]).spawn();
    let first = running.line();
    assert!(first.ends_with("(fide2023 standard)\n"), "{first}");
    drop(running.child.stdout.take());
    assert_eq!(running.outcome().exits(1).err, "");
}

#[test]
fn a_long_text_is_cut_in_a_report() {
    let long = format!("[Result \"*\"]\n\n1. e4 {}\n", "x".repeat(100_000));
    let out = program(&["-"], long.as_bytes()).out;
    assert!(out.len() < 2000, "{}", out.len());
}
