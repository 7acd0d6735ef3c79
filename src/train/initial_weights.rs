//! The start of a training: random weights, or the weights of a network.

use super::TrainError;
use super::model::TrainModel;
use super::optimiser::MAX_WEIGHT;
use super::recipe::TrainRecipe;
use crate::eval::load_network;
use crate::nnue::{Network, Sha256Digest};
use std::path::PathBuf;

/// The initial weights of a training.
pub struct TrainStart {
    network: Option<Network>,
    model: TrainModel,
}

impl TrainStart {
    /// The initial weights of a recipe: random ones, or the weights of its network.
    ///
    /// # Errors
    /// The network cannot be read, does not fit the shape of the recipe, or has weights beyond those of a training.
    pub fn new(recipe: &TrainRecipe) -> Result<Self, TrainError> {
        let shape = recipe.shape()?;
        let Some(path) = &recipe.start else {
            return Ok(Self {
                network: None,
                model: TrainModel::random(shape, recipe.seed),
            });
        };
        let fail = |why: String| {
            let text = format!("start: {}: {why}", path.display());
            TrainError::TrainRecipe(text)
        };
        let network = load_network(path).map_err(|error| fail(error.to_string()))?;
        let model = TrainModel::from_network(&network, shape, recipe.seed).ok_or_else(|| {
            fail(format!(
                "a network of shape {} cannot start one of shape {shape}: neurons, threat inputs, and buckets of a network \
                 with one, can be added, but not removed; a network with three layers can only gain threat inputs",
                network.shape()
            ))
        })?;
        // Rounding may have moved a weight a little beyond the limit.
        let largest = model.largest_weight();
        if largest > 1.01 * MAX_WEIGHT {
            return Err(fail(format!(
                "a weight of {largest:.2}: training keeps all weights between -{MAX_WEIGHT} and {MAX_WEIGHT}"
            )));
        }
        Ok(Self {
            network: Some(network),
            model,
        })
    }

    /// The network that the initial weights come from; `None` if they are random.
    pub const fn network(&self) -> Option<&Network> {
        self.network.as_ref()
    }

    /// The weights towards which the others decay, if the recipe says so: those of the network.
    pub fn anchor(&self, recipe: &TrainRecipe) -> Option<&TrainModel> {
        (recipe.decay_to_start && self.network.is_some()).then_some(&self.model)
    }

    /// A model with the initial weights.
    pub fn model(&self) -> TrainModel {
        self.model.clone()
    }

    /// The digest that identifies the recipe together with the network.
    pub fn digest(&self, recipe: &TrainRecipe) -> Sha256Digest {
        // The games and the network are identified by what they are, not by where they lie.
        let mut recipe = recipe.clone();
        recipe.start = recipe.start.map(|_| PathBuf::new());
        for source in &mut recipe.shards {
            source.path = PathBuf::new();
        }
        match &self.network {
            None => recipe.digest(),
            Some(network) => Sha256Digest::of(&[recipe.digest().0, network.digest().0].concat()),
        }
    }
}
