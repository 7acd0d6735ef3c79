//! `compongo match` leaves no process behind, however it ends and whatever its players do.

use crate::folder::Folder;
use crate::process::{Outcome, Program, Running, wait_for, words};
use crate::scripted::{Fault, SCRIPTED};
use crate::support::{PLENTY, processes_tagged, scripted, tagged};
use compongo::match_runner::settings::EngineSpec;
use nix::sys::signal::Signal;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Instant;

tests![killed, interrupted, control_characters];

/// The words that describe an engine to the program.
fn described(spec: &EngineSpec) -> Vec<String> {
    let mut words = vec![
        format!("name={}", spec.name),
        format!("cmd={}", spec.cmd),
        format!("args={}", spec.args.join(" ")),
    ];
    words.extend(
        spec.env
            .iter()
            .map(|(name, value)| format!("env.{name}={value}")),
    );
    words
}

fn match_of(engines: [Vec<String>; 2], folder: &Folder, rest: &str) -> Program {
    let [first, second] = engines;
    Program::with(["match", "--engine"])
        .args(first)
        .arg("--engine")
        .args(second)
        .args(words(rest))
        .folder(folder)
        .without_env(SCRIPTED)
}

/// A match of two games at a time between players whom nothing but a signal ends, under way.
fn begun(engines: &[EngineSpec; 2], folder: &Folder) -> Running {
    let rest = "--openings initial --games 1000 --nodes 1 --concurrency 2 --json games.jsonl";
    let running = match_of(engines.each_ref().map(described), folder, rest);
    let running = running.silent().spawn();
    wait_for("the players", || processes_tagged(engines) >= 4);
    running
}

/// Sends a signal to a match and waits until it and its players have ended.
fn ended_by(signal: Signal) -> ExitStatus {
    let folder = Folder::new();
    let engines = ["first", "second"].map(|name| {
        tagged(EngineSpec {
            name: name.to_owned(),
            ..scripted(Fault::Spins, 0)
        })
    });
    let mut running = begun(&engines, &folder);
    let start = Instant::now();
    running.signal(signal);
    let status = running.status();
    wait_for("the end of the players", || processes_tagged(&engines) == 0);
    assert!(start.elapsed() < PLENTY, "{:?}", start.elapsed());
    status
}

fn killed() {
    let status = ended_by(Signal::SIGKILL);
    assert_eq!(status.signal(), Some(9));
}

fn interrupted() {
    let status = ended_by(Signal::SIGINT);
    assert_eq!(status.code(), Some(130));
}

/// Text from engines and opening files reaches files and the terminal without control characters and without the mark that
/// reverses the direction of writing.
fn control_characters() {
    const BOOK: &str = "[Event \"\u{1b}[31mred\u{7}\"]\n[Site \"\u{9b}2J\"]\n\
        [FEN \"4k3/8/8/8/8/8/8/4K2R w KQ\u{1b} - 0 1\"]\n[SetUp \"1\"]\n\n1. Ke2 \u{1b}]0;x\u{7} *\n\n\
        [Event \"\u{1b}[31mred\"]\n\n1. e4 {\u{1b}[2J} e5 *\n";
    let folder = Folder::new();
    let run = |book: &str| -> Outcome {
        folder.write("book.pgn", book);
        let engines = [("first", 0), ("second", 2)].map(|(name, at)| {
            described(&EngineSpec {
                name: name.to_owned(),
                ..scripted(Fault::ControlCharacters, at)
            })
        });
        let rest = "--openings book.pgn order=sequential --games 2 --nodes 1 --concurrency 1 --json games.jsonl \
                    --pgn games.pgn --report report.html --protocol protocol.log";
        match_of(engines, &folder, rest).run()
    };
    let assert_clean = |name: &str, text: &str| {
        let found = text
            .chars()
            .find(|&c| c.is_control() && c != '\n' || c == '\u{202e}');
        assert_eq!(found, None, "{name}: {text:?}");
        for escape in ["\\u001b", "\\u0007", "\\u009b", "\\u202e"] {
            assert!(!text.contains(escape), "{name}: {text}");
        }
    };
    let refused = run(BOOK);
    assert_clean("stdout", &refused.out);
    assert_clean("stderr", &refused.err);
    refused.exits(2);

    let (_, sound) = BOOK.split_once("*\n\n").expect("two games");
    let played = run(sound);
    assert_clean("stdout", &played.out);
    assert_clean("stderr", &played.err);
    let out = played.out;
    assert!(out.contains("illegal move: 31m"), "{out}");
    assert!(out.contains("no [31mnet 2J"), "{out}");
    for name in ["games.jsonl", "games.pgn", "report.html", "protocol.log"] {
        assert_clean(name, &folder.read(name));
    }
}
