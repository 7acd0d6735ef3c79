//! `compongo help` and `compongo man`: the manuals.
//!
//! Usage and flags come from the parser; the tables of UCI options, of the judge's findings and of the sources of the
//! Articles from the program; the rest is the text beside this file, written in the markup of [`markup`].

mod lookup;
mod markup;

use super::output::{CliError, OK, print, print_styled};
use crate::engine::options::OptionId;
use crate::judge::FindingKind;
use crate::laws::edition::RulesText;
use crate::laws::edition::articles::{self, is_second_hand};
use crate::util::file;
use crate::util::version::PROGRAM;
use clap::Command;
use clap_mangen::roff::{Roff, roman};
use console::Term;
use lookup::no_manual;
use markup::{Block, ManualTable, Terminal, add_roff, parse};
use std::collections::BTreeSet;
use std::io;
use std::path::Path;

/// A text beside this file.
struct Manual {
    name: &'static str,
    /// The section of the man pages: 1 for subcommands, whose usage and flags it follows; 5 for file formats, 7 for other
    /// topics.
    section: &'static str,
    /// Of a topic; those of subcommands come from the parser.
    title: &'static str,
    text: &'static str,
}

macro_rules! manuals {
    ($($name:literal $section:literal $title:literal;)+) => {
        [$(Manual {
            name: $name,
            section: $section,
            title: $title,
            text: include_str!(concat!($name, ".md")),
        },)+]
    };
}

const MANUALS: &[Manual] = &manuals! {
    "adjourn" "1" "";
    "analyse" "1" "";
    "bench" "1" "";
    "book" "1" "";
    "datagen" "1" "";
    "eval" "1" "";
    "genfens" "1" "";
    "judge" "1" "";
    "match" "1" "";
    "net" "1" "";
    "perft" "1" "";
    "play" "1" "";
    "review" "1" "";
    "ruling" "1" "";
    "train" "1" "";
    "uci" "7" "the commands of the engine in a GUI or at a terminal";
    "options" "7" "the options of the engine";
    "strength" "7" "playing below full strength: ratings, errors, time";
    "laws" "7" "the Laws of Chess: editions, results, claims, proofs";
    "ledger" "5" "the file that records a match: settings and games";
    "shards" "5" "the file format of self-play games";
    "nets" "5" "the file format of evaluation networks";
    "reliability" "7" "guarantees under bad input, kills and power cuts";
    "openbench" "7" "testing the engine with OpenBench";
    "about" "7" "licence and crates";
};

/// The manual of the program as a whole.
const MAIN: &str = include_str!("main.md");

impl Manual {
    const fn is_topic(&self) -> bool {
        !self.title.is_empty()
    }
}

/// True for the name of a manual that is not about a subcommand.
pub fn is_topic(name: &str) -> bool {
    manual(name).is_some_and(Manual::is_topic)
}

/// The names of all manuals.
pub fn manual_names() -> impl Iterator<Item = &'static str> {
    MANUALS.iter().map(|manual| manual.name)
}

fn topics() -> impl Iterator<Item = &'static Manual> {
    MANUALS.iter().filter(|manual| manual.is_topic())
}

fn manual(name: &str) -> Option<&'static Manual> {
    MANUALS.iter().find(|manual| manual.name == name)
}

/// Reads a text and puts the tables of the program into it.
fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = parse(text);
    for block in &mut blocks {
        match block {
            Block::Paragraph(text) if text == "{options}" => *block = options(),
            Block::Paragraph(text) if text == "{findings}" => *block = findings(),
            Block::Paragraph(text) if text == "{sources}" => *block = sources(),
            _ => {}
        }
    }
    blocks
}

/// A table of two columns; without `heading`, its columns have no names.
fn table(heading: &[&str], rows: impl Iterator<Item = (String, String)>) -> Block {
    Block::Table(ManualTable {
        heading: heading.iter().map(|&name| name.to_owned()).collect(),
        rows: rows.map(|(term, meaning)| vec![term, meaning]).collect(),
    })
}

