//! Positions that are named on the command line.

use crate::support::book::book;
use crate::support::folder::Folder;
use crate::support::process::{Outcome, Program};
use crate::support::table::rows;
use compongo::board::fen::STARTPOS;

/// Commands with a position and nothing after it.
const COMMANDS: [&str; 7] = [
    "eval @",
    "eval --fen @",
    "perft 1 --fen @",
    "book info book.bin --fen @",
    "adjourn a.json --sealed-move e4 --fen @",
    "judge --fen @",
    "play --terminal --engine none --game game.json --fen @",
];

/// Runs a command in a folder with a book. In its line, `@` stands for the position.
#[track_caller]
fn run(line: &str, position: &str) -> Outcome {
    let folder = Folder::new();
    folder.write("book.bin", book(&[(STARTPOS, "", "e2e4", 1)]));
    let words = shlex::split(line).expect("balanced quotes");
    let words = words.iter().map(|word| word.replace('@', position));
    Program::with(words).folder(&folder).run()
}

#[test]
fn startpos_is_the_initial_position() {
    for line in COMMANDS.into_iter().chain(["analyse --nodes 50 --fen @"]) {
        let outcome = run(line, "startpos");
        assert_eq!(outcome.code, Some(0), "{line}: {outcome:#?}");
    }
    let [moved, after] = [
        "startpos moves e2e4",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    ]
    .map(|text| run("eval @", text).success());
    assert_eq!(moved, after);
    let [named, whole] = ["startpos", STARTPOS].map(|text| run("eval @", text).success());
    assert_eq!(named, whole);
}

#[test]
fn a_uci_line_may_name_the_moves_too() {
    for (command, moves) in [
        ("judge --json", "--moves 'e2e4 e7e5'"),
        ("judge --notation pgn", "--moves 'e2e4 e7e5'"),
        ("ruling recording white", "--moves 'e2e4 e7e5'"),
    ] {
        let named = run(&format!("{command} {moves}"), "").success();
        for line in [
            "startpos moves e2e4 e7e5",
            "position startpos moves e2e4 e7e5",
        ] {
            assert_eq!(
                run(&format!("{command} --fen @"), line).success(),
                named,
                "{line}"
            );
        }
        let fen = "fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 moves e7e5";
        run(&format!("{command} --fen @"), fen).success();
    }
}

#[test]
fn words_after_a_position_are_reported() {
    let fen = "8/8/4k3/8/8/3RN3/4K3/8 w - - 0 1 foo bar";
    for position in [
        fen,
        "startpos foo bar",
        "position startpos foo bar moves e2e4",
    ] {
        let outcome = Program::with(["perft", "1", "--fen", position]).run();
        let warning = "compongo: warning: 'foo bar' after the position is ignored\n";
        assert_eq!(outcome.exits(0).err, warning, "{position}");
    }
}

#[test]
fn a_position_in_place_of_a_file_is_told_its_flag() {
    for line in ["judge @", "judge @ --notation fide", "analyse @"] {
        run(line, STARTPOS).refused("this is a position: use --fen");
    }
}

#[test]
fn transcripts_and_rulings_report_what_is_dropped_from_a_fen() {
    for line in [
        "judge --notation fide --fen @",
        "ruling resignation white --fen @",
    ] {
        let outcome = run(line, "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1");
        let expected = "warning: castling right 'Q' dropped";
        assert!(outcome.err.contains(expected), "{outcome:#?}");
        assert_eq!(outcome.code, Some(0));
    }
}

#[test]
fn moves_after_a_position_are_refused_and_not_forgotten() {
    let position = format!("{STARTPOS} moves e2e4");
    for line in COMMANDS {
        run(line, &position).fails(2, "moves follow the position");
    }
}

#[test]
fn what_is_left_out_of_a_position_is_told() {
    let position = "r3k2r/8/8/8/8/8/8/4K2R w KQkq e3 0 1";
    let table = "
        eval @                                                 | warning: castling right 'Q' dropped
        eval @                                                 | warning: en passant square e3 dropped
        perft 1 --fen @                                        | warning: castling right 'Q' dropped
        adjourn a.json --sealed-move Kd2 --fen @               | warning: castling right 'Q' dropped
        analyse --nodes 50 --fen @                             | warning: --fen: castling right 'Q' dropped
        play --terminal --engine none --game game.json --fen @ | Castling right 'Q' dropped: king and rook
    ";
    for [line, warning] in rows(table) {
        let Outcome { out, err, .. } = run(line, position).exits(0);
        assert!(
            out.contains(warning) || err.contains(warning),
            "{line}: {out}{err}"
        );
    }
}
