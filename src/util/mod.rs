//! Small things that every layer needs and that know nothing of chess: text from outside made safe to show, numbers and
//! times in words, files that are replaced atomically, memory in
//! huge pages, reproducible floating point functions.

#![deny(unsafe_code)]

pub mod file;
pub mod format;
pub mod huge_pages;
pub mod math;
pub mod text;
