//! Little memory, as in a container: fewer threads and a message, never an abort.

use crate::support::process::{PROGRAM, Program, address_space};
use std::io::Write;

/// The program with these UCI commands and this much address space, in KiB.
fn limited(kibibytes: u32, commands: &[&str]) -> Program {
    let limit = format!("ulimit -v {kibibytes}");
    Program::at(PROGRAM).args(commands).after(&limit)
}

/// The output of UCI commands in a process with this much address space, in KiB.
fn with_memory(kibibytes: u32, commands: &[&str]) -> String {
    limited(kibibytes, commands).run().success()
}

#[test]
fn no_limited_memory_is_reserved_for_the_heaps_of_threads() {
    // It needs some 60 MB. glibc would reserve 64 MiB for the reader of the input alone.
    let mut engine = limited(400_000, &[]).converse();
    let input = engine.child.stdin.as_mut().expect("a pipe");
    input.write_all(b"isready\n").expect("the engine reads");
    assert_eq!(engine.line(), "readyok\n");
    let taken = address_space(engine.child.id());
    assert!((1..100_000).contains(&taken), "{taken} KiB");
}

#[test]
fn threads_that_do_not_fit_are_not_used() {
    let out = with_memory(
        2_000_000,
        &["setoption name Threads value 512", "go nodes 2000"],
    );
    assert!(out.contains("there is no memory for 512 threads"), "{out}");
    assert!(!out.contains("error"), "{out}");
    assert!(out.contains("bestmove "), "{out}");
}

#[test]
fn a_hash_table_leaves_room_for_the_search() {
    // In steps of less than a call stack, which is 16 MiB, around the limit that just suffices for the table.
    let limits: Vec<u32> = (100_000..=220_000).step_by(12_000).collect();
    let mut shrunk = 0;
    for &kibibytes in &limits {
        let commands = [
            "setoption name Threads value 2",
            "setoption name Hash value 64",
            "go depth 3",
        ];
        let out = with_memory(kibibytes, &commands);
        assert!(!out.contains("error"), "{kibibytes} KiB: {out}");
        assert!(out.contains("info depth 3 "), "{kibibytes} KiB: {out}");
        shrunk += usize::from(out.contains("option Hash: 64 MiB do not fit"));
    }
    assert!((1..limits.len()).contains(&shrunk), "{shrunk}");
}

#[test]
fn a_size_that_does_not_fit_clears_nothing_when_it_is_set_again() {
    let set = "setoption name Hash value 64";
    // The nodes of the second search depend on what the first has stored.
    let nodes = |commands: &[&str], warnings: usize| -> u32 {
        let out = with_memory(110_000, commands);
        let warned = out.matches("64 MiB do not fit").count();
        assert_eq!(warned, warnings, "{out}");
        let (_, last) = out.rsplit_once(" nodes ").expect("a search");
        let number = last.split(' ').next().expect("a word");
        number.parse().expect("a number")
    };
    let once = nodes(&[set, "go depth 10", "go depth 6"], 1);
    assert_eq!(nodes(&[set, "go depth 10", set, "go depth 6"], 2), once);
    let cleared = [
        set,
        "go depth 10",
        "setoption name Clear Hash",
        "go depth 6",
    ];
    assert!(nodes(&cleared, 1) > once);
}

#[test]
fn a_size_that_did_not_fit_is_tried_again_with_fewer_threads() {
    let set = "setoption name Hash value 220";
    let [many, one] = [8, 1].map(|threads| format!("setoption name Threads value {threads}"));
    let out = with_memory(400_000, &[&many, set, &one, set, "go depth 1"]);
    assert_eq!(out.matches("220 MiB do not fit").count(), 1, "{out}");
    assert!(!out.contains("error") && out.contains("bestmove "), "{out}");
}

#[test]
fn a_hash_table_is_replaced_while_it_is_being_warmed_up() {
    let commands = [
        "setoption name Hash value 1200",
        "setoption name Hash value 1100",
        "isready",
    ];
    let out = with_memory(2_000_000, &commands);
    assert!(!out.contains("1100 MiB do not fit"), "{out}");
}

#[test]
fn perft_and_a_cleared_table_need_no_thread_of_their_own() {
    for kibibytes in (120_000..=240_000).step_by(40_000) {
        let commands = [
            "setoption name Threads value 64",
            "setoption name Hash value 16",
            "go perft 4",
        ];
        let out = with_memory(kibibytes, &commands);
        assert!(out.contains("Nodes searched: 197281"), "{out}");
    }
}
