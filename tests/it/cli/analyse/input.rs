//! The formats that are read, and what is refused.

use super::{analyse, field, records};
#[cfg(unix)]
use crate::cli::terminal::PseudoTerminal;
use crate::support::folder::Folder;
#[cfg(unix)]
use crate::support::process::Program;
use crate::support::process::{Outcome, run, words};
use crate::support::table::{rows, with_breaks};
use serde_json::json;

const PGN: &str = "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. f3 e5 {best} 2. g4 (2. e4) Qh4# 0-1\n";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn fens_epds_and_uci_lines_from_standard_input() {
    let input = "# positions\n\n\
        7k/8/6K1/8/8/8/8/R7 w - - 0 1\n\
        7k/8/6K1/8/8/8/8/R7 w - - id \"rook\"; c0 \"a comment\";\n\
        7k/8/6K1/8/8/8/8/R7 w - - 0 1 moves a1a7\n\
        position startpos moves f2f3 e7e5 g2g4\n\
        position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1\n\
        startpos\n";
    let found = records(&["--depth", "3"], input);
    assert_eq!(
        field(&found, "move")[..5],
        ["a1a8", "a1a8", "h8g8", "d8h4", "a1a8"]
    );
    assert_eq!(field(&found, "line"), [3, 4, 5, 6, 7, 8]);
    assert_eq!(field(&found, "position"), [1, 2, 3, 4, 5, 6]);
    assert_eq!(found[1]["id"], "rook");
    assert_eq!(found[5]["fen"], START);
    assert!(found[0]["file"].is_null());
    // A file may begin with any of them.
    for line in input.lines().filter(|line| line.contains(' ')).skip(1) {
        assert_eq!(records(&["--nodes", "50", "-"], line).len(), 1, "{line}");
    }
}

#[test]
fn one_position_is_written_like_a_line_of_a_file() {
    let one = |position: &str| {
        let found = records(&["--depth", "3", "--fen", position], "");
        assert_eq!(found.len(), 1, "{position}");
        found[0].clone()
    };
    let after = one("startpos moves e2e4");
    let fen = after["fen"].as_str().expect("a position");
    assert!(fen.contains(" b KQkq "), "{fen}");
    assert_eq!(one(&format!("{START} moves e2e4"))["fen"], after["fen"]);
    assert_eq!(one(" startpos")["fen"], START);
    let rook = one("7k/8/6K1/8/8/8/8/R7 w - - bm Ra8; id \"rook\";");
    assert_eq!(
        (&rook["id"], &rook["suite"]["solved"]),
        (&json!("rook"), &json!(true))
    );
    for (position, message) in [
        ("7k/8/6K1/8/8/8/8/R7 w - - bm Ra9;", "--fen: operation bm: "),
        ("startpos moves e2e5", "move 1 'e2e5' is illegal"),
        ("", "--fen: the text is empty"),
    ] {
        analyse(&["--nodes", "50", "--fen", position], "").refused(message);
    }
}

#[cfg(unix)]
#[test]
fn one_ctrl_d_ends_the_input_of_a_terminal() {
    let program = Program::with(words("analyse --nodes 50 --json"));
    let mut terminal = PseudoTerminal::start(program);
    terminal.press("startpos\n\u{4}");
    let Outcome { out, err, .. } = terminal.outcome().exits(0);
    assert_eq!(out.matches("\"position\":").count(), 1, "{out}");
    assert_eq!(err, "compongo: reading standard input; Ctrl-D ends it\n");
}

#[test]
fn games_by_position_or_the_last_one() {
    let folder = Folder::new();
    let games = folder.write("two.pgn", format!("{PGN}\n1. e4 c5 *\n"));
    let all = records(&["--nodes", "200", &games], "");
    assert_eq!(field(&all, "ply"), [0, 1, 2, 3, 4, 0, 1, 2]);
    assert_eq!(field(&all, "game"), [1, 1, 1, 1, 1, 2, 2, 2]);
    assert_eq!(all[0]["fen"], START);
    assert_eq!(all[3]["id"], "2.g4");
    assert_eq!(all[3]["san"], "Qh4#");
    // Mate on the board: no move, no line, but a score.
    assert_eq!((&all[4]["mate"], &all[4]["lines"]), (&json!(0), &json!([])));
    assert!(all[4]["move"].is_null() && all[0]["file"] == games.as_str());
    let last = records(&["--nodes", "200", "--last", &games], "");
    assert_eq!(field(&last, "ply"), [4, 2]);
    assert_eq!(field(&last, "id"), ["2...Qh4#", "1...c5"]);
    // Moves in UCI notation and tags alone are games as well.
    let bare = records(&["--nodes", "50"], "1. e2e4 e7e5 *\n");
    assert_eq!(bare.len(), 3);
    assert_eq!(
        records(&["--nodes", "50"], "[White \"Ann\"]\n\n*\n").len(),
        1
    );
}

