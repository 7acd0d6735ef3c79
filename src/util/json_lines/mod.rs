//! Files of JSON objects, one per line: a header with the version of the format, then records.
//!
//! Each line is on disk before the next one is begun, and its last member is a checksum of everything before it. At
//! worst a crash leaves an incomplete last line, which the reader takes for the end and [`JsonLinesFile::truncate`]
//! removes. Any other damage is an error with its line number, and the file stays unchanged. A [`JsonLinesFile`] holds
//! a lock, so that no two processes write the same file, and it does not write to a file that was deleted or replaced.
//!
//! Files of version 1 have no checksums. They are read and continued; the lines that are added have checksums.

mod file;
mod line;
mod reader;

pub use file::JsonLinesFile;
pub use reader::{JsonLinesReader, LineError};

/// The version of the format.
pub const VERSION: u32 = 2;
/// The first version whose lines must have checksums.
const CHECKED: u32 = 2;
