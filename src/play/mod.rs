//! Playing on a board in the browser or on a terminal, by the Laws.
//!
//! * `session`: one game, with its clocks, offers, claims and flags; it reads and prints nothing;
//! * `rulings`, `adjourn`: what the Laws say about it, by the same code as the arbiter's commands;
//! * `table`: the game with the engine, its file and whoever watches;
//! * [`PlayAct`]: what a person does; `state`: what a person sees;
//! * `server`: the page in the browser, on this machine only.
#![forbid(unsafe_code)]

mod act;
mod adjourn;
mod opponent;
mod record;
mod rulings;
#[cfg(feature = "board")]
mod server;
mod session;
mod settings;
mod state;
mod table;

pub use act::{ActAnswer, PlayAct};
pub use record::PlayRecordError;
#[cfg(feature = "board")]
pub use server::{BoardAddress, ServeError, serve};
pub use session::PlayNote;
pub use settings::{MAX_ELO, MIN_ELO, PlaySettings, PlayerNames, SideChoice, StartNumber960};
pub use table::{PlayEvent, PlayTable, PlayWatcher};

/// Why an action is refused, in a sentence for the person.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PlayRefusal(String);

impl PlayRefusal {
    fn new(reason: impl std::fmt::Display) -> Self {
        Self(reason.to_string())
    }
}

/// A text as a sentence: with a capital letter and a full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters
        .next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .collect();
    format!("{first}{}.", letters.as_str())
}
