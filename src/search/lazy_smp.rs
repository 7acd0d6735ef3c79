//! One search on all threads.

use super::listener::SearchListener;
use super::manager::SearchManager;
use super::request::{SearchRequest, SearchResult};
use super::root_moves::RootMoves;
use super::shared::{SharedState, ThreadCounters};
use super::threads::{SearchThreads, thread_builder};
use super::vote::ThreadResult;
use super::worker::SearchWorker;
use super::{draws, tablebases, vote};
use crate::board::Board;
use crate::time::TimeManager;
use crate::tt::TranspositionTable;
use crate::types::{Move, Score};
use std::sync::atomic::AtomicBool;

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
        let is_over = !request.board.has_legal_move();
        let score = if is_over && request.board.in_check() {
            Score::mated_in(0)
        } else {
            Score::ZERO
        };
        if is_over {
            listener.no_moves(score);
        }
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
    let mut helper_results: Vec<Option<ThreadResult>> = helpers.iter().map(|_| None).collect();
    let manager = SearchManager::new(time, listener);
    let mut worker = SearchWorker::new(&shared, 0, Some(manager), main);
    let main_result = std::thread::scope(|scope| {
        let slots = helpers.iter_mut().zip(&mut helper_results);
        for (index, (data, slot)) in slots.enumerate() {
            let shared = &shared;
            let work = move || {
                *slot = Some(SearchWorker::new(shared, index + 1, None, data).search_root());
            };
            // If the system refuses a helper thread, the others search without it. The scope only
            // waits for the results; joining the threads would also wait until the system has freed
            // them.
            let _ = thread_builder().spawn_scoped(scope, work);
        }
        worker.search_root()
    });
    let mut results = vec![main_result];
    results.extend(helper_results.into_iter().flatten());
    let best = if request.multi_pv == 1 {
        vote::best_thread(&results)
    } else {
        &results[0]
    };
    worker.report_final(best);
    SearchResult {
        best_move: Some(best.best.mv),
        pv: best.best.pv().to_vec(),
        ponder: expected_reply(&request.board, best.best.pv(), tt),
        score: best.best.known_score(),
        depth: best.depth,
        nodes: shared.total_nodes(),
    }
}

/// The expected reply to the first move of a principal variation: its second move. A root move that
/// failed high may have no second move; the reply is then the only legal move, or else the TT move
/// after the root move. `None` if there is neither.
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
