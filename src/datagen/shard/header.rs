//! What a shard says of itself.

use super::checksum::Checksum;
use super::error::HeaderError;
use crate::datagen::{GameResult, SelfplayConfig, SelfplayGame};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// What games follow from, their indices apart: who has the same can play them again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// The program, with its version.
    pub program: String,
    /// The checksum of some games that the program plays with this net in this generation: see [`Provenance::new`].
    pub signature: Checksum,
    /// What evaluates positions: `material`, or the name and the digest of a network.
    pub net: String,
    /// The generation.
    pub generation: u32,
    /// Its seed.
    pub seed: u64,
    /// Nodes after which no further iteration of a search begins.
    pub nodes: u64,
    /// Whether tables ended games with few pieces.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub tables: bool,
}

/// The games of a signature.
const SIGNATURE_GAMES: u64 = 8;
/// Their seed.
const SIGNATURE_SEED: u64 = 1;
/// The nodes that a move of such a game gets.
const SIGNATURE_NODES: u64 = 100;

impl Provenance {
    /// The origin of the games of a recipe, as this program plays them.
    ///
    /// Version numbers stay the same while a program is worked on, and a copy of it that is compiled elsewhere has other
    /// bytes. So a program is known by what it does: `play` is asked for some short games, and these are the signature.
    /// Two programs with the same signature may still differ in a game of thousands; a replay tells.
    pub fn new(
        recipe: &SelfplayConfig,
        mut play: impl FnMut(&SelfplayConfig, u64) -> SelfplayGame,
    ) -> Self {
        let short = SelfplayConfig {
            seed: SIGNATURE_SEED,
            nodes: SIGNATURE_NODES,
            ..recipe.clone()
        };
        let games: Vec<SelfplayGame> = (0..SIGNATURE_GAMES)
            .map(|index| play(&short, u64::MAX - index))
            .collect();
        Self {
            program: concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION")).to_owned(),
            signature: signature(&games),
            net: recipe.net.clone(),
            generation: recipe.generation,
            seed: recipe.seed,
            nodes: recipe.nodes,
            tables: recipe.tables.is_some(),
        }
    }

    /// The first thing that is not the same, in words that continue "the games are of".
    pub fn difference(&self, other: &Self) -> Option<String> {
        let pairs = [
            ("net", self.net.clone(), other.net.clone()),
            (
                "generation",
                self.generation.to_string(),
                other.generation.to_string(),
            ),
            ("seed", self.seed.to_string(), other.seed.to_string()),
            ("nodes", self.nodes.to_string(), other.nodes.to_string()),
            ("tables", self.tables.to_string(), other.tables.to_string()),
            ("program", self.program.clone(), other.program.clone()),
            (
                "build",
                self.signature.to_string(),
                other.signature.to_string(),
            ),
        ];
        pairs
            .into_iter()
            .find(|(_, mine, theirs)| mine != theirs)
            .map(|(what, mine, theirs)| format!("{what} {mine}, not {theirs}"))
    }
}

/// The checksum of games, whatever form they are stored in.
fn signature(games: &[SelfplayGame]) -> Checksum {
    let mut bytes = Vec::new();
    for game in games {
        bytes.extend(game.startpos.iter().flat_map(|array| array.to_le_bytes()));
        bytes.push(game.ending as u8);
        bytes.extend(game.opening.iter().flat_map(|mv| mv.bits().to_le_bytes()));
        for ply in &game.plies {
            bytes.extend(ply.mv.bits().to_le_bytes());
            bytes.push(ply.expected_score.0);
        }
    }
    Checksum::of(&[&bytes])
}

/// Some games counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    /// Games.
    pub games: u32,
    /// Moves that were searched.
    pub plies: u64,
    /// White's wins.
    pub white: u32,
    /// Draws.
    pub drawn: u32,
    /// Black's wins.
    pub black: u32,
}

impl Counts {
    /// The counts of some games.
    pub fn of(games: &[SelfplayGame]) -> Self {
        let won = |result| {
            let won = games.iter().filter(|game| game.ending.result() == result);
            won.count() as u32
        };
        Self {
            games: games.len() as u32,
            plies: games.iter().map(|game| game.plies.len() as u64).sum(),
            white: won(GameResult::White),
            drawn: won(GameResult::Draw),
            black: won(GameResult::Black),
        }
    }
}

/// The head of a shard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShardHeader {
    /// What its games follow from.
    pub origin: Provenance,
    /// The number of the first game; the others follow without a gap.
    pub first: u64,
    /// How many there are.
    pub counts: Counts,
    /// The blocks in which they stand, in order.
    pub(super) blocks: Vec<BlockEntry>,
}

/// What the head says of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BlockEntry {
    pub games: u32,
    pub bytes: u32,
    pub checksum: Checksum,
}

impl ShardHeader {
    /// The numbers of the games.
    pub const fn games(&self) -> Range<u64> {
        self.first..self.first + self.counts.games as u64
    }

    /// Whether a shard can be like this.
    pub(super) fn check(&self) -> Result<(), HeaderError> {
        let counts = self.counts;
        let sum = |parts: &mut dyn Iterator<Item = u32>| parts.map(u64::from).sum::<u64>();
        let games = u64::from(counts.games);
        let results = [counts.white, counts.drawn, counts.black];
        let contradiction = if games == 0 {
            "no games"
        } else if self.first.checked_add(games).is_none() {
            "the games have no numbers"
        } else if sum(&mut results.into_iter()) != games {
            "the results are not as many as the games"
        } else if sum(&mut self.blocks.iter().map(|block| block.games)) != games {
            "the games of the blocks are not as many as those of the shard"
        } else if self.blocks.iter().any(|block| block.games == 0) {
            "a block without games"
        } else {
            return Ok(());
        };
        Err(HeaderError::Contradiction(contradiction))
    }
}
