//! Each fault of a player meets a reply or an error that says what happened, in bounded time, and leaves no process.
//! The faults whose whole effect a match shows are tested in `matches`.

use crate::scripted::Fault;
use crate::support::{
    IMPATIENT, PATIENT, PLENTY, Process, answer, ask, ms, scripted, start, started,
};
use compongo::board::Board;
use compongo::match_runner::game::EnginePlayer;
use compongo::match_runner::uci_engine::{ExpectedReply, GoReply, UciEngineError};
use compongo::notation::uci_move;
use std::fmt::Debug;
use std::time::{Duration, Instant};

tests![
    a_sound_player_plays,
    nothing_of_the_introduction_is_needed,
    death_on_an_option,
    death_before_a_move,
    no_readyok,
    silence_until_stop,
    deaf_to_stop,
    a_late_answer_is_not_taken_for_the_next,
    two_answers_to_one_go,
    an_answer_before_go,
    a_thousand_answers,
    the_variation_is_handed_on_as_it_is,
    a_move_without_a_score,
    carriage_returns_blanks_nuls_and_no_text,
    life_after_the_end_of_input,
    quit_is_ignored,
    a_sound_player_quits,
    not_reading,
    not_reading_long_lines,
    a_child_left_behind,
];

fn is_move(word: &str) -> bool {
    uci_move::parse(&Board::start(), word).is_ok()
}

/// Fails if an act takes as long as the patience of [`PATIENT`], with some allowance for a busy machine.
fn soon<T>(act: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = act();
    assert!(
        start.elapsed() < PLENTY / 2,
        "it took {:?}",
        start.elapsed()
    );
    result
}

fn a_sound_player_plays() {
    let (mut player, process) = started(Fault::None, 0, &PATIENT);
    player.new_game(false).expect("it is ready");
    for _ in 0..3 {
        let answer = answer(&mut player);
        assert!(is_move(&answer.best), "{answer:?}");
        assert_eq!(answer.pv, [answer.best.as_str()]);
        assert_eq!((answer.info.cp, answer.info.depth), (Some(0), Some(1)));
        assert!(answer.laws.is_empty());
        assert!(answer.used < PLENTY, "{:?}", answer.used);
    }
    assert!(player.take_warnings().is_empty());
    drop(player);
    process.assert_gone();
}

fn nothing_of_the_introduction_is_needed() {
    for fault in [Fault::NoIdentity, Fault::NoOptions] {
        let mut spec = scripted(fault, 0);
        // One thread is what an engine without the option has.
        spec.options = [("threads", "1"), ("move overhead", "1")]
            .map(|(a, b)| (a.to_owned(), b.to_owned()))
            .to_vec();
        let mut player = start(&spec, &PATIENT).expect("it starts");
        assert_eq!(player.options().is_empty(), fault == Fault::NoOptions);
        assert!(is_move(&answer(&mut player).best));
        let remarks = player.take_warnings();
        if fault == Fault::NoOptions {
            assert_eq!(remarks, ["does not have the option 'move overhead'"]);
        } else {
            assert!(remarks.is_empty(), "{remarks:?}");
        }
    }
}

/// How long a reply was waited for in vain.
fn time_out<T: Debug>(result: Result<T, UciEngineError>, reply: ExpectedReply) -> Duration {
    match result {
        Err(UciEngineError::Timeout { expected, waited }) if expected == reply => waited,
        other => panic!("{other:?}"),
    }
}

fn death_on_an_option() {
    let mut spec = scripted(Fault::DiesOnOption, 0);
    let mut player = start(&spec, &PATIENT).expect("without options it starts");
    assert!(is_move(&answer(&mut player).best));
    spec.options = vec![("Style".to_owned(), "Wild".to_owned())];
    let error = start(&spec, &PATIENT).expect_err("it dies");
    let text = "ended (exit status: 1) before 'readyok': 'what is that?'";
    assert_eq!(error.to_string(), text);
}

