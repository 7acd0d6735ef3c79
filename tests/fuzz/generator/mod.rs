//! Games of random players under the referee of a match, in which rare things are common: repetitions, long runs without a
//! capture, castling, promotions, stalemates, dead positions, Chess960; clocks with periods, increments and delays; claims
//! right and wrong, draw offers, resignations, illegal moves, flag falls.
//!
//! Everything follows from some bytes ([`Choices`]), so a fuzzer can vary a game and a test can repeat it. A [`RefereedGame`]
//! has the answers of the players and the record that the referee made of them; [`PlantedFault`] spoils its PGN in one way.

mod choices;
mod control;
mod faults;
mod game;
mod moves;
mod player;
mod starts;

pub use choices::Choices;
pub use faults::PlantedFault;
pub use game::RefereedGame;
pub use moves::MoveStyle;
pub use player::{PlayerAnswer, PlayerStatement};
pub use starts::start;
