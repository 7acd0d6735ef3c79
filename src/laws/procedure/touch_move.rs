//! Touch-move: the moves that may replace an illegal one, as far as its text shows which pieces were touched, and the
//! move announced with a wrong claim.

use crate::board::{Board, CastlingSide};
use crate::laws::edition::{Edition, Rules, UnfinishedPromotion};
use crate::types::{Move, Piece, Rank, Square};

/// An illegal move, as far as it shows which pieces were touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AttemptedMove {
    /// No piece: a null move, no move, or an unreadable text.
    Nothing,
    /// A move from one square to another.
    FromTo {
        /// The square of origin.
        from: Square,
        /// The square that it moves to.
        to: Square,
        /// The promotion piece.
        promotion: Option<Piece>,
    },
    /// Castling on a side, where a text says so: in Chess960 the king may stand on its goal square already.
    Castling(CastlingSide),
}

impl AttemptedMove {
    /// The squares of origin and arrival, the king's for castling; `None` if no piece was touched.
    pub fn squares(self, board: &Board) -> Option<(Square, Square)> {
        let us = board.stm();
        match self {
            Self::Nothing => None,
            Self::FromTo { from, to, .. } => Some((from, to)),
            Self::Castling(side) => Some((board.king(us), side.king_target(us))),
        }
    }

    /// The square of the piece that was touched; `None` if there was none.
    pub fn touched(self, board: &Board) -> Option<Square> {
        let (from, _) = self.squares(board)?;
        board.piece_at(from).map(|_| from)
    }

    /// Parses UCI notation (`e2e4`, `e7e8q`). Everything else, such as `0000`, `a1a1` and `(none)`, touches no piece.
    pub fn read(text: &str) -> Self {
        let from_to = |from: Option<&str>, to: Option<&str>, rest: Option<&str>| {
            let promotion = match rest?.chars().next() {
                None => None,
                letter => Some(letter.and_then(Piece::from_letter)?),
            };
            let (from, to): (Square, Square) = (from?.parse().ok()?, to?.parse().ok()?);
            (from != to && rest?.chars().count() < 2).then_some(Self::FromTo {
                from,
                to,
                promotion,
            })
        };
        from_to(text.get(..2), text.get(2..4), text.get(4..)).unwrap_or(Self::Nothing)
    }
}

impl From<Move> for AttemptedMove {
    fn from(mv: Move) -> Self {
        Self::FromTo {
            from: mv.from(),
            to: mv.to(),
            promotion: mv.promotion(),
        }
    }
}

/// The obligation of a player under touch-move, or after a wrong claim. The Article numbers are from 2009.
///
/// It lasts until it is met: pieces touched later in the same turn change nothing, and a move announced later only if it meets
/// the obligation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Obligation {
    /// None: any legal move (4.5).
    #[default]
    Free,
    /// To move the touched piece (4.3.a).
    Move(Square),
    /// To capture the touched piece (4.3.b).
    Capture(Square),
    /// To capture one touched piece with the other (4.3.c).
    CaptureWith {
        /// The square of the player's own piece.
        piece: Square,
        /// The square of the opponent's piece.
        victim: Square,
    },
    /// To move the king, after an attempt to castle; castling on the other side is allowed (4.4).
    MoveKing(Square),
    /// To promote the pawn there, to any piece (4.6.c).
    Promote {
        /// The square of origin.
        from: Square,
        /// The promotion square.
        to: Square,
    },
    /// To play the move announced with a wrong claim (9.5.b).
    Play(Move),
}

impl Obligation {
    /// To move or to capture the touched piece on a square, by its colour, whether or not that is possible.
    pub(super) fn of_touch(board: &Board, square: Square) -> Self {
        if board.colors(board.stm()).has(square) {
            Self::Move(square)
        } else {
            Self::Capture(square)
        }
    }

    /// The legal moves that meet the obligation.
    pub fn moves(self, board: &Board) -> Vec<Move> {
        let legal = board.legal_moves();
        let moves = legal.iter().copied();
        moves.filter(|&mv| self.allows(board, mv)).collect()
    }

    /// This obligation, or the next one if there is none or if it is to play an announced move that this one allows (9.5.b).
    #[must_use]
    pub fn narrowed_by(self, next: Self, board: &Board) -> Self {
        match next {
            Self::Play(announced) if self.allows(board, announced) => next,
            _ if self == Self::Free => next,
            _ => self,
        }
    }

