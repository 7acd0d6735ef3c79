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
        assert_eq!(position(line), Err(PositionError::NoBoard), "{line}");
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
            matches!(position(line), Err(PositionError::StrayMove(_))),
            "{line}"
        );
    }
    for line in [
        "position startpos fen 8/8 w - -",
        "position startpos 8/8 w - - 0 1",
    ] {
        assert_eq!(position(line), Err(PositionError::TwoBoards), "{line}");
    }
}

#[test]
fn the_first_unreadable_move_is_named() {
    let mut list = vec!["g1f3"; 2000];
    list[1716] = "e2e9";
    list[1800] = "nonsense";
    let line = format!("position startpos moves {}", list.join(" "));
    assert_eq!(
        position(&line).unwrap_err().to_string(),
        "position: move 1717 'e2e9' is unreadable"
    );
    list[1716] = "e2e4";
    let line = format!("position startpos moves {}", list.join(" "));
    assert_eq!(
        position(&line).unwrap_err().to_string(),
        "position: move 1801 'nonsense' is unreadable"
    );
    let line = format!("position startpos moves {}", "x".repeat(100_000));
    assert_eq!(
        position(&line).unwrap_err().to_string().len(),
        "position: move 1 '' is unreadable".len() + 60
    );
}

#[test]
fn long_games() {
    let list = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(25_000);
    let read = position(&format!("position startpos moves {}", list.join(" "))).unwrap();
    assert_eq!(read.moves, list);
}

#[test]
fn an_adapter_remembers_the_last_list_only_to_save_time() {
    let mut adapter = Adapter::default();
    for list in [
        "e2e4 e7e5",
        "e2e4 e7e5 g1f3",
        "e2e4 e7e5 g1f3 e2e9",
        "e2e4 e7e5 g1f3",
        "e2e4 e7e5 g1f3q",
        "e2e4 e7e5 g1f3 0000 B8C6 b1c3",
        "e2e4 e7e5 g1f3 0000 b8c6 b1c3 e2e4x",
        "e2e4 e7e5 g1f3 0000 b8c6 b1c3 g8f9",
        "e2e4",
        "",
        "e2e4 e7",
    ] {
        let line = format!("position startpos moves {list}");
        assert_eq!(adapter.read(line.as_bytes()), read(&line), "{list}");
    }
}
