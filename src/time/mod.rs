//! Time management and stopping.
//!
//! * [`SearchLimits`]: what a `go` asked for; [`TimeBudget`]: the soft and hard bound made of it; [`LagMeter`]: the lag
//!   measured in earlier moves, which lowers them.
//! * [`StopToken`]: ends one search; [`ActiveSearches`]: the input reader's list of them.
//! * [`TimeManager`]: start another iteration? stop now?
//!
//! Nothing here reads a clock: the present time is always an argument, so that tests play games on simulated time. All
//! numbers are in [`params`].
#![forbid(unsafe_code)]

mod budget;
mod clock;
mod iteration;
mod lag;
mod limits;
mod manager;
pub mod params;
mod stop_token;

pub use budget::TimeBudget;
pub use clock::{ClockSettings, DelayMode};
pub use iteration::IterationStats;
pub use lag::{LagMeter, MoveTiming};
pub use limits::SearchLimits;
pub use manager::TimeManager;
pub use params::NEXT_PERIOD_MOVES;
pub use stop_token::{ActiveSearches, StopToken};
