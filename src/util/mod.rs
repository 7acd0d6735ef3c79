//! Small things that every layer needs and that know nothing of chess: text from outside made safe to show, numbers and
//! times in words, files that are replaced atomically or appended to, locked folders, work shared by threads, memory in
//! huge pages and how much there is, reproducible floating point functions.

#![deny(unsafe_code)]

pub mod append_file;
pub mod file;
pub mod folder_lock;
pub mod format;
pub mod huge_pages;
pub mod json_lines;
pub mod math;
pub mod memory;
pub mod parallel;
pub mod text;
pub mod version;
