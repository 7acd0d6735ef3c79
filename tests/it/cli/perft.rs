//! `compongo perft` as a user sees it.

use crate::support::folder::Folder;
use crate::support::process::{Outcome, Program};

#[track_caller]
fn perft(arguments: &[&str]) -> Outcome {
    Program::with(["perft"]).args(arguments).run()
}

/// The lines before the last, which must tell the time.
fn without_time(text: &str) -> String {
    let (lines, time) = text.trim_end().rsplit_once('\n').expect("several lines");
    let words: Vec<&str> = time.split(' ').collect();
    assert!(
        matches!(words[..], ["Time:", seconds, "s,", speed, "Mnps"]
            if seconds.parse::<f64>().is_ok() && speed.parse::<f64>().is_ok()),
        "{time}"
    );
    format!("{lines}\n")
}

#[test]
fn a_divide_table_and_the_time() {
    let out = perft(&["1", "--fen", "8/8/8/8/8/k7/8/K7 w - -"]).success();
    assert_eq!(without_time(&out), "a1b1: 1\n\nNodes searched: 1\n");

    let out = perft(&["3", "--threads", "2", "--hash", "1"]).exits(0).out;
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 23);
    assert_eq!((lines[0], lines[11]), ("a2a3: 380", "e2e4: 600"));
    assert!(without_time(&out).ends_with("\n\nNodes searched: 8902\n"));

    let out = perft(&["0"]).exits(0).out;
    assert_eq!(without_time(&out), "\nNodes searched: 1\n");
}

#[test]
fn castling_is_written_as_the_position_demands() {
    let out = perft(&["1", "--fen", "4k3/8/8/8/8/8/8/4K2R w K -"]).out;
    assert!(out.contains("e1g1: 1\n"));
    let out = perft(&["1", "--fen", "4k3/8/8/8/8/8/8/5K1R w H -"]).out;
    assert!(out.contains("f1g1: 1\nf1g2: 1\nf1h1: 1\n"), "{out}");
}

#[test]
fn suites_pass_or_fail() {
    let suite = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/perft_traps.epd");
    let out = perft(&["3", "--suite", suite]).success();
    assert!(out.starts_with("ok   3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1\n"));
    assert!(out.contains("\n63 of 63 positions ok\n"));

    let lines = "8/8/8/8/8/k7/8/K7 w - - 0 1 ;D1 1 ;D2 6\n8/8/8/8/8/k7/8/K7 w - - 0 1 ;D1 2\n";
    let folder = Folder::new();
    let wrong = folder.write("wrong.epd", lines);
    let out = perft(&["--suite", &wrong]).exits(1).out;
    assert!(
        out.contains("FAIL 8/8/8/8/8/k7/8/K7 w - - 0 1: D1 is 1, not 2\n"),
        "{out}"
    );
    assert!(out.contains(" of 2 positions ok\n"), "{out}");
}

#[test]
fn a_suite_passes_only_if_something_was_counted() {
    let folder = Folder::new();
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (counts, depth, expected) in [
        (
            ";D1 20;D2 4o0",
            "2",
            ": 'D2 4o0' is not a count such as D2 400\n",
        ),
        (
            ";D1 20;D2=400",
            "2",
            ": 'D2=400' is not a count such as D2 400\n",
        ),
        (
            ";D1 20;D 2 400",
            "2",
            ": 'D 2 400' is not a count such as D2 400\n",
        ),
        (";d1 21;D2 400", "2", ": D1 is 20, not 21\n"),
        (";D1 20;D2 400", "0", ": no counts up to depth 0\n"),
        (";D3 8902", "2", ": no counts up to depth 2\n"),
    ] {
        let suite = folder.write("suite.epd", format!("{start} {counts}\n"));
        let out = perft(&[depth, "--suite", &suite]).exits(1).out;
        assert!(out.starts_with("FAIL ") && out.contains(expected), "{out}");
        assert!(out.contains("\n0 of 1 positions ok\n"), "{out}");
    }
    let none = folder.write("none.epd", format!("{start}\n"));
    let out = perft(&["--suite", &none]).exits(1).out;
    assert!(out.contains(": no counts\n"), "{out}");
    let deep = folder.write("deep.epd", format!("{start} ;D1 20;D101 5\n"));
    let out = perft(&["--suite", &deep]).exits(1).out;
    assert!(out.contains(": D101 is deeper than 100\n"), "{out}");
    let marked = folder.write("marked.epd", format!("\u{feff}{start} ;D1 20\n"));
    let out = perft(&["--suite", &marked]).success();
    assert!(out.contains("\n1 of 1 positions ok\n"), "{out}");
}

#[test]
fn errors_are_explained() {
    let err = perft(&["2", "--fen", "nonsense"]).refusal();
    assert_eq!(err, "compongo: invalid FEN: 'nonsense' has 1 rank, not 8\n");
    let err = perft(&["--suite", "no such file"]).exits(2).err;
    assert!(err.starts_with("compongo: no such file: "));
    let folder = Folder::new();
    let empty = folder.write("empty.epd", "");
    let expected = ": there are no positions; write lines such as FEN ;D1 20 ;D2 400\n";
    assert!(perft(&["--suite", &empty]).refusal().ends_with(expected));
    for usage in [&[][..], &["x"], &["-1"], &["3", "--threads", "0"]] {
        perft(usage).exits(2);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_table_beyond_the_memory_is_refused() {
    let program = Program::with(["perft", "2", "--hash", "1048576"]);
    let err = program.after("ulimit -v 4000000").run().refusal();
    assert!(err.starts_with("compongo: --hash 1048576: "), "{err}");
}
