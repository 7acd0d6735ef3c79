//! An engine's options.

use std::ops::RangeInclusive;

/// A UCI option that an engine has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOption {
    /// The name in the engine's spelling, with single blanks.
    pub name: String,
    /// The type of its value.
    pub kind: OptionKind,
}

impl EngineOption {
    /// The `setoption` command. A button needs no value.
    pub fn command(&self, value: &str) -> String {
        let name = &self.name;
        match self.kind {
            OptionKind::Button => format!("setoption name {name}"),
            OptionKind::String if value.is_empty() => {
                format!("setoption name {name} value <empty>")
            }
            _ => format!("setoption name {name} value {value}"),
        }
    }

    /// What a value must be, such as `a number from 1 to 512`, if this value is something else.
    pub fn expected_instead_of(&self, value: &str) -> Option<String> {
        let is_word = |word: &str| word.eq_ignore_ascii_case(value);
        match &self.kind {
            OptionKind::Check if !is_word("true") && !is_word("false") => {
                Some("true or false".to_owned())
            }
            OptionKind::Spin(Some(range)) => {
                let number = value.parse::<i64>();
                let fits = number.is_ok_and(|number| range.contains(&number));
                (!fits).then(|| format!("a number from {} to {}", range.start(), range.end()))
            }
            OptionKind::Combo(words) => {
                let fits = words.is_empty() || words.iter().any(|word| is_word(word));
                (!fits).then(|| format!("one of {}", words.join(", ")))
            }
            _ => None,
        }
    }
}

/// The types of UCI options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `true` or `false`.
    Check,
    /// A number in this range; any text if the engine does not name two whole numbers.
    Spin(Option<RangeInclusive<i64>>),
    /// One of these words; any word if there are none.
    Combo(Vec<String>),
    /// An action without a value.
    Button,
    /// A text.
    String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_fit_their_type() {
        let option = |kind: OptionKind| EngineOption {
            name: "Any".to_owned(),
            kind,
        };
        let styles = ["Solid", "Very wild"].map(str::to_owned);
        for (kind, value, expected) in [
            (OptionKind::Check, "True", None),
            (OptionKind::Check, "on", Some("true or false")),
            (OptionKind::Spin(Some(1..=9)), "9", None),
            (
                OptionKind::Spin(Some(1..=9)),
                "10",
                Some("a number from 1 to 9"),
            ),
            (
                OptionKind::Spin(Some(-1..=9)),
                "1k",
                Some("a number from -1 to 9"),
            ),
            (OptionKind::Spin(None), "0.5", None),
            (OptionKind::Combo(styles.to_vec()), "very wild", None),
            (
                OptionKind::Combo(styles.to_vec()),
                "",
                Some("one of Solid, Very wild"),
            ),
            (OptionKind::Button, "", None),
            (OptionKind::String, "", None),
        ] {
            let found = option(kind.clone()).expected_instead_of(value);
            assert_eq!(found.as_deref(), expected, "{kind:?} {value}");
        }
    }
}
