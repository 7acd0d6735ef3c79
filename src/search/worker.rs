//! One thread of a search: its line, its memory, its counters.

use super::draws;
use super::history::{Histories, PieceTo};
use super::movepick::PickerContext;
use super::params::{WALL_STATES, WALL_WASTE};
use super::pilot::SearchManager;
use super::pv::PvTable;
use super::root::RootMoves;
use super::stack::SearchStack;
use super::window::NodeType;
use super::{SharedState, ThreadData};
use crate::eval::Evaluator;
use crate::laws::winnable::reachable::DeadPositionCache;
use crate::laws::winnable::tree::forced_dead;
use crate::tt::{TtHit, TtWrite};
use crate::types::{Key, Move, Score};
use std::sync::atomic::Ordering;

/// Nodes between two looks at what other threads say.
const POLL_INTERVAL: u64 = 1024;

/// A thread of a search.
pub(super) struct SearchWorker<'a> {
    pub shared: &'a SharedState<'a>,
    /// 0 for the main thread.
    pub id: usize,
    /// Time, limits and reports, which are the main thread's business.
    pub pilot: Option<SearchManager<'a>>,
    pub histories: &'a mut Histories,
    pub stack: &'a mut SearchStack,
    /// Follows the moves of the stack.
    evaluator: &'a mut Evaluator,
    /// Keys of the game before the root and of the line, the current position last.
    keys: Vec<Key>,
    pub pv: &'a mut PvTable,
    pub root: RootMoves,
    pub nodes: u64,
    /// The node count at which to look around again.
    next_poll: u64,
    /// The node count at which to stop: exact, with one thread.
    node_limit: u64,
    pub sel_depth: usize,
    /// The root is a dead position, and so is every other.
    dead: bool,
    /// What is known of pawn walls that nobody can pass.
    walls: DeadPositionCache,
    /// No null moves before this ply: a null-move cutoff is being verified.
    pub no_null_before: usize,
}

impl<'a> SearchWorker<'a> {
    pub fn new(
        shared: &'a SharedState<'a>,
        id: usize,
        pilot: Option<SearchManager<'a>>,
        desk: &'a mut ThreadData,
    ) -> Self {
        let request = shared.request;
        let ThreadData {
            histories,
            stack,
            evaluator,
            pv,
        } = desk;
        let mut keys = request.key_history.clone();
        keys.push(request.board.key());
        stack.begin(&request.board);
        evaluator.begin(&request.evaluation, &request.board);
        stack.top_mut().since_null = request.key_history.len() as u16;
        let node_limit = match request.limits.nodes {
            Some(nodes) if shared.nodes.len() == 1 => nodes,
            _ => u64::MAX,
        };
        Self {
            shared,
            id,
            pilot,
            histories,
            stack,
            evaluator,
            keys,
            pv,
            root: RootMoves::new(&request.root_moves),
            nodes: 0,
            next_poll: 0,
            node_limit,
            sel_depth: 0,
            dead: request.dead_position,
            walls: DeadPositionCache::new(WALL_STATES, WALL_WASTE),
            no_null_before: 0,
        }
    }

    /// Leaves an interrupted line.
    pub fn return_to_root(&mut self) {
        self.keys.truncate(self.keys.len() - self.stack.ply);
        self.stack.ply = 0;
        self.evaluator.return_to_root();
        self.no_null_before = 0;
    }

