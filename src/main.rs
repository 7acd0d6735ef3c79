//! The `compongo` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    compongo::cli::run()
}
