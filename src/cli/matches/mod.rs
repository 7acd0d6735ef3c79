//! `compongo match`: matches between engines.
//!
//! [`MatchConfig`] holds the flags and the keys of a file, [`settings`] turns it into [`MatchSettings`], [`prepare`]
//! opens files and openings, the match runner plays, and [`display`] shows the progress.

mod config;
mod display;
mod engine;
mod pair_flags;
mod prepare;
pub(super) mod random_openings;
mod resources;
mod settings;
mod values;

pub use config::MatchConfig;

use super::output::{CliError, FAILURE, INTERRUPTED, OK, eprint, print, print_styled};
use super::progress::stop_on_interrupt;
use crate::match_runner::MatchSettings;
use crate::match_runner::ledger::{self, MatchFiles};
use crate::match_runner::report::MatchReport;
use crate::match_runner::schedule::MatchSchedule;
use crate::match_runner::settings::TournamentFormat;
use crate::match_runner::tournament::{Match, MatchError};
use crate::match_runner::uci_engine::{ProcessGuard, ProtocolLog};
use crate::util::format::counted;
use crate::util::pool::available_cores;
use crate::util::{file, pack, pipe};
use clap::ArgMatches;
use config::OutputFormat;
use display::{DisplayOptions, MatchDisplay, MatchSummary, MatchTotals};
use pair_flags::OpeningsFlag;
use prepare::PreparedMatch;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Games between two printed standings.
const EVERY: u32 = 10;

pub fn run(config: MatchConfig, matches: &mut ArgMatches) -> Result<u8, CliError> {
    let config = config.with_file(matches)?;
    let options = DisplayOptions {
        quiet: config.quiet == Some(true),
        every: config.every.map_or(EVERY, |games| games.0 as u32),
        format: config.output.unwrap_or_default(),
    };
    let flags = resume_flags(&config);
    let (prepared, files) = prepare(config)?;
    play(options, prepared, &files, &flags)
}

/// The output files besides the ledger and the PGN.
struct OutputFiles {
    report: Option<PathBuf>,
    protocol: Option<ProtocolLog>,
    /// True if the settings come from a ledger.
    is_resumed: bool,
}

/// Opens all files and reads the openings.
fn prepare(config: MatchConfig) -> Result<(PreparedMatch, OutputFiles), CliError> {
    let named = [
        ("--report", config.report.clone()),
        ("--protocol", config.protocol.clone()),
    ];
    let outputs = || named.iter().map(|(flag, path)| (*flag, path.as_deref()));
    let lasting = [
        ("--json", config.json.as_deref()),
        ("--pgn", config.pgn.as_deref()),
    ];
    for (flag, path) in lasting.into_iter().chain(outputs()) {
        if let Some(path) = path {
            check_words(flag, path)?;
        }
    }
    for (flag, path) in outputs() {
        if let Some(path) = path {
            settings::writable(flag, path)?;
        }
    }
    if config.report.is_some() && config.json.as_deref().is_some_and(file::is_stream) {
        let fault =
            "the report is made from the ledger, so --json must name a file that can be read again";
        return Err(CliError::at("--report", fault));
    }
    if config.resume.is_none() {
        let openings = config.openings.0.as_ref();
        let files = [
            ("--config", config.config.as_deref()),
            ("--openings", openings.and_then(OpeningsFlag::path)),
        ];
        check_distinct(files.into_iter().chain(lasting).chain(outputs()))?;
    }
    let protocol = config.protocol.as_ref().map(|path| {
        let wrong = |error| CliError::at(format_args!("--protocol {}", path.display()), error);
        ProtocolLog::open(path).map_err(wrong)
    });
    let files = OutputFiles {
        report: config.report.clone(),
        protocol: protocol.transpose()?,
        is_resumed: config.resume.is_some(),
    };
    let prepared = match config.resume.clone() {
        Some(json) => {
            let header = ledger::header(&json).map_err(CliError::unusable)?;
            show_commands(&header.settings, header.pgn.as_deref());
            let prepared = prepare::resumed(&json, &config)?;
            let files = [
                ("--resume", Some(json.as_path())),
                ("--openings", prepared.settings.openings.path()),
                ("--pgn", prepared.files.pgn.as_deref()),
            ];
            check_distinct(files.into_iter().chain(outputs()))?;
            prepared
        }
        None => prepare::fresh(config)?,
    };
    Ok((prepared, files))
}

/// Refuses the words of fastchess's `-pgnout file=games.pgn` and `-report penta=true` in place of a path.
fn check_words(flag: &str, path: &Path) -> Result<(), CliError> {
    let text = path.to_string_lossy();
    let advice = if let Some(name) = text.strip_prefix("file=") {
        format!("write the path alone, {name}")
    } else if text.starts_with("penta=") {
        "write the path of an HTML file; the pairs of games are always counted".to_owned()
    } else {
        return Ok(());
    };
    Err(CliError::at(format_args!("{flag} {text}"), advice))
}

