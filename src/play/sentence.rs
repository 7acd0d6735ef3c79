//! Texts of rulings as sentences.

/// A text as a sentence: with a capital letter and a full stop.
pub(super) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters
        .next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .collect();
    format!("{first}{}.", letters.as_str())
}