#[test]
fn several_files_are_one_run() {
    let folder = Folder::new();
    let games = folder.write("game", PGN);
    let line = folder.write("line", "position startpos moves e2e4\r\n");
    let found = records(&["--nodes", "50", "--last", &games, &line], "");
    assert_eq!(field(&found, "position"), [1, 2]);
    assert_eq!(field(&found, "file"), [games.as_str(), line.as_str()]);
}

#[test]
fn what_is_neither_position_nor_game_is_refused() {
    let folder = Folder::new();
    let long = folder.write("words", "hello world\nthis is no chess\n");
    let binary = folder.write("bytes", [0_u8, 255, 254, 10, 7, 27]);
    let empty = folder.write("empty", "");
    let comments = folder.write("comments", "# nothing\n");
    for path in [&long, &empty, &comments] {
        analyse(&["--nodes", "50", path], "").refused("neither positions");
    }
    analyse(&["--nodes", "50", &binary], "").refused("this is not text");
    let err = analyse(&["--nodes", "50", "/no/such/file"], "")
        .exits(2)
        .err;
    assert!(err.starts_with("compongo: /no/such/file: "), "{err}");
}

#[test]
fn errors_name_their_place_and_nothing_is_analysed() {
    // The sign @ stands for the initial position.
    let table = r#"
        @\n8/8/8/8/8/8/8/8 w - - 0 1      | standard input, line 2:
        @ bm Qh5;                         | line 1: operation bm: 'Qh5' is illegal
        @ am ;                            | operation am: the moves are missing
        @ dm soon;                        | operation dm: 'soon' is not a number of moves
        @ id "open;                       | no closing quote
        @ moves e2e5                      | move 1 'e2e5' is illegal
        position startpos moves e2e4 e2e4 | move 2 'e2e4' is illegal
        position                          | neither startpos nor a FEN
        1. e4 e5 2. Ke3 *                 | game 1, line 1: 'Ke3' is illegal
        1. e4 {open e5 *                  | game 1, line 1: the comment that begins here is not closed
        [FEN "8/8"]\n\n*                  | game 1, line 1: tag FEN
        [Variant "Atomic"]\n\n1. e4 *     | 'Atomic' is not chess
    "#;
    for [text, message] in rows(table) {
        let text = with_breaks(text).replace('@', START);
        analyse(&["--nodes", "50"], &text).refused(message);
    }
    // All errors are told, up to a limit.
    let err = analyse(
        &["--nodes", "50"],
        &format!("{START}\n{}", "8/8 w - -\n".repeat(20)),
    )
    .err;
    assert_eq!(err.lines().count(), 11);
    assert!(err.ends_with("and 10 more errors\n"), "{err}");
}

#[test]
fn corrected_positions_are_analysed_with_a_warning() {
    let Outcome { out, err, .. } = analyse(
        &["--nodes", "50"],
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w KQkq - 0 1\n",
    )
    .exits(0);
    assert!(err.contains("warning: standard input, line 1: "), "{err}");
    assert!(!out.is_empty());
}

#[test]
fn arguments_that_cannot_be_used() {
    let default = analyse(&["--option", "MultiPV=2", "--nodes", "50"], START).out;
    assert_eq!(default.lines().count(), 5, "{default}");
    for arguments in [
        "--nodes 0",
        "--depth 0",
        "--depth 247",
        "--movetime 0",
        "--nodes many",
        "--multipv 0",
        "--threads 513",
        "--hash 0",
        "--jobs 0",
        "--option Hash",
        "--option Hsh=1",
        "--option Hash=much",
        "--resume",
        "--compare one",
        "--compare one two three",
    ] {
        let err = analyse(&words(arguments), START).refusal();
        assert!(!err.is_empty(), "{arguments:?}");
    }
}

#[test]
fn numbers_have_no_units() {
    let table = "
        analyse --nodes 3k          | write a whole number without a unit, such as 3000
        analyse --movetime 1s       | write a whole number without a unit, such as 3000
        analyse --hash 1g           | write a whole number without a unit, such as 3000
        play --elo 3k               | write a whole number without a unit, such as 3000
        perft 3k                    | write a whole number without a unit, such as 3000
        bench 3k                    | write a whole number without a unit, such as 3000
        perft 99999999999999999999  | the number is too large
    ";
    for [line, advice] in rows(table) {
        run(words(line)).refused(advice);
    }
    // A number out of its range is explained already.
    let refusal = analyse(&["--multipv", "0"], START).refusal();
    assert!(!refusal.contains("without a unit"), "{refusal}");
}

#[test]
fn a_level_has_no_effect_on_an_analysis() {
    let level = words("--nodes 50 --option UCI_LimitStrength=true --option UCI_Elo=600");
    let err = analyse(&level, START).exits(0).err;
    for name in ["UCI_LimitStrength", "UCI_Elo"] {
        let warning = format!("warning: option {name}: an analysis is at full strength");
        assert!(err.contains(&warning), "{err}");
    }
    let full = words("--nodes 50 --option UCI_LimitStrength=false");
    assert_eq!(analyse(&full, START).exits(0).err, "");
    let weak = [&["--option", "UCI_AnalyseMode=false"], &level[..]].concat();
    assert_eq!(analyse(&weak, START).exits(0).err, "");
}
