//! `compongo analyse`: analyses positions and scores test suites.

mod input;
mod table;
mod watch;

use super::output::{CliError, INTERRUPTED, OK, eprint, json_line, print_result, print_text};
use super::progress::{bar_on_stderr, on_interrupt};
use crate::analysis::compare::RunComparison;
use crate::analysis::run_file::{self, RunFile, RunFileError, RunHeader, RunSettings};
use crate::analysis::{
    Analyser, AnalysisLimits, AnalysisTask, PositionRecord, analyse_all, digest,
};
use crate::time::StopToken;
use crate::types::MAX_DEPTH;
use crate::util::pool::available_cores;
use crate::util::text::escape_json;
use indicatif::ProgressBar;
use input::GamePositions;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;
use table::ResultTable;

/// The limit if none is given, in nodes.
const DEFAULT_NODES: u64 = 1_000_000;

/// The most lines per position.
const MAX_LINES: u32 = 256;

/// Analyse positions and games, and score test suites.
///
/// A file contains positions, one per line (FEN, EPD, or a UCI line such as "position startpos moves e2e4"), or games
/// in PGN.
#[derive(Clone, Debug, clap::Args)]
pub struct AnalyseArgs {
    /// Files; - is standard input, which is also read if no file is given.
    #[arg(default_value = "-", hide_default_value = true)]
    files: Vec<PathBuf>,
    /// One position instead of files: FEN, EPD or a UCI line.
    #[arg(long, conflicts_with = "files")]
    fen: Option<String>,
    /// Nodes per position [default: 1000000, unless another limit is given].
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search depth in plies.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<u16>,
    /// Time per position in milliseconds.
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u32).range(1..))]
    movetime: Option<u32>,
    /// Lines shown per position.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=MAX_LINES as i64))]
    multipv: u32,
    /// Search threads per position; with more than one, results differ from run to run.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=512))]
    threads: u32,
    /// Hash table per position in MiB.
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash: u32,
    /// A UCI option, such as "Laws Edition=Fide1997"; may be repeated.
    #[arg(long, value_name = "NAME=VALUE", value_parser = option_value)]
    option: Vec<(String, String)>,
    /// Positions analysed at once [default: the cores divided by --threads].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Analyse only the last position of each game, not the whole main line.
    #[arg(long)]
    last: bool,
    /// Analyse one position on the terminal, updated in place, until you press Enter or q.
    #[arg(long, conflicts_with_all = ["nodes", "depth", "movetime", "jobs", "json", "out", "compare"])]
    watch: bool,
    /// Print one JSON object per position, on a line of its own.
    #[arg(long)]
    json: bool,
    /// Also write the results to a new file as JSON, each as soon as it is available.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Continue the run in the file of --out, if it exists, after its last position.
    #[arg(long, requires = "out")]
    resume: bool,
    /// Compare two files of results instead: solved positions, speed and scores.
    #[arg(
        long,
        num_args = 2,
        value_names = ["A", "B"],
        conflicts_with_all = ["files", "fen", "nodes", "depth", "movetime", "option", "jobs", "last", "out"]
    )]
    compare: Option<Vec<PathBuf>>,
}

