//! The evaluation network: every way to compute a score gives the same.

mod by_lot;
mod golden;
mod program;
mod walks;
