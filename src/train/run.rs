//! A training from its beginning, or from where it was interrupted, to its network.

use super::batch::{self, BatchTrainer};
use super::card::{ChosenParameters, NetworkCard};
use super::checkpoint::{self, TrainState};
use super::data_loader::DataLoader;
use super::dataset::{Dataset, SourceGames};
use super::loss_curve::{LossCurve, LossPoint, Losses};
use super::model::TrainModel;
use super::optimiser::Optimiser;
use super::quantise::{QuantisationError, quantise};
use super::recipe::TrainRecipe;
use super::sample::TrainingSample;
use super::schedule::TrainSchedule;
use super::{TrainError, TrainListener, TrainOutcome, TrainProgress, chart};
use crate::util::file;
use rayon::ThreadPoolBuilder;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Positions that the losses on the way are measured on, at most.
const QUICK_VALIDATION: usize = 1 << 17;
/// Positions on which the integers are compared with what was trained, at most.
const COMPARED: usize = 10_000;

/// Positions by which rounding is decided, at most.
const ROUNDED: usize = 40_000;

/// What is to be trained where.
#[derive(Clone, Debug)]
pub struct TrainConfig {
    /// The recipe.
    pub recipe: TrainRecipe,
    /// The folder for everything that is written.
    pub folder: PathBuf,
    /// Threads that compute; one more reads.
    pub threads: usize,
    /// Discard what an earlier training has left in the folder.
    pub fresh: bool,
    /// Keep the positions on disk in the end.
    pub keep_set: bool,
    /// Time between checkpoints.
    pub save_every: Duration,
}

impl TrainConfig {
    /// The file of the network.
    pub fn network(&self) -> PathBuf {
        self.folder.join(format!("{}.nnue", self.recipe.name))
    }

    /// The file of its provenance card, see [`NetworkCard::card`].
    pub fn card(&self) -> PathBuf {
        self.folder.join(format!("{}.toml", self.recipe.name))
    }

    /// The file of the losses on the way, one JSON object to a line.
    pub fn log(&self) -> PathBuf {
        self.folder.join("log.jsonl")
    }

    /// The file of the chart.
    pub fn chart(&self) -> PathBuf {
        self.folder.join("loss.svg")
    }

    fn set(&self) -> PathBuf {
        self.folder.join("set")
    }
}

/// Trains a network, or goes on with it. When `stop` is set, a checkpoint is written and all work ends.
///
/// # Errors
/// See [`TrainError`].
pub fn run(
    plan: &TrainConfig,
    listener: &dyn TrainListener,
    stop: &AtomicBool,
) -> Result<TrainOutcome, TrainError> {
    plan.recipe.check()?;
    fs::create_dir_all(&plan.folder).map_err(TrainError::file(&plan.folder))?;
    let network = plan.network();
    if plan.fresh {
        checkpoint::remove(&plan.folder)?;
    }
    if plan.fresh && network.exists() {
        fs::remove_file(&network).map_err(TrainError::file(&network))?;
    } else if network.exists() {
        return Err(TrainError::Conflict {
            path: network,
            what: "this network is trained",
        });
    }
    let pool = ThreadPoolBuilder::new()
        .num_threads(plan.threads)
        .build()
        .map_err(|error| TrainError::Threads(error.to_string()))?;
    pool.install(|| {
        let Some(set) = Dataset::prepare(&plan.set(), &plan.recipe, listener, stop)? else {
            return Ok(TrainOutcome::Interrupted { step: 0 });
        };
        let mut course = TrainingRun::new(plan, &set, listener)?;
        if !course.learn(stop)? {
            return Ok(TrainOutcome::Interrupted {
                step: course.state.optimiser.steps,
            });
        }
        let report = course.finish()?;
        checkpoint::remove(&plan.folder)?;
        if !plan.keep_set {
            set.remove()?;
        }
        Ok(TrainOutcome::Trained(Box::new(report)))
    })
}

struct TrainingRun<'a> {
    plan: &'a TrainConfig,
    set: &'a Dataset,
    listener: &'a dyn TrainListener,
    schedule: TrainSchedule,
    /// What checkpoints are known by.
    training: [String; 2],
    state: TrainState,
    validation: Vec<TrainingSample>,
    /// What this process has done, and the time it took.
    pace: Throughput,
}

