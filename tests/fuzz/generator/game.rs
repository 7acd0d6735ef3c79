//! Games between random players.

use super::super::sample::{first_game, match_settings};
use super::choices::Choices;
use super::control::time_control;
use super::moves::MoveStyle;
use super::player::{PlayerAnswer, Players, RandomPlayer};
use super::starts::start;
use compongo::board::Board;
use compongo::laws::edition::{Edition, Mode, Supervision};
use compongo::laws::game::Game;
use compongo::match_runner::openings::Opening;
use compongo::match_runner::pgn::pgn;
use compongo::match_runner::record::GameRecord;
use compongo::match_runner::settings::{
    ClaimPolicy, EngineLimits, IllegalMovePolicy, MatchSettings,
};
use compongo::notation::uci_move;
use std::cell::RefCell;

/// A game that the referee of a match conducted, with all that the players did.
#[derive(Clone, Debug)]
pub struct RefereedGame {
    pub settings: MatchSettings,
    pub opening: Opening,
    /// In order. The last one ends the game, unless the position does.
    pub answers: Vec<PlayerAnswer>,
    pub record: GameRecord,
    /// All moves of the record, those of the opening included.
    pub game: Game,
    /// The choices that are left.
    pub choices: Choices,
}

impl RefereedGame {
    /// The game of a seed.
    pub fn of_seed(seed: u64) -> Self {
        Self::play(Choices::of_seed(seed))
    }

    /// The game that follows from choices.
    pub fn play(mut choices: Choices) -> Self {
        let opening = opening(&mut choices);
        let settings = settings(&opening.start, &mut choices);
        let players = RefCell::new(Players::new(choices));
        let [mut white, mut black] = [RandomPlayer(&players), RandomPlayer(&players)];
        let task = first_game(&settings, &opening);
        let record = task.play(Ok(&mut white), Ok(&mut black));
        let record = record.expect("nobody abandons the game");
        let Players {
            choices, answers, ..
        } = players.into_inner();
        let mut game = Game::new(opening.start);
        for &mv in &opening.moves {
            game.play_legal(mv);
        }
        for own in &record.moves {
            let mv = uci_move::parse(game.board(), &own.mv);
            game.play_legal(mv.expect("a record of legal moves"));
        }
        Self {
            settings,
            opening,
            answers,
            record,
            game,
            choices,
        }
    }

    pub fn pgn(&self) -> String {
        pgn(&self.settings, &self.record).expect("a record of the match")
    }
}

/// A position, and before games from an initial position a few random moves.
fn opening(choices: &mut Choices) -> Opening {
    let mut opening = Opening::at(start(choices));
    let mut board = opening.start;
    let is_initial = board.occupied().count() == 32 && board.game_ply() == 0;
    if is_initial && choices.chance(30) {
        for _ in 0..choices.below(5) {
            if let Some(mv) = MoveStyle::Any.choose(choices, &board, None) {
                board.play(mv);
                opening.moves.push(mv);
            }
        }
    }
    opening
}

/// A match under some rules.
fn settings(start: &Board, choices: &mut Choices) -> MatchSettings {
    let edition = choices.pick(&Edition::ALL);
    let mode = choices.pick(&Mode::ALL);
    let supervision = choices.pick(&Supervision::ALL);
    let no_agreement_before =
        (edition >= Edition::Fide2009 && choices.chance(15)).then(|| choices.pick(&[1, 3, 20]));
    let claims = choices.pick(&[
        ClaimPolicy::Engine,
        ClaimPolicy::Engine,
        ClaimPolicy::Auto,
        ClaimPolicy::None,
    ]);
    let illegal_moves = if choices.chance(80) {
        IllegalMovePolicy::Laws
    } else {
        IllegalMovePolicy::Forfeit
    };
    let controls = if choices.chance(80) {
        let control = time_control(choices);
        let other = choices.chance(10).then(|| time_control(choices));
        let other = other.unwrap_or_else(|| control.clone());
        [Some(control), Some(other)]
    } else {
        [None, None]
    };
    let mut settings = MatchSettings {
        edition,
        mode: Some(mode),
        supervision,
        no_agreement_before,
        claims,
        illegal_moves,
        chess960: start.is_chess960() || choices.chance(10),
        ..match_settings(&["A", "B"], &EngineLimits::default())
    };
    for (engine, control) in settings.engines.iter_mut().zip(controls) {
        engine.limits = limits(control.as_deref());
    }
    settings
}

/// The limits of a player with a clock, or without.
fn limits(control: Option<&str>) -> EngineLimits {
    EngineLimits {
        tc: control.map(|control| control.parse().expect("a time control")),
        nodes: control.is_none().then_some(1000),
        ..EngineLimits::default()
    }
}
