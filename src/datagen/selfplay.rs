//! Plays a self-play game.
//!
//! A game is a function of program, configuration and index. One thread searches with node limits and without a clock;
//! the hash table and the histories are cleared before each game.

use super::adjudication::{ScoreAdjudicator, end_by_laws};
use super::config::soft_limits;
use super::random_opening::SelfplayOpening;
use super::selfplay_game::start;
use super::{ExpectedScore, SearchedMove, SelfplayConfig, SelfplayGame, SelfplayTermination};
use crate::eval::Evaluator;
use crate::laws::game::Game;
use crate::laws::winnable::reachable::DeadPositionCache;
use crate::search::params::{DEAD_POSITION_FAILED_STATES, DEAD_POSITION_MAX_STATES};
use crate::search::{self, SearchRequest, SearchResult, SearchThreads, SilentListener};
use crate::time::{SearchLimits, StopToken, TimeManager};
use crate::tt::TranspositionTable;
use std::io;

/// The soft node limit of the search that verifies an opening.
const OPENING_NODES: u64 = 100;
/// The largest score of an accepted opening, in internal units.
const OPENING_SCORE: i32 = 400;
/// Searched moves after which a game is adjudicated as a draw.
const MAX_PLIES: usize = 1000;

/// Plays self-play games, one at a time.
pub struct SelfplayPlayer {
    table: TranspositionTable,
    memory: SearchThreads,
    /// Evaluates the moves of openings.
    evaluator: Evaluator,
}

impl SelfplayPlayer {
    /// Allocates the hash table and the search thread's data.
    ///
    /// # Errors
    /// The memory cannot be allocated.
    pub fn new() -> io::Result<Self> {
        Ok(Self {
            table: TranspositionTable::new(SelfplayConfig::HASH_MIB).map_err(io::Error::other)?,
            memory: SearchThreads::try_new(1)?,
            evaluator: Evaluator::default(),
        })
    }

    /// Plays the game with this index. Must run on a thread of [`search::thread_builder`], which has a deep stack.
    pub fn play(&mut self, config: &SelfplayConfig, index: u64) -> SelfplayGame {
        let mut rng = config.rng(index);
        loop {
            let opening = SelfplayOpening::draw(&mut rng, &config.evaluation, &mut self.evaluator);
            self.table.clear(1);
            self.memory.clear();
            if let Some(game) = self.play_opening(config, index, opening) {
                return game;
            }
        }
    }

    /// Plays a game from an opening; `None` if the opening is rejected.
    fn play_opening(
        &mut self,
        config: &SelfplayConfig,
        index: u64,
        opening: SelfplayOpening,
    ) -> Option<SelfplayGame> {
        let mut game = Game::new(start(opening.startpos));
        for &mv in &opening.moves {
            game.play(mv).ok()?;
        }
        let mut dead_positions =
            DeadPositionCache::new(DEAD_POSITION_MAX_STATES, DEAD_POSITION_FAILED_STATES);
        if end_by_laws(&game, &mut dead_positions).is_some() || !self.is_open(config, &game) {
            return None;
        }
        let mut adjudicator = ScoreAdjudicator::new(config.adjudication(index));
        let mut plies = Vec::new();
        let termination = loop {
            let limits = config.limits(game.ply(), game.board(), opening.startpos);
            let found = self.search(config, &game, &limits);
            let (ply, stm) = (game.ply(), game.board().stm());
            let mv = found.best_move?;
            // The search would scale the output of the next network by material once more.
            let score = search::unscale_by_material(found.score, game.board());
            plies.push(SearchedMove {
                mv,
                expected_score: ExpectedScore::of(score, stm),
            });
            game.play(mv).ok()?;
            let termination = end_by_laws(&game, &mut dead_positions)
                .or_else(|| adjudicator.update(ply, found.score, stm));
            if let Some(termination) = termination {
                break termination;
            }
            if plies.len() == MAX_PLIES {
                break SelfplayTermination::EvenScores;
            }
        };
        Some(SelfplayGame {
            startpos: opening.startpos,
            opening: opening.moves,
            plies,
            termination,
        })
    }

    /// True if the score of the position after the opening is balanced enough.
    fn is_open(&mut self, config: &SelfplayConfig, game: &Game) -> bool {
        let limits = soft_limits(OPENING_NODES);
        let score = self.search(config, game, &limits).score;
        score.value().abs() <= OPENING_SCORE
    }

    fn search(
        &mut self,
        config: &SelfplayConfig,
        game: &Game,
        limits: &SearchLimits,
    ) -> SearchResult {
        let request = SearchRequest {
            key_history: game.key_history(),
            ..SearchRequest::new(game.board(), config.evaluation.clone(), limits.clone())
        };
        let timer = TimeManager::new(StopToken::default(), None);
        search::run(
            &request,
            &self.table,
            &mut self.memory,
            timer,
            &mut SilentListener,
        )
    }
}
