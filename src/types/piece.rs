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

    #[inline(always)]
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

/// A piece with its colour. One byte, and so is an `Option` of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum ColoredPiece {
    /// A white pawn.
    WhitePawn,
    /// A black pawn.
    BlackPawn,
    /// A white knight.
    WhiteKnight,
    /// A black knight.
    BlackKnight,
    /// A white bishop.
    WhiteBishop,
    /// A black bishop.
    BlackBishop,
    /// A white rook.
    WhiteRook,
    /// A black rook.
    BlackRook,
    /// A white queen.
    WhiteQueen,
    /// A black queen.
    BlackQueen,
    /// The white king.
    WhiteKing,
    /// The black king.
    BlackKing,
}

impl ColoredPiece {
    /// The piece of this colour and type.
    #[inline(always)]
    pub const fn new(color: Color, piece: Piece) -> Self {
        Self::from_index((piece.index() * 2 + color.index()) as u8)
    }

    /// The colour.
    #[inline(always)]
    pub const fn color(self) -> Color {
        if self as u8 & 1 == 0 {
            Color::White
        } else {
            Color::Black
        }
    }

    /// The type.
    #[inline(always)]
    pub const fn piece(self) -> Piece {
        Piece::from_index(self as u8 >> 1)
    }

    /// The FEN letter: upper case for White.
    pub const fn letter(self) -> char {
        match self.color() {
            Color::White => self.piece().letter().to_ascii_uppercase(),
            Color::Black => self.piece().letter(),
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
            Some(piece) => Some(Self::new(color, piece)),
            None => None,
        }
    }

    /// 0 to 11: twice the piece plus the colour.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The inverse of [`ColoredPiece::index`].
    #[inline(always)]
    pub const fn from_index(index: u8) -> Self {
        debug_assert!(index < 12);
        match index {
            0 => Self::WhitePawn,
            1 => Self::BlackPawn,
            2 => Self::WhiteKnight,
            3 => Self::BlackKnight,
            4 => Self::WhiteBishop,
            5 => Self::BlackBishop,
            6 => Self::WhiteRook,
            7 => Self::BlackRook,
            8 => Self::WhiteQueen,
            9 => Self::BlackQueen,
            10 => Self::WhiteKing,
            _ => Self::BlackKing,
        }
    }
}
