//! What the subcommands print, and the codes they exit with.
//!
//! Text from outside (arguments, files, engines) reaches the terminal through [`printable`](crate::util::text::printable)
//! only.

use crate::util::text::{escape_json, printable_lines};
use serde::Serialize;
use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

/// Exit code 0: all is well.
pub const OK: u8 = 0;
/// Exit code 1: the work was done or begun, and something is wrong.
pub const FAILURE: u8 = 1;
/// Exit code 2: arguments, positions or files cannot be used.
pub const UNUSABLE: u8 = 2;
/// Exit code 3: no error, but a question was left undetermined.
pub const UNDETERMINED: u8 = 3;
/// Exit code 130: interrupted, as a shell reports it.
pub const INTERRUPTED: u8 = 130;

/// Why a subcommand ends early: a message for the user, and the exit code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct CliError {
    message: String,
    code: u8,
}

impl CliError {
    /// Arguments, positions or files that cannot be used.
    pub fn unusable(message: impl Display) -> Self {
        Self {
            message: message.to_string(),
            code: UNUSABLE,
        }
    }

    /// As [`CliError::unusable`], about a flag or a file.
    pub fn at(place: impl Display, error: impl Display) -> Self {
        Self::unusable(format_args!("{place}: {error}"))
    }

    /// Work that failed after it had begun.
    pub fn failure(message: impl Display) -> Self {
        Self {
            message: message.to_string(),
            code: FAILURE,
        }
    }
}

/// The exit code of a subcommand, after its error was printed.
pub fn exit_code(result: Result<u8, CliError>) -> ExitCode {
    ExitCode::from(result.unwrap_or_else(|error| {
        eprint(&error);
        error.code
    }))
}

/// Prints what clap says, help or an error, and gives its exit code.
pub fn clap_exit(error: &clap::Error) -> ExitCode {
    if error.use_stderr() {
        // It quotes arguments as they are.
        let _ = write!(io::stderr(), "{}", printable_lines(&error.to_string()));
    } else {
        let _ = error.print();
    }
    ExitCode::from(error.exit_code() as u8)
}

/// Prints a line on standard output. The work goes on if it cannot be written, for instance because the reader has gone.
pub fn print(text: impl Display) {
    let _ = writeln!(io::stdout(), "{}", printable_lines(&text.to_string()));
}

/// As [`print`], for text with colours, whose parts from outside are already printable.
pub fn print_styled(text: impl Display) {
    let _ = writeln!(io::stdout(), "{text}");
}

/// Prints a message on standard error, likewise.
pub fn eprint(message: impl Display) {
    let message = message.to_string();
    let _ = writeln!(io::stderr(), "compongo: {}", printable_lines(&message));
}

/// Prints the result of a subcommand on standard output. A reader that has gone is no error.
///
/// # Errors
/// It cannot be written.
pub fn print_result(text: &str) -> Result<u8, CliError> {
    match io::stdout()
        .lock()
        .write_all(printable_lines(text).as_bytes())
    {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(CliError::failure(error)),
        _ => Ok(OK),
    }
}

/// Prints a ruling, as text or as one line of JSON; `undetermined` decides the exit code.
///
/// # Errors
/// It cannot be written.
pub fn print_ruling(
    ruling: &(impl Display + Serialize),
    json: bool,
    undetermined: bool,
) -> Result<u8, CliError> {
    let text = if json {
        let json = serde_json::to_string(ruling).map_err(CliError::failure)?;
        format!("{}\n", escape_json(&json))
    } else {
        ruling.to_string()
    };
    print_result(&text)?;
    Ok(if undetermined { UNDETERMINED } else { OK })
}
