//! Parsing of `setoption`.

use super::OptionId;
use super::option_error::OptionError;
use crate::util::text::{nearest, quote};

/// Splits the text after the word `setoption` into the option and its value.
///
/// The name ignores case, blanks and underscores, and the word `name` before it may be missing. The value is the text
/// after the word `value`, trimmed; it is empty if there is none or if it reads `<empty>`.
///
/// # Errors
///
/// [`OptionError::NoName`], [`OptionError::Unknown`] or [`OptionError::NoValueWord`].
pub fn split(text: &str) -> Result<(OptionId, &str), OptionError> {
    let (first, rest) = split_word(text);
    let text = if first.eq_ignore_ascii_case("name") {
        rest
    } else {
        text.trim_ascii()
    };
    let mut named = OptionId::ALL
        .iter()
        .filter_map(|&id| Some((id, strip_name(text, id.name())?)));
    let found = named
        .clone()
        .find_map(|(id, rest)| Some((id, value_after(rest)?)));
    match (found, text.rsplit_once(" value ")) {
        (Some(found), _) => Ok(found),
        _ if text.is_empty() => Err(OptionError::NoName),
        (None, Some((name, _))) => Err(unknown(name)),
        (None, None) => Err(named.next().map_or_else(
            || unknown(text),
            |(_, rest)| OptionError::NoValueWord {
                text: quote(rest.trim_ascii()),
            },
        )),
    }
}

/// The option with a name, ignoring case, blanks and underscores.
///
/// # Errors
///
/// [`OptionError::NoName`] or [`OptionError::Unknown`].
pub fn find(name: &str) -> Result<OptionId, OptionError> {
    let is_named = |id: &&OptionId| strip_name(name.trim_ascii(), id.name()) == Some("");
    match OptionId::ALL.iter().find(is_named) {
        Some(&id) => Ok(id),
        None if name.trim_ascii().is_empty() => Err(OptionError::NoName),
        None => Err(unknown(name)),
    }
}

/// The text after `name`, if `text` begins with it, ignoring case, blanks and underscores.
fn strip_name<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let is_filler = |c: char| c.is_ascii_whitespace() || c == '_';
    let mut rest = text;
    for letter in name.chars().filter(|&c| !is_filler(c)) {
        rest = rest
            .trim_start_matches(is_filler)
            .strip_prefix(|c: char| c.eq_ignore_ascii_case(&letter))?;
    }
    let rest = rest.trim_start_matches('_');
    (rest.is_empty() || rest.starts_with(|c: char| c.is_ascii_whitespace())).then_some(rest)
}

/// The value in the text after a name; `None` if the name continues.
fn value_after(text: &str) -> Option<&str> {
    let (word, value) = split_word(text);
    if word.is_empty() {
        Some("")
    } else if word.eq_ignore_ascii_case("value") {
        Some(if value.eq_ignore_ascii_case("<empty>") {
            ""
        } else {
            value
        })
    } else {
        None
    }
}

/// The first word of a text and the text after it, both trimmed.
pub(crate) fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_ascii();
    match text.find(|c: char| c.is_ascii_whitespace()) {
        Some(end) => (&text[..end], text[end..].trim_ascii_start()),
        None => (text, ""),
    }
}

/// The integer part of a decimal number with an optional sign; numbers beyond 128 bits saturate.
pub(crate) fn read_integer(text: &str) -> Option<i128> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let mut number = 0i128;
    for b in whole.bytes() {
        let digit = char::from(b).to_digit(10)?;
        number = number.saturating_mul(10).saturating_add(digit.into());
    }
    let negative = text.starts_with('-');
    fraction
        .bytes()
        .all(|b| b.is_ascii_digit())
        .then_some(if negative { -number } else { number })
}

fn unknown(text: &str) -> OptionError {
    let similar = nearest(text, OptionId::ALL.iter().map(|id| id.name()));
    OptionError::Unknown {
        name: quote(text),
        hint: similar.map_or_else(String::new, |name| format!(", did you mean {name}?")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers() {
        let nines = "9".repeat(100);
        for (text, number) in [
            ("5", 5),
            ("-5.99", -5),
            ("+7.", 7),
            (".5", 0),
            ("007", 7),
            ("-0", 0),
            (nines.as_str(), i128::MAX),
            (&format!("-{nines}"), -i128::MAX),
        ] {
            assert_eq!(read_integer(text), Some(number), "{text}");
        }
        for text in [
            "", "-", "+", ".", "-.", "NaN", "inf", "1e6", "1.2.3", "1.-2", "٣", "1 2",
        ] {
            assert_eq!(read_integer(text), None, "{text}");
        }
    }
}
