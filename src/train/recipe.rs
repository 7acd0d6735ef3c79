//! Training recipes.

use super::TrainError;
use super::schedule::TrainSchedule;
use crate::nnue::{self, Sha256Digest, Shape};
use crate::util::skipped::{is_one, one};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// A training recipe. Together with the files that it names it determines every bit of the network, on any machine and
/// with any number of threads.
///
/// ```
/// use compongo::train::TrainRecipe;
///
/// let text = r#"
///     name = "gen0-32"
///     hidden = 32
///     epochs = 20
///     lambda = 0.7
///     [[shards]]
///     path = "data/gen0"
/// "#;
/// let recipe = TrainRecipe::read(text).expect("a recipe");
/// assert_eq!((recipe.buckets, recipe.batch), (1, 16384));
/// assert!(TrainRecipe::read(&text.replace("lambda", "lamda")).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainRecipe {
    /// The name of the network and of its files.
    pub name: String,
    /// Neurons per perspective.
    pub hidden: usize,
    /// Output buckets.
    #[serde(default = "one")]
    pub buckets: usize,
    /// Layers behind the accumulators: 1 or 3; three need 64 neurons.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub layers: usize,
    /// Whether there are three versions of each input: for pieces that are not attacked, that are attacked, or that
    /// hang.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub threats: bool,
    /// A network file whose weights replace the random initial weights. The network must have the same number of output
    /// buckets or one, and at most as many neurons. A network of three layers must have the same neurons and
    /// buckets; from a network of one layer, three layers take over only the features. Threat inputs may be added, but
    /// not removed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<PathBuf>,
    /// How often each position is seen on average; the alternative to `samples`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub epochs: Option<f64>,
    /// How many samples are seen, including repetitions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub samples: Option<u64>,
    /// Samples per optimiser step.
    #[serde(default = "defaults::batch")]
    pub batch: usize,
    /// The WDL lambda: the share of the game result in the target; the rest is the expected score of the search.
    pub lambda: WdlLambda,
    /// The learning rate at the start and at the end (cosine decay).
    #[serde(default = "defaults::rate")]
    pub rate: [f64; 2],
    /// Weight decay of `AdamW`, as a multiple of the learning rate [default: 0.01].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight_decay: Option<f64>,
    /// The weights decay towards those of `start`, instead of towards zero, so that the network forgets more slowly
    /// what it learned from games that are no longer in the data.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub decay_to_start: bool,
    /// Warm-up steps, in which the learning rate rises linearly from zero; at most a twentieth of all steps.
    #[serde(default = "defaults::warmup")]
    pub warmup: u64,
    /// The seed of the initial weights and of the order of the samples.
    #[serde(default = "one")]
    pub seed: u64,
    /// The fraction of games that is used only for validation. The choice depends only on this fraction and on the
    /// seeds and numbers of the games.
    #[serde(default = "defaults::validation")]
    pub validation: f64,
    /// The source games.
    pub shards: Vec<ShardSource>,
}

/// A source of games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "a table [[shards]] with a path, for each source"
)]
pub struct ShardSource {
    /// A shard, a folder of shards, or a file name with one `*` in it.
    pub path: PathBuf,
    /// The fraction of its games to use, chosen at random.
    #[serde(default = "one")]
    pub share: f64,
}

/// The WDL lambda: the share of the game result in the target.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "expected a number, or a list of two: at the beginning and at the end"
)]
pub enum WdlLambda {
    /// Constant.
    Constant(f64),
    /// Linear from the first to the last step.
    Ramp([f64; 2]),
}

impl WdlLambda {
    /// The lambda at the first and at the last step.
    pub const fn ends(self) -> [f64; 2] {
        match self {
            Self::Constant(value) => [value; 2],
            Self::Ramp(ends) => ends,
        }
    }
}

mod defaults {
    pub const fn batch() -> usize {
        16_384
    }
    pub const fn rate() -> [f64; 2] {
        [1e-3, 2.4e-6]
    }
    pub const fn warmup() -> u64 {
        1600
    }
    pub const fn validation() -> f64 {
        0.02
    }
}

