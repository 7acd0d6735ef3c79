//! One search thread: position stack, histories, counters, and access to the shared state.

use super::draws::{self, NodeStatus};
use super::history::{CONTINUATION_PLIES, CorrectionIndex, Histories, PawnHistory, PieceTo};
use super::manager::SearchManager;
use super::movepick::OrderingContext;
use super::node::Stopped;
use super::params::{
    CHECK_INTERVAL, CONTINUATION_HISTORY_MAX, CONTINUATION_HISTORY_PERCENT,
    EXTENSION_MAX_PLY_FACTOR, FIRST_ITERATION_MAX_NODES, PAWN_HISTORY_MAX, QUIET_HISTORY_PERCENT,
};
use super::pv::PvTable;
use super::root_moves::RootMoves;
use super::shared::SharedState;
use super::stack::SearchStack;
use super::threads::ThreadData;
use super::tunables::{
    eval_difference_factor, eval_difference_max_bonus, eval_difference_max_malus,
};
use super::window::NodeType;
use crate::board::AttackMap;
use crate::eval::Evaluator;
use crate::laws::winnable::reachable::DeadPositionCache;
use crate::laws::winnable::tree::dead_after_forced_captures;
use crate::tt::{TtHit, TtWrite};
use crate::types::{Key, MAX_PLY, Move, Score};
use std::sync::atomic::Ordering;

/// One thread of a search.
pub(super) struct SearchWorker<'a> {
    pub shared: &'a SharedState<'a>,
    /// 0 for the main thread.
    pub id: usize,
    /// `Some` in the main thread only.
    pub manager: Option<SearchManager<'a>>,
    pub histories: &'a mut Histories,
    pub stack: &'a mut SearchStack,
    /// Accumulator stack, in step with the search stack.
    pub evaluator: &'a mut Evaluator,
    /// Keys of the game positions before the root and of the line, the current position last.
    keys: Vec<Key>,
    pub pv: &'a mut PvTable,
    pub root: RootMoves,
    pub nodes: u64,
    /// Positions found in the endgame tables.
    pub table_hits: u64,
    /// Maximum number of pieces for a table lookup; 0 without tables.
    pub table_pieces: u32,
    /// The node count at which [`Self::check_limits`] runs next.
    next_check: u64,
    /// The exact node count at which to stop; used with one thread only.
    node_limit: u64,
    /// The depth of the current iteration, in plies.
    pub root_depth: i32,
    /// Selective depth: the deepest ply of a PV node in this iteration.
    pub sel_depth: usize,
    /// The root is a dead position, and hence every node of the tree.
    dead_root: bool,
    dead_positions: &'a mut DeadPositionCache,
    /// Before this ply neither nodes nor moves are pruned, except by multicut and in quiescence.
    full_width_plies: usize,
    /// No null moves before this ply while a null-move cutoff is being verified.
    pub null_move_min_ply: usize,
}

impl<'a> SearchWorker<'a> {
    pub fn new(
        shared: &'a SharedState<'a>,
        id: usize,
        manager: Option<SearchManager<'a>>,
        data: &'a mut ThreadData,
    ) -> Self {
        let request = shared.request;
        let ThreadData {
            histories,
            stack,
            evaluator,
            pv,
            dead_positions,
        } = data;
        let mut keys = Vec::with_capacity(request.key_history.len() + 1 + MAX_PLY);
        keys.extend_from_slice(&request.key_history);
        keys.push(request.board.key());
        stack.reset(&request.board);
        histories.low_ply.clear();
        dead_positions.begin_search();
        evaluator.begin(&request.evaluation, &request.board);
        stack.top_mut().plies_from_null = request.key_history.len() as u16;
        let node_limit = match request.limits.nodes {
            Some(nodes) if shared.counters.len() == 1 => nodes,
            _ => u64::MAX,
        };
        Self {
            shared,
            id,
            manager,
            histories,
            stack,
            evaluator,
            keys,
            pv,
            root: shared.root_moves.clone(),
            nodes: 0,
            table_hits: 0,
            table_pieces: shared.tables.map_or(0, |tables| tables.max_pieces),
            next_check: 0,
            node_limit,
            root_depth: 0,
            sel_depth: 0,
            dead_root: request.dead_position,
            dead_positions,
            full_width_plies: request.full_width_plies,
            null_move_min_ply: 0,
        }
    }

    /// Resets the stack, keys and accumulators to the root after an aborted search.
    pub fn return_to_root(&mut self) {
        self.keys.truncate(self.keys.len() - self.stack.ply);
        self.stack.ply = 0;
        self.evaluator.return_to_root();
        self.null_move_min_ply = 0;
    }

