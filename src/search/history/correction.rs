use super::bitboard_hash::hash;
use super::gravity::gravity;
use super::piece_to::PieceTo;
use crate::board::Board;
use crate::search::params::CORRECTION_HISTORY_MAX;
use crate::search::tunables::correction_history_divisor;
use crate::types::{Bitboard, Color, Piece};
use crate::util::prefetch::prefetch;
use bytemuck::Zeroable;

/// Table entries per feature; a power of two.
const SIZE: usize = 1 << 14;

/// Structural features; each has `SIZE` entries, indexed by its hash.
const STRUCTURES: usize = 5;

/// Correction history: by how much search scores have differed from the static evaluation in
/// positions with the same pawns, the same pieces of one side, the same minor or major pieces, or
/// after the same moves.
#[derive(Zeroable)]
pub struct CorrectionHistory {
    /// `[feature and its hash][side to move]`.
    structures: [[i16; 2]; STRUCTURES * SIZE],
    /// `[earlier piece and target][last piece and target]`; earlier: two and four plies ago.
    continuation: [[i16; PieceTo::COUNT + 1]; PieceTo::COUNT + 1],
}

/// A position's entries in the tables of [`CorrectionHistory`].
#[derive(Clone, Copy, Debug)]
pub struct CorrectionIndex {
    stm: Color,
    structures: [u32; STRUCTURES],
    last: PieceTo,
    earlier: [PieceTo; 2],
}

impl CorrectionIndex {
    /// The entries of `board`, reached by `last`; `earlier` are the moves two and four plies ago.
    #[inline]
    pub fn new(board: &Board, last: PieceTo, earlier: [PieceTo; 2]) -> Self {
        let pieces = |piece| board.pieces(piece);
        let [white, black] = Color::ALL.map(|color| board.colors(color));
        let kings = pieces(Piece::King);
        let minors = [Piece::Knight, Piece::Bishop].map(pieces);
        let majors = [Piece::Rook, Piece::Queen].map(pieces);
        let pawns = pieces(Piece::Pawn);
        let index = |bitboards: &[Bitboard]| hash(bitboards, SIZE);
        let side = |color: Bitboard| {
            index(&[
                minors[0] & color,
                minors[1] & color,
                majors[0] & color,
                majors[1] & color,
                kings & color,
            ])
        };
        let of_both = |types: [Bitboard; 2]| {
            let all = types[0] | types[1] | kings;
            index(&[types[0], types[1], all & white, all & black])
        };
        Self {
            stm: board.stm(),
            structures: [
                index(&[pawns & white, pawns & black]),
                SIZE + side(white),
                2 * SIZE + side(black),
                3 * SIZE + of_both(minors),
                4 * SIZE + of_both(majors),
            ]
            .map(|entry| entry as u32),
            last,
            earlier,
        }
    }
}

impl CorrectionHistory {
    /// Prefetches the entries of a position whose correction will soon be asked for.
    #[inline]
    pub fn prefetch(&self, index: &CorrectionIndex) {
        for entry in index.structures {
            prefetch(&self.structures[entry as usize]);
        }
        for earlier in index.earlier {
            prefetch(&self.continuation[earlier.index()][index.last.index()]);
        }
    }

    /// The correction of a static evaluation, in internal units.
    #[inline]
    pub fn correction(&self, index: &CorrectionIndex) -> i32 {
        let stm = index.stm.index();
        let structures = index.structures.into_iter();
        let mut sum: i32 = structures
            .map(|entry| i32::from(self.structures[entry as usize][stm]))
            .sum();
        for earlier in index.earlier {
            sum += i32::from(self.continuation[earlier.index()][index.last.index()]);
        }
        sum / correction_history_divisor()
    }

    /// Learns that a search of `depth` plies differed from the corrected evaluation by `difference`
    /// internal units.
    pub fn update(&mut self, index: &CorrectionIndex, difference: i32, depth: i32) {
        let bonus =
            (difference * depth).clamp(-CORRECTION_HISTORY_MAX / 4, CORRECTION_HISTORY_MAX / 4);
        let stm = index.stm.index();
        for entry in index.structures {
            let value = &mut self.structures[entry as usize][stm];
            gravity(value, bonus, CORRECTION_HISTORY_MAX);
        }
        if index.last == PieceTo::NONE {
            return;
        }
        for earlier in index.earlier {
            if earlier == PieceTo::NONE {
                continue;
            }
            let value = &mut self.continuation[earlier.index()][index.last.index()];
            gravity(value, bonus, CORRECTION_HISTORY_MAX);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::HistoryMemory;
    use super::*;
    use crate::types::{ColoredPiece, Square};

    fn index(fen: &str) -> CorrectionIndex {
        let board = fen.parse().expect("valid FEN");
        let pawn = ColoredPiece::new(Color::White, Piece::Pawn);
        let earlier = [Square::E4, Square::D4].map(|to| PieceTo::new(pawn, to));
        CorrectionIndex::new(&board, PieceTo::new(pawn, Square::E5), earlier)
    }

    #[test]
    fn what_was_learned_is_applied_to_positions_alike() {
        let mut memory = HistoryMemory::new().expect("memory");
        let history = &mut memory.correction;
        let learned = index("4k3/pp6/8/8/3N4/8/PP6/4K3 w - - 0 1");
        assert_eq!(history.correction(&learned), 0);
        history.update(&learned, 60, 8);
        let full = history.correction(&learned);
        assert_eq!(full, (5 + 2) * 60 * 8 / correction_history_divisor());
        // The pawns are the same, the pieces differ.
        let half = history.correction(&index("3k4/pp6/8/8/3B4/8/PP6/4K3 w - - 0 1"));
        assert!(half > 0 && half < full, "{half} of {full}");
        for _ in 0..1000 {
            history.update(&learned, -30_000, 200);
        }
        assert!(history.correction(&learned) < 0);
    }
}
