//! `key=value`, as engines and rules are described after their flags, and what is said of mistakes in them.

use crate::cli::output::CliError;
use crate::laws::control::ClockControl;
use serde::de::DeserializeOwned;
use serde::de::value::{Error as WordError, StrDeserializer};
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A key with its value, and the flag it stands after.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'a> {
    /// The flag, for messages.
    pub place: &'a str,
    /// What stands before the first `=`.
    pub key: &'a str,
    /// What stands after it.
    pub value: &'a str,
}

impl<'a> Pair<'a> {
    /// Reads `key=value`.
    ///
    /// # Errors
    /// There is no `=`.
    pub fn new(place: &'a str, word: &'a str) -> Result<Self, CliError> {
        let (key, value) = word
            .split_once('=')
            .ok_or_else(|| CliError::at(place, format!("'{word}' is not of the form key=value")))?;
        Ok(Self { place, key, value })
    }

    /// A mistake in the value.
    pub fn wrong(&self, fault: impl Display) -> CliError {
        let Self { place, key, value } = self;
        if place.strip_prefix("--") == Some(key) {
            return CliError::unusable(format!("{place} {value}: {fault}"));
        }
        CliError::unusable(format!("{place}: {key}={value}: {fault}"))
    }

    /// The key is none of those known.
    pub fn unknown(&self, known: &[&str]) -> CliError {
        let fault = format!(
            "unknown key '{}'; {}",
            self.key,
            suggestion(self.key, known)
        );
        CliError::at(self.place, fault)
    }

    /// The value as a number in a range.
    ///
    /// # Errors
    /// It is none.
    pub fn number<T>(&self, range: RangeInclusive<T>) -> Result<T, CliError>
    where
        T: FromStr + PartialOrd + Display,
    {
        let number = self
            .value
            .parse()
            .ok()
            .filter(|number| range.contains(number));
        number.ok_or_else(|| {
            self.wrong(format!(
                "not a number from {} to {}",
                range.start(),
                range.end()
            ))
        })
    }

    /// The value as anything that is read from text.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn parse<T: FromStr<Err: Display>>(&self) -> Result<T, CliError> {
        self.value.parse().map_err(|error| self.wrong(error))
    }

    /// The value as one of the words for a type.
    ///
    /// # Errors
    /// It is none of them.
    pub fn word<T: DeserializeOwned>(&self) -> Result<T, CliError> {
        let text: StrDeserializer<'_, WordError> =
            serde::de::IntoDeserializer::into_deserializer(self.value);
        T::deserialize(text).map_err(|error| self.wrong(error))
    }

    /// The value as a time control; `inf` is none.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn control(&self) -> Result<Option<ClockControl>, CliError> {
        if self.value == "inf" {
            return Ok(None);
        }
        self.parse().map(Some)
    }

    /// The value in seconds, as milliseconds.
    ///
    /// # Errors
    /// It is not a positive number of seconds, or more than a day.
    pub fn seconds(&self) -> Result<u64, CliError> {
        const DAY: f64 = 86_400.0;
        let seconds: Option<f64> = self.value.parse().ok();
        let ms = seconds.filter(|&seconds| (0.001..=DAY).contains(&seconds));
        ms.map(|seconds| (seconds * 1000.0).round() as u64)
            .ok_or_else(|| self.wrong("not a time in seconds from 0.001 to 86400"))
    }

    /// The value as a line of text that may be sent or printed.
    ///
    /// # Errors
    /// It has control characters.
    pub fn line(&self) -> Result<String, CliError> {
        if self.value.chars().any(char::is_control) {
            return Err(self.wrong("control characters are not allowed"));
        }
        Ok(self.value.to_owned())
    }
}

/// What may have been meant: the nearest of the known names, or all of them.
pub fn suggestion(name: &str, known: &[&str]) -> String {
    const LIKENESS: f64 = 0.75;
    let likeness = |other: &str| strsim::jaro_winkler(&name.to_lowercase(), &other.to_lowercase());
    let nearest = known
        .iter()
        .map(|other| (likeness(other), *other))
        .max_by(|a, b| a.0.total_cmp(&b.0));
    match nearest {
        Some((alike, other)) if alike >= LIKENESS => format!("did you mean '{other}'?"),
        _ => format!("known are {}", known.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arbiter::settings::ClaimPolicy;

    fn pair(word: &str) -> Pair<'_> {
        Pair::new("--each", word).expect("a pair")
    }

    #[test]
    fn values_are_read_or_named() {
        assert_eq!(pair("nodes=25").number(1..=100), Ok(25));
        assert_eq!(pair("st=0.1").seconds(), Ok(100));
        assert_eq!(pair("tc=inf").control(), Ok(None));
        assert_eq!(pair("claims=engine").word(), Ok(ClaimPolicy::Engine));
        assert_eq!(pair("option.Dir=a=b c").value, "a=b c");
        for word in ["nodes=x", "nodes=10", "nodes=-1", "nodes="] {
            let text = format!("--each: {word}: not a number from 1 to 9");
            assert_eq!(pair(word).number(1..=9), Err(CliError::unusable(text)));
        }
        assert!(pair("st=NaN").seconds().is_err());
        assert!(pair("name=a\nb").line().is_err());
        assert!(Pair::new("--each", "depth").is_err());
    }

    #[test]
    fn the_nearest_name_is_suggested() {
        let known = ["cmd", "depth", "option.NAME"];
        assert_eq!(suggestion("detph", &known), "did you mean 'depth'?");
        assert_eq!(
            suggestion("opton.Hash", &known),
            "did you mean 'option.NAME'?"
        );
        assert_eq!(
            suggestion("xyz", &known),
            "known are cmd, depth, option.NAME"
        );
    }
}
