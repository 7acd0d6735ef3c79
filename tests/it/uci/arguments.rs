//! UCI commands as arguments of the program.

use crate::support::process::run;
use crate::uci::driver::{answers, starting};

#[test]
fn commands_run_in_order_and_to_their_ends() {
    let outcome = run(["position startpos moves e2e4", "go depth 6", "quit"]).exits(0);
    assert_eq!(outcome.err, "");
    let lines = outcome.lines();
    assert_eq!(answers(&lines).len(), 1);
    assert!(lines.iter().any(|line| line.starts_with("info depth 6 ")));

    let commands = [
        "go depth 5",
        "position startpos moves e2e4",
        "d",
        "go depth 3",
    ];
    let lines = run(commands).exits(0).lines();
    assert_eq!(answers(&lines).len(), 2);
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
        let outcome = run([endless, "isready", "go depth 3", "quit"]);
        let lines = outcome.exits(0).lines();
        assert_eq!(answers(&lines).len(), 2, "{lines:#?}");
        let first = lines.iter().position(|line| line.starts_with("bestmove"));
        let ready = lines.iter().position(|line| line == "readyok");
        assert!(first < ready, "{lines:#?}");
        let lines = run([endless]).exits(0).lines();
        assert_eq!(answers(&lines).len(), 1);
    }
}

#[test]
fn words_are_joined_into_one_command() {
    let joined = "position startpos moves e2e4 go depth 3 setoption name Hash value 2";
    let outcome = run(joined.split(' ')).exits(0);
    assert!(outcome.out.contains("\nbestmove "), "{}", outcome.out);
    let shown = run("position startpos moves e2e4 d laws".split(' ')).exits(0);
    for text in [
        "Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b",
        "Plies played: 1",
    ] {
        assert!(shown.out.contains(text), "{}", shown.out);
    }
    for perft in ["perft 2", "go perft 2"] {
        let joined = format!("position startpos {perft} flip d");
        let shown = run(joined.split(' ')).exits(0).out;
        assert!(shown.contains("\nNodes searched: 400\n"), "{shown}");
        assert!(shown.contains(" b KQkq "), "{shown}");
    }
    let joined = "Position startpos Go depth 1 setoption name Laws Edition value fide2009 D";
    let lines = run(joined.split(' ')).exits(2).lines();
    assert_eq!(answers(&lines).len(), 1, "{lines:#?}");
    let lines = run(["go", "depth", "3"]).exits(0).lines();
    assert_eq!(answers(&lines).len(), 1);
    assert_eq!(starting(&lines, "info depth 3 ").len(), 1);
    let lines = run(["uci"]).exits(0).lines();
    assert_eq!(lines.last().map(String::as_str), Some("uciok"));
}

#[test]
fn subcommands_print_and_end() {
    let lines = run(["eval"]).exits(0).lines();
    let last = lines.last().expect("lines");
    assert!(last.starts_with("Final evaluation  ") && last.ends_with("(white side)"));
    let lines = run(["eval", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"])
        .exits(0)
        .lines();
    assert_eq!(lines, ["Final evaluation: none (in check)"]);
    run(["eval", "nonsense"]).refused("invalid FEN");
    let lines = run(["perft", "2"]).exits(0).lines();
    assert!(lines.contains(&"Nodes searched: 400".to_owned()));
}

#[test]
fn the_unknown_is_refused() {
    for arguments in [&["joho"][..], &["--joho"], &["perft", "x"], &["joho", "go"]] {
        assert!(!run(arguments).refusal().is_empty());
    }
    for files in [
        &["tests/data/review.pgn"][..],
        &["tests/data/review.pgn"; 2],
    ] {
        run(files).refused("try compongo review FILE");
    }
    run(["jugde", "games.pgn"]).refused("did you mean judge?");
    for arguments in ["--help", "--version"] {
        assert!(!run([arguments]).success().is_empty());
    }
}

#[test]
fn bench_ends_with_nodes_and_speed_and_repeats_itself() {
    let bench = |arguments: &[&str]| {
        let out = run(arguments).success();
        let lines: Vec<&str> = out.lines().collect();
        let (last, others) = lines.split_last().expect("lines");
        assert!(others.iter().all(|line| !line.contains("nodes")));
        let words: Vec<&str> = last.split(' ').collect();
        let [nodes, "nodes", nps, "nps"] = words[..] else {
            panic!("{last}");
        };
        assert!(nps.parse::<u64>().is_ok());
        nodes.parse::<u64>().expect("a number")
    };
    let line = "bench 8";
    let nodes = bench(&[line]);
    assert!((10_000..=99_999_999).contains(&nodes), "{nodes}");
    assert_eq!(bench(&["bench", "16", "1", "8", "default", "depth"]), nodes);
    // As a command of the protocol it is the same, whatever the options of the session are.
    let lines = run([
        "setoption name Hash value 1",
        "setoption name MultiPV value 3",
        "position startpos moves e2e4",
        line,
        "d",
    ])
    .exits(0)
    .lines();
    let total = format!("{nodes} nodes ");
    assert_eq!(starting(&lines, &total).len(), 1, "{lines:#?}");
    assert_eq!(starting(&lines, "Fen: rnbqkbnr/pppppppp/8/8/4P3/").len(), 1);
}
