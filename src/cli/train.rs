//! `compongo train`: trains a network on self-play games.

use super::output::{CliError, INTERRUPTED, OK, print};
use super::progress::{bar_on_stdout, bar_style, stop_on_interrupt};
use crate::train::{
    self, ChosenParameters, LossPoint, NetworkCard, ShardSource, TrainConfig, TrainError,
    TrainListener, TrainOutcome, TrainProgress, TrainRecipe, TrainSchedule, WdlLambda,
};
use crate::util::file;
use crate::util::format::{counted, duration};
use crate::util::pool::available_cores;
use indicatif::ProgressBar;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Train a network on self-play games.
///
/// A recipe is a TOML file that describes the network, its training and the games (see below). Flags override it. The
/// recipe and the files that it names determine every bit of the network. To continue an interrupted training, run the
/// same command again.
///
/// Exit code: 0 if the network is trained, 1 if the training failed or the network exists already, 2 if the recipe or its
/// games cannot be used or another process trains in the folder, 130 if it was interrupted.
// A recipe behind --shards would be taken for one of them.
#[derive(Clone, Debug, clap::Args)]
#[command(override_usage = "compongo train <RECIPE> [OPTIONS]")]
pub struct TrainArgs {
    /// The recipe.
    recipe: PathBuf,
    /// The folder for the network, its card, checkpoints and charts [default: data/train/NAME].
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Number of threads [default: one for each core].
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: Option<u16>,
    /// Start over: discard the checkpoints and the network of an earlier training in the folder.
    #[arg(long)]
    fresh: bool,
    /// Keep the shuffled positions on disk after the training.
    #[arg(long)]
    keep_set: bool,
    /// Seconds between checkpoints, which is the most work lost if the program is killed.
    #[arg(long, value_name = "SECONDS", default_value_t = 120, value_parser = clap::value_parser!(u32).range(..=86_400))]
    save_every: u32,
    /// The name of the network.
    #[arg(long)]
    name: Option<String>,
    /// Neurons per perspective.
    #[arg(long)]
    hidden: Option<usize>,
    /// Output buckets.
    #[arg(long)]
    buckets: Option<usize>,
    /// Layers behind the accumulators.
    #[arg(long)]
    layers: Option<usize>,
    /// Make three versions of each input: for pieces that are not attacked, that are attacked, or that hang.
    #[arg(long)]
    threats: bool,
    /// A network to start from, instead of random weights.
    #[arg(long, value_name = "NETWORK")]
    start: Option<PathBuf>,
    /// Passes over the positions.
    #[arg(long, conflicts_with = "samples")]
    epochs: Option<f64>,
    /// Total number of positions to train on, instead of epochs.
    #[arg(long)]
    samples: Option<u64>,
    /// The weight of the game result in the training target; the rest is the score. Two values, with a comma between them,
    /// make a linear schedule.
    #[arg(long, value_name = "SHARE", value_delimiter = ',', num_args = 1)]
    lambda: Option<Vec<f64>>,
    /// The seed of the random numbers.
    #[arg(long)]
    seed: Option<u64>,
    /// Shards to use instead of the recipe's: files, or folders of them.
    #[arg(long, value_name = "PATH", num_args = 1..)]
    shards: Vec<PathBuf>,
}

/// Runs the subcommand: progress and the result on standard output.
pub fn run(args: &TrainArgs) -> Result<u8, CliError> {
    let config = train_config(args).map_err(CliError::unusable)?;
    let display = TrainDisplay(bar_on_stdout(None, "{spinner}"));
    let stop = stop_on_interrupt(display.0.clone(), "stopping");
    let ending = train::run(&config, &display, &stop);
    display.0.finish_and_clear();
    match ending {
        Ok(TrainOutcome::Trained(report)) => {
            print(summary(&config, &report));
            Ok(OK)
        }
        Ok(TrainOutcome::Interrupted { step }) => {
            let again = if args.fresh && step > 0 {
                "the same command again without --fresh"
            } else {
                "the same command again"
            };
            print(format_args!(
                "interrupted after step {step}; run {again} to continue"
            ));
            Ok(INTERRUPTED)
        }
        Err(error) if is_unusable(&error) => Err(CliError::unusable(error)),
        Err(error) => Err(CliError::failure(error)),
    }
}

/// True if the recipe, the flags or the files that they name cannot be used.
const fn is_unusable(error: &TrainError) -> bool {
    match error {
        TrainError::Shard(error) => !error.is_damage(),
        TrainError::Lock(_)
        | TrainError::TrainRecipe(_)
        | TrainError::DuplicateGame { .. }
        | TrainError::Empty(_) => true,
        _ => false,
    }
}

