//! Boards and move lists.

use super::*;

#[test]
fn without_moves() {
    for line in [
        "position startpos",
        "position startpos moves",
        "position startpos moves  ",
        "position startpos foo",
    ] {
        assert_eq!(moves(line), "", "{line}");
    }
}

#[test]
fn without_board() {
    for line in [
        "position",
        "position fen",
        "position fen moves e2e4",
        "position moves e2e4",
        "position foo",
        "position fen \"\"",
    ] {
        assert_eq!(position(line), Err(PositionSyntaxError::NoBoard), "{line}");
    }
}

#[test]
fn nothing_that_changes_the_board_is_skipped() {
    for line in [
        "position startpos e2e4",
        "position startpos move e2e4",
        "position e2e4 startpos",
        "position startpos 0000",
    ] {
        assert!(
            matches!(position(line), Err(PositionSyntaxError::StrayMove(_))),
            "{line}"
        );
    }
    for line in [
        "position startpos fen 8/8 w - -",
        "position startpos 8/8 w - - 0 1",
    ] {
        assert_eq!(
            position(line),
            Err(PositionSyntaxError::TwoBoards),
            "{line}"
        );
    }
}

#[test]
fn the_first_wrong_move_is_named() {
    let mut list = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(500);
    list[1716] = "e2e9";
    list[1800] = "nonsense";
    let line = format!("position startpos moves {}", list.join(" "));
    assert_eq!(refused(&line), "position: move 1717 'e2e9' is not a move");
    list[1716] = "e2e5";
    let line = format!("position startpos moves {}", list.join(" "));
    assert_eq!(refused(&line), "position: move 1717 'e2e5' is illegal");
    let line = format!("position startpos moves {}", "x".repeat(100_000));
    assert_eq!(
        refused(&line).len(),
        "position: move 1 '' is not a move".len() + 60
    );
}

#[test]
fn long_games() {
    let list = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(25_000);
    let read = position(&format!("position startpos moves {}", list.join(" "))).unwrap();
    assert_eq!(read.moves, list);
}
