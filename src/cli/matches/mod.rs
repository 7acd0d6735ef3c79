//! `compongo match`: matches between engines.
//!
//! [`MatchConfig`] holds the flags and the keys of a file, [`settings`] makes [`MatchSettings`] of it, [`start`] opens
//! files and openings, the arbiter plays, and [`display`] shows the progress.

mod config;
mod display;
mod engine;
mod pair_flags;
pub(super) mod random_openings;
mod settings;
mod start;
mod values;

pub use config::MatchConfig;

use super::available_cores;
use super::output::{CliError, FAILURE, INTERRUPTED, OK, eprint, print, print_styled};
use super::progress::stop_on_interrupt;
use crate::arbiter::MatchSettings;
use crate::arbiter::ledger::{self, MatchFiles};
use crate::arbiter::report;
use crate::arbiter::schedule::MatchSchedule;
use crate::arbiter::tournament::{Match, MatchResult};
use crate::arbiter::uci_engine::{ProcessGuard, ProtocolLog};
use crate::util::file;
use clap::ArgMatches;
use display::{DisplayOptions, MatchDisplay, MatchSummary};
use start::PreparedMatch;
use std::fs;
use std::path::{Path, PathBuf};

/// Games between two printed tables of results.
const EVERY: u32 = 10;

/// Runs the subcommand.
///
/// # Errors
/// The match cannot be played as it is described.
pub fn run(config: MatchConfig, matches: &mut ArgMatches) -> Result<u8, CliError> {
    let config = config.with_file(matches)?;
    let options = DisplayOptions {
        quiet: config.quiet == Some(true),
        every: config.every.map_or(EVERY, |games| games.0 as u32),
    };
    let (prepared, files) = prepare(config)?;
    Ok(play(options, prepared, &files))
}

/// The files that are written besides the ledger and the PGN.
struct OutputFiles {
    report: Option<PathBuf>,
    protocol: Option<ProtocolLog>,
}

/// Opens all files and reads the openings.
fn prepare(config: MatchConfig) -> Result<(PreparedMatch, OutputFiles), CliError> {
    let report = config
        .report
        .as_ref()
        .map(|path| settings::writable("--report", path));
    let protocol = config.protocol.as_ref().map(|path| {
        let path = settings::writable("--protocol", path)?;
        let wrong = |error| CliError::at(format_args!("--protocol {}", path.display()), error);
        ProtocolLog::open(&path).map_err(wrong)
    });
    let files = OutputFiles {
        report: report.transpose()?,
        protocol: protocol.transpose()?,
    };
    let prepared = match &config.resume {
        Some(json) => start::resumed(json, &config)?,
        None => start::fresh(config)?,
    };
    Ok((prepared, files))
}

/// Plays the match and reports on it.
fn play(options: DisplayOptions, prepared: PreparedMatch, files: &OutputFiles) -> u8 {
    let (settings, json) = (&prepared.settings, &prepared.files.json);
    for warning in &prepared.warnings {
        eprint(format_args!("warning: {warning}"));
    }
    let games = MatchSchedule::new(settings, prepared.openings.len()).len();
    let played = prepared.done.len();
    announce(settings, games, played, json);
    let display = MatchDisplay::new(settings, games, &prepared.done, options);
    let stop = stop_on_interrupt(display.bar(), "stopping; games in progress are abandoned");
    let guard = ProcessGuard::this_program();
    let ending = Match {
        settings,
        openings: &prepared.openings,
        done: prepared.done,
        ledger: Some(prepared.ledger),
        guard: guard.as_ref(),
        protocol: files.protocol.as_ref(),
    }
    .play(&display, &stop);
    display.close();

    let failed = ending.is_err();
    let ending = ending.unwrap_or_else(|error| {
        eprint(&error);
        games_on_disk(&prepared.files)
    });
    let summary = MatchSummary::new(settings, &ending);
    print_styled(summary.to_string().trim_end());
    if ending.interrupted {
        let json = quoted(json);
        print(format_args!(
            "Continue with: compongo match --resume {json}"
        ));
    }
    let reported = files.report.as_ref().is_none_or(|path| {
        let written = file::replace(path, report::html(settings, &ending.records).as_bytes());
        written
            .inspect_err(|error| eprint(format_args!("{}: {error}", path.display())))
            .is_ok()
    });
    // The end of an SPRT and an error stop the games too: only what is left undone without a cause was interrupted.
    if ending.interrupted && !failed {
        INTERRUPTED
    } else if failed || !reported || summary.has_faults() {
        FAILURE
    } else {
        OK
    }
}

/// The games on disk of a match that failed. Without a game its files are removed.
fn games_on_disk(files: &MatchFiles) -> MatchResult {
    let records = match ledger::read(&files.json) {
        Ok((_, records)) => records,
        Err(error) => {
            eprint(&error);
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
            // A file that cannot be removed is only a nuisance.
            let _ = fs::remove_file(file);
        }
    }
    MatchResult {
        interrupted: !records.is_empty(),
        sprt_decision: None,
        records,
    }
}

/// Prints the size of the match and the name of its ledger.
fn announce(settings: &MatchSettings, games: u32, played: usize, json: &Path) {
    let engines = settings.engines.len();
    let at_a_time = settings.concurrency;
    let so_far = if played > 0 {
        format!(" ({played} are played)")
    } else {
        String::new()
    };
    print(format_args!(
        "{games} games between {engines} engines{so_far}, {at_a_time} at a time"
    ));
    print(format_args!("written to {}", json.display()));
    let timed = settings
        .engines
        .iter()
        .any(|engine| engine.limits.tc.is_some() || engine.limits.st_ms.is_some());
    let cores = available_cores();
    if timed && at_a_time > cores {
        eprint(format_args!(
            "warning: with {at_a_time} concurrent games on {cores} cores, engines lose time to each other"
        ));
    }
}

/// A path as a shell reads it.
fn quoted(path: &Path) -> String {
    let text = path.to_string_lossy();
    shlex::try_quote(&text).map_or_else(|_| text.to_string(), String::from)
}
