//! The manuals against the parser, the options and the source.

use crate::support::folder::Folder;
use crate::support::process::run;
use compongo::engine::options::{OptionId, split};
use compongo::judge::FindingKind;
use compongo::uci::command::is_command;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

/// What the program prints with these arguments.
fn printed(arguments: &[&str]) -> String {
    run(arguments).success()
}

/// The manuals and README, by their names without `.md`.
fn texts() -> BTreeMap<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manuals = fs::read_dir(root.join("src/cli/help")).expect("a folder");
    let files = manuals.map(|entry| entry.expect("an entry").path());
    files
        .chain([root.join("README.md")])
        .filter(|path| path.extension().is_some_and(|end| end == "md"))
        .map(|path| {
            let name = path.file_stem().expect("a name").to_string_lossy();
            (name.into_owned(), fs::read_to_string(&path).expect("text"))
        })
        .collect()
}

fn flags_in(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
    words.filter(|word| word.len() > 2 && word.starts_with("--") && !word.ends_with('-'))
}

/// The subcommands, with those of subcommands, by their names as they are typed, and their flags.
static FLAGS: LazyLock<BTreeMap<String, BTreeSet<String>>> = LazyLock::new(|| {
    let mut all = BTreeMap::new();
    let mut open = vec![String::new()];
    while let Some(name) = open.pop() {
        let arguments: Vec<&str> = name.split_whitespace().chain(["--help"]).collect();
        let help = printed(&arguments);
        let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
        for line in commands.take_while(|line| line.starts_with("  ")) {
            if let Some(command) = line[2..].split_whitespace().next()
                && !line.starts_with("   ")
                && command != "help"
            {
                open.push(format!("{name} {command}").trim().to_owned());
            }
        }
        let lines = help
            .lines()
            .filter(|line| line.trim_start().starts_with('-'));
        let own = lines.filter_map(|line| flags_in(line).next().map(str::to_owned));
        all.insert(name, own.collect());
    }
    all.insert("help".to_owned(), BTreeSet::new());
    all
});

#[test]
fn every_subcommand_has_a_page_with_its_flags_and_every_topic_one() {
    let folder = Folder::new();
    printed(&["man", &folder.path("")]);
    let known = &*FLAGS;
    assert!(known["net info"].contains("--help") && known["match"].contains("--openings"));
    for (name, flags) in known {
        let words = ["compongo"].into_iter().chain(name.split_whitespace());
        let file = words.collect::<Vec<_>>().join("-") + ".1";
        let page = folder.read(&file);
        let page = page.replace("\\-", "-");
        for flag in flags {
            assert!(page.contains(flag), "{flag} is missing in {file}");
        }
    }
    let overview = printed(&["help"]);
    for (name, text) in texts() {
        if ["main", "README"].contains(&name.as_str()) {
            continue;
        }
        assert!(overview.contains(&format!("\n  {name} ")), "{name}");
        let heading = text.lines().find_map(|line| line.strip_prefix("## "));
        let manual = printed(&["help", &name]);
        assert!(manual.contains(heading.unwrap_or_default()), "{name}");
        if !known.contains_key(&name) {
            let pages = ["5", "7"].map(|section| format!("compongo-{name}.{section}"));
            assert!(pages.iter().any(|page| folder.join(page).exists()));
            let long = manual.lines().find(|line| line.chars().count() > 80);
            assert_eq!(long, None, "{name}");
        }
    }
    run(["help", "nothing"]).fails(2, "there is no manual for nothing");
    // A topic is no command.
    run(["ledger"]).refused("; see compongo help ledger");
}

#[test]
fn a_page_that_cannot_be_written_is_named() {
    let folder = Folder::new();
    fs::create_dir(folder.join("compongo.1")).expect("a folder");
    run(["man", &folder.path("")]).fails(1, "compongo.1: ");
    let file = folder.write("file", "");
    run(["man", &file]).fails(1, "file: not a directory");
}

#[test]
fn completions_know_the_manuals_the_editions_and_the_modes() {
    let script = printed(&["completions", "bash"]);
    // No subcommand is called so.
    let is_help = |line: &&str| line.trim_start().starts_with("opts=") && line.contains(" ledger ");
    let help = script.lines().find(is_help).expect("the names of topics");
    assert!(help.contains(" adjourn "), "{help}");
    for words in [
        "fide1997 fide2001 fide2009 fide2018 fide2023",
        "standard rapid blitz",
    ] {
        let completed = format!("compgen -W \"{words}\"");
        assert!(script.contains(&completed), "{words}");
    }
}

