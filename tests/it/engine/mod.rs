//! The engine without a protocol.

mod book;
mod options;
mod position;
mod search;
