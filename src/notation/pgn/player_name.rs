//! Names of players, which one file writes `Last, First` and another `First Last`.

/// True if the value of a tag contains the wanted name. Case and punctuation do not matter, nor which name comes first.
///
/// ```
/// use compongo::notation::pgn::names_player;
///
/// for wanted in ["carlsen", "Magnus Carlsen", "Carlsen,Magnus", "Carlsen, M"] {
///     assert!(names_player("Carlsen, Magnus", wanted), "{wanted}");
/// }
/// assert!(names_player("Magnus Carlsen", "Carlsen, Magnus"));
/// assert!(!names_player("Carlsen, Henrik", "Magnus Carlsen"));
/// ```
pub fn names_player(value: &str, wanted: &str) -> bool {
    if value.to_lowercase().contains(&wanted.to_lowercase()) {
        return true;
    }
    let joined = |name: &str| name_forms(name).map(|form| form.join(" "));
    let values = joined(value);
    let mut wanted = joined(wanted).into_iter();
    wanted.any(|wanted| !wanted.is_empty() && values.iter().any(|value| value.contains(&wanted)))
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
