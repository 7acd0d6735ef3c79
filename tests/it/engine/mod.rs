//! The engine without a protocol.

mod options;
mod position;
