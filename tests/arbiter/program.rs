//! `compongo match` leaves no process behind, however it ends and whatever its players do.

use crate::TestCase;
use crate::scripted::{Fault, SCRIPTED};
use crate::support::{PLENTY, ms, processes_tagged, scripted, tagged};
use compongo::arbiter::settings::EngineSpec;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::Instant;
use tempfile::TempDir;

pub const TESTS: &[TestCase] = &[
    ("program: killed", killed),
    ("program: interrupted", interrupted),
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
