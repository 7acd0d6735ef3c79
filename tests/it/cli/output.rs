//! Standard output that cannot be written.

use crate::support::folder::Folder;
use crate::support::process::{PROGRAM, Program, words};
use compongo::nnue::embedded;
use std::fs::File;

/// One command line for each way in which the program prints; NET is the file of the embedded network.
const COMMANDS: [&str; 23] = [
    "bench 1",
    "eval",
    "eval '4k3/8/8/8/8/8/8/4K2R w - - 0 1'",
    "perft 2",
    "help",
    "help uci",
    "--help",
    "match --help",
    "--version",
    "net info NET",
    "net verify NET",
    "net export NET",
    "completions bash",
    "datagen --stats tests/data/two_games.shard",
    "judge tests/data/judge/flag.pgn",
    "judge --json --all tests/data/review.pgn",
    "judge --notation fide tests/data/review.pgn",
    "judge --output - tests/data/review.pgn",
    "review tests/data/review.pgn --nodes 10",
    "analyse tests/data/tactics.epd --nodes 10",
    "analyse tests/data/tactics.epd --nodes 10 --json",
    "'position startpos' d",
    "'go depth 2'",
];

fn program(line: &str) -> Program {
    let net = format!("nets/{}.nnue", embedded().name());
    let arguments = shlex::split(&line.replace("NET", &net));
    Program::with(arguments.expect("balanced quotes"))
}

/// A disk without room.
#[cfg(target_os = "linux")]
fn full() -> File {
    let full = File::options().write(true).open("/dev/full");
    full.expect("Linux has it")
}

#[cfg(target_os = "linux")]
#[test]
fn every_command_notices_a_full_disk() {
    for line in COMMANDS {
        let errors = program(line).stdout(full()).run().exits(1).err;
        let found = errors.matches("compongo: standard output: ").count();
        assert_eq!(found, 1, "{line}: {errors}");
    }
}

#[cfg(unix)]
#[test]
fn a_reader_that_has_gone_is_no_error() {
    for line in COMMANDS {
        // The game in this file has a wrong result.
        let code = i32::from(line.ends_with("flag.pgn"));
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let errors = program(line).stdout(writer).run().exits(code).err;
        assert!(!errors.contains("standard output"), "{line}: {errors}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_match_is_played_to_its_end_on_a_full_disk() {
    let here = Folder::new();
    let engine = format!("cmd={PROGRAM}");
    let engines = ["--engine", &engine, "name=A", "--engine", &engine, "name=B"];
    let program = Program::with(["match"]).args(engines).folder(&here);
    let program = program.args(words("--nodes 10 --games 2 --json games"));
    program
        .stdout(full())
        .run()
        .fails(1, "compongo: standard output: ");
    assert_eq!(here.read("games").lines().count(), 3);
}
