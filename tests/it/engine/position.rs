//! Lines of moves from a game, and searches of positions to a fixed depth.

use crate::support::position::{game, mv};
use compongo::board::{Board, fen::STARTPOS};
use compongo::engine::{LineChecker, bench, fixed_depth::FixedDepthSearch};
use compongo::types::Score;

#[test]
fn lines_end_with_the_game() {
    let game = game(STARTPOS, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6");
    let lines = LineChecker::new(&game);
    let mut line = Vec::new();
    let mut board = *game.board();
    for text in ["f3g1", "f6g8", "e2e4"] {
        let mv = mv(&board, text);
        board.play(mv);
        line.push(mv);
    }
    assert_eq!(lines.playable(&line), 2);
    assert!(lines.goes_on_after(&line[..1]) && !lines.goes_on_after(&line[..2]));
}

#[test]
fn a_line_may_end_in_mate() {
    let game = game("7k/8/6K1/8/8/8/8/R7 w - - 99 80", "");
    let lines = LineChecker::new(&game);
    let line = |text| [mv(game.board(), text)];
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
