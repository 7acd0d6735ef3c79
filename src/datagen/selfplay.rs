//! Playing a game against oneself.
//!
//! A game is a function of the program, the recipe and the index of the game alone. One thread searches, limited by
//! nodes; whatever it remembers is forgotten before each game; no clock is looked at.

use super::adjudication::{ScoreAdjudicator, end_by_laws};
use super::opening::SelfplayOpening;
use super::{
    ExpectedScore, GameResult, SearchedMove, SelfplayConfig, SelfplayGame, SelfplayTermination,
    exact,
};
use crate::board::{Board, double_chess960_startpos};
use crate::laws::game::Game;
use crate::laws::winnable::reachable::DeadPositionCache;
use crate::search::params::{DEAD_POSITION_MAX_STATES, DEAD_POSITION_MAX_WASTE};
use crate::search::{self, SearchRequest, SearchResult, SearchThreads, SilentListener};
use crate::time::{SearchLimits, StopToken, TimeManager};
use crate::tt::TranspositionTable;
use std::io;
use std::time::Instant;

/// How the end of an opening is searched: deep enough to see what hangs.
const OPENING_DEPTH: u16 = 10;
/// The most nodes for that.
const OPENING_NODES: u64 = 50_000;
/// An opening with a score beyond this, in centipawns, is no game any more.
const OPENING_SCORE: i32 = 1000;
/// A game of more searched moves than this is drawn; it ends nowhere.
const MOST_PLIES: usize = 1000;

/// Plays games, one after the other.
pub struct SelfplayPlayer {
    table: TranspositionTable,
    memory: SearchThreads,
}

impl SelfplayPlayer {
    /// A player with room to remember one game.
    ///
    /// # Errors
    /// When the system refuses the memory.
    pub fn new() -> io::Result<Self> {
        Ok(Self {
            table: TranspositionTable::new(SelfplayConfig::TABLE, 1).map_err(io::Error::other)?,
            memory: SearchThreads::new(1),
        })
    }

    /// Plays the game with this index. Must be called on a [`search::thread_builder`] with a deep stack.
    pub fn play(&mut self, recipe: &SelfplayConfig, index: u64) -> SelfplayGame {
        let mut rng = recipe.rng(index);
        loop {
            let opening = SelfplayOpening::draw(&mut rng);
            self.table.clear(1);
            self.memory.clear();
            if let Some(game) = self.play_opening(recipe, opening) {
                return game;
            }
        }
    }

    /// Plays a game from an opening; `None` if there is none to be played.
    fn play_opening(
        &mut self,
        recipe: &SelfplayConfig,
        opening: SelfplayOpening,
    ) -> Option<SelfplayGame> {
        let [white, black] = opening.startpos.map(usize::from);
        let mut game = Game::new(double_chess960_startpos(white, black));
        for &mv in &opening.moves {
            game.play(mv).ok()?;
        }
        let mut walls = DeadPositionCache::new(DEAD_POSITION_MAX_STATES, DEAD_POSITION_MAX_WASTE);
        if end_by_laws(&game, &mut walls).is_some() || !self.is_open(recipe, &game) {
            return None;
        }
        let limits = SearchLimits {
            soft_nodes: Some(recipe.nodes),
            nodes: Some(recipe.hard_nodes()),
            ..SearchLimits::default()
        };
        let mut adjudicator = ScoreAdjudicator::new(recipe.adjudication());
        let mut plies = Vec::new();
        let ending = loop {
            let found = self.search(recipe, &game, &limits);
            let (ply, stm) = (game.ply(), game.board().stm());
            let mv = found.best_move?;
            plies.push(SearchedMove {
                mv,
                expected_score: ExpectedScore::of(found.score, stm),
            });
            game.play(mv).ok()?;
            let ending = end_by_laws(&game, &mut walls)
                .or_else(|| by_tables(recipe, game.board()))
                .or_else(|| adjudicator.hear(ply, found.score, stm));
            if let Some(ending) = ending {
                break ending;
            }
            if plies.len() == MOST_PLIES {
                break SelfplayTermination::EvenScores;
            }
        };
        Some(SelfplayGame {
            startpos: opening.startpos,
            opening: opening.moves,
            plies,
            ending,
        })
    }

    /// True if a game may begin with this position.
    fn is_open(&mut self, recipe: &SelfplayConfig, game: &Game) -> bool {
        let limits = SearchLimits {
            depth: Some(OPENING_DEPTH),
            nodes: Some(OPENING_NODES),
            ..SearchLimits::default()
        };
        let score = self.search(recipe, game, &limits).score;
        score.value().abs() <= OPENING_SCORE
    }

    fn search(
        &mut self,
        recipe: &SelfplayConfig,
        game: &Game,
        limits: &SearchLimits,
    ) -> SearchResult {
        let board = game.board();
        let boards = game.boards();
        let last = boards.len() - 1;
        let first = last.saturating_sub(board.halfmove_clock().into());
        let request = SearchRequest {
            board: *board,
            key_history: boards[first..last].iter().map(Board::key).collect(),
            root_moves: board.legal_moves(),
            multi_pv: 1,
            evaluation: recipe.evaluation.clone(),
            limits: limits.clone(),
            analysis: true,
            dead_position: false,
        };
        let timer = TimeManager::new(StopToken::new(0, Instant::now(), false), None);
        search::run(
            &request,
            &self.table,
            &mut self.memory,
            timer,
            &mut SilentListener,
        )
    }
}

/// How the game ends because the tables know the rest, if the recipe has tables and they do.
fn by_tables(recipe: &SelfplayConfig, board: &Board) -> Option<SelfplayTermination> {
    let result = exact::by_tables(board, recipe.tables.as_ref()?)?;
    Some(match result {
        GameResult::White => SelfplayTermination::TableWhite,
        GameResult::Draw => SelfplayTermination::TableDraw,
        GameResult::Black => SelfplayTermination::TableBlack,
    })
}
