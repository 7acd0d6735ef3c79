//! `compongo guard`: an engine that is killed when the thread that started it ends. For `compongo match`, not for users.

use super::output::eprint;
use nix::sys::prctl;
use nix::sys::signal::Signal;
use nix::unistd::{Pid, getppid};
use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};

/// The exit code of a command that cannot be run, as in a shell.
const CANNOT_RUN: u8 = 127;

/// Run a command that is killed when the thread that started this one ends.
#[derive(Clone, Debug, clap::Parser)]
pub struct GuardArgs {
    /// The process that starts this one.
    parent: i32,
    /// The command and its arguments.
    #[arg(last = true, required = true)]
    command: Vec<OsString>,
}

/// Replaces this process by the command. Returns only if that fails.
pub fn run(args: &GuardArgs) -> ExitCode {
    let Some((program, arguments)) = args.command.split_first() else {
        return ExitCode::from(CANNOT_RUN);
    };
    if let Err(error) = prctl::set_pdeathsig(Signal::SIGKILL) {
        eprint(format_args!("cannot be bound to its parent: {error}"));
        return ExitCode::from(CANNOT_RUN);
    }
    // The parent may have ended before the signal was set.
    if getppid() != Pid::from_raw(args.parent) {
        return ExitCode::FAILURE;
    }
    let error = Command::new(program).args(arguments).exec();
    eprint(format_args!("cannot run '{}': {error}", program.display()));
    ExitCode::from(CANNOT_RUN)
}
