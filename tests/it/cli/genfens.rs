//! `compongo genfens`, in the forms that `OpenBench` and a person type.

use crate::support::folder::Folder;
use crate::support::position::board;
use crate::support::process::run;

fn positions(arguments: &[&str]) -> Vec<String> {
    let out = run(arguments).success();
    let fens = out.lines().map(|line| {
        let fen = line.strip_prefix("info string genfens ");
        let fen = fen.expect("nothing else is printed");
        assert!(board(fen).has_legal_move());
        fen.to_owned()
    });
    fens.collect()
}

#[test]
fn positions_depend_on_the_seed_alone() {
    let quoted = positions(&["genfens 5 seed 42 book None", "quit"]);
    assert_eq!(quoted.len(), 5);
    assert_eq!(quoted, positions(&["genfens", "5", "seed", "42"]));
    assert_eq!(quoted, positions(&["genfens", "5", "--seed", "42"]));
    assert_ne!(quoted, positions(&["genfens 5 seed 43 book None"]));
    assert!(quoted.iter().all(|fen| fen.ends_with(" 5")), "{quoted:?}");
}

#[test]
fn positions_follow_those_of_a_book() {
    let folder = Folder::new();
    let book = folder.write(
        "book.epd",
        "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - hmvc 0;\n",
    );
    let command = format!("genfens 3 seed 1 book {book}");
    for fen in positions(&[&command, "quit"]) {
        assert!(!fen.contains(['n', 'r', 'q']), "{fen}");
    }
}

#[test]
fn what_cannot_be_read_is_said() {
    for (arguments, message) in [
        (
            &["genfens x"][..],
            "compongo: genfens: 'x' is not a whole number (0 or more)\n",
        ),
        (
            &["genfens 3 seed 99999999999999999999999"],
            "compongo: genfens: '99999999999999999999999' is too large\n",
        ),
        (
            &["genfens 2", "position startpos", "d"],
            "compongo: genfens: only quit may follow the command, not 'position startpos'\n",
        ),
        (
            &["genfens", "5", "seed"],
            "compongo: genfens: 'seed' has no value\n",
        ),
        (
            &["genfens", "5", "-s", "42"],
            "compongo: genfens: '-s' is neither --seed nor --book\n",
        ),
        (
            &["genfens", "5", "--sead", "42"],
            "compongo: genfens: '--sead' is neither --seed nor --book\n",
        ),
    ] {
        assert_eq!(run(arguments).refusal(), message);
    }
    run(["genfens 3 seed 1 book no/such.epd"]).exits(2);
    // White wins: no position is balanced.
    let folder = Folder::new();
    let book = folder.write("book.epd", "7k/8/5K2/6Q1/8/8/8/8 b - - hmvc 0;\n");
    let refusal = run([format!("genfens 3 seed 1 book {book}")]).refusal();
    let expected = "compongo: genfens: found only 0 of 3 balanced positions; ask for fewer, or take another book\n";
    assert_eq!(refusal, expected);
}
