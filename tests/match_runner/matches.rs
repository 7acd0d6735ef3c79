//! Matches with players that misbehave: the right result for the right reason, and the match goes on to its end.

use crate::folder::Folder;
use crate::sample::match_settings;
use crate::scripted::Fault;
use crate::support::{IMPATIENT, PATIENT, guard, ms, processes_tagged, scripted, tagged};
use compongo::board::Board;
use compongo::laws::edition::Edition;
use compongo::laws::outcome::{OutcomeKind, Points};
use compongo::match_runner::openings::Opening;
use compongo::match_runner::record::{GameRecord, TerminationKind};
use compongo::match_runner::schedule::{MatchSchedule, Pairing};
use compongo::match_runner::settings::{
    EngineLimits, EngineSpec, EngineTimeouts, MatchAdjudication, MatchSettings, RestartPolicy,
    TournamentFormat,
};
use compongo::match_runner::stats::Standings;
use compongo::match_runner::tournament::{
    Match, MatchError, MatchListener, MatchResult, PlayedGames,
};
use compongo::syzygy::FolderProblem;
use compongo::types::Color;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Instant;

tests![
    sound_players,
    death,
    closed_pipes,
    no_readyok,
    flags_fall,
    no_answer_without_a_clock,
    illegal_moves,
    harmless_faults,
    faults_that_are_remarked_on,
    a_player_that_cannot_be_started,
    many_games_at_a_time,
    stopped,
    rounds,
    a_round_waits_for_an_engine_that_is_missing_once,
    a_game_without_both_engines_counts_only_if_both_come_back,
];

/// Moves of each side after which a game is drawn.
const MOVES: u32 = 6;

/// The third `go` of each game.
const THIRD: u64 = 3;

/// Two games of a player with a fault against a sound one, without a clock.
fn settings(fault: Fault, at: u64, timeouts: EngineTimeouts) -> MatchSettings {
    MatchSettings {
        engines: vec![
            tagged(scripted(fault, at)),
            tagged(scripted(Fault::None, 0)),
        ],
        games: 2,
        edition: Edition::ALL[0],
        adjudication: MatchAdjudication {
            max_moves: Some(MOVES),
            ..MatchAdjudication::default()
        },
        timeouts,
        ..match_settings(&[], &EngineLimits::default())
    }
}

#[derive(Default)]
struct Counter {
    began: AtomicUsize,
    records: Mutex<Vec<GameRecord>>,
}

impl MatchListener for Counter {
    fn game_started(&self, _: &Pairing) {
        self.began.fetch_add(1, Ordering::Relaxed);
    }

    fn game_finished(&self, record: &GameRecord) {
        let mut records = self.records.lock().expect("nothing has panicked");
        records.push(record.clone());
    }

    fn table_failed(&self, problem: &FolderProblem) {
        panic!("{problem}");
    }
}

/// Plays a match; no process is left of it.
fn play(settings: &MatchSettings, stop: &Arc<AtomicBool>) -> (MatchResult, Vec<GameRecord>) {
    let counter = Counter::default();
    let guard = guard();
    let ending = Match {
        settings,
        openings: &[Opening::at(Board::start())],
        played: PlayedGames::default(),
        ledger: None,
        guard: Some(&guard),
        protocol: None,
        tables: None,
        cores: &[],
    }
    .play(&counter, stop);
    assert_eq!(processes_tagged(&settings.engines), 0, "no process is left");
    let records = counter.records.into_inner().expect("nothing has panicked");
    assert_eq!(records.len(), ending.games);
    assert!(counter.began.load(Ordering::Relaxed) >= ending.games);
    (ending, records)
}

/// The records of a match that goes on to its end.
fn records(settings: &MatchSettings) -> Vec<GameRecord> {
    let (ending, records) = play(settings, &Arc::default());
    assert!(!ending.interrupted && ending.failure.is_none());
    let games = records.len();
    assert_eq!(games, settings.games as usize, "all games are played");
    records
}

fn colour(record: &GameRecord) -> Color {
    if record.white == 0 {
        Color::White
    } else {
        Color::Black
    }
}

