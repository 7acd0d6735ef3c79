//! The search and static exchange evaluation.

mod exact;
mod mates;
mod see;
