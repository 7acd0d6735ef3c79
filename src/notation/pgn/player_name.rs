//! Names of players, which one file writes `Last, First` and another `First Last`.

/// A player's name, or a part of it, to be found in tags. Case and punctuation do not matter, nor which name comes first.
///
/// ```
/// use compongo::notation::pgn::PlayerName;
///
/// for wanted in ["carlsen", "Magnus Carlsen", "Carlsen,Magnus", "Carlsen, M"] {
///     assert!(PlayerName::new(wanted).is_in("Carlsen, Magnus"), "{wanted}");
/// }
/// assert!(PlayerName::new("Carlsen, Magnus").is_in("Magnus Carlsen"));
/// assert!(!PlayerName::new("Magnus Carlsen").is_in("Carlsen, Henrik"));
/// ```
#[derive(Clone, Debug)]
pub struct PlayerName {
    /// The name as it is written, in lower case.
    text: String,
    words: Vec<String>,
    /// The words in both orders.
    forms: [String; 2],
}

impl PlayerName {
    /// The name in a text.
    pub fn new(text: &str) -> Self {
        Self {
            text: text.to_lowercase(),
            words: lower_case_words(text),
            forms: joined(text),
        }
    }

    /// True if the value of a tag contains the name.
    pub fn is_in(&self, value: &str) -> bool {
        let lower = value.to_lowercase();
        if lower.contains(&self.text) {
            return true;
        }
        // Few names have all the words.
        if self.words.is_empty() || !self.words.iter().all(|word| lower.contains(word)) {
            return false;
        }
        let values = joined(value);
        let mut forms = self.forms.iter();
        forms.any(|form| values.iter().any(|value| value.contains(form)))
    }
}

/// Both forms of a name, with single blanks between the words.
fn joined(name: &str) -> [String; 2] {
    name_forms(name).map(|form| form.join(" "))
}

/// The words of a name as it is written, and of `Last, First` turned round.
pub fn name_forms(player: &str) -> [Vec<String>; 2] {
    let name = lower_case_words(player);
    let last = player
        .split_once(',')
        .map_or(0, |(last, _)| lower_case_words(last).len());
    let mut turned = name.clone();
    turned.rotate_left(last);
    [name, turned]
}

/// The words of a text, in lower case.
pub fn lower_case_words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}
