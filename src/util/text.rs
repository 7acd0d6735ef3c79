//! Outside text made safe to show: no control character reaches a terminal, a GUI, a log or a report.

use std::borrow::Cow;
use std::fmt::Write;

/// The maximum length of a quotation, in characters.
pub const QUOTE_LIMIT: usize = 60;

/// True for characters that must not be shown raw: control characters (C0, DEL and C1), line and paragraph separators,
/// and the marks that change the direction of writing.
fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{061C}'
                | '\u{200E}'
                | '\u{200F}'
                | '\u{2028}'
                | '\u{2029}'
                | '\u{202A}'..='\u{202E}'
                | '\u{2066}'..='\u{2069}'
        )
}

/// Text as quoted in error messages: its first [`QUOTE_LIMIT`] characters on one line; see [`printable`].
///
/// ```
/// use compongo::util::text::quote;
///
/// assert_eq!(quote("e2\te4\u{1b}[31m"), "e2 e4[31m");
/// ```
pub fn quote(text: &str) -> String {
    safe_chars(text).take(QUOTE_LIMIT).collect()
}

/// The name that a mistyped one is most similar to; `None` if none is similar.
///
/// ```
/// use compongo::util::text::nearest;
///
/// assert_eq!(nearest("postion", ["go", "position", "stop"]), Some("position"));
/// assert_eq!(nearest("xyz", ["go", "position", "stop"]), None);
/// assert_eq!(nearest("timemargin", ["tc", "margin"]), Some("margin"));
/// assert_eq!(nearest("pos", ["go", "position", "stop"]), Some("position"));
/// assert_eq!(nearest("site", ["white", "eco"]), None);
/// assert_eq!(nearest("timecontrol", ["tc", "eco"]), None);
/// assert_eq!(nearest(&"position".repeat(20), ["position"]), None);
/// ```
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const MIN_SIMILARITY: f64 = 0.8;
    /// Longer names are no misspellings, and would take long to compare.
    const MAX_LENGTH: usize = 100;
    if name.len() > MAX_LENGTH {
        return None;
    }
    let name = name.to_lowercase();
    let similarity = |other: &str| {
        let other = other.to_lowercase();
        let similarity = strsim::jaro_winkler(&name, &other);
        let (short, long) = (name.len().min(other.len()), name.len().max(other.len()));
        if 2 * short < long {
            // The few letters of a short name occur in many a long word, but seldom in front, as in an abbreviation.
            let abbreviates = name.starts_with(&other) || other.starts_with(&name);
            return if abbreviates { similarity } else { 0.0 };
        }
        if name.contains(&other) || other.contains(&name) {
            similarity.max(MIN_SIMILARITY)
        } else {
            similarity
        }
    };
    let known = known.into_iter().map(|other| (similarity(other), other));
    let (similarity, other) = known.max_by(|a, b| a.0.total_cmp(&b.0))?;
    (similarity >= MIN_SIMILARITY).then_some(other)
}

/// Text on one line, without anything that could control a terminal: tabs and line ends become blanks; other control
/// characters, separators and directional marks are removed.
pub fn printable(text: &str) -> Cow<'_, str> {
    if text.contains(is_unsafe) {
        Cow::Owned(safe_chars(text).collect())
    } else {
        Cow::Borrowed(text)
    }
}

/// Text of several lines, each made [`printable`].
pub fn printable_lines(text: &str) -> Cow<'_, str> {
    if text.contains(|c| is_unsafe(c) && c != '\n') {
        let lines: Vec<_> = text.split('\n').map(printable).collect();
        Cow::Owned(lines.join("\n"))
    } else {
        Cow::Borrowed(text)
    }
}

/// JSON with control characters of every kind escaped; `serde_json` escapes only those below U+0020.
pub fn escape_json(json: &str) -> Cow<'_, str> {
    if !json.contains(is_unsafe) {
        return Cow::Borrowed(json);
    }
    let mut escaped = String::with_capacity(json.len());
    for c in json.chars() {
        if is_unsafe(c) {
            // Writing to a string cannot fail.
            let _ = write!(escaped, "\\u{:04x}", u32::from(c));
        } else {
            escaped.push(c);
        }
    }
    Cow::Owned(escaped)
}

fn safe_chars(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().filter_map(|c| match c {
        '\t' | '\n' => Some(' '),
        c if is_unsafe(c) => None,
        c => Some(c),
    })
}

/// Bytes as hexadecimal digits.
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_left_out() {
        let text = "a\u{1b}[31m\u{7}b\rc\u{9b}31md\u{7f}e\u{2028}f\u{202e}g\té";
        assert_eq!(quote(text), "a[31mbc31mdefg é");
        assert_eq!(printable(text), quote(text));
        assert_eq!(printable_lines("a\r\nb\u{1b}c\n"), "a\nbc\n");
    }

    #[test]
    fn json_is_escaped_where_serde_json_leaves_characters_raw() {
        assert_eq!(
            escape_json("{\"a\":\"é\u{9b}31m\u{202e}\"}"),
            r#"{"a":"é\u009b31m\u202e"}"#
        );
    }

    #[test]
    fn quotations_are_short() {
        assert_eq!(quote(&"ü".repeat(100)), "ü".repeat(QUOTE_LIMIT));
    }

    #[test]
    fn harmless_text_is_borrowed() {
        assert!(matches!(printable("Zoë, 1. e4 ♘"), Cow::Borrowed(_)));
        assert!(matches!(printable_lines("a\nb"), Cow::Borrowed(_)));
    }
}
