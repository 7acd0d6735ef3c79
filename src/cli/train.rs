//! `compongo train`: a network out of games of self-play.

use super::interrupt::{INTERRUPTED, above, stop_on_interrupt};
use crate::train::{
    self, ChosenParameters, LossPoint, NetworkCard, ShardSource, TrainConfig, TrainError,
    TrainListener, TrainOutcome, TrainProgress, TrainRecipe, TrainSchedule, WdlLambda,
};
use console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::fmt::Display;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Train a network on games of self-play.
///
/// A recipe is a TOML file with the fields name, hidden, buckets, epochs or samples, batch, lambda, rate, warmup, seed,
/// validation, tables and a list of [[shards]] with path and share. Flags count more than the recipe. The recipe and the shards
/// settle every bit of the network. An interrupted training goes on when the command is given again.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The recipe.
    recipe: PathBuf,
    /// The folder for the network and all that belongs to it [default: data/train/NAME].
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Number of threads [default: as many as the machine can run].
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: Option<u16>,
    /// Discard what an earlier training has left in the folder.
    #[arg(long)]
    fresh: bool,
    /// Keep the shuffled positions on disk in the end.
    #[arg(long)]
    keep_set: bool,
    /// Seconds between checkpoints: what is lost when the program is killed.
    #[arg(long, value_name = "SECONDS", default_value_t = 120, value_parser = clap::value_parser!(u32).range(..=86_400))]
    save_every: u32,
    /// The name of the network.
    #[arg(long)]
    name: Option<String>,
    /// Neurons per view.
    #[arg(long)]
    hidden: Option<usize>,
    /// Output buckets.
    #[arg(long)]
    buckets: Option<usize>,
    /// How often each position is seen, on average.
    #[arg(long, conflicts_with = "samples")]
    epochs: Option<f64>,
    /// How many positions are seen in all.
    #[arg(long)]
    samples: Option<u64>,
    /// The share of the result in what is learned; two values for the beginning and the end.
    #[arg(long, value_delimiter = ',', num_args = 1..=2)]
    lambda: Option<Vec<f64>>,
    /// The seed of all lots.
    #[arg(long)]
    seed: Option<u64>,
    /// A file of the tables of four men, which prove what some positions are worth; made if it is not there.
    #[arg(long, value_name = "FILE")]
    tables: Option<PathBuf>,
    /// Shards instead of those of the recipe: files, or folders of them.
    #[arg(long, value_name = "PATH", num_args = 1..)]
    shards: Vec<PathBuf>,
}

/// Runs the subcommand: progress and the result on standard output, complaints on standard error.
pub fn run(args: &Args) -> ExitCode {
    let outcome = plan(args).map_err(|error| (2, error)).and_then(|plan| {
        let view = View::new();
        let stop = Arc::new(AtomicBool::new(false));
        if let Err(error) = stop_on_interrupt(&stop, view.bar.clone(), "stopping") {
            eprintln!("compongo: warning: an interrupt goes back to the last checkpoint: {error}");
        }
        let ending = train::run(&plan, &view, &stop);
        view.close();
        ending
            .map(|ending| (plan, ending))
            .map_err(|error| (1, error))
    });
    match outcome {
        Ok((plan, TrainOutcome::Trained(report))) => {
            say(&summary(&plan, &report));
            ExitCode::SUCCESS
        }
        Ok((_, TrainOutcome::Interrupted { step })) => {
            say(&format_args!(
                "interrupted after step {step}; the same command goes on"
            ));
            ExitCode::from(INTERRUPTED)
        }
        Err((code, error)) => {
            eprintln!("compongo: {error}");
            ExitCode::from(code)
        }
    }
}

/// The recipe with the flags that count more, and where everything goes.
fn plan(args: &Args) -> Result<TrainConfig, TrainError> {
    let path = &args.recipe;
    let text = fs::read_to_string(path).map_err(|error| TrainError::File {
        path: path.clone(),
        error,
    })?;
    let mut recipe = TrainRecipe::read(&text)
        .map_err(|error| TrainError::TrainRecipe(format!("{}: {error}", path.display())))?;
    if let Some(name) = &args.name {
        recipe.name.clone_from(name);
    }
    recipe.hidden = args.hidden.unwrap_or(recipe.hidden);
    recipe.buckets = args.buckets.unwrap_or(recipe.buckets);
    recipe.tables = args.tables.clone().or(recipe.tables);
    recipe.seed = args.seed.unwrap_or(recipe.seed);
    if args.epochs.is_some() || args.samples.is_some() {
        (recipe.epochs, recipe.samples) = (args.epochs, args.samples);
    }
    match args.lambda.as_deref() {
        Some(&[value]) => recipe.lambda = WdlLambda::Constant(value),
        Some(&[first, last]) => recipe.lambda = WdlLambda::Ramp([first, last]),
        _ => {}
    }
    if !args.shards.is_empty() {
        let whole = |path: &PathBuf| ShardSource {
            path: path.clone(),
            share: 1.0,
        };
        recipe.shards = args.shards.iter().map(whole).collect();
    }
    recipe.check()?;
    let threads = args.threads.map(usize::from);
    let folder = args.out.clone();
    let plan = TrainConfig {
        folder: folder.unwrap_or_else(|| PathBuf::from("data/train").join(&recipe.name)),
        threads: threads
            .or_else(|| std::thread::available_parallelism().ok().map(usize::from))
            .unwrap_or(1),
        fresh: args.fresh,
        keep_set: args.keep_set,
        save_every: Duration::from_secs(args.save_every.into()),
        recipe,
    };
    if same_file(path, &plan.card()) {
        let why = format!(
            "{}: the card of the network would replace it",
            path.display()
        );
        return Err(TrainError::TrainRecipe(why));
    }
    Ok(plan)
}

