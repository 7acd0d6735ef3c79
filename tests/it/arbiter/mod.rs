//! Matches: statistics and the files that a match writes. Players as processes: `tests/arbiter`.

mod ledger;
mod statistics;
