use super::{Bitboard, Color};
use std::fmt;
use std::str::FromStr;

/// A file, a to h.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[rustfmt::skip]
#[allow(missing_docs)]
pub enum File { A, B, C, D, E, F, G, H }

/// A rank, 1 to 8, seen by White.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[rustfmt::skip]
#[allow(missing_docs)]
pub enum Rank { R1, R2, R3, R4, R5, R6, R7, R8 }

impl File {
    /// All files, a to h.
    pub const ALL: [Self; 8] = [
        Self::A,
        Self::B,
        Self::C,
        Self::D,
        Self::E,
        Self::F,
        Self::G,
        Self::H,
    ];

    /// 0 for a to 7 for h.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The lower-case letter.
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }

    /// The file of a letter, in either case; `None` for any other letter.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter.to_ascii_lowercase() {
            c @ 'a'..='h' => Some(Self::ALL[(c as u8 - b'a') as usize]),
            _ => None,
        }
    }
}

impl Rank {
    /// All ranks, 1 to 8.
    pub const ALL: [Self; 8] = [
        Self::R1,
        Self::R2,
        Self::R3,
        Self::R4,
        Self::R5,
        Self::R6,
        Self::R7,
        Self::R8,
    ];

    /// 0 for the first rank to 7 for the eighth.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The rank as `color` counts it: Black's first rank is White's eighth.
    #[inline]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => Self::ALL[7 - self as usize],
        }
    }
}

/// One of the 64 squares; a1 is 0, b1 is 1, h8 is 63.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[rustfmt::skip]
#[allow(missing_docs)]
pub enum Square {
    A1, B1, C1, D1, E1, F1, G1, H1, A2, B2, C2, D2, E2, F2, G2, H2,
    A3, B3, C3, D3, E3, F3, G3, H3, A4, B4, C4, D4, E4, F4, G4, H4,
    A5, B5, C5, D5, E5, F5, G5, H5, A6, B6, C6, D6, E6, F6, G6, H6,
    A7, B7, C7, D7, E7, F7, G7, H7, A8, B8, C8, D8, E8, F8, G8, H8,
}

impl Square {
    /// The number of squares.
    pub const COUNT: usize = 64;

    /// The square with a number below 64, see [`Square::index`]. A debug build panics on a larger number; a release build
    /// uses its six low bits.
    #[inline]
    pub const fn from_index(index: u8) -> Self {
        debug_assert!(index < 64);
        // SAFETY: the enum is `repr(u8)` with the 64 values 0..=63, and the mask keeps the number in that range.
        unsafe { std::mem::transmute::<u8, Self>(index & 63) }
    }

    /// The square on a file and a rank.
    #[inline]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self::from_index(rank as u8 * 8 + file as u8)
    }

    /// All squares from a1 to h8.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..64u8).map(Self::from_index)
    }

    /// 0 for a1 to 63 for h8.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The file of the square.
    #[inline]
    pub const fn file(self) -> File {
        File::ALL[self as usize & 7]
    }

    /// The rank of the square.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank::ALL[self as usize >> 3]
    }

    /// The set that contains only this square.
    #[inline]
    pub const fn bb(self) -> Bitboard {
        Bitboard(1 << self as u8)
    }

    /// The square mirrored across the line between the fourth and the fifth rank.
    #[inline]
    pub const fn flip_rank(self) -> Self {
        Self::from_index(self as u8 ^ 0x38)
    }

    /// The square as `color` sees it: unchanged for White, ranks flipped for Black.
    #[inline]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => self.flip_rank(),
        }
    }

    /// The square `files` to the right and `ranks` up; `None` if that is off the board.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = (self as i8 & 7).wrapping_add(files);
        let rank = (self as i8 >> 3).wrapping_add(ranks);
        if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
            Some(Self::from_index((rank * 8 + file) as u8))
        } else {
            None
        }
    }

    /// King-move distance between two squares, 0 to 7.
    #[inline]
    pub const fn distance(self, other: Self) -> u8 {
        let files = (self as u8 & 7).abs_diff(other as u8 & 7);
        let ranks = (self as u8 >> 3).abs_diff(other as u8 >> 3);
        if files > ranks { files } else { ranks }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file().letter(), self.rank().index() + 1)
    }
}

/// The error for a text that does not name a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a square from a1 to h8")]
pub struct ParseSquareError;

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, ParseSquareError> {
        let [file, rank] = text.as_bytes() else {
            return Err(ParseSquareError);
        };
        let file = File::from_letter(*file as char).ok_or(ParseSquareError)?;
        match rank {
            b'1'..=b'8' => Ok(Self::new(file, Rank::ALL[(rank - b'1') as usize])),
            _ => Err(ParseSquareError),
        }
    }
}
