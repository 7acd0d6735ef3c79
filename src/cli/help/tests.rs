//! The manuals against the parser, the options and the source.

use super::*;
use crate::cli::Cli;
use crate::engine::options::split;
use crate::uci::command::is_command;
use clap::CommandFactory;
use std::collections::{BTreeMap, BTreeSet};

const README: &str = include_str!("../../../README.md");

const FORMAT: Terminal = Terminal {
    width: 80,
    styled: false,
};

/// The subcommands, with those of subcommands, by their names as they are typed, and their flags.
fn flags() -> BTreeMap<String, BTreeSet<String>> {
    fn collect(command: &Command, name: &str, all: &mut BTreeMap<String, BTreeSet<String>>) {
        let longs = command.get_arguments().filter(|arg| !arg.is_hide_set());
        let longs = longs.filter_map(|arg| Some(format!("--{}", arg.get_long()?)));
        all.insert(name.to_owned(), longs.collect());
        for subcommand in command.get_subcommands() {
            let name = format!("{name} {}", subcommand.get_name());
            collect(subcommand, name.trim(), all);
        }
    }
    let mut all = BTreeMap::new();
    let mut program = Cli::command();
    program.build();
    collect(&program, "", &mut all);
    all
}

/// All texts, by name.
fn texts() -> impl Iterator<Item = (&'static str, &'static str)> {
    let topics = TOPICS.iter().map(|topic| (topic.name, topic.text));
    SUBCOMMANDS
        .into_iter()
        .chain(topics)
        .chain([("README.md", README), ("main.md", MAIN)])
}

/// The flags in a text.
fn flags_in(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
    words.filter(|word| word.len() > 2 && word.starts_with("--") && !word.ends_with('-'))
}

#[test]
fn every_flag_is_in_its_manual_and_its_page() {
    let pages: BTreeMap<String, Vec<u8>> =
        pages(Cli::command()).expect("pages").into_iter().collect();
    for (name, flags) in flags() {
        let words: Vec<String> = name.split_whitespace().map(str::to_owned).collect();
        let help = if words.is_empty() {
            Cli::command().render_long_help().to_string()
        } else {
            text(Cli::command(), &words, &FORMAT).expect("a manual")
        };
        let page = ["compongo"].into_iter().chain(name.split_whitespace());
        let page = page.collect::<Vec<_>>().join("-") + ".1";
        let page = String::from_utf8_lossy(&pages[&page]).replace("\\-", "-");
        for flag in flags {
            assert!(
                help.contains(&flag),
                "{flag} is missing in the manual of {name}"
            );
            assert!(
                page.contains(&flag),
                "{flag} is missing in the page of {name}"
            );
        }
    }
}

