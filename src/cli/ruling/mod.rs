//! `compongo ruling`: the questions of an arbiter.

mod case;
mod events;
mod illegal;
mod questions;

use super::output::{CliError, print_ruling};
use events::{Chess960Args, ControlArgs, DefaultArgs, QuickplayArgs, SetupArgs};
use illegal::IllegalArgs;
use questions::{ClaimArgs, FlagArgs};

/// A question.
#[derive(Debug, clap::Subcommand)]
pub enum RulingCommand {
    Claim(Box<ClaimArgs>),
    Illegal(Box<IllegalArgs>),
    Flag(Box<FlagArgs>),
    Setup(Box<SetupArgs>),
    Chess960(Box<Chess960Args>),
    Quickplay(Box<QuickplayArgs>),
    Default(Box<DefaultArgs>),
    TimeControl(Box<ControlArgs>),
}

/// Runs the subcommand: prints the ruling.
///
/// # Errors
/// The question or the game cannot be used.
pub fn run(command: &RulingCommand) -> Result<u8, CliError> {
    let (ruling, laws) = match command {
        RulingCommand::Claim(args) => (args.ruling()?, &args.case.laws),
        RulingCommand::Illegal(args) => (args.ruling()?, &args.case.laws),
        RulingCommand::Flag(args) => (args.ruling()?, &args.case.laws),
        RulingCommand::Setup(args) => (args.ruling()?, &args.case.laws),
        RulingCommand::Chess960(args) => (args.ruling()?, &args.laws),
        RulingCommand::Quickplay(args) => (args.ruling()?, &args.case.laws),
        RulingCommand::Default(args) => (args.ruling()?, &args.laws),
        RulingCommand::TimeControl(args) => (args.ruling()?, &args.laws),
    };
    print_ruling(&ruling, laws.json, ruling.undetermined)
}
