//! History tables: how well moves did in earlier nodes, kept from search to search.
//!
//! * [`QuietHistory`](quiet::QuietHistory) (butterfly): side to move, attacks on from and to, from, to;
//! * [`LowPlyHistory`](low_ply::LowPlyHistory): ply, from, to;
//! * [`PawnHistory`]: pawn structure, piece and target;
//! * [`CaptureHistory`](capture::CaptureHistory): moving piece, to, captured piece;
//! * [`ContinuationHistory`](continuation::ContinuationHistory): piece and target of the move one, two, four or six plies ago, then
//!   piece and target;
//! * [`TtMoveHistory`](tt_move::TtMoveHistory): a single value, for the TT moves of all positions;
//! * [`CorrectionHistory`](correction::CorrectionHistory): the errors of the static evaluation instead of moves, by structure and
//!   last moves.
//!
//! All values are updated by the history gravity formula ([`gravity`](gravity::gravity)).

mod bitboard_hash;
mod capture;
mod continuation;
mod correction;
mod gravity;
mod histories;
mod low_ply;
mod pawn;
mod piece_to;
mod quiet;
mod tt_move;

pub use continuation::CONTINUATION_PLIES;
pub use correction::CorrectionIndex;
pub use gravity::history_bonus;
pub use histories::{Histories, HistoryMemory};
pub use pawn::PawnHistory;
pub use piece_to::{PieceTo, PieceToTable};
