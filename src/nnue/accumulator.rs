//! Incrementally updated accumulators.
//!
//! A move only records the pieces that it adds and removes. To evaluate a position, each perspective's accumulator is
//! computed from the nearest computed ancestor in one pass over memory (lazy update), or from the refresh table if that
//! side's king has since crossed to the other half of the board. Null moves change no feature and are not recorded.

use super::finny_table::FinnyTable;
use super::network::{I16Block, Network};
use super::simd::{FeatureUpdates, Kernels, SimdLevel};
use super::{INPUTS, Perspective};
use crate::board::{Board, Observer};
use crate::types::{Color, ColoredPiece, MAX_PLY, Move, Square};
use arrayvec::ArrayVec;
use std::fmt;
use std::sync::Arc;

/// The most plies updated at once; beyond that a refresh is as cheap.
const MAX_LAZY_PLIES: usize = 8;

type PieceList = ArrayVec<(ColoredPiece, Square), 2>;

/// The pieces that a move adds to and removes from their squares.
#[derive(Clone, Debug, Default)]
struct DirtyPieces {
    added: PieceList,
    removed: PieceList,
}

impl Observer for DirtyPieces {
    #[inline(always)]
    fn added(&mut self, piece: ColoredPiece, square: Square) {
        self.added.push((piece, square));
    }

    #[inline(always)]
    fn removed(&mut self, piece: ColoredPiece, square: Square) {
        self.removed.push((piece, square));
    }
}

/// One ply of the stack.
#[derive(Clone)]
struct AccumulatorEntry {
    dirty: DirtyPieces,
    perspectives: [Perspective; 2],
    /// Whether White's and Black's accumulators are computed.
    computed: [bool; 2],
}

/// The accumulator stack of a line from its root to the current position, with the network that evaluates it.
pub struct Accumulators {
    network: Arc<Network>,
    kernels: Kernels,
    plies: Box<[AccumulatorEntry]>,
    /// White's and Black's accumulator of each ply.
    values: Box<[I16Block]>,
    /// Blocks per accumulator.
    blocks: usize,
    ply: usize,
    finny_table: FinnyTable,
}

impl fmt::Debug for Accumulators {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Accumulators")
            .field("network", &self.network)
            .field("ply", &self.ply)
            .finish_non_exhaustive()
    }
}

impl Accumulators {
    /// An accumulator stack for [`MAX_PLY`] plies, with the initial position as root. The SIMD level must be available.
    pub fn new(network: Arc<Network>, level: SimdLevel) -> Self {
        let root = Board::start();
        let blocks = network.row_blocks();
        let ply = AccumulatorEntry {
            dirty: DirtyPieces::default(),
            perspectives: perspectives(&root),
            computed: [false; 2],
        };
        let length = MAX_PLY + 2;
        let mut accumulators = Self {
            kernels: Kernels::new(level, blocks),
            plies: vec![ply; length].into(),
            values: vec![I16Block::ZERO; 2 * length * blocks].into(),
            blocks,
            ply: 0,
            finny_table: FinnyTable::new(&network),
            network,
        };
        accumulators.begin(&root);
        accumulators
    }

    /// The network that evaluates.
    pub const fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Sets the root of a new line.
    pub fn begin(&mut self, root: &Board) {
        self.ply = 0;
        self.plies[0].perspectives = perspectives(root);
        for color in Color::ALL {
            self.refresh(root, color);
        }
    }

    /// Makes a legal move on `board`, which must be the current position, and pushes an entry.
    #[inline]
    pub fn play(&mut self, board: &mut Board, mv: Move) {
        self.ply += 1;
        let ply = &mut self.plies[self.ply];
        ply.dirty = DirtyPieces::default();
        board.play_observed(mv, &mut ply.dirty);
        ply.perspectives = perspectives(board);
        ply.computed = [false; 2];
    }

    /// Pops the entry of the last move.
    #[inline]
    pub fn unmake_move(&mut self) {
        self.ply -= 1;
    }

    /// Pops all entries but the root's.
    pub fn return_to_root(&mut self) {
        self.ply = 0;
    }

    /// The evaluation of the current position in internal units for the side to move of `board`, which after a null
    /// move differs from the side to move of the current entry.
    pub fn evaluate(&mut self, board: &Board) -> i32 {
        self.compute(board);
        let bucket = self.network.shape().bucket(board.piece_count());
        let row = |color| &self.values[self.at(self.ply, color)..][..self.blocks];
        let (mover, opponent) = (row(board.stm()), row(!board.stm()));
        let score = self.network.output(&self.kernels, mover, opponent, bucket);
        // The reference takes ten times as long as the rest of a node, so it checks one position in 64.
        debug_assert!(
            !board.key().0.is_multiple_of(64) || score == self.network.evaluate(board),
            "{board}"
        );
        score
    }

    /// Computes the accumulators of the current position, from which those of its children follow.
    pub fn compute(&mut self, board: &Board) {
        debug_assert_eq!(perspectives(board), self.plies[self.ply].perspectives);
        for color in Color::ALL {
            if !self.plies[self.ply].computed[color.index()] {
                self.update(board, color);
            }
        }
    }

    /// The index of the first block of an accumulator.
    #[inline(always)]
    fn at(&self, ply: usize, color: Color) -> usize {
        (2 * ply + color.index()) * self.blocks
    }

    /// Computes an accumulator from its nearest computed ancestor, or from the refresh table.
    fn update(&mut self, board: &Board, color: Color) {
        let side = color.index();
        let perspective = self.plies[self.ply].perspectives[side];
        let first = self.ply.saturating_sub(MAX_LAZY_PLIES);
        let base = (first..self.ply)
            .rev()
            .take_while(|&ply| self.plies[ply].perspectives[side] == perspective)
            .find(|&ply| self.plies[ply].computed[side]);
        let Some(base) = base else {
            return self.refresh(board, color);
        };
        let mut updates = FeatureUpdates::default();
        for ply in &self.plies[base + 1..=self.ply] {
            // One or two pieces: `extend` would be compiled for long lists.
            for &(piece, square) in &ply.dirty.added {
                updates.added.push(perspective.index(piece, square) as u16);
            }
            for &(piece, square) in &ply.dirty.removed {
                updates
                    .removed
                    .push(perspective.index(piece, square) as u16);
            }
        }
        let (from, to) = (self.at(base, color), self.at(self.ply, color));
        let (before, after) = self.values.split_at_mut(to);
        let (from, to) = (&before[from..][..self.blocks], &mut after[..self.blocks]);
        self.kernels.update(to, from, self.network.rows(), &updates);
        self.plies[self.ply].computed[side] = true;
    }

    /// Computes an accumulator from the refresh table.
    #[cold]
    fn refresh(&mut self, board: &Board, color: Color) {
        let at = self.at(self.ply, color);
        let to = &mut self.values[at..][..self.blocks];
        self.finny_table
            .refresh(to, board, color, &self.network, self.kernels);
        self.plies[self.ply].computed[color.index()] = true;
    }
}

fn perspectives(board: &Board) -> [Perspective; 2] {
    Color::ALL.map(|color| Perspective::of(board, color))
}

const _: () = assert!(INPUTS <= u16::MAX as usize);
