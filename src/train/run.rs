//! A training run, from scratch or from a checkpoint, to its network.

use super::batch::{self, BatchTrainer};
use super::card::{ChosenParameters, NetworkCard};
use super::checkpoint::{self, TrainState};
use super::data_loader::DataLoader;
use super::dataset::{Dataset, SourceGames};
use super::initial_weights::TrainStart;
use super::loss_curve::{LossCurve, LossPoint, Losses};
use super::model::TrainModel;
use super::optimiser::Optimiser;
use super::quantise::{QuantisationError, quantise};
use super::recipe::TrainRecipe;
use super::sample::TrainingSample;
use super::schedule::TrainSchedule;
use super::train_progress::{TrainListener, TrainOutcome, TrainProgress};
use super::{TrainError, chart};
use crate::nnue::Network;
use crate::util::file;
use crate::util::process_lock::ProcessLock;
use rayon::ThreadPoolBuilder;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The most validation positions for a point of the loss curve.
const QUICK_VALIDATION: usize = 1 << 17;
/// The most validation positions on which the quantisation error is measured.
const COMPARED: usize = 10_000;

/// The most positions for the rounding of output weights.
const ROUNDED: usize = 40_000;

/// What to train, and where.
#[derive(Clone, Debug)]
pub struct TrainConfig {
    /// The recipe.
    pub recipe: TrainRecipe,
    /// The folder for all files.
    pub folder: PathBuf,
    /// Compute threads; one more thread loads data.
    pub threads: usize,
    /// Start over: discard the checkpoints and the network of an earlier run in the folder, once the games are read.
    pub fresh: bool,
    /// Keep the dataset when the network is written.
    pub keep_set: bool,
    /// The time between checkpoints.
    pub save_every: Duration,
}

impl TrainConfig {
    /// The network file.
    pub fn network(&self) -> PathBuf {
        self.folder.join(format!("{}.nnue", self.recipe.name))
    }

    /// The provenance card, see [`NetworkCard::card`].
    pub fn card(&self) -> PathBuf {
        self.folder.join(format!("{}.toml", self.recipe.name))
    }

    /// The loss curve, one JSON object per line.
    pub fn log(&self) -> PathBuf {
        self.folder.join("log.jsonl")
    }

    /// The chart of the loss curve.
    pub fn chart(&self) -> PathBuf {
        self.folder.join("loss.svg")
    }

    fn set(&self) -> PathBuf {
        self.folder.join("set")
    }
}

/// Trains a network, or resumes from a checkpoint. When `stop` is set, a checkpoint is written and the run ends.
///
/// # Errors
/// See [`TrainError`].
pub fn run(
    config: &TrainConfig,
    listener: &dyn TrainListener,
    stop: &AtomicBool,
) -> Result<TrainOutcome, TrainError> {
    config.recipe.check()?;
    file::create_folder(&config.folder)?;
    let _lock = ProcessLock::of_folder(&config.folder)?;
    checkpoint::remove_unfinished(&config.folder)?;
    let network = config.network();
    if network.exists() && !config.fresh {
        return Err(TrainError::Conflict {
            path: network,
            what: "this network already exists",
        });
    }
    let pool = ThreadPoolBuilder::new()
        .num_threads(config.threads)
        .build()
        .map_err(|error| TrainError::Threads(error.to_string()))?;
    pool.install(|| {
        let start = TrainStart::new(&config.recipe)?;
        if config.fresh {
            Dataset::discard(&config.set())?;
        }
        let Some(set) = Dataset::prepare(&config.set(), &config.recipe, listener, stop)? else {
            return Ok(TrainOutcome::Interrupted { step: 0 });
        };
        // Only now: until here the recipe may still prove unusable.
        if config.fresh {
            checkpoint::remove(&config.folder)?;
            if network.exists() {
                file::remove_all(&[network])?;
            }
        }
        let mut run = TrainingRun::new(config, start, &set, listener)?;
        if !run.learn(stop)? {
            return Ok(TrainOutcome::Interrupted {
                step: run.state.optimiser.steps,
            });
        }
        let card = run.finish()?;
        checkpoint::remove(&config.folder)?;
        if !config.keep_set {
            set.remove()?;
        }
        Ok(TrainOutcome::Trained(Box::new(card)))
    })
}

