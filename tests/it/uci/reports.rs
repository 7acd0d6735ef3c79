//! `info` and `bestmove`.

use crate::uci::driver::{Engine, answers, dialogue, ms, starting};
use crate::uci::info::{Game, Info, check};

/// Positions of every kind: openings, endings, mates for and against, draws near.
const POSITIONS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "8/8/8/8/5kp1/P7/8/1K1N4 w - - 0 1",
    "8/8/8/5N2/8/p7/8/2NK3k w - - 0 1",
    "8/3k4/8/8/8/4B3/4KB2/2B5 w - - 0 1",
    "7k/8/8/6K1/8/8/8/1R4R1 w - - 0 1",
    "8/8/8/8/8/1k6/7r/K7 b - - 0 1",
    "7k/6pp/8/8/8/8/1r4PP/1q4RK w - - 0 1",
    "3k4/8/3K4/8/8/8/8/R7 w - - 0 1",
    "8/8/8/4k3/8/8/8/KQ6 w - - 90 100",
    "7k/8/6K1/8/8/8/8/R7 w - - 98 80",
    "k7/8/1K6/8/8/8/8/7R b - - 0 1",
    "4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 7 19",
    "1r3k2/4q3/2Pp3b/3Bp3/2Q2p2/1p1P2P1/1P2KP2/3N4 w - - 0 1",
    "6k1/4pp1p/3p2p1/P1pPb3/R7/1r2P1PP/3B1P2/6K1 w - - 0 1",
    "8/1k6/8/p1p1p1p1/P1P1P1P1/8/6K1/8 b - - 0 1",
];

#[test]
fn all_that_is_promised_of_reports_holds() {
    let mut engine = Engine::start();
    for (multipv, limits) in [
        (1, ["go depth 10", "go nodes 3000", "go movetime 15"]),
        (3, ["go depth 7", "go nodes 3000", "go movetime 15"]),
        (256, ["go depth 2", "go nodes 3000", "go movetime 15"]),
    ] {
        engine.reply(&format!("setoption name MultiPV value {multipv}"));
        for fen in POSITIONS {
            for limit in limits {
                let lines = engine.search(&format!("position fen {fen}\n{limit}"));
                check(&lines, &Game::new(fen, ""), multipv);
            }
        }
    }
}

#[test]
fn stopped_and_crowded_searches_keep_the_promises() {
    let mut engine = Engine::start();
    for (threads, multipv) in [(1, 1), (2, 1), (2, 3)] {
        engine.reply(&format!(
            "setoption name Threads value {threads}\nsetoption name MultiPV value {multipv}"
        ));
        for fen in POSITIONS {
            for pause in [0, 12] {
                engine.send(&format!("position fen {fen}\ngo infinite"));
                std::thread::sleep(ms(pause));
                engine.send("stop");
                let lines = engine.until("bestmove ");
                check(&lines, &Game::new(fen, ""), multipv);
            }
        }
    }
}

#[test]
fn a_line_ends_where_the_game_ends() {
    // White repeats or loses; the third occurrence counts the game before the root.
    let moves = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6";
    let lines = dialogue(format!(
        "position startpos moves {moves}\ngo depth 9 searchmoves f3g1\n"
    ));
    check(&lines, &Game::start(moves), 1);
}

#[test]
fn sets_of_lines_are_complete_at_each_depth() {
    let mut engine = Engine::start();
    engine.reply("setoption name MultiPV value 3");
    let lines = engine.search("go depth 8");
    let infos = check(&lines, &Game::start(""), 3);
    for depth in 1..=8 {
        let found: Vec<usize> = infos
            .iter()
            .filter(|info| info.depth == depth)
            .map(|info| info.multipv)
            .collect();
        assert_eq!(found, [1, 2, 3], "depth {depth}");
    }
    // Fewer moves than lines.
    let lines = engine.search("position fen 7k/8/8/8/8/8/r7/7K w - - 0 1\ngo depth 3");
    assert!(lines.iter().all(|line| !line.contains(" multipv 3 ")));
}

#[test]
fn chances_are_shown_on_request_only() {
    let mut engine = Engine::start();
    let lines = engine.search("go depth 5");
    assert!(Info::read_all(&lines).iter().all(|info| info.wdl.is_none()));
    engine.reply("setoption name UCI_ShowWDL value true");
    let lines = engine.search("go depth 6");
    let infos = check(&lines, &Game::start(""), 1);
    assert!(infos.iter().all(|info| info.wdl.is_some()));
    let mated = engine.search("position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\ngo depth 4");
    assert_eq!(
        starting(&mated, "info depth"),
        ["info depth 0 score mate 0 wdl 0 0 1000"]
    );
    engine.reply("setoption name Laws Draws value Claim");
    let claim = engine.search("position fen 7k/8/8/8/8/8/4p3/4K3 w - - 99 80\ngo depth 4");
    let scores = starting(&claim, "info depth");
    assert!(
        scores
            .last()
            .expect("a score")
            .contains(" score cp 0 wdl 0 1000 0 nodes ")
    );
}

#[test]
fn minimal_shows_the_last_set_only() {
    let mut engine = Engine::start();
    engine.reply("setoption name Minimal value true\nsetoption name MultiPV value 2");
    for limit in ["go depth 7", "go nodes 5000", "go movetime 30"] {
        let lines = engine.search(limit);
        assert_eq!(lines.len(), 3, "{lines:#?}");
        check(&lines, &Game::start(""), 2);
    }
}

#[test]
fn instant_depths_are_thinned_and_mates_complete() {
    let mut engine = Engine::start();
    let fen = "7k/8/6K1/8/8/8/8/R7 w - - 0 1";
    engine.send(&format!("position fen {fen}\ngo infinite"));
    engine.no_answer_for(ms(200));
    let lines = engine.search("stop");
    assert!(lines.len() < 100, "{}", lines.len());
    assert_eq!(answers(&lines), ["a1a8"]);
}

#[test]
fn long_searches_show_signs_of_life() {
    let mut engine = Engine::start();
    let lines = engine.search("position startpos moves e2e4 e7e5 g1f3 b8c6\ngo movetime 4500");
    check(&lines, &Game::start("e2e4 e7e5 g1f3 b8c6"), 1);
    let mut talk = 0;
    for line in &lines {
        if let Some((_, number)) = line.split_once(" currmovenumber ") {
            assert!(
                number.parse::<u32>().is_ok_and(|number| number >= 1),
                "{line}"
            );
            talk += 1;
        }
    }
    let beats = lines
        .iter()
        .filter(|line| line.starts_with("info nodes "))
        .count();
    assert!(talk + beats > 0, "{lines:#?}");
}

#[test]
fn a_whole_game_keeps_all_promises() {
    let mut engine = Engine::start();
    let mut game = Game::start("");
    let mut moves = Vec::new();
    while !game.is_over() && moves.len() < 200 {
        let list = moves.join(" ");
        let lines = engine.search(&format!("position startpos moves {list}\ngo nodes 4000"));
        check(&lines, &game, 1);
        let best = answers(&lines)[0].to_owned();
        assert!(game.play(&best));
        moves.push(best);
    }
    assert!(moves.len() > 20);
}
