//! Statistics of shards.

use super::shards;
use crate::cli::output::{CliError, FAILURE, OK, UNUSABLE, eprint, print};
use crate::datagen::shard::{self, ShardError};
use crate::datagen::{SelfplayStats, SelfplayTermination};
use crate::util::format::{counted, percent};
use crate::util::pool::{available_cores, thread_pool};
use rayon::prelude::*;
use std::path::{Path, PathBuf};

/// Prints the statistics of shards. The exit code is 1 if a shard is damaged, 2 if one cannot be read.
pub fn run(paths: &[PathBuf]) -> Result<u8, CliError> {
    let paths = shards(paths)?;
    let (mut stats, mut bytes, mut errors) = (SelfplayStats::default(), 0, Vec::new());
    let pool = thread_pool(available_cores()).map_err(CliError::failure)?;
    let read: Vec<_> = pool.install(|| paths.par_iter().map(|path| read(path)).collect());
    for shard in read {
        match shard {
            Ok((shard_stats, size, damaged)) => {
                stats += &shard_stats;
                bytes += size;
                errors.extend(damaged);
            }
            Err(error) => errors.push(error),
        }
    }
    for error in &errors {
        eprint(error);
    }
    let code = if errors.iter().any(|error| !error.is_damage()) {
        UNUSABLE
    } else if errors.is_empty() {
        OK
    } else {
        FAILURE
    };
    if stats.games == 0 && code != OK {
        return Ok(code);
    }
    let share = |part: u64, whole: u64| percent(part as f64 / whole.max(1) as f64);
    print(&stats);
    // The games of damaged blocks have bytes, but no plies.
    let rate = match code {
        OK => format!(
            ", {:.3} bytes a ply",
            bytes as f64 / stats.plies.max(1) as f64
        ),
        _ => String::new(),
    };
    print(format_args!(
        "{}, {bytes} bytes{rate}",
        counted(paths.len(), "shard")
    ));
    print(format_args!(
        "{} plies, {} training positions; {:.1} pieces on average, {} in check",
        stats.plies,
        stats.kept,
        stats.mean_pieces(),
        share(stats.checks, stats.plies)
    ));
    print(format_args!(
        "{} began from the standard starting position",
        share(stats.standard, stats.games)
    ));
    for ending in SelfplayTermination::ALL {
        let games = stats.ended(ending);
        print(format_args!(
            "{:>12}  {games} ({})",
            format!("{ending:?}"),
            share(games, stats.games)
        ));
    }
    Ok(code)
}

/// The statistics of a shard, its size in bytes, and the errors of its damaged blocks.
fn read(path: &Path) -> Result<(SelfplayStats, usize, Vec<ShardError>), ShardError> {
    let shard = shard::read(path)?;
    let (mut stats, mut damaged) = (SelfplayStats::default(), Vec::new());
    for game in shard.games() {
        match game {
            Ok(game) => stats.add(&game),
            Err(error) => damaged.push(error),
        }
    }
    Ok((stats, shard.size(), damaged))
}
