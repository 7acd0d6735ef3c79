//! `go`.

use crate::support::table::rows;
use crate::uci::driver::{Engine, answers, assert_soon, dialogue, median, messages, ms, starting};
use crate::uci::info::{Game, Info, Score, check};
use std::time::{Duration, Instant};

const MATED: &str = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1";
const STALEMATED: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
const MATE_IN_ONE: &str = "7k/8/6K1/8/8/8/8/R7 w - - 0 1";
const MATE_IN_TWO: &str = "7k/8/8/6K1/8/8/8/1R4R1 w - - 0 1";

/// Limits of each kind, and together.
const LIMITED: &[&str] = &[
    "go depth 3 ",
    "go depth 1",
    "go nodes 1",
    "go nodes 500",
    "go movetime 20",
    "go movetime 0",
    "go movetime -100",
    "go movetime 20 depth 2 nodes 100",
    "go movetime 100 wtime 1000 btime 1000 movestogo 5",
    "go wtime 100",
    "go wtime 1",
    "go wtime 0 btime 0",
    "go wtime -5 btime -5",
    "go wtime 100 btime 100 depth 1",
    "go wtime 100 btime 100 winc 10 binc 10",
    "go wtime 100 btime 100 movestogo 1",
    "go wtime 200 btime 200 movestogo 300",
    "go btime 100 wtime 100 movestogo 40 depth 300",
    "go wtime 999999999999999 btime 1 depth 2",
    "go mate -3 nodes 100",
    "go mate 2 depth 3",
    "go depth 3 searchmoves e2e4 d2d4",
    "go searchmoves e2e4 d2d4 nodes 100",
    // A number was sent, but none is usable: an answer is expected.
    "go wtime NaN",
];

#[test]
fn every_limit_is_answered_once() {
    let mut engine = Engine::start();
    for line in LIMITED {
        let lines = engine.search(line);
        assert_eq!(answers(&lines).len(), 1, "{line}");
        assert_ne!(answers(&lines), ["(none)"], "{line}");
        assert!(!Info::read_all(&lines).is_empty(), "{line}: {lines:#?}");
        assert!(engine.sync().is_empty(), "{line}");
    }
}

#[test]
fn the_options_of_the_clock_have_an_effect() {
    let mut engine = Engine::start();
    engine.send("debug on");
    for (option, go, bounds) in [
        (
            "Move Overhead value 30",
            "wtime 3000 btime 3000 movestogo 1",
            "soft 2227 hard 2227",
        ),
        (
            "Move Overhead value 2000",
            "wtime 3000 btime 3000 movestogo 1",
            "soft 750 hard 750",
        ),
        (
            "Move Overhead value 30",
            "wtime 60000 btime 60000 movestogo 40",
            "soft 1492 hard 7461",
        ),
        (
            "Clock value 40/60:1",
            "wtime 60000 btime 60000 movestogo 40",
            "soft 1011 hard 5057",
        ),
        (
            "Clock value 300d5",
            "wtime 1 btime 1",
            "soft 4970 hard 4970",
        ),
        (
            "Clock value 300b5",
            "wtime 5001 btime 5001",
            "soft 4970 hard 4970",
        ),
    ] {
        let lines = engine.search(&format!("setoption name {option}\ngo {go} depth 1"));
        let said = starting(&lines, "info string time ")[0];
        assert!(said.contains(bounds), "{option}: {said}");
    }
}

#[test]
fn deep_is_as_deep_as_can_be() {
    // Neither more than a byte holds nor more than the engine can search.
    let fen = "8/8/8/8/8/4k3/8/4K2B w - - 0 1";
    let lines = dialogue(format!("position fen {fen}\ngo depth 255\ngo depth 1000\n"));
    assert_eq!(answers(&lines).len(), 2, "{lines:?}");
}

