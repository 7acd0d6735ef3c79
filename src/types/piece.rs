use super::Color;

/// A piece type, without its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Piece {
    /// Pawn, index 0, letter `p`.
    Pawn,
    /// Knight, index 1, letter `n`.
    Knight,
    /// Bishop, index 2, letter `b`.
    Bishop,
    /// Rook, index 3, letter `r`.
    Rook,
    /// Queen, index 4, letter `q`.
    Queen,
    /// King, index 5, letter `k`.
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

    /// The English letter in lower case: one of `pnbrqk`.
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

    /// The piece type of an English letter, in either case; `None` for any other letter.
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

/// A piece with its colour. It takes one byte, and so does an `Option` of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum ColoredPiece {
    /// White pawn, FEN letter `P`.
    WhitePawn,
    /// Black pawn, FEN letter `p`.
    BlackPawn,
    /// White knight, FEN letter `N`.
    WhiteKnight,
    /// Black knight, FEN letter `n`.
    BlackKnight,
    /// White bishop, FEN letter `B`.
    WhiteBishop,
    /// Black bishop, FEN letter `b`.
    BlackBishop,
    /// White rook, FEN letter `R`.
    WhiteRook,
    /// Black rook, FEN letter `r`.
    BlackRook,
    /// White queen, FEN letter `Q`.
    WhiteQueen,
    /// Black queen, FEN letter `q`.
    BlackQueen,
    /// White king, FEN letter `K`.
    WhiteKing,
    /// Black king, FEN letter `k`.
    BlackKing,
}

impl ColoredPiece {
    /// The piece of this colour and type.
    #[inline(always)]
    pub const fn new(color: Color, piece: Piece) -> Self {
        Self::from_index((piece.index() * 2 + color.index()) as u8)
    }

    /// White or Black.
    #[inline(always)]
    pub const fn color(self) -> Color {
        if self as u8 & 1 == 0 {
            Color::White
        } else {
            Color::Black
        }
    }

    /// The piece type, without the colour.
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

    /// The piece of a FEN letter; `None` for any other letter.
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

    /// The inverse of [`ColoredPiece::index`], for a number below 12. A debug build panics on a larger number; in a release
    /// build it is the black king.
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
