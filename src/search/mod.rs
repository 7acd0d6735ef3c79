//! The search: which move, and why.
//!
//! # Threads
//! [`run`] starts one `worker` per thread. All deepen the same root on their own and share nothing but the
//! transposition table, a stop flag and node counters ("lazy SMP"). The main worker has a `pilot`, who looks at the
//! clock and tells the [`SearchListener`]. With one thread the tree depends on the request and on what tables remember,
//! never on the clock.
//!
//! # A node
//! `alphabeta` reads as a list of questions, in this order: is nothing left of the depth (`quiescence`)? stop? can
//! a repetition be had (`draws`)? a draw by rule? too deep? a nearer mate elsewhere? does the table decide? what
//! does the position look like? is it so good, even after a null move, that it will fail high (`prune_node`)? Then
//! the moves, in the order of `movepick`: is this one worth a look (`prune_move`)? how deep (`reduce`)? is it
//! better? At the end mate or stalemate, what to remember (`history`), what to store.
//!
//! All numbers stand in [`params`].

mod alphabeta;
mod deepen;
mod draws;
mod extend;
mod history;
mod listen;
mod movepick;
pub mod params;
mod pilot;
mod prune_move;
mod prune_node;
mod pv;
mod quiescence;
mod reduce;
mod root;
mod see;
mod stack;
mod window;
mod worker;

pub use listen::{SearchListener, SearchProgress, SearchReport, SilentListener};
pub use root::RootMove;
pub use see::see_ge;

use crate::board::Board;
use crate::eval::{Evaluation, Evaluator};
use crate::time::{SearchLimits, TimeManager};
use crate::tt::TranspositionTable;
use crate::types::{Key, Move, MoveList, Score};
use history::Histories;
use pilot::SearchManager;
use pv::PvTable;
use stack::SearchStack;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use worker::SearchWorker;

/// What to search.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    /// The root.
    pub board: Board,
    /// Keys of the positions before it that may come again, oldest first.
    pub key_history: Vec<Key>,
    /// The root moves to consider.
    pub root_moves: MoveList,
    /// How many best lines are wanted.
    pub multi_pv: usize,
    /// What evaluates positions.
    pub evaluation: Evaluation,
    /// What ends the search, the clock apart.
    pub limits: SearchLimits,
    /// Search on when there is nothing to decide: for analysis.
    pub analysis: bool,
    /// The root is proved to be a dead position (Article 5.2.2): every score is exactly zero.
    pub dead_position: bool,
}

/// What a search has found.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The best move; `None` if there was none to consider.
    pub best_move: Option<Move>,
    /// The whole line, the best move first.
    pub pv: Vec<Move>,
    /// Its score.
    pub score: Score,
    /// The depth of the last complete iteration, in plies.
    pub depth: u16,
    /// Nodes visited by all threads.
    pub nodes: u64,
}

/// A counter on a cache line of its own.
#[derive(Default)]
#[repr(align(128))]
struct NodeCounter(AtomicU64);

/// What the threads of a search share.
struct SharedState<'a> {
    request: &'a SearchRequest,
    tt: &'a TranspositionTable,
    stop: AtomicBool,
    /// Nodes by thread, each written by its owner only.
    nodes: Box<[NodeCounter]>,
}

impl SharedState<'_> {
    fn total_nodes(&self) -> u64 {
        self.nodes
            .iter()
            .map(|counter| counter.0.load(Ordering::Relaxed))
            .sum()
    }
}

/// What a thread keeps from one search to the next: what it remembers, and the room it works in.
#[derive(Default)]
struct ThreadData {
    histories: Histories,
    stack: SearchStack,
    evaluator: Evaluator,
    pv: PvTable,
}

/// What threads remember from one search to the next.
#[derive(Default)]
pub struct SearchThreads {
    threads: Vec<ThreadData>,
}

impl SearchThreads {
    /// Fresh memory for so many threads, at least one.
    pub fn new(threads: usize) -> Self {
        let mut memory = Self::default();
        memory.resize(threads);
        memory
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.threads.len()
    }

    /// Keeps the memory of the first `threads` threads (at least one) and adds fresh memory for new ones.
    pub fn resize(&mut self, threads: usize) {
        self.threads
            .resize_with(threads.max(1), ThreadData::default);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for desk in &mut self.threads {
            desk.histories = Histories::default();
        }
    }
}

/// Stack of a search thread, in bytes: the deepest line has [`crate::types::MAX_PLY`] nested nodes of a few KiB.
const STACK_SIZE: usize = 16 << 20;

/// Searches with as many threads as `memory` is made for, and returns when a limit is reached or the timer's ticket is
/// stopped.
///
/// Must be called on a [`thread_builder`] with a deep stack.
pub fn run(
    request: &SearchRequest,
    tt: &TranspositionTable,
    memory: &mut SearchThreads,
    timer: TimeManager,
    listener: &mut dyn SearchListener,
) -> SearchResult {
    if request.root_moves.is_empty() {
        let mated = request.board.in_check() && !request.board.has_legal_move();
        let score = if mated {
            Score::mated_in(0)
        } else {
            Score::ZERO
        };
        listener.no_moves(score);
        return SearchResult {
            best_move: None,
            pv: Vec::new(),
            score,
            depth: 0,
            nodes: 0,
        };
    }
    tt.new_search();
    let shared = SharedState {
        request,
        tt,
        stop: AtomicBool::new(false),
        nodes: memory
            .threads
            .iter()
            .map(|_| NodeCounter::default())
            .collect(),
    };
    let (first, others) = memory
        .threads
        .split_first_mut()
        .expect("memory for at least one thread");
    std::thread::scope(|scope| {
        for (index, desk) in others.iter_mut().enumerate() {
            let shared = &shared;
            let work = move || {
                SearchWorker::new(shared, index + 1, None, desk).deepen();
            };
            // A helper that cannot be started is not missed.
            let _ = thread_builder().spawn_scoped(scope, work);
        }
        let pilot = SearchManager::new(timer, listener);
        let mut worker = SearchWorker::new(&shared, 0, Some(pilot), first);
        let depth = worker.deepen();
        let root = &worker.root.moves[0];
        SearchResult {
            best_move: Some(root.mv),
            pv: root.pv.clone(),
            score: root.score,
            depth,
            nodes: shared.total_nodes(),
        }
    })
}

/// A thread with a stack deep enough for [`run`], to be spawned.
pub fn thread_builder() -> std::thread::Builder {
    std::thread::Builder::new()
        .name("search".to_owned())
        .stack_size(STACK_SIZE)
}
