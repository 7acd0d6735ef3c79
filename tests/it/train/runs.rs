//! Training from shards to networks: through the library, and with the real program.

use crate::nnue::random_nets;
use crate::support::folder::{Folder, names};
use crate::support::position::board;
use crate::support::process::{Program, Running, wait_for, words};
use crate::support::random_games::write_shard;
use compongo::nnue::Network;
use compongo::train::{
    self, LossPoint, NetworkCard, TrainConfig, TrainError, TrainListener, TrainOutcome,
    TrainProgress, TrainRecipe, TrainSchedule,
};
use nix::sys::signal::Signal;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A folder for shards and networks.
struct Place(Folder);

impl Place {
    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// With shards of some hundred games.
    fn with_shards() -> Self {
        let folder = Self(Folder::new());
        write_shard(&folder.path("games"), 5, 0..300);
        write_shard(&folder.path("games"), 5, 300..500);
        folder
    }

    fn text(&self) -> String {
        let games = self.path("games");
        format!(
            "name = \"tiny\"\nhidden = 32\nbuckets = 8\nepochs = 12\nbatch = 512\nlambda = [0.2, 0.6]\n\
             validation = 0.1\n[[shards]]\npath = \"{}\"\n",
            games.display()
        )
    }

    fn recipe(&self) -> TrainRecipe {
        TrainRecipe::read(&self.text()).expect("a recipe")
    }

    fn plan(&self, name: &str, threads: usize) -> TrainConfig {
        TrainConfig {
            recipe: self.recipe(),
            folder: self.path(name),
            threads,
            fresh: false,
            keep_set: false,
            save_every: Duration::from_secs(60 * 2),
        }
    }
}

/// Says stop after some steps.
struct StopAfter<'a> {
    step: u64,
    stop: &'a AtomicBool,
}