    /// True if a legal move meets the obligation.
    pub fn allows(self, board: &Board, mv: Move) -> bool {
        let takes = |square| mv.is_capture() && board.captured_square(mv) == square;
        match self {
            Self::Free => true,
            Self::Move(piece) | Self::MoveKing(piece) => mv.from() == piece,
            Self::Capture(victim) => takes(victim),
            Self::CaptureWith { piece, victim } => mv.from() == piece && takes(victim),
            Self::Promote { from, to } => mv.is_promotion() && mv.from() == from && mv.to() == to,
            Self::Play(announced) => mv == announced,
        }
    }
}

/// The consequence of an illegal move on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// The position before it is restored, and the player must make a legal move that meets this obligation.
    Replace(Obligation),
    /// An unfinished promotion stands as a promotion to a queen, and is penalised as an illegal move.
    Stands(Move),
}

impl Remedy {
    /// The promotion to a queen as which an unfinished one stands.
    pub const fn standing_move(self) -> Option<Move> {
        match self {
            Self::Stands(queen) => Some(queen),
            Self::Replace(_) => None,
        }
    }
}

/// The consequence of an illegal move on the board (97 7.4, 01 and 09 7.4.a, 18 and 23 7.5.1 and 7.5.2, all with
/// Article 4).
///
/// `standing` is the obligation from an earlier illegal move or wrong claim in the same turn. A legal move that
/// violates it counts as illegal.
pub fn remedy(
    board: &Board,
    rules: &Rules,
    standing: Obligation,
    attempt: AttemptedMove,
) -> Remedy {
    let touched = obligation(board, attempt);
    // A pawn that was replaced by a king is not left unfinished.
    let is_king = matches!(
        attempt,
        AttemptedMove::FromTo {
            promotion: Some(Piece::King),
            ..
        }
    );
    if rules.unfinished_promotion == UnfinishedPromotion::BecomesQueen
        && !is_king
        && let Obligation::Promote { .. } = touched
        && let Some(queen) = touched
            .moves(board)
            .into_iter()
            .find(|mv| mv.promotion() == Some(Piece::Queen))
        && standing.allows(board, queen)
    {
        return Remedy::Stands(queen);
    }
    Remedy::Replace(standing.narrowed_by(touched, board))
}

/// The obligation from an attempt. A touched piece that cannot move or be captured gives none; then the next piece
/// counts.
pub(super) fn obligation(board: &Board, attempt: AttemptedMove) -> Obligation {
    first_possible(board, obligations(board, attempt))
}

/// The first obligation that some legal move meets; none if there is no such obligation.
pub(super) fn first_possible(
    board: &Board,
    all: impl IntoIterator<Item = Obligation>,
) -> Obligation {
    let is_possible = |obligation: &Obligation| !obligation.moves(board).is_empty();
    all.into_iter().find(is_possible).unwrap_or_default()
}

/// The obligation of a player who touched the piece on a square first (Articles 4.3.a and b); none if that piece cannot
/// be moved or captured (4.5).
pub fn touched(board: &Board, square: Square) -> Obligation {
    first_possible(board, [Obligation::of_touch(board, square)])
}

/// The obligation whose Article rules on an attempt that gives this one. An attempt to castle, or one that touches a
/// piece of each colour, has its own Article, which also says what follows if it is impossible (97 4.3.b, 4.4.b; 01 and
/// 09 4.3.c, 4.4.c). Only 2009 has one for the promotion square (4.6.c).
pub fn ruled_as(
    board: &Board,
    rules: &Rules,
    attempt: AttemptedMove,
    obligation: Obligation,
) -> Obligation {
    let of_article = |found: &Obligation| match found {
        Obligation::MoveKing(_) => true,
        // If none of the pieces can move or be captured, 4.5 says so.
        Obligation::CaptureWith { .. } => obligation != Obligation::Free,
        _ => false,
    };
    if rules.edition == Edition::Fide2009 && matches!(obligation, Obligation::Promote { .. }) {
        return obligation;
    }
    let found = obligations(board, attempt).into_iter().find(of_article);
    found.unwrap_or(obligation)
}

/// The obligations of an attempt, the strongest first.
fn obligations(board: &Board, attempt: AttemptedMove) -> Vec<Obligation> {
    let us = board.stm();
    let (from, to, promotion) = match attempt {
        AttemptedMove::Nothing => return Vec::new(),
        AttemptedMove::Castling(_) => return vec![Obligation::MoveKing(board.king(us))],
        AttemptedMove::FromTo {
            from,
            to,
            promotion,
        } => (from, to, promotion),
    };
    let mut found = Vec::new();
    if board.colors(!us).has(from) {
        found.push(Obligation::Capture(from));
    } else if is_castling(board, from, to) {
        found.push(Obligation::MoveKing(from));
    } else if board.colors(us).has(from) {
        let is_unfinished = matches!(promotion, None | Some(Piece::King | Piece::Pawn));
        if is_unfinished && board.colored_pieces(us, Piece::Pawn).has(from) {
            found.push(Obligation::Promote { from, to });
        }
        let victim = if board.colors(!us).has(to) {
            Some(to)
        } else {
            passed_pawn(board, from, to)
        };
        if let Some(victim) = victim {
            found.extend([
                Obligation::CaptureWith {
                    piece: from,
                    victim,
                },
                Obligation::Move(from),
                Obligation::Capture(victim),
            ]);
        } else {
            found.push(Obligation::Move(from));
            if board.colors(us).has(to) {
                // The piece touched second.
                found.push(Obligation::Move(to));
            }
        }
    }
    found
}

