//! Values of `compongo match`: the same `FromStr` parses them after a flag, in KEY=VALUE pairs and in TOML.

use crate::laws::control::{TimeControl, has_clock_time};
use crate::match_runner::uci_engine::find_program;
use crate::util::text::{nearest, printable};
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use toml::{Table, Value};

/// An integer from `MIN` to `MAX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranged<const MIN: i64, const MAX: i64>(pub i64);

impl<const MIN: i64, const MAX: i64> FromStr for Ranged<MIN, MAX> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse() {
            Ok(number) if (MIN..=MAX).contains(&number) => Ok(Self(number)),
            _ => Err(format!("'{text}' is not a number from {MIN} to {MAX}")),
        }
    }
}

impl<'de, const MIN: i64, const MAX: i64> Deserialize<'de> for Ranged<MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        scalar(from)
    }
}

/// A real number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Real(pub f64);

impl FromStr for Real {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = text.parse().map(Self);
        number.map_err(|_| format!("'{text}' is not a number"))
    }
}

/// A fixed time per move, given in seconds and stored in milliseconds: 1 ms to one day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveTime(pub u64);

impl FromStr for MoveTime {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse::<f64>() {
            Ok(seconds) if (0.001..=86_400.0).contains(&seconds) => {
                Ok(Self((seconds * 1000.0).round() as u64))
            }
            _ => Err(format!(
                "'{text}' is not a time in seconds from 0.001 to 86400"
            )),
        }
    }
}

/// A time control; `None` means `inf`. cutechess-cli reads `40/1:30` as minutes and seconds, PGN as two periods, so it is
/// refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeControlValue(pub Option<TimeControl>);

impl FromStr for TimeControlValue {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const MINUTE_MS: u64 = 60_000;
        if text == "inf" {
            return Ok(Self(None));
        }
        let control = TimeControl::parse_written(text).map_err(|error| error.to_string())?;
        let mut before_last = control.periods().iter().rev().skip(1);
        if before_last.any(|period| period.base_ms < MINUTE_MS) && has_clock_time(text) {
            return Err(format!(
                "'{text}' may be minutes and seconds, or two periods; write units, as in 40/1m30 or 40/1s:30s"
            ));
        }
        Ok(Self(Some(control)))
    }
}

/// A line of text without control characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line(pub String);

impl FromStr for Line {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        match printable(text) {
            Cow::Borrowed(_) => Ok(Self(text.to_owned())),
            Cow::Owned(_) => Err("control characters are not allowed"),
        }
    }
}

/// A directory that exists, as an absolute path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directory(pub PathBuf);

impl FromStr for Directory {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let path = std::path::absolute(Path::new(text)).map_err(|error| error.to_string())?;
        if path.is_dir() {
            Ok(Self(path))
        } else {
            Err(format!("'{text}': no such directory"))
        }
    }
}

/// Implements `Deserialize` via `FromStr`.
macro_rules! deserialize_from_str {
    ($($type:ty),+) => {$(
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                $crate::cli::matches::values::scalar(from)
            }
        }
    )+};
}
pub(super) use deserialize_from_str;
deserialize_from_str!(Real, MoveTime, TimeControlValue, Line, Directory);

/// Deserializes text, a number or a boolean via `FromStr`.
pub fn scalar<'de, D, T>(from: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: Display>,
{
    let text = text(&Value::deserialize(from)?).map_err(D::Error::custom)?;
    text.parse().map_err(D::Error::custom)
}

/// Like [`scalar`], for a value that may be missing.
pub fn optional<'de, D, T>(from: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: Display>,
{
    scalar(from).map(Some)
}

/// Reads several values: an array, or a text with blanks between them.
pub fn listed<'de, D, T>(from: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned,
{
    let items = match Value::deserialize(from)? {
        Value::String(text) => text.split_whitespace().map(Value::from).collect(),
        Value::Array(items) => items,
        other => vec![other],
    };
    let items = items.into_iter().map(Value::try_into);
    items.collect::<Result<_, _>>().map_err(D::Error::custom)
}

/// The text of a TOML value other than an array or a table.
pub fn text(value: &Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Integer(number) => Ok(number.to_string()),
        Value::Float(number) => Ok(number.to_string()),
        Value::Boolean(value) => Ok(value.to_string()),
        _ => Err(format!("{value} is neither text nor a number")),
    }
}

