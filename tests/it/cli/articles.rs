//! The tables of Articles in `compongo help laws`: each command is run, and its answer names the Articles of its row.

use crate::support::folder::Folder;
use crate::support::process::Program;
use compongo::laws::edition::{RulesText, articles};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::os::unix::fs::symlink;
use std::path::Path;

const MANUAL: &str = include_str!("../../../src/cli/help/laws.md");

/// The texts, as the tables and as `--laws` name them.
const TEXTS: [(&str, &str); 6] = [
    ("97", "fide1997"),
    ("01", "fide2001"),
    ("09", "fide2009"),
    ("18", "fide2018"),
    ("23", "fide2023"),
    ("74", "interpretations1974"),
];

/// A row: a subject with its Articles and who decides.
struct Row {
    subject: &'static str,
    articles: Vec<Numbers>,
    decided_by: &'static str,
}

struct Numbers {
    texts: Vec<&'static str>,
    /// Those that the answer names.
    named: Vec<&'static str>,
    /// Those that are applied only.
    applied: Vec<&'static str>,
}

impl Row {
    fn all() -> Vec<Self> {
        let (_, tables) = MANUAL.split_once("\n## The Articles\n").expect("tables");
        let lines = tables.lines().filter(|line| line.starts_with("| "));
        let rows = lines.filter(|line| !line.starts_with("| Subject |"));
        rows.map(Self::read).collect()
    }

    fn read(line: &'static str) -> Self {
        let cells: Vec<_> = line.trim_matches(['|', ' ']).split(" | ").collect();
        let &[subject, articles, decided_by] = cells.as_slice() else {
            panic!("not three cells: {line}");
        };
        Self {
            subject,
            articles: articles.split("; ").map(Numbers::read).collect(),
            decided_by,
        }
    }

    /// The command, without the name of the program.
    fn command(&self) -> Option<&'static str> {
        let command = self.decided_by.strip_prefix("`compongo ")?;
        Some(command.strip_suffix('`').expect("one command"))
    }

    /// The Articles of a text: those that the answer names, and those that are applied.
    fn of(&self, text: &str) -> Option<&Numbers> {
        let mut articles = self.articles.iter();
        articles.find(|numbers| numbers.texts.contains(&text))
    }
}

impl Numbers {
    /// Reads `97, 01 5.2.d, 9.2.b (5.4)`.
    fn read(text: &'static str) -> Self {
        let (text, applied) = match text.split_once(" (") {
            Some((text, applied)) => (text, applied.strip_suffix(')').expect("a parenthesis")),
            None => (text, ""),
        };
        let (mut texts, mut named) = (Vec::new(), Vec::new());
        for item in text.split(", ") {
            let (first, rest) = item.split_once(' ').unwrap_or((item, ""));
            let is_text = named.is_empty() && TEXTS.iter().any(|(name, _)| *name == first);
            if is_text {
                texts.push(first);
            }
            let article = if is_text { rest } else { item };
            named.extend(Some(article).filter(|article| !article.is_empty()));
        }
        let applied = applied.split(", ").filter(|article| !article.is_empty());
        Self {
            texts,
            named,
            applied: applied.collect(),
        }
    }
}

/// True if an answer has the number of an Article, not only as a part of another number.
fn names(answer: &str, article: &str) -> bool {
    answer.match_indices(article).any(|(at, _)| {
        let before = answer[..at].chars().next_back();
        let mut after = answer[at + article.len()..].chars();
        let goes_on = match after.next() {
            Some('.') => after.next().is_some_and(|c| c.is_ascii_alphanumeric()),
            next => next.is_some_and(|c| c.is_ascii_alphanumeric()),
        };
        !goes_on && before.is_none_or(|c| c != '.' && !c.is_ascii_alphanumeric())
    })
}

