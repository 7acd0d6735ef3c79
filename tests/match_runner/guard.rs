//! Children end with the match runner, however that ends.

use crate::process::{self, Program};
use crate::scripted::Fault;
use crate::support::{PATIENT, Process, guard, ms, scripted};
use compongo::match_runner::uci_engine::UciEngine;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// The environment variable that makes this program a match runner with one player, guarded or not.
pub const RUNNER: &str = "COMPONGO_TEST_RUNNER";

tests![
    a_guarded_player_ends_with_its_match_runner,
    an_orphan_is_not_started,
    the_guard_is_hidden,
];

/// Starts a player that nothing but a signal ends, prints its number and waits to be killed.
pub fn be_runner() -> ! {
    let guarded = std::env::var(RUNNER).is_ok_and(|value| value == "guarded");
    let guard = guarded.then(guard);
    let spec = scripted(Fault::Spins, 0);
    let player = UciEngine::start(&spec, &PATIENT, &[], guard.as_ref(), None, Arc::default())
        .expect("it starts");
    println!("{}", Process::of(&player).number());
    loop {
        thread::sleep(Duration::from_secs(3600));
    }
}

/// The player of a match runner that has been killed.
fn orphan(kind: &str) -> Process {
    let program = std::env::current_exe().expect("a path");
    let mut runner = Program::at(program).env(RUNNER, kind).spawn();
    let line = runner.line();
    let player = Process::numbered(line.trim());
    assert!(player.lives());
    runner.kill();
    player
}

fn a_guarded_player_ends_with_its_match_runner() {
    orphan("guarded").assert_ends();
    // It is the guard that ends it.
    let player = orphan("unguarded");
    thread::sleep(ms(100));
    let lives = player.lives();
    player.kill();
    assert!(lives);
}

fn an_orphan_is_not_started() {
    // Process 1 is not the parent of anything here.
    let outcome = process::run(["guard", "1", "--", "echo", "started"]);
    assert_eq!(outcome.exits(1).out, "");
}

fn the_guard_is_hidden() {
    let text = process::run(["--help"]).out;
    assert!(text.contains("perft") && !text.contains("guard"), "{text}");
}