/// Fails unless the first engine loses all games for this reason at its third move.
fn assert_loses(settings: &MatchSettings, kind: TerminationKind, why: &str) {
    for record in records(settings) {
        let faulty = colour(&record);
        assert_eq!(record.score, Points::win(!faulty), "{record:?}");
        assert_eq!(record.end.kind, kind, "{record:?}");
        assert!(record.end.text.contains(why), "{why}: {}", record.end.text);
        let moves = 2 * (THIRD as usize - 1) + usize::from(faulty == Color::Black);
        assert_eq!(record.moves.len(), moves, "{record:?}");
    }
}

/// Fails unless all games go on to the draw after so many moves. Returns the remarks.
fn assert_draws(settings: &MatchSettings) -> Vec<String> {
    let mut remarks = Vec::new();
    for record in records(settings) {
        assert_eq!(record.score, Points::DRAW, "{record:?}");
        assert_eq!(record.end.kind, TerminationKind::Adjudication, "{record:?}");
        assert_eq!(record.moves.len(), 2 * MOVES as usize, "{record:?}");
        assert!(record.remarks.iter().all(|remark| remark.engine == Some(0)));
        remarks.extend(record.remarks.into_iter().map(|remark| remark.text));
    }
    remarks
}

fn sound_players() {
    let remarks = assert_draws(&settings(Fault::None, 0, PATIENT));
    assert!(remarks.is_empty(), "{remarks:?}");
}

fn death() {
    for (fault, why) in [
        (Fault::DiesAtReady, "(exit status: 4) before 'readyok'"),
        (Fault::DiesThinking, "(exit status: 5) before 'bestmove'"),
        (Fault::AbortsThinking, "(signal: 6 (SIGABRT)"),
        (Fault::LeavesChild, "(exit status: 8) before 'bestmove'"),
    ] {
        assert_loses(
            &settings(fault, THIRD, PATIENT),
            TerminationKind::Crash,
            why,
        );
    }
    // The move counts, and the next one does not come.
    for (fault, why) in [
        (Fault::DiesAfterMove, "(exit status: 6) before 'readyok'"),
        (Fault::DiesInLine, "(exit status: 7) before 'readyok'"),
    ] {
        assert_loses(
            &settings(fault, THIRD - 1, PATIENT),
            TerminationKind::Crash,
            why,
        );
    }
}

fn closed_pipes() {
    let why = "closed its pipes before 'bestmove'";
    let broken = settings(Fault::ClosesOutput, THIRD, PATIENT);
    assert_loses(&broken, TerminationKind::Crash, why);
    let why = "closed its pipes before 'readyok'";
    let broken = settings(Fault::ClosesInput, THIRD - 1, PATIENT);
    assert_loses(&broken, TerminationKind::Crash, why);
}

fn no_readyok() {
    let timeouts = EngineTimeouts {
        ready_ms: 1500,
        ..IMPATIENT
    };
    let why = "did not send 'readyok' within ";
    for (fault, at) in [(Fault::NoReadyOk, THIRD), (Fault::NotReading, THIRD - 1)] {
        assert_loses(&settings(fault, at, timeouts), TerminationKind::Stall, why);
    }
}

/// Gives the first engine so many milliseconds for each move.
fn timed(mut settings: MatchSettings, st_ms: u64) -> MatchSettings {
    settings.engines[0].limits.st_ms = Some(st_ms);
    settings
}

fn flags_fall() {
    let why = "flag fell";
    for (fault, timeouts) in [
        (Fault::Silent, PATIENT),
        (
            Fault::DeafToStop,
            EngineTimeouts {
                stop_ms: 200,
                ..PATIENT
            },
        ),
    ] {
        let slow = timed(settings(fault, THIRD, timeouts), 700);
        assert_loses(&slow, TerminationKind::Laws(OutcomeKind::FlagFall), why);
    }
    // The answer comes after the fall, and is not taken for one of the next game.
    let mut late = timed(settings(Fault::Late, THIRD, PATIENT), 700);
    late.engines[0].args.push("900".to_owned());
    assert_loses(&late, TerminationKind::Laws(OutcomeKind::FlagFall), why);
}

fn no_answer_without_a_clock() {
    let timeouts = EngineTimeouts {
        move_ms: 700,
        stop_ms: 200,
        ..PATIENT
    };
    let silent = settings(Fault::DeafToStop, THIRD, timeouts);
    assert_loses(&silent, TerminationKind::Stall, "no move within");
}

