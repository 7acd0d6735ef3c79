//! What irregularities cost: illegal moves (Article 7) with the moves that may replace them (Article 4), and wrong
//! claims of a draw (Article 9.5).

mod illegal;
mod replacement;
mod wrong_claim;

pub use illegal::{IllegalMoves, Penalty, rule_illegal};
pub use replacement::{Attempt, Binding, Remedy, remedy};
pub use wrong_claim::{Announced, ClaimCost, ClaimRuling, claim_cost, rule_claim};
