//! The search: iterative deepening, principal variation search (PVS), quiescence.
//!
//! # Threads
//! [`run`] starts one worker per thread (lazy SMP). All workers search the same root and share the
//! transposition table, a stop flag and node counters. The search manager on the main thread
//! watches the clock and reports to the [`SearchListener`]; at the end the threads `vote` on the
//! move. With one thread the search tree depends on the request, the TT and the histories, never on
//! the clock.
//!
//! # Order of events in a node (`alphabeta`)
//! 1. depth 0: `quiescence`;
//! 2. `node_entry`: limits, upcoming repetition, draws by rule and draw claims (`draws`), mate
//!    distance pruning, TT cutoff with a bonus for the TT move, endgame tables (`tables`), static
//!    evaluation with correction history, improving;
//! 3. eval-difference history, hindsight depth;
//! 4. `prune_node`: razoring, reverse futility, null move pruning, `ProbCut`, small `ProbCut`;
//! 5. internal iterative reduction, singular extension and multicut (`extensions`);
//! 6. before each move: late move pruning and futility, which apply to all remaining quiet moves;
//! 7. for each move of the staged picker (`movepick`): history, bad capture and SEE pruning
//!    (`prune_move`), late move reductions (`reductions`), PVS with a null window;
//! 8. mate or stalemate, fail-high blending, `history` updates, prior-move bonus and malus,
//!    correction history, TT write.
//!
//! A mate search (`go mate`) works differently: see `mate`.
//!
//! Constants are in [`params`], those tuned together in `tunables`, table sizes beside the tables.

mod alphabeta;
mod cuckoo;
mod draws;
mod extensions;
mod history;
mod iterative_deepening;
mod listener;
mod manager;
mod mate;
mod movepick;
mod node;
mod node_entry;
pub mod params;
mod prune_move;
mod prune_node;
mod pv;
mod quiescence;
mod reductions;
mod root_moves;
mod see;
mod stack;
mod tablebases;
mod threats;
mod tunables;
mod vote;
mod window;
mod worker;

pub use listener::{SearchListener, SearchProgress, SearchReport, SilentListener};
pub use root_moves::RootMove;
pub use see::see_ge;
pub use tablebases::SearchTables;

use crate::board::Board;
use crate::eval::{Evaluation, Evaluator};
use crate::time::{SearchLimits, StopToken, TimeManager};
use crate::tt::TranspositionTable;
use crate::types::{Key, Move, MoveList, Score};
use crate::util::huge_pages::is_available;
use history::{Histories, HistoryMemory};
use manager::SearchManager;
use pv::PvTable;
use root_moves::RootMoves;
use stack::SearchStack;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use worker::SearchWorker;

/// The input of a search: position, game history, options and limits.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    /// The root position.
    pub board: Board,
    /// Zobrist keys of the earlier game positions that can still recur, oldest first.
    pub key_history: Vec<Key>,
    /// The root moves to search (UCI `searchmoves`).
    pub root_moves: MoveList,
    /// Number of PV lines (`MultiPV`).
    pub multi_pv: usize,
    /// Plies from the root without pruning of nodes or moves, multicut excepted; 0 plays strongest.
    pub full_width_plies: usize,
    /// The evaluation function.
    pub evaluation: Evaluation,
    /// Depth, node and mate limits; time limits are handled by the [`TimeManager`].
    pub limits: SearchLimits,
    /// Do not stop early on a forced move or on a mate already searched deep enough.
    pub analysis: bool,
    /// Fivefold repetition and 75 moves draw without a claim (FIDE Laws since 2018, Article 9.6).
    pub automatic_draws: bool,
    /// The root is proved dead (FIDE Laws, Article 5.2.2): every score is exactly zero.
    pub dead_position: bool,
    /// The endgame tables to probe, if any.
    pub tables: Option<SearchTables>,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The best move; `None` if there were no root moves.
    pub best_move: Option<Move>,
    /// The principal variation, the best move first.
    pub pv: Vec<Move>,
    /// The expected reply to the best move.
    pub ponder: Option<Move>,
    /// The score of the best move.
    pub score: Score,
    /// The depth of the last complete iteration, in plies.
    pub depth: u16,
    /// Nodes visited by all threads.
    pub nodes: u64,
}

/// One thread's counters, on cache lines of their own to prevent false sharing.
#[derive(Default)]
#[repr(align(128))]
struct ThreadCounters {
    nodes: AtomicU64,
    /// Positions found in the endgame tables.
    table_hits: AtomicU64,
}

/// The state that the threads of a search share.
struct SharedState<'a> {
    request: &'a SearchRequest,
    tt: &'a TranspositionTable,
    /// Set when a limit is reached.
    stop: AtomicBool,
    /// Stops the search from outside. Every thread polls it, so that none has to wait until the
    /// main thread is scheduled.
    stop_token: StopToken,
    /// One entry per thread, written only by that thread.
    counters: Box<[ThreadCounters]>,
    root_moves: RootMoves,
    /// The endgame tables to probe in the tree; `None` if they have ranked the root moves by DTZ.
    tables: Option<&'a SearchTables>,
    /// Positions found in the endgame tables at the root.
    root_table_hits: u64,
}

impl SharedState<'_> {
    /// True once the search must end: a limit is reached, or it was stopped.
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.stop_token.is_stopped()
    }

    fn total_nodes(&self) -> u64 {
        self.counters
            .iter()
            .map(|counters| counters.nodes.load(Ordering::Relaxed))
            .sum()
    }

    fn total_table_hits(&self) -> u64 {
        let hits = self
            .counters
            .iter()
            .map(|counters| counters.table_hits.load(Ordering::Relaxed));
        self.root_table_hits + hits.sum::<u64>()
    }
}

