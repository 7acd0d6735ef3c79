//! Terms about the tags of a game.

use super::term::QueryRelation;
use crate::notation::pgn::{PlayerName, ResultToken, Tags};
use std::cmp::Ordering;
use std::ops::RangeInclusive;

/// A condition on the tags of a game.
#[derive(Clone, Debug)]
pub(super) enum TagTerm {
    /// The tag contains this text in lower case.
    Text {
        tag: String,
        part: String,
    },
    /// One of these tags names the player.
    Player {
        tags: &'static [&'static str],
        name: PlayerName,
    },
    /// The tag `ECO` begins with this text.
    Eco(String),
    Result(ResultToken),
    /// The tag `Date`, or `UTCDate` if that is unknown.
    Date(QueryRelation, QueryDate),
    /// The tag `WhiteElo` or `BlackElo`.
    Rating(QueryRelation, u32),
}

impl TagTerm {
    /// `None` if the name or the text is empty.
    pub fn text(tag: &str, text: &str) -> Option<Self> {
        (!tag.is_empty() && !text.is_empty()).then(|| Self::Text {
            tag: tag.to_owned(),
            part: text.to_lowercase(),
        })
    }

    /// `None` if the name is empty.
    pub fn player(tags: &'static [&'static str], name: &str) -> Option<Self> {
        (!name.is_empty()).then(|| Self::Player {
            tags,
            name: PlayerName::new(name),
        })
    }

    /// `None` if no ECO code begins with the text.
    pub fn eco(text: &str) -> Option<Self> {
        let start = text.to_ascii_uppercase();
        let is_code = match start.as_bytes() {
            [b'A'..=b'E', digits @ ..] => {
                digits.len() <= 2 && digits.iter().all(u8::is_ascii_digit)
            }
            _ => false,
        };
        is_code.then_some(Self::Eco(start))
    }

    /// True if the tags satisfy the term.
    pub fn holds(&self, tags: &Tags) -> bool {
        match self {
            Self::Text { tag, part } => tags
                .get(tag)
                .is_some_and(|value| value.to_lowercase().contains(part.as_str())),
            Self::Player { tags: names, name } => names
                .iter()
                .any(|tag| tags.get(tag).is_some_and(|player| name.is_in(player))),
            Self::Eco(start) => tags.get("ECO").is_some_and(|code| {
                let code = code.trim().to_ascii_uppercase();
                code.starts_with(start.as_str())
            }),
            Self::Result(result) => tags.result() == Ok(Some(*result)),
            Self::Date(relation, date) => {
                let order = |name| date.order_of(tags.get(name)?);
                let order = order("Date").or_else(|| order("UTCDate"));
                order.is_some_and(|order| relation.holds(order))
            }
            Self::Rating(relation, wanted) => {
                let holds = |rating: u32| relation.holds(rating.cmp(wanted));
                ["WhiteElo", "BlackElo"].into_iter().any(|name| {
                    let rating = tags
                        .get(name)
                        .and_then(|text| text.trim().parse::<u32>().ok());
                    // Some databases write 0 for a player without a rating.
                    rating.filter(|&rating| rating > 0).is_some_and(holds)
                })
            }
        }
    }
}

/// The years, months and days of a date. Some databases write 0 for an unknown part, some write the day first or before the
/// month, and some put nothing between the parts.
const DATE_PARTS: [RangeInclusive<u32>; 3] = [1000..=9999, 1..=12, 1..=31];

/// A year, a month or a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct QueryDate(Vec<u32>);

impl QueryDate {
    /// Parses `2020`, `2020.01` or `2020.01.31`, also with hyphens.
    pub fn new(text: &str) -> Option<Self> {
        let parts: Option<Vec<u32>> = parts_of(text).map(|part| part.parse().ok()).collect();
        let parts = parts?;
        let mut known = parts.iter().zip(DATE_PARTS);
        let is_date =
            parts.len() <= DATE_PARTS.len() && known.all(|(part, range)| range.contains(part));
        is_date.then_some(Self(parts))
    }

    /// Compares the date of a tag with this one; a month in the same year is equal to the year. `None` if a part of the
    /// tag that decides is unknown, as in `2020.??.??`.
    fn order_of(&self, tag: &str) -> Option<Ordering> {
        let mut parts = parts_of(tag);
        for (wanted, range) in self.0.iter().zip(DATE_PARTS) {
            let part: u32 = parts.next()?.trim().parse().ok()?;
            if !range.contains(&part) {
                return None;
            }
            let order = part.cmp(wanted);
            if order.is_ne() {
                return Some(order);
            }
        }
        Some(Ordering::Equal)
    }
}

fn parts_of(date: &str) -> impl Iterator<Item = &str> {
    date.split(['.', '-', '/'])
}