/// Refuses to write two outputs to one file, or an output to an input.
fn check_distinct<'a>(
    files: impl Iterator<Item = (&'a str, Option<&'a Path>)>,
) -> Result<(), CliError> {
    let mut seen: Vec<(&str, &Path)> = Vec::new();
    for (flag, path) in files.filter_map(|(flag, path)| Some((flag, path?))) {
        let same = seen.iter().find(|(_, other)| file::is_same(other, path));
        if let Some((other, _)) = same {
            let place = format_args!("{flag} {}", path.display());
            return Err(CliError::at(
                place,
                format_args!("{other} uses the same file"),
            ));
        }
        seen.push((flag, path));
    }
    Ok(())
}

/// Lets this process open as many files as it may: each engine takes three.
fn raise_file_limit() {
    #[cfg(unix)]
    {
        use nix::sys::resource::{Resource, getrlimit, setrlimit};
        const ENOUGH: u64 = 1 << 16;
        if let Ok((soft, hard)) = getrlimit(Resource::RLIMIT_NOFILE) {
            // A refusal leaves the limit as it was.
            let _ = setrlimit(Resource::RLIMIT_NOFILE, soft.max(hard.min(ENOUGH)), hard);
        }
    }
}

fn play(
    options: DisplayOptions,
    prepared: PreparedMatch,
    files: &OutputFiles,
    flags: &str,
) -> Result<u8, CliError> {
    let (settings, json) = (&prepared.settings, &prepared.files.json);
    for warning in &prepared.warnings {
        eprint(format_args!("warning: {warning}"));
    }
    let mut totals = MatchTotals::new(settings);
    if !prepared.played.is_empty() {
        let read = ledger::for_each_game(json, |record| totals.add(&record));
        read.map_err(CliError::unusable)?;
    }
    let games = totals.standings.planned_games();
    announce(settings, games, prepared.played.len(), json);
    let display = MatchDisplay::new(settings, totals, options);
    let stop = stop_on_interrupt(display.bar(), "stopping; games in progress are abandoned");
    raise_file_limit();
    let guard = ProcessGuard::this_program();
    let ending = Match {
        settings,
        openings: &prepared.openings,
        played: prepared.played,
        ledger: Some(prepared.ledger),
        guard: guard.as_ref(),
        protocol: files.protocol.as_ref(),
        tables: prepared.resources.tables.as_ref(),
        cores: &prepared.resources.cores,
    }
    .play(&display, &stop);
    let summary = MatchSummary {
        settings,
        totals: display.close(),
    };

    // A ledger of an earlier run stays: it holds the only copy of the settings and openings.
    let is_kept = ending.games > 0 || files.is_resumed;
    if let Some(error) = &ending.failure {
        eprint(error);
        // Another file may be in the place of one that could not be written.
        if !is_kept && matches!(error, MatchError::Engine { .. }) {
            let MatchFiles { json, pgn } = &prepared.files;
            let files = [Some(json), pgn.as_ref()].into_iter().flatten();
            files.for_each(|path| file::remove(path));
        }
    }
    print_styled(summary.text(options.format).trim_end());
    let is_left = ending.interrupted || ending.failure.is_some() && is_kept;
    if is_left && !file::is_stream(json) {
        let command = resume_command(json, settings.games, prepared.games_at_start);
        print(format_args!("Continue with: {command}{flags}"));
    }
    // The end of an SPRT stops the games, but does not end the wait for the reader of a pipe.
    stop.store(ending.interrupted, Ordering::Relaxed);
    let reported = files.report.as_ref().is_none_or(|path| {
        let written = write_report(settings, json, ending.games, path, &stop);
        written.inspect_err(|error| eprint(error)).is_ok()
    });
    // The end of an SPRT and an error also stop the games; only games left without such a cause count as interrupted.
    Ok(if ending.interrupted {
        INTERRUPTED
    } else if ending.failure.is_some() || !reported || summary.has_faults() {
        FAILURE
    } else {
        OK
    })
}

fn write_report(
    settings: &MatchSettings,
    json: &Path,
    games: usize,
    path: &Path,
    stop: &AtomicBool,
) -> Result<(), CliError> {
    let mut report = MatchReport::new(settings);
    if games > 0 {
        let read = ledger::for_each_game(json, |record| report.add(&record));
        read.map_err(CliError::failure)?;
    }
    // An interrupt must end the wait for the reader of a pipe.
    let pipe = pipe::await_reader(path, || stop.load(Ordering::Relaxed))
        .map_err(|error| CliError::at(path.display(), error))?;
    let written = pack::replace(path, report.html().as_bytes()).map_err(CliError::failure);
    drop(pipe);
    written
}