/// The recipe, overridden by the flags, and the folder for the results.
fn train_config(args: &TrainArgs) -> Result<TrainConfig, TrainError> {
    let path = &args.recipe;
    let text = file::read_text(path)?;
    let of_recipe = |error| TrainError::TrainRecipe(format!("{}: {error}", path.display()));
    let mut recipe = TrainRecipe::parse(&text).map_err(of_recipe)?;
    let of_file = recipe.check().err().map(|error| error.to_string());
    recipe.name = args.name.clone().unwrap_or(recipe.name);
    recipe.hidden = args.hidden.unwrap_or(recipe.hidden);
    recipe.buckets = args.buckets.unwrap_or(recipe.buckets);
    recipe.layers = args.layers.unwrap_or(recipe.layers);
    recipe.threats |= args.threats;
    recipe.start = args.start.clone().or(recipe.start);
    recipe.seed = args.seed.unwrap_or(recipe.seed);
    if args.epochs.is_some() || args.samples.is_some() {
        (recipe.epochs, recipe.samples) = (args.epochs, args.samples);
    }
    match args.lambda.as_deref() {
        None => {}
        Some(&[value]) => recipe.lambda = WdlLambda::Constant(value),
        Some(&[first, last]) => recipe.lambda = WdlLambda::Ramp([first, last]),
        Some(_) => {
            let why = "--lambda takes one number, or two: for the first step and the last";
            return Err(TrainError::TrainRecipe(why.to_owned()));
        }
    }
    if !args.shards.is_empty() {
        let whole = |path: &PathBuf| ShardSource {
            path: path.clone(),
            share: 1.0,
        };
        recipe.shards = args.shards.iter().map(whole).collect();
    }
    recipe.check().map_err(|error| {
        let is_of_file = of_file.as_ref() == Some(&error.to_string());
        if is_of_file { of_recipe(error) } else { error }
    })?;
    let folder = args.out.clone();
    let config = TrainConfig {
        folder: folder.unwrap_or_else(|| PathBuf::from("data/train").join(&recipe.name)),
        threads: args.threads.map_or_else(available_cores, usize::from),
        fresh: args.fresh,
        keep_set: args.keep_set,
        save_every: Duration::from_secs(args.save_every.into()),
        recipe,
    };
    check_files(path, &config)?;
    Ok(config)
}

/// Checks that the training replaces neither its recipe nor the network that it starts from.
fn check_files(recipe: &Path, config: &TrainConfig) -> Result<(), TrainError> {
    let refuse = |why: String| Err(TrainError::TrainRecipe(why));
    if file::is_same(recipe, &config.card()) {
        return refuse(format!(
            "{}: the card of the network would overwrite this file",
            recipe.display()
        ));
    }
    match &config.recipe.start {
        Some(start) if file::is_same(start, &config.network()) => refuse(format!(
            "{}: the new network would replace the one that it starts from; choose another --name or --out",
            start.display()
        )),
        _ => Ok(()),
    }
}

/// Shows the progress of a training: a bar on a terminal, plain lines elsewhere.
struct TrainDisplay(ProgressBar);

impl TrainDisplay {
    fn line(&self, text: &str) {
        self.0.suspend(|| print(text));
    }
}

impl TrainListener for TrainDisplay {
    fn on_expand(&self, games: u64, all: u64) {
        let Self(bar) = self;
        if !bar.is_hidden() {
            bar.set_style(bar_style("picking positions {bar:40} {pos}/{len} games"));
            bar.set_length(all);
            bar.set_position(games);
        } else if games == all {
            print(format_args!("{} replayed", counted(games, "game")));
        }
    }

    fn on_start(&self, positions: u64, validation: u64, schedule: &TrainSchedule, step: u64) {
        self.line(&format!(
            "{positions} training positions, {validation} for validation; {} steps",
            schedule.steps
        ));
        if step > 0 {
            self.line(&format!("continuing after step {step}"));
        }
        let Self(bar) = self;
        bar.set_style(bar_style("[{elapsed_precise}] {bar:30} {pos}/{len} {msg}"));
        bar.set_length(schedule.steps);
        bar.set_position(step);
        bar.reset_elapsed();
    }

    fn on_step(&self, progress: &TrainProgress) {
        self.0.set_position(progress.step);
        self.0.set_message(speed(progress));
    }

    fn on_loss_point(&self, point: &LossPoint, progress: &TrainProgress) {
        let mut line = format!(
            "step {:>7}/{}  loss {:.6}  validation {:.6}",
            point.step, progress.steps, point.training, point.validation.all
        );
        if self.0.is_hidden() {
            line = format!("{line}  {}", speed(progress));
        }
        self.line(&line);
    }
}

/// Positions per second, and the time left.
fn speed(progress: &TrainProgress) -> String {
    format!(
        "{:.2} M positions/s ({:.0} % waiting), {} left",
        progress.speed / 1e6,
        100.0 * progress.waited,
        duration(progress.left)
    )
}

fn summary(config: &TrainConfig, report: &NetworkCard) -> String {
    let losses = report.losses();
    let groups: Vec<String> = losses
        .by_pieces
        .iter()
        .enumerate()
        .filter_map(|(group, loss)| Some(format!("{} pieces {:.5}", 4 * group + 2, (*loss)?)))
        .collect();
    let parameters = match report.chosen {
        ChosenParameters::Last => "last parameters",
        ChosenParameters::Average => "moving average",
    };
    format!(
        "{} positions in {}, {:.0} positions/s\n\
         validation loss {:.6} ({parameters}); from {}\n\
         rounding: {}\n\
         {} {}",
        report.samples,
        duration(Duration::from_secs_f64(report.seconds)),
        report.speed,
        losses.all,
        groups.join(", "),
        report.rounding,
        report.sha256,
        config.network().display()
    )
}
