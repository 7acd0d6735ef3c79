//! UCI commands as arguments of the program.

use crate::support::process;
use crate::uci::driver::{answers, starting};

fn run(arguments: &[&str]) -> (Option<i32>, Vec<String>, String) {
    let (code, out, err) = process::run(arguments);
    (code, out.lines().map(str::to_owned).collect(), err)
}

#[test]
fn commands_run_in_order_and_to_their_ends() {
    let (code, lines, err) = run(&["position startpos moves e2e4", "go depth 6", "quit"]);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert_eq!(answers(&lines).len(), 1);
    assert!(lines.iter().any(|line| line.starts_with("info depth 6 ")));

    let (code, lines, _) = run(&[
        "go depth 5",
        "position startpos moves e2e4",
        "d",
        "go depth 3",
    ]);
    assert_eq!((code, answers(&lines).len()), (Some(0), 2));
    let board = lines
        .iter()
        .position(|line| line.starts_with("Fen: "))
        .expect("a board");
    let answer = lines
        .iter()
        .position(|line| line.starts_with("bestmove"))
        .expect("an answer");
    assert!(answer < board, "{lines:#?}");
}

#[test]
fn an_unlimited_search_ends_with_the_next_argument() {
    for endless in ["go infinite", "go", "go ponder wtime 1000 btime 1000"] {
        let (code, lines, _) = run(&[endless, "isready", "go depth 3", "quit"]);
        assert_eq!((code, answers(&lines).len()), (Some(0), 2), "{lines:#?}");
        let first = lines.iter().position(|line| line.starts_with("bestmove"));
        let ready = lines.iter().position(|line| line == "readyok");
        assert!(first < ready, "{lines:#?}");
        let (code, lines, _) = run(&[endless]);
        assert_eq!((code, answers(&lines).len()), (Some(0), 1));
    }
}

#[test]
fn words_are_joined_into_one_command() {
    let (code, lines, _) = run(&["go", "depth", "3"]);
    assert_eq!((code, answers(&lines).len()), (Some(0), 1));
    assert_eq!(starting(&lines, "info depth 3 ").len(), 1);
    let (code, lines, _) = run(&["uci"]);
    assert_eq!(code, Some(0));
    assert_eq!(lines.last().map(String::as_str), Some("uciok"));
}

#[test]
fn subcommands_print_and_end() {
    let (code, lines, _) = run(&["eval"]);
    assert_eq!(code, Some(0));
    let last = lines.last().expect("lines");
    assert!(last.starts_with("Final evaluation  ") && last.ends_with("(white side)"));
    let (code, lines, _) = run(&["eval", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"]);
    assert_eq!(code, Some(0));
    assert_eq!(lines, ["Final evaluation: none (in check)"]);
    let (code, lines, err) = run(&["eval", "nonsense"]);
    assert_eq!((code, lines.len()), (Some(2), 0));
    assert!(err.contains("invalid FEN"));
    let (code, lines, _) = run(&["perft", "2"]);
    assert_eq!(code, Some(0));
    assert!(lines.contains(&"Nodes searched: 400".to_owned()));
}

#[test]
fn the_unknown_is_refused() {
    for arguments in [&["joho"][..], &["--joho"], &["perft", "x"], &["joho", "go"]] {
        let (code, lines, err) = run(arguments);
        assert_eq!(code, Some(2), "{arguments:?}");
        assert!(lines.is_empty() && !err.is_empty());
    }
    for arguments in ["--help", "--version"] {
        let (code, lines, err) = run(&[arguments]);
        assert_eq!((code, err.as_str()), (Some(0), ""));
        assert!(!lines.is_empty());
    }
}

#[test]
fn bench_ends_with_nodes_and_speed_and_repeats_itself() {
    let bench = |arguments: &[&str]| {
        let (code, lines, err) = run(arguments);
        assert_eq!((code, err.as_str()), (Some(0), ""));
        let (last, others) = lines.split_last().expect("lines");
        assert!(others.iter().all(|line| !line.contains("nodes")));
        let words: Vec<&str> = last.split(' ').collect();
        let [nodes, "nodes", nps, "nps"] = words[..] else {
            panic!("{last}");
        };
        assert!(nps.parse::<u64>().is_ok());
        nodes.parse::<u64>().expect("a number")
    };
    // The default depth takes 20 seconds with debug assertions.
    let line = if cfg!(debug_assertions) {
        "bench 8"
    } else {
        "bench"
    };
    let nodes = bench(&[line]);
    assert!((10_000..=99_999_999).contains(&nodes), "{nodes}");
    // As a command of the protocol it is the same, whatever the options of the session are.
    let (code, lines, _) = run(&[
        "setoption name Hash value 1",
        "setoption name MultiPV value 3",
        "position startpos moves e2e4",
        line,
        "d",
    ]);
    assert_eq!(code, Some(0));
    let total = format!("{nodes} nodes ");
    assert_eq!(starting(&lines, &total).len(), 1, "{lines:#?}");
    assert_eq!(starting(&lines, "Fen: rnbqkbnr/pppppppp/8/8/4P3/").len(), 1);
    assert_eq!(bench(&["bench", "6"]), bench(&["bench", "6"]));
}
