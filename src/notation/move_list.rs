//! A row of moves as a person types them: `1. e4 e5 2.Nf3 (=)`.

use super::pgn::ResultToken;
use super::san::{self, DRAW_OFFER};
use crate::board::Board;

/// Splits a list of moves into the texts of single moves. Move numbers, with or without dots, are dropped, and separate
/// signs such as `e.p.` and `(=)` stay with the move before them; comments in braces and a result at the end are left out.
/// A number that contradicts the first one, or the initial position as the start, stays, and no move is made of it. The
/// moves need not be legal.
///
/// ```
/// use compongo::board::Board;
/// use compongo::notation::move_list;
///
/// let split_moves = |text| move_list::split_moves(text, &Board::start());
/// assert_eq!(split_moves("1.e4 c5 2. e5 d5 3. exd6 e.p. (=)"), ["e4", "c5", "e5", "d5", "exd6 e.p. (=)"]);
/// assert_eq!(split_moves("1. e4 {best by test} e5 2. O-O 1/2-1/2"), ["e4", "e5", "O-O"]);
/// assert_eq!(split_moves("1. e4 1-0 e5 {open"), ["e4", "1-0", "e5", "{open"]);
/// assert_eq!(split_moves("1 e4 e5 2 Nf3"), ["e4", "e5", "Nf3"]);
/// assert_eq!(split_moves("1. e4 e5 5. Nf3"), ["e4", "e5", "5.", "Nf3"]);
/// assert_eq!(split_moves("1. e4 e5 5000000000. Nf3"), ["e4", "e5", "5000000000.", "Nf3"]);
/// ```
pub fn split_moves(text: &str, start: &Board) -> Vec<String> {
    let mut moves: Vec<String> = Vec::new();
    let text = without_comments(text);
    let mut words: Vec<&str> = text.split_whitespace().collect();
    if words
        .last()
        .is_some_and(|last| ResultToken::new(last).is_some())
    {
        words.pop();
    }
    // A number, with the number of half-moves before it.
    let mut first = (*start == Board::start()).then_some((1, 0));
    for word in words {
        let (number, mv) = split_number(word);
        if let Some(number) = number {
            let made = moves.len() as u32;
            let (base, before) = *first.get_or_insert((number.value, made));
            let since = made - before;
            // Either side may have had the first move.
            if ![since / 2, since.div_ceil(2)].contains(&number.value.wrapping_sub(base)) {
                moves.push(word[..word.len() - mv.len()].to_owned());
            }
        }
        add_word(&mut moves, mv);
    }
    moves
}

/// Adds a word to a list of moves: a separate sign, such as `e.p.`, belongs to the move before it.
pub(super) fn add_word(moves: &mut Vec<String>, word: &str) {
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

/// A move number before a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveNumber {
    /// The number; a larger one than this type holds is its maximum.
    pub value: u32,
    /// True if it stands before a move of Black, `41...`.
    pub is_blacks: bool,
}

/// The move number in front of a text, `41.`, `41...` or `41` alone, and the text after it. Dots without a number are left
/// out.
pub fn split_number(text: &str) -> (Option<MoveNumber>, &str) {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = &text[..text.len() - rest.len()];
    let mv = rest.trim_start_matches(['.', '…', ' ']);
    let dots = &rest[..rest.len() - mv.len()];
    // `0000` is a null move, and `00` castles.
    let is_alone = rest.is_empty() && !digits.starts_with('0');
    if dots.trim().is_empty() && !is_alone {
        return (None, text);
    }
    let number = (!digits.is_empty()).then(|| MoveNumber {
        value: digits.parse().unwrap_or(u32::MAX),
        is_blacks: dots.contains('…') || dots.matches('.').count() > 1,
    });
    (number, mv)
}

/// The text without the move number in front.
pub fn without_number(text: &str) -> &str {
    split_number(text).1
}
