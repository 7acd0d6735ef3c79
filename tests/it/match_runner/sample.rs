//! Settings of matches, and their first games.

use compongo::match_runner::game::GameTask;
use compongo::match_runner::openings::Opening;
use compongo::match_runner::schedule::Pairing;
use compongo::match_runner::settings::{EngineLimits, EngineSpec, MatchSettings};

/// The limits of a time control.
pub fn clock(tc: &str) -> EngineLimits {
    EngineLimits {
        tc: Some(tc.parse().expect("a time control")),
        ..EngineLimits::default()
    }
}

/// A match of engines with these names and the same limits, from the initial position.
pub fn match_settings(names: &[&str], limits: &EngineLimits) -> MatchSettings {
    let engine = |name: &&str| EngineSpec {
        name: (*name).to_owned(),
        cmd: format!("/opt/{name}"),
        limits: limits.clone(),
        ..EngineSpec::default()
    };
    MatchSettings {
        event: "Test \"one\"".to_owned(),
        site: "Łódź".to_owned(),
        engines: names.iter().map(engine).collect(),
        games: 1000,
        seed: 7,
        ..MatchSettings::default()
    }
}

/// The first game of a match, which is not stopped.
pub fn first_game<'a>(settings: &'a MatchSettings, opening: &'a Opening) -> GameTask<'a> {
    GameTask {
        settings,
        pairing: Pairing {
            game: 1,
            pair: 1,
            white: 0,
            black: 1,
            opening: 0,
            round: None,
            armageddon: false,
        },
        opening,
        tables: None,
        cancelled: &|| false,
    }
}