fn death_before_a_move() {
    let error = start(&scripted(Fault::DiesAtReady, 1), &PATIENT).expect_err("it dies");
    let text = "ended (exit status: 4) before 'readyok'";
    assert_eq!(error.to_string(), text);
    let (mut player, process) = started(Fault::DiesAtReady, 2, &PATIENT);
    answer(&mut player);
    let error = ask(&mut player).expect_err("it dies");
    assert_eq!(error.to_string(), text);
    // It may be asked again, but nothing comes of it.
    assert_eq!(ask(&mut player).expect_err("it is dead").to_string(), text);
    process.assert_gone();
}

fn no_readyok() {
    let error = start(&scripted(Fault::NoReadyOk, 1), &IMPATIENT).expect_err("it is silent");
    let text = error.to_string();
    assert!(text.starts_with("did not send 'readyok' within "), "{text}");
    let (mut player, process) = started(Fault::NoReadyOk, 2, &IMPATIENT);
    answer(&mut player);
    time_out(soon(|| ask(&mut player)), ExpectedReply::ReadyOk);
    drop(player);
    process.assert_gone();
}

fn silence_until_stop() {
    let (mut player, _) = started(Fault::Silent, 2, &PATIENT);
    player.recover().expect("it owes nothing");
    answer(&mut player);
    match player.go("position startpos", "go", ms(100)) {
        Ok(GoReply::Timeout { waited }) => assert!(waited >= ms(100)),
        other => panic!("{other:?}"),
    }
    player.recover().expect("it obeys");
    assert!(is_move(&answer(&mut player).best));
    assert!(
        player.take_warnings().is_empty(),
        "it did what it was asked"
    );
}

fn deaf_to_stop() {
    let (mut player, process) = started(Fault::DeafToStop, 1, &IMPATIENT);
    let reply = player.go("position startpos", "go", ms(50));
    assert!(matches!(reply, Ok(GoReply::Timeout { .. })), "{reply:?}");
    let waited = time_out(soon(|| player.recover()), ExpectedReply::BestMoveAfterStop);
    assert!(waited >= ms(1000), "{waited:?}");
    drop(player);
    process.assert_gone();
}

fn a_late_answer_is_not_taken_for_the_next() {
    let mut spec = scripted(Fault::Late, 1);
    spec.args.push("300".to_owned());
    let mut player = start(&spec, &PATIENT).expect("it starts");
    let reply = player.go("position startpos", "go", ms(50));
    assert!(matches!(reply, Ok(GoReply::Timeout { .. })), "{reply:?}");
    // No one has asked it to recover.
    let position = "position startpos moves e2e4";
    match player.go(position, "go", PLENTY) {
        Ok(GoReply::BestMove(answer)) => {
            let mut board = Board::start();
            board.play(uci_move::parse(&board, "e2e4").expect("a move"));
            assert!(uci_move::parse(&board, &answer.best).is_ok(), "{answer:?}");
        }
        other => panic!("{other:?}"),
    }
    assert!(player.take_warnings().is_empty());
}

fn two_answers_to_one_go() {
    let (mut player, _) = started(Fault::TwoMoves, 1, &PATIENT);
    let first = answer(&mut player);
    let second = answer(&mut player);
    assert!(is_move(&first.best) && is_move(&second.best));
    assert!(second.info.cp.is_some(), "an answer of its own");
    let expected = format!("sent an unexpected 'bestmove {}'", first.best);
    assert_eq!(player.take_warnings(), [expected]);
}

fn an_answer_before_go() {
    let (mut player, _) = started(Fault::UnaskedMove, 0, &PATIENT);
    for _ in 0..3 {
        let answer = answer(&mut player);
        assert!(answer.info.cp.is_some(), "an answer of its own");
        assert_eq!(
            player.take_warnings(),
            ["sent an unexpected 'bestmove e2e4'"]
        );
    }
}

fn a_thousand_answers() {
    let (mut player, _) = started(Fault::ManyMoves, 1, &PATIENT);
    let first = answer(&mut player);
    let second = answer(&mut player);
    assert!(is_move(&first.best) && is_move(&second.best));
    assert_eq!((first.info.cp, second.info.cp), (None, Some(0)));
    assert_eq!(player.take_warnings().len(), 16);
}

