//! Positions as text for a terminal.

use std::fmt::Write;

/// The board of a FEN with figurines, from White's side: a line for each rank, and one with the names of the files.
pub fn diagram(fen: &str) -> String {
    let mut drawn = String::new();
    let placement = fen.split(' ').next().unwrap_or_default();
    for (rank, row) in placement.split('/').enumerate() {
        // Writing to a string cannot fail.
        let _ = write!(drawn, " {} ", 8 - rank);
        for letter in row.chars() {
            if let Some(empty) = letter.to_digit(10) {
                (0..empty).for_each(|_| drawn.push_str(" \u{b7}"));
            } else {
                drawn.push(' ');
                drawn.push(figurine(letter));
            }
        }
        drawn.push('\n');
    }
    drawn + "    a b c d e f g h"
}

/// The figurine of a piece. The pieces of White are hollow.
fn figurine(letter: char) -> char {
    match letter {
        'K' => '\u{2654}',
        'Q' => '\u{2655}',
        'R' => '\u{2656}',
        'B' => '\u{2657}',
        'N' => '\u{2658}',
        'P' => '\u{2659}',
        'k' => '\u{265a}',
        'q' => '\u{265b}',
        'r' => '\u{265c}',
        'b' => '\u{265d}',
        'n' => '\u{265e}',
        'p' => '\u{265f}',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_for_each_rank_and_one_for_the_files() {
        let drawn = diagram("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines.len(), 9);
        assert_eq!(
            lines[0],
            " 8  \u{b7} \u{b7} \u{b7} \u{b7} \u{b7} \u{b7} \u{b7} \u{265a}"
        );
        assert_eq!(
            lines[1],
            " 7  \u{b7} \u{b7} \u{b7} \u{b7} \u{b7} \u{2655} \u{b7} \u{b7}"
        );
        assert_eq!(lines[8], "    a b c d e f g h");
    }
}