fn illegal_moves() {
    for (fault, why) in [
        (Fault::NoneMove, "(none)"),
        (Fault::NullMove, "0000"),
        (Fault::A1A1, "a1a1"),
        (Fault::A8A8, "a8a8"),
        (Fault::Garbage, "\u{fffd}\u{fffd}$%&"),
        (Fault::EmptyMove, "sent an empty 'bestmove'"),
        (Fault::IllegalMove, "e1e8"),
        (Fault::OldMove, "illegal move"),
    ] {
        let wrong = settings(fault, THIRD, PATIENT);
        assert_loses(&wrong, TerminationKind::Laws(OutcomeKind::IllegalMove), why);
    }
}

fn harmless_faults() {
    for fault in [
        Fault::NoIdentity,
        Fault::NoOptions,
        Fault::NoInfo,
        Fault::OnlyBounds,
        Fault::OddNumbers,
        Fault::CarriageReturns,
        Fault::Blanks,
        Fault::Nuls,
        Fault::Banners,
    ] {
        let remarks = assert_draws(&settings(fault, 0, PATIENT));
        assert!(remarks.is_empty(), "{fault:?}: {remarks:?}");
    }
    for fault in [Fault::Burst, Fault::BurstOfErrors] {
        let remarks = assert_draws(&settings(fault, THIRD, PATIENT));
        assert!(remarks.is_empty(), "{fault:?}: {remarks:?}");
    }
}

fn faults_that_are_remarked_on() {
    for (fault, at, remark) in [
        (Fault::TwoReadyOks, 0, "sent an unexpected 'readyok'"),
        (Fault::TwoMoves, THIRD, "sent an unexpected 'bestmove "),
        (Fault::ManyMoves, THIRD, "sent an unexpected 'bestmove "),
        (
            Fault::UnaskedMove,
            THIRD,
            "sent an unexpected 'bestmove e2e4'",
        ),
        (
            Fault::LongLine,
            THIRD,
            "sent a line of more than 1048576 bytes",
        ),
        (Fault::IllegalVariation, THIRD, "PV "),
        (Fault::NoText, THIRD, "PV "),
    ] {
        let remarks = assert_draws(&settings(fault, at, PATIENT));
        assert!(!remarks.is_empty(), "{fault:?}");
        assert!(
            remarks.iter().all(|text| text.contains(remark)),
            "{fault:?}: {remarks:?}"
        );
    }
}

fn a_player_that_cannot_be_started() {
    let timeouts = EngineTimeouts {
        start_ms: 1000,
        ..PATIENT
    };
    for (fault, why) in [
        (
            Fault::DiesAtStart,
            "ended (exit status: 3) before 'uciok': 'the net is not to be found'",
        ),
        (Fault::NoUciOk, "did not send 'uciok'"),
        (Fault::DiesAtReady, "before 'readyok'"),
    ] {
        let settings = settings(fault, 1, timeouts);
        match play(&settings, &Arc::default()).0.failure {
            Some(MatchError::Engine { name, error }) => {
                assert_eq!(name, format!("{fault:?}"));
                assert!(error.to_string().contains(why), "{error}");
            }
            other => panic!("{other:?}"),
        }
    }
}

fn many_games_at_a_time() {
    let mut settings = settings(Fault::DiesThinking, THIRD, PATIENT);
    settings
        .engines
        .push(tagged(scripted(Fault::IllegalMove, THIRD)));
    (settings.games, settings.concurrency) = (4, 4);
    let (_, records) = play(&settings, &Arc::default());
    assert_eq!(records.len(), 12);
    let mut standings = Standings::new(&settings);
    for record in &records {
        standings.add(record);
    }
    let lost = |kind: TerminationKind| standings.terminations()[&kind].lost.as_slice();
    let illegal = TerminationKind::Laws(OutcomeKind::IllegalMove);
    // Of two that fail at the same move White is the first.
    assert_eq!(lost(TerminationKind::Crash), [6, 0, 0]);
    assert_eq!(lost(illegal), [0, 0, 6]);
}

