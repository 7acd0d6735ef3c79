//! Time controls (Article 6) and their notation: periods with their moves, times, increments and delays.
//!
//! `40/5400+30:1800+30` is 40 moves in 90 minutes, then the rest of the game in 30 minutes, with an increment of 30
//! seconds per move; `2700d5` is 45 minutes with a delay of 5 seconds per move, `2700b5` the same with Bronstein delay.
//! Times are in seconds, with up to three decimals.
//!
//! ```
//! use compongo::laws::control::{ChessClock, TimeControl};
//! use compongo::{Edition, Mode};
//! use std::time::Duration;
//!
//! let control: TimeControl = "2/10:5+3".parse()?;
//! let mut clock = ChessClock::new(control, &Edition::Fide2023.rules(Mode::Blitz));
//! clock.charge(Duration::from_secs(4))?;
//! clock.charge(Duration::from_secs(4))?;
//! // Two of the ten seconds are left, and the second period begins.
//! assert_eq!(clock.shown(), Duration::from_secs(7));
//! clock.charge(Duration::from_secs(6))?;
//! // The increment follows the move.
//! assert_eq!(clock.shown(), Duration::from_secs(4));
//! let fallen = clock.charge(Duration::from_secs(5)).expect_err("the flag falls");
//! assert_eq!(fallen.available, Duration::from_secs(4));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod chess_clock;
mod control_error;
mod delay;
mod seconds;
mod time_control;
mod written;

pub use chess_clock::{ChessClock, FlagFallen};
pub use control_error::{TimeControlError, has_clock_time};
pub use delay::DelayType;
pub use time_control::{Period, TimeControl};
pub use written::parse_written_time;

use crate::board::Board;
use crate::types::Color;

/// The moves that a player has made up to a position, counted from the initial position.
pub fn moves_made(board: &Board, player: Color) -> u32 {
    let plies = board.game_ply();
    match player {
        Color::White => plies.div_ceil(2),
        Color::Black => plies / 2,
    }
}
