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

/// A value as tables write it.
pub fn text(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(list) if list.is_empty() => "none".to_owned(),
        Value::Array(list) => list.iter().map(text).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

/// Milliseconds as minutes, seconds and, if there are any, milliseconds; `-` without a number.
pub fn time(value: &Value) -> String {
    value.as_u64().map_or("-".to_owned(), |ms| {
        let (minutes, seconds) = (ms / 60_000, ms / 1000 % 60);
        let time = format!("{minutes}:{seconds:02}.{:03}", ms % 1000);
        time.trim_end_matches(".000").to_owned()
    })
}
