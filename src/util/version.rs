//! The version of the program.

use std::sync::OnceLock;

/// The version, with the commit if the build names one in `COMPONGO_COMMIT`: `0.1.0 (1a2b3c4)`.
pub fn version() -> &'static str {
    static VERSION: OnceLock<String> = OnceLock::new();
    VERSION.get_or_init(|| {
        let version = env!("CARGO_PKG_VERSION");
        option_env!("COMPONGO_COMMIT").map_or_else(
            || version.to_owned(),
            |commit| format!("{version} ({commit})"),
        )
    })
}
