//! Incrementally updated accumulators.
//!
//! A move only pushes an empty entry. To evaluate a position, its features are compared with those of the nearest
//! computed ancestor, and each perspective's accumulator is computed from there in one pass over memory (lazy update),
//! or from the refresh table if that side's king has since crossed to the other half of the board. Null moves change no
//! feature and are not recorded.

use super::Perspective;
use super::finny_table::FinnyTable;
use super::network::{I16Block, Network};
use super::placement::Placement;
use super::simd::{FeatureUpdates, Kernels, SimdLevel};
use crate::board::Board;
use crate::types::{Color, MAX_PLY};
use std::fmt;
use std::sync::Arc;

/// How many plies back to look for a computed ancestor; beyond that, a refresh is as cheap.
const MAX_LAZY_PLIES: usize = 8;

/// One ply of the stack. The other fields are valid only if `computed` is set.
#[derive(Clone)]
struct AccumulatorEntry {
    computed: bool,
    perspectives: [Perspective; 2],
    placement: Placement,
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
            computed: false,
            perspectives: Color::ALL.map(|color| Perspective::of(&root, color)),
            placement: Placement::EMPTY,
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
        self.plies[0].computed = false;
        self.compute(root);
    }

    /// Pushes an entry for the position after a move.
    #[inline]
    pub fn make_move(&mut self) {
        self.ply += 1;
        self.plies[self.ply].computed = false;
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

    /// The evaluation of `board`, the current position, in internal units for its side to move.
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

    /// Computes the accumulators of `board`, the current position, so that its children can start from them.
    pub fn compute(&mut self, board: &Board) {
        if self.plies[self.ply].computed {
            debug_assert!(self.plies[self.ply].placement.is_of(board), "{board}");
            return;
        }
        let first = self.ply.saturating_sub(MAX_LAZY_PLIES);
        let base = (first..self.ply)
            .rev()
            .find(|&ply| self.plies[ply].computed);
        self.plies[self.ply] = AccumulatorEntry {
            computed: true,
            perspectives: Color::ALL.map(|color| Perspective::of(board, color)),
            placement: Placement::of(board, self.network.shape()),
        };
        let Some(base) = base else {
            return Color::ALL.into_iter().for_each(|color| self.refresh(color));
        };
        let [base_entry, current] = [base, self.ply].map(|ply| &self.plies[ply]);
        let perspectives = current.perspectives;
        let updates = current
            .placement
            .updates_from(&base_entry.placement, perspectives);
        let same = Color::ALL
            .map(|color| base_entry.perspectives[color.index()] == perspectives[color.index()]);
        for color in Color::ALL {
            if same[color.index()] {
                self.update(base, color, &updates[color.index()]);
            } else {
                self.refresh(color);
            }
        }
    }

    /// The index of the first block of an accumulator.
    #[inline(always)]
    fn at(&self, ply: usize, color: Color) -> usize {
        (2 * ply + color.index()) * self.blocks
    }

    /// Computes an accumulator from an ancestor's.
    #[inline(always)]
    fn update(&mut self, base: usize, color: Color, updates: &FeatureUpdates) {
        let (from, to) = (self.at(base, color), self.at(self.ply, color));
        let (before, after) = self.values.split_at_mut(to);
        let (from, to) = (&before[from..][..self.blocks], &mut after[..self.blocks]);
        self.kernels.update(to, from, self.network.rows(), updates);
    }

    /// Computes an accumulator from the refresh table.
    #[cold]
    fn refresh(&mut self, color: Color) {
        let to = self.at(self.ply, color);
        let to = &mut self.values[to..][..self.blocks];
        let current = &self.plies[self.ply];
        let perspective = current.perspectives[color.index()];
        let (placement, network) = (&current.placement, &self.network);
        self.finny_table
            .refresh(to, placement, perspective, network, self.kernels);
    }
}
