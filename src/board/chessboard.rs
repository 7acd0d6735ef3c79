//! The position itself, and what can be read from it.

use super::attacks::{
    between, bishop_attacks, bishop_rays, king_attacks, knight_attacks, pawn_attacks, rook_attacks,
    rook_rays,
};
use super::castling_side::CastlingSide;
use crate::types::{Bitboard, Color, ColoredPiece, File, Key, Piece, Rank, Square};

/// A valid position with its counters, which `==` compares too. For the same position under the Laws see
/// [`PositionIdentity`](crate::laws::identity::PositionIdentity).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    pub(super) pieces: [Bitboard; 6],
    pub(super) colors: [Bitboard; 2],
    pub(super) mailbox: [Option<ColoredPiece>; 64],
    /// The Zobrist key: pieces, side to move, castling rights and the en passant file if a capture is legal.
    pub(super) key: Key,
    /// Enemy pieces that attack the king of the side to move.
    pub(super) checkers: Bitboard,
    /// Pieces of the side to move that are pinned to their king.
    pub(super) pinned: Bitboard,
    /// The squares of the rooks that may still castle.
    pub(super) castling_rights: Bitboard,
    /// Half-moves since the last capture or pawn move.
    pub(super) halfmove_clock: u16,
    /// The full-move number of FEN, from 1.
    pub(super) fullmove_number: u16,
    /// The number of pieces.
    pub(super) piece_count: u8,
    /// See [`Board::material`].
    pub(super) material: u16,
    pub(super) stm: Color,
    /// The target of a legal en passant capture.
    pub(super) en_passant: Option<Square>,
}

impl Board {
    /// The player to move.
    #[doc(alias = "turn", alias = "side_to_move")]
    #[inline(always)]
    pub const fn stm(&self) -> Color {
        self.stm
    }

    /// The number of pieces, kings included.
    #[inline(always)]
    pub const fn piece_count(&self) -> u32 {
        self.piece_count as u32
    }

    /// The material of both sides: a pawn counts 1, knight and bishop 3, a rook 5, a queen 9.
    #[inline(always)]
    pub const fn material(&self) -> u32 {
        self.material as u32
    }

    /// All pieces of a colour.
    #[inline(always)]
    pub const fn colors(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// All pieces of a type, of both colours.
    #[inline(always)]
    pub const fn pieces(&self, piece: Piece) -> Bitboard {
        self.pieces[piece.index()]
    }

    /// The pieces of one type and colour.
    #[inline(always)]
    pub fn colored_pieces(&self, color: Color, piece: Piece) -> Bitboard {
        self.colors[color.index()] & self.pieces[piece.index()]
    }

    /// Bishops and queens of a colour.
    #[inline(always)]
    pub fn diagonal_sliders(&self, color: Color) -> Bitboard {
        (self.pieces(Piece::Bishop) | self.pieces(Piece::Queen)) & self.colors(color)
    }

    /// Rooks and queens of a colour.
    #[inline(always)]
    pub fn orthogonal_sliders(&self, color: Color) -> Bitboard {
        (self.pieces(Piece::Rook) | self.pieces(Piece::Queen)) & self.colors(color)
    }

    /// Knights, bishops, rooks and queens of a colour: its non-pawn material.
    #[inline]
    pub fn non_pawn_pieces(&self, color: Color) -> Bitboard {
        self.colors(color) & !(self.pieces(Piece::Pawn) | self.pieces(Piece::King))
    }

    /// All occupied squares.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// The square of a king.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        self.colored_pieces(color, Piece::King).first_unchecked()
    }

    /// The pieces on all squares, from a1, b1 to h8.
    #[inline(always)]
    pub const fn squares(&self) -> &[Option<ColoredPiece>; 64] {
        &self.mailbox
    }

    /// The piece on a square.
    #[inline(always)]
    pub fn colored_piece_at(&self, square: Square) -> Option<ColoredPiece> {
        self.mailbox[square.index()]
    }

