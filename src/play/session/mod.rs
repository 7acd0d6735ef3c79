//! A game in progress: moves, clocks, offers, claims, flags, and its end.
//!
//! The session neither reads nor prints nor knows about threads: it is told what the players do and what time it is. The
//! clock of the player who has the move runs from one action to the next; the time that a ruling takes is charged to
//! nobody.
//!
//! * `play_session`: what a game consists of; `play_end`, `play_note`, `required_moves`: its parts;
//! * `turn_time`: the clocks and the flags;
//! * `move_making`, `offers`, `ending`: moves, draw offers, and the ends that are not rulings;
//! * `ruled`: what a ruling changes; `note_log`: the log.

mod ending;
mod move_making;
mod note_log;
mod offers;
mod play_end;
mod play_note;
mod play_session;
mod required_moves;
mod ruled;
mod turn_time;

pub(super) use play_end::PlayEnd;
pub(super) use play_note::ARBITER;
pub use play_note::PlayNote;
pub(super) use play_session::{IllegalAttempt, PlayPhase, PlaySession};
pub(super) use required_moves::RequiredMoves;
