//! Attack maps of a node, for move ordering and history.

use super::see::see_ge;
use crate::board::Board;
use crate::board::attacks::{
    all_pawn_attacks, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks,
};
use crate::types::{Bitboard, Move, Piece, Square};

/// The squares that the opponent attacks, by value of the attacker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Threats {
    by_pawn: Bitboard,
    /// Attacked by pawns or minor pieces.
    by_minor: Bitboard,
    /// Attacked by pawns, minor pieces or rooks.
    by_rook: Bitboard,
    /// Attacked by any piece.
    pub all: Bitboard,
}

impl Threats {
    /// The threats against the side to move.
    pub fn new(board: &Board) -> Self {
        let them = !board.stm();
        let occupied = board.occupied();
        let pieces = |piece| board.colored_pieces(them, piece);
        let attacked = |pieces: Bitboard, attacks: &dyn Fn(Square) -> Bitboard| {
            pieces
                .into_iter()
                .fold(Bitboard::EMPTY, |all, square| all | attacks(square))
        };
        let diagonal = |square| bishop_attacks(square, occupied);
        let orthogonal = |square| rook_attacks(square, occupied);
        let by_pawn = all_pawn_attacks(pieces(Piece::Pawn), them);
        let by_minor = by_pawn
            | attacked(pieces(Piece::Knight), &knight_attacks)
            | attacked(pieces(Piece::Bishop), &diagonal);
        let by_rook = by_minor | attacked(pieces(Piece::Rook), &orthogonal);
        let queens = pieces(Piece::Queen);
        let all = by_rook
            | attacked(queens, &diagonal)
            | attacked(queens, &orthogonal)
            | king_attacks(board.king(them));
        Self {
            by_pawn,
            by_minor,
            by_rook,
            all,
        }
    }

    /// False if a quiet move cannot lose material: neither its target nor its origin, through which
    /// a slider might see the target, is attacked.
    #[inline]
    pub fn may_lose(&self, mv: Move) -> bool {
        self.all.has(mv.from()) || self.all.has(mv.to())
    }

    /// The squares where a less valuable piece attacks a piece of this type.
    #[inline]
    pub const fn by_lesser(&self, piece: Piece) -> Bitboard {
        match piece {
            Piece::Pawn | Piece::King => Bitboard::EMPTY,
            Piece::Knight | Piece::Bishop => self.by_pawn,
            Piece::Rook => self.by_minor,
            Piece::Queen => self.by_rook,
        }
    }
}

/// The squares from which each piece type of the side to move gives direct check.
#[derive(Clone, Copy, Debug)]
pub struct CheckSquares([Bitboard; 6]);

impl CheckSquares {
    /// The check squares of the side to move.
    pub fn new(board: &Board) -> Self {
        let king = board.king(!board.stm());
        let occupied = board.occupied();
        let bishop = bishop_attacks(king, occupied);
        let rook = rook_attacks(king, occupied);
        Self([
            pawn_attacks(king, !board.stm()),
            knight_attacks(king),
            bishop,
            rook,
            bishop | rook,
            Bitboard::EMPTY,
        ])
    }

    /// True if a move of this piece type, without promotion, gives direct check.
    #[inline]
    pub fn has(&self, piece: Piece, mv: Move) -> bool {
        self.0[piece.index()].has(mv.to())
    }

    /// True if a quiet move gives direct check and does not lose material.
    #[inline]
    pub fn is_safe_check(&self, board: &Board, mv: Move) -> bool {
        let piece = board.piece_at(mv.from());
        piece.is_some_and(|piece| self.has(piece, mv)) && see_ge(board, mv, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threats_are_those_of_lesser_pieces() {
        let board: Board = "3qk3/8/2p2n2/8/8/1Q6/8/3RK3 w - - 0 1"
            .parse()
            .expect("valid FEN");
        let threats = Threats::new(&board);
        let attacked = |piece, square| threats.by_lesser(piece).has(square);
        assert!(attacked(Piece::Knight, Square::D5) && attacked(Piece::Queen, Square::D5));
        assert!(!attacked(Piece::Knight, Square::G4) && attacked(Piece::Rook, Square::G4));
        assert!(!attacked(Piece::Rook, Square::D3) && threats.all.has(Square::D3));
        assert!(!threats.all.has(Square::A2));
    }

    #[test]
    fn quiet_moves_between_squares_without_attack_lose_nothing() {
        let mut safe = 0;
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            // The rook on d3 stays attacked through its own file when it moves along it.
            "3k4/3r4/8/8/8/3R4/8/4K3 w - - 0 1",
        ] {
            let board: Board = fen.parse().expect("valid FEN");
            let threats = Threats::new(&board);
            for mv in board.legal_moves() {
                if mv.is_quiet() && !threats.may_lose(mv) {
                    assert!(see_ge(&board, mv, 0), "{fen} {mv}");
                    safe += 1;
                }
            }
        }
        assert!(safe > 20, "{safe}");
    }

    #[test]
    fn check_squares_agree_with_the_board() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "4k3/8/1B2P3/8/8/2R5/4N3/4KQ2 w - - 0 1",
        ] {
            let board: Board = fen.parse().expect("valid FEN");
            let squares = CheckSquares::new(&board);
            for mv in board.legal_moves() {
                let piece = board.piece_at(mv.from()).expect("a piece moves");
                if mv.is_quiet() && !mv.is_castling() {
                    assert_eq!(squares.has(piece, mv), board.gives_direct_check(mv), "{mv}");
                }
            }
        }
    }
}
