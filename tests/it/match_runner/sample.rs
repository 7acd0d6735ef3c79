//! Settings of matches, and their first games.

use compongo::laws::edition::{Edition, Supervision};
use compongo::match_runner::game::GameTask;
use compongo::match_runner::openings::Opening;
use compongo::match_runner::schedule::Pairing;
use compongo::match_runner::settings::{
    ClaimPolicy, EngineLimits, EngineSpec, EngineTimeouts, IllegalMovePolicy, MatchAdjudication,
    MatchSettings, OpeningSource, RunnerSettings, TournamentFormat,
};

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
        format: TournamentFormat::RoundRobin,
        challengers: 1,
        games: 1000,
        rounds: None,
        repeat: true,
        openings: OpeningSource::StartPos,
        seed: 7,
        concurrency: 1,
        edition: Edition::Fide2023,
        mode: None,
        supervision: Supervision::Supervised,
        no_agreement_before: None,
        claims: ClaimPolicy::Auto,
        illegal_moves: IllegalMovePolicy::Forfeit,
        adjudication: MatchAdjudication::default(),
        sprt: None,
        chess960: false,
        timeouts: EngineTimeouts::default(),
        run: RunnerSettings::default(),
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
