//! The moves of the opening book, which the review does not judge.

use crate::notation::pgn::Comment;

/// The number of half-moves from the start with the comment `book`, as match runners write it.
pub fn noted_plies(comments: &[Comment]) -> usize {
    let mut plies = 0;
    for comment in comments {
        if comment.ply == plies + 1 && names_book(comment.text) {
            plies += 1;
        }
    }
    plies
}

/// True if a word of the comment, outside commands, is `book`.
fn names_book(text: &str) -> bool {
    text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';'))
        .any(|word| word.eq_ignore_ascii_case("book"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noted_moves_are_those_from_the_start() {
        let count = |notes: &[(usize, &'static str)]| {
            let comment = |&(ply, text): &(usize, &'static str)| Comment { ply, text, line: 1 };
            noted_plies(&notes.iter().map(comment).collect::<Vec<_>>())
        };
        assert_eq!(count(&[(1, "book"), (2, "[%clk 1]\nBook"), (4, "book")]), 2);
        assert_eq!(
            count(&[(1, "so"), (1, "book, 0.00/1"), (2, "a bookish move")]),
            1
        );
        assert_eq!(count(&[(2, "book")]), 0);
    }
}