struct TrainingRun<'a> {
    config: &'a TrainConfig,
    start: TrainStart,
    set: &'a Dataset,
    listener: &'a dyn TrainListener,
    schedule: TrainSchedule,
    /// The digests of recipe and dataset.
    training: [String; 2],
    state: TrainState,
    validation: Vec<TrainingSample>,
    throughput: Throughput,
}

/// The work of this process.
#[derive(Default)]
struct Throughput {
    samples: u64,
    /// The time spent on training, and the part of it spent waiting for the data loader.
    busy: Duration,
    waited: Duration,
}

impl Throughput {
    fn speed(&self) -> f64 {
        self.samples as f64 / self.busy.as_secs_f64().max(1e-9)
    }
}

impl<'a> TrainingRun<'a> {
    fn new(
        config: &'a TrainConfig,
        start: TrainStart,
        set: &'a Dataset,
        listener: &'a dyn TrainListener,
    ) -> Result<Self, TrainError> {
        let recipe = &config.recipe;
        let shape = recipe.shape()?;
        let training = [start.digest(recipe).to_string(), set.origin().to_owned()];
        let state = checkpoint::load(&config.folder, &training, shape)?.unwrap_or_else(|| {
            let model = start.model();
            TrainState {
                optimiser: Optimiser::new(&model),
                model,
                curve: LossCurve::default(),
                seconds: 0.0,
            }
        });
        let validation = set.validation()?;
        let schedule = recipe.schedule(set.len());
        listener.on_start(
            set.len(),
            validation.len() as u64,
            &schedule,
            state.optimiser.steps,
        );
        Ok(Self {
            config,
            start,
            set,
            listener,
            schedule,
            training,
            state,
            validation,
            throughput: Throughput::default(),
        })
    }

    /// Takes all remaining steps. False if stopped before the last one.
    fn learn(&mut self, stop: &AtomicBool) -> Result<bool, TrainError> {
        let recipe = &self.config.recipe;
        let position = self.state.optimiser.steps * recipe.batch as u64;
        thread::scope(|scope| {
            let mut loader = DataLoader::start(scope, self.set, recipe.seed, position);
            let mut trainer = BatchTrainer::new(self.state.model.layout());
            let mut batch = Vec::with_capacity(recipe.batch);
            let mut saved = Instant::now();
            while self.state.optimiser.steps < self.schedule.steps {
                if stop.load(Ordering::Relaxed) {
                    self.save()?;
                    return Ok(false);
                }
                self.step(&mut loader, &mut trainer, &mut batch)?;
                if saved.elapsed() >= self.config.save_every {
                    self.save()?;
                    saved = Instant::now();
                }
            }
            // A checkpoint, in case the network cannot be written.
            self.save()?;
            Ok(true)
        })
    }

    fn step(
        &mut self,
        loader: &mut DataLoader,
        trainer: &mut BatchTrainer,
        batch: &mut Vec<TrainingSample>,
    ) -> Result<(), TrainError> {
        let begin = Instant::now();
        loader.next_batch(batch, self.config.recipe.batch)?;
        self.throughput.waited += begin.elapsed();
        let step = self.state.optimiser.steps;
        let loss = trainer.step(
            &mut self.state.model,
            &mut self.state.optimiser,
            batch,
            self.schedule.lambda(step),
            (
                self.schedule.size(step),
                self.start.anchor(&self.config.recipe),
            ),
        );
        if !loss.loss.is_finite() {
            return Err(TrainError::Diverged(step));
        }
        self.state.curve.add(loss);
        let spent = begin.elapsed();
        self.throughput.busy += spent;
        self.throughput.samples += batch.len() as u64;
        self.state.seconds += spent.as_secs_f64();
        let done = step + 1;
        let left =
            (self.schedule.steps - done) as f64 * batch.len() as f64 / self.throughput.speed();
        let progress = TrainProgress {
            step: done,
            steps: self.schedule.steps,
            speed: self.throughput.speed(),
            waited: self.throughput.waited.as_secs_f64() / self.throughput.busy.as_secs_f64(),
            left: Duration::from_secs_f64(left),
        };
        self.listener.on_step(&progress);
        if done.is_multiple_of(LossCurve::interval(self.schedule.steps))
            || done == self.schedule.steps
        {
            self.note(step, &progress)?;
        }
        Ok(())
    }

