//! Looking at games: figures, and other formats.

use super::{FAULT, Mistake, complain, say, shards};
use crate::datagen::shard::{self, ShardError};
use crate::datagen::{SelfplayStats, SelfplayTermination, export};
use rayon::prelude::*;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Prints figures of shards.
///
/// # Errors
/// A folder cannot be read.
pub fn stats(paths: &[PathBuf]) -> Result<u8, Mistake> {
    let paths = shards(paths)?;
    let mut errors = Vec::new();
    let (mut stats, mut bytes) = (SelfplayStats::default(), 0);
    let read: Vec<_> = paths.par_iter().map(|path| one(path)).collect();
    for part in read {
        match part {
            Ok((some, length, damaged)) => {
                stats += &some;
                bytes += length;
                errors.extend(damaged);
            }
            Err(error) => errors.push(error),
        }
    }
    for error in &errors {
        complain(error);
    }
    let percent = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
    say(&stats);
    say(&format_args!(
        "{} shards, {bytes} bytes, {:.3} a ply",
        paths.len(),
        bytes as f64 / stats.plies.max(1) as f64
    ));
    say(&format_args!(
        "{} plies, {} to learn from; {:.1} men on average, {:.1}% in check",
        stats.plies,
        stats.kept,
        stats.mean_pieces(),
        percent(stats.checks, stats.plies)
    ));
    say(&format_args!(
        "{:.1}% began with the ordinary array",
        percent(stats.standard, stats.games)
    ));
    for ending in SelfplayTermination::ALL {
        let games = stats.ended(ending);
        say(&format_args!(
            "{:>12}  {games} ({:.1}%)",
            format!("{ending:?}"),
            percent(games, stats.games)
        ));
    }
    Ok(if errors.is_empty() { 0 } else { FAULT })
}

type Figures = (SelfplayStats, usize, Vec<ShardError>);

/// The figures of a shard, its length in bytes, and what is damaged in it.
fn one(path: &Path) -> Result<Figures, ShardError> {
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

/// Writes the games of shards to a file.
///
/// # Errors
/// The format is unknown, or a file cannot be read or written.
pub fn export(paths: &[PathBuf], format: &Path, file: &Path) -> Result<u8, Mistake> {
    if format != Path::new("viri") {
        return Err(Mistake::at(format, "an unknown format; viri is known"));
    }
    let paths = shards(paths)?;
    let wrong = |error| Mistake::at(file, error);
    let mut out = BufWriter::new(File::create(file).map_err(wrong)?);
    let (mut games, mut sound) = (0_u64, true);
    for path in paths {
        let shard = shard::read(&path).map_err(|error| Mistake(error.to_string()))?;
        for game in shard.games() {
            match game {
                Ok(game) => {
                    out.write_all(&export::viriformat(&game)).map_err(wrong)?;
                    games += 1;
                }
                Err(error) => {
                    complain(&error);
                    sound = false;
                }
            }
        }
    }
    out.flush().map_err(wrong)?;
    say(&format_args!("{games} games written to {}", file.display()));
    Ok(if sound { 0 } else { FAULT })
}
