//! The moves that may replace an illegal one: touch-move, as far as the text of an answer tells what was touched.

use crate::board::{Board, CastlingSide};
use crate::laws::edition::{Rules, UnfinishedPromotion};
use crate::types::{Move, Piece, Rank, Square};

/// What an answer that is not a legal move says about the men that were touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AttemptedMove {
    /// Nothing: a null move, no move, or a text that cannot be read.
    Nothing,
    /// A man was to go from one square to another.
    FromTo {
        /// Where it stands.
        from: Square,
        /// Where it was to go.
        to: Square,
        /// What it was to become.
        promotion: Option<Piece>,
    },
}

impl AttemptedMove {
    /// Reads the text of an answer: two squares, perhaps with the letter of a piece (`e2e4`, `e7e8q`). Everything else,
    /// such as `0000`, `a1a1` and `(none)`, touches nothing.
    pub fn read(text: &str) -> Self {
        let way = |from: Option<&str>, to: Option<&str>, rest: Option<&str>| {
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
        way(text.get(..2), text.get(2..4), text.get(4..)).unwrap_or(Self::Nothing)
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

/// What the player is bound to do. Article numbers are those of 2009.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Obligation {
    /// Nothing: any legal move (4.5).
    Free,
    /// To move the man that was touched (4.3.a).
    Move(Square),
    /// To capture the man that was touched (4.3.b).
    Capture(Square),
    /// To capture one touched man with the other (4.3.c).
    CaptureWith {
        /// One's own man.
        man: Square,
        /// The opponent's man.
        victim: Square,
    },
    /// To move the king, since castling was tried; castling on the other side is allowed (4.4).
    MoveKing(Square),
    /// To promote the pawn there, to any piece (4.6.c).
    Promote {
        /// Where the pawn comes from.
        from: Square,
        /// Where it promotes.
        to: Square,
    },
}

impl Obligation {
    /// True if a legal move is what the player is bound to.
    fn allows(self, board: &Board, mv: Move) -> bool {
        let takes = |square| mv.is_capture() && board.captured_square(mv) == square;
        match self {
            Self::Free => true,
            Self::Move(man) | Self::MoveKing(man) => mv.from() == man,
            Self::Capture(victim) => takes(victim),
            Self::CaptureWith { man, victim } => mv.from() == man && takes(victim),
            Self::Promote { from, to } => mv.is_promotion() && mv.from() == from && mv.to() == to,
        }
    }
}

/// What becomes of an answer that is not a legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// The position before it is restored, and the player chooses among these legal moves.
    Replace {
        /// All moves that the obligation leaves.
        allowed: Vec<Move>,
        /// Why no others.
        obligation: Obligation,
    },
    /// An unfinished promotion stands as one to a queen, and is penalised as an illegal move.
    Stands(Move),
}

/// What becomes of an answer that is not a legal move (97 7.4, 01 and 09 7.4.a, 18 and 23 7.5.1 and 7.5.2, all with
/// Article 4).
pub fn remedy(board: &Board, rules: &Rules, attempt: AttemptedMove) -> Remedy {
    let (allowed, obligation) = bound(board, attempt);
    if rules.unfinished_promotion == UnfinishedPromotion::BecomesQueen
        && let Obligation::Promote { from, to } = obligation
        && let Some(&queen) = allowed
            .iter()
            .find(|mv| mv.promotion() == Some(Piece::Queen))
    {
        debug_assert!(queen.from() == from && queen.to() == to);
        return Remedy::Stands(queen);
    }
    Remedy::Replace {
        allowed,
        obligation,
    }
}

/// The legal moves left to a player who has touched what an attempt says, and why.
///
/// A man that cannot move or be captured binds to nothing; then the next obligation counts.
pub(super) fn bound(board: &Board, attempt: AttemptedMove) -> (Vec<Move>, Obligation) {
    let legal = board.legal_moves();
    let allowed = |obligation: Obligation| -> Vec<Move> {
        let moves = legal.iter().copied();
        moves.filter(|&mv| obligation.allows(board, mv)).collect()
    };
    obligations(board, attempt)
        .into_iter()
        .map(|obligation| (allowed(obligation), obligation))
        .find(|(moves, _)| !moves.is_empty())
        .unwrap_or_else(|| (legal.to_vec(), Obligation::Free))
}

/// What an attempt binds to, the strongest first.
fn obligations(board: &Board, attempt: AttemptedMove) -> Vec<Obligation> {
    let AttemptedMove::FromTo {
        from,
        to,
        promotion,
    } = attempt
    else {
        return Vec::new();
    };
    let us = board.stm();
    let mut found = Vec::new();
    if board.colors(!us).has(from) {
        found.push(Obligation::Capture(from));
    } else if is_castling(board, from, to) {
        found.push(Obligation::MoveKing(from));
    } else if board.colors(us).has(from) {
        if promotion.is_none() && board.colored_pieces(us, Piece::Pawn).has(from) {
            found.push(Obligation::Promote { from, to });
        }
        if board.colors(!us).has(to) {
            found.extend([
                Obligation::CaptureWith {
                    man: from,
                    victim: to,
                },
                Obligation::Move(from),
                Obligation::Capture(to),
            ]);
        } else {
            found.push(Obligation::Move(from));
            if board.colors(us).has(to) {
                // Touched second.
                found.push(Obligation::Move(to));
            }
        }
    }
    found
}

/// True if castling was tried: the king was to take a rook of its own, or to go two squares or more to where castling
/// takes it.
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
    fn answers_are_read() {
        let way = |text| match AttemptedMove::read(text) {
            AttemptedMove::FromTo {
                from,
                to,
                promotion,
            } => format!("{from} {to} {promotion:?}"),
            AttemptedMove::Nothing => "nothing".to_owned(),
        };
        assert_eq!(way("e2e4"), "e2 e4 None");
        assert_eq!(way("e7e8q"), "e7 e8 Some(Queen)");
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
            assert_eq!(way(text), "nothing", "{text}");
        }
    }

    /// What an answer binds to, and how many moves it leaves.
    fn bound_by(fen: &str, text: &str) -> (usize, Obligation) {
        let board: Board = fen.parse().expect("valid FEN");
        let (moves, obligation) = bound(&board, AttemptedMove::read(text));
        assert!(moves.iter().all(|&mv| board.is_legal(mv)));
        (moves.len(), obligation)
    }

    #[test]
    fn article_4_3_what_was_touched_binds() {
        let (e2, d5) = (Square::E2, Square::D5);
        let fen = "4k3/8/8/3p4/3P4/8/4N3/4K3 w - - 0 1";
        assert_eq!(bound_by(fen, "e2e4"), (5, Obligation::Move(e2)));
        // The pawn on d4 cannot move, so that the man touched second is bound.
        assert_eq!(bound_by(fen, "d4e2"), (5, Obligation::Move(e2)));
        assert_eq!(bound_by(fen, "d4d5"), (9, Obligation::Free));
        assert_eq!(bound_by(fen, "d5d4"), (9, Obligation::Free));
        assert_eq!(bound_by(fen, "e2d5"), (5, Obligation::Move(e2)));
        let fen = "4k3/8/8/3p4/3P4/4N3/8/4K3 w - - 0 1";
        assert_eq!(bound_by(fen, "d5d4"), (1, Obligation::Capture(d5)));
        assert_eq!(bound_by(fen, "d4d5"), (1, Obligation::Capture(d5)));
        let capture = Obligation::CaptureWith {
            man: Square::E3,
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
