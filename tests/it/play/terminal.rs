//! The game on a terminal.

use crate::support::process::PROGRAM;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// What the program answers to these lines.
fn answers(file: &Path, arguments: &[&str], lines: &str) -> String {
    let mut process = Command::new(PROGRAM)
        .args(["play", "--terminal", "--engine", "none", "--game"])
        .arg(file)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut input = process.stdin.take().expect("a pipe");
    input.write_all(lines.as_bytes()).expect("the lines");
    drop(input);
    let output = process.wait_with_output().expect("the program ends");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn a_game_of_two_people_with_a_touched_piece_and_an_illegal_move() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.json");
    let lines = "e4\ne5\ntouched g1 d2\nd4\nNf3\nillegal Ke6\nKe7\npgn\n";
    let said = answers(&file, &["--tc", "none"], lines);
    for expected in [
        "Nf3, Nh3",
        "this move may not be played now",
        "(Articles 7.5.1",
        "you must play one of: Ke7",
        "1. e4 e5 2. Nf3 Ke7 *",
        "    a b c d e f g h",
    ] {
        assert!(said.contains(expected), "{expected}\n{said}");
    }
    // The game is kept, and continued.
    let kept = answers(&file, &["--tc", "none", "--resume"], "resign\n");
    assert!(kept.contains("0-1"), "{kept}");
}

#[test]
fn help_names_every_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let said = answers(&folder.path().join("game.json"), &[], "help\nquit\n");
    for word in [
        "claim", "adjust", "illegal", "touched", "takeback", "adjourn",
    ] {
        // At the beginning, and when it is asked for.
        assert!(said.matches(word).count() >= 2, "{word}\n{said}");
    }
}
