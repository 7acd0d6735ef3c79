//! `compongo perft` as a user sees it.

use crate::support::process::{PROGRAM, outcome};
use assert_cmd::Command;
use std::path::Path;

/// Exit code, standard output and standard error of `compongo perft` with these arguments.
fn perft(arguments: &[&str]) -> (Option<i32>, String, String) {
    outcome(Command::new(PROGRAM).arg("perft").args(arguments))
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
    let (code, out, err) = perft(&["1", "--fen", "8/8/8/8/8/k7/8/K7 w - -"]);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert_eq!(without_time(&out), "a1b1: 1\n\nNodes searched: 1\n");

    let (code, out, _) = perft(&["3", "--threads", "2", "--hash", "1"]);
    assert_eq!(code, Some(0));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 23);
    assert_eq!((lines[0], lines[11]), ("a2a3: 380", "e2e4: 600"));
    assert!(without_time(&out).ends_with("\n\nNodes searched: 8902\n"));

    let (code, out, _) = perft(&["0"]);
    assert_eq!(code, Some(0));
    assert_eq!(without_time(&out), "\nNodes searched: 1\n");
}

#[test]
fn castling_is_written_as_the_position_demands() {
    let (_, out, _) = perft(&["1", "--fen", "4k3/8/8/8/8/8/8/4K2R w K -"]);
    assert!(out.contains("e1g1: 1\n"));
    let (_, out, _) = perft(&["1", "--fen", "4k3/8/8/8/8/8/8/5K1R w H -"]);
    assert!(out.contains("f1g1: 1\nf1g2: 1\nf1h1: 1\n"), "{out}");
}

#[test]
fn suites_pass_or_fail() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let suite = data.join("perft_traps.epd");
    let (code, out, err) = perft(&["3", "--suite", suite.to_str().expect("text")]);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(out.starts_with("ok   3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1\n"));
    assert!(out.contains("\n63 of 63 positions ok\n"));

    let wrong = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wrong.epd");
    let lines = "8/8/8/8/8/k7/8/K7 w - - 0 1 ;D1 1 ;D2 6\n8/8/8/8/8/k7/8/K7 w - - 0 1 ;D1 2\n";
    std::fs::write(&wrong, lines).expect("a writable folder");
    let (code, out, _) = perft(&["--suite", wrong.to_str().expect("text")]);
    assert_eq!(code, Some(1));
    assert!(
        out.contains("FAIL 8/8/8/8/8/k7/8/K7 w - - 0 1: D1 is 1, not 2\n"),
        "{out}"
    );
    assert!(out.contains(" of 2 positions ok\n"), "{out}");
}

#[test]
fn errors_are_explained() {
    let (code, out, err) = perft(&["2", "--fen", "nonsense"]);
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert_eq!(
        err,
        "compongo: invalid FEN: 'nonsense' has 1 ranks, not 8\n"
    );
    let (code, _, err) = perft(&["--suite", "no such file"]);
    assert_eq!(code, Some(2));
    assert!(err.starts_with("compongo: no such file: "));
    for usage in [&[][..], &["x"], &["-1"], &["3", "--threads", "0"]] {
        assert_eq!(perft(usage).0, Some(2), "{usage:?}");
    }
}
