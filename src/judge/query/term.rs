//! The terms of a query, as a user writes them.

use super::super::finding::FindingKind;
use super::position::PositionTerm;
use super::tag::{QueryDate, TagTerm};
use super::verdict::{VerdictTerm, terminations};
use crate::notation::pgn::ResultToken;
use crate::util::text::{nearest, quote};
use crate::util::word_enum::word_enum;
use std::cmp::Ordering;
use std::str::FromStr;

/// A term of a query, parsed from a text such as `rating>2400`; [`GameQuery`](super::GameQuery) has an example.
#[derive(Clone, Debug)]
pub struct QueryTerm {
    pub(super) kind: TermKind,
    /// False for `!=`: games are wanted for which the term does not hold.
    pub(super) must_hold: bool,
}

#[derive(Clone, Debug)]
pub(super) enum TermKind {
    Tag(TagTerm),
    Plies(PliesTerm),
    Position(PositionTerm),
    Verdict(VerdictTerm),
}

/// The number of half-moves in the record.
#[derive(Clone, Debug)]
pub(super) struct PliesTerm(QueryRelation, usize);

impl PliesTerm {
    /// True if a number of half-moves satisfies the term.
    pub fn holds(&self, plies: usize) -> bool {
        self.0.holds(plies.cmp(&self.1))
    }
}

/// Why a text is not a term, and what to write instead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct QueryError(String);

/// Relations between a value of a game and the value of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum QueryRelation {
    Less,
    AtMost,
    Equal,
    AtLeast,
    Greater,
}

impl QueryRelation {
    /// The signs, longer ones before those that they begin with, and whether the relation must hold.
    const SIGNS: [(&str, Self, bool); 6] = [
        ("!=", Self::Equal, false),
        ("<=", Self::AtMost, true),
        (">=", Self::AtLeast, true),
        ("<", Self::Less, true),
        (">", Self::Greater, true),
        ("=", Self::Equal, true),
    ];

    /// Splits a term at its first sign: the name, the relation, whether it must hold, and the value.
    fn split(text: &str) -> Option<(&str, Self, bool, &str)> {
        let at = text.find(['!', '<', '>', '='])?;
        let (name, rest) = text.split_at(at);
        Self::SIGNS.iter().find_map(|&(sign, relation, must_hold)| {
            let value = rest.strip_prefix(sign)?;
            Some((name.trim(), relation, must_hold, value.trim()))
        })
    }

    /// True if it holds between two values of this order.
    pub const fn holds(self, order: Ordering) -> bool {
        match self {
            Self::Less => order.is_lt(),
            Self::AtMost => order.is_le(),
            Self::Equal => order.is_eq(),
            Self::AtLeast => order.is_ge(),
            Self::Greater => order.is_gt(),
        }
    }
}

word_enum! {
    /// The names of terms.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum QueryField {
        Player = "player",
        White = "white",
        Black = "black",
        Event = "event",
        Eco = "eco",
        Result = "result",
        Date = "date",
        Rating = "rating",
        Plies = "plies",
        Material = "material",
        Position = "position",
        Termination = "termination",
        Finding = "finding",
    }
}

