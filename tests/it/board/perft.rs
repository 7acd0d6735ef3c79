//! Perft of many positions: the numbers of legal move sequences that other move generators agree on.
//!
//! The counts in `data/perft_*.epd` come from shakmaty and cozy-chess, and Stockfish confirms the deepest of each
//! line.

use crate::support::is_full;
use compongo::board::perft::{PerftTable, divide, perft};
use compongo::notation::epd;

const STANDARD: &str = include_str!("../../data/perft_standard.epd");
const TRAPS: &str = include_str!("../../data/perft_traps.epd");
const CHESS960: &str = include_str!("../../data/perft_chess960.epd");

/// The largest count that is checked unless all of them are.
const LARGEST: u64 = 10_000_000;

/// Counts every position to the depths of its line.
fn check(suite: &str, positions: usize) {
    let mut checked = 0;
    for line in suite.lines().filter(|line| !line.starts_with('#')) {
        let (epd, warnings) = epd::parse(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(warnings, [], "{line}");
        let counts: Vec<_> = epd.perft_counts().collect();
        assert!(!counts.is_empty(), "{line}");
        for (depth, count) in counts {
            if count > LARGEST && !is_full() {
                continue;
            }
            assert_eq!(perft(&epd.board, depth), count, "depth {depth} of {line}");
        }
        checked += 1;
    }
    assert_eq!(checked, positions);
}

#[test]
fn standard_positions() {
    check(STANDARD, 53);
}

#[test]
fn traps_of_en_passant_pins_promotion_and_castling() {
    check(TRAPS, 63);
}

#[test]
fn chess960_positions() {
    check(CHESS960, 54);
}

#[test]
fn hashing_and_dividing_change_no_count() {
    let table = PerftTable::new(8).expect("a few megabytes");
    for suite in [STANDARD, TRAPS, CHESS960] {
        for (_, epd) in epd::parse_lines(suite) {
            let (epd, _) = epd.expect("a valid line");
            for (depth, count) in epd.perft_counts().filter(|&(_, count)| count < 1_000_000) {
                let counts = divide(&epd.board, depth, Some(&table), &|| false, |_, _| {});
                let sum: u64 = counts.expect("not stopped").iter().map(|(_, n)| n).sum();
                assert_eq!(sum, count, "depth {depth} of {epd}");
            }
        }
    }
}
