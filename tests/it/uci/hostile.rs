//! Malformed lines, random bytes and random words of the protocol.

use crate::uci::driver::{Engine, answers};
use crate::uci::info::{Game, check};
use compongo::types::Rng;

const LINES: &[&str] = &[
    "go depth 256 mate 300 movestogo 999",
    "info depth 300",
    "go searchmoves",
    "go searchmoves searchmoves searchmoves",
    "go wtime wtime wtime",
    "go perft perft",
    "go nodes 99999999999999999999999999999999999999999999999 depth 1",
    "go movetime -99999999999999999999999999999999999999999999",
    "go depth 1 ponder",
    "go mate -0 nodes 10",
    "go infinite infinite ponder depth 1",
    "position",
    "position position",
    "position fen fen fen",
    "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    "position fen 9/9/9/9/9/9/9/9 w - - 0 1",
    "position fen ////////// w - - 0 1",
    "position fen kkkkkkkk/kkkkkkkk/kkkkkkkk/kkkkkkkk/kkkkkkkk/kkkkkkkk/kkkkkkkk/KKKKKKKK w - - 0 1",
    "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - -1 -1",
    "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 99999999999999999999 1",
    "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 99999999999999999999",
    "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkqKQkq e9 0 1",
    "position fen \u{5bf9}\u{5c40}/8/8/8/8/8/8/8 w - - 0 1",
    "position startpos moves \u{1f600}\u{1f600}\u{1f600}\u{1f600}",
    "position startpos moves e2e4 e2e4 e2e4",
    "position startpos moves a9a9 i1i1 0000 0000",
    "position startpos startpos moves e2e4 moves e7e5",
    "position startpos moves moves moves",
    "setoption",
    "setoption name",
    "setoption name  value ",
    "setoption value value name name",
    "setoption name Hash value -99999999999999999999999999",
    "setoption name Hash value 99999999999999999999999999",
    "setoption name Hash value 1e9",
    "setoption name Hash Hash value 1",
    "setoption name Threads value \u{0}",
    "setoption name MultiPV value 3.14159",
    "setoption name UCI_Opponent value value value value",
    "setoption name \u{feff}Hash value 2",
    "setoption name Clock value Type",
    "bench x",
    "bench -1",
    "perft -1",
    "perft 1 2 3",
    "divide",
    "eval eval eval",
    "d d d",
    "flip flip",
    "debug",
    "debug debug on off",
    "register name X code Y",
    "ponderhit ponderhit",
    "stop stop stop",
    "uci isready",
    "ucinewgame ucinewgame",
    "bestmove e2e4",
    "readyok",
    "id name quit",
    "option name Hash type spin",
    "isready\u{7}\u{1b}[31m",
    "%s%s%s%n",
    "'; DROP TABLE games; --",
    "../../../../etc/passwd",
    "go depth 2 \u{0}\u{0}\u{0}",
    "\u{85}\u{2028}\u{2029}",
    "GO\tDEPTH\t1",
];

/// Bytes of any value but line feeds.
fn noise(rng: &mut Rng) -> Vec<u8> {
    let length = rng.below(200);
    let bytes = (0..length).map(|_| rng.below(256) as u8);
    bytes.filter(|&b| b != b'\n').collect()
}

/// Words of the protocol, in any order and partly spoiled.
fn salad(rng: &mut Rng) -> Vec<u8> {
    const WORDS: &[&str] = &[
        "go",
        "position",
        "setoption",
        "name",
        "value",
        "startpos",
        "fen",
        "moves",
        "e2e4",
        "e7e5",
        "0000",
        "depth",
        "nodes",
        "wtime",
        "btime",
        "movestogo",
        "mate",
        "ponder",
        "searchmoves",
        "1",
        "-1",
        "300",
        "99999999999999999999",
        "x",
        "Hash",
        "MultiPV",
        "stop",
        "ponderhit",
        "d",
        "8/8/8/8/8/8/8/8",
        "w",
        "-",
        "KQkq",
        "\t",
        "isready",
        "debug",
        "on",
        "ucinewgame",
    ];
    let mut line = b"go nodes 20 ".to_vec();
    if rng.below(2) == 0 {
        line.clear();
    }
    for _ in 0..rng.below(12) {
        line.extend(WORDS[rng.below(WORDS.len())].as_bytes());
        if rng.below(20) == 0 {
            line.push(0x80 | rng.below(128) as u8);
        }
        line.push(b' ');
    }
    line
}
#[test]
fn nothing_shakes_the_engine() {
    let mut rng = Rng::new(1);
    let mut engine = Engine::start();
    let mut lines: Vec<Vec<u8>> = LINES.iter().map(|line| line.as_bytes().to_vec()).collect();
    while lines.len() < 200 {
        let line = if lines.len().is_multiple_of(2) {
            noise(&mut rng)
        } else {
            salad(&mut rng)
        };
        lines.push(line);
    }
    for line in &lines {
        let words = String::from_utf8_lossy(line).to_ascii_lowercase();
        assert!(
            !words.split_ascii_whitespace().any(|word| word == "quit") || words.starts_with("id")
        );
        // Whatever it was, `stop` ends it, and then the last of these is obeyed.
        engine.write(line);
        engine.write(b"\nstop\nlicense\n");
        let said = engine.until("It comes with no warranty.");
        for text in &said {
            assert!(text.chars().all(|c| !c.is_control()), "{text:?}");
        }
        let first = words.split_ascii_whitespace().next();
        let plain = matches!(first, Some("go")) && !words.contains("perft");
        assert!(answers(&said).len() == 1 || !plain, "{words}: {said:#?}");
        assert!(answers(&said).len() <= 1, "{words}: {said:#?}");
    }
    engine
        .send("ucinewgame\nsetoption name MultiPV value 1\nsetoption name UCI_ShowWDL value false");
    engine.send("setoption name Threads value 1\nsetoption name UCI_Chess960 value false\nisready");
    engine.until("readyok");
    let said = engine.search("position startpos moves e2e4\ngo depth 5");
    check(&said, &Game::start("e2e4"), 1);
}