/// Parses the argument of `--option`.
fn option_value(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

/// Runs the subcommand: results on standard output, progress on standard error if that is a terminal.
pub fn run(args: &AnalyseArgs) -> Result<u8, CliError> {
    if let Some([a, b]) = args.compare.as_deref() {
        return compare(a, b, args.json);
    }
    if args.watch {
        return watch::run(args);
    }
    args.check_out()?;
    let settings = args.settings()?;
    let tasks = args.tasks()?;
    let (limits, threads, hash) = (settings.limits, settings.threads, settings.hash);
    let stop = StopToken::default();
    let mut run = AnalysisRun::open(args, settings, &tasks, stop.clone())?;
    let token = stop.clone();
    on_interrupt(run.bar.clone(), "stopping", move || token.stop());
    let missing: Vec<u64> = (0..tasks.len())
        .filter(|index| !run.records.contains_key(&(index + 1)))
        .map(|index| index as u64)
        .collect();
    let jobs = args.jobs(threads as usize).min(missing.len());
    // With less memory, an engine would give other results.
    let analyser = || {
        let analyser = args.analyser(stop.clone(), |_| ());
        let analyser = analyser.map_err(io::Error::other)?;
        let options = analyser.options();
        if (options.hash, options.threads) != (hash, threads) {
            let problem = "there is no memory for so many engines: lower --jobs or --hash";
            return Err(io::Error::other(problem));
        }
        Ok(analyser)
    };
    run.print_ready();
    let done = analyse_all(
        &tasks,
        missing.into_iter(),
        jobs,
        analyser,
        &limits,
        &stop,
        |index, result| run.add(PositionRecord::new(index + 1, &tasks[index], result)),
    );
    run.bar.finish_and_clear();
    done.map_err(CliError::failure)?;
    run.finish()
}

impl AnalyseArgs {
    /// The positions; at least one.
    fn tasks(&self) -> Result<Vec<AnalysisTask>, CliError> {
        let wanted = if self.last {
            GamePositions::Last
        } else {
            GamePositions::All
        };
        match &self.fen {
            Some(fen) => input::position(fen),
            None => input::read(&self.files, wanted),
        }
    }

    /// Refuses `-` for `--out`: it would be the name of a file.
    fn check_out(&self) -> Result<(), CliError> {
        if self.out.as_deref() == Some(Path::new("-")) {
            let problem = "name a file; --json prints the results";
            return Err(CliError::at("--out -", problem));
        }
        Ok(())
    }

    /// The positions to analyse at a time, with engines of this many threads.
    fn jobs(&self, threads: usize) -> usize {
        let free = available_cores() / threads;
        self.jobs.map_or(free.max(1), usize::from)
    }

    /// An analyser with the options of the command line; `warn` receives corrected values.
    fn analyser(&self, stop: StopToken, warn: impl Fn(&str)) -> Result<Analyser, CliError> {
        let mut analyser = Analyser::with_stop(stop);
        let flags = [
            ("Threads", self.threads),
            ("Hash", self.hash),
            ("MultiPV", self.multipv),
        ];
        let flags = flags.map(|(name, value)| (name.to_owned(), value.to_string()));
        for (name, value) in flags.iter().chain(&self.option) {
            let warnings = analyser.set_option(name, value);
            let warnings = warnings.map_err(CliError::unusable)?;
            for warning in &warnings {
                warn(warning);
            }
        }
        Ok(analyser)
    }

    /// The settings that the results depend on.
    fn settings(&self) -> Result<RunSettings, CliError> {
        let given = AnalysisLimits {
            nodes: self.nodes,
            depth: self.depth,
            movetime: self.movetime,
        };
        let stop = StopToken::default();
        let analyser = self.analyser(stop, |warning| eprint(format_args!("warning: {warning}")))?;
        let options = analyser.options();
        Ok(RunSettings {
            limits: given.or_nodes(DEFAULT_NODES),
            multipv: options.multi_pv,
            threads: options.threads,
            hash: options.hash,
            net: options.evaluation.to_string(),
            options: self.option.clone(),
        })
    }
}

/// The results of a run, printed in the order of the positions.
struct AnalysisRun {
    json: bool,
    table: ResultTable,
    file: Option<RunFile>,
    /// The records by position, including those of an interrupted run.
    records: BTreeMap<usize, PositionRecord>,
    /// The next position to print.
    next: usize,
    positions: usize,
    bar: ProgressBar,
    stop: StopToken,
    /// Standard output can no longer be written.
    closed: bool,
}

impl AnalysisRun {
    /// Creates or resumes the file of the run, if there is one.
    fn open(
        args: &AnalyseArgs,
        settings: RunSettings,
        tasks: &[AnalysisTask],
        stop: StopToken,
    ) -> Result<Self, CliError> {
        let header = || RunHeader::new(settings, tasks.len(), digest(tasks));
        let (file, records) = match &args.out {
            None => (None, Vec::new()),
            Some(path) => {
                let opened = if args.resume {
                    RunFile::resume(path, header())
                } else {
                    RunFile::create(path, header()).map(|file| (file, Vec::new()))
                };
                let (file, records) = opened.map_err(CliError::unusable)?;
                (Some(file), records)
            }
        };
        let bar = bar_on_stderr(
            Some(tasks.len() as u64),
            "[{elapsed_precise}] {bar:24} {pos}/{len}, {eta} left",
        );
        bar.set_position(records.len() as u64);
        bar.enable_steady_tick(Duration::from_secs(1));
        let mut run = Self {
            json: args.json,
            table: ResultTable::new(tasks),
            file,
            records: records
                .into_iter()
                .map(|record| (record.position, record))
                .collect(),
            next: 1,
            positions: tasks.len(),
            bar,
            stop,
            closed: false,
        };
        if !run.json {
            let header = run.table.header();
            run.print(&header);
        }
        Ok(run)
    }

    /// Takes the record of a position: writes it to the file, and prints all records that are ready.
    fn add(&mut self, record: PositionRecord) -> Result<(), RunFileError> {
        if let Some(file) = &mut self.file {
            file.append(&record)?;
        }
        self.records.insert(record.position, record);
        self.bar.inc(1);
        self.print_ready();
        Ok(())
    }

    /// Prints the records up to the first one that is missing.
    fn print_ready(&mut self) {
        while let Some(record) = self.records.get(&self.next) {
            self.next += 1;
            let text = self.text(record);
            self.print(&text);
        }
    }

    fn text(&self, record: &PositionRecord) -> String {
        if self.json {
            // Whatever was parsed into records can be serialised again.
            let json = serde_json::to_string(record).unwrap_or_default();
            escape_json(&json).into_owned()
        } else {
            self.table.rows(record)
        }
    }

    /// Prints lines above the bar. If the reader has gone away, the work continues only if there is a file.
    fn print(&mut self, text: &str) {
        let text = format!("{text}\n");
        let is_written = self.bar.suspend(|| print_text(&text));
        if !is_written && self.file.is_none() {
            self.closed = true;
            self.stop.stop();
        }
    }

    /// Completes the file and prints the summary.
    fn finish(mut self) -> Result<u8, CliError> {
        // After an interrupt, those behind the first position that is missing.
        let left = self.records.range(self.next..);
        let left: Vec<String> = left.map(|(_, record)| self.text(record)).collect();
        for text in &left {
            self.print(text);
        }
        let complete = self.records.len() == self.positions;
        let is_kept = self.file.is_some();
        let records: Vec<_> = std::mem::take(&mut self.records).into_values().collect();
        if let Some(file) = self.file.take() {
            file.finish(&records).map_err(CliError::failure)?;
        }
        if !self.json {
            self.print(&format!("\n{}", table::summary(&records).trim_end()));
        }
        if !complete && is_kept {
            eprint("interrupted; the same command with --resume continues the run");
        }
        Ok(if complete || self.closed {
            OK
        } else {
            INTERRUPTED
        })
    }
}

/// Compares two files of results.
fn compare(a: &Path, b: &Path, json: bool) -> Result<u8, CliError> {
    let read = |path| run_file::read(path).map_err(CliError::unusable);
    let (a, b) = (read(a)?, read(b)?);
    let comparison = RunComparison::new(&a, &b).map_err(CliError::unusable)?;
    if json {
        return Ok(print_result(&json_line(&comparison)?));
    }
    Ok(print_result(&comparison.to_string()))
}
