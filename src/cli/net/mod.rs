//! `compongo net`: inspects, verifies, tests, exports and imports network files.

mod error;
mod import;

use super::game_file::check_output;
use super::output::{CliError, FAILURE, OK, UNUSABLE, print_result, print_text};
use crate::board::Board;
use crate::engine::bench;
use crate::eval::load_network;
use crate::nnue::simd::SimdLevel;
use crate::nnue::{
    Accumulators, L1_OUTPUTS, L2_OUTPUTS, LayerFloats, LayerRanges, LayerWeights, MAX_OUTPUT_SUM,
    MAX_REACH, Network, OutputRanges, QB, SCALE, WeightRanges,
};
use crate::util::{file, pack};
use error::{SearchedPosition, evaluation_errors};
use serde::Serialize;
use std::fmt::{Display, Write as _};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::slice;
use std::sync::Arc;

/// Inspect, verify, test, export and import network files.
#[derive(Clone, Debug, clap::Subcommand)]
pub enum NetCommand {
    /// Print the name, shape, digest and weight ranges of a network, and its card if there is one next to it.
    Info {
        /// The network.
        file: PathBuf,
    },
    /// Check networks: the checksum, the ranges, the digest on the card, and that all kernels that this processor supports
    /// give the same scores.
    Verify {
        /// The networks.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Compare the static evaluation of networks with deep searches: print the mean squared error of the expected
    /// score, and the difference from the first network.
    Test {
        /// The networks.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Positions as EPD, each with the score of a deep search in centipawns for the side to move (`ce`).
        #[arg(long, value_name = "EPD")]
        positions: PathBuf,
        /// Print JSON: a list with one object per network.
        #[arg(long)]
        json: bool,
    },
    /// Write all weights of a network as JSON; `compongo help nets` lists the fields.
    Export {
        /// The network.
        file: PathBuf,
        /// The output file [default: standard output]. An existing file is replaced.
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Make a network from JSON such as `net export` writes.
    Import {
        /// The JSON file, which may be compressed.
        file: PathBuf,
        /// The network. An existing file is replaced.
        #[arg(long, value_name = "NETWORK")]
        out: PathBuf,
    },
}

/// Runs the subcommand. The exit code is 1 if a network or its card is invalid.
pub fn run(command: &NetCommand) -> Result<u8, CliError> {
    match command {
        NetCommand::Info { file } => print_info(file),
        NetCommand::Verify { files } => Ok(verify(files)),
        NetCommand::Test {
            files,
            positions,
            json,
        } => Ok(print_result(&test(files, positions, *json)?)),
        NetCommand::Export { file, out } => {
            if let Some(path) = out {
                check_output(slice::from_ref(file), "--out", path)?;
            }
            let text = export(file).map_err(CliError::unusable)?;
            match out {
                None => Ok(print_result(&text)),
                Some(path) => pack::replace(path, text.as_bytes())
                    .map(|()| OK)
                    .map_err(CliError::failure),
            }
        }
        NetCommand::Import { file, out } => {
            pack::refuse_name(out).map_err(|error| CliError::at(out.display(), error))?;
            check_output(slice::from_ref(file), "--out", out)?;
            let network = import::read(file)?;
            file::replace(out, &network.to_bytes())
                .map(|()| OK)
                .map_err(CliError::failure)
        }
    }
}

fn read(file: &Path) -> Result<Network, String> {
    load_network(file).map_err(|error| format!("{}: {error}", file.display()))
}

/// The card of a network: the file of the same name with the ending `.toml`, if it exists.
fn card(file: &Path) -> Result<Option<(PathBuf, String)>, String> {
    let path = file.with_extension("toml");
    match file::read_text(&path) {
        Ok(text) => Ok(Some((path, text))),
        Err(error) if error.error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.to_string()),
    }
}

/// Describes a network, and prints its card.
fn print_info(file: &Path) -> Result<u8, CliError> {
    let mut text = info(file).map_err(CliError::unusable)?;
    let card = card(file);
    if let Ok(Some((path, card))) = &card {
        let _ = writeln!(text, "\n{}:\n{}", path.display(), card.trim_end());
    }
    let code = print_result(&text);
    card.map(|_| code).map_err(CliError::unusable)
}

fn info(file: &Path) -> Result<String, String> {
    let network = read(file)?;
    let WeightRanges {
        feature_weights,
        feature_bias,
        reach: (neuron, reach),
        output,
    } = network.ranges();
    let shape = network.shape();
    let (inputs, hidden, buckets) = (shape.inputs(), shape.hidden, shape.buckets);
    let (layers, output_scale) = if shape.is_layered() {
        (format!("{L1_OUTPUTS} -> {L2_OUTPUTS} -> 1"), String::new())
    } else {
        ("1".to_owned(), format!("{QB} output, "))
    };
    let mut rows = vec![
        ("name", network.name().to_owned()),
        ("sha256", network.digest().to_string()),
        (
            "shape",
            format!("{inputs} -> 2 x {hidden} -> {layers}, output buckets: {buckets}"),
        ),
        (
            "scales",
            format!(
                "{} first layer, {output_scale}{SCALE} internal units",
                shape.qa()
            ),
        ),
        ("feature weights", from_to(&feature_weights)),
        ("feature bias", from_to(&feature_bias)),
    ];
    let neurons = format!("at most {reach} in magnitude (neuron {neuron}), limit {MAX_REACH}");
    match output {
        OutputRanges::Single {
            weights,
            bias,
            sum: (bucket, sum),
        } => rows.extend([
            ("output weights", from_to(&weights)),
            ("output bias", from_to(&bias)),
            ("neurons", neurons),
            (
                "output",
                format!(
                    "at most {} of one sign (bucket {bucket}), limit {MAX_OUTPUT_SUM}",
                    sum.abs()
                ),
            ),
        ]),
        OutputRanges::Layers(LayerRanges { first, floats }) => rows.extend([
            ("layer weights", from_to(&first)),
            ("in floats", from_to(&floats)),
            ("neurons", neurons),
        ]),
    }
    let mut text = String::new();
    for (what, value) in rows {
        let _ = writeln!(text, "{what:<16} {value}");
    }
    Ok(text)
}

fn from_to<T: Display>(range: &RangeInclusive<T>) -> String {
    format!("{} to {}", range.start(), range.end())
}

fn verify(files: &[PathBuf]) -> u8 {
    let mut text = String::new();
    let mut code = OK;
    for file in files {
        let _ = match verify_one(file) {
            Ok(found) => writeln!(text, "ok   {}: {found}", file.display()),
            Err(error) => {
                let is_there = file.is_file();
                code = code.max(if is_there { FAILURE } else { UNUSABLE });
                writeln!(text, "FAIL {error}")
            }
        };
    }
    print_text(&text);
    code
}

/// Checks one file. Returns a summary, or why the file is invalid.
fn verify_one(file: &Path) -> Result<String, String> {
    let network = Arc::new(read(file)?);
    let kernels =
        compare_kernels(&network).map_err(|error| format!("{}: {error}", file.display()))?;
    let card = match card(file)? {
        None => "no card",
        Some((path, text)) => {
            let wrong = |why: &str| format!("{}: {why}", path.display());
            let table: toml::Table = text.parse().map_err(|_| wrong("this is not TOML"))?;
            let stated = table.get("sha256").and_then(toml::Value::as_str);
            if stated != Some(network.digest().to_string().as_str()) {
                return Err(wrong("it does not state the digest of the network"));
            }
            "the card matches"
        }
    };
    let ranges = network.ranges();
    let percent = |part: i32, whole: i32| 100 - 100 * i64::from(part.abs()) / i64::from(whole);
    let output = match ranges.output {
        OutputRanges::Single { sum: (_, sum), .. } => {
            format!(", output {} %", percent(sum, MAX_OUTPUT_SUM))
        }
        OutputRanges::Layers(_) => String::new(),
    };
    Ok(format!(
        "sha256 {}; headroom: neurons {} %{output}; {kernels}; {card}",
        network.digest(),
        percent(ranges.reach.1, MAX_REACH),
    ))
}

/// Compares the scores of the bench positions across all SIMD kernels of this processor.
fn compare_kernels(network: &Arc<Network>) -> Result<String, String> {
    let mut names = Vec::new();
    for level in SimdLevel::available() {
        let mut accumulators = Accumulators::new(Arc::clone(network), level);
        for fen in bench::POSITIONS {
            let board: Board = fen.parse().expect("every bench position is valid");
            accumulators.begin(&board);
            let (found, expected) = (accumulators.evaluate(&board), network.evaluate(&board));
            if found != expected {
                return Err(format!("{level} gives {found}, not {expected}, in {fen}"));
            }
        }
        names.push(level.as_str());
    }
    Ok(format!("same scores from {}", names.join(", ")))
}

fn test(files: &[PathBuf], positions: &Path, json: bool) -> Result<String, CliError> {
    let networks: Vec<Network> = files
        .iter()
        .map(|file| read(file).map_err(CliError::unusable))
        .collect::<Result<_, _>>()?;
    let positions = SearchedPosition::read(positions)?;
    let errors = evaluation_errors(&networks, &positions);
    if json {
        let text = serde_json::to_string(&errors).map_err(CliError::failure)?;
        return Ok(text + "\n");
    }
    Ok(format!(
        "{} positions\n{}",
        positions.len(),
        error::table(&errors)
    ))
}

#[derive(Serialize)]
struct NetworkExport<'a> {
    name: &'a str,
    sha256: String,
    inputs: usize,
    hidden: usize,
    buckets: usize,
    qa: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    qb: Option<i32>,
    scale: i32,
    feature_weights: Vec<Vec<i16>>,
    feature_bias: Vec<i16>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    output_weights: Vec<[Vec<i16>; 2]>,
    #[serde(skip_serializing_if = "<[i32]>::is_empty")]
    output_bias: &'a [i32],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    layers: Vec<LayersExport>,
}