/// Drawn games between sound players, more at a time than a round has.
fn drawn_tournament(format: TournamentFormat, engines: usize) -> MatchSettings {
    let mut settings = settings(Fault::None, 0, PATIENT);
    let engine = |index: usize| EngineSpec {
        name: index.to_string(),
        limits: EngineLimits {
            nodes: Some(1),
            ..EngineLimits::default()
        },
        ..tagged(scripted(Fault::None, 0))
    };
    settings.engines = (0..engines).map(engine).collect();
    settings.format = format;
    settings.concurrency = 6;
    settings
}

/// Starts the engine anew for each game, but only if the shell agrees. It knows an `x` for each earlier start as `$n`.
fn start_if(engine: &mut EngineSpec, folder: &Folder, condition: &str) {
    let script = format!(
        "n=$(cat {0}); echo x$n > {0}; {condition} && exec {1} {2}",
        folder.path(&engine.name),
        engine.cmd,
        engine.args.join(" ")
    );
    (engine.cmd, engine.args) = ("sh".to_owned(), vec!["-c".to_owned(), script]);
    engine.restart = RestartPolicy::On;
    folder.write(&engine.name, "");
}

fn a_round_waits_for_an_engine_that_is_missing_once() {
    let folder = Folder::new();
    let mut settings = drawn_tournament(TournamentFormat::Swiss, 3);
    (settings.rounds, settings.concurrency) = (Some(2), 1);
    // It starts once before the match and once for each game; the last game of the first round is its third start.
    start_if(&mut settings.engines[0], &folder, "[ \"$n\" != xx ]");
    let (ending, records) = play(&settings, &Arc::default());
    assert!(!ending.interrupted && ending.failure.is_none());
    assert_eq!(records.len(), 4);
    assert!(folder.read("0").len() > "xxx\n".len());
}

fn a_game_without_both_engines_counts_only_if_both_come_back() {
    let folder = Folder::new();
    let mut settings = drawn_tournament(TournamentFormat::RoundRobin, 3);
    settings.concurrency = 1;
    // Both are missing in the first game, and only one of them comes back.
    start_if(&mut settings.engines[1], &folder, "[ \"$n\" != x ]");
    start_if(&mut settings.engines[2], &folder, "[ -z \"$n\" ]");
    let (ending, records) = play(&settings, &Arc::default());
    assert!(matches!(&ending.failure, Some(MatchError::Engine { name, .. }) if name == "2"));
    assert!(!records.is_empty());
    let without = |record: &GameRecord| record.white != 2 && record.black != 2;
    assert!(records.iter().all(without), "{records:?}");
}

fn rounds() {
    let mut swiss = drawn_tournament(TournamentFormat::Swiss, 5);
    swiss.rounds = Some(2);
    let knockout = drawn_tournament(TournamentFormat::Knockout, 3);
    // Each tie of the knockout goes on to its seventh game.
    for (settings, games) in [(swiss, 8), (knockout, 14)] {
        assert_eq!(settings.check(), Ok(()));
        let (ending, records) = play(&settings, &Arc::default());
        assert!(!ending.interrupted && ending.failure.is_none());
        assert_eq!(records.len(), games);
        let mut schedule = MatchSchedule::new(&settings, 1);
        for record in &records {
            let pairing = schedule.game(record.game).expect("it was known");
            assert_eq!((record.white, record.black), (pairing.white, pairing.black));
            assert_eq!(
                (record.round, record.armageddon),
                (pairing.round, pairing.armageddon)
            );
            schedule.add(record.game, record.score);
        }
        assert!(records.is_sorted_by_key(|record| record.round));
        assert_eq!(schedule.games() as usize, games);
    }
}

fn stopped() {
    let mut settings = settings(Fault::DeafToStop, THIRD, PATIENT);
    settings.games = 1000;
    let stop = Arc::new(AtomicBool::new(false));
    let start = Instant::now();
    let (ending, records) = thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(ms(700));
            stop.store(true, Ordering::Relaxed);
        });
        play(&settings, &stop)
    });
    // The deaf player is not waited for.
    let timeouts = ms(settings.timeouts.move_ms);
    assert!(start.elapsed() < timeouts / 2, "{:?}", start.elapsed());
    assert!(ending.interrupted);
    assert!(records.is_empty());
}
