//! The game that the engine is sent, and lines of moves from it.

use compongo::board::Board;
use compongo::engine::{EnginePosition, StartPosition, bench, fixed_depth::FixedDepthSearch};
use compongo::notation::uci_move;
use compongo::types::Score;

fn follow(position: EnginePosition, moves: &str) -> EnginePosition {
    let moves: Vec<&str> = moves.split_whitespace().collect();
    position
        .follow(StartPosition::Standard, &moves)
        .expect("legal")
}

#[test]
fn a_longer_game_is_the_same_game() {
    let long = "g1f3 g8f6 f3g1 f6g8";
    let continued = follow(follow(EnginePosition::default(), "g1f3 g8f6"), long);
    let fresh = follow(EnginePosition::default(), long);
    assert_eq!(continued.board(), fresh.board());
    assert_eq!(continued.earlier(), fresh.earlier());
    let other = follow(continued, "e2e4");
    assert_eq!(other.earlier(), []);
    assert_eq!(other.board().halfmove_clock(), 0);
}

#[test]
fn lines_end_with_the_game() {
    let position = follow(EnginePosition::default(), "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6");
    let lines = position.line_checker();
    let mut line = Vec::new();
    let mut board = *position.board();
    for text in ["f3g1", "f6g8", "e2e4"] {
        let mv = uci_move::parse(&board, text).expect("legal");
        board.play(mv);
        line.push(mv);
    }
    assert_eq!(lines.playable(&line), 2);
    assert!(lines.goes_on_after(&line[..1]) && !lines.goes_on_after(&line[..2]));
}

#[test]
fn a_line_may_end_in_mate() {
    let start = StartPosition::Fen("7k/8/6K1/8/8/8/8/R7 w - - 99 80".to_owned());
    let position = EnginePosition::default()
        .follow(start, &[""; 0])
        .expect("valid");
    let lines = position.line_checker();
    let line = |text| [uci_move::parse(position.board(), text).expect("legal")];
    assert!(lines.is_mate_after(&line("a1a8")) && !lines.goes_on_after(&line("a1a8")));
    // The fifty moves are over.
    assert!(!lines.is_mate_after(&line("a1a7")) && !lines.goes_on_after(&line("a1a7")));
    assert!(!lines.is_mate_after(&[]) && lines.goes_on_after(&[]));
}

#[test]
fn scores_of_a_fixed_depth_depend_on_the_position_alone() {
    let mut search = FixedDepthSearch::new(4).expect("memory");
    let mut boards = bench::POSITIONS.map(|fen| fen.parse::<Board>().expect("a position"));
    let mut scores = |boards: &[Board]| -> Vec<Score> {
        let scores = boards.iter().map(|board| search.score(board));
        scores.collect::<Result<_, _>>().expect("a thread")
    };
    let forwards = scores(&boards);
    boards.reverse();
    let mut backwards = scores(&boards);
    backwards.reverse();
    assert_eq!(forwards, backwards);
}
