//! `compongo datagen`: self-play games for training, and tools for them.

mod display;
mod export;
mod gather;
mod play;
mod provenance;
mod stats;
mod verify;

use super::output::CliError;
use crate::datagen::shard::ShardError;
use crate::datagen::store;
use crate::datagen::verify::ReplaySample;
use crate::eval::MATERIAL;
use crate::util::pool::available_cores;
use std::fmt::Display;
use std::ops::Range;
use std::path::PathBuf;

/// Play self-play games for training networks, or verify, count, gather and export such games.
///
/// With --out, the program plays games and collects them in a folder, in shards of 4096. The program, the network, the
/// generation, the seed, the node limit and the game number determine every game. To continue after an interruption or
/// a crash, run the same command again.
///
/// Exit code: 0 on success, 1 if games are damaged or differ when replayed, or files cannot be written, 2 if arguments or
/// files cannot be used, 130 if interrupted.
#[derive(Clone, Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("task").required(true).args(["out", "verify", "stats", "export", "gather"]))]
pub struct DatagenArgs {
    /// Shards, or folders of shards, to verify, count, gather or export.
    #[arg(required_unless_present = "out", conflicts_with = "out")]
    shards: Vec<PathBuf>,

    /// Play games and collect them in this folder.
    #[arg(long, value_name = "FOLDER", help_heading = TASKS, requires_all = ["generation", "seed", "games", "nodes"])]
    out: Option<PathBuf>,
    /// Replay some games of each shard and compare: a number of games, or a percentage such as 1%.
    #[arg(long, value_name = "GAMES", help_heading = TASKS, value_parser = sample)]
    verify: Option<ReplaySample>,
    /// Print statistics.
    #[arg(long, help_heading = TASKS)]
    stats: bool,
    /// Check shards, for instance from other machines, and copy them into this folder; list the missing games.
    #[arg(long, value_name = "FOLDER", help_heading = TASKS)]
    gather: Option<PathBuf>,
    /// Write all games to a file in another format: viri (viriformat).
    #[arg(long, value_names = ["FORMAT", "FILE"], num_args = 2, help_heading = TASKS)]
    export: Option<Vec<PathBuf>>,

    /// The evaluation: the word material, or a network file.
    #[arg(long, value_name = "NET", default_value = MATERIAL, help_heading = GAMES, conflicts_with_all = ["stats", "export", "gather"])]
    net: String,
    /// The generation of the training data, required with --out; from generation 2 on, games with even scores are
    /// adjudicated as draws.
    #[arg(long, value_name = "N", help_heading = GAMES, conflicts_with_all = ["verify", "stats", "export", "gather"])]
    generation: Option<u32>,
    /// The seed of the generation, required with --out; with --verify, the seed of the sample [default: random].
    #[arg(long, value_name = "N", help_heading = GAMES, value_parser = clap::value_parser!(u64).range(..=MAX_NUMBER), conflicts_with_all = ["stats", "export", "gather"])]
    seed: Option<u64>,
    /// The range of game numbers, excluding the last, required with --out: 0..100000.
    #[arg(long, value_name = "A..B", help_heading = GAMES, value_parser = range, conflicts_with_all = ["verify", "stats", "export"])]
    games: Option<Range<u64>>,
    /// Soft node limit of each search, required with --out: no iteration begins beyond it. Positions that will not be used
    /// for training get half of it.
    #[arg(long, value_name = "N", help_heading = GAMES, value_parser = clap::value_parser!(u64).range(1..=1 << 40), conflicts_with_all = ["verify", "stats", "export", "gather"])]
    nodes: Option<u64>,
    /// Games played at the same time [default: the number of cores].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), conflicts_with_all = ["stats", "export", "gather"])]
    threads: Option<u16>,
}

const TASKS: &str = "Tasks";
const GAMES: &str = "Games";

/// The largest seed and the largest end of the game numbers. The cards of networks name both, in TOML, which has no larger
/// integers.
const MAX_NUMBER: u64 = i64::MAX as u64;

