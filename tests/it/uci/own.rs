//! The commands that only this engine has.

use crate::uci::driver::{Engine, HANG, dialogue, messages, starting};

#[test]
fn perft_tables_end_with_the_total() {
    let commands = ["go perft 3", "perft 3", "divide 3"];
    let tables = commands.map(dialogue);
    assert_eq!(tables[0], tables[1]);
    assert_eq!(tables[0], tables[2]);
    let table = &tables[0];
    assert_eq!((table.len(), table[22].as_str()), (23, ""));
    assert_eq!(
        (table[0].as_str(), table[11].as_str()),
        ("a2a3: 380", "e2e4: 600")
    );
    assert!(table[..20].is_sorted());
    assert_eq!(
        (table[20].as_str(), table[21].as_str()),
        ("", "Nodes searched: 8902")
    );
    assert_eq!(dialogue("go perft 0"), ["", "Nodes searched: 1", ""]);
}

#[test]
fn a_perft_can_be_stopped() {
    let mut engine = Engine::start();
    engine.send("go perft 12\nposition startpos moves e2e4");
    assert!(engine.sync().is_empty());
    let lines = engine.reply("stop\nisready");
    assert!(lines.iter().all(|line| !line.starts_with("bestmove")));
    engine.until("info string perft stopped");
    assert!(engine.fen().contains("/4P3/"));
}

#[test]
fn d_shows_what_tools_read() {
    let lines = dialogue("position startpos moves e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7\nd");
    // 17 lines of frame, the files, and the checkers last.
    let is_frame = |line: &&String| line.contains(['+', '|']);
    assert_eq!(lines[..17].iter().filter(is_frame).count(), 17);
    assert_eq!(lines.iter().filter(is_frame).count(), 17);
    assert_eq!(lines[0], " +---+---+---+---+---+---+---+---+");
    assert_eq!(lines[1], " | r |   | b | q | k | b |   | r | 8");
    assert_eq!(lines[15], " | R | N | B |   | K |   | N | R | 1");
    assert_eq!(lines[17], "   a   b   c   d   e   f   g   h");
    assert_eq!(lines.last().map(String::as_str), Some("Checkers: f7"));
    let find = |label: &str| {
        let found = lines.iter().find_map(|line| line.strip_prefix(label));
        found.unwrap_or_else(|| panic!("no {label}")).to_owned()
    };
    assert_eq!(
        find("Fen: "),
        "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4"
    );
    let key = find("Key: ");
    assert!(key.len() == 16 && key.bytes().all(|b| matches!(b, b'0'..=b'9' | b'A'..=b'F')));
    assert_eq!(find("Checkers: "), "f7");
    assert_eq!(find("Side: "), "black");
    assert_eq!(find("Legal moves: "), "0");
    assert!(find("State: ").starts_with("checkmate"));
    let lines = dialogue("d");
    assert_eq!(starting(&lines, "Side: white").len(), 1);
    assert_eq!(starting(&lines, "Legal moves: 20").len(), 1);
    assert_eq!(starting(&lines, "State: in play").len(), 1);
    assert_eq!(lines.last().map(String::as_str), Some("Checkers:"));
}

#[test]
fn eval_ends_with_the_sum() {
    let lines = dialogue("eval");
    let [.., last, end] = lines.as_slice() else {
        panic!("{lines:?}");
    };
    assert_eq!(end, "");
    assert!(
        last.starts_with("Final evaluation       ") && last.ends_with(" (white side)"),
        "{last}"
    );
    let number = last.split_whitespace().nth(2).expect("a number");
    assert!(
        number.starts_with(['+', '-']) && number.parse::<f64>().is_ok(),
        "{last}"
    );
}

#[test]
fn flip_swaps_the_colours() {
    let mut engine = Engine::start();
    engine.send("position startpos moves e2e4\nflip");
    assert_eq!(
        engine.fen().split(" - ").next(),
        Some("rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq")
    );
    engine.send("flip");
    assert!(
        engine
            .fen()
            .starts_with("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq")
    );
    engine.search("go depth 2");
}

#[test]
fn texts_are_shown() {
    for command in ["compiler", "license", "help"] {
        assert!(!dialogue(command).is_empty());
    }
}

#[test]
fn without_a_position_there_is_nothing_to_show() {
    for command in ["d", "eval", "flip", "go perft 3"] {
        let lines = dialogue(format!("position fen nonsense\n{command}"));
        assert_eq!(messages(&lines, "error").len(), 2, "{lines:?}");
        assert_eq!(
            lines[1],
            "info string error position: the last one was refused; send a valid one"
        );
    }
}

#[test]
fn the_engine_listens_during_a_bench() {
    let mut engine = Engine::start();
    engine.send("bench 13");
    assert!(engine.line_within(HANG).is_some());
    engine.sync();
    engine.send("stop");
    engine.until("info string bench stopped");
}
