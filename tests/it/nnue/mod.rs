//! The evaluation network: every way to compute a score gives the same.

mod files;
mod golden;
mod nets;
mod network;
mod program;
pub mod random_nets;
mod walks;
