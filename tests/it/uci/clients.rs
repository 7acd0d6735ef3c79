//! Transcripts of real clients: what they send, how they time it, and how many answers they expect.

use crate::uci::driver::{Engine, answers, messages, ms};
use crate::uci::info::{Game, check};

/// Sends lines one by one; each `go` must be answered once, by a move that is legal after `moves`.
fn play(engine: &mut Engine, text: &str, moves: &str) {
    let mut running = None;
    for line in text.lines().map(str::trim_start) {
        let mark = engine.mark();
        engine.send(line);
        let ends = match line.split_whitespace().next() {
            Some("go") => {
                running = Some(mark);
                !line.contains("infinite") && !line.contains("ponder")
            }
            Some("isready") => {
                let said = engine.until("readyok").len();
                assert!(said == 1 || running.is_some(), "{line}");
                false
            }
            Some("uci") => {
                engine.until("uciok");
                false
            }
            Some("stop" | "ponderhit") => running.is_some(),
            _ => false,
        };
        if ends && let Some(mark) = running.take() {
            engine.until("bestmove ");
            check(&engine.heard_since(mark), &Game::start(moves), 1);
        }
    }
    assert!(engine.sync().is_empty());
}

#[test]
fn gnome_chess() {
    let mut engine = Engine::start();
    // Blanks at the end of each `go`, and never an increment.
    let text = "uci\nisready\nucinewgame\nposition startpos moves e2e4\ngo wtime 400 btime 400 \n\
                position startpos moves e2e4\ngo wtime 400 btime 400 depth 1 ";
    play(&mut engine, text, "e2e4");
    engine.send("go ");
    engine.no_answer_for(ms(20));
    engine.search("stop");
}

#[test]
fn polyglot() {
    let mut engine = Engine::start();
    let text = "uci\nsetoption name Hash value 16\nsetoption name Ponder value true\nucinewgame\nisready\n\
                position startpos\ngo wtime 500 btime 500 winc 10 binc 10\n\
                position startpos\ngo movetime 30\nposition startpos\ngo wtime 300 btime 300 movestogo 40 depth 4\n\
                position startpos\ngo nodes 300";
    play(&mut engine, text, "");
    let text = "position startpos moves e2e4 e7e5\ngo wtime 500 btime 500 winc 10 binc 10 ponder\nponderhit\nisready";
    play(&mut engine, text, "e2e4 e7e5");
    engine.send("position startpos\ngo infinite searchmoves e2e4 d2d4 ");
    engine.no_answer_for(ms(20));
    let lines = engine.search("stop");
    assert!(matches!(answers(&lines)[0], "e2e4" | "d2d4"));
}

#[test]
fn pychess() {
    let mut engine = Engine::start();
    let text = "uci\nstop\nisready\nsetoption name Threads value 1\nsetoption name UCI_Chess960 value false\nucinewgame\nisready\n\
                position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n\
                go wtime 400 winc 5 btime 400 binc 5 movestogo 30\ngo depth 3";
    play(&mut engine, text, "");
    engine.send("go ponder wtime 400 winc 5 btime 400 binc 5");
    engine.send("stop\nsetoption name MultiPV value 1\nposition startpos\ngo depth 3");
    engine.until("bestmove ");
    check(&engine.until("bestmove "), &Game::start(""), 1);
}

#[test]
fn scid_and_chessx() {
    let mut engine = Engine::start();
    let text = "uci\nsetoption name UCI_AnalyseMode value true\nsetoption name UCI_Chess960 value false\n\
                setoption name UCI_ShowWDL value true\nsetoption name Ponder value false\nucinewgame\nisready\n\
                position startpos moves e2e4\ngo wtime 1000 btime 1000 winc 0 binc 0\n\
                setoption name UCI_AnalyseMode value false\nsetoption name Clear Hash value %2\n\
                position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\ngo movetime 30\n\
                position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\ngo infinite\nstop";
    play(&mut engine, text, "e2e4");
}

#[test]
fn en_croissant_does_not_wait_for_the_answer() {
    const FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let mut engine = Engine::start();
    let mark = engine.mark();
    engine.send(&format!(
        "setoption name MultiPV value 2\nposition fen {FEN}\ngo infinite"
    ));
    engine.no_answer_for(ms(30));
    engine.send("stop");
    std::thread::sleep(ms(50));
    engine.send(&format!(
        "setoption name MultiPV value 3\nposition fen {FEN} moves e2e4\ngo depth 5"
    ));
    engine.until("bestmove ");
    check(&engine.heard_since(mark), &Game::start(""), 2);
    check(&engine.until("bestmove "), &Game::start("e2e4"), 3);
}

#[test]
fn nibbler_and_arena() {
    let mut engine = Engine::start();
    let text = "uci\nsetoption name MultiPV value 1\nisready\nucinewgame\nposition startpos moves d2d4\n\
                go nodes 200 searchmoves d7d5 g8f6\ngo movetime 20 searchmoves d7d5\n\
                setoption name Hash value 16\nucinewgame\nisready\ngo wtime -20 btime -20 winc 0 binc 0\n\
                setoption name Hash value 16\nucinewgame\nisready\ngo wtime 0 btime 0";
    play(&mut engine, text, "d2d4");
}

#[test]
fn match_managers() {
    let mut engine = Engine::start();
    // fastchess and cutechess.
    let text = "uci\nsetoption name Threads value 1\nsetoption name Hash value 16\nucinewgame\nisready\n\
                setoption name Ponder value false\nsetoption name UCI_Opponent value none 2500 computer Some Engine 1.0\n\
                isready\nposition startpos moves e2e4 e7e5\nisready\ngo wtime 300 btime 300 winc 10 binc 10\nisready\n\
                position startpos moves e2e4 e7e5\nisready\ngo wtime 300 movestogo 40\nisready\n\
                go depth 4 nodes 1000 movetime 100\nisready\ngo nodes 100\nstop\nisready";
    play(&mut engine, text, "e2e4 e7e5");
}

#[test]
fn python_chess() {
    let mut engine = Engine::start();
    let text = "uci\nsetoption name UCI_AnalyseMode value false\nucinewgame\nsetoption name UCI_Opponent value GM 2800 human Magnus\n\
                isready\nposition startpos\ngo wtime 1 btime 1\ngo wtime 300 btime 300 winc 10 binc 10 depth 6 nodes 3000";
    play(&mut engine, text, "");
    let text = "position startpos moves d2d4 d7d5\ngo ponder wtime 300 btime 300 depth 5\nisready\nponderhit";
    play(&mut engine, text, "d2d4 d7d5");
    let lines = engine.search("position startpos\ngo depth 3 searchmoves 0000");
    assert_eq!(answers(&lines), ["(none)"]);
    assert_eq!(messages(&lines, "warning").len(), 1);
}