#[test]
fn nodes_can_run_the_clock_instead_of_time() {
    // The second `go` comes when the clock of the client is all but empty, but few nodes have been searched.
    let game = || {
        let lines = dialogue(
            "setoption name nodestime value 10\ngo wtime 60000 btime 60000\n\
             position startpos moves e2e4 e7e5\ngo wtime 1 btime 1",
        );
        let nodes = |line: &String| {
            let (_, rest) = line.split_once(" nodes ")?;
            rest.split(' ').next()?.parse::<u64>().ok()
        };
        let best = answers(&lines).join(" ");
        (lines.iter().filter_map(nodes).collect::<Vec<_>>(), best)
    };
    let (nodes, best) = game();
    assert!(nodes.last() > Some(&2_000), "{nodes:?}");
    assert_eq!((nodes, best), game());
    // What is searched without a move on the board costs nothing.
    let budget_after = |search: Option<&str>| {
        let mut engine = Engine::start();
        engine.send("setoption name nodestime value 1\ndebug on\nposition startpos");
        engine.search("go wtime 9000");
        if let Some(search) = search {
            engine.search(search);
        }
        let lines = engine.search("go wtime 9000");
        let line = starting(&lines, "info string time soft").concat();
        line.split(" lag").next().map(str::to_owned)
    };
    let ordinary = budget_after(None);
    assert!(
        ordinary
            .as_ref()
            .is_some_and(|line| line.contains(" hard "))
    );
    for search in [
        "go infinite wtime 9000 winc 9000\nstop",
        "go ponder wtime 9000 winc 9000\nstop",
    ] {
        assert_eq!(budget_after(Some(search)), ordinary, "{search}");
    }
    // A level does not take its time, of which an hour's clock would give it seconds.
    assert_soon("the answer of a level", ms(1000), || {
        let began = Instant::now();
        dialogue(
            "setoption name nodestime value 1\nsetoption name UCI_LimitStrength value true\n\
             setoption name UCI_Elo value 800\ngo wtime 3600000 btime 3600000",
        );
        began.elapsed()
    });
}

#[test]
fn nodes_are_exact() {
    let mut engine = Engine::start();
    for nodes in [1, 2, 100, 1000, 4321] {
        let lines = engine.search(&format!("go nodes {nodes}"));
        let last = starting(&lines, "info ").pop().expect("an info line");
        assert!(last.contains(&format!(" nodes {nodes} ")), "{lines:#?}");
    }
}

#[test]
fn searchmoves_end_with_the_next_word() {
    let mut engine = Engine::start();
    for line in [
        "go searchmoves a2a3 h2h3 depth 4",
        "go depth 4 searchmoves a2a3 h2h3",
        "go searchmoves A2A3 h2h3 movetime 30",
        "go wtime 500 searchmoves a2a3 e2e5 h2h3 btime 500",
    ] {
        let lines = engine.search(line);
        assert!(matches!(answers(&lines)[0], "a2a3" | "h2h3"), "{lines:?}");
        assert_eq!(
            messages(&lines, "warning").len(),
            usize::from(line.contains("e2e5"))
        );
    }
    // None that is legal: as if there were no move.
    for line in ["go searchmoves 0000 depth 4", "go depth 4 searchmoves e2e5"] {
        let lines = engine.search(line);
        assert_eq!(answers(&lines), ["(none)"]);
        assert!(
            !lines.iter().any(|line| line.contains("score")),
            "nothing was searched: {lines:?}"
        );
    }
}

#[test]
fn without_a_move_the_answer_is_none() {
    for (fen, result, score) in [
        (MATED, "1-0 checkmate article 5.1.1", "mate 0"),
        (STALEMATED, "1/2-1/2 stalemate article 5.2.1", "cp 0"),
    ] {
        let mut engine = Engine::start();
        engine.reply(&format!("position fen {fen}"));
        let expected = [
            format!("info string laws result {result}"),
            format!("info depth 0 score {score}"),
            "bestmove (none)".to_owned(),
        ];
        for line in [
            "go depth 3",
            "go movetime 50",
            "go wtime 1000 btime 1000",
            "go nodes 5",
            "go mate 1",
        ] {
            assert_eq!(engine.search(line), expected, "{line}");
        }
        for line in ["go infinite", "go", "go ponder wtime 1000 btime 1000"] {
            engine.send(line);
            engine.no_answer_for(ms(40));
            assert_eq!(
                engine.search("stop").last().map(String::as_str),
                Some("bestmove (none)")
            );
        }
    }
}