    /// True if the current node and its moves may be pruned.
    #[inline]
    pub fn may_prune(&self) -> bool {
        self.stack.ply >= self.full_width_plies
    }

    /// True unless the line is too long already to be extended further.
    #[inline]
    pub fn may_extend(&self) -> bool {
        self.stack.ply < EXTENSION_MAX_PLY_FACTOR * self.root_depth as usize
    }

    #[inline]
    pub fn ordering_context(&self) -> OrderingContext<'_> {
        OrderingContext {
            stack: self.stack,
            histories: self.histories,
        }
    }

    /// The entries of the current position in correction history.
    #[inline]
    pub fn correction_index(&self) -> CorrectionIndex {
        let [last, two, four] = [0, 1, 3].map(|plies| self.stack.back(plies).piece_to);
        CorrectionIndex::new(&self.stack.top().board, last, [two, four])
    }

    /// Prefetches the TT entry of the position after a move; it arrives while the move is made.
    #[inline(always)]
    pub fn prefetch_tt(&self, mv: Move) {
        let board = &self.stack.top().board;
        self.shared.tt.prefetch(draws::tt_key_after(board, mv));
    }

    #[inline]
    pub fn make_move(&mut self, mv: Move) {
        self.nodes += 1;
        self.stack.make_move(mv, self.evaluator);
        self.keys.push(self.stack.top().board.key());
    }

    pub fn make_null_move(&mut self) {
        self.nodes += 1;
        self.stack.make_null_move();
        let board = &self.stack.top().board;
        self.shared.tt.prefetch(draws::tt_key(board));
        self.keys.push(board.key());
    }

    #[inline]
    pub fn unmake_move(&mut self) {
        self.evaluator.unmake_move();
        self.unmake_null_move();
    }

    /// Unmakes a null move, which does not affect the accumulators.
    #[inline]
    pub fn unmake_null_move(&mut self) {
        self.stack.unmake_move();
        self.keys.pop();
    }

    /// Checks the limits every [`CHECK_INTERVAL`] nodes.
    #[inline]
    pub fn check_stop(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.next_check {
            self.check_limits()
        } else {
            Ok(())
        }
    }

    #[cold]
    fn check_limits(&mut self) -> Result<(), Stopped> {
        self.publish_counters();
        let ends_search = match &mut self.manager {
            Some(manager) => manager.must_stop(self.shared),
            // The main thread may have to wait for a processor.
            None => self.shared.is_past_node_limit(),
        };
        if ends_search {
            self.shared.stop.store(true, Ordering::Relaxed);
        }
        self.next_check = (self.nodes + CHECK_INTERVAL).min(self.node_limit);
        let first_iteration =
            self.id == 0 && self.root_depth == 1 && self.nodes < FIRST_ITERATION_MAX_NODES;
        let stop = !first_iteration && self.shared.is_stopped();
        if self.nodes < self.node_limit && !stop {
            Ok(())
        } else {
            Err(Stopped)
        }
    }

    pub fn publish_counters(&self) {
        let counters = &self.shared.counters[self.id];
        counters.nodes.store(self.nodes, Ordering::Relaxed);
        counters
            .table_hits
            .store(self.table_hits, Ordering::Relaxed);
    }

    /// The evaluation of the current position, from the side to move's point of view.
    #[inline]
    pub fn evaluate(&mut self) -> Score {
        self.evaluator.evaluate(&self.stack.top().board)
    }

    /// The status of the current position under the Laws.
    #[inline]
    pub fn node_status<N: NodeType>(&mut self) -> NodeStatus {
        if self.dead_root {
            return NodeStatus::Over(Score::ZERO);
        }
        let entry = self.stack.top();
        let status = draws::node_status(
            entry,
            self.stack.ply,
            &self.keys,
            self.dead_positions,
            self.shared.request.automatic_draws,
        );
        if N::PV && status == NodeStatus::Open && dead_after_forced_captures(&entry.board) {
            return NodeStatus::Over(Score::ZERO);
        }
        status
    }

    #[inline]
    pub fn upcoming_repetition(&self) -> bool {
        draws::upcoming_repetition(self.stack.top(), self.stack.ply, &self.keys)
    }

    /// The TT entry of the current position, unless its move or evaluation proves a key collision.
    #[inline]
    pub fn probe_tt(&self) -> Option<TtHit> {
        let board = &self.stack.top().board;
        let hit = self.shared.tt.probe(draws::tt_key(board))?;
        let plausible =
            hit.mv.is_none_or(|mv| board.is_legal(mv)) && hit.eval.is_none() == board.in_check();
        plausible.then_some(hit)
    }

    #[inline]
    pub fn store_tt(&self, write: &TtWrite) {
        let key = draws::tt_key(&self.stack.top().board);
        self.shared.tt.store(key, self.stack.ply, write);
    }

    /// Updates the histories for a quiet move of the current position.
    pub fn update_quiet_histories(&mut self, mv: Move, bonus: i32) {
        self.update_quiet_histories_at(0, mv, bonus);
    }

    /// Updates the histories for the move that led to the current position, if it was quiet.
    pub fn update_prior_quiet_histories(&mut self, bonus: i32) {
        if let Some(mv) = self.stack.top().mv.filter(|mv| mv.is_quiet()) {
            self.update_quiet_histories_at(1, mv, bonus);
        }
    }

    /// Updates the histories for a quiet move of the position `plies` plies ago.
    fn update_quiet_histories_at(&mut self, plies: usize, mv: Move, bonus: i32) {
        let entry = self.stack.back(plies);
        let Some(piece) = entry.board.colored_piece_at(mv.from()) else {
            return;
        };
        let now = PieceTo::new(piece, mv.to());
        let histories = &mut *self.histories;
        let (stm, attacked) = (entry.board.stm(), entry.enemy_attacks.all);
        let quiet_bonus = bonus * QUIET_HISTORY_PERCENT / 100;
        histories.quiet.update(stm, mv, attacked, quiet_bonus);
        histories.low_ply.update(self.stack.ply - plies, mv, bonus);
        let pawn = histories.pawn.row_mut(entry.pawns);
        pawn.update(now, bonus, PAWN_HISTORY_MAX);
        self.update_continuation(plies, now, bonus);
    }

    /// Updates continuation history for the move that led to the current position, if it was quiet.
    pub fn update_prior_continuation(&mut self, bonus: i32) {
        let entry = self.stack.top();
        if entry.mv.is_some_and(Move::is_quiet) {
            self.update_continuation(1, entry.piece_to, bonus);
        }
    }

    /// Updates continuation history for a move of the position `plies` plies ago.
    fn update_continuation(&mut self, plies: usize, now: PieceTo, bonus: i32) {
        let bonus = bonus * CONTINUATION_HISTORY_PERCENT / 100;
        // An evasion says little about plans.
        let in_check = self.stack.back(plies).board.in_check();
        let learned = if in_check {
            &CONTINUATION_PLIES[..2]
        } else {
            &CONTINUATION_PLIES[..]
        };
        for &earlier in learned {
            let earlier = self.stack.back(plies + earlier).piece_to;
            if earlier == PieceTo::NONE {
                continue;
            }
            let row = self.histories.continuation.row_mut(earlier);
            row.update(now, bonus, CONTINUATION_HISTORY_MAX);
        }
    }

    /// Eval-difference history: the quiet move that led here is good if it worsened the evaluation
    /// of the side to move, and bad if it improved it.
    pub fn update_by_eval_difference(&mut self) {
        let (entry, parent) = (self.stack.top(), self.stack.back(1));
        if let (Some(mv), Some(eval), Some(parent_eval)) =
            (entry.mv, entry.static_eval, parent.static_eval)
            && mv.is_quiet()
        {
            let gain = -(eval.value() + parent_eval.value());
            let bonus = (eval_difference_factor() * gain)
                .clamp(-eval_difference_max_malus(), eval_difference_max_bonus());
            let (stm, attacked) = (parent.board.stm(), parent.enemy_attacks.all);
            let (now, pawns) = (entry.piece_to, parent.pawns);
            self.histories.quiet.update(stm, mv, attacked, bonus);
            let pawn = self.histories.pawn.row_mut(pawns);
            pawn.update(now, bonus, PAWN_HISTORY_MAX);
        }
    }

    /// Computes the opponent's attacks and the pawn index that move ordering needs.
    #[inline]
    pub fn prepare_ordering(&mut self) {
        let entry = self.stack.top_mut();
        entry.enemy_attacks = AttackMap::of_opponent(&entry.board);
        entry.pawns = PawnHistory::index(&entry.board);
    }

    /// Updates capture history for a capture or promotion of the current position.
    pub fn update_capture_history(&mut self, mv: Move, bonus: i32) {
        let board = &self.stack.top().board;
        if let Some(piece) = board.colored_piece_at(mv.from()) {
            let victim = board.captured_piece(mv);
            self.histories.capture.update(piece, mv.to(), victim, bonus);
        }
    }
}
