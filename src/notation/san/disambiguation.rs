use crate::board::Board;
use crate::board::attacks::piece_attacks;
use crate::types::{Bitboard, File, Move, Piece, Rank, Square};

/// The disambiguation of a SAN move: file, rank or both of the square of origin.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Disambiguation {
    pub file: Option<File>,
    pub rank: Option<Rank>,
}

impl Disambiguation {
    /// The shortest disambiguation among pieces with the same legal target: the file if it is unique, otherwise the
    /// rank, otherwise both.
    pub fn shortest(board: &Board, piece: Piece, mv: Move) -> Self {
        let (from, to) = (mv.from(), mv.to());
        let file = Some(from.file());
        if piece == Piece::Pawn {
            return Self {
                file: file.filter(|_| mv.is_capture()),
                rank: None,
            };
        }
        let rivals: Bitboard = (piece_attacks(piece, to, board.occupied())
            & board.colored_pieces(board.stm(), piece)
            & !from.bb())
        .into_iter()
        .filter(|&rival| board.is_legal(Move::new(rival, to, mv.kind())))
        .collect();
        let rank = Some(from.rank());
        let (file, rank) = if rivals.is_empty() {
            (None, None)
        } else if (rivals & Bitboard::file(from.file())).is_empty() {
            (file, None)
        } else if (rivals & Bitboard::rank(from.rank())).is_empty() {
            (None, rank)
        } else {
            (file, rank)
        };
        Self { file, rank }
    }

    pub fn matches(self, square: Square) -> bool {
        self.file.is_none_or(|file| file == square.file())
            && self.rank.is_none_or(|rank| rank == square.rank())
    }

    /// The length in characters.
    pub fn length(self) -> usize {
        usize::from(self.file.is_some()) + usize::from(self.rank.is_some())
    }
}
