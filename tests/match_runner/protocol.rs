//! What a sound player is told, and when.

use crate::folder::Folder;
use crate::scripted::Fault;
use crate::support::{
    IMPATIENT, PATIENT, PLENTY, Process, answer, ask, guard, ms, scripted, start, started,
};
use compongo::match_runner::game::EnginePlayer;
use compongo::match_runner::settings::EngineSpec;
use compongo::match_runner::uci_engine::{
    GoReply, OptionKind, ProtocolLog, UciEngine, UciEngineError,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Instant;

tests![
    each_move_is_asked_for_after_a_barrier,
    options_are_set_under_the_engines_own_names,
    a_new_game_is_announced,
    a_command_is_one_line,
    the_clock_starts_with_go,
    the_protocol_is_written_down,
    a_failed_player_is_not_recovered,
    a_stale_answer_is_not_waited_for,
    an_answer_beyond_the_limit_is_too_late,
];

/// What the player was told since its last move, that one's `go` included.
fn told(player: &mut UciEngine) -> Vec<String> {
    answer(player).laws
}

fn each_move_is_asked_for_after_a_barrier() {
    let (mut player, _) = started(Fault::Echo, 0, &PATIENT);
    let first = ["uci", "isready", "position startpos", "isready", "go"];
    assert_eq!(told(&mut player), first);
    player.send("debug on").expect("it reads");
    let second = ["debug on", "position startpos", "isready", "go"];
    assert_eq!(told(&mut player), second);
}

fn options_are_set_under_the_engines_own_names() {
    let mut spec = scripted(Fault::Echo, 0);
    let options = [
        ("move overhead", "30"),
        ("Nothing", "1"),
        ("CLEAR HASH", ""),
        ("Book File", ""),
        ("style", "Wild"),
        ("book file", "a book.bin"),
    ];
    spec.options = options
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into();
    let mut player = start(&spec, &PATIENT).expect("it starts");
    let expected = [
        "uci",
        "setoption name Move Overhead value 30",
        "setoption name Clear Hash",
        "setoption name Book File value <empty>",
        "setoption name Style value Wild",
        "setoption name Book File value a book.bin",
        "isready",
        "position startpos",
        "isready",
        "go",
    ];
    assert_eq!(told(&mut player), expected);
    assert_eq!(
        player.take_warnings(),
        ["does not have the option 'Nothing'"]
    );
    assert!(player.has_option("uci_chess960") && !player.has_option("Chess960"));
    let kinds = player.options().iter().map(|option| &option.kind);
    let expected = [
        OptionKind::Check,
        OptionKind::Spin(Some(0..=5000)),
        OptionKind::Button,
        OptionKind::String,
        OptionKind::Combo(["Solid", "Wild"].map(str::to_owned).to_vec()),
    ];
    assert!(kinds.take(5).eq(&expected));
}

fn a_new_game_is_announced() {
    const ASKED: [&str; 3] = ["position startpos", "isready", "go"];
    let (mut player, _) = started(Fault::Echo, 0, &PATIENT);
    told(&mut player);
    for (chess960, option) in [
        (false, None),
        (true, Some("setoption name UCI_Chess960 value true")),
        (true, None),
        (false, Some("setoption name UCI_Chess960 value false")),
    ] {
        player.new_game(chess960).expect("it is ready");
        let mut expected: Vec<&str> = option.into_iter().collect();
        expected.extend(["ucinewgame", "isready"]);
        expected.extend(ASKED);
        assert_eq!(told(&mut player), expected);
    }
    let (mut player, _) = started(Fault::None, 0, &PATIENT);
    player.new_game(true).expect("it is ready");
    assert!(player.take_warnings().is_empty());
    let mut player = start(&scripted(Fault::NoOptions, 0), &PATIENT).expect("it starts");
    player.new_game(true).expect("it is ready");
    assert_eq!(
        player.take_warnings(),
        ["does not have the option 'UCI_Chess960'"]
    );
}

fn a_command_is_one_line() {
    let (mut player, _) = started(Fault::Echo, 0, &PATIENT);
    told(&mut player);
    player
        .send("setoption name X value a\nquit\r\0")
        .expect("it reads");
    assert_eq!(told(&mut player)[0], "setoption name X value a quit");
}

fn the_clock_starts_with_go() {
    let mut spec = scripted(Fault::Late, 0);
    spec.args.push("50".to_owned());
    let mut player = start(&spec, &PATIENT).expect("it starts");
    for _ in 0..3 {
        let used = answer(&mut player).used;
        // The player begins to count a little later than we do; on a busy machine, we may be late ourselves.
        assert!(used >= ms(49) && used < PLENTY, "{used:?}");
    }
}

fn the_protocol_is_written_down() {
    let folder = Folder::new();
    let log = ProtocolLog::open(&folder.join("log")).expect("a file");
    let mut spec = EngineSpec {
        name: "Foo 1.2".to_owned(),
        ..scripted(Fault::DiesOnOption, 0)
    };
    let mut player = UciEngine::start(
        &spec,
        &PATIENT,
        &[],
        None,
        Some(log.clone()),
        Arc::default(),
    )
    .expect("it starts");
    let best = answer(&mut player).best;
    drop(player);
    spec.options = vec![("Style".to_owned(), "Wild".to_owned())];
    let error = UciEngine::start(&spec, &PATIENT, &[], None, Some(log), Arc::default())
        .expect_err("it dies");
    assert!(matches!(error, UciEngineError::Exited { .. }), "{error:?}");
    let text = folder.read("log");
    let lines: Vec<&str> = text
        .lines()
        .map(|line| {
            let (time, rest) = line.split_once(' ').expect("a time");
            assert!(
                time.parse::<f64>().is_ok_and(|time| time < 60_000.0),
                "{line}"
            );
            rest.strip_prefix("Foo 1.2 ").expect("the name")
        })
        .collect();
    let best = format!("< bestmove {best}");
    for line in [
        "> uci",
        "< uciok",
        "> isready",
        "< readyok",
        "> go",
        &best,
        "! what is that?",
    ] {
        assert!(lines.contains(&line), "{line}\n{text}");
    }
}

fn an_answer_beyond_the_limit_is_too_late() {
    let mut spec = scripted(Fault::Late, 0);
    spec.args.push("200".to_owned());
    let mut player = start(&spec, &IMPATIENT).expect("it starts");
    let reply = player.go("position startpos", "go", ms(0));
    assert!(matches!(reply, Ok(GoReply::Timeout { .. })), "{reply:?}");
    let reply = player.go("position startpos", "go", std::time::Duration::MAX);
    assert!(matches!(reply, Ok(GoReply::BestMove(_))), "{reply:?}");
    let reply = player.go("position startpos", "go", PLENTY);
    assert!(matches!(reply, Ok(GoReply::BestMove(_))), "{reply:?}");
}

fn a_failed_player_is_not_recovered() {
    let (mut player, _) = started(Fault::NoReadyOk, 2, &IMPATIENT);
    player.recover().expect("all is well");
    answer(&mut player);
    let error = ask(&mut player).expect_err("it is silent");
    assert_eq!(player.recover(), Err(error.clone()));
    assert_eq!(player.new_game(false), Err(error));
    let (mut player, process) = started(Fault::DiesAfterMove, 1, &PATIENT);
    answer(&mut player);
    process.assert_ends();
    let error = player.recover().expect_err("it is dead");
    assert!(matches!(error, UciEngineError::Exited { .. }), "{error:?}");
}

fn a_stale_answer_is_not_waited_for() {
    for fault in [Fault::DeafToStop, Fault::EverReady] {
        let stop = Arc::new(AtomicBool::new(false));
        let spec = scripted(fault, 1);
        let mut player = UciEngine::start(
            &spec,
            &PATIENT,
            &[],
            Some(&guard()),
            None,
            Arc::clone(&stop),
        )
        .expect("it starts well");
        let process = Process::of(&player);
        thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(ms(250));
                stop.store(true, Ordering::Relaxed);
            });
            let start = Instant::now();
            assert_eq!(ask(&mut player), Err(UciEngineError::Cancelled));
            assert!(start.elapsed() < PLENTY / 2, "{:?}", start.elapsed());
        });
        drop(player);
        process.assert_gone();
    }
}
