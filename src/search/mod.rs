//! The search: iterative deepening, principal variation search (PVS), quiescence.
//!
//! # Threads
//! [`run`] starts one worker per thread (lazy SMP). All workers search the same root and share the
//! transposition table, a stop flag and node counters. The search manager on the main thread
//! watches the clock and reports to the [`SearchListener`]; at the end the threads `vote` on the
//! move to play. With one thread the search tree depends on the request, the TT and the histories,
//! never on the clock.
//!
//! # Order of events in a node (`alphabeta`)
//! 1. depth 0: `quiescence`;
//! 2. `node_entry`: limits, upcoming repetition, draws by rule and draw claims (`draws`), mate
//!    distance pruning, TT cutoff with a bonus for the TT move and a malus for the opponent's move,
//!    endgame tables (`tablebases`), static evaluation with correction history, improving;
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
mod check_squares;
mod cuckoo;
mod draws;
mod extensions;
mod history;
mod iterative_deepening;
mod lazy_smp;
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
mod request;
mod root_moves;
mod see;
mod shared;
mod stack;
mod tablebases;
mod threads;
mod tunables;
mod vote;
mod window;
mod worker;

pub use lazy_smp::{expected_reply, run};
pub use listener::{SearchListener, SearchProgress, SearchReport, SilentListener};
pub(crate) use node::unscale_by_material;
pub use request::{SearchRequest, SearchResult};
pub use root_moves::RootMove;
pub use see::see_ge;
pub use tablebases::SearchTables;
pub use threads::{SearchThreads, THREAD_MEMORY, search_memory, thread_builder};
