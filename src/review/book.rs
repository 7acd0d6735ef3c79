//! The moves of the opening book, which are not judged.

use crate::notation::pgn::Comment;

/// How many half-moves from the initial position count as book moves where the record says nothing.
pub const BOOK_PLIES: usize = 8;

/// The number of half-moves from the start whose comment is `book`, as match runners write it.
pub fn noted_plies(comments: &[Comment]) -> usize {
    let is_book = |ply: &usize| {
        let of_move = comments.iter().filter(|comment| comment.ply == *ply);
        of_move.clone().any(|comment| names_book(comment.text))
    };
    (1..).take_while(is_book).count()
}

/// True if a word of the comment, outside commands, is `book`.
fn names_book(text: &str) -> bool {
    text.split([' ', ',', ';'])
        .any(|word| word.eq_ignore_ascii_case("book"))
}
