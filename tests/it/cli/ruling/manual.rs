//! `compongo help ruling`: an arbiter's afternoon, run as printed.

use crate::support::process::PROGRAM;
use assert_cmd::Command;

const MANUAL: &str = include_str!("../../../../src/cli/help/ruling.md");

/// The commands that the manual shows, with their output.
fn examples() -> impl Iterator<Item = (&'static str, String)> {
    let blocks = MANUAL.split("\n```\n$ compongo ").skip(1);
    blocks.map(|block| {
        let (text, _) = block.split_once("\n```").expect("the end of a block");
        let (command, output) = text.split_once('\n').expect("a command and its output");
        (command, format!("{output}\n"))
    })
}

#[test]
fn an_afternoon_of_an_arbiter() {
    let mut count = 0;
    for (command, expected) in examples() {
        let words = shlex::split(command).expect("balanced quotes");
        let output = Command::new(PROGRAM)
            .args(words)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .expect("it runs");
        assert!(
            output.stderr.is_empty() && output.status.success(),
            "{command}"
        );
        let found = String::from_utf8(output.stdout).expect("plain text");
        assert_eq!(found, expected, "compongo {command}");
        count += 1;
    }
    assert_eq!(count, 12);
}