/// The UCI options: names; types, defaults and ranges as they are announced; meanings.
fn options() -> Block {
    let row = |&id: &OptionId| {
        let line = id.config().to_string();
        let kind = line.split_once(" type ").map_or("", |(_, kind)| kind);
        (id.name().to_owned(), format!("{} (`{kind}`)", id.meaning()))
    };
    let heading = ["Option", "Meaning (type, default, range)"];
    table(&heading, OptionId::ALL.iter().map(row))
}

/// What the judge finds: names, severities, meanings.
fn findings() -> Block {
    let row = |kind: FindingKind| {
        let meaning = format!("{}: {}", kind.severity(), kind.meaning());
        (kind.to_string(), meaning)
    };
    let heading = ["Finding", "Severity and meaning"];
    table(&heading, FindingKind::ALL.into_iter().map(row))
}

/// Where the numbers of the Articles come from: the texts of the Laws, and which of their numbers are second-hand.
fn sources() -> Block {
    let row = |(column, &text): (usize, &RulesText)| {
        let articles = articles::rows().filter_map(|row| row.articles[column]);
        let (second_hand, read): (BTreeSet<_>, BTreeSet<_>) =
            articles.partition(|article| is_second_hand(text, article));
        let list = |articles: BTreeSet<&str>| articles.into_iter().collect::<Vec<_>>().join(", ");
        let meaning = if second_hand.is_empty() {
            "the text itself".to_owned()
        } else if read.is_empty() {
            "second-hand".to_owned()
        } else if second_hand.len() < read.len() {
            format!("the text itself; second-hand: {}", list(second_hand))
        } else {
            // Of 2018 a commentary was read, not the text.
            format!("second-hand; from a commentary of 2021: {}", list(read))
        };
        (text.name().to_owned(), meaning)
    };
    let all = RulesText::ALL.iter().enumerate();
    table(&["Text", "Source"], all.map(row))
}

/// Runs `compongo help`: prints the manual of a topic or a subcommand, or a list of them.
pub fn show(program: &Command, words: &[String]) -> Result<u8, CliError> {
    let names: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let terminal = Term::stdout();
    let width = terminal.size_checked().map_or(80, |(_, columns)| columns);
    let format = Terminal {
        width: usize::from(width).clamp(40, 100),
        styled: console::colors_enabled(),
    };
    let Some(text) = text(program.clone(), &names, &format) else {
        return Err(CliError::unusable(no_manual(program, &words.join(" "))));
    };
    print_styled(text.trim_end());
    Ok(OK)
}

/// The text that `compongo help` shows; `None` if the words name nothing.
fn text(mut program: Command, words: &[String], format: &Terminal) -> Option<String> {
    if words.is_empty() {
        return Some(overview(program, format));
    }
    let topic = manual(&words.join(" ")).filter(|manual| manual.is_topic());
    if let Some(topic) = topic {
        let title = format!("compongo-{}: {}", topic.name, topic.title);
        let mut all = vec![Block::Heading(title), Block::Code(Vec::new())];
        all.extend(blocks(topic.text));
        return Some(format.render(&all));
    }
    program.build();
    let path = command_path(&program, words)?;
    let mut command = &program;
    for name in &path {
        command = command.find_subcommand(name)?;
    }
    let parts = [
        "{about-with-newline}\n{usage-heading} {usage}",
        "{all-args}",
    ];
    let [usage, flags] = parts.map(|part| {
        let help = command.clone().help_template(part).render_long_help();
        if format.styled {
            help.ansi().to_string()
        } else {
            help.to_string()
        }
    });
    let text = manual(&path.join(" ")).map_or("", |manual| manual.text);
    let blocks = blocks(text);
    // The flags of some commands fill several screens.
    let (first, rest) = blocks.split_at(introduction(&blocks));
    let [first, rest] = [first, rest].map(|part| format.render(part));
    Some(format!("{usage}\n{first}{flags}\n{rest}"))
}

/// The number of blocks that introduce a command: up to the first heading, and the examples.
fn introduction(blocks: &[Block]) -> usize {
    let is_end =
        |block: &Block| matches!(block, Block::Heading(heading) if !heading.starts_with("Example"));
    blocks.iter().position(is_end).unwrap_or(blocks.len())
}

