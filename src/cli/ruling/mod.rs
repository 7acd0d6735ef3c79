//! `compongo ruling`: the questions of an arbiter.

mod case;
mod conduct;
mod events;
mod illegal;
mod interview;
mod questions;
mod session;

use super::output::{CliError, print_ruling};
use crate::ruling::short_control;
use crate::util::text::{nearest, quote};
use clap::Subcommand;
use conduct::{
    DisplacedArgs, LeavingArgs, OfferArgs, PhoneArgs, RecordingArgs, RefusalArgs, ResignationArgs,
    TouchArgs,
};
use events::{Chess960Args, ControlArgs, DefaultArgs, QuickplayArgs, SetupArgs};
use illegal::IllegalArgs;
use questions::{ClaimArgs, FlagArgs};
use session::{ClockFaultArgs, SealArgs};

/// A question.
#[derive(Debug, clap::Subcommand)]
pub enum RulingCommand {
    Claim(Box<ClaimArgs>),
    Illegal(Box<IllegalArgs>),
    Flag(Box<FlagArgs>),
    Touch(Box<TouchArgs>),
    Displaced(Box<DisplacedArgs>),
    Offer(Box<OfferArgs>),
    Resignation(Box<ResignationArgs>),
    Recording(Box<RecordingArgs>),
    Clock(Box<ClockFaultArgs>),
    Seal(Box<SealArgs>),
    Phone(Box<PhoneArgs>),
    Refusal(Box<RefusalArgs>),
    Leaving(Box<LeavingArgs>),
    Setup(Box<SetupArgs>),
    Chess960(Box<Chess960Args>),
    Quickplay(Box<QuickplayArgs>),
    Default(Box<DefaultArgs>),
    TimeControl(Box<ControlArgs>),
    /// Ask for the facts one by one, give the ruling, and show its command line.
    Interview,
    /// Words that are no question.
    #[command(external_subcommand)]
    Unknown(Vec<String>),
}

/// Runs the subcommand: prints the ruling.
pub fn run(command: &RulingCommand) -> Result<u8, CliError> {
    let (mut ruling, (json, control)) = match command {
        RulingCommand::Interview => return interview::run(),
        RulingCommand::Unknown(words) => return Err(unknown(words)),
        RulingCommand::Claim(args) => (args.ruling()?, args.case.form()),
        RulingCommand::Illegal(args) => (args.ruling()?, args.case.form()),
        RulingCommand::Flag(args) => (args.ruling()?, args.case.form()),
        RulingCommand::Touch(args) => (args.ruling()?, args.case.form()),
        RulingCommand::Displaced(args) => (args.ruling()?, args.case.form()),
        RulingCommand::Offer(args) => (args.ruling()?, args.case.form()),
        RulingCommand::Resignation(args) => (args.ruling()?, args.case.form()),
        RulingCommand::Recording(args) => (args.ruling()?, args.case.form()),
        RulingCommand::Clock(args) => (args.ruling()?, args.case.form()),
        RulingCommand::Seal(args) => (args.ruling()?, args.case.form()),
        RulingCommand::Phone(args) => (args.ruling()?, args.case.form()),
        RulingCommand::Refusal(args) => (args.ruling()?, args.case.form()),
        RulingCommand::Leaving(args) => (args.ruling()?, args.case.form()),
        RulingCommand::Setup(args) => (args.ruling()?, args.case.form()),
        RulingCommand::Chess960(args) => (args.ruling()?, (args.laws.json, None)),
        RulingCommand::Quickplay(args) => (args.ruling()?, args.case.form()),
        RulingCommand::Default(args) => (args.ruling()?, (args.laws.json, args.tc.as_ref())),
        RulingCommand::TimeControl(args) => (args.ruling()?, (args.laws.json, Some(&args.control))),
    };
    ruling.facts.extend(control.and_then(short_control));
    print_ruling(&ruling, json, ruling.undetermined)
}

/// Names the questions to a person who asked none of them; the name of a draw is meant as a claim of it.
fn unknown(words: &[String]) -> CliError {
    let name = words.first().map_or("", String::as_str);
    if questions::is_draw(name) {
        let problem = format!("'{name}' is the kind of a claim: write ruling claim {name}");
        return CliError::unusable(problem);
    }
    let known = RulingCommand::augment_subcommands(clap::Command::new("ruling"));
    let names: Vec<&str> = known
        .get_subcommands()
        .map(clap::Command::get_name)
        .collect();
    let hint = match nearest(name, names.iter().copied()) {
        Some(name) => format!("did you mean {name}? "),
        None => String::new(),
    };
    CliError::unusable(format_args!(
        "'{}' is not a question; {hint}subcommands of ruling: {}",
        quote(name),
        names.join(", ")
    ))
}