/// The table of KEY=VALUE words; later words replace earlier ones. A dot in a key starts a nested table. The first
/// words may be values without a key, for the `positional` keys; the name of a file is such a value even if it contains `=`.
pub fn table(words: &[String], positional: &[&str]) -> Result<Table, String> {
    let mut table = Table::new();
    for (index, word) in words.iter().enumerate() {
        let (key, value) = match (word.split_once('='), positional.get(index)) {
            (Some(_), Some(key)) if Path::new(word).exists() => (*key, word.as_str()),
            (Some(pair), _) => pair,
            (None, Some(key)) => (*key, word.as_str()),
            (None, None) => return Err(not_a_pair(word)),
        };
        let value = Value::String(value.to_owned());
        match key.split_once('.') {
            None => drop(table.insert(key.to_owned(), value)),
            Some((outer, key)) => {
                let inner = table.entry(outer).or_insert_with(|| Table::new().into());
                if let Value::Table(inner) = inner {
                    inner.insert(key.to_owned(), value);
                }
            }
        }
    }
    Ok(table)
}

/// The fault of a word without a key; for the path or name of a program, with the places of commands.
fn not_a_pair(word: &str) -> String {
    let fault = format!("'{word}' is not of the form KEY=VALUE");
    if word.contains(['/', '\\']) || find_program(word).is_ok() {
        format!("{fault}; two bare commands come before all flags, others as --engine cmd={word}")
    } else {
        fault
    }
}

/// UCI options that are often given without the prefix `option.`, in lower case.
const COMMON_OPTIONS: [&str; 13] = [
    "contempt",
    "evalfile",
    "hash",
    "move overhead",
    "multipv",
    "ownbook",
    "ponder",
    "skill level",
    "syzygypath",
    "threads",
    "uci_chess960",
    "uci_elo",
    "uci_limitstrength",
];

/// True if a key is the name of a common UCI option, and not a key of an engine.
pub fn is_common_option(key: &str) -> bool {
    COMMON_OPTIONS.contains(&key.to_ascii_lowercase().as_str())
}

/// A serde message; about an unknown field, with the most similar name, or else all names.
pub fn with_suggestion(message: &str) -> String {
    let mut names = message.split('`').skip(1).step_by(2);
    match names.next() {
        Some(name) if message.starts_with("unknown field") => {
            let known: Vec<&str> = names.collect();
            let hint = match nearest(name, known.iter().copied()) {
                _ if known.contains(&"option") && is_common_option(name) => {
                    format!("for the UCI option, write option.{name}")
                }
                Some(other) => format!("did you mean '{other}'?"),
                None => format!("known are {}", known.join(", ")),
            };
            format!("unknown key '{name}'; {hint}")
        }
        _ => message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_values_may_be_one_text() {
        #[derive(Deserialize)]
        struct Flags {
            #[serde(deserialize_with = "listed")]
            comments: Vec<String>,
        }
        for text in ["comments = 'pv  hashfull'", "comments = ['pv', 'hashfull']"] {
            let flags: Flags = toml::from_str(text).expect("two values");
            assert_eq!(flags.comments, ["pv", "hashfull"]);
        }
    }

    #[test]
    fn values_are_parsed_or_quoted() {
        assert_eq!("25".parse(), Ok(Ranged::<1, 100>(25)));
        assert_eq!("0.1".parse(), Ok(MoveTime(100)));
        assert_eq!("inf".parse(), Ok(TimeControlValue(None)));
        for text in ["x", "10", "-1", ""] {
            let message = format!("'{text}' is not a number from 1 to 9");
            assert_eq!(text.parse::<Ranged<1, 9>>(), Err(message));
        }
        assert!("NaN".parse::<MoveTime>().is_err());
        assert!("a\nb".parse::<Line>().is_err());
    }

    #[test]
    fn words_are_a_table() {
        let words = ["8", "a=1", "o.x=1", "o.y=2", "a=b=c"].map(str::to_owned);
        let table = table(&words, &["first"]).expect("a table");
        assert_eq!(
            table.to_string(),
            "first = \"8\"\na = \"b=c\"\n\n[o]\nx = \"1\"\ny = \"2\"\n"
        );
        assert!(super::table(&words, &[]).is_err());
    }

    #[test]
    fn the_name_of_a_file_is_a_value() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("lr=1.epd");
        let words = [path.to_str().expect("UTF-8").to_owned()];
        let read = |positional: &[&str]| table(&words, positional).expect("a table");
        assert!(!read(&["file"]).contains_key("file"));
        std::fs::write(&path, "").expect("written");
        assert_eq!(read(&["file"])["file"].as_str(), Some(words[0].as_str()));
        assert!(!read(&[]).contains_key("file"));
    }
}
