//! Names in the source: one type for each name, and the terms that chess programmers use.

use crate::support::source::{files_below, source_files};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Associated types that the standard library gives the same name everywhere.
const ASSOCIATED: [&str; 6] = ["Err", "IntoIter", "Item", "Output", "Target", "Value"];

/// Words that have a better one, which follows.
const WORDS: &[(&str, &str)] = &[
    ("astray", "diverged"),
    ("chair", "player state"),
    ("chairs", "player states"),
    ("clerk", "input reader"),
    ("complain", "eprint"),
    ("complains", "prints"),
    ("court", "judge"),
    ("deal", "distribute"),
    ("desk", "thread data"),
    ("examination", "audit"),
    ("feed", "data loader"),
    ("flood", "breadth-first search"),
    ("glance", "quick pass"),
    ("glances", "quick passes"),
    ("he", "the player"),
    ("hero", "mating piece"),
    ("him", "the player"),
    ("himself", "the player"),
    ("his", "the player's"),
    ("lot", "random, rng"),
    ("lots", "random numbers"),
    ("man", "piece"),
    ("men", "pieces"),
    ("nobody", "no one, none, unused"),
    ("officer", "piece other than king and pawn"),
    ("officers", "pieces other than king and pawns"),
    ("pilot", "search manager"),
    ("prey", "capture"),
    ("seat", "player state"),
    ("seats", "players"),
    ("spot", "table index"),
    ("stretch", "interval"),
    ("stretches", "intervals"),
    ("ticket", "stop token"),
    ("tickets", "stop tokens"),
    ("turning", "first dead ply"),
    ("vain", "without success"),
    ("walls", "blocked pawn structure"),
    ("whoever", "the caller, the player"),
    ("wing", "castling side"),
    ("wings", "castling sides"),
    ("wish", "preference"),
    ("wishes", "preferences"),
];

/// Words that are such in the names of types only.
const TYPES: &[&str] = &["Merit", "Papers", "Sentence", "Thought", "Assessment"];

/// Groups of words.
const PHRASES: &[&str] = &["for ever ", "for ever.", "for ever,", "by lot"];

/// Texts about manual pages, where "man" is the right word.
const MANUALS: &[&str] = &[
    "man page",
    "/man",
    "native\" man",
    "compongo man",
    "clap_mangen::Man",
    "ManPages",
    "\"man\"",
];

/// The files that are checked: all Rust code but this file, scripts, README and changelog.
fn checked_files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<PathBuf> = ["src", "tests", "benches"]
        .iter()
        .flat_map(|folder| files_below(&root.join(folder)))
        .filter(|file| !file.ends_with("tests/it/names.rs"))
        .collect();
    let scripts = fs::read_dir(root.join("scripts")).expect("a folder");
    files.extend(scripts.map(|entry| entry.expect("an entry").path()));
    files.extend(["README.md", "CHANGELOG.md"].map(|file| root.join(file)));
    files
}

/// The words of a line: `man_on`, `ManCount` and "man" all have the word "man".
fn words(line: &str) -> Vec<&str> {
    let bytes = line.as_bytes();
    let is_start = |at: usize| {
        let (before, here) = (at.checked_sub(1).map_or(b' ', |at| bytes[at]), bytes[at]);
        let next_is_small = bytes.get(at + 1).is_some_and(u8::is_ascii_lowercase);
        !before.is_ascii_alphabetic()
            || (here.is_ascii_uppercase() && (before.is_ascii_lowercase() || next_is_small))
    };
    let mut words = Vec::new();
    let mut start = 0;
    for at in 0..=bytes.len() {
        let letter = at < bytes.len() && bytes[at].is_ascii_alphabetic();
        if letter && !is_start(at) {
            continue;
        }
        if start < at && bytes[start].is_ascii_alphabetic() {
            words.push(&line[start..at]);
        }
        start = at;
    }
    words
}

/// What to say about a line, if anything.
fn offence(line: &str) -> Option<String> {
    let line = &MANUALS
        .iter()
        .fold(line.to_owned(), |line, manual| line.replace(manual, ""));
    for word in words(line) {
        if TYPES.contains(&word) {
            return Some(word.to_owned());
        }
        let small = word.to_ascii_lowercase();
        if let Some((_, better)) = WORDS.iter().find(|(old, _)| *old == small) {
            return Some(format!("{word} (say {better})"));
        }
    }
    let phrase = PHRASES.iter().find(|phrase| line.contains(*phrase))?;
    Some((*phrase).to_owned())
}

#[test]
fn words_are_parts_of_names() {
    let line = "let man_on = HTMLReader::men(wingBack)?; // no_men, ABC x1y";
    let expected = [
        "let", "man", "on", "HTML", "Reader", "men", "wing", "Back", "no", "men", "ABC", "x", "y",
    ];
    assert_eq!(words(line), expected);
    assert!(offence("a command in the mantissa of Herman").is_none());
    assert!(offence("gone for ever.").is_some());
    assert!(offence("struct ManOn").is_some());
}

#[test]
fn words_are_those_of_chess_programming() {
    let mut report = String::new();
    let mut count = 0;
    for path in checked_files() {
        let Ok(text) = fs::read_to_string(&path) else {
            continue;
        };
        for (number, line) in text.lines().enumerate() {
            if let Some(offence) = offence(line) {
                count += 1;
                let _ = writeln!(report, "{}:{}: {offence}", path.display(), number + 1);
            }
        }
    }
    assert!(count == 0, "{report}{count} lines");
}

#[test]
fn type_names_are_defined_once() {
    let mut places: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for file in source_files().iter().filter(|file| !file.is_test()) {
        for (name, line) in &file.items.types {
            if !ASSOCIATED.contains(&name.as_str()) {
                let place = format!("src/{}:{line}", file.path);
                places.entry(name).or_default().push(place);
            }
        }
    }
    assert!(places.len() > 100, "the types are found");
    places.retain(|_, places| places.len() > 1);
    let mut report = String::new();
    for (name, places) in &places {
        let _ = writeln!(report, "{name}: {}", places.join(", "));
    }
    assert!(places.is_empty(), "{report}{} names", places.len());
}
