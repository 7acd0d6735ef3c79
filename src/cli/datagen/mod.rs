//! `compongo datagen`: games of self-play, and what can be done with them.

mod look;
mod net;
mod play;
mod verify;
mod view;

use crate::datagen::store;
use crate::datagen::verify::ReplaySample;
use crate::eval::MATERIAL;
use std::fmt::Display;
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Play games against oneself for networks to learn from, or look at such games.
///
/// With --out, games are played and collected in a folder, in shards of 4096. Every game follows from the program, the
/// network, the generation, its seed, the nodes and the number of the game. The same command goes on where the last one
/// ended, however it ended.
///
/// Exit code: 0 if all is well, 1 if games are damaged or not the same when played again, or files cannot be written, 2
/// if arguments or files cannot be used, 130 if it was interrupted.
#[derive(Clone, Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("task").required(true).args(["out", "verify", "stats", "export"]))]
pub struct Args {
    /// Shards, and folders of them, to be verified, counted or exported.
    #[arg(required_unless_present = "out", conflicts_with = "out")]
    shards: Vec<PathBuf>,

    /// Play games and collect them in this folder.
    #[arg(long, value_name = "FOLDER", help_heading = TASKS, requires_all = ["generation", "seed", "games", "nodes"])]
    out: Option<PathBuf>,
    /// Play some games of each shard again and compare: so many, or a part such as 1%.
    #[arg(long, value_name = "GAMES", help_heading = TASKS, value_parser = sample)]
    verify: Option<ReplaySample>,
    /// Print figures.
    #[arg(long, help_heading = TASKS)]
    stats: bool,
    /// Write all games to a file in another format; viri (viriformat) is known.
    #[arg(long, value_names = ["FORMAT", "FILE"], num_args = 2, help_heading = TASKS)]
    export: Option<Vec<PathBuf>>,

    /// What evaluates positions: the word material, or the file of a network.
    #[arg(long, value_name = "NET", default_value = MATERIAL, help_heading = GAMES)]
    net: String,
    /// The generation: from 2 on, draws are agreed.
    #[arg(long, value_name = "N", help_heading = GAMES)]
    generation: Option<u32>,
    /// The seed of the generation; with --verify, that of the sample [default there: another one each time].
    #[arg(long, value_name = "N", help_heading = GAMES)]
    seed: Option<u64>,
    /// The numbers of the games, from the first one up to the last one that is not played: 0..100000.
    #[arg(long, value_name = "A..B", help_heading = GAMES, value_parser = range)]
    games: Option<Range<u64>>,
    /// Nodes after which no further iteration of a search begins.
    #[arg(long, value_name = "N", help_heading = GAMES, value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    nodes: Option<u64>,
    /// End games with few men by tables, kept in this file. If there is none, the tables are made: some minutes.
    #[arg(long, value_name = "FILE", help_heading = GAMES)]
    tables: Option<PathBuf>,
    /// Games played at the same time [default: one for each core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

const TASKS: &str = "Tasks";
const GAMES: &str = "Games";

/// Exit codes, see [`Args`].
const FAULT: u8 = 1;
const UNUSABLE: u8 = 2;

/// Why nothing is done: in a sentence for the user.
#[derive(Debug)]
struct Mistake(String);

impl Display for Mistake {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl Mistake {
    fn at(path: &Path, error: impl Display) -> Self {
        Self(format!("{}: {error}", path.display()))
    }
}

fn range(text: &str) -> Result<Range<u64>, String> {
    let (start, end) = text.split_once("..").ok_or("two numbers, as in 0..1000")?;
    let number = |text: &str| text.parse::<u64>().map_err(|error| error.to_string());
    let games = number(start)?..number(end)?;
    if games.is_empty() {
        return Err("the second number is greater than the first".to_owned());
    }
    Ok(games)
}

fn sample(text: &str) -> Result<ReplaySample, String> {
    match text.strip_suffix('%') {
        None => text
            .parse()
            .map(ReplaySample::Games)
            .map_err(|error| error.to_string()),
        Some(percent) => match percent.parse::<f64>() {
            Ok(percent) if (0.0..=100.0).contains(&percent) => {
                Ok(ReplaySample::Part(percent / 100.0))
            }
            _ => Err("a part is from 0% to 100%".to_owned()),
        },
    }
}

/// Runs the subcommand: results on standard output, complaints on standard error.
pub fn run(args: &Args) -> ExitCode {
    let code = if let Some(folder) = &args.out {
        play::run(args, folder)
    } else if let Some(sample) = args.verify {
        verify::run(args, sample)
    } else if let Some([format, file]) = args.export.as_deref() {
        look::export(&args.shards, format, file)
    } else {
        look::stats(&args.shards)
    };
    ExitCode::from(code.unwrap_or_else(|mistake| {
        complain(&mistake);
        UNUSABLE
    }))
}

/// Says something on standard output. If nobody reads there, the work goes on all the same.
fn say(text: &dyn Display) {
    let _ = writeln!(io::stdout(), "{text}");
}

/// Says something on standard error, likewise.
fn complain(text: &dyn Display) {
    let _ = writeln!(io::stderr(), "compongo: {text}");
}

impl Args {
    fn threads(&self) -> usize {
        self.threads.map_or_else(
            || std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            usize::from,
        )
    }
}

/// The shards that files and folders stand for.
fn shards(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Mistake> {
    let mut shards = Vec::new();
    for path in paths {
        if path.is_dir() {
            let found = store::shards(path).map_err(|error| Mistake::at(path, error))?;
            if found.is_empty() {
                return Err(Mistake::at(path, "no shards"));
            }
            shards.extend(found);
        } else {
            shards.push(path.clone());
        }
    }
    Ok(shards)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_games_are_read() {
        assert_eq!(range("0..100"), Ok(0..100));
        assert_eq!(range("7..18446744073709551615"), Ok(7..u64::MAX));
        for wrong in [
            "", "5", "5..", "..5", "5..5", "6..5", "-1..5", "0..=5", "a..b",
        ] {
            assert!(range(wrong).is_err(), "{wrong}");
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
    }
}
