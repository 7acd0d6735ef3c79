//! `compongo perft`: counts the leaves of the legal move tree, for one position or for a suite with known counts.

use super::arguments::position_of_line;
use super::game_file::{MOVES_FOLLOW, read_text};
use super::output::{CliError, FAILURE, OK, print, print_result, report_corrections};
use super::progress::bar_on_stderr;
use crate::board::Board;
use crate::board::perft::{self, PerftTable};
use crate::notation::divide;
use crate::notation::epd::{self, Epd, Operation};
use crate::notation::uci_move::CastlingStyle;
use crate::types::Move;
use crate::util::file::TEXT_LIMIT;
use crate::util::pool::thread_pool;
use crate::util::text::quote;
use indicatif::ProgressBar;
use rayon::ThreadPool;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The largest depth.
const MAX_DEPTH: u32 = 100;

/// Count the leaves of the legal move tree.
#[derive(Clone, Debug, clap::Args)]
pub struct PerftArgs {
    /// Depth in plies; with a suite, the deepest counts that are checked.
    #[arg(required_unless_present = "suite", value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_DEPTH)))]
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

/// The threads and the hash table that all counts of a run share.
struct PerftRunner {
    pool: ThreadPool,
    table: Option<PerftTable>,
}

impl PerftRunner {
    fn new(args: &PerftArgs) -> Result<Self, CliError> {
        let table = (args.hash > 0).then(|| {
            let table = PerftTable::new(args.hash as usize);
            table.map_err(|error| CliError::at(format_args!("--hash {}", args.hash), error))
        });
        Ok(Self {
            pool: thread_pool(args.threads.into()).map_err(CliError::failure)?,
            table: table.transpose()?,
        })
    }

    /// The number of leaves below each move.
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

/// Runs the subcommand: results on standard output, progress on standard error if it is a terminal. The exit code is 1
/// if a count of a suite is wrong.
pub fn run(args: &PerftArgs) -> Result<u8, CliError> {
    match &args.suite {
        Some(file) => run_suite(args, file),
        None => run_one(args),
    }
}

fn run_one(args: &PerftArgs) -> Result<u8, CliError> {
    let depth = args.depth.unwrap_or(1);
    let board = match &args.fen {
        None => Board::start(),
        Some(text) => position_of_line(text)?,
    };
    let runner = PerftRunner::new(args)?;
    let bar = progress_bar(u64::from(board.count_legal_moves()), "moves");
    let clock = Instant::now();
    let counts = runner.divide(&board, depth, &bar);
    let time = clock.elapsed();
    bar.finish_and_clear();
    let mut table = Vec::new();
    let style = CastlingStyle::new(board.is_chess960());
    let nodes = divide::write(&mut table, depth, &counts, style).map_err(CliError::failure)?;
    let table = String::from_utf8_lossy(&table);
    Ok(print_result(&format!("{table}{}\n", speed(nodes, time))))
}

/// Checks every position of a file.
fn run_suite(args: &PerftArgs, file: &Path) -> Result<u8, CliError> {
    let name = file.display();
    let text = read_text(file, TEXT_LIMIT)?;
    let positions = epd::parse_lines(&text)
        .map(|(line, epd)| {
            let place = format!("{name}, line {line}");
            let (epd, warnings) = epd.map_err(|error| CliError::at(&place, error))?;
            report_corrections(&place, &warnings);
            if epd.operation("moves").is_some() {
                return Err(CliError::at(&place, MOVES_FOLLOW));
            }
            Ok(epd)
        })
        .collect::<Result<Vec<Epd>, _>>()?;
    if positions.is_empty() {
        let problem = "there are no positions; write lines such as FEN ;D1 20 ;D2 400";
        return Err(CliError::at(&name, problem));
    }
    let runner = PerftRunner::new(args)?;
    let bar = progress_bar(positions.len() as u64, "positions");
    let clock = Instant::now();
    let (mut passed, mut nodes) = (0, 0);
    for epd in &positions {
        let result = check(&runner, epd, args.depth, &mut nodes);
        passed += usize::from(result.is_ok());
        bar.suspend(|| match result {
            Ok(()) => print(format_args!("ok   {}", epd.board)),
            Err(error) => print(format_args!("FAIL {}: {error}", epd.board)),
        });
        bar.inc(1);
    }
    bar.finish_and_clear();
    print(format_args!(
        "\n{passed} of {} positions ok\nNodes searched: {nodes}\n{}",
        positions.len(),
        speed(nodes, clock.elapsed())
    ));
    Ok(if passed == positions.len() {
        OK
    } else {
        FAILURE
    })
}

/// Compares the counts of one line, up to `limit` if given.
///
/// # Errors
/// A count is wrong or cannot be read, or there is none.
fn check(
    runner: &PerftRunner,
    epd: &Epd,
    limit: Option<u32>,
    nodes: &mut u64,
) -> Result<(), String> {
    let mut counts = epd.operations.iter().filter(|one| is_count(one));
    if let Some(wrong) = counts.find(|one| one.perft_count().is_none()) {
        let wrong = quote(&wrong.to_string());
        return Err(format!("'{wrong}' is not a count such as D2 400"));
    }
    let mut known: Vec<(u32, u64)> = epd.perft_counts().collect();
    known.retain(|&(depth, _)| limit.is_none_or(|limit| depth <= limit));
    if known.is_empty() {
        let reach = limit.map_or_else(String::new, |limit| format!(" up to depth {limit}"));
        return Err(format!("no counts{reach}"));
    }
    for (depth, expected) in known {
        if depth > MAX_DEPTH {
            return Err(format!("D{depth} is deeper than {MAX_DEPTH}"));
        }
        let found = runner.count(&epd.board, depth);
        *nodes += found;
        if found != expected {
            return Err(format!("D{depth} is {found}, not {expected}"));
        }
    }
    Ok(())
}

/// True for an operation such as `D3 8902`, whatever stands in the place of the count, and for `D3=8902` or `D 3`.
fn is_count(operation: &Operation) -> bool {
    let depth = operation.opcode.strip_prefix(['D', 'd']);
    depth.is_some_and(|depth| depth.is_empty() || depth.starts_with(|c: char| c.is_ascii_digit()))
}

fn speed(nodes: u64, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let speed = nodes as f64 / seconds.max(1e-9) / 1e6;
    format!("Time: {seconds:.2} s, {speed:.1} Mnps")
}

fn progress_bar(length: u64, unit: &'static str) -> ProgressBar {
    let bar = bar_on_stderr(Some(length), "[{elapsed}] {bar:40} {pos}/{len} {msg}");
    bar.enable_steady_tick(Duration::from_secs(1));
    bar.with_message(unit)
}