    /// Adds a point to the loss curve and writes log and chart.
    fn note(&mut self, step: u64, progress: &TrainProgress) -> Result<(), TrainError> {
        let sample = evenly(&self.validation, QUICK_VALIDATION);
        let point = LossPoint {
            step: step + 1,
            samples: (step + 1) * self.config.recipe.batch as u64,
            rate: self.schedule.rate(step),
            lambda: self.schedule.lambda(step),
            training: self.state.curve.take(),
            validation: self.losses(&self.state.model, &sample),
        };
        self.listener.on_loss_point(&point, progress);
        self.state.curve.points.push(point);
        let points = &self.state.curve.points;
        let mut log = Vec::new();
        for point in points {
            serde_json::to_writer(&mut log, point).expect("plain numbers are JSON");
            log.push(b'\n');
        }
        file::replace(&self.config.log(), &log)?;
        let chart = chart::svg(&self.config.recipe.name, points);
        Ok(file::replace(&self.config.chart(), chart.as_bytes())?)
    }

    /// The losses of a model with the final lambda.
    fn losses(&self, model: &TrainModel, samples: &[TrainingSample]) -> Losses {
        Losses::of(&batch::losses(model, samples, self.schedule.last_lambda()))
    }

    fn save(&self) -> Result<(), TrainError> {
        checkpoint::save(&self.config.folder, &self.training, &self.state)
    }

    /// Random positions of the dataset: whole buckets.
    fn some_samples(&self) -> Result<Vec<TrainingSample>, TrainError> {
        let mut samples = Vec::new();
        for bucket in 0..self.set.buckets().len() {
            samples.extend(self.set.read(bucket)?);
            if samples.len() >= ROUNDED {
                break;
            }
        }
        Ok(evenly(&samples, ROUNDED))
    }

    /// Writes the network and its card.
    fn finish(&self) -> Result<NetworkCard, TrainError> {
        let recipe = &self.config.recipe;
        let models = [&self.state.model, &self.state.optimiser.average];
        let validation = models.map(|model| self.losses(model, &self.validation));
        let (chosen, model) = if validation[1].all < validation[0].all {
            (ChosenParameters::Average, models[1])
        } else {
            (ChosenParameters::Last, models[0])
        };
        let network = quantise(&recipe.name, model, &self.some_samples()?)?;
        let compared = evenly(&self.validation, COMPARED);
        let rounding =
            QuantisationError::measure(model, &network, &compared, self.schedule.last_lambda());
        let rounding = rounding.check()?;
        let bytes = network.to_bytes();
        let card = NetworkCard {
            name: recipe.name.clone(),
            sha256: network.digest().to_string(),
            bytes: bytes.len(),
            hidden: recipe.hidden,
            buckets: recipe.buckets,
            layers: recipe.layers,
            threats: recipe.threats,
            recipe: recipe.clone(),
            recipe_sha256: recipe.digest().to_string(),
            start: self.start.network().map(Network::to_string),
            positions: [self.set.len(), self.validation.len() as u64],
            steps: self.schedule.steps,
            samples: self.schedule.steps * recipe.batch as u64,
            chosen,
            validation,
            rounding,
            seconds: self.state.seconds,
            speed: self.throughput.speed(),
            threads: self.config.threads,
            games: SourceGames::merged(self.set.games()),
            curve: self.state.curve.points.clone(),
        };
        file::replace(&self.config.card(), card.card()?.as_bytes())?;
        // Written last: it marks the run as finished.
        file::replace(&self.config.network(), &bytes)?;
        Ok(card)
    }
}

/// At most `most` samples, evenly spaced.
fn evenly(samples: &[TrainingSample], most: usize) -> Vec<TrainingSample> {
    let stride = samples.len().div_ceil(most).max(1);
    samples.iter().step_by(stride).copied().collect()
}