    #[inline]
    pub fn context(&self) -> PickerContext<'_> {
        PickerContext {
            board: &self.stack.top().board,
            histories: self.histories,
            tt: self.shared.tt,
            earlier: [self.stack.top().sentence, self.stack.back(1).sentence],
        }
    }

    /// Plays a move: one more node.
    #[inline]
    pub fn make(&mut self, mv: Move) {
        self.nodes += 1;
        self.stack.make(mv, self.evaluator);
        self.keys.push(self.stack.top().board.key());
    }

    pub fn make_null(&mut self) {
        self.nodes += 1;
        self.stack.make_null();
        let board = &self.stack.top().board;
        self.shared.tt.prefetch(draws::table_key(board));
        self.keys.push(board.key());
    }

    #[inline]
    pub fn unmake(&mut self) {
        self.evaluator.take_back();
        self.unmake_null();
    }

    /// Takes back a null move, of which the evaluator knows nothing.
    #[inline]
    pub fn unmake_null(&mut self) {
        self.stack.unmake();
        self.keys.pop();
    }

    /// `None` once the search has to end.
    #[inline]
    pub fn poll(&mut self) -> Option<()> {
        if self.nodes >= self.next_poll {
            self.look_around()
        } else {
            Some(())
        }
    }

    #[cold]
    fn look_around(&mut self) -> Option<()> {
        self.publish_nodes();
        let mut interval = POLL_INTERVAL;
        if let Some(pilot) = &mut self.pilot {
            interval = pilot.poll_interval();
            if pilot.must_stop(self.shared) {
                self.shared.stop.store(true, Ordering::Relaxed);
            }
        }
        self.next_poll = (self.nodes + interval).min(self.node_limit);
        let go_on = self.nodes < self.node_limit && !self.shared.stop.load(Ordering::Relaxed);
        go_on.then_some(())
    }

    /// Tells the other threads how many nodes this one has visited.
    pub fn publish_nodes(&self) {
        self.shared.nodes[self.id]
            .0
            .store(self.nodes, Ordering::Relaxed);
    }

    /// The evaluation of the current position.
    #[inline]
    pub fn evaluate(&mut self) -> Score {
        self.evaluator.evaluate(&self.stack.top().board)
    }

    /// The score of the position if a rule ends the game there; after a dead root, everything is a draw.
    #[inline]
    pub fn end_by_rule<N: NodeType>(&mut self) -> Option<Score> {
        if self.dead {
            return Some(Score::ZERO);
        }
        let frame = self.stack.top();
        draws::end_by_rule(frame, self.stack.ply, &self.keys, &mut self.walls)
            .or_else(|| (N::PV && forced_dead(&frame.board)).then_some(Score::ZERO))
    }

    #[inline]
    pub fn can_repeat(&self) -> bool {
        draws::upcoming_repetition(self.stack.top(), self.stack.ply, &self.keys)
    }

    /// What the table knows of the current position. A move that is not legal here comes from another position with
    /// the same tag, and so does everything with it.
    #[inline]
    pub fn probe(&self) -> Option<TtHit> {
        let board = &self.stack.top().board;
        let hit = self.shared.tt.probe(draws::table_key(board))?;
        if let Some(mv) = hit.mv {
            // It will be the first move to be made.
            self.shared.tt.prefetch(draws::table_key_after(board, mv));
        }
        let belongs =
            hit.mv.is_none_or(|mv| board.is_legal(mv)) && hit.eval.is_none() == board.in_check();
        belongs.then_some(hit)
    }

    #[inline]
    pub fn store(&self, finding: &TtWrite) {
        let key = draws::table_key(&self.stack.top().board);
        self.shared.tt.store(key, self.stack.ply, finding);
    }

    /// Rewards or punishes a quiet move of the current position.
    pub fn update_quiet(&mut self, mv: Move, bonus: i32) {
        let board = &self.stack.top().board;
        let Some(man) = board.colored_piece_at(mv.from()) else {
            return;
        };
        let now = PieceTo::new(man, mv.to());
        self.histories.quiet.update(board.stm(), mv, bonus);
        for plies in 0..2 {
            self.histories
                .continuation
                .update(self.stack.back(plies).sentence, now, bonus);
        }
    }

    /// Rewards or punishes a capture or promotion of the current position.
    pub fn update_noisy(&mut self, mv: Move, bonus: i32) {
        let board = &self.stack.top().board;
        if let Some(man) = board.colored_piece_at(mv.from()) {
            self.histories
                .capture
                .update(man, mv.to(), board.captured_piece(mv), bonus);
        }
    }
}