fn range(text: &str) -> Result<Range<u64>, String> {
    let (start, end) = text
        .split_once("..")
        .ok_or("expected two numbers, as in 0..1000")?;
    let number = |text: &str| text.parse::<u64>().map_err(|error| error.to_string());
    let games = number(start)?..number(end)?;
    if games.is_empty() {
        return Err("the second number must be greater than the first".to_owned());
    }
    if games.end > MAX_NUMBER {
        return Err(format!("game numbers end at {MAX_NUMBER}"));
    }
    Ok(games)
}

fn sample(text: &str) -> Result<ReplaySample, String> {
    match text.strip_suffix('%') {
        None => match text.parse::<u64>() {
            Ok(0) => Err("at least one game must be replayed".to_owned()),
            Ok(games) => Ok(ReplaySample::Games(games)),
            Err(error) => Err(error.to_string()),
        },
        Some(percent) => match percent.parse::<f64>() {
            Ok(percent) if percent > 0.0 && percent <= 100.0 => {
                Ok(ReplaySample::Part(percent / 100.0))
            }
            _ => Err("a percentage must be above 0 %, up to 100 %".to_owned()),
        },
    }
}

pub fn run(args: &DatagenArgs) -> Result<u8, CliError> {
    if let Some(folder) = &args.out {
        play::run(args, folder)
    } else if let Some(sample) = args.verify {
        verify::run(args, sample)
    } else if let Some(folder) = &args.gather {
        gather::run(args, folder)
    } else if let Some([format, file]) = args.export.as_deref() {
        export::run(&args.shards, format, file)
    } else {
        stats::run(&args.shards)
    }
}

impl DatagenArgs {
    fn threads(&self) -> usize {
        self.threads.map_or_else(available_cores, usize::from)
    }
}

/// The shards that the given files and folders contain.
fn shards(paths: &[PathBuf]) -> Result<Vec<PathBuf>, CliError> {
    let mut shards = Vec::new();
    for path in paths {
        if path.is_dir() {
            let found = store::shards(path).map_err(CliError::unusable)?;
            if found.is_empty() {
                return Err(CliError::at(path.display(), "no shards"));
            }
            shards.extend(found);
        } else {
            shards.push(path.clone());
        }
    }
    Ok(shards)
}

/// The error for a shard that cannot be used, with exit code 1 if it is damaged.
fn shard_error(error: &ShardError, message: impl Display) -> CliError {
    if error.is_damage() {
        CliError::failure(message)
    } else {
        CliError::unusable(message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_games_are_read() {
        assert_eq!(range("0..100"), Ok(0..100));
        assert_eq!(range("7..9223372036854775807"), Ok(7..MAX_NUMBER));
        for wrong in [
            "", "5", "5..", "..5", "5..5", "6..5", "-1..5", "0..=5", "a..b",
        ] {
            assert!(range(wrong).is_err(), "{wrong}");
        }
        for end in ["9223372036854775808", "18446744073709551615"] {
            let error = range(&format!("7..{end}")).expect_err("no card can hold it");
            assert_eq!(error, "game numbers end at 9223372036854775807");
        }
    }

    #[test]
    fn samples_are_read() {
        assert_eq!(sample("20"), Ok(ReplaySample::Games(20)));
        assert_eq!(sample("1%"), Ok(ReplaySample::Part(0.01)));
        assert_eq!(sample("0.5%"), Ok(ReplaySample::Part(0.005)));
        for wrong in ["", "%", "-1%", "101%", "nan%", "inf%", "1.5", "x"] {
            assert!(sample(wrong).is_err(), "{wrong}");
        }
        for (nothing, why) in [
            ("0", "at least one game must be replayed"),
            ("0%", "a percentage must be above 0 %, up to 100 %"),
        ] {
            assert_eq!(sample(nothing), Err(why.to_owned()));
        }
    }
}
