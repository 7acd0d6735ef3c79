//! Bytes, lines, ends.

use crate::support::process::{PROGRAM, Program};
use crate::uci::driver::{Engine, SOON, answers, assert_soon, dialogue, messages, ms, starting};
use std::io::Write;
use std::time::Instant;

#[test]
fn bytes_that_are_no_text_do_no_harm() {
    let lines = dialogue(
        b"setoption name UCI_Opponent value none none human Jos\xe9 \xff\xfe\nposition startpos moves e2e4\xe9\n\
          isready\nposition startpos\ngo depth 2\n",
    );
    assert_eq!(starting(&lines, "readyok").len(), 1);
    assert_eq!(messages(&lines, "error").len(), 1);
    assert_eq!(answers(&lines).len(), 1);
}

#[test]
fn a_position_that_is_too_long_is_not_answered_for() {
    let mut input = b"position startpos moves e2e4\n Position startpos moves".to_vec();
    input.extend(b" g1f3 g8f6 f3g1 f6g8".repeat(900_000));
    input.extend(b"\ngo depth 1\nposition startpos\ngo depth 1\n");
    let lines = dialogue(input);
    let errors = messages(&lines, "error");
    assert!(errors[0].contains("position: the line is longer than 16 MiB"));
    // As after any refused position, no move answers the first search.
    assert_eq!(answers(&lines).len(), 2, "{lines:?}");
    assert_eq!(answers(&lines)[0], "(none)");
}

#[test]
fn lines_may_come_in_pieces() {
    let mut engine = Engine::start();
    for piece in ["is", "rea", "dy", "\nposition sta", "rtpos\ngo dep", "th 2"] {
        engine.write(piece.as_bytes());
        std::thread::sleep(ms(15));
    }
    // The last line needs no newline.
    let lines = engine.finish();
    assert_eq!(lines[0], "readyok");
    assert_eq!(answers(&lines).len(), 1);
}

#[test]
fn long_lines_work_up_to_16_mebibytes() {
    let mut engine = Engine::start();
    let mut text = b"setoption name UCI_Opponent value ".to_vec();
    text.resize(2 << 20, b'x');
    text.extend(b"\ngo");
    text.resize(4 << 20, b' ');
    text.extend(b"depth 2\n");
    engine.write(&text);
    assert!(messages(&engine.until("bestmove"), "error").is_empty());

    let mut text = vec![b'g'; 17 << 20];
    text.push(b'\n');
    engine.write(&text);
    let lines = engine.sync();
    assert_eq!(lines.len(), 1);
    assert_eq!(messages(&lines, "error").len(), 1);
}

#[test]
fn nothing_is_said_unasked() {
    assert!(dialogue("").is_empty());
    let lines = dialogue(
        "ucinewgame\nsetoption name Hash value 8\nposition startpos moves e2e4\nstop\nponderhit\ndebug off\nregister later\n\
         \n \t\r\n# go depth 1\nbestmove e2e4 go depth 1\ndebug\n",
    );
    assert!(lines.is_empty(), "{lines:?}");
}

#[test]
fn a_closed_output_is_a_quiet_end() {
    for input in [
        "uci\n",
        "go infinite\n",
        "isready\nisready\n",
        "bench\n",
        "go perft 2\n",
        "d\n",
    ] {
        let mut running = Program::at(PROGRAM).converse();
        drop(running.child.stdout.take());
        let mut stdin = running.child.stdin.take().expect("a pipe");
        stdin.write_all(input.as_bytes()).expect("it reads");
        assert_eq!(running.status().code(), Some(0), "{input}");
        drop(stdin);
        assert_eq!(running.outcome().err, "");
    }
}

#[test]
fn the_end_of_input_ends_the_program_in_every_state() {
    for (input, expected) in [
        ("", 0),
        ("isready", 0),
        ("go depth 6", 1),
        ("go nodes 20000", 1),
        ("go movetime 200", 1),
        ("go wtime 1000 btime 1000", 1),
        (
            "go depth 5\nposition startpos moves e2e4\ngo depth 5\ngo depth 4",
            3,
        ),
        ("go infinite", 1),
        ("go", 1),
        ("go btime 100", 1),
        ("go infinite depth 3", 1),
        ("go ponder wtime 1000 btime 1000", 1),
        ("go ponder", 1),
        (
            "position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1\ngo mate 1",
            1,
        ),
        ("go ponder wtime 1000 btime 1000\nponderhit", 1),
        ("go infinite\nstop\ngo infinite", 2),
        ("go infinite\nposition startpos moves e2e4\ngo depth 3", 2),
        ("go mate 3\ngo mate 3\ngo depth 2", 3),
    ] {
        let lines = dialogue(input);
        assert_eq!(answers(&lines).len(), expected, "{input}: {lines:#?}");
    }
}

#[test]
fn quit_is_obeyed_at_once_in_every_state() {
    for input in [
        "isready",
        "go infinite",
        "go ponder wtime 1000 btime 1000",
        "go depth 200",
        "go movetime 100000",
        "go mate 5",
        "setoption name Threads value 2\ngo infinite",
        "setoption name Hash value 512\nucinewgame",
        "position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1\ngo infinite",
    ] {
        assert_soon(input, SOON, || {
            let mut engine = Engine::start();
            engine.send(input);
            engine.sync();
            engine.quit()
        });
    }
}

#[test]
fn a_large_table_is_there_and_clear_at_once() {
    assert_soon("a table of 512 MiB", SOON, || {
        let mut engine = Engine::start();
        let start = Instant::now();
        engine.reply("setoption name Hash value 512");
        let resized = start.elapsed();
        engine.search("go nodes 50000");
        let start = Instant::now();
        engine.reply("ucinewgame\nsetoption name Clear Hash");
        let cleared = start.elapsed();
        engine.quit();
        resized.max(cleared)
    });
}
