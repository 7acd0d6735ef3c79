//! Accumulators that follow a line of moves.
//!
//! A move only leaves a note of what it changes. When a position is evaluated, each side's accumulator is made from the
//! nearest one before it that is known, in one pass over memory; if that side's king has crossed the middle of the
//! board on the way, from the refresh cache. Null moves change nothing and are not even told.

use super::finny_table::FinnyTable;
use super::network::{I16Block, Network};
use super::simd::{FeatureUpdates, Kernels, SimdLevel};
use super::{INPUTS, Perspective};
use crate::board::{Board, Observer};
use crate::types::{Color, ColoredPiece, MAX_PLY, Move, Square};
use arrayvec::ArrayVec;
use std::sync::Arc;

/// Moves that are made up for at once; beyond that the way from the refresh cache is as short.
const MAX_STEPS: usize = 8;

/// PieceList and where they stand.
type PieceList = ArrayVec<(ColoredPiece, Square), 2>;

/// The pieces that a move has brought and taken away.
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

/// A position of the line.
#[derive(Clone)]
struct AccumulatorEntry {
    /// What the move that led here has changed.
    delta: DirtyPieces,
    /// How both sides see the board.
    perspectives: [Perspective; 2],
    /// Whose accumulator is known.
    known: [bool; 2],
}

/// A network at work: the accumulators of a line, from its root to the current position.
pub struct Accumulators {
    network: Arc<Network>,
    kernels: Kernels,
    plies: Box<[AccumulatorEntry]>,
    /// For each ply White's row and Black's.
    values: Box<[I16Block]>,
    /// Blocks per row.
    blocks: usize,
    ply: usize,
    cache: FinnyTable,
}

impl Accumulators {
    /// Room for the lines of a search, with the initial position as root. The level must be available.
    pub fn new(network: Arc<Network>, level: SimdLevel) -> Self {
        let root = Board::start();
        let blocks = network.row_blocks();
        let ply = AccumulatorEntry {
            delta: DirtyPieces::default(),
            perspectives: perspectives(&root),
            known: [false; 2],
        };
        let length = MAX_PLY + 2;
        let mut accumulators = Self {
            kernels: Kernels::new(level, blocks),
            plies: vec![ply; length].into(),
            values: vec![I16Block::ZERO; 2 * length * blocks].into(),
            blocks,
            ply: 0,
            cache: FinnyTable::new(&network),
            network,
        };
        accumulators.begin(&root);
        accumulators
    }

    /// The network.
    pub const fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Begins a new line.
    pub fn begin(&mut self, root: &Board) {
        self.ply = 0;
        self.plies[0].perspectives = perspectives(root);
        for color in Color::ALL {
            self.refresh(root, color);
        }
    }

    /// Makes a legal move on a board, which must be the current position.
    #[inline]
    pub fn play(&mut self, board: &mut Board, mv: Move) {
        self.ply += 1;
        let ply = &mut self.plies[self.ply];
        ply.delta = DirtyPieces::default();
        board.play_observed(mv, &mut ply.delta);
        ply.perspectives = perspectives(board);
        ply.known = [false; 2];
    }

    /// Goes back to the position before the last move.
    #[inline]
    pub fn take_back(&mut self) {
        self.ply -= 1;
    }

    /// Goes back to the root.
    pub fn return_to_root(&mut self) {
        self.ply = 0;
    }

    /// The score of the current position in centipawns, for the side to move. After null moves it may be the other's
    /// turn than the line says.
    pub fn evaluate(&mut self, board: &Board) -> i32 {
        debug_assert_eq!(perspectives(board), self.plies[self.ply].perspectives);
        for color in Color::ALL {
            if !self.plies[self.ply].known[color.index()] {
                self.catch_up(board, color);
            }
        }
        let bucket = self.network.shape().bucket(board.occupied().count());
        let row = |color| &self.values[self.at(self.ply, color)..][..self.blocks];
        let (mover, opponent) = (row(board.stm()), row(!board.stm()));
        let sum = self
            .kernels
            .output(mover, opponent, self.network.output_rows(bucket));
        let score = self.network.score(sum, bucket);
        debug_assert_eq!(score, self.network.evaluate(board));
        score
    }

    /// Where the row of a side begins.
    #[inline(always)]
    fn at(&self, ply: usize, color: Color) -> usize {
        (2 * ply + color.index()) * self.blocks
    }

    /// Makes a side's accumulator known.
    fn catch_up(&mut self, board: &Board, color: Color) {
        let side = color.index();
        let perspective = self.plies[self.ply].perspectives[side];
        let first = self.ply.saturating_sub(MAX_STEPS);
        let base = (first..self.ply)
            .rev()
            .take_while(|&ply| self.plies[ply].perspectives[side] == perspective)
            .find(|&ply| self.plies[ply].known[side]);
        let Some(base) = base else {
            return self.refresh(board, color);
        };
        let mut changes = FeatureUpdates::default();
        for ply in &self.plies[base + 1..=self.ply] {
            changes
                .added
                .extend(features(&ply.delta.added, perspective));
            changes
                .removed
                .extend(features(&ply.delta.removed, perspective));
        }
        let (from, to) = (self.at(base, color), self.at(self.ply, color));
        let (before, after) = self.values.split_at_mut(to);
        let (from, to) = (&before[from..][..self.blocks], &mut after[..self.blocks]);
        self.kernels.update(to, from, self.network.rows(), &changes);
        self.plies[self.ply].known[side] = true;
    }

    /// Makes a side's accumulator from the board.
    #[cold]
    fn refresh(&mut self, board: &Board, color: Color) {
        let at = self.at(self.ply, color);
        let to = &mut self.values[at..][..self.blocks];
        self.cache
            .refresh(to, board, color, &self.network, self.kernels);
        self.plies[self.ply].known[color.index()] = true;
    }
}

/// The features that pieces are in a view.
fn features(pieces: &PieceList, perspective: Perspective) -> impl Iterator<Item = u16> {
    pieces
        .iter()
        .map(move |&(piece, square)| perspective.index(piece, square) as u16)
}

fn perspectives(board: &Board) -> [Perspective; 2] {
    Color::ALL.map(|color| Perspective::of(board, color))
}

const _: () = assert!(INPUTS <= u16::MAX as usize);
