//! Games between players who say what the test tells them to, on clocks that read what the test tells them to.

mod claims;
mod clocks;
mod endings;
mod illegal_moves;

use crate::match_runner::sample::{clock, first_game, match_settings};
use compongo::board::Board;
use compongo::laws::edition::Edition;
use compongo::laws::outcome::{OutcomeKind, Points};
use compongo::match_runner::game::EnginePlayer;
use compongo::match_runner::openings::Opening;
use compongo::match_runner::record::{GameRecord, SearchInfo, TerminationKind};
use compongo::match_runner::settings::{
    ClaimPolicy, EngineLimits, IllegalMovePolicy, MatchSettings,
};
use compongo::match_runner::uci_engine::{EngineMove, GoReply, UciEngineError};
use compongo::notation::uci_move;
use std::collections::VecDeque;
use std::time::Duration;

/// One answer of a player.
#[derive(Clone, Debug, Default)]
struct Says {
    best: &'static str,
    ms: u64,
    cp: Option<i32>,
    laws: Vec<&'static str>,
    /// It does not come before the flag.
    too_late: bool,
}

fn plays(best: &'static str) -> Says {
    Says {
        best,
        ..Says::default()
    }
}

fn says(law: &'static str, best: &'static str) -> Says {
    Says {
        laws: vec![law],
        ..plays(best)
    }
}

fn after(ms: u64, best: &'static str) -> Says {
    Says { ms, ..plays(best) }
}

#[derive(Default)]
struct Scripted {
    script: VecDeque<Says>,
    /// Goes on with the script from its start.
    repeats: bool,
    options: Vec<&'static str>,
    /// What the player was told: options, lines, `go`.
    heard: Vec<String>,
}

impl Scripted {
    fn new(script: Vec<Says>) -> Self {
        Self {
            script: script.into(),
            ..Self::default()
        }
    }

    fn moves(moves: &'static str) -> Self {
        Self::new(moves.split(' ').map(plays).collect())
    }

    fn gos(&self) -> Vec<&str> {
        let gos = self.heard.iter().filter(|line| line.starts_with("go"));
        gos.map(String::as_str).collect()
    }
}

impl EnginePlayer for Scripted {
    fn has_option(&self, option: &str) -> bool {
        self.options.contains(&option)
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), UciEngineError> {
        self.heard.push(format!("{name} = {value}"));
        Ok(())
    }

    fn new_game(&mut self, _: bool) -> Result<(), UciEngineError> {
        Ok(())
    }

    fn send(&mut self, line: &str) -> Result<(), UciEngineError> {
        self.heard.push(line.to_owned());
        Ok(())
    }

    fn go(&mut self, _: &str, go: &str, limit: Duration) -> Result<GoReply, UciEngineError> {
        self.heard.push(go.to_owned());
        let says = self.script.pop_front().expect("the script goes on");
        if self.repeats {
            self.script.push_back(says.clone());
        }
        if says.too_late {
            return Ok(GoReply::Timeout { waited: limit });
        }
        Ok(GoReply::BestMove(EngineMove {
            best: says.best.to_owned(),
            used: Duration::from_millis(says.ms),
            pondered: false,
            info: SearchInfo {
                cp: says.cp,
                ..SearchInfo::default()
            },
            laws: says.laws.iter().map(|text| (*text).to_owned()).collect(),
            pv: Vec::new(),
            ponder: None,
        }))
    }

    fn ponder(&mut self, position: &str, go: &str) -> Result<(), UciEngineError> {
        self.heard.push(format!("{position}, {go}"));
        Ok(())
    }

    fn stop(&mut self) -> Result<Option<EngineMove>, UciEngineError> {
        self.heard.push("stop".to_owned());
        Ok(None)
    }

    fn take_warnings(&mut self) -> Vec<String> {
        Vec::new()
    }
}

/// A match with this time control, or at a number of nodes.
fn settings(tc: Option<&str>) -> MatchSettings {
    let nodes = EngineLimits {
        nodes: Some(1000),
        ..EngineLimits::default()
    };
    match_settings(&["a", "b"], &tc.map_or(nodes, clock))
}

fn play_from(
    settings: &MatchSettings,
    start: Board,
    white: &mut Scripted,
    black: &mut Scripted,
) -> GameRecord {
    let opening = Opening::at(start);
    let task = first_game(settings, &opening);
    let record = task.play(Ok(white), Ok(black)).expect("it is not stopped");
    assert!(settings.check().is_ok());
    // A record can be replayed.
    let mut board: Board = record.fen.parse().expect("a position");
    for mv in &record.moves {
        board.play(uci_move::parse(&board, &mv.mv).expect("a legal move"));
    }
    record
}

fn play(settings: &MatchSettings, white: &mut Scripted, black: &mut Scripted) -> GameRecord {
    play_from(settings, Board::start(), white, black)
}

fn article(record: &GameRecord) -> &str {
    record.end.article.as_deref().unwrap_or("none")
}

/// The game ended under this Article.
#[track_caller]
fn assert_end(record: &GameRecord, kind: OutcomeKind, under: &str) {
    let found = (record.end.kind, article(record));
    assert_eq!(found, (TerminationKind::Laws(kind), under));
}

/// The game ended so, with this score.
#[track_caller]
fn assert_score(record: &GameRecord, kind: TerminationKind, score: Points) {
    assert_eq!((record.end.kind, record.score), (kind, score));
}

/// Settings of a slow match under an edition, with the Laws for illegal moves and claims by engines.
fn standard_match(edition: Edition) -> MatchSettings {
    let mut settings = settings(None);
    settings.edition = edition;
    settings.claims = ClaimPolicy::Engine;
    settings.illegal_moves = IllegalMovePolicy::Laws;
    settings
}
