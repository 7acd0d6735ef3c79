//! `position`.

use crate::support::table::rows;
use crate::uci::driver::{Engine, answers, messages};
use std::fmt::Write;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Positions, the boards they mean (`START` for the initial one), and the numbers of warnings.
const ACCEPTED: &str = r#"
    startpos                                                                | START                                                        | 0
    startpos moves                                                          | START                                                        | 0
    fen startpos                                                            | START                                                        | 0
    startpos   moves  e2e4   e7e5                                           | rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 | 0
    fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1            | START                                                        | 0
    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1                | START                                                        | 0
    fen "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"          | START                                                        | 0
    Four and five fields, the tail of an EPD.
    fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -                | START                                                        | 0
    fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0              | START                                                        | 0
    fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id "x"; | START                                                        | 0
    fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - moves e2e4     | rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1   | 0
    Castling rights in every spelling.
    fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1            | START                                                        | 0
    fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1               | rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1        | 0
    fen 4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1                                    | 4k3/8/8/8/8/8/8/4K3 w - - 0 1                                | 4
    An en-passant square stays if the capture is legal.
    fen 4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1                                   | 4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1                            | 0
    fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1         | rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1   | 0
    fen 4k3/8/8/8/8/8/8/4K3 w - e4 0 1                                      | 4k3/8/8/8/8/8/8/4K3 w - - 0 1                                | 1
    Clocks beyond a hundred.
    fen 4k3/8/8/8/8/8/8/R3K3 w - - 120 90                                   | 4k3/8/8/8/8/8/8/R3K3 w - - 120 90                            | 0
    fen 4k3/8/8/8/8/8/8/R3K3 w - - 160 90                                   | 4k3/8/8/8/8/8/8/R3K3 w - - 160 90                            | 0
    Castling in both spellings, promotions in both cases, null moves.
    fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 moves e1g1                         | 4k3/8/8/8/8/8/8/R4RK1 b - - 1 1                              | 0
    fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 moves e1h1                         | 4k3/8/8/8/8/8/8/R4RK1 b - - 1 1                              | 0
    fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 moves e1c1                         | 4k3/8/8/8/8/8/8/2KR3R b - - 1 1                              | 0
    fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a7a8Q                            | Q7/7k/8/8/8/8/8/K7 b - - 0 1                                 | 0
    fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a7a8n                            | N7/7k/8/8/8/8/8/K7 b - - 0 1                                 | 0
    startpos moves E2E4 e7E5                                                | rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 | 0
"#;

#[test]
fn what_can_be_understood_is_accepted() {
    let mut engine = Engine::start();
    for [text, fen, warnings] in rows(ACCEPTED) {
        let fen = if fen == "START" { START } else { fen };
        // Blanks around the text have no meaning.
        let lines = engine.reply(&format!("position  {text} "));
        assert!(messages(&lines, "error").is_empty(), "{text}: {lines:?}");
        let found = messages(&lines, "warning").len().to_string();
        assert_eq!(found, warnings, "{text}: {lines:?}");
        assert_eq!(engine.fen(), fen, "{text}");
        assert_eq!(answers(&engine.search("go nodes 50")).len(), 1);
    }
}

#[test]
fn what_cannot_be_understood_withdraws_the_board() {
    let mut engine = Engine::start();
    let table = "
        joho                                           | position: neither startpos nor a FEN is given
        startposmoves e2e4                             | position: the word moves is missing before 'e2e4'
        startpos mvoes Nf3                             | position: the word moves is missing before 'Nf3'
        startpos O-O                                   | position: the word moves is missing before 'O-O'
        fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 move e1e2   | position: the word moves is missing before the moves
        fen nonsense                                   | invalid FEN: 'nonsense' has 1 rank, not 8
        fen 8/8/8/8/8/8/8/8 w - - 0 1                  | invalid FEN: white has 0 kings
        fen 4k3/8/8/8/8/8/4R3/4K3 w - - 0 1            | invalid FEN: black is in check but does not have the move
        startpos moves e2e4 e7e5 e4e5 d7d5             | position: move 3 'e4e5' is illegal
        startpos moves e2e4 e7e5 banana g1f3           | position: move 3 'banana' is not in UCI notation, such as e2e4
        fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a7a8    | position: move 1 'a7a8' is illegal
        fen 4k3/8/8/8/8/8/4r3/4K3 w - - 0 1 moves 0000 | position: move 1 '0000' is illegal: the side to move is in check
    ";
    for [text, why] in rows(table) {
        engine.accepts("position startpos");
        let lines = engine.reply(&format!("position {text}"));
        assert_eq!(lines, [format!("info string error {why}")], "{text}");
        for go in ["go depth 3", "go infinite"] {
            assert_eq!(
                engine.search(go),
                [
                    "info string error position: the last one was refused; send a valid one",
                    "bestmove (none)"
                ]
            );
        }
    }
    engine.accepts("position startpos");
    assert_ne!(answers(&engine.search("go depth 2"))[0], "(none)");
}

