//! The version of the program, with the commit if the build names one in `COMPONGO_COMMIT`: `0.1.0 (1a2b3c4)`.

/// The version.
pub const VERSION: &str = env!("COMPONGO_VERSION");

/// The program, in files that it writes: `compongo 0.1.0`.
pub const PROGRAM: &str = concat!("compongo ", env!("COMPONGO_VERSION"));

/// The engine, as it is called in GUIs, PGN and pages: `Compongo 0.1.0`.
pub const ENGINE: &str = concat!("Compongo ", env!("COMPONGO_VERSION"));

/// The program without the commit, where files of different builds of a version belong together.
pub const RELEASE: &str = concat!("compongo ", env!("CARGO_PKG_VERSION"));
