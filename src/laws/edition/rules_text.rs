//! The texts that rules come from: the editions of the Laws, and the interpretations of 1974.

use super::editions::Edition;
use super::unknown_name::{UnknownName, by_name};
use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// A text that decides a question: an edition of the Laws, or the interpretations collected in 1974.
///
/// The interpretations answer few questions, see [`crate::laws::interpretations1974`]; most commands accept only an
/// [`Edition`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RulesText {
    /// An edition of the Laws.
    Edition(Edition),
    /// The interpretations of 1974.
    Interpretations1974,
}

/// The error for a name that is not an edition.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditionError {
    /// The interpretations of 1974, which do not answer the question.
    #[error(
        "the interpretations of 1974 do not cover this: they cover only adjourned games, fallen flags, late players, \
         refusal to comply, draw offers, sealed moves and the restoration of clocks"
    )]
    NoWordIn1974,
    /// The name is not known.
    #[error(transparent)]
    Unknown(#[from] UnknownName),
}

impl RulesText {
    /// All texts, the oldest first.
    pub const ALL: [Self; 6] = [
        Self::Interpretations1974,
        Self::Edition(Edition::Fide1997),
        Self::Edition(Edition::Fide2001),
        Self::Edition(Edition::Fide2009),
        Self::Edition(Edition::Fide2018),
        Self::Edition(Edition::Fide2023),
    ];

    /// The name, as in `Fide2023`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Edition(edition) => edition.name(),
            Self::Interpretations1974 => "Interpretations1974",
        }
    }

    /// The edition, for a question that the interpretations of 1974 do not answer.
    ///
    /// # Errors
    /// The text is the interpretations of 1974.
    pub const fn edition(self) -> Result<Edition, EditionError> {
        match self {
            Self::Edition(edition) => Ok(edition),
            Self::Interpretations1974 => Err(EditionError::NoWordIn1974),
        }
    }
}

impl Default for RulesText {
    fn default() -> Self {
        Self::Edition(Edition::default())
    }
}

impl FromStr for RulesText {
    type Err = UnknownName;

    /// The text with this name, or the one in force in this year: `fide2009`, `2012`. The edition of 2005 has the rules
    /// of 2001.
    fn from_str(text: &str) -> Result<Self, UnknownName> {
        match by_year(text) {
            Some(found) => Ok(found),
            None => by_name(text, &Self::ALL, Self::name).map_err(|error| hinting(error, text)),
        }
    }
}

/// Adds what a person can use for an edition that is not known.
fn hinting(error: UnknownName, text: &str) -> UnknownName {
    let year = text.to_ascii_lowercase();
    let hint = match year.strip_prefix("fide").unwrap_or(&year).parse() {
        Ok(2014..=2017) => {
            "; for the edition of 2014 use fide2018, which differs in fivefold repetition, in illegal moves of rapid and \
             blitz, and until June 2017 in a clock pressed without a move and a move with both hands, which were not illegal"
        }
        _ => "",
    };
    UnknownName { hint, ..error }
}

/// The text in force in a year; none for 2014 to 2017, whose edition has rules of its own.
fn by_year(text: &str) -> Option<RulesText> {
    let edition = match text.parse::<u16>().ok().filter(|_| text.len() == 4)? {
        1974 => return Some(RulesText::Interpretations1974),
        1997..=2000 => Edition::Fide1997,
        2001..=2008 => Edition::Fide2001,
        2009..=2013 => Edition::Fide2009,
        2018..=2022 => Edition::Fide2018,
        2023..=2099 => Edition::Fide2023,
        _ => return None,
    };
    Some(RulesText::Edition(edition))
}

impl FromStr for Edition {
    type Err = EditionError;

    fn from_str(text: &str) -> Result<Self, EditionError> {
        match text.parse() {
            Ok(RulesText::Edition(edition)) => Ok(edition),
            Ok(RulesText::Interpretations1974) => Err(EditionError::NoWordIn1974),
            Err(_) => {
                Ok(by_name(text, &Self::ALL, Self::name).map_err(|error| hinting(error, text))?)
            }
        }
    }
}

impl fmt::Display for RulesText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name().to_ascii_lowercase())
    }
}

impl Serialize for RulesText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
