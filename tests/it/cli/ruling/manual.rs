//! `compongo help ruling`: an arbiter's afternoon, run as printed.

use crate::support::process::Program;

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
        let program = Program::with(words).folder(env!("CARGO_MANIFEST_DIR"));
        let found = program.run().success();
        assert_eq!(found, expected, "compongo {command}");
        count += 1;
    }
    assert_eq!(count, 12);
}
