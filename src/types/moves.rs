use super::{Piece, Square};
use arrayvec::ArrayVec;
use std::fmt;
use std::num::NonZeroU16;

/// An upper bound on the number of legal moves in a valid position.
///
/// Reachable positions have at most 218. A set-up position may have fifteen queens with 27 moves each and a king with
/// 8: 413.
pub const MAX_MOVES: usize = 416;

/// The legal moves of a position, without allocation.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// The kind of a move, which its squares do not tell.
///
/// Bit 2 marks captures, bit 3 promotions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum MoveKind {
    /// A move to an empty square.
    Quiet = 0,
    /// A pawn's first move over two squares.
    DoublePush = 1,
    /// Castling, written as the king's move to the square of its rook.
    Castle = 2,
    /// A capture on the target square.
    Capture = 4,
    /// A capture of the pawn that has just advanced two squares.
    EnPassant = 5,
    /// Promotion to a knight.
    PromoteKnight = 8,
    /// Promotion to a bishop.
    PromoteBishop = 9,
    /// Promotion to a rook.
    PromoteRook = 10,
    /// Promotion to a queen.
    PromoteQueen = 11,
    /// Capture with promotion to a knight.
    CapturePromoteKnight = 12,
    /// Capture with promotion to a bishop.
    CapturePromoteBishop = 13,
    /// Capture with promotion to a rook.
    CapturePromoteRook = 14,
    /// Capture with promotion to a queen.
    CapturePromoteQueen = 15,
}

impl MoveKind {
    const FROM_BITS: [Option<Self>; 16] = [
        Some(Self::Quiet),
        Some(Self::DoublePush),
        Some(Self::Castle),
        None,
        Some(Self::Capture),
        Some(Self::EnPassant),
        None,
        None,
        Some(Self::PromoteKnight),
        Some(Self::PromoteBishop),
        Some(Self::PromoteRook),
        Some(Self::PromoteQueen),
        Some(Self::CapturePromoteKnight),
        Some(Self::CapturePromoteBishop),
        Some(Self::CapturePromoteRook),
        Some(Self::CapturePromoteQueen),
    ];

    /// The promotion to `piece`, a capture or not; `None` for a king or a pawn.
    pub const fn promotion(piece: Piece, capture: bool) -> Option<Self> {
        match piece {
            Piece::Pawn | Piece::King => None,
            _ => Self::FROM_BITS[7 + piece as usize + 4 * capture as usize],
        }
    }
}

/// A move in sixteen bits: source (0-5), target (6-11), kind (12-15).
///
/// A value of this type is well formed; whether the move is legal in a position, [`crate::board::Board::is_legal`]
/// decides. No move goes from a1 to a1, so an absent move (`Option<Move>`) needs no room of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Move(NonZeroU16);

const _: () = assert!(size_of::<Option<Move>>() == 2);

impl Move {
    /// A move of the given kind. The squares must differ, or a debug build panics. Nothing else is checked: the parsers of
    /// [`crate::notation`] find the legal move that a text describes.
    #[inline]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Self {
        debug_assert!(from as u8 != to as u8);
        let bits = from as u16 | (to as u16) << 6 | (kind as u16) << 12;
        match NonZeroU16::new(bits) {
            Some(bits) => Self(bits),
            // Only a1a1 is zero. Debug builds have refused it above, and h8h8 is not a legal move either.
            None => Self(NonZeroU16::MAX),
        }
    }

    /// The move as sixteen bits; the inverse of [`Move::from_bits`].
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// The move encoded by sixteen bits; `None` if they are not well formed.
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        if MoveKind::FROM_BITS[(bits >> 12) as usize].is_none() || bits & 63 == bits >> 6 & 63 {
            return None;
        }
        match NonZeroU16::new(bits) {
            Some(bits) => Some(Self(bits)),
            None => None,
        }
    }

    /// The square the piece leaves.
    #[inline]
    pub const fn from(self) -> Square {
        Square::from_index((self.bits() & 63) as u8)
    }

    /// The square the piece goes to; for castling, the square of the rook.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_index((self.bits() >> 6 & 63) as u8)
    }

    /// The low twelve bits: source and target as one index below 4096.
    #[inline]
    pub const fn from_to(self) -> usize {
        (self.bits() & 0xFFF) as usize
    }

    /// The kind of the move, from its highest four bits.
    #[inline]
    pub const fn kind(self) -> MoveKind {
        match MoveKind::FROM_BITS[(self.bits() >> 12) as usize] {
            Some(kind) => kind,
            None => MoveKind::Quiet,
        }
    }

    /// True for captures, including en passant.
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.bits() & 0x4000 != 0
    }

    /// True if a pawn promotes.
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.bits() & 0x8000 != 0
    }

    /// True for a move that is neither a capture nor a promotion.
    #[inline]
    pub const fn is_quiet(self) -> bool {
        self.bits() & 0xC000 == 0
    }

    /// True if the move is castling.
    #[inline]
    pub const fn is_castling(self) -> bool {
        self.bits() >> 12 == MoveKind::Castle as u16
    }

    /// True for a capture en passant.
    #[inline]
    pub const fn is_en_passant(self) -> bool {
        self.bits() >> 12 == MoveKind::EnPassant as u16
    }

    /// The piece that the pawn becomes; `None` without a promotion.
    #[inline]
    pub const fn promotion(self) -> Option<Piece> {
        if self.is_promotion() {
            Some(Piece::ALL[1 + (self.bits() >> 12 & 3) as usize])
        } else {
            None
        }
    }
}

/// Squares and promotion, with castling as king takes rook: `e1h1`. Standard chess writes `e1g1`; for that, use
/// [`UciMove`](crate::notation::uci_move::UciMove).
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        self.promotion()
            .map_or(Ok(()), |piece| write!(f, "{}", piece.letter()))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} ({:?})", self.kind())
    }
}
