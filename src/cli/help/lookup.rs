//! Where words lead that name no manual.

use super::markup::{Block, Terminal};
use super::{MANUALS, Manual, blocks, text};
use crate::util::text::{nearest, quote};
use clap::{Arg, Command};

/// Endings of English words, longer ones before those in which they end.
const ENDINGS: [&str; 11] = [
    "ation", "ating", "ated", "ate", "ing", "ion", "ed", "es", "is", "s", "e",
];

/// The least number of letters before an ending.
const MIN_STEM: usize = 5;

/// The message about words that have no manual: the manuals that mention them, or else the manual with a similar name.
///
/// If a name, a title, a heading, a term or a flag has the words, manuals that mention them elsewhere do not count.
pub fn no_manual(program: &Command, words: &str) -> String {
    let lower = words.to_lowercase();
    let stem = stem(&lower);
    let places: [fn(&Manual, &Command) -> Vec<String>; 3] = [name, keywords, page];
    let mut found = places.into_iter().map(|place| {
        let mentions_it = |manual: &&Manual| {
            let texts = place(manual, program);
            texts.iter().any(|text| mentions(text, stem))
        };
        let manuals = MANUALS.iter().filter(mentions_it);
        manuals.map(|manual| manual.name).collect::<Vec<_>>()
    });
    let found = found.find(|names| !names.is_empty());
    let hint = match found.as_deref() {
        Some([others @ .., last]) if !others.is_empty() => {
            format!("see compongo help {} or {last}", others.join(", "))
        }
        Some([name, ..]) => format!("see compongo help {name}"),
        _ => match nearest(words, MANUALS.iter().map(|manual| manual.name)) {
            Some(similar) => format!("did you mean compongo help {similar}?"),
            None => "compongo help lists all".to_owned(),
        },
    };
    format!("there is no manual for {}; {hint}", quote(words))
}

/// A word without its ending, so that `adjudicate` finds `adjudication`.
fn stem(word: &str) -> &str {
    let stems = ENDINGS
        .iter()
        .filter_map(|&ending| word.strip_suffix(ending));
    let mut long_enough = stems.filter(|stem| stem.len() >= MIN_STEM);
    long_enough.next().unwrap_or(word)
}

/// True if a word of the text begins with the stem, in upper or lower case.
fn mentions(text: &str, stem: &str) -> bool {
    let text = text.to_lowercase();
    let mut places = text.match_indices(stem);
    places.any(|(at, _)| !text[..at].ends_with(char::is_alphanumeric))
}

fn name(manual: &Manual, _: &Command) -> Vec<String> {
    vec![manual.name.to_owned()]
}

/// The title and the headings, the terms of the tables, and the flags and subcommands of the command.
fn keywords(manual: &Manual, program: &Command) -> Vec<String> {
    let mut keywords = vec![manual.title.to_owned()];
    if let Some(command) = program.find_subcommand(manual.name) {
        keywords.extend(command.get_about().map(ToString::to_string));
        let flags = command.get_arguments().filter_map(Arg::get_long);
        keywords.extend(flags.map(str::to_owned));
        let subcommands = command.get_subcommands().map(Command::get_name);
        keywords.extend(subcommands.map(str::to_owned));
    }
    for block in blocks(manual.text) {
        match block {
            Block::Heading(heading) => keywords.push(heading),
            Block::Table(table) => {
                let terms = table
                    .rows
                    .into_iter()
                    .filter_map(|row| row.into_iter().next());
                keywords.extend(terms);
            }
            Block::Paragraph(_) | Block::List(_) | Block::Code(_) => {}
        }
    }
    keywords
}

/// The whole page, with each paragraph on a line.
fn page(manual: &Manual, program: &Command) -> Vec<String> {
    let format = Terminal {
        width: usize::MAX,
        styled: false,
    };
    let page = text(program.clone(), &[manual.name.to_owned()], &format);
    page.into_iter().collect()
}
