//! Positions as text for a terminal.

use std::iter::repeat_n;

/// The board of a FEN with figurines: a line for each rank, and one with the names of the files. It is seen from White's
/// side or, turned, from Black's.
pub fn diagram(fen: &str, is_turned: bool) -> String {
    let placement = fen.split(' ').next().unwrap_or_default();
    let ranks = (1..=8).rev().zip(placement.split('/'));
    let mut lines: Vec<String> = ranks
        .map(|(rank, row)| format!(" {rank} {}", squares(row, is_turned)))
        .collect();
    let mut files = "    a b c d e f g h";
    if is_turned {
        lines.reverse();
        files = "    h g f e d c b a";
    }
    lines.push(files.to_owned());
    lines.join("\n")
}

/// The squares of a rank, with a blank before each.
fn squares(row: &str, is_turned: bool) -> String {
    let mut squares = Vec::new();
    for letter in row.chars() {
        match letter.to_digit(10) {
            Some(empty) => squares.extend(repeat_n('\u{b7}', empty as usize)),
            None => squares.push(figurine(letter)),
        }
    }
    if is_turned {
        squares.reverse();
    }
    squares.iter().flat_map(|&square| [' ', square]).collect()
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
        let drawn = diagram("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", false);
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

    #[test]
    fn black_sees_the_board_from_the_other_side() {
        let drawn = diagram("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", true);
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines.len(), 9);
        let empty = " \u{b7}".repeat(5);
        assert_eq!(lines[0], format!(" 1  \u{b7} \u{b7} \u{b7}{empty}"));
        assert_eq!(lines[6], format!(" 7  \u{b7} \u{b7} \u{2655}{empty}"));
        assert_eq!(lines[7], format!(" 8  \u{265a} \u{b7} \u{b7}{empty}"));
        assert_eq!(lines[8], "    h g f e d c b a");
    }
}
