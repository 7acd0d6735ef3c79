//! The input and the result of a search.

use super::tablebases::SearchTables;
use crate::board::Board;
use crate::eval::Evaluation;
use crate::time::SearchLimits;
use crate::types::{Key, Move, MoveList, Score};

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
    /// Plies from the root without pruning of nodes or moves, except by multicut and in quiescence; 0 plays strongest.
    pub full_width_plies: usize,
    /// The evaluation function.
    pub evaluation: Evaluation,
    /// Depth, node and mate limits; time limits are handled by the [`TimeManager`](crate::time::TimeManager).
    pub limits: SearchLimits,
    /// Do not stop early on a single legal move, a dead position or a mate already searched deep
    /// enough.
    pub analysis: bool,
    /// Fivefold repetition and 75 moves draw without a claim (Article 9.6 of the editions from 2018
    /// on).
    pub automatic_draws: bool,
    /// The root is proved dead (FIDE Laws, Article 5.2.2): every score is exactly zero.
    pub dead_position: bool,
    /// The endgame tables to probe, if any.
    pub tables: Option<SearchTables>,
}

impl SearchRequest {
    /// A search of all moves for the best one, for the sake of analysis, in a position without a history.
    pub fn new(board: &Board, evaluation: Evaluation, limits: SearchLimits) -> Self {
        Self {
            board: *board,
            key_history: Vec::new(),
            root_moves: board.legal_moves(),
            multi_pv: 1,
            full_width_plies: 0,
            evaluation,
            limits,
            analysis: true,
            automatic_draws: true,
            dead_position: false,
            tables: None,
        }
    }

    /// True if all legal moves are searched.
    pub fn searches_all_moves(&self) -> bool {
        self.root_moves.len() == self.board.legal_moves().len()
    }
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The best move; `None` if there were no root moves.
    pub best_move: Option<Move>,
    /// The principal variation, the best move first.
    pub pv: Vec<Move>,
    /// The expected reply to the best move; `None` if the search knows none.
    pub ponder: Option<Move>,
    /// The score of the best move.
    pub score: Score,
    /// The depth of the last complete iteration, in plies.
    pub depth: u16,
    /// Nodes visited by all threads.
    pub nodes: u64,
}
