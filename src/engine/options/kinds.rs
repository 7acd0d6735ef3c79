//! The types of options: how each parses its value and writes its `option` line.

use super::OptionId;
use super::change::{Change, Effect};
use super::option_error::OptionError;
use super::reading::read_integer;
use crate::eval::Evaluation;
use crate::laws::control::{TimeControl, TimeControlError};
use crate::util::text::quote;
use vampirc_uci::UciOptionConfig;

/// The fault of a check, spin or combo option without a value.
const MISSING: &str = "no value is given";

/// A type of option that stores a value in [`super::Options`].
pub trait OptionType {
    type Value: PartialEq;

    fn initial(&self) -> Self::Value;

    /// Parses the value; the text says how a number out of range was corrected.
    fn read(&self, text: &str) -> Result<(Self::Value, Option<String>), String>;

    /// The `option` message.
    fn config(&self, name: String) -> UciOptionConfig;
}

pub struct CheckOption {
    pub default: bool,
}

impl OptionType for CheckOption {
    type Value = bool;

    fn initial(&self) -> bool {
        self.default
    }

    fn read(&self, text: &str) -> Result<(bool, Option<String>), String> {
        match text.to_ascii_lowercase().as_str() {
            "true" | "1" | "on" => Ok((true, None)),
            "false" | "0" | "off" => Ok((false, None)),
            "" => Err(MISSING.to_owned()),
            _ => Err(format!("'{}' is neither true nor false", quote(text))),
        }
    }

    fn config(&self, name: String) -> UciOptionConfig {
        UciOptionConfig::Check {
            name,
            default: Some(self.default),
        }
    }
}

/// The treatment of a number above the maximum.
#[derive(PartialEq)]
pub enum OutOfRange {
    Clamp,
    Refuse,
}

pub struct SpinOption {
    pub default: u32,
    pub min: u32,
    pub max: u32,
    pub out_of_range: OutOfRange,
}

impl OptionType for SpinOption {
    type Value = u32;

    fn initial(&self) -> u32 {
        self.default
    }

    fn read(&self, text: &str) -> Result<(u32, Option<String>), String> {
        let number = read_integer(text).ok_or_else(|| match text {
            "" => MISSING.to_owned(),
            text => format!("'{}' is not a number", quote(text)),
        })?;
        if self.out_of_range == OutOfRange::Refuse && number > self.max.into() {
            let (text, max) = (quote(text), self.max);
            return Err(format!("{text} is above the maximum of {max}"));
        }
        let value = number.clamp(self.min.into(), self.max.into());
        let correction =
            (value != number).then(|| format!("{} is out of range; using {value}", quote(text)));
        Ok((value as u32, correction))
    }

    fn config(&self, name: String) -> UciOptionConfig {
        UciOptionConfig::Spin {
            name,
            default: Some(self.default.into()),
            min: Some(self.min.into()),
            max: Some(self.max.into()),
        }
    }
}

/// One of several values, the first by default.
pub struct ComboOption<T: 'static> {
    pub choices: &'static [(&'static str, T)],
}

impl<T: Copy + PartialEq> OptionType for ComboOption<T> {
    type Value = T;

    fn initial(&self) -> T {
        self.choices[0].1
    }

    fn read(&self, text: &str) -> Result<(T, Option<String>), String> {
        let mut choices = self.choices.iter();
        match choices.find(|(choice, _)| choice.eq_ignore_ascii_case(text)) {
            Some(&(_, value)) => Ok((value, None)),
            None if text.is_empty() => Err(MISSING.to_owned()),
            None => {
                let choices: Vec<&str> = self.choices.iter().map(|(choice, _)| *choice).collect();
                let choices = choices.join(", ");
                Err(format!("'{}' is not one of {choices}", quote(text)))
            }
        }
    }

    fn config(&self, name: String) -> UciOptionConfig {
        let choices = self.choices.iter();
        UciOptionConfig::Combo {
            name,
            default: Some(self.choices[0].0.to_owned()),
            var: choices.map(|(choice, _)| (*choice).to_owned()).collect(),
        }
    }
}

/// A text that `read` turns into a value.
pub struct TextOption<T> {
    /// The default in the `option` message; it must not be empty, because GUIs misread that.
    pub default: fn() -> String,
    pub read: fn(&str) -> Result<T, String>,
}

impl<T: Default + PartialEq> OptionType for TextOption<T> {
    type Value = T;

    fn initial(&self) -> T {
        T::default()
    }

    fn read(&self, text: &str) -> Result<(T, Option<String>), String> {
        (self.read)(text).map(|value| (value, None))
    }

    fn config(&self, name: String) -> UciOptionConfig {
        UciOptionConfig::String {
            name,
            default: Some((self.default)()),
        }
    }
}

/// The default of a text option that is empty.
pub fn empty() -> String {
    "<empty>".to_owned()
}

/// A parser that accepts any text.
pub const ANY_TEXT: fn(&str) -> Result<String, String> = |text| Ok(text.to_owned());

pub fn read_clock(text: &str) -> Result<Option<TimeControl>, String> {
    if text.is_empty() {
        return Ok(None);
    }
    let control: Result<TimeControl, _> = text.parse();
    control.map(Some).map_err(|error| match error {
        TimeControlError::Time(_) | TimeControlError::Moves(_) | TimeControlError::NotLast(_) => {
            let examples = "write 40/5400+30:1800+30, 300d5 or 300b5";
            format!("'{}': {error}; {examples}", quote(text))
        }
        error => error.to_string(),
    })
}

pub fn read_evaluation(text: &str) -> Result<Evaluation, String> {
    if text.is_empty() {
        return Ok(Evaluation::default());
    }
    Evaluation::load(text).map_err(|why| format!("'{}': {why}", quote(text)))
}

/// An option without a stored value.
pub enum UnstoredOption {
    Button,
    /// A fixed text, which cannot be set.
    FixedText(&'static str),
}

impl UnstoredOption {
    pub fn effect(&self) -> Effect {
        match self {
            Self::Button => Effect::Pressed,
            Self::FixedText(_) => Effect::Unchanged,
        }
    }

    pub fn config(&self, name: String) -> UciOptionConfig {
        match self {
            Self::Button => UciOptionConfig::Button { name },
            Self::FixedText(text) => UciOptionConfig::String {
                name,
                default: Some((*text).to_owned()),
            },
        }
    }
}

pub fn store<K: OptionType>(
    kind: &K,
    slot: &mut K::Value,
    id: OptionId,
    text: &str,
) -> Result<Change, OptionError> {
    let (value, correction) = kind.read(text).map_err(|why| OptionError::Value {
        name: id.name(),
        why,
    })?;
    let effect = if *slot == value {
        Effect::Unchanged
    } else {
        Effect::Changed
    };
    *slot = value;
    let warning = correction.map(|what| format!("option {}: {what}", id.name()));
    Ok(Change { effect, warning })
}