fn the_variation_is_handed_on_as_it_is() {
    let (mut player, _) = started(Fault::IllegalVariation, 0, &PATIENT);
    let answer = answer(&mut player);
    assert_eq!(answer.pv, [answer.best.as_str(), "e1e8", "e8e1"]);
}

fn a_move_without_a_score() {
    let (mut player, _) = started(Fault::NoInfo, 2, &PATIENT);
    assert!(answer(&mut player).info.cp.is_some());
    let answer = answer(&mut player);
    assert!(is_move(&answer.best));
    assert_eq!(
        (answer.info.cp, answer.pv.len()),
        (None, 0),
        "nothing of the last move"
    );
}

fn carriage_returns_blanks_nuls_and_no_text() {
    for fault in [
        Fault::CarriageReturns,
        Fault::Blanks,
        Fault::Nuls,
        Fault::NoText,
    ] {
        let (mut player, _) = started(fault, 0, &PATIENT);
        for _ in 0..2 {
            let answer = answer(&mut player);
            assert!(is_move(&answer.best), "{answer:?}");
            assert_eq!(answer.info.cp, Some(3), "{fault:?}");
        }
        assert!(player.take_warnings().is_empty());
    }
}

fn life_after_the_end_of_input() {
    for dropped in [true, false] {
        let (mut player, process) = started(Fault::Spins, 0, &IMPATIENT);
        answer(&mut player);
        soon(|| if dropped { drop(player) } else { player.quit() });
        process.assert_gone();
    }
}

fn quit_is_ignored() {
    let (player, process) = started(Fault::IgnoresQuit, 0, &IMPATIENT);
    let start = Instant::now();
    player.quit();
    let took = start.elapsed();
    assert!(took >= ms(1000) && took < PLENTY / 2, "{took:?}");
    process.assert_gone();
}

fn a_sound_player_quits() {
    let (mut player, process) = started(Fault::None, 0, &PATIENT);
    answer(&mut player);
    soon(|| player.quit());
    process.assert_gone();
}

fn not_reading() {
    let (mut player, process) = started(Fault::NotReading, 1, &IMPATIENT);
    answer(&mut player);
    time_out(soon(|| ask(&mut player)), ExpectedReply::ReadyOk);
    drop(player);
    process.assert_gone();
}

fn not_reading_long_lines() {
    let (mut player, process) = started(Fault::NotReading, 1, &IMPATIENT);
    answer(&mut player);
    let position = format!(
        "position startpos moves{}",
        " g1f3 g8f6 f3g1 f6g8".repeat(20_000)
    );
    match soon(|| player.go(&position, "go", PLENTY)) {
        Err(UciEngineError::NotReading { expected, waited }) => {
            assert_eq!(expected, ExpectedReply::ReadyOk);
            assert!(waited >= ms(1000), "{waited:?}");
        }
        other => panic!("{other:?}"),
    }
    soon(|| drop(player));
    process.assert_gone();
}

/// The child of a player that dies before its move and leaves one behind.
fn left_behind(fault: Fault) -> Process {
    let (mut player, process) = started(fault, 1, &PATIENT);
    let error = soon(|| ask(&mut player)).expect_err("it dies");
    let UciEngineError::Exited {
        status,
        expected,
        stderr: said,
    } = error
    else {
        panic!("{error:?}");
    };
    assert_eq!(
        (status.as_str(), expected),
        ("exit status: 8", ExpectedReply::BestMove)
    );
    soon(|| drop(player));
    process.assert_gone();
    Process::numbered(&said.expect("its number"))
}

fn a_child_left_behind() {
    // It is in the player's group.
    left_behind(Fault::LeavesChild).assert_ends();
    // It is not, and not a child of ours; the end of its output is not waited for.
    let stranger = left_behind(Fault::LeavesStranger);
    let lives = stranger.lives();
    stranger.kill();
    assert!(lives);
}
