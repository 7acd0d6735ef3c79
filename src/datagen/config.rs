//! The configuration of self-play.

use super::adjudication::AdjudicationRules;
use super::filter;
use crate::board::Board;
use crate::eval::Evaluation;
use crate::time::SearchLimits;
use crate::types::Rng;

/// If a position will not be trained on, the soft node limit is divided by this.
const QUICK_DIVISOR: u64 = 2;
/// The hard node limit, as a multiple of the soft limit.
const HARD_FACTOR: u64 = 8;
/// One game in this many plays on beyond a winning score.
const PLAYED_ON: u64 = 20;

/// The settings that the games of a generation share. Together with the index of a game they determine all its moves.
#[derive(Clone, Debug)]
pub struct SelfplayConfig {
    /// The generation of the games; generation 0 plays with the material evaluation.
    pub generation: u32,
    /// The evaluation that the games are played with.
    pub evaluation: Evaluation,
    /// The seed of the generation.
    pub seed: u64,
    /// Soft node limit for positions to train on: beyond it no further iteration starts.
    pub nodes: u64,
}

/// A soft node limit, with a hard limit in case an iteration explodes.
pub(super) fn soft_limits(nodes: u64) -> SearchLimits {
    SearchLimits {
        soft_nodes: Some(nodes),
        nodes: Some(nodes.saturating_mul(HARD_FACTOR)),
        ..SearchLimits::default()
    }
}

impl SelfplayConfig {
    /// The size of a player's transposition table in MiB.
    pub const HASH_MIB: usize = 1;

    /// The limits for the search at `ply` of a game from these Chess960 position numbers. If the position will not be
    /// trained on, the search only chooses a move and ends after half of the nodes. That is so if the filter
    /// rejects the position, or as soon as the best move is a capture or promotion.
    pub fn limits(&self, ply: usize, board: &Board, startpos: [u16; 2]) -> SearchLimits {
        let quick = self.nodes.div_ceil(QUICK_DIVISOR);
        let nodes = if filter::may_keep(ply, board, startpos) {
            self.nodes
        } else {
            quick
        };
        SearchLimits {
            soft_nodes_noisy: Some(quick),
            ..soft_limits(nodes)
        }
    }

    /// The adjudication rules of a game.
    ///
    /// A side that has led by 900 internal units for four plies wins 97 % of its games, and playing these to the end
    /// would take more than a fifth of all plies. One game in twenty plays on, so that the data still contain endings.
    pub const fn adjudication(&self, index: u64) -> AdjudicationRules {
        // The scores of the first two generations are too inaccurate to adjudicate wins early, or draws at all.
        if self.generation < 2 {
            return AdjudicationRules {
                win: 3000,
                draws: false,
            };
        }
        let win = if index.is_multiple_of(PLAYED_ON) {
            2500
        } else {
            900
        };
        AdjudicationRules { win, draws: true }
    }

    /// The random generator of a game.
    pub const fn rng(&self, index: u64) -> Rng {
        // Mixed twice, so that neighbouring games do not share or resemble sequences.
        let stream = Rng::new(self.seed).next() ^ index;
        Rng::new(Rng::new(stream).next())
    }
}
