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

/// True if the comment, outside commands, is `book`, which a comma and other words or figures may follow.
fn names_book(text: &str) -> bool {
    let words = |part| {
        str::split_once(part, ']')
            .map_or(part, |(_, after)| after)
            .trim()
    };
    let said: String = text.split("[%").map(words).collect();
    let (first, rest) = said.split_at_checked("book".len()).unwrap_or((&said, ""));
    let follows = |c: char| matches!(c, ',' | ';') || c.is_ascii_digit();
    first.eq_ignore_ascii_case("book")
        && (rest.is_empty() || rest.trim_start().starts_with(follows))
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
            count(&[
                (1, "so"),
                (1, "book, 0.00/1"),
                (2, "bookish"),
                (2, "Book 1.0s"),
                (3, "book [%clk 1] ")
            ]),
            3
        );
        for words in [
            "As in every book on the Ruy Lopez",
            "book knowledge",
            "boök",
            "",
        ] {
            assert_eq!(count(&[(1, words)]), 0, "{words}");
        }
        assert_eq!(count(&[(2, "book")]), 0);
    }
}