    /// The type of the piece on a square.
    #[inline(always)]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.colored_piece_at(square).map(ColoredPiece::piece)
    }

    /// The pieces that give check to the side to move.
    #[inline(always)]
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// True if the side to move is in check.
    #[inline(always)]
    pub const fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// The pieces of the side to move that are pinned to their king.
    #[inline(always)]
    pub const fn pinned(&self) -> Bitboard {
        self.pinned
    }

    /// Castling rights: the squares of the rooks that may still castle.
    #[inline]
    pub const fn castling_rights(&self) -> Bitboard {
        self.castling_rights
    }

    /// The rook with which `color` may still castle on a side; `None` without the right.
    pub fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        let king = self.king(color);
        (self.castling_rights & self.colors(color))
            .into_iter()
            .find(|&rook| CastlingSide::of(king, rook) == side)
    }

    /// The target square of a legal en passant capture; `None` if there is none.
    #[inline]
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Half-moves since the last capture or pawn move.
    #[inline(always)]
    pub const fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// The full-move number of FEN, from 1.
    pub const fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// Plies played since the start of the game, computed from the full-move number.
    pub fn game_ply(&self) -> u32 {
        2 * u32::from(self.fullmove_number.saturating_sub(1)) + self.stm.index() as u32
    }

    /// The Zobrist key of the position, without its counters.
    #[inline(always)]
    pub const fn key(&self) -> Key {
        self.key
    }

    /// True if a castling right needs Chess960 notation: the king is not on the e-file, or the rook not on the a- or h-file.
    pub fn is_chess960(&self) -> bool {
        let corners = Bitboard::file(File::A) | Bitboard::file(File::H);
        (self.castling_rights & !corners).any()
            || Color::ALL.into_iter().any(|color| {
                (self.castling_rights & self.colors(color)).any()
                    && self.king(color).file() != File::E
            })
    }

    /// All pieces of both colours that attack a square when `occupied` blocks.
    #[inline]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let diagonal = self.pieces(Piece::Bishop) | self.pieces(Piece::Queen);
        let straight = self.pieces(Piece::Rook) | self.pieces(Piece::Queen);
        pawn_attacks(square, Color::White) & self.colored_pieces(Color::Black, Piece::Pawn)
            | pawn_attacks(square, Color::Black) & self.colored_pieces(Color::White, Piece::Pawn)
            | knight_attacks(square) & self.pieces(Piece::Knight)
            | king_attacks(square) & self.pieces(Piece::King)
            | bishop_attacks(square, occupied) & diagonal
            | rook_attacks(square, occupied) & straight
    }

    /// True if a piece of `by` attacks a square when `occupied` blocks.
    #[inline(always)]
    pub fn is_attacked(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        (pawn_attacks(square, !by) & self.colored_pieces(by, Piece::Pawn)
            | knight_attacks(square) & self.colored_pieces(by, Piece::Knight)
            | king_attacks(square) & self.colored_pieces(by, Piece::King)
            | bishop_attacks(square, occupied) & self.diagonal_sliders(by)
            | rook_attacks(square, occupied) & self.orthogonal_sliders(by))
        .any()
    }

    /// The pieces of `color` that alone stand between a king and a slider of `by`, and these sliders.
    #[inline]
    pub fn sole_blockers(&self, king: Square, by: Color, color: Color) -> (Bitboard, Bitboard) {
        let snipers = bishop_rays(king) & self.diagonal_sliders(by)
            | rook_rays(king) & self.orthogonal_sliders(by);
        let (mut pieces, mut sliders) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for sniper in snipers {
            let blockers = between(king, sniper) & self.occupied();
            if !blockers.many() && (blockers & self.colors(color)).any() {
                pieces |= blockers;
                sliders |= sniper.bb();
            }
        }
        (pieces, sliders)
    }

    /// The position with colours swapped: ranks mirrored, pieces and castling rights swapped, the other side to move.
    pub fn flipped(&self) -> Self {
        let mut setup = self.setup();
        for rank in 0..8 {
            for file in 0..8 {
                let piece = self.colored_piece_at(Square::from_index(rank * 8 + file));
                setup.pieces[((7 - rank) * 8 + file) as usize] =
                    piece.map(|colored| ColoredPiece::new(!colored.color(), colored.piece()));
            }
        }
        setup.stm = !self.stm;
        setup.castling_rights = self.castling_rights.flip_ranks();
        setup.en_passant = self.en_passant.map(Square::flip_rank);
        setup
            .board()
            .expect("a valid position stays valid when its colours change")
    }

    /// The squares of one rank, counted from the side of `color`.
    #[inline(always)]
    pub(super) fn rank(color: Color, rank: Rank) -> Bitboard {
        Bitboard::rank(rank.relative_to(color))
    }
}
