//! The moves that touch-move leaves after an illegal move or an illegal announced move (Article 4), from the text of the move.

use compongo::board::Board;
use compongo::types::{Color, File, Move, Piece, Rank, Square};

/// The squares of an illegal move, and whether it names a piece to which a pawn may be promoted, or a king.
#[derive(Clone, Copy, Debug)]
pub struct Attempt {
    pub from: Square,
    pub to: Square,
    pub names_piece: bool,
    pub names_king: bool,
}

/// What an attempt leaves to the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bound {
    /// Any legal move.
    Free,
    /// One of these.
    To(Vec<Move>),
    /// A pawn was left on the last rank: one of these promotions.
    Promotion(Vec<Move>),
}

impl Bound {
    pub fn allows(&self, mv: Move) -> bool {
        match self {
            Self::Free => true,
            Self::To(moves) | Self::Promotion(moves) => moves.contains(&mv),
        }
    }
}

impl Attempt {
    /// `None` for a text that touches nothing.
    pub fn read(text: &str) -> Option<Self> {
        let from: Square = text.get(..2)?.parse().ok()?;
        let to: Square = text.get(2..4)?.parse().ok()?;
        let rest = text.get(4..)?;
        let is_piece = rest.len() == 1 && "pnbrqk".contains(rest);
        (from != to && (rest.is_empty() || is_piece)).then_some(Self {
            from,
            to,
            names_piece: is_piece && "nbrq".contains(rest),
            names_king: rest == "k",
        })
    }

    /// The moves that the touched pieces allow.
    pub fn binds(self, board: &Board) -> Bound {
        let us = board.stm();
        let Self { from, to, .. } = self;
        let legal: Vec<Move> = board.legal_moves().into_iter().collect();
        let only = |wanted: &dyn Fn(&Move) -> bool| -> Vec<Move> {
            legal.iter().copied().filter(|mv| wanted(mv)).collect()
        };
        let takes =
            |mv: &Move, victim: Square| mv.is_capture() && board.captured_square(*mv) == victim;
        let is_own = |square: Square| board.colors(us).has(square);
        if board.colors(!us).has(from) {
            return bound(vec![only(&|mv| takes(mv, from))]);
        }
        if !is_own(from) {
            return Bound::Free;
        }
        let moves_of = |square: Square| only(&|mv| mv.from() == square);
        if self.is_castling(board) {
            return bound(vec![moves_of(from)]);
        }
        let promotions = only(&|mv| mv.is_promotion() && (mv.from(), mv.to()) == (from, to));
        if !self.names_piece && !promotions.is_empty() {
            return Bound::Promotion(promotions);
        }
        if let Some(victim) = self.victim(board) {
            let both = only(&|mv| mv.from() == from && takes(mv, victim));
            return bound(vec![both, moves_of(from), only(&|mv| takes(mv, victim))]);
        }
        let second = if is_own(to) { moves_of(to) } else { Vec::new() };
        bound(vec![moves_of(from), second])
    }

    /// The moves that an announced one leaves: the player did not touch a piece of the same colour on its goal.
    pub fn binds_announced(self, board: &Board) -> Bound {
        match self.binds(board) {
            Bound::To(moves) if moves.iter().all(|mv| mv.from() == self.to) => Bound::Free,
            bound => bound,
        }
    }

    /// True if the king goes to its own rook, or two squares or more to where it stands after castling.
    fn is_castling(self, board: &Board) -> bool {
        let us = board.stm();
        let home = match us {
            Color::White => Rank::R1,
            Color::Black => Rank::R8,
        };
        let (king, to) = (board.king(us), self.to);
        let is_at_home = self.from == king && king.rank() == home && to.rank() == home;
        let file = if to.file() > king.file() {
            File::G
        } else {
            File::C
        };
        let is_goal = to.file() == file && king.distance(to) > 1;
        is_at_home && (board.colored_pieces(us, Piece::Rook).has(to) || is_goal)
    }

    /// The piece of the opponent that is captured, by an attempt en passant too.
    fn victim(self, board: &Board) -> Option<Square> {
        let us = board.stm();
        let Self { from, to, .. } = self;
        if board.colors(!us).has(to) {
            return Some(to);
        }
        let (fifth, sixth) = match us {
            Color::White => (Rank::R5, Rank::R6),
            Color::Black => (Rank::R4, Rank::R3),
        };
        let beside = Square::new(to.file(), from.rank());
        let is_en_passant = board.colored_pieces(us, Piece::Pawn).has(from)
            && board.colored_pieces(!us, Piece::Pawn).has(beside)
            && !board.occupied().has(to)
            && (from.rank(), to.rank()) == (fifth, sixth)
            && from.distance(to) == 1
            && from.file() != to.file();
        is_en_passant.then_some(beside)
    }
}

/// The first list that is not empty.
fn bound(lists: Vec<Vec<Move>>) -> Bound {
    let first = lists.into_iter().find(|moves| !moves.is_empty());
    first.map_or(Bound::Free, Bound::To)
}
