//! How exactly the match runner charges time, and how little it takes itself.
//!
//! The players are this very program. They answer after a fixed time to the microsecond and tell the match runner what they
//! have measured themselves, in the place of nodes.

#[path = "../tests/it/match_runner/sample.rs"]
#[allow(dead_code, reason = "the tests use the rest")]
mod sample;
#[path = "../tests/match_runner/scripted/mod.rs"]
mod scripted;

use compongo::board::Board;
use compongo::match_runner::GameRecord;
use compongo::match_runner::game::EnginePlayer;
use compongo::match_runner::openings::Opening;
use compongo::match_runner::schedule::Pairing;
use compongo::match_runner::settings::{
    EngineLimits, EngineSpec, EngineTimeouts, MatchAdjudication, MatchSettings,
};
use compongo::match_runner::tournament::{Match, MatchListener, PlayedGames};
use compongo::match_runner::uci_engine::{EngineMove, GoReply, UciEngine};
use compongo::syzygy::FolderProblem;
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use scripted::{Fault, SCRIPTED};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

const PLAYERS: usize = 20;

/// Moves of each.
const MOVES: usize = 25;

/// What a move takes.
const MOVE_TIME: Duration = Duration::from_millis(50);

/// Games at a time, what a move takes and when a game is drawn, where the match runner's own work is measured.
const AT_A_TIME: usize = 2;
const QUICK_MOVE: Duration = Duration::from_millis(10);
const LONGEST: u32 = 125;

fn main() {
    if std::env::var_os(SCRIPTED).is_some() {
        scripted::run();
    }
    println!("{PLAYERS} players, {MOVES} moves of {MOVE_TIME:?} each");
    println!("                             median       99 %        max");
    let mut players: Vec<UciEngine> = (0..PLAYERS).map(|_| player()).collect();
    let mut answers = Vec::new();
    for _ in 0..MOVES {
        answers.extend(players.iter_mut().map(ask));
    }
    print_errors("in turn", &answers);
    let answers: Vec<EngineMove> = thread::scope(|scope| {
        let threads: Vec<_> = players
            .iter_mut()
            .map(|player| scope.spawn(|| (0..MOVES).map(|_| ask(player)).collect::<Vec<_>>()))
            .collect();
        let joined = threads
            .into_iter()
            .map(|thread| thread.join().expect("it plays"));
        joined.flatten().collect()
    });
    print_errors("all at once", &answers);
    drop(players);
    print_own_time();
}

fn engine(name: &str, move_time: Duration) -> EngineSpec {
    let program = std::env::current_exe().expect("a path");
    let pause = move_time.as_millis().to_string();
    EngineSpec {
        name: name.to_owned(),
        cmd: program.to_str().expect("text").to_owned(),
        args: vec![format!("{:?}", Fault::Late), "0".to_owned(), pause],
        env: vec![(SCRIPTED.to_owned(), "1".to_owned())],
        ..EngineSpec::default()
    }
}

fn player() -> UciEngine {
    let engine = engine("Scripted", MOVE_TIME);
    UciEngine::start(
        &engine,
        &EngineTimeouts::default(),
        &[],
        None,
        None,
        Arc::default(),
    )
    .expect("it starts")
}

fn ask(player: &mut UciEngine) -> EngineMove {
    match player.go("position startpos", "go", Duration::from_secs(60)) {
        Ok(GoReply::BestMove(answer)) => answer,
        other => panic!("no answer but {other:?}"),
    }
}

/// Prints by how much the time charged is off what was asked for, and off what the player measured.
fn print_errors(title: &str, answers: &[EngineMove]) {
    let own = |answer: &EngineMove| Duration::from_nanos(answer.info.nodes.expect("its time"));
    print_spread(
        &format!("{title}, off {MOVE_TIME:?}"),
        answers.iter().map(|answer| answer.used.abs_diff(MOVE_TIME)),
    );
    print_spread(
        &format!("{title}, off its own"),
        answers
            .iter()
            .map(|answer| answer.used.abs_diff(own(answer))),
    );
}

fn print_spread(title: &str, errors: impl Iterator<Item = Duration>) {
    let mut errors: Vec<Duration> = errors.collect();
    errors.sort_unstable();
    let at = |percent: usize| errors[(errors.len() * percent / 100).min(errors.len() - 1)];
    let ms = |error: Duration| format!("{:.3} ms", error.as_secs_f64() * 1000.0);
    let (median, most, all) = (ms(at(50)), ms(at(99)), ms(at(100)));
    println!("{title:24} {median:>10} {most:>10} {all:>10}");
}

/// Processor time that this process has taken, its children left out.
fn own_time() -> Duration {
    let usage = getrusage(UsageWho::RUSAGE_SELF).expect("the system tells");
    let time = usage.user_time() + usage.system_time();
    Duration::from_micros(time.num_microseconds() as u64)
}

/// Hears what it does not need.
#[derive(Default)]
struct Deaf(Mutex<Vec<GameRecord>>);

impl MatchListener for Deaf {
    fn game_started(&self, _: &Pairing) {}

    fn game_finished(&self, record: &GameRecord) {
        self.0
            .lock()
            .expect("nothing has panicked")
            .push(record.clone());
    }

    fn table_failed(&self, _: &FolderProblem) {}
}

/// Prints what a match takes of a core, beyond what the players take.
fn print_own_time() {
    let settings = MatchSettings {
        engines: ["first", "second"]
            .map(|name| engine(name, QUICK_MOVE))
            .into(),
        games: 2 * AT_A_TIME as u32,
        concurrency: AT_A_TIME,
        adjudication: MatchAdjudication {
            max_moves: Some(LONGEST),
            ..MatchAdjudication::default()
        },
        ..sample::match_settings(&[], &EngineLimits::default())
    };
    // The first match fills tables that the process then has.
    play(&settings);
    let (start, before) = (Instant::now(), own_time());
    let records = play(&settings);
    let took = own_time().saturating_sub(before);
    let share = 100.0 * took.as_secs_f64() / start.elapsed().as_secs_f64();
    let moves: usize = records.iter().map(|game| game.moves.len()).sum();
    println!(
        "\n{} games, {AT_A_TIME} at a time, {moves} moves of {QUICK_MOVE:?}: {share:.2} % of a core",
        records.len()
    );
}

fn play(settings: &MatchSettings) -> Vec<GameRecord> {
    let all = Match {
        settings,
        openings: &[Opening::at(Board::start())],
        played: PlayedGames::default(),
        ledger: None,
        guard: None,
        protocol: None,
        tables: None,
        cores: &[],
    };
    let listener = Deaf::default();
    all.play(&listener, &Arc::default());
    listener.0.into_inner().expect("nothing has panicked")
}
