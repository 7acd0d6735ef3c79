//! The moves of random players.

use super::choices::Choices;
use compongo::board::Board;
use compongo::types::{Move, Piece};

/// What a player prefers. Every style allows any move now and then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveStyle {
    /// Nothing.
    Any,
    /// Moves that are neither captures nor pawn moves: the counters run up.
    Quiet,
    /// The last move taken back: positions repeat.
    Shuffle,
    /// Captures: few pieces are left.
    Capture,
    /// Promotions and captures en passant, or else pawn moves.
    Pawn,
    /// Castling, and before it no moves of the king.
    Castle,
    /// The moves that leave the opponent the fewest replies: mates and stalemates.
    Squeeze,
}

impl MoveStyle {
    pub const ALL: [Self; 7] = [
        Self::Any,
        Self::Quiet,
        Self::Shuffle,
        Self::Capture,
        Self::Pawn,
        Self::Castle,
        Self::Squeeze,
    ];

    /// A legal move; `None` if there is none. `last` is the player's last move.
    pub fn choose(self, choices: &mut Choices, board: &Board, last: Option<Move>) -> Option<Move> {
        let legal = board.legal_moves();
        let preferred = if choices.chance(8) {
            Vec::new()
        } else {
            self.preferred(choices, board, &legal, last)
        };
        let moves = if preferred.is_empty() {
            legal.as_slice()
        } else {
            preferred.as_slice()
        };
        (!moves.is_empty()).then(|| choices.pick(moves))
    }

    /// The preferred ones of the legal moves; empty if there are none.
    fn preferred(
        self,
        choices: &mut Choices,
        board: &Board,
        legal: &[Move],
        last: Option<Move>,
    ) -> Vec<Move> {
        let only = |wanted: &dyn Fn(Move) -> bool| -> Vec<Move> {
            let moves = legal.iter().copied();
            moves.filter(|&mv| wanted(mv)).collect()
        };
        let moves_a = |piece: Piece, mv: Move| board.piece_at(mv.from()) == Some(piece);
        let is_quiet = |mv: Move| !mv.is_capture() && !moves_a(Piece::Pawn, mv);
        match self {
            Self::Any => Vec::new(),
            Self::Quiet => only(&is_quiet),
            Self::Shuffle => {
                let is_back = |mv: Move| {
                    let back =
                        last.is_some_and(|last| (last.to(), last.from()) == (mv.from(), mv.to()));
                    back && is_quiet(mv) && !mv.is_castling()
                };
                let back = only(&is_back);
                if !back.is_empty() && choices.chance(65) {
                    back
                } else {
                    only(&is_quiet)
                }
            }
            Self::Capture => only(&Move::is_capture),
            Self::Pawn => {
                let rare = only(&|mv| mv.is_promotion() || mv.is_en_passant());
                if rare.is_empty() {
                    only(&|mv| moves_a(Piece::Pawn, mv))
                } else {
                    rare
                }
            }
            Self::Castle => {
                let castling = only(&Move::is_castling);
                if castling.is_empty() {
                    only(&|mv| !moves_a(Piece::King, mv))
                } else {
                    castling
                }
            }
            Self::Squeeze => {
                let replies = |mv: Move| {
                    let mut next = *board;
                    next.play(mv);
                    next.count_legal_moves()
                };
                let least = legal.iter().map(|&mv| replies(mv)).min();
                only(&|mv| Some(replies(mv)) == least)
            }
        }
    }
}