#[test]
fn unlimited_searches_wait_for_stop() {
    let mut engine = Engine::start();
    for fen in [
        MATE_IN_ONE,
        MATED,
        STALEMATED,
        "7k/8/8/8/8/8/r7/7K w - - 0 1",
        "8/8/8/8/8/4k3/8/4K2B w - - 0 1",
    ] {
        engine.reply(&format!("position fen {fen}"));
        for line in [
            "go infinite",
            "go",
            "go infinite ",
            "go infinite wtime 1 btime 1",
            "go infinite depth 2",
            "go depth 2 infinite nodes 100",
            "go infinite searchmoves a1a8",
            "go ponder wtime 1 btime 1",
            "go wtime 1 btime 1 ponder",
            "go ponder movetime 1",
            "go infinite ponder",
            "go ponder",
        ] {
            engine.send(line);
            engine.no_answer_for(ms(8));
            let lines = engine.search("stop");
            assert_eq!(answers(&lines).len(), 1, "{fen} {line}");
        }
    }
}

#[test]
fn the_only_reply_is_expected_after_the_shortest_search() {
    let mut engine = Engine::start();
    // Black has a single move whatever White plays.
    engine.send("position fen 7k/7p/7P/8/8/8/P7/K7 w - - 0 1");
    let lines = engine.search("go nodes 1");
    assert!(
        lines.iter().any(|line| line.ends_with(" ponder h8g8")),
        "{lines:?}"
    );
}

#[test]
fn pondering_ends_with_the_hit() {
    let mut engine = Engine::start();
    for line in [
        "go ponder wtime 300 btime 300",
        "go wtime 300 btime 300 ponder",
        "go ponder depth 4",
        "go ponder movetime 20",
        "go ponder nodes 500",
    ] {
        engine.send("position startpos moves e2e4 e7e5");
        engine.send(line);
        engine.no_answer_for(ms(60));
        let lines = engine.search("ponderhit");
        assert_eq!(answers(&lines).len(), 1);
        assert!(engine.sync().is_empty());
    }
    // Time used while pondering is credited: 30 seconds for the game would give this move one of them.
    assert_soon("ponderhit", ms(250), || {
        engine.send("position startpos moves e2e4 e7e5\ngo ponder wtime 30000 btime 30000");
        engine.no_answer_for(ms(2500));
        let start = Instant::now();
        engine.search("ponderhit");
        start.elapsed()
    });
    // Infinity outlasts the hit.
    engine.send("go ponder infinite\nponderhit");
    engine.no_answer_for(ms(40));
    engine.search("stop");
}

#[test]
fn a_search_behind_another_has_its_own_time() {
    let go = "position startpos\ngo movetime 300\n";
    let out = dialogue(go.repeat(2));
    let end = out.iter().position(|line| line.starts_with("bestmove "));
    let second = &out[end.expect("an answer") + 1..];
    assert!(
        second.iter().any(|line| line.starts_with("info depth 4 ")),
        "{out:?}"
    );
}

#[test]
fn an_interrupted_search_says_that_its_score_is_only_a_bound() {
    let mut engine = Engine::start();
    let mut bounds = 0;
    for nodes in (20_000..=70_000).step_by(1000) {
        engine.send("ucinewgame\nposition fen 8/8/8/8/8/5k2/8/5K1R w - - 0 1");
        let lines = engine.search(&format!("go nodes {nodes}"));
        let last = lines.iter().rfind(|line| line.contains(" score "));
        let last = last.expect("a score");
        let is_bound = last.contains(" lowerbound ");
        let score = last.split_once(" score cp ").map_or("0", |(_, rest)| rest);
        let score = score.split(' ').next().map(str::parse::<i32>);
        let is_won = score.is_some_and(|score| score.expect("a number") > 19_000);
        // Without endgame tables, only a mate whose moves are not known has such a score.
        assert!(is_bound || !is_won, "{nodes}: {last}");
        bounds += usize::from(is_bound);
    }
    assert!(bounds > 0);
}

