//! Small things that every layer needs and that know nothing of chess: text from outside made safe to show, numbers and
//! times in words, and files that are replaced atomically.

#![forbid(unsafe_code)]

pub mod file;
pub mod format;
pub mod text;
