//! Time: what a `go` asked for, what of it to use, and how a search learns that it is over.
//!
//! * [`SearchLimits`] is the question, [`TimeBudget`] the policy that answers it, [`LagMeter`] what experience adds to it.
//! * [`StopToken`] is the stop token of one search, [`ActiveSearches`] the reader's list of the outstanding ones.
//! * [`TimeManager`] answers the two questions of a search: start another iteration? stop now?
//!
//! Nothing here looks at a clock: every function takes the present moment as an argument, so that whole games can be
//! played on simulated time.
#![forbid(unsafe_code)]

mod budget;
mod clock;
mod iteration;
mod lag;
mod limits;
mod manager;
mod stop_token;

pub use budget::TimeBudget;
pub use clock::{ClockSettings, DelayMode, NEXT_PERIOD_MOVES};
pub use iteration::IterationStats;
pub use lag::{LagMeter, MoveTiming};
pub use limits::SearchLimits;
pub use manager::TimeManager;
pub use stop_token::{ActiveSearches, StopToken};
