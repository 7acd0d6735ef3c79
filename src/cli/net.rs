//! `compongo net`: what is in the files of evaluation networks, and whether it is as it should be.

use super::print;
use crate::board::Board;
use crate::engine::bench;
use crate::eval::load_network;
use crate::nnue::simd::SimdLevel;
use crate::nnue::{
    Accumulators, INPUTS, MAX_OUTPUT_SUM, MAX_REACH, Network, QA, QB, SCALE, WeightRanges,
};
use serde::Serialize;
use std::fmt::{Display, Write as _};
use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// What to do with the files.
#[derive(Clone, Debug, clap::Subcommand)]
pub enum Command {
    /// Print name, size, digest and ranges of a network, and its card if there is one beside it.
    Info {
        /// The network.
        file: PathBuf,
    },
    /// Check networks: checksum, ranges, the digest on the card, and that all kernels of this processor compute the same.
    Verify {
        /// The networks.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Write all weights of a network as JSON.
    ///
    /// One object: name, sha256, inputs, hidden, buckets; the scales qa, qb and scale; `feature_weights`, a list of
    /// "hidden" integers for each of 768 features; `feature_bias`; `output_weights`, for each bucket a list for the side to
    /// move and one for its opponent; `output_bias`, one integer for each bucket. A feature is 384 for the opponent's men,
    /// plus 64 for each kind before it (pawn, knight, bishop, rook, queen, king), plus the square (a1 = 0, b1 = 1) as
    /// the side sees it: ranks flipped for Black, files flipped if its king stands on the files e to h.
    #[command(verbatim_doc_comment)]
    Export {
        /// The network.
        file: PathBuf,
        /// Where to write, instead of standard output. An existing file is replaced.
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
}

/// Runs the subcommand. Fails if a file cannot be read or written, or is not as it should be.
pub fn run(command: &Command) -> ExitCode {
    let result = match command {
        Command::Info { file } => info(file).map(|text| print(text.as_bytes())),
        Command::Verify { files } => Ok(verify(files)),
        Command::Export { file, out } => export(file, out.as_deref()),
    };
    result.unwrap_or_else(|why| {
        eprintln!("compongo: {why}");
        ExitCode::FAILURE
    })
}

fn read(file: &Path) -> Result<Network, String> {
    load_network(file).map_err(|why| format!("{}: {why}", file.display()))
}

/// The card of a network: the file of the same name that ends in `.toml`, if there is one.
fn card(file: &Path) -> Result<Option<(PathBuf, String)>, String> {
    let path = file.with_extension("toml");
    match fs::read_to_string(&path) {
        Ok(text) => Ok(Some((path, text))),
        Err(why) if why.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(why) => Err(format!("{}: {why}", path.display())),
    }
}

fn info(file: &Path) -> Result<String, String> {
    let network = read(file)?;
    let WeightRanges {
        feature_weights,
        feature_bias,
        output_weights,
        output_bias,
        reach: (neuron, reach),
        output_sum: (bucket, sum),
    } = network.ranges();
    let shape = network.shape();
    let (hidden, buckets) = (shape.hidden, shape.buckets);
    let rows = [
        ("name", network.name().to_owned()),
        ("sha256", network.digest().to_string()),
        (
            "shape",
            format!("{INPUTS} -> 2 x {hidden} -> 1, output buckets: {buckets}"),
        ),
        (
            "scales",
            format!("{QA} first layer, {QB} output, {SCALE} centipawns"),
        ),
        ("feature weights", from_to(&feature_weights)),
        ("feature bias", from_to(&feature_bias)),
        ("output weights", from_to(&output_weights)),
        ("output bias", from_to(&output_bias)),
        (
            "neurons",
            format!("{reach} of {MAX_REACH} at most in magnitude (neuron {neuron})"),
        ),
        (
            "output",
            format!("{sum} of {MAX_OUTPUT_SUM} at most of one sign (bucket {bucket})"),
        ),
    ];
    let mut text = String::new();
    for (what, value) in rows {
        say(&mut text, format_args!("{what:<16} {value}"));
    }
    if let Some((path, card)) = card(file)? {
        say(
            &mut text,
            format_args!("\n{}:\n{}", path.display(), card.trim_end()),
        );
    }
    Ok(text)
}

fn from_to<T: Display>(range: &RangeInclusive<T>) -> String {
    format!("{} to {}", range.start(), range.end())
}

/// Adds a line.
fn say(text: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{line}");
}

fn verify(files: &[PathBuf]) -> ExitCode {
    let mut text = String::new();
    let mut code = ExitCode::SUCCESS;
    for file in files {
        match verify_one(file) {
            Ok(found) => say(&mut text, format_args!("ok   {}: {found}", file.display())),
            Err(why) => {
                say(&mut text, format_args!("FAIL {why}"));
                code = ExitCode::FAILURE;
            }
        }
    }
    if print(text.as_bytes()) == ExitCode::SUCCESS {
        code
    } else {
        ExitCode::FAILURE
    }
}

/// Checks one file; says what was found.
fn verify_one(file: &Path) -> Result<String, String> {
    let network = Arc::new(read(file)?);
    let kernels = compare_kernels(&network).map_err(|why| format!("{}: {why}", file.display()))?;
    let card = match card(file)? {
        None => "no card",
        Some((path, text)) => {
            let wrong = |why: &str| format!("{}: {why}", path.display());
            let table: toml::Table = text.parse().map_err(|_| wrong("this is not TOML"))?;
            let stated = table.get("sha256").and_then(toml::Value::as_str);
            if stated != Some(network.digest().to_string().as_str()) {
                return Err(wrong("it does not state the digest of the network"));
            }
            "the card fits"
        }
    };
    let ranges = network.ranges();
    let percent = |part: i32, whole: i32| 100 - 100 * i64::from(part.abs()) / i64::from(whole);
    Ok(format!(
        "sha256 {}; headroom: neurons {} %, output {} %; {kernels}; {card}",
        network.digest(),
        percent(ranges.reach.1, MAX_REACH),
        percent(ranges.output_sum.1, MAX_OUTPUT_SUM),
    ))
}

/// Evaluates the bench positions with every kernel of this processor.
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
        names.push(level.name());
    }
    Ok(format!("same scores from {}", names.join(", ")))
}

