//! A row of moves as a person types them: `1. e4 e5 2.Nf3 (=)`.

use super::pgn::ResultToken;
use super::san::{self, DRAW_OFFER};

/// Splits a list of moves into the texts of single moves. Move numbers are dropped, and separate signs such as `e.p.`
/// and `(=)` stay with the move before them; comments in braces and a result at the end are left out. The moves need not be
/// legal.
///
/// ```
/// use compongo::notation::move_list::split_moves;
///
/// assert_eq!(split_moves("1.e4 c5 2. e5 d5 3. exd6 e.p. (=)"), ["e4", "c5", "e5", "d5", "exd6 e.p. (=)"]);
/// assert_eq!(split_moves("1. e4 {best by test} e5 2. O-O 1/2-1/2"), ["e4", "e5", "O-O"]);
/// assert_eq!(split_moves("1. e4 1-0 e5 {open"), ["e4", "1-0", "e5", "{open"]);
/// ```
pub fn split_moves(text: &str) -> Vec<String> {
    let mut moves: Vec<String> = Vec::new();
    let text = without_comments(text);
    let mut words: Vec<&str> = text.split_whitespace().map(without_number).collect();
    if words
        .last()
        .is_some_and(|last| ResultToken::new(last).is_some())
    {
        words.pop();
    }
    for word in words {
        match moves.last_mut() {
            _ if word.is_empty() => {}
            // `(Q)` names the piece of a promotion.
            Some(mv) if san::is_sign(word) || word.starts_with('(') => {
                mv.push(' ');
                mv.push_str(word);
            }
            _ => moves.push(word.to_owned()),
        }
    }
    moves
}

/// The text without `{comments}`. A brace that is not closed stays, and no move is made of it.
fn without_comments(text: &str) -> String {
    let (mut kept, mut rest) = (String::new(), text);
    while let Some((before, (_, after))) = rest
        .split_once('{')
        .and_then(|(before, inside)| Some((before, inside.split_once('}')?)))
    {
        kept.push_str(before);
        kept.push(' ');
        rest = after;
    }
    kept.push_str(rest);
    kept
}

/// True if the move comes with a draw offer, `(=)`.
pub fn offers_draw(text: &str) -> bool {
    text.contains(DRAW_OFFER)
}

/// The text without the move number in front: `41.`, `41...`, or only dots.
pub fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.starts_with(['.', '…']) {
        rest.trim_start_matches(['.', '…', ' '])
    } else {
        text
    }
}
