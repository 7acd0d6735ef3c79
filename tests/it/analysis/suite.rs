//! When a suite counts a position as solved.

use crate::support::position::{board, mv};
use compongo::analysis::{AnalysisResult, ExpectedSolution, IterationResult, SolutionPoint};
use compongo::notation::epd::Epd;
use compongo::types::UciScore;

const MATE: &str = "7k/8/6K1/8/8/8/8/R7 w - -";

fn expected(operations: &str) -> Option<ExpectedSolution> {
    let epd: Epd = format!("{MATE} {operations}").parse().expect("an EPD");
    ExpectedSolution::of(&epd).expect("operations that can be read")
}

/// The solution of a search whose iterations had these best moves and scores.
fn solution(operations: &str, iterations: &[(&str, UciScore)]) -> Option<SolutionPoint> {
    let board = board(MATE);
    let mut result = AnalysisResult::default();
    for (&(text, score), depth) in iterations.iter().zip(1..) {
        result.iterations.push(IterationResult {
            depth,
            mv: mv(&board, text),
            score,
            nodes: u64::from(depth) * 100,
            used_us: u64::from(depth) * 10,
        });
    }
    let score = expected(operations)
        .expect("something is expected")
        .score(&board, &result);
    assert_eq!(score.solved, score.solution.is_some());
    score.solution
}

fn at(depth: u32) -> SolutionPoint {
    SolutionPoint {
        depth,
        nodes: u64::from(depth) * 100,
        used_us: u64::from(depth) * 10,
    }
}

#[test]
fn the_engine_must_settle_on_the_move() {
    let cp = UciScore::Cp(50);
    let (right, wrong) = (("a1a8", cp), ("a1a7", cp));
    assert_eq!(solution("bm Ra8;", &[right, right]), Some(at(1)));
    assert_eq!(
        solution("bm Ra8;", &[right, wrong, right, right]),
        Some(at(3))
    );
    assert_eq!(solution("bm Ra8;", &[right, right, wrong]), None);
    assert_eq!(solution("bm Ra8 Ra7;", &[wrong, right, wrong]), Some(at(1)));
    assert_eq!(solution("am Ra7;", &[wrong, right, right]), Some(at(2)));
    assert_eq!(solution("am Ra7;", &[right, wrong]), None);
    assert_eq!(solution("bm Ra8;", &[]), None);
}

#[test]
fn a_mate_must_be_announced_and_short_enough() {
    let mate = |moves| ("a1a8", UciScore::Mate(moves));
    let line = [
        ("a1a8", UciScore::Cp(900)),
        mate(4),
        mate(-2),
        mate(2),
        mate(1),
    ];
    assert_eq!(solution("dm 2;", &line), Some(at(4)));
    assert_eq!(solution("dm 1;", &line), Some(at(5)));
    assert_eq!(solution("dm 1; am Ra8;", &line), None);
    assert_eq!(solution("dm 4;", &[mate(0)]), None);
    assert_eq!(solution("dm 4294967295;", &[mate(9)]), Some(at(1)));
}

#[test]
fn operations_that_expect_something() {
    assert_eq!(expected("id \"x\"; ce 5;"), None);
    let all = expected("bm Ra8 Ra7; am Kf6; dm 3;").expect("something is expected");
    assert_eq!((all.best.len(), all.avoid.len(), all.mate), (2, 1, Some(3)));
    for operations in [
        "bm;",
        "bm Qa8;",
        "am Ke6 Ke7;",
        "dm;",
        "dm 0;",
        "dm -1;",
        "dm x;",
    ] {
        let epd: Epd = format!("{MATE} {operations}").parse().expect("an EPD");
        assert!(ExpectedSolution::of(&epd).is_err(), "{operations}");
    }
}
