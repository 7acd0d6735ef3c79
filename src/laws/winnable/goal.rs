use crate::board::Board;
use crate::laws::material;
use crate::types::{Color, Move, Piece};

/// The goal of a search for a series of legal moves, both sides cooperating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MateGoal {
    Mate(Color),
    AnyMate,
    /// A position in which the opponent of this colour, to move, cannot avoid mate in one (blitz rules of 1997, C.4).
    Potential(Color),
}

impl MateGoal {
    /// The colour that mates; `None` if either may.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Mate(color) | Self::Potential(color) => Some(color),
            Self::AnyMate => None,
        }
    }

    #[inline]
    pub fn is_excluded_by_material(self, board: &Board) -> bool {
        match self {
            Self::Mate(color) => material::cannot_win(board, color),
            Self::AnyMate => material::is_dead(board),
            Self::Potential(color) => {
                material::cannot_win(board, color) || is_knights_against_king(board, color)
            }
        }
    }

    /// True if the position, which has `moves` legal moves, is the goal.
    #[inline]
    pub fn is_reached(self, board: &Board, moves: usize) -> bool {
        match self {
            Self::Mate(color) => moves == 0 && board.in_check() && board.stm() != color,
            Self::AnyMate => moves == 0 && board.in_check(),
            Self::Potential(color) => {
                moves > 0
                    && board.stm() != color
                    && board.legal_moves().into_iter().all(|mv| {
                        let reply = after(board, mv);
                        mate_in_one(&reply).is_some()
                    })
            }
        }
    }
}

pub(super) fn mate_in_one(board: &Board) -> Option<Move> {
    let mates = |&mv: &Move| is_mated(&after(board, mv));
    board.legal_moves().into_iter().find(mates)
}

/// True if the side to move is checkmated.
pub(super) fn is_mated(board: &Board) -> bool {
    board.in_check() && !board.has_legal_move()
}

/// The position after a series of legal moves.
pub(super) fn after_all(board: &Board, moves: &[Move]) -> Board {
    moves.iter().fold(*board, |board, &mv| {
        debug_assert!(board.is_legal(mv), "{mv} in {board}");
        after(&board, mv)
    })
}

/// The position after a legal move.
#[inline]
pub(super) fn after(board: &Board, mv: Move) -> Board {
    let mut next = *board;
    next.play(mv);
    next
}

/// Two knights against a bare king: the Laws of 1997 themselves call them insufficient (blitz, C.4), and no position
/// with this material allows mate after every reply.
fn is_knights_against_king(board: &Board, color: Color) -> bool {
    let king = board.pieces(Piece::King);
    board.non_pawn_pieces(color) == board.pieces(Piece::Knight)
        && board.non_pawn_pieces(color).count() <= 2
        && (board.occupied() & !king) == board.non_pawn_pieces(color)
}
