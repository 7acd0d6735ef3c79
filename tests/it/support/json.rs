//! JSON from text.

use serde_json::Value;

/// The value of a text.
#[track_caller]
pub fn value(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The values of the lines.
#[track_caller]
pub fn lines(text: &str) -> Vec<Value> {
    text.lines().map(value).collect()
}
