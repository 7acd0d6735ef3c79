//! The rows of the tables, and the check whether a number was read in a text.

use super::adjourned_games;
use super::clause::{self, in_1974};
use crate::laws::edition::Edition::{Fide1997, Fide2001, Fide2009, Fide2018, Fide2023};
use crate::laws::edition::RulesText;

/// A row of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArticleRow {
    /// The name of the clause in the source.
    pub name: &'static str,
    /// Its Articles in the order of [`RulesText::ALL`]; `None` if a text has no such clause, or its number is not known.
    pub articles: [Option<&'static str>; RulesText::ALL.len()],
}

/// All rows of the tables.
pub fn rows() -> impl Iterator<Item = &'static ArticleRow> {
    clause::ROWS.iter().chain(adjourned_games::ROWS)
}

/// True if the number of an Article is from secondary sources: check it against the FIDE Handbook before quoting it. All
/// other numbers were read in the text itself, those of 2018 in a commentary.
pub fn is_second_hand(text: RulesText, article: &str) -> bool {
    match text {
        // The text that was read begins after Article 14.
        RulesText::Interpretations1974 => article == in_1974::RESTORED_CLOCKS,
        RulesText::Edition(Fide1997 | Fide2009) => false,
        // The text that was read has no appendices.
        RulesText::Edition(Fide2001) => !article.starts_with(|c: char| c.is_ascii_digit()),
        // A commentary of 2021 has the points of 7.2 to 7.5.
        RulesText::Edition(Fide2018) => !["7.2", "7.3", "7.4", "7.5"]
            .iter()
            .any(|read| article.starts_with(read)),
        RulesText::Edition(Fide2023) => true,
    }
}
