//! Strength levels: play below full strength.
//!
//! A level is a rating, from 600 to 3000. A player of that rating misses what lies deep, so the levels work as follows:
//!
//! 1. `level`: the rating gives the depth and the nodes of the search, the number of candidate moves, and the oversight
//!    and the noise of their scores. All are monotone functions of the rating, fitted to matches.
//! 2. `recorder`: a `MultiPV` search with its own empty table, without pruning in the first plies, records the score of
//!    each candidate at each depth. The result depends on the position and its history, not on earlier searches.
//! 3. `choice`: judges each candidate by its score at the depth to which the level sees it, plus noise. Both are
//!    random, but seeded by the game and the position, so the same move is always misjudged in the same way. On moves
//!    on which it is attentive (on all from 1350 on), the level never misses what a player of its rating sees in a
//!    quick pass, nor what one exchange wins or loses (`material_count`). `habit` adds a bonus for castling and
//!    recaptures, and a penalty for king walks, retreats and lost castling rights; moves that cost a
//!    pawn get the same penalty where the level does not count pawns.
//! 4. `pace`: with a clock, delays the answer as long as a person would think.
//!
//! Full strength uses none of this.

mod choice;
mod habit;
mod level;
mod material_count;
mod pace;
mod recorder;

pub(super) use level::{FULL_SKILL, StrengthLevel};
pub use level::{MAX_ELO, MIN_ELO};

use crate::laws::game::Game;
use crate::search::{self, SearchListener, SearchRequest, SearchResult, SearchThreads};
use crate::time::TimeManager;
use crate::tt::TranspositionTable;
use choice::MoveChoice;
use habit::LastMoves;
use pace::Situation;
use recorder::ScoreRecorder;
use std::time::Instant;

/// The size of the table of a search at a level, in MiB.
pub(super) const TABLE_SIZE: usize = 2;

/// The engine as a player of some level, for one move.
#[derive(Clone, Copy, Debug)]
pub(super) struct LimitedPlayer {
    level: StrengthLevel,
    seed: u64,
    last_moves: LastMoves,
}

impl LimitedPlayer {
    pub fn new(level: StrengthLevel, seed: u64, game: &Game) -> Self {
        Self {
            level,
            seed,
            last_moves: LastMoves::of(game.moves()),
        }
    }

    /// Searches as far as the level sees, with an empty `table`, chooses a move, and takes as much time for it as a
    /// person would.
    pub fn play(
        &self,
        request: &SearchRequest,
        table: &TranspositionTable,
        time: TimeManager,
        listener: &mut dyn SearchListener,
    ) -> SearchResult {
        let parameters = self.level.parameters(&request.board);
        let limited = parameters.limit(request);
        let token = time.stop_token().clone();
        let budget = time.budget().copied();
        let mut recorder = ScoreRecorder::new(listener, request.multi_pv);
        let mut threads = SearchThreads::new(1);
        let mut result = search::run(&limited, table, &mut threads, time, &mut recorder);
        let choice = MoveChoice::new(
            self.level,
            &parameters,
            self.seed,
            self.last_moves,
            &limited,
        );
        let Some(index) = choice.choose(&recorder.iterations, &recorder.last_lines) else {
            return result;
        };
        let chosen = recorder.last_lines[index].clone();
        result.best_move = Some(chosen.mv);
        result.score = chosen.score;
        result.ponder = search::expected_reply(&request.board, chosen.pv(), table);
        result.pv = chosen.pv().to_vec();
        recorder.report_choice(index);
        let situation = Situation {
            ply: request.board.game_ply(),
            only_move: request.root_moves.len() == 1,
            recaptures: self.last_moves.captured_on() == Some(chosen.mv.to()),
            lines: &recorder.last_lines,
        };
        if let Some(budget) = budget.filter(|_| takes_time(request)) {
            let time = situation.thinking_time(&budget, choice.random());
            token.sleep(time.saturating_sub(token.elapsed(Instant::now())));
        }
        result
    }
}

/// True if the answer may be delayed: only the time limits the search, and nodes do not stand for it.
fn takes_time(request: &SearchRequest) -> bool {
    let limits = &request.limits;
    let has_nodes = limits.nodes.is_some() || limits.nodes_per_ms.is_some();
    limits.depth.is_none() && !has_nodes && !limits.ponder
}
