//! The tables of the Articles, row by row.

use crate::support::source::source_files;
use compongo::laws::edition::RulesText;
use compongo::laws::edition::articles::{is_second_hand, rows};
use std::collections::BTreeSet;

/// Articles that the lists of the texts leave out: the board and the notation.
const NOT_LISTED: [&str; 5] = ["1.1", "2.2", "2.3", "C", "E"];

/// True for `9.1.b.1`, `III.3.1`, `D`, `Guideline 1.a` and `18.1 A.a`.
fn is_article(text: &str) -> bool {
    let number = text.strip_prefix("Guideline ").unwrap_or(text);
    let mut parts = number.split(['.', ' ']);
    let first = parts.next().unwrap_or_default();
    let is_number = first
        .parse::<u8>()
        .is_ok_and(|number| (1..=18).contains(&number));
    let is_appendix = ["A", "B", "C", "D", "E", "F", "II", "III"].contains(&first);
    let is_letter = |part: &str| part.len() == 1 && part.bytes().all(|b| b.is_ascii_alphabetic());
    (is_number || is_appendix) && parts.all(|part| part.parse::<u8>().is_ok() || is_letter(part))
}

#[test]
fn every_row_has_articles() {
    assert!(is_article("18.1 A.a") && is_article("Guideline 10") && is_article("III.3.1"));
    assert!(!is_article("") && !is_article("9.") && !is_article("19.1") && !is_article("9.ab"));
    let mut names = BTreeSet::new();
    for row in rows() {
        assert!(names.insert(row.name), "{} stands there twice", row.name);
        let articles: Vec<&str> = row.articles.iter().flatten().copied().collect();
        assert!(!articles.is_empty(), "{}", row.name);
        for article in articles {
            assert!(is_article(article), "{}: '{article}'", row.name);
        }
    }
}

#[test]
fn every_row_is_used() {
    let used: BTreeSet<&str> = source_files()
        .iter()
        .flat_map(|file| {
            let words = file.shipped();
            let after_path =
                words.filter(move |&(index, _)| index > 0 && file.text(index - 1) == "::");
            after_path.map(|(_, word)| word)
        })
        .collect();
    let unused: Vec<&str> = rows()
        .map(|row| row.name)
        .filter(|name| !used.contains(name))
        .collect();
    assert_eq!(unused, Vec::<&str>::new());
}

#[test]
fn numbers_that_are_not_second_hand_are_in_the_texts() {
    let lists = [
        include_str!("../../data/laws/articles/1974.txt"),
        include_str!("../../data/laws/articles/1997.txt"),
        include_str!("../../data/laws/articles/2001.txt"),
        include_str!("../../data/laws/articles/2009.txt"),
    ];
    for (column, list) in lists.into_iter().enumerate() {
        let text = RulesText::ALL[column];
        for row in rows() {
            let Some(article) = row.articles[column] else {
                continue;
            };
            let is_above = |above: &str, below: &str| {
                let rest = below.strip_prefix(above);
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', ' ']))
            };
            // A listed point proves the Article above it; the points of an interpretation of 1974 are not listed.
            let is_listed = list.lines().any(|listed| {
                is_above(article, listed) || column == 0 && is_above(listed, article)
            });
            let is_known = is_listed || NOT_LISTED.contains(&article);
            assert!(
                is_known || is_second_hand(text, article),
                "{text}: no {article}, {}",
                row.name
            );
        }
    }
}

#[test]
fn sources_follow_the_texts_that_were_read() {
    let second_hand = |text: &str, article| {
        let text: RulesText = text.parse().expect("a text");
        is_second_hand(text, article)
    };
    // The text of 1974 begins after Article 14.
    assert!(second_hand("1974", "14") && !second_hand("1974", "17.1"));
    assert!(!second_hand("1997", "C.4"));
    assert!(!second_hand("2001", "7.4.b") && second_hand("2001", "B.6"));
    assert!(!second_hand("2009", "A.4.c"));
    assert!(!second_hand("2018", "7.5.5") && second_hand("2018", "7.6"));
    assert!(second_hand("2018", "9.2.1") && second_hand("2023", "7.5.5"));
}
