//! `compongo net import`: makes a network from the JSON that `compongo net export` writes.

use crate::cli::game_file::read_text;
use crate::cli::output::CliError;
use crate::nnue::{
    L1_OUTPUTS, L2_INPUTS, L2_OUTPUTS, LayerFloats, LayerWeights, Network, PIECE_SQUARES, QB,
    SCALE, Shape,
};
use crate::util::file::TEXT_LIMIT;
use serde::Deserialize;
use std::path::Path;

/// A network in JSON. Digest, inputs and scales may be left out.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NetworkImport {
    name: String,
    sha256: Option<String>,
    inputs: Option<i32>,
    hidden: usize,
    buckets: usize,
    qa: Option<i32>,
    qb: Option<i32>,
    scale: Option<i32>,
    feature_weights: Vec<Vec<i16>>,
    feature_bias: Vec<i16>,
    #[serde(default)]
    output_weights: Vec<[Vec<i16>; 2]>,
    #[serde(default)]
    output_bias: Vec<i32>,
    #[serde(default)]
    layers: Vec<LayersImport>,
}

/// The layers of an output bucket.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LayersImport {
    first: Vec<Vec<i8>>,
    first_scale: [f32; L1_OUTPUTS],
    first_bias: [f32; L1_OUTPUTS],
    second: [[f32; L2_OUTPUTS]; L2_INPUTS],
    second_bias: [f32; L2_OUTPUTS],
    third: [f32; L2_OUTPUTS],
    third_bias: f32,
}

/// Reads a network in JSON; the file may be compressed.
pub fn read(path: &Path) -> Result<Network, CliError> {
    let text = read_text(path, TEXT_LIMIT)?;
    let import = serde_json::from_str::<NetworkImport>(text.trim_start_matches('\u{FEFF}'))
        .map_err(|error| error.to_string());
    let network = import.and_then(|import| import.network());
    network.map_err(|error| CliError::at(path.display(), error))
}

impl NetworkImport {
    fn network(&self) -> Result<Network, String> {
        // Without `inputs`, the number of rows decides.
        let rows = self.feature_weights.len();
        let inputs = self.inputs.map_or(rows, |inputs| inputs.max(0) as usize);
        let shape = Shape {
            hidden: self.hidden,
            buckets: self.buckets,
            layers: if self.layers.is_empty() { 1 } else { 3 },
            threats: inputs > PIECE_SQUARES,
        };
        let shape = shape.checked().map_err(|error| error.to_string())?;
        self.check_scales(shape)?;
        let network = self.with_shape(shape)?;
        let digest = network.digest().to_string();
        match &self.sha256 {
            Some(stated) if *stated != digest => Err(format!(
                "sha256 is not the digest of this network, {digest}; leave it out if the network was changed"
            )),
            _ => Ok(network),
        }
    }

    /// Checks the numbers that the shape determines, as far as they are given.
    fn check_scales(&self, shape: Shape) -> Result<(), String> {
        for (name, found, expected) in [
            ("inputs", self.inputs, Some(shape.inputs() as i32)),
            ("qa", self.qa, Some(shape.qa())),
            ("qb", self.qb, (!shape.is_layered()).then_some(QB)),
            ("scale", self.scale, Some(SCALE)),
        ] {
            if let Some(found) = found
                && expected != Some(found)
            {
                let expected = expected.map_or("none".to_owned(), |number| number.to_string());
                return Err(format!(
                    "{name} is {found}; a network of this shape has {expected}"
                ));
            }
        }
        Ok(())
    }

    /// The network, after a check of the lengths of all lists.
    fn with_shape(&self, shape: Shape) -> Result<Network, String> {
        let Shape {
            hidden, buckets, ..
        } = shape;
        let (single, layered) = if shape.is_layered() {
            (0, buckets)
        } else {
            (buckets, 0)
        };
        let rows = joined(
            "feature_weights",
            &self.feature_weights,
            [shape.inputs(), hidden],
        )?;
        let (bias, output_bias) = (&self.feature_bias, &self.output_bias);
        check_length("feature_bias", bias.len(), hidden)?;
        check_length("output_weights", self.output_weights.len(), single)?;
        let output = self.output_weights.as_flattened();
        let output = joined("output_weights", output, [2 * single, hidden])?;
        check_length("output_bias", output_bias.len(), single)?;
        check_length("layers", self.layers.len(), layered)?;
        let layers = self.layers.iter().map(|layers| layers.weights(hidden));
        let layers = layers.collect::<Result<Vec<_>, _>>()?;
        let network = if shape.is_layered() {
            Network::layered(&self.name, shape, &rows, bias, &layers)
        } else {
            Network::new(&self.name, shape, &rows, bias, &output, output_bias)
        };
        network.map_err(|error| error.to_string())
    }
}

impl LayersImport {
    fn weights(&self, hidden: usize) -> Result<LayerWeights, String> {
        Ok(LayerWeights {
            first: joined("first", &self.first, [L1_OUTPUTS, hidden])?,
            floats: LayerFloats {
                first_scale: self.first_scale,
                first_bias: self.first_bias,
                second: self.second,
                second_bias: self.second_bias,
                third: self.third,
                third_bias: self.third_bias,
            },
        })
    }
}

fn check_length(name: &str, found: usize, expected: usize) -> Result<(), String> {
    if found == expected {
        Ok(())
    } else {
        Err(format!(
            "{name} has the length {found}; a network of this shape needs {expected}"
        ))
    }
}

/// The numbers of all lists, after a check of how many lists there are and of how many numbers each has.
fn joined<T: Copy>(
    name: &str,
    lists: &[Vec<T>],
    [count, length]: [usize; 2],
) -> Result<Vec<T>, String> {
    check_length(name, lists.len(), count)?;
    for (index, list) in lists.iter().enumerate() {
        check_length(&format!("{name}[{index}]"), list.len(), length)?;
    }
    Ok(lists.concat())
}