/// The work of this process.
#[derive(Default)]
struct Throughput {
    samples: u64,
    /// Time spent with learning, and the part of it that was spent with waiting for positions.
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
        plan: &'a TrainConfig,
        set: &'a Dataset,
        listener: &'a dyn TrainListener,
    ) -> Result<Self, TrainError> {
        let recipe = &plan.recipe;
        let shape = recipe.shape()?;
        let training = [recipe.digest().to_string(), set.origin().to_owned()];
        let state = checkpoint::load(&plan.folder, &training, shape)?.unwrap_or_else(|| {
            let model = TrainModel::random(shape, recipe.seed);
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
            plan,
            set,
            listener,
            schedule,
            training,
            state,
            validation,
            pace: Throughput::default(),
        })
    }

    /// Takes all steps that are left. False if it was stopped before the last.
    fn learn(&mut self, stop: &AtomicBool) -> Result<bool, TrainError> {
        let recipe = &self.plan.recipe;
        let position = self.state.optimiser.steps * recipe.batch as u64;
        thread::scope(|scope| {
            let mut loader = DataLoader::start(scope, self.set, recipe.seed, position);
            let mut slices = BatchTrainer::new(self.state.model.layout());
            let mut batch = Vec::with_capacity(recipe.batch);
            let mut saved = Instant::now();
            while self.state.optimiser.steps < self.schedule.steps {
                if stop.load(Ordering::Relaxed) {
                    self.save()?;
                    return Ok(false);
                }
                self.step(&mut loader, &mut slices, &mut batch)?;
                if saved.elapsed() >= self.plan.save_every {
                    self.save()?;
                    saved = Instant::now();
                }
            }
            // Nothing is lost if the network cannot be written.
            self.save()?;
            Ok(true)
        })
    }

    fn step(
        &mut self,
        loader: &mut DataLoader,
        slices: &mut BatchTrainer,
        batch: &mut Vec<TrainingSample>,
    ) -> Result<(), TrainError> {
        let begin = Instant::now();
        loader.next_batch(batch, self.plan.recipe.batch)?;
        self.pace.waited += begin.elapsed();
        let step = self.state.optimiser.steps;
        let tally = slices.learn(
            &mut self.state.model,
            &mut self.state.optimiser,
            batch,
            self.schedule.lambda(step),
            self.schedule.rate(step),
        );
        if !tally.loss.is_finite() {
            return Err(TrainError::Diverged(step));
        }
        self.state.curve.add(tally);
        let spent = begin.elapsed();
        self.pace.busy += spent;
        self.pace.samples += batch.len() as u64;
        self.state.seconds += spent.as_secs_f64();
        let done = step + 1;
        let left = (self.schedule.steps - done) as f64 * batch.len() as f64 / self.pace.speed();
        let progress = TrainProgress {
            step: done,
            steps: self.schedule.steps,
            speed: self.pace.speed(),
            waited: self.pace.waited.as_secs_f64() / self.pace.busy.as_secs_f64(),
            left: Duration::from_secs_f64(left),
        };
        self.listener.on_step(&progress);
        if done.is_multiple_of(LossCurve::distance(self.schedule.steps))
            || done == self.schedule.steps
        {
            self.note(step, &progress)?;
        }
        Ok(())
    }

    /// Adds a point to the curve after a step, in memory and on disk.
    fn note(&mut self, step: u64, progress: &TrainProgress) -> Result<(), TrainError> {
        let glance = evenly(&self.validation, QUICK_VALIDATION);
        let point = LossPoint {
            step: step + 1,
            samples: (step + 1) * self.plan.recipe.batch as u64,
            rate: self.schedule.rate(step),
            lambda: self.schedule.lambda(step),
            training: self.state.curve.take(),
            validation: self.losses(&self.state.model, &glance),
        };
        self.listener.on_loss_point(&point, progress);
        self.state.curve.points.push(point);
        let points = &self.state.curve.points;
        let mut log = Vec::new();
        for point in points {
            serde_json::to_writer(&mut log, point).expect("plain numbers are JSON");
            log.push(b'\n');
        }
        replace(&self.plan.log(), &log)?;
        let chart = chart::svg(&self.plan.recipe.name, points);
        replace(&self.plan.chart(), chart.as_bytes())
    }

    /// The losses of a model, as they count at the end of the training.
    fn losses(&self, model: &TrainModel, samples: &[TrainingSample]) -> Losses {
        Losses::of(&batch::losses(model, samples, self.schedule.last_lambda()))
    }

    fn save(&self) -> Result<(), TrainError> {
        checkpoint::save(&self.plan.folder, &self.training, &self.state)
    }

    /// Some of the positions learned from, by lot: whole buckets.
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

    /// Writes the network and all that is known of it.
    fn finish(&self) -> Result<NetworkCard, TrainError> {
        let recipe = &self.plan.recipe;
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
        let report = NetworkCard {
            name: recipe.name.clone(),
            sha256: network.digest().to_string(),
            bytes: bytes.len(),
            hidden: recipe.hidden,
            buckets: recipe.buckets,
            recipe: recipe.clone(),
            recipe_sha256: recipe.digest().to_string(),
            positions: [self.set.len(), self.validation.len() as u64],
            steps: self.schedule.steps,
            samples: self.schedule.steps * recipe.batch as u64,
            chosen,
            validation,
            rounding,
            seconds: self.state.seconds,
            speed: self.pace.speed(),
            threads: self.plan.threads,
            games: SourceGames::joined(self.set.games()),
            curve: self.state.curve.points.clone(),
        };
        replace(&self.plan.card(), report.card()?.as_bytes())?;
        // Its being there says that the training is over.
        replace(&self.plan.network(), &bytes)?;
        Ok(report)
    }
}

fn replace(path: &Path, bytes: &[u8]) -> Result<(), TrainError> {
    file::replace(path, bytes).map_err(TrainError::file(path))
}

/// At most so many samples, evenly spread over all.
fn evenly(samples: &[TrainingSample], most: usize) -> Vec<TrainingSample> {
    let stride = samples.len().div_ceil(most).max(1);
    samples.iter().step_by(stride).copied().collect()
}
