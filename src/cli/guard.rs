//! `compongo guard`: runs an engine that is killed when the thread that started it ends, and a watcher that kills the
//! engines' process groups when the match ends. For `compongo match`, not for users.

use super::output::eprint;
use nix::sched::{CpuSet, sched_setaffinity};
use nix::sys::prctl;
use nix::sys::signal::{Signal, killpg};
use nix::unistd::{Pid, getppid};
use std::collections::HashSet;
use std::ffi::OsString;
use std::io::{self, BufRead};
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};

/// The exit code for a command that cannot be run, as in a shell.
const CANNOT_RUN: u8 = 127;

/// Run a command that is killed when the thread that started this one ends.
#[derive(Clone, Debug, clap::Parser)]
pub struct GuardArgs {
    /// Read lines `+GROUP` and `-GROUP` instead, and kill the remaining process groups when the input ends.
    #[arg(long, exclusive = true)]
    watch: bool,
    /// The process that starts this one.
    #[arg(required_unless_present = "watch")]
    parent: Option<i32>,
    /// The cores that the command may use.
    #[arg(long, value_delimiter = ',')]
    cores: Vec<usize>,
    /// The command and its arguments.
    #[arg(last = true, required_unless_present = "watch")]
    command: Vec<OsString>,
}

/// Replaces this process by the command. Returns only on failure, or after watching.
pub fn run(args: &GuardArgs) -> ExitCode {
    if args.watch {
        return watch();
    }
    let Some((program, arguments)) = args.command.split_first() else {
        return ExitCode::from(CANNOT_RUN);
    };
    if let Err(error) = bind_to(&args.cores) {
        eprint(format_args!("cannot be bound to its cores: {error}"));
        return ExitCode::from(CANNOT_RUN);
    }
    if let Err(error) = prctl::set_pdeathsig(Signal::SIGKILL) {
        eprint(format_args!("cannot be bound to its parent: {error}"));
        return ExitCode::from(CANNOT_RUN);
    }
    // The parent may have exited before the signal was set.
    if args.parent != Some(getppid().as_raw()) {
        return ExitCode::FAILURE;
    }
    let error = Command::new(program).args(arguments).exec();
    eprint(format_args!("cannot run '{}': {error}", program.display()));
    ExitCode::from(CANNOT_RUN)
}

/// Binds this process to some cores; an empty list means all.
fn bind_to(cores: &[usize]) -> nix::Result<()> {
    if cores.is_empty() {
        return Ok(());
    }
    let mut set = CpuSet::new();
    cores.iter().try_for_each(|&core| set.set(core))?;
    sched_setaffinity(Pid::from_raw(0), &set)
}

/// Kills the process groups that standard input names and does not take back before it ends. The match alone holds the
/// other end, so the input ends with the match, however the match ends.
fn watch() -> ExitCode {
    let mut groups = HashSet::new();
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        match line
            .split_at_checked(1)
            .map(|(sign, group)| (sign, group.parse()))
        {
            Some(("+", Ok(group))) => drop(groups.insert(group)),
            Some(("-", Ok(group))) => drop(groups.remove(&group)),
            _ => {}
        }
    }
    for group in groups {
        // Fails if the group is empty.
        let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
    }
    ExitCode::SUCCESS
}
