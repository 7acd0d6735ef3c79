//! `compongo guard`: an engine that dies with the one who started it. For `compongo match`, not for people.

use nix::sys::prctl;
use nix::sys::signal::Signal;
use nix::unistd::{Pid, getppid};
use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};

/// What a shell returns for a command that it cannot run.
const CANNOT_RUN: u8 = 127;

/// Run a command that is killed when the thread that started this one ends.
#[derive(Clone, Debug, clap::Parser)]
pub struct Args {
    /// The process that starts this one.
    parent: i32,
    /// The command and its arguments.
    #[arg(last = true, required = true)]
    command: Vec<OsString>,
}

/// Becomes the command. Returns only if it cannot.
pub fn run(args: &Args) -> ExitCode {
    let Some((program, arguments)) = args.command.split_first() else {
        return ExitCode::from(CANNOT_RUN);
    };
    if let Err(error) = prctl::set_pdeathsig(Signal::SIGKILL) {
        eprintln!("compongo: cannot be bound to its parent: {error}");
        return ExitCode::from(CANNOT_RUN);
    }
    // It may have ended before it was asked about.
    if getppid() != Pid::from_raw(args.parent) {
        return ExitCode::FAILURE;
    }
    let error = Command::new(program).args(arguments).exec();
    eprintln!("compongo: cannot run '{}': {error}", program.display());
    ExitCode::from(CANNOT_RUN)
}