/// The subcommand that words name, from the top: `ruling claim`, also as `claim` and as its man page `ruling-claim`;
/// `analyse`, also as `analyze`.
fn command_path(program: &Command, words: &[String]) -> Option<Vec<String>> {
    let words: Vec<&str> = match words {
        [word] if program.find_subcommand(word).is_none() => {
            let above = program.get_subcommands().find(|above| {
                above.find_subcommand(word).is_some()
                    || word.starts_with(&format!("{}-", above.get_name()))
            })?;
            let below = word.strip_prefix(&format!("{}-", above.get_name()));
            vec![above.get_name(), below.unwrap_or(word)]
        }
        words => words.iter().map(String::as_str).collect(),
    };
    let mut command = program;
    let mut path = Vec::new();
    for word in words {
        command = command.find_subcommand(word)?;
        path.push(command.get_name().to_owned());
    }
    Some(path)
}

/// The list of subcommands and topics.
fn overview(mut program: Command, format: &Terminal) -> String {
    program.build();
    let about = |command: &Command| {
        command
            .get_about()
            .map_or_else(String::new, ToString::to_string)
    };
    let subcommands = program
        .get_subcommands()
        .map(|command| (command.get_name().to_owned(), about(command)));
    let topics = topics().map(|topic| (topic.name.to_owned(), topic.title.to_owned()));
    let mut all = vec![
        Block::Paragraph(about(&program)),
        Block::Heading(
            "Subcommands: compongo NAME -h lists the flags, compongo help NAME shows the manual"
                .to_owned(),
        ),
        table(&[], subcommands),
        Block::Heading("Topics: compongo help NAME".to_owned()),
        table(&[], topics),
    ];
    all.extend(blocks(MAIN));
    format.render(&all)
}

/// Runs `compongo man`: writes all man pages into a folder, which is made if it does not exist.
pub fn write_pages(program: Command, folder: &Path) -> Result<u8, CliError> {
    file::create_folder(folder).map_err(CliError::failure)?;
    let pages = pages(program).map_err(CliError::failure)?;
    for (name, page) in &pages {
        file::replace(&folder.join(name), page).map_err(CliError::failure)?;
    }
    let (count, folder) = (pages.len(), folder.display());
    print(format_args!("{count} man pages written to {folder}"));
    Ok(OK)
}

/// The man pages: file names and contents.
fn pages(program: Command) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut program = program.disable_help_subcommand(true);
    program.build();
    let mut pages = Vec::new();
    command_pages(&program, &mut pages)?;
    for topic in topics() {
        let name = format!("compongo-{}", topic.name);
        let mut page = Roff::new();
        page.control("TH", [&name, topic.section, "", PROGRAM, "Compongo"])
            .control("SH", ["NAME"])
            .text([roman(format!("{name} - {}", topic.title))])
            .control("SH", ["DESCRIPTION"]);
        add_roff(&mut page, &blocks(topic.text));
        let file = format!("{name}.{}", topic.section);
        pages.push((file, page.render().into_bytes()));
    }
    Ok(pages)
}

/// The pages of a command and of its subcommands.
fn command_pages(command: &Command, pages: &mut Vec<(String, Vec<u8>)>) -> io::Result<()> {
    let generator = clap_mangen::Man::new(command.clone())
        .source(PROGRAM)
        .manual("Compongo");
    let mut page = Vec::new();
    generator.render_title(&mut page)?;
    generator.render_name_section(&mut page)?;
    generator.render_synopsis_section(&mut page)?;
    generator.render_description_section(&mut page)?;
    generator.render_options_section(&mut page)?;
    if command.has_subcommands() {
        generator.render_subcommands_section(&mut page)?;
    }
    let name = command.get_display_name().unwrap_or_default();
    let text = match name.strip_prefix("compongo-") {
        Some(name) => manual(name).map_or("", |manual| manual.text),
        None => MAIN,
    };
    let mut roff = Roff::new();
    add_roff(&mut roff, &blocks(text));
    page.extend(roff.render().into_bytes());
    pages.push((generator.get_filename(), page));
    for subcommand in command.get_subcommands() {
        command_pages(subcommand, pages)?;
    }
    Ok(())
}
