//! What is known of a network once it is trained.

use super::TrainError;
use super::dataset::SourceGames;
use super::loss_curve::{LossPoint, Losses};
use super::quantise::QuantisationError;
use super::recipe::TrainRecipe;
use serde::{Serialize, Serializer};

/// The facts.
#[derive(Clone, Debug, Serialize)]
pub struct NetworkCard {
    /// The name of the network.
    pub name: String,
    /// The SHA-256 of its file without the checksum at its end.
    pub sha256: String,
    /// The length of the file.
    pub bytes: usize,
    /// Neurons per view.
    pub hidden: usize,
    /// Output buckets.
    pub buckets: usize,
    /// What it was made from, and how.
    pub recipe: TrainRecipe,
    /// The SHA-256 of the recipe.
    pub recipe_sha256: String,
    /// Positions to learn from, and of games for validation.
    pub positions: [u64; 2],
    /// Steps of the optimiser.
    pub steps: u64,
    /// Positions learned from, each as often as it came.
    pub samples: u64,
    /// Whether the last parameters or their moving average became the network: whichever has less loss.
    pub chosen: ChosenParameters,
    /// The losses of the last parameters and of the moving average, on all games for validation.
    #[serde(serialize_with = "as_numbers")]
    pub validation: [Losses; 2],
    /// How far the integers of the network are from what was trained.
    pub rounding: QuantisationError,
    /// Seconds spent, those for reading the shards apart.
    pub seconds: f64,
    /// Positions learned from in a second, by this process.
    pub speed: f64,
    /// Threads of this process.
    pub threads: usize,
    /// The games, with consecutive numbers together.
    pub games: Vec<SourceGames>,
    /// The losses on the way.
    #[serde(skip)]
    pub curve: Vec<LossPoint>,
}

/// Which parameters became the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ChosenParameters {
    /// Those after the last step.
    Last,
    /// Their moving average.
    Average,
}

impl NetworkCard {
    /// The losses of the parameters that were chosen.
    pub const fn losses(&self) -> Losses {
        match self.chosen {
            ChosenParameters::Last => self.validation[0],
            ChosenParameters::Average => self.validation[1],
        }
    }

    /// The provenance card: the report as TOML.
    ///
    /// # Errors
    /// A number is too large for TOML.
    pub fn card(&self) -> Result<String, TrainError> {
        toml::to_string(self)
            .map_err(|error| TrainError::TrainRecipe(format!("{}: no card: {error}", self.name)))
    }
}

/// For each of the losses all, and then by the number of pieces, `nan` where there are no positions.
fn as_numbers<S: Serializer>(losses: &[Losses; 2], serializer: S) -> Result<S::Ok, S::Error> {
    let numbers = losses.map(|losses| {
        let by_pieces = losses.by_pieces.map(|loss| loss.unwrap_or(f64::NAN));
        [&[losses.all], by_pieces.as_slice()].concat()
    });
    numbers.serialize(serializer)
}
