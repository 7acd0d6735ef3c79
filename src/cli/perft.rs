//! `compongo perft`: counting leaves, of one position or of a list of positions with known counts.

use crate::board::perft::{self, PerftTable};
use crate::board::{Board, fen};
use crate::notation::divide;
use crate::notation::epd::{self, Epd};
use crate::notation::uci_move::CastlingStyle;
use crate::types::Move;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::error::Error;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// Count the leaves of the tree of legal moves.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// Depth in plies; with a suite, the deepest counts that are checked.
    #[arg(required_unless_present = "suite", value_parser = clap::value_parser!(u32).range(..=100))]
    depth: Option<u32>,
    /// The position, instead of the initial one.
    #[arg(long, conflicts_with = "suite")]
    fen: Option<String>,
    /// Check the counts of a file with lines such as "FEN ;D1 20 ;D2 400".
    #[arg(long, value_name = "FILE")]
    suite: Option<PathBuf>,
    /// Number of threads.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Size in MiB of a table of positions already counted; 0 counts every leaf.
    #[arg(long, value_name = "MB", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=1 << 20))]
    hash: u32,
}

/// What all counts of one call share.
struct Counter {
    pool: ThreadPool,
    table: Option<PerftTable>,
}

impl Counter {
    fn new(args: &Args) -> Result<Self, Box<dyn Error>> {
        Ok(Self {
            pool: ThreadPoolBuilder::new()
                .num_threads(args.threads.into())
                .build()?,
            table: (args.hash > 0).then(|| PerftTable::new(args.hash as usize)),
        })
    }

    /// The leaves below each move.
    fn divide(&self, board: &Board, depth: u32, bar: &ProgressBar) -> Vec<(Move, u64)> {
        self.pool.install(|| {
            perft::divide(board, depth, self.table.as_ref(), &|| false, |_, _| {
                bar.inc(1);
            })
            .unwrap_or_default()
        })
    }

    fn count(&self, board: &Board, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.divide(board, depth, &ProgressBar::hidden())
            .iter()
            .map(|(_, count)| count)
            .sum()
    }
}

/// Runs the subcommand: results on standard output, progress on standard error if that is a terminal.
///
/// Fails if a position or a file cannot be read, or if a count of a suite is wrong.
pub fn run(args: &Args) -> ExitCode {
    let mut out = io::stdout().lock();
    let result = match &args.suite {
        Some(file) => run_suite(args, file, &mut out),
        None => run_one(args, &mut out),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("compongo: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run_one(args: &Args, out: &mut impl Write) -> Result<bool, Box<dyn Error>> {
    let depth = args.depth.unwrap_or(1);
    let (board, warnings) = match &args.fen {
        None => (Board::start(), Vec::new()),
        Some(text) => fen::parse(text).map_err(|error| format!("invalid FEN: {error}"))?,
    };
    for warning in warnings {
        eprintln!("compongo: {warning}");
    }
    let counter = Counter::new(args)?;
    let bar = progress_bar(u64::from(board.count_legal_moves()), "moves");
    let clock = Instant::now();
    let counts = counter.divide(&board, depth, &bar);
    let seconds = clock.elapsed().as_secs_f64();
    bar.finish_and_clear();
    let nodes = divide::write(out, depth, &counts, CastlingStyle::new(board.is_chess960()))?;
    write_time(out, nodes, seconds)?;
    Ok(true)
}

/// Checks every position of a file; true if all counts are right.
fn run_suite(args: &Args, file: &Path, out: &mut impl Write) -> Result<bool, Box<dyn Error>> {
    let name = file.display();
    let text = fs::read_to_string(file).map_err(|error| format!("{name}: {error}"))?;
    let positions = epd::parse_lines(&text)
        .map(|(line, epd)| epd.map_err(|error| format!("{name}, line {line}: {error}")))
        .collect::<Result<Vec<Epd>, _>>()?;
    if positions.is_empty() {
        return Err(format!("{name}: no positions").into());
    }
    let counter = Counter::new(args)?;
    let bar = progress_bar(positions.len() as u64, "positions");
    let clock = Instant::now();
    let (mut right, mut nodes) = (0, 0);
    for epd in &positions {
        let verdict = check(&counter, epd, args.depth, &mut nodes);
        right += usize::from(verdict.is_ok());
        let line = match verdict {
            Ok(()) => format!("ok   {}", epd.board),
            Err(why) => format!("FAIL {}: {why}", epd.board),
        };
        bar.suspend(|| writeln!(out, "{line}"))?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    writeln!(out, "\n{right} of {} positions ok", positions.len())?;
    writeln!(out, "Nodes searched: {nodes}")?;
    write_time(out, nodes, clock.elapsed().as_secs_f64())?;
    Ok(right == positions.len())
}

/// Compares the counts of one line, up to a depth if one is given.
fn check(counter: &Counter, epd: &Epd, limit: Option<u32>, nodes: &mut u64) -> Result<(), String> {
    let mut known = epd.perft_counts().peekable();
    if known.peek().is_none() {
        return Err("no counts".to_owned());
    }
    for (depth, expected) in known.filter(|&(depth, _)| limit.is_none_or(|limit| depth <= limit)) {
        let found = counter.count(&epd.board, depth);
        *nodes += found;
        if found != expected {
            return Err(format!("D{depth} is {found}, not {expected}"));
        }
    }
    Ok(())
}

fn write_time(out: &mut impl Write, nodes: u64, seconds: f64) -> io::Result<()> {
    let speed = nodes as f64 / seconds.max(1e-9) / 1e6;
    writeln!(out, "Time: {seconds:.2} s, {speed:.1} Mnps")?;
    out.flush()
}

/// A bar on standard error, or nothing if nobody would see it.
fn progress_bar(length: u64, unit: &'static str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("[{elapsed}] {bar:40} {pos}/{len} {msg}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(length)
        .with_style(style)
        .with_message(unit)
}
