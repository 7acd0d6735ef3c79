//! Time management and stopping.
//!
//! * [`SearchLimits`]: the limits of a `go`; [`TimeBudget`]: the soft and hard bound derived from them; [`LagMeter`]:
//!   the lag measured in earlier moves, which lowers the bounds.
//! * [`StopToken`]: ends one search; [`ActiveSearches`]: the input reader's list of them.
//! * [`TimeManager`]: start another iteration? stop now?
//!
//! The usable time is the clock minus the overhead and reserves. The soft bound is a share of it plus most of the
//! increment, and [`IterationStats`] scale it after each iteration; the hard bound is a larger share. A delay is added
//! to both.
//!
//! Only the default and `sleep` of [`StopToken`] use a real clock. Elsewhere the present time is an argument, so that tests can
//! simulate it. All constants are in [`params`].
#![forbid(unsafe_code)]

mod budget;
mod clock_split;
mod iteration;
mod lag;
mod limits;
mod manager;
pub mod params;
mod stop_token;

pub use budget::TimeBudget;
pub use clock_split::ClockSettings;
pub use iteration::IterationStats;
pub use lag::{LagMeter, MoveTiming};
pub use limits::SearchLimits;
pub use manager::TimeManager;
pub use params::NEXT_PERIOD_MOVES;
pub use stop_token::{ActiveSearches, StopToken};
