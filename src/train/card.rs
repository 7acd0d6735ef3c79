//! Provenance cards: the record of how a network was trained.

use super::TrainError;
use super::dataset::SourceGames;
use super::loss_curve::{LossPoint, Losses};
use super::quantise::QuantisationError;
use super::recipe::TrainRecipe;
use serde::{Serialize, Serializer};

/// The facts about a trained network.
#[derive(Clone, Debug, Serialize)]
pub struct NetworkCard {
    /// The name of the network.
    pub name: String,
    /// The SHA-256 of its file, excluding the checksum at the end.
    pub sha256: String,
    /// The size of the file in bytes.
    pub bytes: usize,
    /// Neurons per perspective.
    pub hidden: usize,
    /// Output buckets.
    pub buckets: usize,
    /// Layers behind the accumulators.
    pub layers: usize,
    /// Whether there are threat inputs.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub threats: bool,
    /// The recipe that it was trained with.
    pub recipe: TrainRecipe,
    /// The SHA-256 of the recipe.
    pub recipe_sha256: String,
    /// The network that the training started from: name, size and digest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Positions for training and for validation.
    pub positions: [u64; 2],
    /// Optimiser steps taken.
    pub steps: u64,
    /// Samples seen, including repetitions.
    pub samples: u64,
    /// Whether the last weights or their moving average became the network, whichever had the lower validation loss.
    pub chosen: ChosenParameters,
    /// The validation losses of the last weights and of the moving average.
    #[serde(serialize_with = "as_numbers")]
    pub validation: [Losses; 2],
    /// The quantisation error.
    pub rounding: QuantisationError,
    /// Seconds of training, without reading the shards.
    pub seconds: f64,
    /// Samples per second in this process.
    pub speed: f64,
    /// Threads of this process.
    pub threads: usize,
    /// The source games, consecutive ranges merged.
    pub games: Vec<SourceGames>,
    /// The loss curve.
    #[serde(skip)]
    pub curve: Vec<LossPoint>,
}

/// The weights that became the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ChosenParameters {
    /// The weights after the last step.
    Last,
    /// The exponential moving average (EMA) of the weights.
    Average,
}

impl NetworkCard {
    /// The validation losses of the chosen weights.
    pub const fn losses(&self) -> Losses {
        match self.chosen {
            ChosenParameters::Last => self.validation[0],
            ChosenParameters::Average => self.validation[1],
        }
    }

    /// The card as TOML.
    ///
    /// # Errors
    /// A number is too large for TOML.
    pub fn card(&self) -> Result<String, TrainError> {
        toml::to_string(self)
            .map_err(|error| TrainError::TrainRecipe(format!("{}: no card: {error}", self.name)))
    }
}

/// For each of the two, the overall loss, then the losses by the number of pieces; `nan` without positions.
fn as_numbers<S: Serializer>(losses: &[Losses; 2], serializer: S) -> Result<S::Ok, S::Error> {
    let numbers = losses.map(|losses| {
        let by_pieces = losses.by_pieces.map(|loss| loss.unwrap_or(f64::NAN));
        [&[losses.all], by_pieces.as_slice()].concat()
    });
    numbers.serialize(serializer)
}
