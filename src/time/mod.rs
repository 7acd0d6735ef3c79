//! Time: what a `go` asked for, what of it to use, and how a search learns that it is over.
//!
//! * [`Limits`] is the question, [`Budget`] the policy that answers it, [`LagMeter`] what experience adds to it.
//! * [`Ticket`] is the stop token of one search, [`TicketBook`] the reader's list of the outstanding ones.
//! * [`Timer`] answers the two questions of a search: start another iteration? stop now?
//!
//! Nothing here looks at a clock: every function takes the present moment as an argument, so that whole games can be
//! played on simulated time.
#![forbid(unsafe_code)]

mod budget;
mod clock;
mod iteration;
mod lag;
mod limits;
mod ticket;
mod timer;

pub use budget::Budget;
pub use clock::{Conditions, DelayMode, LATER_MOVES};
pub use iteration::Iteration;
pub use lag::{Exchange, LagMeter};
pub use limits::Limits;
pub use ticket::{Ticket, TicketBook};
pub use timer::Timer;
