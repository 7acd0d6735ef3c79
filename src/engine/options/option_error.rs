//! The errors of setting an option.

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
        /// The fault of the value; quoted text is shortened.
        why: String,
    },
}
