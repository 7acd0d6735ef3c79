//! Output and exit codes of the subcommands.
//!
//! Text from outside (arguments, files, engines) reaches the terminal only through
//! [`printable`](crate::util::text::printable).

use crate::board::fen::FenWarning;
use crate::util::text::{escape_json, printable_lines};
use once_cell::sync::OnceCell;
use serde::Serialize;
use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

/// Exit code 0: all is well.
pub const OK: u8 = 0;
/// Exit code 1: the work was started, and something is wrong.
pub const FAILURE: u8 = 1;
/// Exit code 2: arguments, positions or files cannot be used.
pub const UNUSABLE: u8 = 2;
/// Exit code 3: no error, but a question was left undetermined.
pub const UNDETERMINED: u8 = 3;
/// Exit code 130: interrupted, as a shell reports it.
pub const INTERRUPTED: u8 = 130;

/// The reason why a subcommand ends early: a message for the user, and the exit code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct CliError {
    message: String,
    code: u8,
}

impl CliError {
    /// An error about arguments, positions or files that cannot be used.
    pub fn unusable(message: impl Display) -> Self {
        Self {
            message: message.to_string(),
            code: UNUSABLE,
        }
    }

    /// Like [`CliError::unusable`], with the flag or file it is about.
    pub fn at(place: impl Display, error: impl Display) -> Self {
        Self::unusable(format_args!("{place}: {error}"))
    }

    /// True for an error made by [`CliError::unusable`] or [`CliError::at`].
    pub const fn is_unusable(&self) -> bool {
        self.code == UNUSABLE
    }

    /// An error during the work.
    pub fn failure(message: impl Display) -> Self {
        Self {
            message: message.to_string(),
            code: FAILURE,
        }
    }
}

/// The first error on standard output. A reader that has gone away does not count.
static OUTPUT_ERROR: OnceCell<io::Error> = OnceCell::new();

/// Stores an error on standard output for [`exit_code`], which reports it. True if the text was written.
pub fn note_output(written: io::Result<()>) -> bool {
    let is_written = written.is_ok();
    if let Err(error) = written
        && error.kind() != io::ErrorKind::BrokenPipe
    {
        // Later errors say the same.
        let _ = OUTPUT_ERROR.set(error);
    }
    is_written
}

/// The exit code of a subcommand, after its error was printed. A success whose output could not be written counts as a
/// failure.
pub fn exit_code(result: Result<u8, CliError>) -> ExitCode {
    let mut code = result.unwrap_or_else(|error| {
        eprint(&error);
        error.code
    });
    note_output(io::stdout().flush());
    if let Some(error) = OUTPUT_ERROR.get() {
        eprint(format_args!("standard output: {error}"));
        if [OK, UNDETERMINED].contains(&code) {
            code = FAILURE;
        }
    }
    ExitCode::from(code)
}

/// Prints clap's message, help or an error, and returns its exit code.
pub fn clap_exit(error: &clap::Error) -> ExitCode {
    if error.use_stderr() {
        // The message quotes arguments unescaped.
        let _ = write!(io::stderr(), "{}", printable_lines(&error.to_string()));
        return ExitCode::from(error.exit_code() as u8);
    }
    note_output(error.print());
    exit_code(Ok(OK))
}

/// Prints a line on standard output. The work continues even if it cannot be written; [`exit_code`] reports that at the
/// end.
pub fn print(text: impl Display) {
    print_styled(printable_lines(&text.to_string()));
}

/// Like [`print`], for text with colours whose parts from outside are already printable.
pub fn print_styled(text: impl Display) {
    note_output(writeln!(io::stdout(), "{text}"));
}

/// Like [`print`], for a message on standard error.
pub fn eprint(message: impl Display) {
    let message = message.to_string();
    let _ = writeln!(io::stderr(), "compongo: {}", printable_lines(&message));
}

/// Reports what is left out of a position.
pub fn report_corrections(place: &str, warnings: &[FenWarning]) {
    for warning in warnings {
        eprint(format_args!("warning: {place}: {warning}"));
    }
}

/// Like [`print`], for whole lines of text. True if they were written.
pub fn print_text(text: &str) -> bool {
    let mut out = io::stdout().lock();
    let written = out.write_all(printable_lines(text).as_bytes());
    note_output(written.and_then(|()| out.flush()))
}

/// Like [`print`], for the result of a subcommand.
pub fn print_result(text: &str) -> u8 {
    print_text(text);
    OK
}

/// A value as a line of JSON.
pub fn json_line(value: &impl Serialize) -> Result<String, CliError> {
    let json = serde_json::to_string(value).map_err(CliError::failure)?;
    Ok(format!("{}\n", escape_json(&json)))
}

/// Prints a ruling, as text or as one line of JSON; `undetermined` decides the exit code.
pub fn print_ruling(
    ruling: &(impl Display + Serialize),
    json: bool,
    undetermined: bool,
) -> Result<u8, CliError> {
    let text = if json {
        json_line(ruling)?
    } else {
        ruling.to_string()
    };
    print_text(&text);
    Ok(if undetermined { UNDETERMINED } else { OK })
}
