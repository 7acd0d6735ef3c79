//! The types of options: how each parses its value and writes its `option` line.

use super::reading::read_integer;
use super::{Change, Effect, OptionError, OptionId, OptionValueError};
use crate::eval::Evaluation;
use crate::laws::control::ClockControl;
use crate::nnue;
use crate::util::text::quote;
use vampirc_uci::UciOptionConfig;

/// A type of option with a value in [`super::Options`].
pub trait OptionType {
    type Value: PartialEq;

    fn initial(&self) -> Self::Value;

    /// The value a text stands for, and whether it had to be moved into the range.
    fn read(&self, text: &str) -> Result<(Self::Value, bool), OptionValueError>;

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

    fn read(&self, text: &str) -> Result<(bool, bool), OptionValueError> {
        match text.to_ascii_lowercase().as_str() {
            "true" | "1" | "on" => Ok((true, false)),
            "false" | "0" | "off" => Ok((false, false)),
            "" => Err(OptionValueError::Missing),
            _ => Err(OptionValueError::NotABoolean(quote(text))),
        }
    }

    fn config(&self, name: String) -> UciOptionConfig {
        UciOptionConfig::Check {
            name,
            default: Some(self.default),
        }
    }
}

/// What to do with a number above the maximum.
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

    fn read(&self, text: &str) -> Result<(u32, bool), OptionValueError> {
        if text.is_empty() {
            return Err(OptionValueError::Missing);
        }
        let Some(number) = read_integer(text) else {
            return Err(OptionValueError::NotANumber(quote(text)));
        };
        if self.out_of_range == OutOfRange::Refuse && number > self.max.into() {
            return Err(OptionValueError::TooLarge(quote(text), self.max));
        }
        let value = number.clamp(self.min.into(), self.max.into());
        Ok((value as u32, value != number))
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

pub struct ComboOption<T: 'static> {
    pub default: T,
    pub choices: &'static [(&'static str, T)],
}

impl<T: Copy + PartialEq> OptionType for ComboOption<T> {
    type Value = T;

    fn initial(&self) -> T {
        self.default
    }

    fn read(&self, text: &str) -> Result<(T, bool), OptionValueError> {
        if text.is_empty() {
            return Err(OptionValueError::Missing);
        }
        if let Some(&(_, value)) = self
            .choices
            .iter()
            .find(|(choice, _)| choice.eq_ignore_ascii_case(text))
        {
            return Ok((value, false));
        }
        let choices: Vec<&str> = self.choices.iter().map(|(choice, _)| *choice).collect();
        Err(OptionValueError::NotAChoice(
            quote(text),
            choices.join(", "),
        ))
    }

    fn config(&self, name: String) -> UciOptionConfig {
        let default = self
            .choices
            .iter()
            .find(|(_, value)| *value == self.default);
        UciOptionConfig::Combo {
            name,
            default: default.map(|(choice, _)| (*choice).to_owned()),
            var: self
                .choices
                .iter()
                .map(|(choice, _)| (*choice).to_owned())
                .collect(),
        }
    }
}

/// A string option. The crate writes an empty text as nothing, which GUIs misread.
fn string_config(name: String, default: &str) -> UciOptionConfig {
    UciOptionConfig::String {
        name,
        default: Some(default.to_owned()),
    }
}

/// A text, empty by default.
pub struct StringOption;

impl OptionType for StringOption {
    type Value = String;

    fn initial(&self) -> String {
        String::new()
    }

    fn read(&self, text: &str) -> Result<(String, bool), OptionValueError> {
        Ok((text.to_owned(), false))
    }

    fn config(&self, name: String) -> UciOptionConfig {
        string_config(name, "<empty>")
    }
}

/// A time control, empty by default.
pub struct ClockOption;

impl OptionType for ClockOption {
    type Value = Option<ClockControl>;

    fn initial(&self) -> Option<ClockControl> {
        None
    }

    fn read(&self, text: &str) -> Result<(Self::Value, bool), OptionValueError> {
        match text {
            "" => Ok((None, false)),
            text => Ok((Some(text.parse()?), false)),
        }
    }

    fn config(&self, name: String) -> UciOptionConfig {
        string_config(name, "<empty>")
    }
}

/// The file of the network, or the word material.
pub struct EvalFileOption;

impl OptionType for EvalFileOption {
    type Value = Evaluation;

    fn initial(&self) -> Evaluation {
        Evaluation::default()
    }

    fn read(&self, text: &str) -> Result<(Evaluation, bool), OptionValueError> {
        match Evaluation::load(text) {
            Ok(evaluation) => Ok((evaluation, false)),
            Err(why) => Err(OptionValueError::EvalFile(quote(text), why.to_string())),
        }
    }

    fn config(&self, name: String) -> UciOptionConfig {
        string_config(name, nnue::embedded().name())
    }
}

/// An option without a value that can be set.
pub enum UnstoredOption {
    Button,
    /// A fixed text.
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
            Self::FixedText(text) => string_config(name, text),
        }
    }
}

pub fn store<K: OptionType>(
    kind: &K,
    slot: &mut K::Value,
    id: OptionId,
    text: &str,
) -> Result<Change, OptionError> {
    let (value, clamped) = kind.read(text).map_err(|why| OptionError::Value {
        name: id.name(),
        why,
    })?;
    let effect = if *slot == value {
        Effect::Unchanged
    } else {
        Effect::Changed
    };
    *slot = value;
    let warning = clamped.then(|| {
        format!(
            "option {}: {} is out of range, the nearest limit is taken",
            id.name(),
            quote(text)
        )
    });
    Ok(Change {
        id,
        effect,
        warning,
    })
}
