use super::Color;

/// A piece type, without its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Piece {
    /// The pawn.
    Pawn,
    /// The knight.
    Knight,
    /// The bishop.
    Bishop,
    /// The rook.
    Rook,
    /// The queen.
    Queen,
    /// The king.
    King,
}

impl Piece {
    /// All six piece types, from pawn to king.
    pub const ALL: [Self; 6] = [
        Self::Pawn,
        Self::Knight,
        Self::Bishop,
        Self::Rook,
        Self::Queen,
        Self::King,
    ];

    /// 0 for the pawn up to 5 for the king.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The English letter, lower case.
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'p',
            Self::Knight => 'n',
            Self::Bishop => 'b',
            Self::Rook => 'r',
            Self::Queen => 'q',
            Self::King => 'k',
        }
    }

    /// The piece type of an English letter of either case.
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter.to_ascii_lowercase() {
            'p' => Self::Pawn,
            'n' => Self::Knight,
            'b' => Self::Bishop,
            'r' => Self::Rook,
            'q' => Self::Queen,
            'k' => Self::King,
            _ => return None,
        })
    }

    #[inline]
    const fn from_index(index: u8) -> Self {
        debug_assert!(index < 6);
        match index {
            0 => Self::Pawn,
            1 => Self::Knight,
            2 => Self::Bishop,
            3 => Self::Rook,
            4 => Self::Queen,
            _ => Self::King,
        }
    }
}

/// A piece with its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ColoredPiece {
    /// The colour.
    pub color: Color,
    /// The type.
    pub piece: Piece,
}

impl ColoredPiece {
    /// The FEN letter: upper case for White.
    pub const fn letter(self) -> char {
        match self.color {
            Color::White => self.piece.letter().to_ascii_uppercase(),
            Color::Black => self.piece.letter(),
        }
    }

    /// The piece that a FEN letter stands for.
    pub const fn from_letter(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        match Piece::from_letter(letter) {
            Some(piece) => Some(Self { color, piece }),
            None => None,
        }
    }

    /// 0 to 11: twice the piece plus the colour.
    #[inline]
    pub const fn index(self) -> usize {
        self.piece.index() * 2 + self.color.index()
    }

    /// The inverse of [`ColoredPiece::index`].
    #[inline]
    pub const fn from_index(index: u8) -> Self {
        Self {
            color: if index & 1 == 0 {
                Color::White
            } else {
                Color::Black
            },
            piece: Piece::from_index(index >> 1),
        }
    }
}