impl QueryField {
    const fn example(self) -> &'static str {
        match self {
            Self::Player => "player=carlsen",
            Self::White => "white=carlsen",
            Self::Black => "black=carlsen",
            Self::Event => "event=candidates",
            Self::Eco => "eco=B9",
            Self::Result => "result=1-0",
            Self::Date => "date>=2020.01",
            Self::Rating => "rating>2400",
            Self::Plies => "plies>=80",
            Self::Material => "material=KRPvKR",
            Self::Position => "position=4k3/8/8/8/8/8/4P3/4K3 w",
            Self::Termination => "termination=flag",
            Self::Finding => "finding=claim_missed",
        }
    }

    /// What a value must be.
    fn expected(self) -> String {
        let expected = match self {
            Self::Player | Self::White | Self::Black | Self::Event => "a part of a name",
            Self::Eco => "the beginning of a code from A00 to E99",
            Self::Result => "one of 1-0, 0-1, 1/2-1/2, *",
            Self::Date => "a year, month or day",
            Self::Rating | Self::Plies => "a number",
            Self::Material => "the material of both sides, with one king each",
            Self::Position => "a position",
            Self::Termination => {
                let words: Vec<&str> = terminations().collect();
                return format!("one of {}", words.join(", "));
            }
            Self::Finding => {
                "a finding or the beginning of its name (compongo help judge lists them)"
            }
        };
        expected.to_owned()
    }

    /// True if the values of the field have an order, so that `<` and `>` apply.
    const fn has_order(self) -> bool {
        matches!(self, Self::Date | Self::Rating | Self::Plies)
    }

    fn of(name: &str) -> Result<Self, QueryError> {
        if name.eq_ignore_ascii_case("elo") {
            return Ok(Self::Rating);
        }
        let is_same = |field: &Self| field.as_str().eq_ignore_ascii_case(name);
        Self::ALL.into_iter().find(is_same).ok_or_else(|| {
            let names = Self::ALL.map(Self::as_str);
            let hint = match nearest(name, names) {
                Some(other) => format!("did you mean '{other}'?"),
                None => format!("known are {}, tag.NAME", names.join(", ")),
            };
            let name = quote(name);
            QueryError(format!("there is no term '{name}'; {hint}"))
        })
    }

    fn term(self, relation: QueryRelation, value: &str) -> Result<TermKind, QueryError> {
        let term = match self {
            Self::Player => TagTerm::player(&["White", "Black"], value).map(TermKind::Tag),
            Self::White => TagTerm::player(&["White"], value).map(TermKind::Tag),
            Self::Black => TagTerm::player(&["Black"], value).map(TermKind::Tag),
            Self::Event => TagTerm::text("Event", value).map(TermKind::Tag),
            Self::Eco => TagTerm::eco(value).map(TermKind::Tag),
            Self::Result => ResultToken::new(value).map(|it| TermKind::Tag(TagTerm::Result(it))),
            Self::Date => {
                QueryDate::new(value).map(|date| TermKind::Tag(TagTerm::Date(relation, date)))
            }
            Self::Rating => {
                let rating = value.parse::<u32>().ok();
                rating.map(|rating| TermKind::Tag(TagTerm::Rating(relation, rating)))
            }
            Self::Plies => {
                let plies = value.parse::<usize>().ok();
                plies.map(|plies| TermKind::Plies(PliesTerm(relation, plies)))
            }
            Self::Material => PositionTerm::material(value).map(TermKind::Position),
            Self::Position => {
                let placed = PositionTerm::placement(value).map_err(|error| {
                    let example = self.example();
                    QueryError(format!(
                        "position: {error}; write piece placement and side to move, such as {example}"
                    ))
                })?;
                Some(TermKind::Position(placed))
            }
            Self::Termination => VerdictTerm::termination(value).map(TermKind::Verdict),
            Self::Finding => VerdictTerm::finding(value).map(TermKind::Verdict),
        };
        term.ok_or_else(|| self.wrong_value(value))
    }

    fn wrong_value(self, value: &str) -> QueryError {
        let similar = match self {
            Self::Termination => nearest(value, terminations()),
            Self::Finding => nearest(value, FindingKind::ALL.map(FindingKind::as_str)),
            _ => None,
        };
        let hint = similar.map_or_else(String::new, |word| format!("; did you mean '{word}'?"));
        let (value, expected, example) = (quote(value), self.expected(), self.example());
        QueryError(format!(
            "{self}: '{value}' is not {expected}; write {example}{hint}"
        ))
    }
}

/// The term of a tag that has no name of its own, as in `tag.Site=lichess`.
fn tag_term(tag: &str, relation: QueryRelation, value: &str) -> Result<TermKind, QueryError> {
    let term = TagTerm::text(tag, value).filter(|_| relation == QueryRelation::Equal);
    term.map(TermKind::Tag).ok_or_else(|| {
        let tag = quote(tag);
        QueryError(format!(
            "tag.{tag} takes only = or != and a part of the value; write a term such as tag.Site=lichess"
        ))
    })
}

impl FromStr for QueryTerm {
    type Err = QueryError;

    fn from_str(text: &str) -> Result<Self, QueryError> {
        let parts = QueryRelation::split(text);
        let (name, relation, must_hold, value) = parts.ok_or_else(|| {
            let text = quote(text);
            QueryError(format!(
                "'{text}' has no =, < or >; write a term such as player=carlsen or rating>2400"
            ))
        })?;
        if let Some((word, tag)) = name.split_once('.')
            && word.eq_ignore_ascii_case("tag")
        {
            let kind = tag_term(tag, relation, value)?;
            return Ok(Self { kind, must_hold });
        }
        let field = QueryField::of(name)?;
        if relation != QueryRelation::Equal && !field.has_order() {
            let example = field.example();
            return Err(QueryError(format!(
                "{field} takes only = or !=; write a term such as {example}"
            )));
        }
        let kind = field.term(relation, value)?;
        Ok(Self { kind, must_hold })
    }
}