#[test]
fn names_of_manuals_have_other_spellings() {
    for (spelling, name) in [
        (&["Judge"][..], &["judge"][..]),
        (&["UCI"], &["uci"]),
        (&["Ruling", "Claim"], &["ruling", "claim"]),
        (&["claim"], &["ruling", "claim"]),
        (&["ruling-claim"], &["ruling", "claim"]),
        (&["analyze"], &["analyse"]),
    ] {
        let [found, expected] =
            [spelling, name].map(|name| printed(&[&["help"][..], name].concat()));
        assert_eq!(found, expected, "{spelling:?}");
    }
}

#[test]
fn other_words_lead_to_the_manuals_that_mention_them() {
    for (words, expected) in [
        ("law", "see compongo help laws"),
        ("sprt", "see compongo help match"),
        ("terminal", "see compongo help play or uci"),
        ("level", "see compongo help options or strength"),
        ("Adjudicate", "see compongo help match"),
        ("analysis", "see compongo help analyse"),
        ("stalemate", "see compongo help laws"),
        ("windows-1252", "see compongo help judge"),
        ("jugde", "did you mean compongo help judge?"),
        ("xyzzy", "compongo help lists all"),
    ] {
        let refusal = run(["help", words]).refusal();
        let expected = format!("compongo: there is no manual for {words}; {expected}\n");
        assert_eq!(refusal, expected);
    }
    // Many manuals mention the opening, openbench does not.
    let refusal = run(["help", "opening"]).refusal();
    assert!(refusal.contains("help book, judge, match, "), "{refusal}");
    assert!(!refusal.contains("openbench"), "{refusal}");
}

#[test]
fn flags_and_subcommands_in_texts_exist() {
    let known = &*FLAGS;
    for (name, text) in texts() {
        for line in text.replace("\\\n", " ").lines() {
            let foreign = ["cargo ", "cutechess-cli ", "fastchess "];
            if foreign.iter().any(|program| line.contains(program)) {
                continue;
            }
            for flag in flags_in(line) {
                let exists = known.values().any(|flags| flags.contains(flag));
                assert!(exists, "{name}: there is no {flag}");
            }
            for (at, command) in line.match_indices("compongo ") {
                // Not the end of a path.
                if !line[..at].ends_with('/') {
                    check_command(&name, &line[at + command.len()..], known);
                }
            }
        }
    }
}

/// Checks the words after `compongo` in a text.
fn check_command(place: &str, line: &str, known: &BTreeMap<String, BTreeSet<String>>) {
    let line = line.split(['`', '#', '|']).next().unwrap_or(line);
    let mut words = line.split_whitespace();
    let Some(first) = words.next() else { return };
    let first = first.trim_end_matches([',', '.', ':', ';', ')']);
    if let Some(command) = first.strip_prefix('"') {
        let exists = is_command(command) || known.contains_key(command);
        assert!(exists, "{place}: '{command}' is no command");
        return;
    }
    assert!(known.contains_key(first), "{place}: there is no '{first}'");
    let second = words.next().unwrap_or_default();
    if first == "help" && !second.is_empty() && second.chars().all(|c| c.is_ascii_lowercase()) {
        let exists = known.contains_key(second) || texts().contains_key(second);
        assert!(exists, "{place}: there is no topic '{second}'");
    }
    let nested = known.get(&format!("{first} {second}"));
    for flag in flags_in(line) {
        let flags = nested.unwrap_or(&known[first]);
        assert!(flags.contains(flag), "{place}: {first} has no {flag}");
    }
}

#[test]
fn commands_and_options_in_texts_exist() {
    let texts = texts();
    let rows = texts["uci"]
        .lines()
        .filter_map(|line| line.strip_prefix("| `"));
    let commands: Vec<_> = rows
        .filter_map(|row| row.split([' ', '`']).next())
        .collect();
    assert!(commands.len() > 8);
    assert!(commands.iter().all(|word| is_command(word)), "{commands:?}");
    let mut found = 0;
    for (name, text) in &texts {
        for part in text.split("setoption name ").skip(1) {
            let line = part.split(['"', '`', '\n']).next().unwrap_or(part);
            if !line.starts_with("NAME") {
                split(&format!("name {line}")).unwrap_or_else(|error| panic!("{name}: {error}"));
            }
        }
        // What stands in backticks after the word option, as in: option `Hash`.
        for part in text.split("option `").skip(1) {
            let option = part.split('`').next().unwrap_or(part);
            let known = OptionId::ALL.iter().any(|id| id.name() == option);
            assert!(known, "{name}: there is no option {option}");
            found += 1;
        }
    }
    assert!(found > 2);
}

