//! time
pub mod limits;
pub use limits::Limits;
