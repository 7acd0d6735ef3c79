use crate::board::Board;
use crate::types::{Bitboard, Color, Piece, Square};

/// The pieces that the mate needs; all others may be captured.
#[derive(Clone, Copy)]
pub(super) struct MatingMaterial {
    pub(super) mating_piece: Square,
    /// The second piece, if the first is a knight or a bishop: another piece of the winner, or one of the loser's that
    /// can block the king.
    pub(super) other: Option<Square>,
}

impl MatingMaterial {
    /// A queen, a rook, or the pawn that will promote first; otherwise two pieces.
    pub(super) fn choose(board: &Board, winner: Color) -> Option<Self> {
        let ours = |piece| board.colored_pieces(winner, piece);
        let heavy = ours(Piece::Queen).first().or(ours(Piece::Rook).first());
        if let Some(mating_piece) = heavy.or_else(|| foremost_pawn(board, winner)) {
            return Some(Self {
                mating_piece,
                other: None,
            });
        }
        let (knights, bishops) = (ours(Piece::Knight), ours(Piece::Bishop));
        let mating_piece = knights.first().or(bishops.first())?;
        let theirs = |piece| board.colored_pieces(!winner, piece);
        let other_color = !same_color(mating_piece);
        let (second, blockers) = if knights.is_empty() {
            let bishops = board.pieces(Piece::Bishop) & other_color;
            (
                bishops & board.colors(winner),
                theirs(Piece::Knight) | bishops & board.colors(!winner),
            )
        } else {
            let blockers = theirs(Piece::Knight) | theirs(Piece::Bishop) | theirs(Piece::Rook);
            ((knights | bishops) & !mating_piece.bb(), blockers)
        };
        let other = second
            .first()
            .or(blockers.first())
            .or(theirs(Piece::Pawn).first())?;
        Some(Self {
            mating_piece,
            other: Some(other),
        })
    }

    pub(super) fn has(self, square: Square) -> bool {
        self.mating_piece == square || self.other == Some(square)
    }

    pub(super) fn squares(self) -> Bitboard {
        self.mating_piece.bb() | self.other.map_or(Bitboard::EMPTY, Square::bb)
    }
}

/// The winner's pawn with the shortest path to promotion, with a penalty for blockers.
fn foremost_pawn(board: &Board, winner: Color) -> Option<Square> {
    let enemy_pawns = board.colored_pieces(!winner, Piece::Pawn);
    board
        .colored_pieces(winner, Piece::Pawn)
        .into_iter()
        .min_by_key(|pawn| {
            let ahead = pawn.bb().front_fill(winner);
            ahead.count() + 4 * (ahead & enemy_pawns).count() + (ahead & board.occupied()).count()
        })
}

fn same_color(square: Square) -> Bitboard {
    if Bitboard::LIGHT.has(square) {
        Bitboard::LIGHT
    } else {
        Bitboard::DARK
    }
}