#[test]
fn the_last_depth_is_told_even_if_nothing_else_is_new() {
    let mut engine = Engine::start();
    engine.send("position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    let lines = engine.search("go depth 40");
    assert_eq!(starting(&lines, "info depth 40 ").len(), 1, "{lines:?}");
}

#[test]
fn the_clock_of_the_opponent_serves_for_both() {
    let mut engine = Engine::start();
    engine.send("position startpos moves e2e4");
    for line in ["go wtime 200 winc 10", "go ponder wtime 200\nponderhit"] {
        let lines = engine.search(line);
        let warnings = messages(&lines, "warning");
        assert_eq!(
            warnings,
            [
                "info string warning go: the clock of the side to move is missing; using the other for both"
            ]
        );
    }
    engine.send("go wtime 200 infinite");
    engine.no_answer_for(ms(400));
    assert!(messages(&engine.search("stop"), "warning").is_empty());
}

#[test]
fn a_mate_search_ends_with_its_mate() {
    let mut engine = Engine::start();
    for (fen, line, best) in [
        (MATE_IN_ONE, "go mate 1", Some("a1a8")),
        (MATE_IN_ONE, "go mate 5", Some("a1a8")),
        (MATE_IN_TWO, "go mate 2", None),
        ("7k/5K2/8/8/8/8/8/1R6 b - - 0 1", "go mate -1", Some("h8h7")),
    ] {
        let lines = engine.search(&format!("ucinewgame\nposition fen {fen}\n{line}"));
        if let Some(best) = best {
            assert_eq!(answers(&lines), [best], "{lines:#?}");
        }
        let infos = check(&lines, &Game::new(fen, ""), 1);
        assert!(matches!(
            infos.last().expect("scored").score,
            Score::Mate(_)
        ));
    }
    // Without a mate it ends with the refutation and the move of an ordinary search.
    let table = "
        startpos                             | go mate 2  | no mate in 2
        startpos                             | go mate -1 | no mate in 1
        fen 8/8/8/8/8/4k3/8/4K2B w - - 0 1   | go mate 2  | no mate in 2
        fen 7k/8/8/6K1/8/8/8/1R4R1 w - - 0 1 | go mate 1  | no mate in 1
        A clock does not end it because there is a single legal move.
        fen rnbqkbnr/ppppp1pp/8/5p1Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 0 1 | go mate -3 wtime 600000 btime 600000 | no mate in 3
    ";
    for [position, line, report] in rows(table) {
        engine.send(&format!("position {position}\n{line}"));
        engine.until(&format!("info string {report}"));
        let lines = engine.until("bestmove ");
        assert_ne!(answers(&lines), ["(none)"], "{lines:#?}");
    }
}

#[test]
fn one_legal_move_is_played_at_once_and_scored() {
    let fen = "7k/8/8/8/8/8/r7/7K w - - 0 1";
    let forced = "k7/8/8/8/8/8/1r6/K7 w - - 0 1";
    let mut engine = Engine::start();
    for fen in [fen, forced] {
        let game = Game::new(fen, "");
        let lines = engine.search(&format!("position fen {fen}\ngo wtime 60000 btime 60000"));
        check(&lines, &game, 1);
    }
    let lines = engine.search(&format!(
        "position fen {forced}\ngo wtime 600000 btime 600000"
    ));
    let is_quick = |lines: &[String]| Info::read_all(lines).iter().all(|info| info.time < 5000);
    assert!(is_quick(&lines), "{lines:#?}");
    // After a ponderhit, too.
    let in_check = "rnbqkbnr/ppppp1pp/8/5p1Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 0 1";
    engine.send(&format!(
        "position fen {in_check}\ngo ponder wtime 600000 btime 600000"
    ));
    engine.no_answer_for(ms(60));
    let lines = engine.search("ponderhit");
    assert!(is_quick(&lines), "{lines:#?}");
}

#[test]
fn a_dead_position_is_worth_nothing_and_answered() {
    for limit in ["nodes 1", "depth 5", "movetime 10", "wtime 100 btime 100"] {
        let fen = "8/8/8/8/8/4k3/8/4K2B w - - 0 1";
        let lines = dialogue(format!("position fen {fen}\ngo {limit}"));
        let infos = check(&lines, &Game::new(fen, ""), 1);
        assert!(
            infos.iter().all(|info| info.score == Score::Cp(0)),
            "{lines:#?}"
        );
    }
}

#[test]
fn positions_drawn_by_rule_are_answered_with_a_move() {
    let repetition =
        "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    for (position, game) in [
        (
            format!("startpos moves {repetition}"),
            Game::start(repetition),
        ),
        (
            "fen 4k3/8/8/8/8/8/8/R3K3 w - - 120 90".to_owned(),
            Game::new("4k3/8/8/8/8/8/8/R3K3 w - - 120 90", ""),
        ),
        (
            "fen 4k3/8/8/8/8/8/8/R3K3 w - - 99 90".to_owned(),
            Game::new("4k3/8/8/8/8/8/8/R3K3 w - - 99 90", ""),
        ),
    ] {
        let lines = dialogue(format!("position {position}\ngo depth 6\n"));
        check(&lines, &game, 1);
    }
}

