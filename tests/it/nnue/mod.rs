//! The evaluation network: every way to compute a score gives the same.

mod golden;
mod nets;
mod program;
mod random_nets;
mod walks;
