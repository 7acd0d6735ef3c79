//! The errors of setting an option.

use crate::laws::control::TimeControlError;

/// The reasons why an option was not set. It keeps its old value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// `setoption` without a name.
    #[error("setoption: no option is named")]
    NoName,
    /// No option has this name.
    #[error("setoption: there is no option '{name}'{hint}")]
    Unknown {
        /// The name, shortened.
        name: String,
        /// A question about a similar name, or nothing.
        hint: String,
    },
    /// The word `value` is missing after the name.
    #[error("setoption: the word value is missing before '{text}'")]
    NoValueWord {
        /// The text after the name, shortened.
        text: String,
    },
    /// The value is missing or invalid.
    #[error("option {name}: {why}")]
    Value {
        /// The name of the option.
        name: &'static str,
        /// The fault of the value.
        why: OptionValueError,
    },
}

/// The faults of an option's value; quoted values are shortened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionValueError {
    /// A check, spin or combo option came without a value.
    #[error("no value is given")]
    Missing,
    /// The value of a spin option is not a number.
    #[error("'{0}' is not a number")]
    NotANumber(String),
    /// The value of a check option is neither true nor false.
    #[error("'{0}' is neither true nor false")]
    NotABoolean(String),
    /// The value of a combo option is not one of its choices, which follow.
    #[error("'{0}' is none of {1}")]
    NotAChoice(String, String),
    /// The value of `Clock` is not a time control.
    #[error(transparent)]
    Clock(#[from] TimeControlError),
    /// The file of `EvalFile` is not a usable network; the reason follows.
    #[error("'{0}': {1}")]
    EvalFile(String, String),
    /// The file of `Book File` is not a usable book; the reason follows.
    #[error("'{0}': {1}")]
    BookFile(String, String),
    /// The folders of `SyzygyPath` contain no usable endgame table; the problems follow.
    #[error("no tables found{0}")]
    NoTables(String),
    /// The value is above the maximum and is not clamped.
    #[error("{0} is above the maximum of {1}")]
    TooLarge(String, u32),
}
