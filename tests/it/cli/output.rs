//! Standard output that cannot be written.

use crate::support::folder::Folder;
use crate::support::process::PROGRAM;
use std::fs::File;
use std::process::{Command, Output, Stdio};

/// The program with a standard output of our choice.
fn run(arguments: &[&str], stdout: impl Into<Stdio>) -> Output {
    let mut command = Command::new(PROGRAM);
    command.args(arguments).stdin(Stdio::null());
    command.stdout(stdout).output().expect("it runs")
}

/// One command line for each way in which the program prints.
const COMMANDS: [&[&str]; 22] = [
    &["bench", "1"],
    &["eval"],
    &["eval", "4k3/8/8/8/8/8/8/4K2R w - - 0 1"],
    &["perft", "2"],
    &["help"],
    &["help", "uci"],
    &["--help"],
    &["match", "--help"],
    &["--version"],
    &["net", "info", "nets/gen12.nnue"],
    &["net", "verify", "nets/gen12.nnue"],
    &["net", "export", "nets/gen12.nnue"],
    &["completions", "bash"],
    &["datagen", "--stats", "tests/data/two_games.shard"],
    &["judge", "tests/data/judge/flag.pgn"],
    &["judge", "--json", "--all", "tests/data/review.pgn"],
    &["judge", "--notation", "fide", "tests/data/review.pgn"],
    &["review", "tests/data/review.pgn", "--nodes", "10"],
    &["analyse", "tests/data/tactics.epd", "--nodes", "10"],
    &[
        "analyse",
        "tests/data/tactics.epd",
        "--nodes",
        "10",
        "--json",
    ],
    &["position startpos", "d"],
    &["go depth 2"],
];

#[cfg(target_os = "linux")]
#[test]
fn every_command_notices_a_full_disk() {
    for arguments in COMMANDS {
        let full = File::options().write(true).open("/dev/full");
        let output = run(arguments, full.expect("Linux has it"));
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {errors}");
        let found = errors.matches("compongo: standard output: ").count();
        assert_eq!(found, 1, "{arguments:?}: {errors}");
    }
}

#[cfg(unix)]
#[test]
fn a_reader_that_has_gone_is_no_error() {
    for arguments in COMMANDS {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = run(arguments, writer);
        let errors = String::from_utf8_lossy(&output.stderr);
        let judges = arguments[0] == "judge";
        let code = output.status.code();
        assert!(
            code == Some(0) || judges,
            "{arguments:?}: {code:?} {errors}"
        );
        assert!(
            !errors.contains("standard output"),
            "{arguments:?}: {errors}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_match_is_played_to_its_end_on_a_full_disk() {
    let here = Folder::new();
    let full = File::options().write(true).open("/dev/full");
    let engine = format!("cmd={PROGRAM}");
    let output = Command::new(PROGRAM)
        .current_dir(&*here)
        .args(["match", "--engine", &engine, "name=A", "--engine", &engine])
        .args(["name=B", "--nodes", "10", "--games", "2", "--json", "games"])
        .stdin(Stdio::null())
        .stdout(full.expect("Linux has it"))
        .output()
        .expect("it runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.contains("compongo: standard output: "), "{errors}");
    let ledger = std::fs::read_to_string(here.join("games")).expect("a ledger");
    assert_eq!(ledger.lines().count(), 3);
}

#[test]
#[cfg(target_os = "linux")]
fn files_without_an_end_are_refused() {
    for arguments in [
        &["match", "--config", "/dev/zero"][..],
        &["train", "/dev/zero"],
        &["perft", "--suite", "/dev/zero"],
        &["net", "test", "nets/gen12.nnue", "--positions", "/dev/zero"],
    ] {
        let (code, out, err) = crate::support::process::run(arguments);
        let is_refused = code.is_some_and(|code| code == 1 || code == 2);
        assert!(
            is_refused && out.is_empty(),
            "{arguments:?}: {code:?} {err}"
        );
        assert!(err.contains("longer than"), "{arguments:?}: {err}");
    }
}