/// All there is in a network.
#[derive(Serialize)]
struct Export<'a> {
    name: &'a str,
    sha256: String,
    inputs: usize,
    hidden: usize,
    buckets: usize,
    qa: i32,
    qb: i32,
    scale: i32,
    feature_weights: Vec<Vec<i16>>,
    feature_bias: Vec<i16>,
    output_weights: Vec<[Vec<i16>; 2]>,
    output_bias: &'a [i32],
}

fn export(file: &Path, out: Option<&Path>) -> Result<ExitCode, String> {
    let network = read(file)?;
    let shape = network.shape();
    let rows = |numbers: Vec<i16>| -> Vec<Vec<i16>> {
        let rows = numbers.chunks_exact(shape.hidden);
        rows.map(<[i16]>::to_vec).collect()
    };
    let output = rows(network.output_weights().collect());
    let export = Export {
        name: network.name(),
        sha256: network.digest().to_string(),
        inputs: INPUTS,
        hidden: shape.hidden,
        buckets: shape.buckets,
        qa: QA,
        qb: QB,
        scale: SCALE,
        feature_weights: rows(network.feature_weights().collect()),
        feature_bias: network.feature_bias().collect(),
        output_weights: output.as_chunks().0.to_vec(),
        output_bias: network.output_bias(),
    };
    let text = serde_json::to_string(&export).map_err(|why| why.to_string())? + "\n";
    match out {
        None => Ok(print(text.as_bytes())),
        Some(path) => match fs::write(path, text) {
            Ok(()) => Ok(ExitCode::SUCCESS),
            Err(why) => Err(format!("{}: {why}", path.display())),
        },
    }
}