#[test]
fn flags_and_subcommands_in_texts_exist() {
    let known = flags();
    for (name, text) in texts() {
        let code = text.replace("\\\n", " ");
        for line in code.lines() {
            let foreign = ["cargo ", "cutechess-cli ", "fastchess "];
            if foreign.iter().any(|program| line.contains(program)) {
                continue;
            }
            for flag in flags_in(line) {
                assert!(
                    known.values().any(|flags| flags.contains(flag)),
                    "{name}: there is no {flag}"
                );
            }
            for (at, command) in line.match_indices("compongo ") {
                // Not the end of a path.
                if !line[..at].ends_with('/') {
                    check_command(name, &line[at + command.len()..], &known);
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
        return assert!(
            is_command(command),
            "{place}: '{command}' is no UCI command"
        );
    }
    assert!(
        known.contains_key(first),
        "{place}: there is no subcommand '{first}'"
    );
    let second = words.next().unwrap_or_default();
    let nested = known.contains_key(&format!("{first} {second}"));
    if first == "help" && !second.is_empty() && second.chars().all(|c| c.is_ascii_lowercase()) {
        assert!(
            topic(second).is_some() || known.contains_key(second),
            "{place}: there is no topic '{second}'"
        );
    }
    let full = if nested {
        format!("{first} {second}")
    } else {
        first.to_owned()
    };
    for flag in flags_in(line) {
        assert!(known[&full].contains(flag), "{place}: {full} has no {flag}");
    }
}

#[test]
fn commands_of_the_engine_exist() {
    let (_, manual) = texts()
        .find(|(name, _)| *name == "uci")
        .expect("the manual");
    let words = manual
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split([' ', '`']).next());
    let mut count = 0;
    for word in words {
        assert!(is_command(word), "{word}");
        count += 1;
    }
    assert!(count > 8);
}

#[test]
fn options_in_texts_exist() {
    let mut found = 0;
    for (name, text) in texts() {
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
fn subcommands_have_manuals_and_words_are_known_once() {
    let names: Vec<&str> = SUBCOMMANDS.iter().map(|(name, _)| *name).collect();
    for name in &names {
        assert!(flags().contains_key(*name), "{name}");
    }
    for topic in &TOPICS {
        assert!(!flags().contains_key(topic.name), "{}", topic.name);
    }
    let overview = text(Cli::command(), &[], &FORMAT).expect("a list");
    for name in names
        .into_iter()
        .chain(TOPICS.iter().map(|topic| topic.name))
    {
        assert!(overview.contains(&format!("\n  {name} ")), "{name}");
    }
    assert_eq!(text(Cli::command(), &["nothing".to_owned()], &FORMAT), None);
}

#[test]
fn tables_of_the_program_are_in_the_manuals() {
    let options = text(Cli::command(), &["options".to_owned()], &FORMAT).expect("a manual");
    for id in OptionId::ALL {
        assert!(
            options.contains(&format!("\n  {} ", id.name())),
            "{}",
            id.name()
        );
    }
    let judge = text(Cli::command(), &["judge".to_owned()], &FORMAT).expect("a manual");
    for kind in FindingKind::ALL {
        assert!(judge.contains(&format!("\n  {kind}")), "{kind}");
    }
}

#[test]
fn lines_fit_and_emphasis_costs_no_width() {
    for width in [60, 80] {
        for (name, source) in texts().filter(|(name, _)| *name != "README.md") {
            let blocks: Vec<Block> = blocks(source)
                .into_iter()
                .filter(|block| !matches!(block, Block::Code(_)))
                .collect();
            let plain = Terminal {
                width,
                styled: false,
            }
            .render(&blocks);
            let long = plain.lines().find(|line| line.chars().count() > width);
            assert_eq!(long, None, "{name}");
            let styled = Terminal {
                width,
                styled: true,
            }
            .render(&blocks);
            let styled = console::strip_ansi_codes(&styled);
            let long = styled.lines().find(|line| line.chars().count() > width);
            assert_eq!(long, None, "{name}");
            assert!(!styled.contains('`') && !styled.contains("**"), "{name}");
        }
    }
}

#[test]
fn blocks_are_told_apart() {
    let text = "## Heading\nA paragraph\nof two lines.\n* item\n  goes on\n* next\n\n```\ncode  here\n```\n\
        | a | b |\n|---|---|\n| `x`, `y` | The *two* |\n";
    let owned = |items: &[&str]| {
        items
            .iter()
            .map(|&item| item.to_owned())
            .collect::<Vec<_>>()
    };
    let expected = [
        Block::Heading("Heading".to_owned()),
        Block::Paragraph("A paragraph of two lines.".to_owned()),
        Block::List(owned(&["item goes on", "next"])),
        Block::Code(owned(&["code  here"])),
        Block::Table(vec![("`x`, `y`".to_owned(), "The *two*".to_owned())]),
    ];
    assert_eq!(parse(text), expected);
    let mut page = Roff::new();
    add_roff(&mut page, &expected);
    let page = page.render();
    assert!(
        page.contains(".SH HEADING\n.PP\nA paragraph of two lines.\n"),
        "{page}"
    );
    assert!(page.contains(".nf\ncode  here\n.fi\n"), "{page}");
}