/// The weight decay of recipes that set none.
const WEIGHT_DECAY: f64 = 0.01;
const MAX_BATCH: usize = 1 << 20;
/// The most samples of a training, 17592186044416.
const MAX_SAMPLES: u64 = 1 << 44;
/// The largest number in TOML, the format of the card.
pub const MAX_TOML: u64 = i64::MAX as u64;
/// The number of all steps divided by this is the longest warm-up.
const WARMUP_PART: u64 = 20;

impl TrainRecipe {
    /// Reads a recipe in TOML and checks it.
    ///
    /// # Errors
    /// A syntax error with its line, or an invalid value (see [`TrainRecipe::check`]).
    pub fn read(text: &str) -> Result<Self, TrainError> {
        let recipe = Self::parse(text)?;
        recipe.check()?;
        Ok(recipe)
    }

    /// Parses a recipe in TOML, whose values [`TrainRecipe::check`] has still to check.
    ///
    /// # Errors
    /// A syntax error with its line.
    pub fn parse(text: &str) -> Result<Self, TrainError> {
        toml::from_str(text).map_err(|error| {
            let text = error.to_string();
            TrainError::TrainRecipe(text.trim_end().to_owned())
        })
    }

    /// Checks the ranges of all values.
    ///
    /// # Errors
    /// The first value that is out of range.
    pub fn check(&self) -> Result<(), TrainError> {
        let is_share = |share: f64| (0.0..=1.0).contains(&share);
        let is_rate = |rate: f64| rate > 0.0 && rate <= 1.0;
        let length = match (self.epochs, self.samples) {
            (Some(epochs), None) => epochs > 0.0 && epochs <= 1e6,
            (None, Some(samples)) => samples > 0 && samples <= MAX_SAMPLES,
            _ => false,
        };
        nnue::check_name(&self.name)?;
        self.shape()?;
        for (fine, demand) in [
            (
                length,
                "either epochs (above 0, up to 1000000) or samples (1 to 17592186044416) must be given",
            ),
            (
                (8..=MAX_BATCH).contains(&self.batch),
                "batch must be from 8 to 1048576",
            ),
            (
                self.lambda.ends().into_iter().all(is_share),
                "lambda must be from 0 to 1",
            ),
            (
                self.rate.into_iter().all(is_rate),
                "rate must be two numbers above 0, up to 1",
            ),
            (
                self.weight_decay.is_none_or(is_share),
                "weight_decay must be from 0 to 1",
            ),
            (
                self.validation > 0.0 && self.validation <= 0.5,
                "validation must be above 0, up to 0.5",
            ),
            (
                !self.decay_to_start || self.start.is_some(),
                "decay_to_start needs the network start",
            ),
            (!self.shards.is_empty(), "there must be shards"),
            (
                self.seed.max(self.warmup) <= MAX_TOML,
                "seed and warmup must be at most 9223372036854775807",
            ),
            (
                self.shards
                    .iter()
                    .all(|source| source.share > 0.0 && is_share(source.share)),
                "share must be above 0, up to 1",
            ),
        ] {
            if !fine {
                return Err(TrainError::TrainRecipe(demand.to_owned()));
            }
        }
        Ok(())
    }

    /// The shape of the network.
    ///
    /// # Errors
    /// The size is not supported.
    pub fn shape(&self) -> Result<Shape, TrainError> {
        let shape = Shape {
            hidden: self.hidden,
            buckets: self.buckets,
            layers: self.layers,
            threats: self.threats,
        };
        Ok(shape.checked()?)
    }

    /// The schedule for a number of positions.
    pub fn schedule(&self, positions: u64) -> TrainSchedule {
        let samples = match (self.samples, self.epochs) {
            (Some(samples), _) => samples,
            (None, epochs) => (epochs.unwrap_or(1.0) * positions as f64) as u64,
        };
        let steps = samples.div_ceil(self.batch as u64).max(1);
        TrainSchedule {
            steps,
            warmup: self.warmup.min(steps / WARMUP_PART),
            rate: self.rate,
            weight_decay: self.weight_decay.unwrap_or(WEIGHT_DECAY),
            lambda: self.lambda.ends(),
        }
    }

    /// The digest that identifies the recipe.
    pub fn digest(&self) -> Sha256Digest {
        Sha256Digest::of(&serde_json::to_vec(self).expect("plain numbers and texts are JSON"))
    }
}
