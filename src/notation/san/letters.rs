//! Piece letters.

use crate::types::Piece;

/// The letters of knight, bishop, rook, queen and king in a language; the pawn has none. A piece may have two letters,
/// like the king in Russian.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceLetters([&'static str; 5]);

impl PieceLetters {
    /// N, B, R, Q, K, as in PGN.
    pub const ENGLISH: Self = Self(["N", "B", "R", "Q", "K"]);

    /// ♘, ♗, ♖, ♕, ♔, for both players.
    pub const FIGURINES: Self = Self(["♘", "♗", "♖", "♕", "♔"]);

    /// Letters of knight, bishop, rook, queen and king, the first of each in upper case. They must differ.
    pub const fn new(letters: [&'static str; 5]) -> Self {
        Self(letters)
    }

    /// The letter of a piece, `None` for the pawn.
    pub const fn letter(&self, piece: Piece) -> Option<&'static str> {
        match piece {
            Piece::Pawn => None,
            _ => Some(self.0[piece as usize - 1]),
        }
    }

    /// The piece of an upper-case letter, or of a figurine of either colour; pieces with two letters are not found.
    pub fn piece(&self, letter: char) -> Option<Piece> {
        self.leading_piece(&[letter]).map(|(piece, _)| piece)
    }

    /// The piece whose letters or figurine the text begins with, and the number of characters.
    pub(super) fn leading_piece(&self, text: &[char]) -> Option<(Piece, usize)> {
        let length = |letters: &str| {
            let length = letters.chars().count();
            let begins = letters.chars().eq(text.iter().copied().take(length));
            begins.then_some(length)
        };
        let found = self.0.iter().zip(&Piece::ALL[1..]);
        found
            .filter_map(|(letters, &piece)| Some((piece, length(letters)?)))
            // `Кр` is a king, although `К` is a knight.
            .max_by_key(|&(_, length)| length)
            .or_else(|| Some((figurine(*text.first()?)?, 1)))
    }

    /// True if some piece's letters begin with this one.
    pub fn has_initial(&self, letter: char) -> bool {
        self.0.iter().any(|letters| letters.starts_with(letter))
    }

    /// The promotion piece of a letter, which may be lower case.
    pub(super) fn promotion(&self, letter: char) -> Option<Piece> {
        self.piece(letter)
            .or_else(|| self.piece(letter.to_uppercase().next()?))
            .filter(|&piece| !matches!(piece, Piece::King | Piece::Pawn))
    }
}

/// The piece of a figurine such as `♞`.
fn figurine(c: char) -> Option<Piece> {
    match c {
        '♔' | '♚' => Some(Piece::King),
        '♕' | '♛' => Some(Piece::Queen),
        '♖' | '♜' => Some(Piece::Rook),
        '♗' | '♝' => Some(Piece::Bishop),
        '♘' | '♞' => Some(Piece::Knight),
        '♙' | '♟' => Some(Piece::Pawn),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_pieces_belong_together() {
        for piece in Piece::ALL {
            let letter = PieceLetters::ENGLISH.letter(piece);
            assert_eq!(letter.is_none(), piece == Piece::Pawn);
            if let Some(letter) = letter {
                assert_eq!(letter.to_ascii_lowercase(), piece.letter().to_string());
                let letter: Vec<char> = letter.chars().collect();
                assert_eq!(PieceLetters::ENGLISH.piece(letter[0]), Some(piece));
            }
        }
    }
}
