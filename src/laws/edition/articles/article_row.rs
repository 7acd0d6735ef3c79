//! The rows of the tables, and the check whether a number was read in a text.

use super::adjourned_games;
use super::clause::{self, in_1974};
use crate::laws::edition::Edition::{Fide1997, Fide2001, Fide2009, Fide2018, Fide2023};
use crate::laws::edition::RulesText;
use std::borrow::Borrow;

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

/// Articles as a sentence cites them: `Article 9.2`, `Articles 9.4, 4.3.1`, `Guideline 1.a`; `None` if there are none.
///
/// ```
/// use compongo::laws::edition::articles::cited;
///
/// assert_eq!(cited(&["9.4", "4.3.1"]).as_deref(), Some("Articles 9.4, 4.3.1"));
/// assert_eq!(cited(&["Guideline 1.a"]).as_deref(), Some("Guideline 1.a"));
/// ```
pub fn cited<T: Borrow<str>>(articles: &[T]) -> Option<String> {
    let all = articles.join(", ");
    match articles {
        [] => None,
        _ if all.starts_with("Guideline") => Some(all),
        [_] => Some(format!("Article {all}")),
        _ => Some(format!("Articles {all}")),
    }
}
