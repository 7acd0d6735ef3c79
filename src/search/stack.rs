//! The search stack: one entry per ply of the current line.

use super::history::PieceTo;
use crate::board::{AttackMap, Board};
use crate::eval::Evaluator;
use crate::types::{MAX_PLY, Move, Score};

/// One ply of the search stack.
#[derive(Clone, Copy)]
pub struct StackEntry {
    pub board: Board,
    /// The move that led here; `None` at the root and after a null move.
    pub mv: Option<Move>,
    /// Piece and target of that move, for continuation history.
    pub piece_to: PieceTo,
    /// The attacks of the side to move's opponent, valid once moves are tried.
    pub enemy_attacks: AttackMap,
    /// The index of the pawns in pawn history, valid once moves are tried.
    pub pawns: u16,
    /// The history score of that move if it was quiet and is searched in the move loop, else zero.
    pub move_history: i32,
    /// The static evaluation; `None` in check.
    pub static_eval: Option<Score>,
    /// Plies by which the search of this node was reduced; hindsight reads it.
    pub reduction: i32,
    /// Beta cutoffs in nodes at this ply below the current grandparent.
    pub cutoff_count: u32,
    /// Number of the move that is being searched, from 1.
    pub move_count: usize,
    /// Plies since the last null move or the first position of the key history.
    pub plies_from_null: u16,
}

impl StackEntry {
    pub fn new(board: &Board) -> Self {
        Self {
            board: *board,
            mv: None,
            piece_to: PieceTo::NONE,
            move_history: 0,
            enemy_attacks: AttackMap::default(),
            pawns: 0,
            static_eval: None,
            reduction: 0,
            cutoff_count: 0,
            move_count: 0,
            plies_from_null: u16::MAX,
        }
    }
}

/// Sentinel entries before the root, so that looking back up to seven plies finds an entry.
const STACK_OFFSET: usize = 7;

/// The search stack, root at ply 0.
pub struct SearchStack {
    entries: Box<[StackEntry]>,
    /// Ply of the current node; 0 at the root.
    pub ply: usize,
}

impl Default for SearchStack {
    fn default() -> Self {
        let entry = StackEntry::new(&Board::start());
        Self {
            entries: vec![entry; STACK_OFFSET + MAX_PLY + 3].into_boxed_slice(),
            ply: 0,
        }
    }
}

impl SearchStack {
    /// Resets the stack to the root position. Deeper entries are written before they are read.
    pub fn reset(&mut self, root: &Board) {
        self.entries[..=STACK_OFFSET + 1].fill(StackEntry::new(root));
        self.ply = 0;
    }

    #[inline(always)]
    pub fn top(&self) -> &StackEntry {
        &self.entries[self.ply + STACK_OFFSET]
    }

    #[inline(always)]
    pub fn top_mut(&mut self) -> &mut StackEntry {
        &mut self.entries[self.ply + STACK_OFFSET]
    }

    /// Clears the beta cutoffs counted two plies deeper, which belong to another node.
    #[inline(always)]
    pub fn clear_grandchild_cutoffs(&mut self) {
        self.entries[self.ply + STACK_OFFSET + 2].cutoff_count = 0;
    }

    /// The entry `plies` (at most 7) before the current one.
    #[inline(always)]
    pub fn back(&self, plies: usize) -> &StackEntry {
        debug_assert!(plies <= STACK_OFFSET);
        &self.entries[self.ply + STACK_OFFSET - plies]
    }

    #[inline(always)]
    pub fn make_move(&mut self, mv: Move, evaluator: &mut Evaluator) {
        let parent = self.top();
        let piece = parent.board.colored_piece_at(mv.from());
        let piece_to = piece.map_or(PieceTo::NONE, |piece| PieceTo::new(piece, mv.to()));
        let plies_from_null = parent.plies_from_null.saturating_add(1);
        let child = self.push(Some(mv), piece_to, plies_from_null);
        evaluator.play(&mut child.board, mv);
    }

    pub fn make_null_move(&mut self) {
        self.push(None, PieceTo::NONE, 0).board.play_null();
    }

    /// Appends the entry after a move or null move, with the board before it.
    #[inline(always)]
    fn push(
        &mut self,
        mv: Option<Move>,
        piece_to: PieceTo,
        plies_from_null: u16,
    ) -> &mut StackEntry {
        let (below, above) = self.entries.split_at_mut(self.ply + STACK_OFFSET + 1);
        let child = &mut above[0];
        child.board = below[below.len() - 1].board;
        child.mv = mv;
        child.piece_to = piece_to;
        child.move_history = 0;
        child.reduction = 0;
        child.plies_from_null = plies_from_null;
        self.ply += 1;
        child
    }

    /// Unmakes a move or null move.
    #[inline(always)]
    pub fn unmake_move(&mut self) {
        self.ply -= 1;
    }
}