fn same_file(a: &Path, b: &Path) -> bool {
    fs::canonicalize(a).is_ok_and(|a| fs::canonicalize(b).is_ok_and(|b| a == b))
}

/// Says something on standard output. If nobody reads there, the training goes on all the same.
fn say(text: &dyn Display) {
    let _ = writeln!(io::stdout(), "{text}");
}

/// What a user sees of a training: a bar on a terminal, plain lines elsewhere.
struct View {
    bar: Option<ProgressBar>,
}

impl View {
    fn new() -> Self {
        Self {
            bar: Term::stdout().features().is_attended().then(|| {
                ProgressBar::with_draw_target(None, ProgressDrawTarget::stdout_with_hz(4))
            }),
        }
    }

    fn close(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn line(&self, text: &dyn Display) {
        above(self.bar.as_ref(), || say(text));
    }
}

impl TrainListener for View {
    fn on_expand(&self, games: u64, all: u64) {
        match &self.bar {
            Some(bar) => {
                bar.set_style(style("picking positions {bar:40} {pos}/{len} games"));
                bar.set_length(all);
                bar.set_position(games);
            }
            None if games == all => say(&format_args!("{games} games replayed")),
            None => {}
        }
    }

    fn on_start(&self, positions: u64, validation: u64, schedule: &TrainSchedule, step: u64) {
        self.line(&format_args!(
            "{positions} positions to learn from, {validation} for validation; {} steps",
            schedule.steps
        ));
        if step > 0 {
            self.line(&format_args!("going on after step {step}"));
        }
        if let Some(bar) = &self.bar {
            bar.set_style(style("[{elapsed_precise}] {bar:30} {pos}/{len} {msg}"));
            bar.set_length(schedule.steps);
            bar.set_position(step);
            bar.reset_elapsed();
        }
    }

    fn on_step(&self, progress: &TrainProgress) {
        let Some(bar) = &self.bar else {
            return;
        };
        bar.set_position(progress.step);
        bar.set_message(pace(progress));
    }

    fn on_loss_point(&self, point: &LossPoint, progress: &TrainProgress) {
        let line = format!(
            "step {:>7}/{}  loss {:.6}  validation {:.6}",
            point.step, progress.steps, point.training, point.validation.all
        );
        match &self.bar {
            Some(bar) => bar.suspend(|| say(&line)),
            None => say(&format_args!("{line}  {}", pace(progress))),
        }
    }
}

/// A style of the bar; the usual one if it is not understood.
fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// How fast it goes, and how long it will.
fn pace(progress: &TrainProgress) -> String {
    format!(
        "{:.2} M positions/s ({:.0} % waiting), {} left",
        progress.speed / 1e6,
        100.0 * progress.waited,
        time(progress.left)
    )
}

/// A time in hours, minutes and seconds.
fn time(time: Duration) -> String {
    let seconds = time.as_secs();
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) => format!("{minutes}:{seconds:02} min"),
        (hours, minutes, _) => format!("{hours}:{minutes:02} h"),
    }
}

/// What has come of it.
fn summary(plan: &TrainConfig, report: &NetworkCard) -> String {
    let losses = report.losses();
    let groups: Vec<String> = losses
        .by_pieces
        .iter()
        .enumerate()
        .filter_map(|(group, loss)| Some(format!("{} men {:.5}", 4 * group + 2, (*loss)?)))
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
        time(Duration::from_secs_f64(report.seconds)),
        report.speed,
        losses.all,
        groups.join(", "),
        report.rounding,
        report.sha256,
        plan.network().display()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_short() {
        let texts = [0, 59, 61, 3599, 3600, 36_060].map(|s| time(Duration::from_secs(s)));
        assert_eq!(
            texts,
            ["0 s", "59 s", "1:01 min", "59:59 min", "1:00 h", "10:01 h"]
        );
    }
}
