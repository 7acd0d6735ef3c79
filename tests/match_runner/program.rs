//! `compongo match` leaves no process behind, however it ends and whatever its players do.

use crate::TestCase;
use crate::scripted::{Fault, SCRIPTED};
use crate::support::{PLENTY, ms, processes_tagged, scripted, tagged};
use compongo::match_runner::settings::EngineSpec;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::Instant;
use tempfile::TempDir;

pub const TESTS: &[TestCase] = &[
    ("program: killed", killed),
    ("program: interrupted", interrupted),
    ("program: control characters", control_characters),
];

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

/// A match of two games at a time between players whom nothing but a signal ends, under way.
fn begun(engines: &[EngineSpec; 2], folder: &Path) -> Child {
    let [first, second] = engines.each_ref().map(described);
    let child = Command::new(env!("CARGO_BIN_EXE_compongo"))
        .current_dir(folder)
        .env_remove(SCRIPTED)
        .arg("match")
        .arg("--engine")
        .args(first)
        .arg("--engine")
        .args(second)
        .args(["--openings", "initial", "--games", "1000", "--nodes", "1"])
        .args(["--concurrency", "2", "--json", "games.jsonl"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let start = Instant::now();
    while processes_tagged(engines) < 4 {
        assert!(start.elapsed() < PLENTY, "the players do not start");
        thread::sleep(ms(20));
    }
    child
}

/// Sends a signal to a match and waits until it and its players have ended.
fn ended_by(signal: Signal) -> ExitStatus {
    let folder = TempDir::new().expect("a folder");
    let engines = ["first", "second"].map(|name| {
        tagged(EngineSpec {
            name: name.to_owned(),
            ..scripted(Fault::Spins, 0)
        })
    });
    let mut child = begun(&engines, folder.path());
    kill(Pid::from_raw(child.id() as i32), signal).expect("it runs");
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("it is ours") {
            break status;
        }
        if start.elapsed() > PLENTY {
            child.kill().expect("it runs");
            panic!("it does not end");
        }
        thread::sleep(ms(5));
    };
    let start = Instant::now();
    while processes_tagged(&engines) > 0 {
        assert!(start.elapsed() < PLENTY, "players live on");
        thread::sleep(ms(5));
    }
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

/// Text from engines and opening files reaches files and the terminal without control characters.
fn control_characters() {
    const BOOK: &str = "[Event \"\u{1b}[31mred\u{7}\"]\n[Site \"\u{9b}2J\"]\n\
        [FEN \"4k3/8/8/8/8/8/8/4K2R w KQ\u{1b} - 0 1\"]\n[SetUp \"1\"]\n\n1. Ke2 \u{1b}]0;x\u{7} *\n\n\
        [Event \"\u{1b}[31mred\"]\n\n1. e4 {\u{1b}[2J} e5 *\n";
    let folder = TempDir::new().expect("a folder");
    let run = |book: &str| {
        fs::write(folder.path().join("book.pgn"), book).expect("a writable folder");
        let engines = [("first", 0), ("second", 2)].map(|(name, at)| {
            described(&EngineSpec {
                name: name.to_owned(),
                ..scripted(Fault::ControlCharacters, at)
            })
        });
        let [first, second] = engines;
        let mut command = Command::new(env!("CARGO_BIN_EXE_compongo"));
        command
            .current_dir(folder.path())
            .env_remove(SCRIPTED)
            .args(["match", "--engine"])
            .args(first)
            .arg("--engine")
            .args(second)
            .args([
                "--openings",
                "book.pgn",
                "order=sequential",
                "--games",
                "2",
                "--nodes",
                "1",
            ])
            .args([
                "--concurrency",
                "1",
                "--json",
                "games.jsonl",
                "--pgn",
                "games.pgn",
            ])
            .args(["--report", "report.html", "--protocol", "protocol.log"]);
        command.output().expect("it runs")
    };
    let assert_clean = |name: &str, text: &[u8]| {
        let text = String::from_utf8(text.to_vec()).expect("UTF-8");
        let found = text.chars().find(|c| c.is_control() && *c != '\n');
        assert_eq!(found, None, "{name}: {text:?}");
        for escape in ["\\u001b", "\\u0007", "\\u009b"] {
            assert!(!text.contains(escape), "{name}: {text}");
        }
        text
    };
    let refused = run(BOOK);
    assert_clean("stdout", &refused.stdout);
    assert_clean("stderr", &refused.stderr);
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");

    let (_, sound) = BOOK.split_once("*\n\n").expect("two games");
    let played = run(sound);
    let stdout = assert_clean("stdout", &played.stdout);
    assert_clean("stderr", &played.stderr);
    assert!(stdout.contains("illegal move: 31m"), "{stdout}");
    assert!(stdout.contains("no [31mnet 2J"), "{stdout}");
    for name in ["games.jsonl", "games.pgn", "report.html", "protocol.log"] {
        let text = fs::read(folder.path().join(name)).expect("it is written");
        assert_clean(name, &text);
    }
}