#[test]
fn paths_in_texts_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = 0;
    for (name, text) in texts() {
        // What stands in backticks.
        for code in text.split('`').skip(1).step_by(2) {
            let path = code.split_whitespace().next().unwrap_or_default();
            let folders = ["nets/", "scripts/", "src/", "tests/"];
            if folders.iter().any(|folder| path.starts_with(folder)) {
                assert!(root.join(path).exists(), "{name}: there is no {path}");
                found += 1;
            }
        }
    }
    assert!(found > 40);
}

#[test]
fn tables_of_the_program_are_in_the_manuals() {
    let options = printed(&["help", "options"]);
    for id in OptionId::ALL {
        let name = id.name();
        assert!(options.contains(&format!("\n  {name} ")), "{name}");
    }
    let judge = printed(&["help", "judge"]);
    for kind in FindingKind::ALL {
        assert!(judge.contains(&format!("\n  {kind}")), "{kind}");
    }
    let laws = printed(&["help", "laws"]);
    assert!(laws.contains("the text itself; second-hand: B.1, B.3"));
    assert!(laws.contains("second-hand; from a commentary of 2021: 7.2.1, 7.2.2"));
    assert!(laws.contains("the text itself; second-hand: 14"));
}

#[test]
fn commands_for_people_come_first() {
    for list in [printed(&["help"]), printed(&["-h"])] {
        let place = |name: &str| list.find(&format!("\n  {name} ")).expect("it is listed");
        let names =
            "play review judge ruling analyse match adjourn book eval bench datagen net man";
        let places: Vec<usize> = names.split(' ').map(place).collect();
        assert!(places.is_sorted(), "{list}");
    }
}

#[test]
fn examples_stand_before_the_flags() {
    let mut found = 0;
    for (name, text) in texts() {
        let Some(text) = text.strip_prefix("## Example") else {
            continue;
        };
        let example = text.lines().nth(3).expect("a command");
        let manual = printed(&["help", &name]);
        let (usage, manual) = manual.split_once("\n\nExample").expect(&name);
        let (examples, flags) = manual.split_once("\nOptions:\n").expect(&name);
        assert!(usage.contains("\nUsage: compongo "), "{name}: {usage}");
        assert!(examples.contains(example), "{name}: {examples}");
        assert!(flags.contains("--help"), "{name}: {flags}");
        found += 1;
    }
    assert!(found > 10);
    let play = printed(&["help", "play"]);
    let place = |text: &str| play.find(text).expect("it is there");
    assert!(place("$ compongo play") < place("\nOptions:\n"), "{play}");
    assert!(place("\nOptions:\n") < place("\nThe Laws on the board\n"));
}

#[test]
fn tables_have_headings_and_no_bars() {
    let mut found = 0;
    for (name, text) in texts() {
        let manual = match name.as_str() {
            "README" => continue,
            "main" => printed(&["help"]),
            name => printed(&["help", name]),
        };
        let shown: Vec<&str> = manual.lines().collect();
        let lines: Vec<&str> = text.lines().collect();
        for pair in lines.windows(2).filter(|pair| pair[1].starts_with("|---")) {
            let heading = pair[0].replace(['|', '`'], "");
            // Two names stand side by side, more below each other; a rule follows.
            let columns = pair[1].matches("---").count();
            let height = if columns > 2 { columns } else { 1 };
            let is_heading = |lines: &[&str]| {
                let rule = lines[height].trim_start();
                let is_rule = !rule.is_empty() && rule.bytes().all(|c| c == b'-');
                let names = lines[..height].join(" ");
                is_rule && names.split_whitespace().eq(heading.split_whitespace())
            };
            assert!(
                shown.windows(height + 1).any(is_heading),
                "{name}: {heading}"
            );
            found += 1;
        }
    }
    assert!(found > 40);
    let laws = printed(&["help", "laws"]);
    assert!(!laws.contains(" | "), "{laws}");
}

#[test]
fn the_crates_of_the_program_are_named() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = fs::read_to_string(root.join("Cargo.toml")).expect("text");
    let manifest: toml::Table = manifest.parse().expect("TOML");
    let systems = manifest["target"].as_table().expect("a table").values();
    let named = texts()["about"].clone();
    let mut found = 0;
    for of in [&manifest["dependencies"]]
        .into_iter()
        .chain(systems.map(|system| &system["dependencies"]))
    {
        for name in of.as_table().expect("a table").keys() {
            assert!(named.contains(&format!("`{name}`")), "{name}");
            found += 1;
        }
    }
    // Nothing but dependencies is named in the table.
    let table = named.lines().filter(|line| line.starts_with("| `"));
    let in_table: usize = table.map(|line| line.matches('`').count() / 2).sum();
    assert_eq!(in_table, found);
}
