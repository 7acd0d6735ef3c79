//! README against the program: its commands give what it shows.

use crate::support::process::Program;

const README: &str = include_str!("../../../README.md");

/// The commands that README shows with their output. A last line of three dots stands for the rest.
fn examples() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    let blocks = README.split("\n```\n$ compongo ").skip(1);
    blocks.map(|block| {
        let mut lines = block.lines().take_while(|line| *line != "```");
        (lines.next().expect("a command"), lines.collect())
    })
}

/// A line without what depends on the machine: speeds and times.
fn stable(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    let varies = |index: usize| {
        let before = index.checked_sub(1).map_or("", |before| words[before]);
        let after = words.get(index + 1).copied().unwrap_or_default();
        let is_unit = |word: &str| ["ms", "s"].contains(&word.trim_end_matches(';'));
        ["nps", "time"].contains(&before) || is_unit(after) || is_unit(words[index])
    };
    let words = words.iter().enumerate();
    let words = words.map(|(index, word)| if varies(index) { "*" } else { *word });
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn commands_print_what_readme_shows() {
    let mut count = 0;
    for (command, mut expected) in examples() {
        // They take long, and what a match prints depends on the machine.
        if ["bench", "match"]
            .iter()
            .any(|name| command.starts_with(name))
        {
            continue;
        }
        let arguments = shlex::split(command).expect("balanced quotes");
        let program = Program::with(arguments).folder(env!("CARGO_MANIFEST_DIR"));
        let text = program.run().out;
        let mut found: Vec<&str> = text.lines().collect();
        if expected.last() == Some(&"...") {
            expected.pop();
            found.truncate(expected.len());
        }
        let [expected, found] = [expected, found].map(|lines| {
            let lines = lines.into_iter().map(stable);
            lines.collect::<Vec<_>>().join("\n")
        });
        assert_eq!(found, expected, "compongo {command}");
        count += 1;
    }
    assert!(count >= 4);
}

#[test]
fn readme_is_short() {
    assert!(README.lines().count() <= 250);
}

#[test]
fn the_match_of_the_network_is_on_its_card() {
    let network = compongo::nnue::embedded();
    let name = network.name();
    assert!(README.contains(&format!("with `{name}` against")), "{name}");
}
