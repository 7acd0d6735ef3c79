use crate::board::Board;
use crate::types::{Bitboard, Color, Piece, Square};

/// The men that are enough for the mate; all others may go.
#[derive(Clone, Copy)]
pub(super) struct Kept {
    /// The man that mates.
    pub(super) hero: Square,
    /// A second one if the first is a knight or a bishop: another of the winner's, or one of the loser's that can
    /// stand in his king's way.
    pub(super) other: Option<Square>,
}

impl Kept {
    /// A queen, a rook, or the pawn that will promote first; else two men.
    pub(super) fn choose(board: &Board, winner: Color) -> Option<Self> {
        let men = |piece| board.colored_pieces(winner, piece);
        let heavy = men(Piece::Queen).first().or(men(Piece::Rook).first());
        if let Some(hero) = heavy.or_else(|| foremost_pawn(board, winner)) {
            return Some(Self { hero, other: None });
        }
        let (knights, bishops) = (men(Piece::Knight), men(Piece::Bishop));
        let hero = knights.first().or(bishops.first())?;
        let theirs = |piece| board.colored_pieces(!winner, piece);
        let other_color = !same_color(hero);
        let (second, blockers) = if knights.is_empty() {
            let bishops = board.pieces(Piece::Bishop) & other_color;
            (
                bishops & board.colors(winner),
                theirs(Piece::Knight) | bishops & board.colors(!winner),
            )
        } else {
            let officers = theirs(Piece::Knight) | theirs(Piece::Bishop) | theirs(Piece::Rook);
            ((knights | bishops) & !hero.bb(), officers)
        };
        let other = second
            .first()
            .or(blockers.first())
            .or(theirs(Piece::Pawn).first())?;
        Some(Self {
            hero,
            other: Some(other),
        })
    }

    /// True if one of the men stands there.
    pub(super) fn has(self, square: Square) -> bool {
        self.hero == square || self.other == Some(square)
    }

    /// Where the men stand.
    pub(super) fn squares(self) -> Bitboard {
        self.hero.bb() | self.other.map_or(Bitboard::EMPTY, Square::bb)
    }
}

/// The winner's pawn with the shortest way to promotion, men in its way counted.
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
