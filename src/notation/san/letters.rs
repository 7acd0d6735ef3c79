//! Piece letters.

use crate::types::Piece;

/// The letters of knight, bishop, rook, queen and king in a language; the pawn has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceLetters([char; 5]);

impl PieceLetters {
    /// N, B, R, Q, K, as in PGN.
    pub const ENGLISH: Self = Self(['N', 'B', 'R', 'Q', 'K']);

    /// Upper-case letters of knight, bishop, rook, queen and king. They must differ.
    pub const fn new(letters: [char; 5]) -> Self {
        Self(letters)
    }

    /// The letter of a piece, `None` for the pawn.
    pub const fn letter(&self, piece: Piece) -> Option<char> {
        match piece {
            Piece::Pawn => None,
            _ => Some(self.0[piece as usize - 1]),
        }
    }

    /// The piece of an upper-case letter, or of a figurine of either colour.
    pub fn piece(&self, letter: char) -> Option<Piece> {
        match self.0.iter().position(|&own| own == letter) {
            Some(index) => Some(Piece::ALL[index + 1]),
            None => figurine(letter),
        }
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
                assert_eq!(letter.to_ascii_lowercase(), piece.letter());
                assert_eq!(PieceLetters::ENGLISH.piece(letter), Some(piece));
            }
        }
    }
}
