//! Recipes and the schedules that follow from them.

use crate::support::table::{rows, with_breaks};
use compongo::train::optimiser::StepSize;
use compongo::train::{TrainRecipe, TrainSchedule, WdlLambda};

const TEXT: &str = r#"
    name = "small"
    hidden = 32
    samples = 1000000
    lambda = [0.2, 0.4]
    [[shards]]
    path = "data/gen1"
    [[shards]]
    path = "data/gen0"
    share = 0.25
"#;

fn error_text(text: &str) -> String {
    match TrainRecipe::read(text) {
        Ok(recipe) => panic!("{recipe:?}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn recipes_are_read_with_defaults() {
    let recipe = TrainRecipe::read(TEXT).expect("a recipe");
    assert_eq!(recipe.lambda, WdlLambda::Ramp([0.2, 0.4]));
    assert_eq!(recipe.shards[1].share, 0.25);
    assert_eq!((recipe.layers, recipe.threats), (1, false));
    let schedule = recipe.schedule(123);
    assert_eq!((schedule.steps, schedule.warmup), (62, 3));
    assert_eq!(schedule.weight_decay, 0.01);
    let epochs = TEXT.replace("samples = 1000000", "epochs = 2.5");
    let schedule = TrainRecipe::read(&epochs)
        .expect("a recipe")
        .schedule(16_384_000);
    assert_eq!((schedule.steps, schedule.warmup), (2500, 125));
}

#[test]
fn errors_are_named() {
    let table = r#"
        hidden            | hiden                         | unknown field `hiden`
        share             | shares                        | unknown field `shares`
        hidden            | tables = "x"\nhidden          | unknown field `tables`
        hidden = 32       | hidden = 33                   | 33 neurons
        hidden = 32       |                               | missing field `hidden`
        hidden = 32       | hidden = 32\nlayers = 3       | 3 layers is not supported
        [0.2, 0.4]        | [0.2, 1.4]                    | lambda must be
        [0.2, 0.4]        | true                          | expected a number, or a list of two
        samples = 1000000 |                               | either epochs (above 0, up to 1000000) or
        samples = 1000000 | samples = 5\nepochs = 2       | either epochs
        samples = 1000000 | epochs = 0                    | either epochs
        samples = 1000000 | epochs = 1000001              | either epochs
        samples = 1000000 | samples = 0                   | either epochs
        samples = 1000000 | samples = 17592186044417      | or samples (1 to 17592186044416) must be given
        0.25              | 0                             | share must be
        hidden            | batch = 7\nhidden             | batch must be
        hidden            | rate = [0.1, nan]\nhidden     | rate must be
        hidden            | validation = 0.0\nhidden      | validation must be
        hidden            | weight_decay = -0.1\nhidden   | weight_decay must be
        hidden            | decay_to_start = true\nhidden | decay_to_start needs
    "#;
    for [from, to, expected] in rows(table) {
        let found = error_text(&TEXT.replacen(from, &with_breaks(to), 1));
        assert!(found.contains(expected), "{from} -> {to}: {found}");
    }
    let texts = "name = 'x'\nhidden = 32\nsamples = 5\nlambda = 0.5\nshards = ['games']";
    let found = error_text(texts);
    let expected = "expected a table [[shards]] with a path, for each source";
    assert!(found.ends_with(expected), "{found}");
}

#[test]
fn the_longest_trainings_are_allowed() {
    for length in ["epochs = 1e6", "samples = 17592186044416"] {
        let text = TEXT.replace("samples = 1000000", length);
        assert!(TrainRecipe::read(&text).is_ok(), "{length}");
    }
}

#[test]
fn the_digest_depends_on_every_number() {
    let recipe = TrainRecipe::read(TEXT).expect("a recipe");
    let other = TrainRecipe {
        seed: 2,
        ..recipe.clone()
    };
    assert_eq!(recipe.digest(), recipe.clone().digest());
    assert_ne!(recipe.digest(), other.digest());
    let other = TrainRecipe {
        weight_decay: Some(0.1),
        ..recipe.clone()
    };
    assert_ne!(recipe.digest(), other.digest());
    let with = |line: &str| {
        let text = TEXT.replace("hidden = 32", &format!("hidden = 64\n{line}"));
        TrainRecipe::read(&text).expect("a recipe").digest()
    };
    assert_eq!(with(""), with("layers = 1"));
    assert_ne!(with(""), with("layers = 3"));
}

#[test]
fn warm_up_cosine_decay_and_linear_lambda() {
    let schedule = TrainSchedule {
        steps: 1001,
        warmup: 100,
        rate: [1e-3, 2.4e-6],
        weight_decay: 0.1,
        lambda: [0.2, 0.4],
    };
    assert!((schedule.rate(0) - 1e-5).abs() < 1e-10);
    assert!(schedule.rate(49) < schedule.rate(99));
    assert!((schedule.rate(500) - 5.012e-4).abs() < 1e-9);
    assert!((schedule.rate(1000) - 2.4e-6).abs() < 1e-12);
    assert!((100..1000).all(|step| schedule.rate(step + 1) < schedule.rate(step)));
    assert_eq!(
        [0, 500, 1000].map(|step| schedule.lambda(step)),
        [0.2, 0.3, 0.4]
    );
}

#[test]
fn the_shortest_training_has_rates() {
    let schedule = TrainSchedule {
        steps: 1,
        warmup: 0,
        rate: [1e-3, 1e-6],
        weight_decay: 0.0,
        lambda: [1.0, 0.0],
    };
    let size = StepSize {
        rate: 1e-3,
        weight_decay: 0.0,
    };
    assert_eq!((schedule.size(0), schedule.lambda(0)), (size, 1.0));
}
