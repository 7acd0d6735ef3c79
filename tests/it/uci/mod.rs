//! Lines of UCI, and dialogues with the real program.

mod arguments;
mod clients;
mod command;
#[cfg(unix)]
mod debug_log;
mod driver;
mod first_contact;
mod hostile;
mod info;
mod laws;
#[cfg(target_os = "linux")]
mod limits;
mod options;
mod own;
mod own_book;
mod positions;
mod queue;
mod reports;
mod searches;
mod strength;
mod tablebases;
mod transport;
