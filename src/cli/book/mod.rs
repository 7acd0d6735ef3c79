//! `compongo book`: makes and inspects Polyglot opening books.

mod info;
mod make;

use super::output::CliError;

/// Make and inspect opening books in the Polyglot format.
#[derive(Clone, Debug, clap::Subcommand)]
pub enum BookCommand {
    Make(make::BookMakeArgs),
    Info(info::BookInfoArgs),
}

pub fn run(command: &BookCommand) -> Result<u8, CliError> {
    match command {
        BookCommand::Make(args) => make::run(args),
        BookCommand::Info(args) => info::run(args),
    }
}
