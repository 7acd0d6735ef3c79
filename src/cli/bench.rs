//! `compongo bench`: the node count that identifies a version of the search, and its speed.

use super::output::{CliError, FAILURE, OK};
use crate::engine::bench;
use crate::eval::Evaluation;
use crate::types::MAX_DEPTH;
use crate::uci::{self, command::BENCH_DEFAULTS};
use std::num::ParseIntError;
use std::ops::RangeInclusive;

const DEPTHS: RangeInclusive<u32> = 1..=MAX_DEPTH as u32;
const THREADS: RangeInclusive<u32> = 1..=512;
const HASH_MB: RangeInclusive<u32> = 1..=1 << 20;

/// Search the built-in positions; print the node count (the signature) and the speed.
#[derive(Clone, Debug, clap::Args)]
pub struct BenchFlags {
    #[arg(value_name = "DEPTH", num_args = 0..=6, value_parser = bench_word, help = depth_help())]
    words: Vec<BenchWord>,
    /// Number of search threads [default: 1]; with more than one, the nodes differ from run to run.
    #[arg(long)]
    threads: Option<u32>,
    /// Size of the hash table in MiB [default: 16].
    #[arg(long, value_name = "MB")]
    hash: Option<u32>,
    /// A network file, or the word material, instead of the built-in network.
    #[arg(long, value_name = "FILE", value_parser = Evaluation::load)]
    net: Option<Evaluation>,
}

/// An argument without a flag.
#[derive(Clone, Copy, Debug)]
enum BenchWord {
    Number(u32),
    /// One of [`BENCH_DEFAULTS`].
    Default(&'static str),
}

fn bench_word(text: &str) -> Result<BenchWord, ParseIntError> {
    match BENCH_DEFAULTS.into_iter().find(|word| *word == text) {
        Some(word) => Ok(BenchWord::Default(word)),
        None => text.parse().map(BenchWord::Number),
    }
}

/// The numbers, behind three of which defaults may stand; `None` if defaults stand elsewhere.
fn numbers(words: &[BenchWord]) -> Option<Vec<u32>> {
    let (first, rest) = words.split_at(words.len().min(3));
    let number = |word: &BenchWord| match *word {
        BenchWord::Number(number) => Some(number),
        BenchWord::Default(_) => None,
    };
    let default = |word: &BenchWord| match *word {
        BenchWord::Number(_) => None,
        BenchWord::Default(word) => Some(word),
    };
    let defaults: Vec<&str> = rest.iter().map(default).collect::<Option<_>>()?;
    let numbers = first.iter().map(number).collect::<Option<_>>()?;
    BENCH_DEFAULTS.starts_with(&defaults).then_some(numbers)
}

fn depth_help() -> String {
    format!(
        "Depth in plies [default: {}]; or three numbers, as in other engines: hash in MiB, threads, depth",
        bench::DEPTH
    )
}

pub fn run(args: BenchFlags) -> Result<u8, CliError> {
    let (hash, threads, depth) = match numbers(&args.words).as_deref() {
        Some([]) => (args.hash, args.threads, None),
        Some(&[depth]) => (args.hash, args.threads, Some(depth)),
        Some(&[hash, threads, depth]) if args.hash.is_none() && args.threads.is_none() => {
            (Some(hash), Some(threads), Some(depth))
        }
        _ => {
            return Err(CliError::unusable(
                "usage: compongo bench [DEPTH] or compongo bench HASH THREADS DEPTH [default [depth [mixed]]]",
            ));
        }
    };
    let depth = in_range("depth", depth.unwrap_or(bench::DEPTH.into()), &DEPTHS)?;
    let threads = in_range("threads", threads.unwrap_or(1), &THREADS)?;
    let hash = in_range("hash", hash.unwrap_or(16), &HASH_MB)?;
    let is_done = uci::print_bench(&bench::BenchSettings {
        depth: depth as u16,
        threads: threads as usize,
        hash: hash as usize,
        evaluation: args.net.unwrap_or_default(),
    });
    Ok(if is_done { OK } else { FAILURE })
}

fn in_range(name: &str, number: u32, range: &RangeInclusive<u32>) -> Result<u32, CliError> {
    if range.contains(&number) {
        return Ok(number);
    }
    let (least, most) = (range.start(), range.end());
    Err(CliError::unusable(format_args!(
        "bench: {name} must be from {least} to {most}, not {number}"
    )))
}