/// The pawn that an attempt to capture en passant takes off the board.
fn passed_pawn(board: &Board, from: Square, to: Square) -> Option<Square> {
    let us = board.stm();
    let beside = Square::new(to.file(), from.rank());
    let is_attempt = board.colored_pieces(us, Piece::Pawn).has(from)
        && from.rank() == Rank::R5.relative_to(us)
        && to.rank() == Rank::R6.relative_to(us)
        && from.distance(to) == 1
        && from.file() != to.file()
        && board.piece_at(to).is_none()
        && board.colored_pieces(!us, Piece::Pawn).has(beside);
    is_attempt.then_some(beside)
}

/// True for an attempt to castle: the king takes its own rook, or moves two squares or more to its castling target.
fn is_castling(board: &Board, from: Square, to: Square) -> bool {
    let us = board.stm();
    let home = Rank::R1.relative_to(us);
    if from != board.king(us) || from.rank() != home || to.rank() != home {
        return false;
    }
    board.colored_pieces(us, Piece::Rook).has(to)
        || (from.distance(to) > 1 && CastlingSide::of(from, to).king_target(us) == to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn illegal_moves_are_parsed() {
        let parsed = |text| match AttemptedMove::read(text) {
            AttemptedMove::FromTo {
                from,
                to,
                promotion,
            } => format!("{from} {to} {promotion:?}"),
            _ => "nothing".to_owned(),
        };
        assert_eq!(parsed("e2e4"), "e2 e4 None");
        assert_eq!(parsed("e7e8q"), "e7 e8 Some(Queen)");
        for text in [
            "",
            "0000",
            "(none)",
            "a1a1",
            "e2",
            "e2e",
            "e2e9",
            "e7e8x",
            "e7e8qq",
            "e2e4 e7e5",
            "äöü",
            "e2e4é",
            "O-O",
        ] {
            assert_eq!(parsed(text), "nothing", "{text}");
        }
    }

    /// The obligation from an attempt, and the number of moves that it allows.
    fn bound_by(fen: &str, text: &str) -> (usize, Obligation) {
        let board: Board = fen.parse().expect("valid FEN");
        let obligation = obligation(&board, AttemptedMove::read(text));
        let moves = obligation.moves(&board);
        assert!(moves.iter().all(|&mv| board.is_legal(mv)));
        (moves.len(), obligation)
    }

    #[test]
    fn article_4_3_what_was_touched_binds() {
        let (e2, d5) = (Square::E2, Square::D5);
        let fen = "4k3/8/8/3p4/3P4/8/4N3/4K3 w - - 0 1";
        assert_eq!(bound_by(fen, "e2e4"), (5, Obligation::Move(e2)));
        // The pawn on d4 cannot move, so the piece touched second must move.
        assert_eq!(bound_by(fen, "d4e2"), (5, Obligation::Move(e2)));
        assert_eq!(bound_by(fen, "d4d5"), (9, Obligation::Free));
        assert_eq!(bound_by(fen, "d5d4"), (9, Obligation::Free));
        assert_eq!(bound_by(fen, "e2d5"), (5, Obligation::Move(e2)));
        let fen = "4k3/8/8/3p4/3P4/4N3/8/4K3 w - - 0 1";
        assert_eq!(bound_by(fen, "d5d4"), (1, Obligation::Capture(d5)));
        assert_eq!(bound_by(fen, "d4d5"), (1, Obligation::Capture(d5)));
        let capture = Obligation::CaptureWith {
            piece: Square::E3,
            victim: d5,
        };
        assert_eq!(bound_by(fen, "e3d5q"), (1, capture));
        assert_eq!(bound_by(fen, "e6d4"), (13, Obligation::Free));
        assert_eq!(bound_by(fen, "d4c3"), (13, Obligation::Free));
    }

    #[test]
    fn article_4_3_a_pawn_is_captured_where_it_stands() {
        // The pawn on d5 can be captured en passant.
        let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
        assert_eq!(bound_by(fen, "d5d4"), (1, Obligation::Capture(Square::D5)));
    }
}
