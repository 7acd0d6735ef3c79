//! `compongo match`: matches between engines.
//!
//! [`Args`] are the flags, [`plan`] makes settings of them, [`start`] opens files and openings, the arbiter plays, and
//! [`view`] shows it.

mod args;
mod balance;
mod config;
mod engine;
mod pairs;
mod plan;
mod start;
mod view;

pub use args::Args;

use super::interrupt::{INTERRUPTED, stop_on_interrupt};
use crate::arbiter::MatchSettings;
use crate::arbiter::ledger::{self, MatchFiles};
use crate::arbiter::report;
use crate::arbiter::schedule::MatchSchedule;
use crate::arbiter::tournament::{Match, MatchResult};
use crate::arbiter::uci_engine::{ProcessGuard, ProtocolLog};
use crate::util::file;
use pairs::Mistake;
use start::Start;
use std::fmt::Display;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use view::{Summary, View, Wishes};

/// Exit codes, see [`Args`].
const FAULT: u8 = 1;
const UNUSABLE: u8 = 2;

/// Games after which figures are printed, if nobody says so.
const EVERY: u32 = 10;

/// Runs the subcommand: the match on standard output, complaints on standard error.
pub fn run(args: Args) -> ExitCode {
    let line = std::env::args_os().skip(2);
    let begun =
        plan::with_config(args, line).and_then(|args| begin(&args).map(|begun| (args, begun)));
    match begun {
        Ok((args, (start, papers))) => ExitCode::from(play(&args, start, &papers)),
        Err(mistake) => {
            complain(&mistake);
            ExitCode::from(UNUSABLE)
        }
    }
}

/// Says something on standard output. If nobody reads there, the match goes on all the same.
fn say(text: &dyn Display) {
    let _ = writeln!(io::stdout(), "{text}");
}

/// Says something on standard error, likewise.
fn complain(text: &dyn Display) {
    let _ = writeln!(io::stderr(), "compongo: {text}");
}

/// Files besides those of the ledger.
struct Papers {
    report: Option<PathBuf>,
    protocol: Option<ProtocolLog>,
}

/// Makes everything ready.
fn begin(args: &Args) -> Result<(Start, Papers), Mistake> {
    let report = args
        .report
        .as_ref()
        .map(|path| plan::writable("--report", path));
    let protocol = args.protocol.as_ref().map(|path| {
        let path = plan::writable("--protocol", path)?;
        let wrong = |error| Mistake(format!("--protocol {}: {error}", path.display()));
        ProtocolLog::open(&path).map_err(wrong)
    });
    let papers = Papers {
        report: report.transpose()?,
        protocol: protocol.transpose()?,
    };
    let start = match &args.resume {
        Some(json) => start::resumed(json, args)?,
        None => start::fresh(args)?,
    };
    Ok((start, papers))
}

/// Plays the match and reports on it.
fn play(args: &Args, start: Start, papers: &Papers) -> u8 {
    let (settings, json) = (&start.settings, &start.files.json);
    for warning in &start.warnings {
        complain(&format_args!("warning: {warning}"));
    }
    let games = MatchSchedule::new(settings, start.openings.len()).len();
    let played = start.done.len();
    announce(settings, games, played, json);
    let wishes = Wishes {
        quiet: args.quiet,
        every: args.every.unwrap_or(EVERY),
    };
    let view = View::new(settings, games, &start.done, wishes);
    let stop = Arc::new(AtomicBool::new(false));
    if let Err(error) =
        stop_on_interrupt(&stop, view.bar(), "stopping; games under way are abandoned")
    {
        complain(&error);
    }
    let guard = ProcessGuard::this_program();
    let ending = Match {
        settings,
        openings: &start.openings,
        done: start.done,
        ledger: Some(start.ledger),
        guard: guard.as_ref(),
        protocol: papers.protocol.as_ref(),
    }
    .play(&view, &stop);
    view.close();

    let failed = ending.is_err();
    let ending = ending.unwrap_or_else(|error| {
        complain(&error);
        what_is_left(&start.files)
    });
    let summary = Summary::new(settings, &ending);
    say(&summary.to_string().trim_end());
    if ending.interrupted {
        let json = quoted(json);
        say(&format_args!("Go on with: compongo match --resume {json}"));
    }
    let reported = papers.report.as_ref().is_none_or(|path| {
        let written = file::replace(path, report::html(settings, &ending.records).as_bytes());
        written
            .inspect_err(|error| complain(&format_args!("{}: {error}", path.display())))
            .is_ok()
    });
    if stop.load(Ordering::Relaxed) {
        INTERRUPTED
    } else if failed || !reported || summary.has_faults() {
        FAULT
    } else {
        0
    }
}

/// What is on disk of a match that cannot go on. Without a game there is nothing to keep.
fn what_is_left(files: &MatchFiles) -> MatchResult {
    let records = match ledger::read(&files.json) {
        Ok((_, records)) => records,
        Err(error) => {
            complain(&error);
            return MatchResult {
                records: Vec::new(),
                sprt_decision: None,
                interrupted: true,
            };
        }
    };
    if records.is_empty() {
        for file in [Some(&files.json), files.pgn.as_ref()]
            .into_iter()
            .flatten()
        {
            // If it stays it is only in the way.
            let _ = fs::remove_file(file);
        }
    }
    MatchResult {
        interrupted: !records.is_empty(),
        sprt_decision: None,
        records,
    }
}

/// What begins, or goes on, and where it is written down.
fn announce(settings: &MatchSettings, games: u32, played: usize, json: &Path) {
    let engines = settings.engines.len();
    let at_a_time = settings.concurrency;
    let so_far = if played > 0 {
        format!(" ({played} are played)")
    } else {
        String::new()
    };
    say(&format_args!(
        "{games} games between {engines} engines{so_far}, {at_a_time} at a time"
    ));
    say(&format_args!("written to {}", json.display()));
    let timed = settings
        .engines
        .iter()
        .any(|engine| engine.limits.tc.is_some() || engine.limits.st_ms.is_some());
    let cores = plan::cores();
    if timed && at_a_time > cores {
        complain(&format_args!(
            "warning: with {at_a_time} games at a time on {cores} cores, clocks measure the machine"
        ));
    }
}

/// A path as a shell reads it.
fn quoted(path: &Path) -> String {
    let text = path.to_string_lossy();
    shlex::try_quote(&text).map_or_else(|_| text.to_string(), String::from)
}
