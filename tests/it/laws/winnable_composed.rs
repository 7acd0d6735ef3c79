//! The composed positions of chasolver's tests: every question is answered, and as that file says.
//!
//! By default every 61st position; `COMPONGO_FULL=1` asks all 3,414.

use super::proof_checker::{self, CheckError};
use crate::support::is_full;
use compongo::judge::DEFAULT_NODES;
use compongo::laws::winnable::{ProofBudget, WinnabilityCache, can_win};
use compongo::notation::epd;
use compongo::types::Color;
use rayon::prelude::*;

const COMPOSED: &str = include_str!("../../data/winnability_composed.epd");

/// The double checks that no move gives are mate on the board; they come first.
const MATED_BY_BISHOPS: [&str; 3] = [
    "8/8/8/8/8/1k6/b1b5/RKR5 w",
    "8/8/8/8/8/2b1k1b1/8/3RKR2 w",
    "5B2/7r/5K1k/7r/8/4B3/8/8 b",
];

#[test]
fn the_composed_positions_of_chasolver_are_decided() {
    let step = if is_full() { 1 } else { 61 };
    let lines: Vec<&str> = COMPOSED
        .lines()
        .filter(|line| !line.starts_with('#'))
        .collect();
    assert_eq!(lines.len(), 3_414);
    let mated = |line: &&str| MATED_BY_BISHOPS.iter().any(|fen| line.starts_with(fen));
    let asked: Vec<&str> = (lines.iter().copied().filter(mated))
        .chain(lines.iter().copied().step_by(step))
        .collect();
    assert!(asked.iter().filter(|line| mated(line)).count() >= MATED_BY_BISHOPS.len());
    asked.into_par_iter().for_each(check);
}

/// Asks as `compongo judge` does. What the external solver alone says has no proof to check.
fn check(line: &str) {
    let (epd, _) = epd::parse(line).expect("an EPD line");
    let expected = epd.operand("c0").expect("who can mate");
    let budget = ProofBudget::with_solver(DEFAULT_NODES);
    for (color, can_mate) in [
        (Color::White, expected.starts_with('W')),
        (Color::Black, expected.ends_with('B')),
    ] {
        let answer = can_win(&epd.board, color, &budget, &mut WinnabilityCache::default());
        assert_eq!(answer.is_winnable(), Some(can_mate), "{color} in {line}");
        let checked = proof_checker::check(&epd.board, color, &answer);
        assert!(
            matches!(checked, Ok(()) | Err(CheckError::External)),
            "{color} in {line}: {checked:?}"
        );
    }
}
