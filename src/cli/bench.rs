//! `compongo bench`: the node count that identifies a version of the search, and its speed.

use super::output::{CliError, FAILURE, OK};
use crate::engine::bench;
use crate::eval::Evaluation;
use crate::uci;
use crate::util::text::quote;
use std::ops::RangeInclusive;

const DEPTHS: RangeInclusive<u32> = 1..=100;
const THREADS: RangeInclusive<u32> = 1..=512;
const HASH_MB: RangeInclusive<u32> = 1..=1 << 20;

/// Search the built-in positions; print the node count (the signature) and the speed.
#[derive(Clone, Debug, clap::Args)]
pub struct BenchFlags {
    #[arg(value_name = "DEPTH", num_args = 0..=6, help = depth_help())]
    words: Vec<String>,
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

fn depth_help() -> String {
    format!(
        "Depth in plies [default: {}]; or three numbers, as in other engines: hash in MiB, threads, depth",
        bench::DEPTH
    )
}

pub fn run(args: BenchFlags) -> Result<u8, CliError> {
    let words: Vec<&str> = args.words.iter().map(String::as_str).collect();
    let numbers = uci::command::without_bench_defaults(&words).iter();
    let numbers: Result<Vec<u32>, _> = numbers.map(|word| number(word)).collect();
    let (hash, threads, depth) = match numbers?[..] {
        [] => (args.hash, args.threads, None),
        [depth] => (args.hash, args.threads, Some(depth)),
        [hash, threads, depth] if args.hash.is_none() && args.threads.is_none() => {
            (Some(hash), Some(threads), Some(depth))
        }
        _ => {
            return Err(CliError::unusable(
                "usage: compongo bench [DEPTH] or compongo bench HASH THREADS DEPTH",
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

fn number(word: &str) -> Result<u32, CliError> {
    let error = |_| CliError::unusable(format_args!("bench: '{}' is not a number", quote(word)));
    word.parse().map_err(error)
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
