//! Endgame tables in the search, at the root and in the tree.
//!
//! At the root the moves are ranked by DTZ, which accounts for the halfmove clock and repetitions.
//! Only the best ones are searched, so the search chooses among moves that keep the result. In the
//! tree, a position directly after a capture or pawn move is looked up in the WDL tables. If DTZ
//! has ranked the root moves, the tree is searched without tables, because they cannot tell a short
//! win from a long one.

use super::node::Stopped;
use super::params::{CURSED_WIN_SCORE, TABLE_EXTRA_DEPTH};
use super::request::SearchRequest;
use super::window::{NodeType, Window};
use super::worker::SearchWorker;
use crate::syzygy::root::{RootPosition, RootTables, TableRules, rank_moves};
use crate::syzygy::{TableWdl, Tablebase};
use crate::tt::{Bound, TtHit, TtWrite};
use crate::types::{MAX_DEPTH, Score};
use std::sync::Arc;

/// The endgame tables of a search, and how to use them.
#[derive(Clone, Debug)]
pub struct SearchTables {
    /// The Syzygy tables to probe.
    pub tablebase: Arc<Tablebase>,
    /// Maximum number of pieces for a lookup, kings included.
    pub max_pieces: u32,
    /// Minimum remaining depth, in plies, at which a position with that many pieces is looked up in
    /// the tree; one with fewer pieces always is.
    pub min_depth: i32,
    /// Wins that the fifty-move rule prevents (cursed wins) count as draws.
    pub fifty_moves: bool,
}

/// Ranks the root moves by the tables; `None` for unknown positions and for a mate search.
pub(super) fn rank_root_moves(request: &SearchRequest) -> Option<RootTables> {
    let tables = request.tables.as_ref()?;
    if request.dead_position
        || request.limits.mate.is_some()
        || request.board.piece_count() > tables.max_pieces
    {
        return None;
    }
    let position = RootPosition {
        board: &request.board,
        history: &request.key_history,
        moves: &request.root_moves,
        rules: TableRules {
            fifty_moves: tables.fifty_moves,
            automatic_draws: request.automatic_draws,
        },
    };
    rank_moves(&tables.tablebase, &position)
}

pub(super) fn for_tree<'a>(
    request: &'a SearchRequest,
    root: Option<&RootTables>,
) -> Option<&'a SearchTables> {
    let ranked_by_dtz = root.is_some_and(|root| root.dtz.is_some());
    request
        .tables
        .as_ref()
        .filter(|_| !ranked_by_dtz && request.limits.mate.is_none())
}

impl SearchWorker<'_> {
    /// True if the position should be looked up in the tables: it follows a capture or pawn move,
    /// no castling right is left, and it has few enough pieces.
    #[inline(always)]
    pub(super) fn wants_tables<N: NodeType>(&self, depth: i32) -> bool {
        !N::ROOT && self.table_pieces > 0 && self.is_table_position(depth)
    }

    fn is_table_position(&self, depth: i32) -> bool {
        let board = &self.stack.top().board;
        let pieces = board.piece_count();
        let min_depth = self.shared.tables.map_or(0, |tables| tables.min_depth);
        board.halfmove_clock() == 0
            && (pieces < self.table_pieces || pieces == self.table_pieces && depth >= min_depth)
            && board.castling_rights().is_empty()
    }

    /// Searches a node whose position is in the tables. A result that causes a cutoff or is a draw
    /// ends the search; any other bounds the score.
    #[cold]
    pub(super) fn search_table_node<N: NodeType>(
        &mut self,
        tt_hit: Option<TtHit>,
        mut window: Window,
        depth: i32,
        cut_node: bool,
    ) -> Result<Score, Stopped> {
        let Some((known, bound)) = self.probe_tables() else {
            return self.search_unproved_node::<N>(tt_hit, window, depth, cut_node);
        };
        let decides = match bound {
            Bound::Exact => true,
            Bound::Lower => window.fails_high(known),
            Bound::Upper => window.fails_low(known),
        };
        if !decides {
            if bound == Bound::Lower {
                window.alpha = window.alpha.max(known);
            }
            let score = self.search_unproved_node::<N>(tt_hit, window, depth, cut_node)?;
            let agrees = match bound {
                Bound::Lower => score >= known,
                _ => score <= known,
            };
            if agrees {
                return Ok(score);
            }
            // The search has stored a score that the tables refute.
        }
        let in_check = self.stack.top().board.in_check();
        let eval = (!in_check).then(|| self.evaluate());
        self.store_tt(&TtWrite {
            mv: None,
            score: known,
            eval,
            depth: (depth + TABLE_EXTRA_DEPTH).min(MAX_DEPTH.into()),
            bound,
            pv: N::PV,
        });
        Ok(known)
    }

    /// The tables' score of the current position, and whether a mate may raise or lower it.
    fn probe_tables(&mut self) -> Option<(Score, Bound)> {
        let tables = self.shared.tables?;
        let wdl = tables.tablebase.probe_wdl(&self.stack.top().board)?;
        self.table_hits += 1;
        let wdl = if tables.fifty_moves {
            wdl
        } else {
            wdl.without_fifty_moves()
        };
        let win = Score::TB_WIN - self.stack.ply as i32;
        Some(match wdl {
            TableWdl::Win => (win, Bound::Lower),
            TableWdl::CursedWin => (Score::new(CURSED_WIN_SCORE), Bound::Exact),
            TableWdl::Draw => (Score::ZERO, Bound::Exact),
            TableWdl::BlessedLoss => (Score::new(-CURSED_WIN_SCORE), Bound::Exact),
            TableWdl::Loss => (-win, Bound::Upper),
        })
    }
}
