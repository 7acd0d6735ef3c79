//! Playing on a board in the browser or on a terminal, by the Laws.
//!
//! * `session`: one game, with its clocks, offers, claims and flags; it reads and prints nothing;
//! * `rulings`, `adjourn`: what the Laws say about it, by the same code as the arbiter's commands;
//! * `table`: the game with the engine, its file and whoever watches;
//! * [`PlayAct`]: what a person does; `page_state`: what a person sees;
//! * `page`, `server`: the page in the browser, on this machine only.
#![forbid(unsafe_code)]

mod act;
mod adjourn;
mod opponent;
#[cfg(feature = "board")]
mod page;
mod page_state;
mod refusal;
mod rulings;
mod saved_game;
mod sentence;
#[cfg(feature = "board")]
mod server;
mod session;
mod settings;
mod table;

pub use act::{ActAnswer, ArbiterQuestion, PlayAct};
pub use refusal::PlayRefusal;
#[cfg(feature = "board")]
pub use server::{BoardAddress, serve};
pub use session::PlayNote;
pub use settings::{MAX_ELO, MIN_ELO, PlaySettings, PlayerNames, SideChoice, StartNumber960};
pub use table::{PlayEvent, PlayTable, PlayWatcher, is_reserved};
