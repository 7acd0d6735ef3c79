//! Names that are looked up ignoring case.

use crate::util::text::quote;

/// The error for a name that is not known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{text}' is not one of {known}{hint}")]
pub struct UnknownName {
    pub(super) text: String,
    pub(super) known: String,
    /// What to use instead, or nothing.
    pub(super) hint: &'static str,
}

/// Finds a name, ignoring case.
pub(super) fn by_name<T: Copy>(
    text: &str,
    all: &[T],
    name: impl Fn(T) -> &'static str,
) -> Result<T, UnknownName> {
    let found = all
        .iter()
        .find(|&&item| name(item).eq_ignore_ascii_case(text));
    found.copied().ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|&item| name(item)).collect();
        UnknownName {
            text: quote(text),
            known: names.join(", "),
            hint: "",
        }
    })
}
