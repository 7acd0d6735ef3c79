//! Irregularities: illegal moves (Article 7), the moves that may replace them (Article 4), and wrong claims of a draw
//! (Article 9.5).

mod illegal;
mod touch_move;
mod touched_pieces;
mod wrong_claim;

pub use illegal::{IllegalMoves, Penalty, rule_illegal};
pub use touch_move::{AttemptedMove, Obligation, Remedy, remedy, ruled_as, touched};
pub use touched_pieces::{TouchRule, TouchedPieces, king_and_rook, touch_rule};
pub use wrong_claim::{AnnouncedMove, ClaimCost, ClaimRuling, claim_cost, rule_claim};
