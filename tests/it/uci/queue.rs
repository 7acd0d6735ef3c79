//! What comes while something runs: order, and nothing lost.

use crate::uci::driver::{Engine, answers, dialogue, messages, ms};
use crate::uci::info::{Game, Info, check};

#[test]
fn ten_searches_and_stops_in_one_write() {
    let mut engine = Engine::start();
    for line in [
        "go infinite\nstop\n",
        "go\nstop\n",
        "go ponder wtime 1000 btime 1000\nstop\n",
    ] {
        engine.write(line.repeat(10).as_bytes());
        for _ in 0..10 {
            engine.until("bestmove ");
        }
        assert!(engine.sync().is_empty());
    }
}

#[test]
fn hundreds_of_searches_and_stops() {
    let mut engine = Engine::start();
    let lines = [
        "go infinite\nstop",
        "go wtime 60000 btime 60000\nstop",
        "go ponder wtime 60000 btime 60000\nstop",
        "go depth 100\nstop",
    ];
    for round in 0..500 {
        engine.send(lines[round % lines.len()]);
        let said = engine.until("bestmove ");
        assert_ne!(answers(&said), ["(none)"]);
    }
    // Not one answer too many.
    assert!(engine.sync().is_empty());
}

#[test]
fn two_limited_searches_in_one_write_give_two_answers() {
    let lines = dialogue("go depth 6\ngo depth 6\n");
    assert_eq!(answers(&lines).len(), 2);
    assert!(messages(&lines, "warning").is_empty());
    let deep = Info::read_all(&lines)
        .iter()
        .filter(|info| info.depth == 6)
        .count();
    assert_eq!(deep, 2, "{lines:#?}");
}

#[test]
fn a_position_during_a_search_is_for_the_next_one() {
    let mut engine = Engine::start();
    engine.send("position startpos\ngo infinite\nposition startpos moves e2e4");
    engine.no_answer_for(ms(30));
    let lines = engine.search("stop");
    assert!(Game::start("").play(answers(&lines)[0]));
    let lines = engine.search("go depth 4");
    check(&lines, &Game::start("e2e4"), 1);
}

#[test]
fn a_wrong_position_that_waits_is_reported_although_another_follows() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    engine.no_answer_for(ms(20));
    engine
        .send("position fen nonsense\nposition startpos moves e2e5\nposition startpos moves d2d4");
    let lines = engine.sync();
    let errors = messages(&lines, "error");
    assert_eq!(errors.len(), 2, "{errors:?}");
    assert!(
        errors[0].contains("invalid FEN") && errors[1].contains("e2e5"),
        "{errors:?}"
    );
    engine.search("stop");
    check(&engine.search("go depth 4"), &Game::start("d2d4"), 1);
}

#[test]
fn the_backlog_keeps_its_order() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    engine.no_answer_for(ms(20));
    engine.send(
        "stop\nsetoption name MultiPV value 2\nposition startpos moves d2d4\ngo depth 3\n\
         setoption name MultiPV value 1\nposition startpos moves d2d4 d7d5\nd\ngo depth 4",
    );
    let first = engine.until("bestmove ");
    assert!(first.iter().all(|line| !line.contains(" multipv 2 ")));
    let second = engine.until("bestmove ");
    check(&second, &Game::start("d2d4"), 2);
    let third = engine.until("bestmove ");
    assert!(
        third
            .iter()
            .any(|line| line.starts_with("Fen: ") && line.contains("3p4/3P4"))
    );
    let infos = check(&third, &Game::start("d2d4 d7d5"), 1);
    assert_eq!(infos.last().map(|info| info.depth), Some(4));
}

#[test]
fn a_ponder_miss_in_one_write() {
    for stop in ["stop\n", ""] {
        let mut engine = Engine::start();
        engine.send("position startpos moves e2e4 e7e5\ngo ponder wtime 60000 btime 60000");
        engine.no_answer_for(ms(50));
        engine.send(&format!(
            "{stop}position startpos moves d2d4\ngo wtime 20000 btime 20000"
        ));
        let first = engine.until("bestmove ");
        assert!(Game::start("e2e4 e7e5").play(answers(&first)[0]));
        // Without `stop` the client has broken the protocol.
        assert_eq!(
            messages(&first, "warning").len(),
            usize::from(stop.is_empty())
        );
        let second = engine.until("bestmove ");
        let infos = check(&second, &Game::start("d2d4"), 1);
        // Not the move of a stale stop.
        assert!(
            infos.last().is_some_and(|info| info.depth > 4),
            "{second:#?}"
        );
    }
}

