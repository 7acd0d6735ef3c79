//! The Laws by Article: what ends a game, what may be claimed, and what events cost.

mod articles;
mod clocks;
mod counters_and_precedence;
mod editions;
mod flag_falls;
mod greedy_games;
mod identity_and_claims;
mod interpretations1974;
mod oracle;
mod procedures;
mod proof_checker;
mod support;
mod winnable;
mod winnable_classes;
mod winnable_composed;
mod winnable_oracle;
mod winnable_tables;
