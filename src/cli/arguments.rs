//! Parsers and defaults that the arguments of several subcommands share.

use crate::types::Color;
use crate::util::text::quote;
use clap::builder::{PossibleValuesParser, TypedValueParser};

/// The cores that this program may use.
pub fn available_cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Parses a player: `white` or `black`.
pub fn player(text: &str) -> Result<Color, String> {
    let found = Color::ALL.into_iter();
    let mut found = found.filter(|color| text.eq_ignore_ascii_case(&color.to_string()));
    found
        .next()
        .ok_or_else(|| format!("'{}' is neither white nor black", quote(text)))
}

/// Parses a word that stands for a value.
pub fn choice<T: Clone + Send + Sync + 'static, const N: usize>(
    choices: [(&'static str, T); N],
) -> impl TypedValueParser<Value = T> {
    let words = choices.each_ref().map(|(word, _)| *word);
    PossibleValuesParser::new(words).map(move |chosen| {
        let found = choices.iter().find(|(word, _)| *word == chosen);
        found.expect("clap accepts only these words").1.clone()
    })
}
