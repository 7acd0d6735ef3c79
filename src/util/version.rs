//! The version of the program, with the commit if the build sets it in `COMPONGO_COMMIT`: `0.1.0 (1a2b3c4)`.

/// The version, with the commit in parentheses if known.
pub const VERSION: &str = env!("COMPONGO_VERSION");

/// The program's name in the files that it writes: `compongo 0.1.0`.
pub const PROGRAM: &str = concat!("compongo ", env!("COMPONGO_VERSION"));

/// The engine's name in GUIs, PGN and pages: `Compongo 0.1.0`.
pub const ENGINE: &str = concat!("Compongo ", env!("COMPONGO_VERSION"));

/// The program's name without the commit, for files that different builds of a version share.
pub const RELEASE: &str = concat!("compongo ", env!("CARGO_PKG_VERSION"));
