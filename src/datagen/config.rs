//! How the games of a generation are played.

use super::adjudication::AdjudicationRules;
use super::tables::EndgameTables;
use crate::eval::Evaluation;
use crate::types::Rng;
use std::sync::Arc;

/// All that the games of a generation have in common. With the index of a game it says which moves are played.
#[derive(Clone, Debug)]
pub struct SelfplayConfig {
    /// The generation of the games: 0 for those that know nothing but material.
    pub generation: u32,
    /// What evaluates positions.
    pub evaluation: Evaluation,
    /// The name of what evaluates, with its digest if it is a network.
    pub net: String,
    /// The seed of the generation.
    pub seed: u64,
    /// Nodes after which no further iteration of a search begins.
    pub nodes: u64,
    /// What ends games with few pieces, if anything does.
    pub tables: Option<Arc<EndgameTables>>,
}

impl SelfplayConfig {
    /// The transposition table of a player, in MiB.
    pub const TABLE: usize = 4;

    /// Nodes at which a search is broken off.
    pub const fn hard_nodes(&self) -> u64 {
        self.nodes.saturating_mul(8)
    }

    /// When a game is given up as won or drawn.
    pub const fn adjudication(&self) -> AdjudicationRules {
        // The scores of the first two generations do not yet mean enough to agree on a draw.
        if self.generation < 2 {
            AdjudicationRules {
                win: 3000,
                draws: false,
            }
        } else {
            AdjudicationRules {
                win: 2500,
                draws: true,
            }
        }
    }

    /// The lots of a game.
    pub const fn rng(&self, index: u64) -> Rng {
        // Neighbours must not share a sequence, or begin with numbers that look alike.
        let stream = Rng::new(self.seed).next() ^ index;
        Rng::new(Rng::new(stream).next())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn recipe(generation: u32, seed: u64) -> SelfplayConfig {
        SelfplayConfig {
            generation,
            evaluation: Evaluation::Material,
            net: "material".to_owned(),
            seed,
            nodes: 500,
            tables: None,
        }
    }

    #[test]
    fn every_game_has_lots_of_its_own() {
        let firsts: BTreeSet<u64> = (0..4)
            .flat_map(|seed| (0..250).map(move |index| (seed, index)))
            .map(|(seed, index)| recipe(0, seed).rng(index).next())
            .collect();
        assert_eq!(firsts.len(), 1000);
        assert_eq!(recipe(0, 7).rng(9).next(), recipe(3, 7).rng(9).next());
    }

    #[test]
    fn later_generations_agree_on_draws() {
        let rules = [0, 1, 2, 5].map(|generation| recipe(generation, 0).adjudication());
        assert_eq!(rules.map(|rules| rules.draws), [false, false, true, true]);
        assert_eq!(rules.map(|rules| rules.win), [3000, 3000, 2500, 2500]);
        assert_eq!(recipe(0, 0).hard_nodes(), 4000);
    }
}