/// Prints the size of the match and the name of its ledger.
fn announce(settings: &MatchSettings, games: u32, played: usize, json: &Path) {
    let engines = settings.engines.len();
    let at_a_time = MatchSchedule::new(settings, 1).at_a_time(settings);
    let so_far = if played > 0 {
        format!(" ({played} already played)")
    } else {
        String::new()
    };
    // Level ties of a knockout have more games.
    let at_least = if settings.format == TournamentFormat::Knockout {
        "at least "
    } else {
        ""
    };
    print(format_args!(
        "{at_least}{} between {engines} engines{so_far}, {at_a_time} at a time",
        counted(games, "game")
    ));
    print(format_args!("written to {}", json.display()));
    let timed = settings
        .engines
        .iter()
        .any(|engine| engine.limits.tc.is_some() || engine.limits.st_ms.is_some());
    let cores = available_cores();
    let busy = at_a_time.saturating_mul(settings.cores_per_game());
    if timed && busy > cores {
        eprint(format_args!(
            "warning: with {} at a time, the engines need {busy} cores; there are {cores}, so they compete for \
             processor time",
            counted(at_a_time, "game")
        ));
    }
}

/// Prints the programs and files that a ledger makes this program use, before it does: the ledger may come from
/// anywhere.
fn show_commands(settings: &MatchSettings, pgn: Option<&Path>) {
    for engine in &settings.engines {
        let options = match engine.option_list() {
            none if none.is_empty() => none,
            options => format!(" with {options}"),
        };
        print(format_args!(
            "{} runs {}{options}",
            engine.name,
            engine.command_line()
        ));
    }
    if let Some(path) = settings.openings.path() {
        print(format_args!("openings from {}", path.display()));
    }
    if let Some(tables) = &settings.adjudication.tables {
        print(format_args!("endgame tables from {tables}"));
    }
    if let Some(pgn) = pgn {
        print(format_args!("PGN to {}", pgn.display()));
    }
}

/// The flags of this run that the ledger does not keep, for the command that continues the match.
fn resume_flags(config: &MatchConfig) -> String {
    let file = |flag, path: &Option<PathBuf>| {
        let path = path.as_deref()?;
        Some(format!(" --{flag} {}", quoted(path)))
    };
    // That of the first run is in the ledger.
    let games = config.concurrency.filter(|_| config.resume.is_some());
    let is_cutechess = config.output == Some(OutputFormat::Cutechess);
    let flags = [
        games.map(|games| format!(" --concurrency {}", games.0)),
        file("report", &config.report),
        file("protocol", &config.protocol),
        is_cutechess.then(|| " --output cutechess".to_owned()),
        config.every.map(|games| format!(" --every {}", games.0)),
        (config.quiet == Some(true)).then(|| " --quiet".to_owned()),
    ];
    flags.into_iter().flatten().collect()
}

/// The command that continues a match. It names the number of games if the ledger has another one.
fn resume_command(json: &Path, games: u32, games_at_start: u32) -> String {
    let json = quoted(json);
    let added = if games == games_at_start {
        String::new()
    } else {
        format!(" --games {games}")
    };
    format!("compongo match --resume {json}{added}")
}

/// A path, quoted for a shell.
fn quoted(path: &Path) -> String {
    let text = path.to_string_lossy();
    shlex::try_quote(&text).map_or_else(|_| text.to_string(), String::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn added_games_are_not_forgotten() {
        let json = Path::new("it is.jsonl");
        let command = "compongo match --resume 'it is.jsonl'";
        assert_eq!(resume_command(json, 60, 60), command);
        let longer = format!("{command} --games 62");
        assert_eq!(resume_command(json, 62, 60), longer);
    }

    #[test]
    fn flags_that_the_ledger_does_not_keep_are_not_forgotten() {
        for flags in [
            "",
            " --quiet",
            " --report r.html --protocol p.txt --output cutechess --every 5 --quiet",
        ] {
            assert_eq!(resume_flags(&MatchConfig::of_duel(flags)), flags);
        }
        let mut config = MatchConfig::of_duel("");
        config.report = Some("it is.html".into());
        assert_eq!(resume_flags(&config), " --report 'it is.html'");
        let mut config = MatchConfig::of_duel("--concurrency 3");
        assert_eq!(resume_flags(&config), "");
        config.resume = Some("m.jsonl".into());
        assert_eq!(resume_flags(&config), " --concurrency 3");
    }
}
