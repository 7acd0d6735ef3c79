//! What a thread knows about each ply of the line it is looking at.

use super::history::PieceTo;
use crate::board::Board;
use crate::eval::Evaluator;
use crate::types::{MAX_PLY, Move, Score};

/// One ply: a position and what led to it.
#[derive(Clone, Copy)]
pub struct StackEntry {
    /// The position.
    pub board: Board,
    /// The move that led here; `None` at the root and after a null move.
    pub mv: Option<Move>,
    /// The same move as continuation history sees it.
    pub sentence: PieceTo,
    /// The static evaluation; `None` in check.
    pub static_eval: Option<Score>,
    /// Plies since the last null move, so far as positions may be compared.
    pub since_null: u16,
}

impl StackEntry {
    /// A ply that holds a position nothing is known about.
    pub fn new(board: &Board) -> Self {
        Self {
            board: *board,
            mv: None,
            sentence: PieceTo::NONE,
            static_eval: None,
            since_null: u16::MAX,
        }
    }
}

/// Frames kept below the root, so that looking back a few plies needs no test.
const BELOW_ROOT: usize = 4;

/// The frames of a line, root at ply 0.
pub struct SearchStack {
    frames: Box<[StackEntry]>,
    /// The current ply.
    pub ply: usize,
}

impl Default for SearchStack {
    fn default() -> Self {
        let nothing = StackEntry::new(&Board::start());
        Self {
            frames: vec![nothing; BELOW_ROOT + MAX_PLY + 2].into_boxed_slice(),
            ply: 0,
        }
    }
}

impl SearchStack {
    /// A new line with its root. Frames above it are written before they are read.
    pub fn begin(&mut self, root: &Board) {
        self.frames[..=BELOW_ROOT].fill(StackEntry::new(root));
        self.ply = 0;
    }

    /// The current frame.
    #[inline(always)]
    pub fn top(&self) -> &StackEntry {
        &self.frames[self.ply + BELOW_ROOT]
    }

    /// The current frame, to be changed.
    #[inline(always)]
    pub fn top_mut(&mut self) -> &mut StackEntry {
        &mut self.frames[self.ply + BELOW_ROOT]
    }

    /// The frame `plies` (at most 4) before the current one.
    #[inline(always)]
    pub fn back(&self, plies: usize) -> &StackEntry {
        debug_assert!(plies <= BELOW_ROOT);
        &self.frames[self.ply + BELOW_ROOT - plies]
    }

    /// Plays a move on a new frame.
    #[inline(always)]
    pub fn make(&mut self, mv: Move, evaluator: &mut Evaluator) {
        let (below, above) = self.frames.split_at_mut(self.ply + BELOW_ROOT + 1);
        let (parent, child) = (&below[below.len() - 1], &mut above[0]);
        child.board = parent.board;
        child.mv = Some(mv);
        if let Some(man) = parent.board.colored_piece_at(mv.from()) {
            child.sentence = PieceTo::new(man, mv.to());
        }
        child.since_null = parent.since_null.saturating_add(1);
        evaluator.play(&mut child.board, mv);
        self.ply += 1;
    }

    /// Passes the move on a new frame.
    pub fn make_null(&mut self) {
        let (below, above) = self.frames.split_at_mut(self.ply + BELOW_ROOT + 1);
        let (parent, child) = (&below[below.len() - 1], &mut above[0]);
        child.board = parent.board;
        child.mv = None;
        child.sentence = PieceTo::NONE;
        child.since_null = 0;
        child.board.play_null();
        self.ply += 1;
    }

    /// Goes back to the parent.
    #[inline(always)]
    pub fn unmake(&mut self) {
        self.ply -= 1;
    }
}
