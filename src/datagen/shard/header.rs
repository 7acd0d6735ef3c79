//! The header of a shard.

use super::columns::MAX_COLUMN;
use super::error::HeaderError;
use crate::datagen::{GameResult, SelfplayConfig, SelfplayGame};
use crate::util::checksum::Checksum;
use crate::util::version::RELEASE;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Everything that games depend on besides their indices. Games of equal provenance can be reproduced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// The program, with its version.
    pub program: String,
    /// The signature of the program's play, see [`Provenance::new`].
    pub signature: Checksum,
    /// `material`, or the name and digest of the network.
    pub net: String,
    /// The generation of the games.
    pub generation: u32,
    /// The seed of the generation.
    pub seed: u64,
    /// Soft node limit of a search, see [`SelfplayConfig::limits`].
    pub nodes: u64,
    /// Whether endgame tables adjudicated; an option of earlier versions.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub tables: bool,
}

const SIGNATURE_GAMES: u64 = 8;
const SIGNATURE_SEED: u64 = 1;
/// Nodes per move in these games.
const SIGNATURE_NODES: u64 = 100;

impl Provenance {
    /// The provenance of games that this program plays.
    ///
    /// Many builds share one version, and builds of the same source differ in their bytes. So a program is identified
    /// by its play: `play` plays some short games, and their checksum is the signature. Programs with equal signatures
    /// may still differ in one game in thousands; a replay shows that.
    pub fn new(
        config: &SelfplayConfig,
        mut play: impl FnMut(&SelfplayConfig, u64) -> SelfplayGame,
    ) -> Self {
        let short = SelfplayConfig {
            seed: SIGNATURE_SEED,
            nodes: SIGNATURE_NODES,
            ..config.clone()
        };
        let games: Vec<SelfplayGame> = (0..SIGNATURE_GAMES)
            .map(|index| play(&short, index))
            .collect();
        Self {
            // The commit is left out: builds with and without it play the same games, as the signature shows.
            program: RELEASE.to_owned(),
            signature: signature(&games),
            net: config.evaluation.to_string(),
            generation: config.generation,
            seed: config.seed,
            nodes: config.nodes,
            tables: false,
        }
    }

    /// The first difference, worded to follow "the games were played with".
    pub fn difference(&self, other: &Self) -> Option<String> {
        let pairs = [
            ("evaluation", self.net.clone(), other.net.clone()),
            (
                "generation",
                self.generation.to_string(),
                other.generation.to_string(),
            ),
            ("seed", self.seed.to_string(), other.seed.to_string()),
            ("nodes", self.nodes.to_string(), other.nodes.to_string()),
            ("adjudication", self.adjudication(), other.adjudication()),
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

    fn adjudication(&self) -> String {
        let tables = if self.tables { "with" } else { "without" };
        format!("{tables} endgame tables")
    }
}

/// The checksum of games, independent of the file format.
fn signature(games: &[SelfplayGame]) -> Checksum {
    let mut bytes = Vec::new();
    for game in games {
        bytes.extend(game.startpos.iter().flat_map(|number| number.to_le_bytes()));
        bytes.push(game.termination as u8);
        bytes.extend(game.opening.iter().flat_map(|mv| mv.bits().to_le_bytes()));
        for ply in &game.plies {
            bytes.extend(ply.mv.bits().to_le_bytes());
            bytes.push(ply.expected_score.0);
        }
    }
    Checksum::of(&[&bytes])
}

/// Counts of games by result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    /// All games.
    pub games: u32,
    /// Searched moves.
    pub plies: u64,
    /// White's wins.
    pub white: u32,
    /// Draws.
    pub drawn: u32,
    /// Black's wins.
    pub black: u32,
}

impl Counts {
    /// Counts games.
    pub fn of(games: &[SelfplayGame]) -> Self {
        let won = |result| {
            let won = games
                .iter()
                .filter(|game| game.termination.result() == result);
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

/// The header of a shard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShardHeader {
    /// The provenance of the games.
    pub origin: Provenance,
    /// The number of the first game; the numbers are consecutive.
    pub first: u64,
    /// The counts of the games.
    pub counts: Counts,
    pub(super) blocks: Vec<BlockEntry>,
}

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

    /// Checks for contradictions.
    pub(super) fn check(&self) -> Result<(), HeaderError> {
        let counts = self.counts;
        let sum = |parts: &mut dyn Iterator<Item = u32>| parts.map(u64::from).sum::<u64>();
        let games = u64::from(counts.games);
        let results = [counts.white, counts.drawn, counts.black];
        let contradiction = if games == 0 {
            "no games"
        } else if self.first.checked_add(games).is_none() {
            "the game numbers overflow"
        } else if sum(&mut results.into_iter()) != games {
            "the results do not add up to the games"
        } else if sum(&mut self.blocks.iter().map(|block| block.games)) != games {
            "the blocks do not add up to the games"
        } else if self.blocks.iter().any(|block| block.games == 0) {
            "a block without games"
        } else if counts.plies > self.blocks.len() as u64 * MAX_COLUMN as u64 {
            // A ply takes at least a byte of its column.
            "more half-moves than the blocks can hold"
        } else {
            return Ok(());
        };
        Err(HeaderError::Contradiction(contradiction))
    }
}
