//! Small things that every layer needs and that know nothing of chess: text from outside made safe to show, numbers and
//! times in words, files that are replaced atomically, reproducible floating point functions.

#![forbid(unsafe_code)]

pub mod file;
pub mod format;
pub mod math;
pub mod text;