/// Where an answer names its Articles: not in numbers of moves, times and squares.
fn articles_of(answer: &str) -> String {
    let lines = answer.lines().filter_map(|line| {
        let words = ["Article", "Guideline"].into_iter();
        let first = words.filter_map(|word| line.find(word)).min();
        Some(&line[first.or_else(|| line.find('['))?..])
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn every_command_of_the_tables_names_its_articles() {
    let rows = Row::all();
    TEXTS.par_iter().for_each(|&(name, laws)| {
        // The rows about adjourned games need the files of those before them.
        let here = Folder::new();
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
        symlink(data, here.join("tests")).expect("a link");
        for row in &rows {
            let (Some(command), Some(numbers)) = (row.command(), row.of(name)) else {
                continue;
            };
            let mut words = shlex::split(command).expect("balanced quotes");
            if words[0] != "resume-adjourned" {
                words.extend(["--laws", laws].map(str::to_owned));
            }
            let outcome = Program::with(words).folder(&here).run();
            // A game that is judged may have errors.
            let is_fine = outcome.code == Some(0)
                || (outcome.code == Some(1) && command.starts_with("judge"));
            assert!(is_fine && outcome.err.is_empty(), "{name}: {outcome:#?}");
            let found = articles_of(&outcome.out);
            for article in &numbers.named {
                assert!(
                    names(&found, article),
                    "{name}: no Article {article} in {outcome:#?}"
                );
            }
        }
    });
}

#[test]
fn every_row_of_the_tables_says_who_decides() {
    let rows = Row::all();
    for row in &rows {
        let is_decided = row.command().is_some() || row.decided_by.starts_with("the arbiter");
        assert!(is_decided, "{}", row.subject);
        for numbers in &row.articles {
            assert!(!numbers.texts.is_empty(), "{}", row.subject);
            assert!(!numbers.named.is_empty() || !numbers.applied.is_empty());
            // Only a program has an answer that does not name an Article.
            assert!(row.command().is_some() || numbers.applied.is_empty());
        }
    }
}

/// The numbers of a range such as `13.1-13.7` or `10.2.a-10.2.d`, or a single one.
fn expanded(article: &str) -> Vec<String> {
    let Some((first, last)) = article.split_once('-') else {
        return vec![article.to_owned()];
    };
    let split = |article: &str| {
        let (head, point) = article.rsplit_once('.').expect("a point");
        (head.to_owned(), point.to_owned())
    };
    let ((head, first), (_, last)) = (split(first), split(last));
    let points: Vec<String> = if let (Ok(first), Ok(last)) = (first.parse::<u32>(), last.parse()) {
        (first..=last).map(|point| point.to_string()).collect()
    } else {
        let letter = |text: &str| text.chars().next().expect("a letter");
        let letters = letter(&first)..=letter(&last);
        letters.map(|point| point.to_string()).collect()
    };
    points
        .iter()
        .map(|point| format!("{head}.{point}"))
        .collect()
}

/// The numbers of a text in the tables.
fn listed(rows: &[Row], name: &str) -> BTreeSet<String> {
    rows.iter()
        .filter_map(|row| row.of(name))
        .flat_map(|numbers| numbers.named.iter().chain(&numbers.applied))
        .flat_map(|article| expanded(article))
        .collect()
}

/// True if a number, one above it or one below it is listed.
fn is_covered(article: &str, listed: &BTreeSet<String>) -> bool {
    let is_under = |one: &str, other: &str| {
        let rest = one.strip_prefix(other);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', ' ']))
    };
    listed
        .iter()
        .any(|listed| is_under(article, listed) || is_under(listed, article))
}

/// The lists have every Article of a text that is about a game, read from the texts.
#[test]
fn every_article_of_the_known_texts_is_in_the_tables() {
    let rows = Row::all();
    for (name, list) in [
        ("74", include_str!("../../data/laws/articles/1974.txt")),
        ("97", include_str!("../../data/laws/articles/1997.txt")),
        ("01", include_str!("../../data/laws/articles/2001.txt")),
        ("09", include_str!("../../data/laws/articles/2009.txt")),
    ] {
        let listed = listed(&rows, name);
        let missing: Vec<_> = list
            .lines()
            .filter(|&line| !is_covered(line, &listed))
            .collect();
        assert!(missing.is_empty(), "{name}: {missing:?}");
    }
}

#[test]
fn every_number_that_the_program_cites_is_in_the_tables() {
    let rows = Row::all();
    for (name, laws) in TEXTS {
        let text: RulesText = laws.parse().expect("a text");
        let column = RulesText::ALL.iter().position(|&other| other == text);
        let column = column.expect("one of all texts");
        let listed = listed(&rows, name);
        let missing: Vec<&str> = articles::rows()
            .filter_map(|row| row.articles[column])
            .filter(|article| !is_covered(article, &listed))
            .collect();
        assert!(missing.is_empty(), "{name}: {missing:?}");
    }
}