#[test]
fn a_null_move_passes_the_turn() {
    let mut engine = Engine::start();
    engine.accepts("position startpos moves e2e4 0000 d2d4 0000");
    let fen = engine.fen();
    assert!(
        fen.starts_with("rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR w KQkq -"),
        "{fen}"
    );
    engine.accepts("position fen 4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1 moves 0000");
    let fen = engine.fen();
    assert!(fen.starts_with("4k3/8/8/3pP3/8/8/8/4K3 b - -"), "{fen}");
    engine.search("go depth 3");
}

#[test]
fn boards_of_chess960_are_understood_and_answered_unambiguously() {
    // The king castles to the right onto its neighbour's square: only taking the rook says so.
    const FEN: &str = "4k3/8/8/8/8/8/8/5KR1 w G - 0 1";
    let mut engine = Engine::start();
    let lines = engine.reply(&format!("position fen {FEN}"));
    assert_eq!(messages(&lines, "warning").len(), 1, "{lines:?}");
    engine.accepts(&format!("position fen {FEN} moves f1e1"));
    engine.reply("setoption name UCI_Chess960 value true");
    for (moves, fen) in [
        ("f1g1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"),
        ("f1f2", "4k3/8/8/8/8/8/5K2/6R1 b - - 1 1"),
    ] {
        engine.accepts(&format!("position fen {FEN} moves {moves}"));
        assert_eq!(engine.fen(), fen);
    }
    for chess960 in [false, true] {
        engine.reply(&format!("setoption name UCI_Chess960 value {chess960}"));
        engine.reply(&format!("position fen {FEN}"));
        let lines = engine.search("go depth 2 searchmoves f1g1");
        assert_eq!(answers(&lines), ["f1g1"]);
    }
    // X-FEN: the K of an inner rook, with another rook outside.
    engine.reply("position fen 4k3/8/8/8/8/8/8/1K3R1R w F - 0 1");
    assert_eq!(
        answers(&engine.search("go depth 1 searchmoves b1f1")),
        ["b1f1"]
    );
    engine.reply("position fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9");
    engine.search("go depth 3");
    // Shredder-FEN with castling in the list.
    engine.accepts("position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1 moves g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1h1 e8h8");
    assert!(
        engine
            .fen()
            .starts_with("rnbq1rk1/ppppppbp/5np1/8/8/5NP1/PPPPPPBP/RNBQ1RK1 w")
    );
}

#[test]
fn ordinary_castling_is_written_as_the_option_says() {
    let mut engine = Engine::start();
    for (chess960, expected) in [("false", "e1g1"), ("true", "e1h1")] {
        engine.reply(&format!("setoption name UCI_Chess960 value {chess960}"));
        engine.reply("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        for spelling in ["e1g1", "e1h1"] {
            let lines = engine.search(&format!("go depth 1 searchmoves {spelling}"));
            assert_eq!(answers(&lines), [expected]);
        }
    }
}

#[test]
fn thousands_of_plies() {
    let mut engine = Engine::start();
    for plies in [1000, 5000] {
        let mut line = String::from("position startpos moves");
        for ply in 0..plies {
            let mv = ["g1f3", "g8f6", "f3g1", "f6g8"][ply % 4];
            let _ = write!(line, " {mv}");
        }
        engine.accepts(&line);
        assert!(
            engine
                .fen()
                .starts_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -")
        );
        let lines = engine.search("go depth 4");
        assert_ne!(answers(&lines), ["(none)"]);
    }
}

#[test]
fn a_game_may_grow_shrink_and_change() {
    let mut engine = Engine::start();
    let table = "
        e2e4           | rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
        e2e4 e7e5 g1f3 | rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2
        e2e4 e7e5      | rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
        d2d4 e7e5      | rnbqkbnr/pppp1ppp/8/4p3/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2
        d2d4 e7e5 d4e5 | rnbqkbnr/pppp1ppp/8/4P3/8/8/PPP1PPPP/RNBQKBNR b KQkq - 0 2
    ";
    for [moves, fen] in rows(table) {
        engine.reply(&format!("position startpos moves {moves}"));
        assert_eq!(engine.fen(), fen);
    }
    // After a refusal the next one starts afresh.
    engine.reply("position startpos moves d2d4 e7e5 d4e6");
    engine.reply("position startpos moves d2d4 e7e5 d4e5");
    assert_eq!(
        engine.fen(),
        "rnbqkbnr/pppp1ppp/8/4P3/8/8/PPP1PPPP/RNBQKBNR b KQkq - 0 2"
    );
}
