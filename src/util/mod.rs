//! Utilities that every layer needs and that know nothing of chess: outside text made safe to show, numbers and times
//! in words, files that are read within limits, unpacked, replaced atomically, compressed or appended to, files of JSON
//! lines with checksums, locked folders, work shared by threads, huge pages and the size of memory, reproducible
//! floating point functions.

#![deny(unsafe_code)]

pub mod append_file;
pub mod checksum;
pub mod date;
pub mod file;
pub mod format;
pub mod huge_pages;
pub mod input;
pub mod json_lines;
pub mod math;
pub mod memory;
pub(crate) mod mutex;
pub mod pack;
mod packing;
pub mod parallel;
pub mod pipe;
pub mod pool;
pub(crate) mod prefetch;
pub mod process_lock;
pub(crate) mod seed;
pub(crate) mod skipped;
pub mod text;
pub mod unpack;
pub mod version;
pub(crate) mod word_enum;