impl TrainListener for StopAfter<'_> {
    fn on_expand(&self, _: u64, _: u64) {}
    fn on_start(&self, _: u64, _: u64, _: &TrainSchedule, _: u64) {}
    fn on_step(&self, progress: &TrainProgress) {
        if progress.step == self.step {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
    fn on_loss_point(&self, _: &LossPoint, _: &TrainProgress) {}
}

/// Trains until `step`, or to the end.
fn train(plan: &TrainConfig, step: u64) -> Result<TrainOutcome, TrainError> {
    let stop = AtomicBool::new(false);
    train::run(plan, &StopAfter { step, stop: &stop }, &stop)
}

fn trained(plan: &TrainConfig) -> NetworkCard {
    match train(plan, u64::MAX) {
        Ok(TrainOutcome::Trained(report)) => *report,
        other => panic!("{other:?}"),
    }
}

fn network(folder: &Path) -> Vec<u8> {
    fs::read(folder.join("tiny.nnue")).expect("there is a network")
}

#[test]
fn a_network_learns_the_material() {
    let folder = Place::with_shards();
    let mut plan = folder.plan("run", 2);
    plan.recipe.epochs = Some(60.0);
    let report = trained(&plan);

    let first = report.curve.first().expect("there is a curve");
    let losses = report.losses();
    assert!(
        losses.all < 0.7 * first.validation.all,
        "{first:?} {losses:?}"
    );
    // Of the last weights and their average, the better ones are kept, and rounded.
    let [last, average] = report.validation.map(|losses| losses.all);
    assert_eq!(losses.all, last.min(average));
    assert!((report.rounding.loss[0] - losses.all).abs() < 1e-6);
    let bytes = network(&plan.folder);
    let network = Network::read(&bytes).expect("a sound network");
    assert_eq!(network.digest().to_string(), report.sha256);
    assert_eq!(
        (network.name(), network.shape().hidden, bytes.len()),
        ("tiny", 32, report.bytes)
    );
    let score = |fen: &str| network.evaluate(&board(fen));
    let start = score("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let queen_up = score("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let rook_down = score("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1");
    assert!(queen_up > start + 300, "{queen_up} {start}");
    assert!(rook_down < start - 150, "{rook_down} {start}");

    // What is written beside it.
    let card = fs::read_to_string(plan.card()).expect("there is a card");
    let card: toml::Table = card.parse().expect("it is TOML");
    assert_eq!(card["sha256"].as_str(), Some(report.sha256.as_str()));
    assert_eq!(
        card["games"].as_array().map(Vec::len),
        Some(report.games.len())
    );
    let positions: u64 = report.games.iter().map(|games| games.positions).sum();
    assert_eq!(positions, report.positions[0]);
    assert!(report.positions[1] > 500);
    let log = fs::read_to_string(plan.log()).expect("there is a log");
    assert_eq!(log.lines().count(), report.curve.len());
    assert!(fs::read_to_string(plan.chart()).is_ok_and(|svg| svg.contains("<polyline")));
    assert_eq!(
        names(&plan.folder),
        ["lock", "log.jsonl", "loss.svg", "tiny.nnue", "tiny.toml"]
    );

    // A trained network is not replaced by accident.
    assert!(matches!(train(&plan, 1), Err(TrainError::Conflict { .. })));
}

#[test]
fn threads_and_interruptions_change_no_bit() {
    let folder = Place::with_shards();
    for (hidden, layers, threats) in [(32, 1, true), (64, 3, false)] {
        let plan = |name: &str, threads| {
            let mut plan = folder.plan(&format!("{name}{layers}"), threads);
            let recipe = &mut plan.recipe;
            (recipe.hidden, recipe.layers, recipe.threats) = (hidden, layers, threats);
            plan
        };
        threads_and_interruptions_change_no_bit_of(plan);
    }
}

fn threads_and_interruptions_change_no_bit_of(plan: impl Fn(&str, usize) -> TrainConfig) {
    let whole = plan("whole", 1);
    trained(&whole);

    let parts = plan("parts", 2);
    for step in [40, 41, 300] {
        match train(&parts, step) {
            Ok(TrainOutcome::Interrupted { step: reached }) => assert_eq!(reached, step),
            other => panic!("{other:?}"),
        }
        assert!(!parts.network().exists());
    }
    trained(&parts);
    assert!(network(&whole.folder) == network(&parts.folder));
    let log = |plan: &TrainConfig| fs::read(plan.log()).expect("there is a log");
    assert!(log(&whole) == log(&parts), "the losses differ");

    let mut other = plan("other", 2);
    other.recipe.seed = 2;
    trained(&other);
    assert!(network(&whole.folder) != network(&other.folder));
    let card = fs::read_to_string(whole.card()).expect("there is a card");
    let layers = format!("\nlayers = {}\n", whole.recipe.layers);
    assert!(card.contains(&layers), "{card}");
    let threats = whole.recipe.threats;
    assert_eq!(card.contains("\nthreats = true\n"), threats, "{card}");
    let network = Network::read(&network(&whole.folder)).expect("a sound network");
    assert_eq!(network.layers().is_some(), whole.recipe.layers == 3);
    assert_eq!(network.shape().threats, threats);
}

#[test]
fn a_training_starts_from_a_network() {
    let folder = Place::with_shards();
    let first = folder.plan("first", 2);
    let losses = trained(&first).losses();
    let mut second = folder.plan("second", 2);
    second.recipe.start = Some(first.network());
    second.recipe.hidden = 64;
    second.recipe.rate = [1e-5, 1e-6];
    let report = trained(&second);
    let begin = report.curve.first().expect("there is a curve");
    assert!(
        begin.validation.all < 1.02 * losses.all,
        "{begin:?} {losses:?}"
    );
    let network = Network::read(&network(&first.folder)).expect("a sound network");
    assert_eq!(report.start, Some(network.to_string()));
    let card = fs::read_to_string(second.card()).expect("there is a card");
    assert!(card.contains(&format!("start = \"{network}\"")), "{card}");

    // What an interrupted training left belongs to the network that it started from.
    let mut third = folder.plan("third", 2);
    third.recipe.start = Some(folder.path("start.nnue"));
    fs::copy(first.network(), folder.path("start.nnue")).expect("it is copied");
    assert!(matches!(
        train(&third, 9),
        Ok(TrainOutcome::Interrupted { .. })
    ));
    let other = random_nets::usual(1, network.shape()).to_bytes();
    fs::write(folder.path("start.nnue"), other).expect("it is written");
    let conflict = train(&third, 9);
    assert!(
        matches!(conflict, Err(TrainError::Conflict { .. })),
        "{conflict:?}"
    );

    // A network that is too large, or none.
    third.recipe.start = Some(second.network());
    let error = train(&third, 1)
        .expect_err("64 neurons are too many")
        .to_string();
    assert!(
        error.contains("64x8 cannot start one of shape 32x8") && error.contains("tiny.nnue"),
        "{error}"
    );
    third.recipe.start = Some(folder.path("nothing.nnue"));
    let error = train(&third, 1)
        .expect_err("there is no such file")
        .to_string();
    assert!(error.contains("nothing.nnue"), "{error}");

    // A network with weights that training does not reach.
    third.recipe.start = Some(folder.path("large.nnue"));
    let large = random_nets::extreme(1, network.shape(), 4).to_bytes();
    fs::write(folder.path("large.nnue"), large).expect("it is written");
    let error = train(&third, 1)
        .expect_err("its weights are too large")
        .to_string();
    assert!(
        error.contains("training keeps all weights between -1.98 and 1.98"),
        "{error}"
    );
}

#[test]
fn what_an_interrupted_training_left_belongs_to_its_recipe() {
    let folder = Place::with_shards();
    let plan = folder.plan("run", 2);
    assert!(matches!(
        train(&plan, 30),
        Ok(TrainOutcome::Interrupted { .. })
    ));
    let mut other = plan.clone();
    other.recipe.hidden = 16;
    assert!(matches!(
        train(&other, 30),
        Err(TrainError::Conflict { .. })
    ));
    other.fresh = true;
    assert!(matches!(
        train(&other, 30),
        Ok(TrainOutcome::Interrupted { step: 30 })
    ));

    // A damaged bucket is found, and made again when the training starts anew.
    other.fresh = false;
    let bucket = other.folder.join("set/bucket-007");
    let mut bytes = fs::read(&bucket).expect("there is a bucket");
    bytes[24] = 1;
    fs::write(&bucket, &bytes).expect("it is written");
    assert!(matches!(
        train(&other, u64::MAX),
        Err(TrainError::Damaged { .. })
    ));
    other.fresh = true;
    assert!(matches!(
        train(&other, 30),
        Ok(TrainOutcome::Interrupted { step: 30 })
    ));

    // So is a validation position without kings.
    other.fresh = false;
    let validation = other.folder.join("set/validation");
    let mut bytes = fs::read(&validation).expect("there are validation positions");
    bytes[8..24].fill(0);
    fs::write(&validation, &bytes).expect("it is written");
    assert!(matches!(
        train(&other, u64::MAX),
        Err(TrainError::Damaged { .. })
    ));
    other.fresh = true;
    trained(&other);
}

#[test]
fn a_network_stays_until_its_successor_is_certain_to_come() {
    let folder = Place::with_shards();
    let mut plan = folder.plan("run", 2);
    trained(&plan);
    let before = network(&plan.folder);
    plan.fresh = true;
    let mut lost = plan.clone();
    lost.recipe.shards[0].path = folder.path("nothing");
    assert!(matches!(train(&lost, 1), Err(TrainError::Shard(_))));
    let mut lost = plan.clone();
    lost.recipe.start = Some(folder.path("nothing.nnue"));
    assert!(matches!(train(&lost, 1), Err(TrainError::TrainRecipe(_))));
    let program = program(&folder).arg("--out").arg(&plan.folder);
    let program = program.arg("--start").arg(plan.network()).arg("--fresh");
    program.run().refused("replace the one that it starts from");
    assert!(network(&plan.folder) == before);

    assert!(matches!(
        train(&plan, 30),
        Ok(TrainOutcome::Interrupted { step: 30 })
    ));
    assert!(!plan.network().exists());
    plan.fresh = false;
    trained(&plan);
    assert!(network(&plan.folder) == before);
}

#[test]
fn a_training_is_resumed_after_its_files_have_moved() {
    let folder = Place::with_shards();
    let first = folder.plan("first", 2);
    trained(&first);
    let start = folder.path("start.nnue");
    fs::copy(first.network(), &start).expect("it is copied");
    let plan = |name: &str| {
        let mut plan = folder.plan(name, 2);
        plan.recipe.start = Some(start.clone());
        plan
    };
    let whole = plan("whole");
    trained(&whole);
    let mut parts = plan("parts");
    assert!(matches!(
        train(&parts, 30),
        Ok(TrainOutcome::Interrupted { step: 30 })
    ));

    write_shard(&folder.path("others"), 6, 0..300);
    parts.recipe.shards[0].path = folder.path("others");
    assert!(matches!(
        train(&parts, 40),
        Err(TrainError::Conflict { .. })
    ));

    for name in ["games", "start.nnue"] {
        let moved = folder.path(&format!("moved-{name}"));
        fs::rename(folder.path(name), moved).expect("it is moved");
    }
    parts.recipe.shards[0].path = folder.path("moved-games");
    parts.recipe.start = Some(folder.path("moved-start.nnue"));
    assert!(matches!(
        train(&parts, 40),
        Ok(TrainOutcome::Interrupted { step: 40 })
    ));
    trained(&parts);
    assert!(network(&whole.folder) == network(&parts.folder));
}

#[test]
fn numbers_that_no_card_can_hold_are_refused() {
    const END: u64 = i64::MAX as u64;
    let folder = Place(Folder::new());
    for (seed, games, is_fine) in [
        (END, END - 2..END, true),
        (END + 1, 0..2, false),
        (5, END - 2..END + 1, false),
    ] {
        let games_folder = folder.path(&format!("{seed}-{}", games.start));
        write_shard(&games_folder, seed, games);
        let mut plan = folder.plan("run", 1);
        plan.recipe.shards[0].path = games_folder;
        plan.recipe.validation = 1e-9;
        let error = train(&plan, 1)
            .expect_err("no game is for validation")
            .to_string();
        let is_named = error.contains("is above 9223372036854775807, the largest number of a card");
        assert_eq!(is_named, !is_fine, "{error}");
    }
}

#[test]
fn shares_and_errors_in_shards() {
    let folder = Place::with_shards();
    let mut half = folder.plan("half", 2);
    half.recipe.shards[0].share = 0.5;
    let [all, half] = [folder.plan("all", 2), half].map(|plan| trained(&plan).positions);
    let ratio = half[0] as f64 / all[0] as f64;
    assert!((0.4..0.6).contains(&ratio), "{half:?} of {all:?}");
    assert!(
        half[1].abs_diff(all[1]) < all[1] / 50,
        "validation games stay: {half:?} {all:?}"
    );

    let mut twice = folder.plan("twice", 2);
    twice.recipe.shards.push(twice.recipe.shards[0].clone());
    assert!(matches!(
        train(&twice, 1),
        Err(TrainError::DuplicateGame { .. })
    ));

    let file = folder.path("games/000000-000299.shard");
    let mut bytes = fs::read(&file).expect("there is a shard");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    fs::write(&file, &bytes).expect("it is written");
    let error = train(&folder.plan("damaged", 2), 1).expect_err("it is damaged");
    assert!(error.to_string().contains("block"), "{error}");
}

fn program(place: &Place) -> Program {
    let recipe = place.0.write("recipe.toml", place.text());
    Program::with(["train", &recipe])
}

/// Starts the program and waits until there is a checkpoint of a step it has not begun with.
fn start(place: &Place, arguments: &str) -> Running {
    let run = place.path("run");
    let checkpoints = || -> Vec<PathBuf> {
        let entries = fs::read_dir(&run).into_iter().flatten();
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        let mut paths: Vec<_> = paths
            .filter(|path| {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                name.starts_with("checkpoint-") && !name.ends_with(".new")
            })
            .collect();
        paths.sort();
        paths
    };
    let before = checkpoints();
    let program = program(place).arg("--out").arg(&run).args(words(arguments));
    let mut running = program.silent().spawn();
    wait_for("a checkpoint", || {
        let is_there = checkpoints().last() != before.last();
        assert!(
            is_there || running.try_status().is_none(),
            "it has ended by itself"
        );
        is_there
    });
    running
}

/// Starts the program and ends it with a signal once there is a checkpoint of a step it has not begun with.
fn interrupt(place: &Place, arguments: &str, signal: Signal) -> ExitStatus {
    let mut running = start(place, arguments);
    running.signal(signal);
    running.status()
}

#[test]
fn the_program_may_be_killed_at_any_moment() {
    let folder = Place::with_shards();
    let run = folder.path("run");
    let arguments = "--threads 2 --save-every 0";
    for _ in 0..6 {
        let status = interrupt(&folder, arguments, Signal::SIGKILL);
        assert_eq!(status.signal(), Some(Signal::SIGKILL as i32));
    }
    let status = interrupt(&folder, arguments, Signal::SIGINT);
    assert_eq!(status.code(), Some(130));
    let program = program(&folder).arg("--out").arg(&run);
    let text = program.args(words(arguments)).run().exits(0).out;
    for expected in [
        "continuing after step",
        "positions/s",
        "rounding",
        "validation loss",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    let whole = folder.plan("whole", 2);
    trained(&whole);
    assert!(network(&whole.folder) == network(&run));
}

#[test]
fn few_open_files_suffice() {
    let folder = Place::with_shards();
    let run = folder.path("run");
    let program = program(&folder).arg("--out").arg(&run);
    let program = program.args(["--threads", "2"]).after("ulimit -n 64");
    program.run().exits(0);
    let whole = folder.plan("whole", 2);
    trained(&whole);
    assert!(network(&whole.folder) == network(&run));
}

#[test]
fn a_folder_has_one_training_at_a_time() {
    let folder = Place::with_shards();
    let run = folder.path("run");
    let arguments = "--threads 1 --save-every 0 --epochs 1e6";
    let first = start(&folder, arguments);
    for more in ["", "--fresh"] {
        let second = program(&folder).arg("--out").arg(&run);
        let second = second.args(words(arguments)).args(words(more));
        second.run().fails(2, "written by another process");
    }
    drop(first);
    // The lock goes with the process.
    let status = interrupt(&folder, arguments, Signal::SIGINT);
    assert_eq!(status.code(), Some(130));
}

#[test]
fn names_that_no_network_can_have_are_refused_before_the_first_step() {
    let folder = Place::with_shards();
    let seed = (1_u64 << 63).to_string();
    for (flag, value, why) in [
        ("--name", "..", "the name of a network must be"),
        ("--name", ".hidden", "the name of a network must be"),
        ("--name", "../outside", "the name of a network must be"),
        ("--name", "two words", "the name of a network must be"),
        ("--name", "", "the name of a network must be"),
        ("--seed", &seed, "seed and warmup must be at most"),
    ] {
        let command = program(&folder).args([flag, value]).folder(&folder.0);
        command.run().fails(2, why);
        assert_eq!(names(&folder.0), ["games", "recipe.toml"]);
    }
}

#[test]
fn games_that_cannot_be_used_are_refused() {
    let folder = Place::with_shards();
    let games = folder.path("games");
    let with_shards = |shards: &[&Path]| {
        let program = program(&folder).arg("--out").arg(folder.path("run"));
        program.arg("--shards").args(shards).run()
    };
    with_shards(&[&games, &games]).fails(2, "both have game");
    for missing in ["nothing", "nothing/*.shard"] {
        with_shards(&[&folder.path(missing)]).fails(2, "nothing");
    }
    // A single game is either for training or for validation.
    let few = folder.path("few");
    write_shard(&few, 5, 0..1);
    with_shards(&[&few]).fails(2, "the shards have no position");
    let path = few.join("000000-000000.shard");
    let mut bytes = fs::read(&path).expect("there is a shard");
    let last = bytes.len() - 1;
    bytes[last] ^= 4;
    fs::write(&path, &bytes).expect("it is written");
    with_shards(&[&few]).fails(1, "block");
}

#[test]
fn files_of_others_beside_the_dataset_stay() {
    let folder = Place::with_shards();
    let plan = folder.plan("run", 2);
    let mine = plan.folder.join("set/notes.txt");
    fs::create_dir_all(plan.folder.join("set")).expect("a folder");
    fs::write(&mine, "mine").expect("it is written");
    trained(&plan);
    assert_eq!(names(&plan.folder.join("set")), ["notes.txt"]);
}

#[test]
fn the_program_explains_errors() {
    let folder = Place(Folder::new());
    let error_text = |text: &str, arguments: &[&str]| {
        let program = program(&folder).args(arguments);
        folder.0.write("recipe.toml", text);
        program.run().exits(2).err
    };
    let unknown = error_text(&folder.text().replace("lambda", "lamda"), &[]);
    assert!(
        unknown.contains("lamda") && unknown.contains("recipe.toml"),
        "{unknown}"
    );
    let both = error_text(&folder.text(), &["--lambda", "0.1,2"]);
    assert!(both.contains("lambda must be from 0 to 1"), "{both}");
    let three = error_text(&folder.text(), &["--lambda", "0.1,0.2,0.3"]);
    assert!(three.contains("--lambda takes one number"), "{three}");
    // What is missing in the recipe may come from a flag.
    let decay = format!("decay_to_start = true\n{}", folder.text());
    let without = error_text(&decay, &[]);
    assert!(without.contains("decay_to_start needs"), "{without}");
    let with = error_text(&decay, &["--start", "none.nnue"]);
    assert!(with.contains("start: none.nnue"), "{with}");
    let hidden = error_text(&folder.text(), &["--hidden", "31"]);
    assert!(hidden.contains("31 neurons"), "{hidden}");
    let here = folder.0.to_str().expect("a path in plain text");
    let card = error_text(&folder.text(), &["--name", "recipe", "--out", here]);
    assert!(card.contains("would overwrite this file"), "{card}");
    let start = error_text(&folder.text(), &["--start", "none.nnue"]);
    assert!(start.contains("start: none.nnue"), "{start}");
    program(&folder).run().fails(2, "games");
}
