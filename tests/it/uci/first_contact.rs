//! What somebody sees who tries the program for the first time: at the end of input, at `quit`, with arguments.

use crate::support::process::run;
use crate::uci::driver::{answers, dialogue, messages, starting};
use std::time::{Duration, Instant};

/// Morphy's problem: White mates in two moves.
const MATE_IN_TWO: &str = "position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";

#[test]
fn a_search_answers_at_quit() {
    for go in [
        "go depth 10",
        "go infinite",
        "go ponder wtime 1000 btime 1000",
    ] {
        let lines = dialogue(format!("position startpos\n{go}\nquit\n"));
        let [.., info, best] = lines.as_slice() else {
            panic!("{lines:?}");
        };
        assert!(info.starts_with("info depth "), "{lines:?}");
        assert!(best.starts_with("bestmove "), "{lines:?}");
        assert_eq!(answers(&lines).len(), 1);
    }
}

#[test]
fn own_commands_run_to_their_end_before_quit() {
    let lines = dialogue("perft 4\nlaws\nd\neval\nbench 4\nquit\n");
    for start in [
        "Nodes searched: 197281",
        "Mate by white possible: yes",
        "Legal moves: 20",
        "Final evaluation ",
    ] {
        assert_eq!(starting(&lines, start).len(), 1, "{start}: {lines:?}");
    }
    let [.., speed, total] = lines.as_slice() else {
        panic!("{lines:?}");
    };
    assert!(total.ends_with(" nps"), "{total}");
    assert!(speed.starts_with("Nodes/second    : "), "{speed}");
}

#[test]
fn commands_before_quit_are_executed_however_long_they_take() {
    // Longer than a single command may take after `quit`.
    const TOTAL: Duration = Duration::from_secs(4);
    let evaluations = |count: usize| {
        let started = Instant::now();
        let lines = dialogue(format!("{}quit\n", "eval\n".repeat(count)));
        assert_eq!(starting(&lines, "Final evaluation ").len(), count);
        started.elapsed()
    };
    let sample = 1000;
    let time = evaluations(sample).max(Duration::from_millis(1));
    evaluations(sample * (1 + TOTAL.div_duration_f64(time) as usize));
}

#[test]
fn a_search_with_a_limit_is_searched_out() {
    let is_deep = |lines: &[String]| lines.iter().any(|line| line.starts_with("info depth 7 "));
    assert!(is_deep(&dialogue("go depth 7\n")));
    assert!(is_deep(&run(["go depth 7"]).lines()));
    for lines in [
        dialogue(format!("{MATE_IN_TWO}\ngo mate 2\n")),
        run([MATE_IN_TWO, "go mate 2"]).lines(),
    ] {
        assert_eq!(answers(&lines).len(), 1, "{lines:?}");
        let score = starting(&lines, "info depth").pop().expect("a score");
        assert!(score.contains(" score mate 2 "), "{lines:?}");
    }
}

#[test]
fn the_exit_code_tells_of_a_refused_argument() {
    for arguments in [
        &["position fen nonsense"][..],
        &["position startpos moves e2e5", "go depth 1"],
        &["position e2e4"],
        &["setoption name Nonsense value 1"],
        &["setoption name Hash value many"],
        &["bench 1 2"],
        &["go perft x"],
    ] {
        let lines = run(arguments).exits(2).lines();
        assert!(!messages(&lines, "error").is_empty(), "{lines:?}");
    }
    run(["setoption name Hash value 2", "go depth 1"]).exits(0);
    // On standard input the exit code is for the GUI, and means that the program has ended properly.
    assert_eq!(
        messages(&dialogue("position fen nonsense\n"), "error").len(),
        1
    );
}

#[test]
fn no_control_character_is_echoed() {
    const EVIL: &str = "a\u{1b}[31mb\u{7}c\rd\u{9b}31me\u{85}f\u{7f}g\u{2028}h";
    let mut text = String::from("debug on\n");
    for line in [
        "EVIL",
        "go EVIL",
        "go depth EVIL",
        "go depth 1 searchmoves EVIL",
        "go perft EVIL",
        "perft EVIL",
        "bench EVIL",
        "position EVIL",
        "position fen EVIL",
        "position fen 8/8/8/8/EVIL/8/8/8 w - - 0 1",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w EVIL - 0 1",
        "position startpos a1EVIL",
        "position startpos moves EVIL",
        "setoption EVIL",
        "setoption name EVIL value 1",
        "setoption name Hash EVIL",
        "setoption name Hash value EVIL",
        "setoption name Threads value 999EVIL",
        "setoption name Ponder value EVIL",
        "setoption name Clock value EVIL",
        "setoption name Clock value 1/EVIL",
        "setoption name Laws Draws value EVIL",
        "setoption name EvalFile value EVIL",
        "setoption name EvalFile value /EVIL/EVIL",
        "setoption name UCI_Opponent value EVIL",
        "uci",
        "d",
        "laws",
        "position startpos",
        "go depth 1",
    ] {
        text.push_str(&line.replace("EVIL", EVIL));
        text.push('\n');
    }
    for input in [text.clone(), text.replace('\r', "")] {
        let lines = dialogue(&input);
        assert!(messages(&lines, "error").len() >= 20, "{lines:#?}");
        for line in &lines {
            assert!(!line.contains(|c: char| c.is_control()), "{line:?}");
        }
    }
    // As bytes that are no UTF-8, and as arguments.
    let lines =
        dialogue(b"position fen \x1b[31m\x9b31m\xff\nsetoption name EvalFile value \x9b\x1b\x07\n");
    assert_eq!(messages(&lines, "error").len(), 2);
    let arguments = run([format!("position fen {EVIL}").as_str(), "d"]).lines();
    for line in lines.iter().chain(&arguments) {
        assert!(!line.contains(|c: char| c.is_control()), "{line:?}");
    }
}