/// A thread's data, kept between searches: the histories, and buffers to reuse.
struct ThreadData {
    histories: HistoryMemory,
    stack: SearchStack,
    evaluator: Evaluator,
    pv: PvTable,
}

impl ThreadData {
    /// Empty tables and buffers.
    ///
    /// # Errors
    /// The system refuses the memory.
    fn new() -> io::Result<Self> {
        Ok(Self {
            histories: HistoryMemory::new()?,
            stack: SearchStack::default(),
            evaluator: Evaluator::default(),
            pv: PvTable::default(),
        })
    }
}

/// The data of all search threads, kept between searches; its length is the number of threads.
#[derive(Default)]
pub struct SearchThreads {
    threads: Vec<ThreadData>,
}

impl SearchThreads {
    /// Data for `threads` threads, at least one.
    pub fn new(threads: usize) -> Self {
        let mut data = Self::default();
        data.resize(threads);
        data
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.threads.len()
    }

    /// Sets the number of threads (at least one), or as many as the memory suffices for, and returns it; those that
    /// remain keep their histories.
    pub fn resize(&mut self, threads: usize) -> usize {
        self.threads.truncate(threads.max(1));
        // Tables, call stack, and as much again for the rest of the program.
        let each = 2 * (size_of::<Histories>() + STACK_SIZE);
        let mut new = threads.max(1) - self.threads.len();
        while new > 0 && !is_available(new * each) {
            new /= 2;
        }
        for _ in 0..new.max(usize::from(self.threads.is_empty())) {
            match ThreadData::new() {
                Ok(data) => self.threads.push(data),
                Err(error) if self.threads.is_empty() => {
                    panic!("memory for a search thread: {error}")
                }
                Err(_) => break,
            }
        }
        self.threads.len()
    }

    /// Clears the histories, for a new game.
    pub fn clear(&mut self) {
        for data in &mut self.threads {
            data.histories.clear();
        }
    }
}

/// Call stack of a search thread in bytes, for at most [`crate::types::MAX_PLY`] nested nodes of a
/// few KiB each.
const STACK_SIZE: usize = 16 << 20;

/// Searches with all `threads` until a limit is reached or the time manager ends the search.
///
/// Call it on a thread with a large call stack, see [`thread_builder`].
pub fn run(
    request: &SearchRequest,
    tt: &TranspositionTable,
    threads: &mut SearchThreads,
    time: TimeManager,
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
            ponder: None,
            score,
            depth: 0,
            nodes: 0,
        };
    }
    tt.new_search();
    // A mate search runs on the main thread alone.
    let used = match request.limits.mate {
        Some(_) => 1,
        None => threads.threads(),
    };
    let threads = &mut threads.threads[..used];
    let root_tables = tablebases::rank_root_moves(request);
    if let Some(root_tables) = &root_tables {
        listener.root_tables(root_tables);
    }
    let shared = SharedState {
        request,
        tt,
        stop: AtomicBool::new(false),
        stop_token: time.stop_token().clone(),
        counters: threads.iter().map(|_| ThreadCounters::default()).collect(),
        root_moves: RootMoves::new(request, root_tables.as_ref()),
        tables: tablebases::for_tree(request, root_tables.as_ref()),
        root_table_hits: root_tables.map_or(0, |root_tables| root_tables.probes),
    };
    let (main, helpers) = threads
        .split_first_mut()
        .expect("data for at least one thread");
    std::thread::scope(|scope| {
        let mut handles = Vec::with_capacity(helpers.len());
        for (index, data) in helpers.iter_mut().enumerate() {
            let shared = &shared;
            let work = move || SearchWorker::new(shared, index + 1, None, data).search_root();
            // If the system refuses a helper thread, the others search without it.
            handles.extend(thread_builder().spawn_scoped(scope, work));
        }
        let manager = SearchManager::new(time, listener);
        let mut worker = SearchWorker::new(&shared, 0, Some(manager), main);
        let mut results = vec![worker.search_root()];
        results.extend(handles.into_iter().filter_map(|handle| handle.join().ok()));
        let best = if request.multi_pv == 1 {
            vote::best_thread(&results)
        } else {
            &results[0]
        };
        worker.report_final(best);
        SearchResult {
            best_move: Some(best.best.mv),
            pv: best.best.pv.clone(),
            ponder: expected_reply(&request.board, &best.best.pv, tt),
            score: best.best.known_score(),
            depth: best.depth,
            nodes: shared.total_nodes(),
        }
    })
}

/// The expected reply to the first move of a principal variation: its second move. A root move that
/// fails high may have none; the reply is then the only legal move, or the TT move of the position
/// after it.
pub fn expected_reply(board: &Board, pv: &[Move], tt: &TranspositionTable) -> Option<Move> {
    if let Some(&reply) = pv.get(1) {
        return Some(reply);
    }
    let mut after = *board;
    after.play(*pv.first()?);
    if let [only] = after.legal_moves()[..] {
        return Some(only);
    }
    let hit = tt.probe(draws::tt_key(&after))?;
    hit.mv.filter(|&mv| after.is_legal(mv))
}

/// A builder of threads with a call stack large enough for [`run`].
pub fn thread_builder() -> std::thread::Builder {
    std::thread::Builder::new()
        .name("search".to_owned())
        .stack_size(STACK_SIZE)
}