/// Repeats a measurement until its median is good enough; the machine may be busy with other things.
fn retry(limit: Duration, what: &str, mut measure: impl FnMut() -> Duration) {
    let mut seen = Vec::new();
    for _ in 0..6 {
        let time = median((0..7).map(|_| measure()).collect());
        if time <= limit {
            return;
        }
        seen.push(time);
    }
    panic!("{what}: {seen:?}");
}

#[test]
fn stop_is_obeyed_at_once() {
    for threads in [1, 2] {
        let mut engine = Engine::start();
        engine.reply(&format!("setoption name Threads value {threads}"));
        retry(ms(500), "stop", || {
            engine.send("position startpos moves e2e4\ngo infinite");
            engine.no_answer_for(ms(20));
            let start = Instant::now();
            engine.search("stop");
            start.elapsed()
        });
    }
}

#[test]
fn isready_is_answered_at_once_in_a_search() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    retry(ms(500), "isready", || {
        let start = Instant::now();
        engine.sync();
        start.elapsed()
    });
    engine.search("stop");
}

#[test]
fn movetime_is_kept() {
    for time in [20, 100] {
        let mut engine = Engine::start();
        engine.search("go movetime 10");
        // How exactly is tested on a simulated clock: a busy machine adds to it.
        retry(ms(10 * time), "movetime", || {
            let start = Instant::now();
            engine.search(&format!("go movetime {time}"));
            start.elapsed()
        });
    }
}

#[test]
fn a_clock_of_a_millisecond_is_answered_at_once() {
    let mut engine = Engine::start();
    for line in [
        "go wtime 1 btime 1",
        "go wtime 0 btime 0",
        "go wtime -5 btime -5",
        "go movetime 0",
    ] {
        retry(ms(200), line, || {
            let start = Instant::now();
            engine.search(line);
            start.elapsed()
        });
    }
}

#[test]
fn a_debugging_client_hears_of_the_clock() {
    let mut engine = Engine::start();
    let lines = engine.search("debug on\ngo wtime 100 btime 100");
    assert_eq!(
        starting(&lines, "info string time soft ").len(),
        1,
        "{lines:?}"
    );
    let lines = engine.search("debug off\ndebug maybe\ngo wtime 100 btime 100");
    assert!(starting(&lines, "info string").is_empty());
}

/// The expected lag that a debugging client hears of.
fn expected_lag(lines: &[String]) -> i64 {
    let line = starting(lines, "info string time soft ")[0];
    let mut words = line.split_whitespace().skip_while(|word| *word != "lag");
    words.nth(1).expect("a number").parse().expect("a number")
}

#[test]
fn the_lag_measured_in_one_game_is_known_in_the_next() {
    let mut engine = Engine::start();
    engine.sync();
    engine.send("debug on");
    let moves = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let mut position = "position startpos moves".to_owned();
    for played in 0..6 {
        // Of each second lost the engine uses some milliseconds.
        let clock = 100_001 - 1000 * played;
        engine.search(&format!(
            "{position}\ngo wtime {clock} btime 100000 movetime 10"
        ));
        for half_move in 0..2 {
            position.push(' ');
            position.push_str(moves[(2 * played + half_move) as usize % 4]);
        }
    }
    let lines = engine.search("ucinewgame\nposition startpos\ngo wtime 5000 btime 5000");
    assert!((900..=1000).contains(&expected_lag(&lines)), "{lines:?}");
}