#[test]
fn a_hit_and_the_next_move_in_one_write() {
    let mut engine = Engine::start();
    engine
        .send("go ponder wtime 200 btime 200\nponderhit\nposition startpos moves e2e4\ngo depth 4");
    let first = engine.until("bestmove ");
    assert!(messages(&first, "warning").is_empty());
    let second = engine.until("bestmove ");
    check(&second, &Game::start("e2e4"), 1);
}

#[test]
fn a_search_behind_an_endless_one_is_not_forgotten() {
    let mut engine = Engine::start();
    for endless in [
        "go infinite",
        "go",
        "go mate 9",
        "go ponder wtime 9000 btime 9000",
        "go ponder",
    ] {
        // It runs already, or it begins with the other one behind it.
        for pause in [true, false] {
            engine.send(endless);
            if pause {
                engine.no_answer_for(ms(20));
            }
            engine.send("go depth 3");
            let first = engine.until("bestmove ");
            assert_eq!(
                messages(&first, "warning").len(),
                1,
                "{endless}: {first:#?}"
            );
            engine.until("bestmove ");
            assert!(engine.sync().is_empty());
        }
    }
    engine.send(&format!(
        "go depth 5\n{}",
        "go infinite\ngo depth 3\n".repeat(3)
    ));
    for _ in 0..7 {
        engine.until("bestmove ");
    }
    assert!(engine.sync().is_empty());
}

#[test]
fn stop_covers_what_is_queued_and_nothing_later() {
    let mut engine = Engine::start();
    engine.send("go movetime 20000\ngo movetime 20000\ngo depth 100\nstop\ngo depth 5");
    for _ in 0..3 {
        engine.until("bestmove ");
    }
    let last = engine.until("bestmove ");
    assert_eq!(Info::read_all(&last).last().map(|info| info.depth), Some(5));
}

#[test]
fn idle_stops_and_hits_mean_nothing() {
    let mut engine = Engine::start();
    engine.accepts("stop\nponderhit\nstop");
    let lines = engine.search("go depth 5\nponderhit");
    assert_eq!(
        Info::read_all(&lines).last().map(|info| info.depth),
        Some(5)
    );
    engine.accepts("stop\nponderhit");
    engine.send("go infinite\nponderhit");
    engine.no_answer_for(ms(30));
    engine.search("stop");
}

#[test]
fn own_commands_wait_for_the_search() {
    let mut engine = Engine::start();
    engine.send("go infinite\nd\neval\ngo perft 2");
    engine.no_answer_for(ms(20));
    let lines = engine.search("stop");
    assert!(lines.iter().all(|line| !line.starts_with("Fen: ")));
    let rest = engine.until("Nodes searched: 400");
    assert!(rest.iter().any(|line| line.starts_with("Fen: ")));
}

#[test]
fn nothing_is_learned_from_a_stopped_search_that_would_hurt_the_next() {
    let mut engine = Engine::start();
    for _ in 0..20 {
        engine.send("position startpos\ngo infinite\nstop\ngo depth 5");
        engine.until("bestmove ");
        let lines = engine.until("bestmove ");
        let infos = check(&lines, &Game::start(""), 1);
        assert_eq!(infos.last().map(|info| info.depth), Some(5));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn long_positions_that_wait_take_little_memory() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    engine.no_answer_for(ms(20));
    let line = format!(
        "position startpos moves{}\n",
        " g1f3 g8f6 f3g1 f6g8".repeat(50_000)
    );
    for _ in 0..50 {
        engine.write(line.as_bytes());
    }
    engine.no_answer_for(ms(20));
    let peak = engine.peak_memory();
    assert!(peak < 400_000, "{peak} KiB");
    engine.search("stop");
    assert!(engine.fen().starts_with("rnbqkbnr/"));
}

#[test]
fn too_much_behind_an_endless_search_stops_it() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    engine.write("setoption name MultiPV value 1\n".repeat(50_000).as_bytes());
    let lines = engine.until("bestmove ");
    assert_eq!(messages(&lines, "warning").len(), 1);
    assert!(engine.sync().is_empty());
}
