//! `--watch` on a pseudo terminal.

use crate::cli::terminal::PseudoTerminal;
use crate::support::folder::Folder;
use crate::support::process::{Program, wait_for};

/// The sequence that clears a line of a terminal.
const CLEAR_LINE: &str = "\u{1b}[2K";

#[track_caller]
fn watch(arguments: &[&str]) -> PseudoTerminal {
    PseudoTerminal::start(Program::with(["analyse", "--watch"]).args(arguments))
}

/// What is left on the terminal when the program has ended without fault.
#[track_caller]
fn rest(terminal: PseudoTerminal) -> String {
    let text = terminal.outcome().exits(0).out;
    let (_, rest) = text.rsplit_once(CLEAR_LINE).expect("lines are drawn over");
    rest.to_owned()
}

#[test]
fn lines_grow_in_place_until_enter() {
    let folder = Folder::new();
    let positions = folder.write(
        "positions",
        "7k/8/6K1/8/8/8/8/R7 w - - id \"rook\";\n7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n",
    );
    let mut terminal = watch(&[&positions]);
    terminal.shows("Position 1 of 2, rook");
    terminal.shows("  1       #1  1.Ra8#");
    terminal.press("+");
    terminal.shows("  2       #2  1.");
    terminal.press("n");
    terminal.shows("Laws    1/2-1/2  Stalemate (Article 5.2.1)");
    // The arrow to the left.
    terminal.press("\u{1b}[D");
    terminal.shows("  1       #1  1.Ra8#");
    terminal.shows("  2       #2  1.");
    terminal.shows("Enter: end");
    terminal.press("\r");
    let rest = rest(terminal);
    for text in ["Position 1 of 2, rook", "1.Ra8#", "  2       #2  1."] {
        assert!(rest.contains(text), "{text}\n{rest}");
    }
    assert!(!rest.contains("Enter"), "{rest}");
}

#[test]
fn an_endless_analysis_ends_with_ctrl_c() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let mut terminal = watch(&["--multipv", "3", "--fen", start]);
    terminal.shows("\n  3 ");
    // Otherwise the terminal would make a signal of it, for a process that it does not control.
    wait_for("a wait for keys", || terminal.is_raw());
    terminal.press("\u{3}");
    let rest = rest(terminal);
    assert!(rest.contains("White to move") && rest.contains("(White's view)"));
    assert!(rest.contains("\n  3 "), "{rest}");
}
