//! Little memory, as in a container: fewer threads and a message, never an abort.

use crate::support::process::{PROGRAM, Program};

/// The output of UCI commands in a process with this much address space, in KiB.
fn with_memory(kibibytes: u32, commands: &[&str]) -> String {
    let limit = format!("ulimit -v {kibibytes}");
    Program::at(PROGRAM)
        .after(&limit)
        .args(commands)
        .run()
        .success()
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
fn perft_and_a_cleared_table_need_no_thread_of_their_own() {
    for kibibytes in [120_000, 200_000] {
        let commands = [
            "setoption name Threads value 64",
            "setoption name Hash value 16",
            "go perft 4",
        ];
        let out = with_memory(kibibytes, &commands);
        assert!(out.contains("Nodes searched: 197281"), "{out}");
    }
}