#[derive(Serialize)]
struct LayersExport {
    first: Vec<Vec<i8>>,
    #[serde(flatten)]
    floats: LayerFloats,
}

impl From<&LayerWeights> for LayersExport {
    fn from(layers: &LayerWeights) -> Self {
        let first = layers.first.chunks_exact(layers.first.len() / L1_OUTPUTS);
        Self {
            first: first.map(<[i8]>::to_vec).collect(),
            floats: layers.floats,
        }
    }
}

fn export(file: &Path) -> Result<String, String> {
    let network = read(file)?;
    let shape = network.shape();
    let rows = |numbers: Vec<i16>| -> Vec<Vec<i16>> {
        let rows = numbers.chunks_exact(shape.hidden);
        rows.map(<[i16]>::to_vec).collect()
    };
    let output = rows(network.output_weights().collect());
    let export = NetworkExport {
        name: network.name(),
        sha256: network.digest().to_string(),
        inputs: shape.inputs(),
        hidden: shape.hidden,
        buckets: shape.buckets,
        qa: shape.qa(),
        qb: (!shape.is_layered()).then_some(QB),
        scale: SCALE,
        feature_weights: rows(network.feature_weights().collect()),
        feature_bias: network.feature_bias().collect(),
        output_weights: output.as_chunks().0.to_vec(),
        output_bias: network.output_bias(),
        layers: network
            .layers()
            .iter()
            .flatten()
            .map(LayersExport::from)
            .collect(),
    };
    let text = serde_json::to_string(&export).map_err(|error| error.to_string())?;
    Ok(text + "\n")
}
