//! The command line.
//!
//! Without arguments the engine speaks UCI. A first argument that is a subcommand or begins with `-` is for clap;
//! anything else is a list of UCI commands, run one after the other.
#![forbid(unsafe_code)]

mod datagen;
#[cfg(target_os = "linux")]
mod guard;
mod interrupt;
mod judge;
mod matches;
mod net;
mod perft;
mod train;

use crate::board::Board;
use crate::engine::bench;
use crate::eval::{Evaluation, LoadError};
use crate::nnue::simd::{self, SimdLevel};
use crate::uci;
use clap::{CommandFactory, Parser, Subcommand};
use std::io::{self, Write};
use std::process::ExitCode;

/// A UCI chess engine that plays strongly and knows the Laws of Chess exactly.
///
/// Without arguments it speaks UCI on standard input and output. Arguments that are UCI commands are obeyed in order:
/// compongo "position startpos" "go depth 12"
#[derive(Debug, Parser)]
#[command(name = "compongo", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Count the leaves of the tree of legal moves.
    Perft(perft::Args),
    /// Audit games and positions under the Laws of Chess.
    Judge(judge::Args),
    Match(Box<matches::Args>),
    Train(Box<train::Args>),
    /// Play games against oneself for networks to learn from, or look at such games.
    Datagen(Box<datagen::Args>),
    /// Look into files of evaluation networks.
    #[command(subcommand)]
    Net(net::Command),
    /// Print a script that completes the arguments of this program in a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Search the built-in positions: a signature in nodes, and the speed.
    Bench {
        /// Depth in plies.
        #[arg(default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u16).range(1..=100))]
        depth: u16,
        /// Number of search threads; with more than one, the nodes differ from run to run.
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
        threads: u16,
        /// Size of the transposition table in MiB.
        #[arg(long, value_name = "MB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
        hash: u32,
        /// A network's file, or the word material, instead of the built-in evaluation.
        #[arg(long, value_name = "FILE", value_parser = evaluation)]
        net: Option<Evaluation>,
    },
    /// Evaluate a position without searching.
    Eval {
        /// The position.
        #[arg(default_value = crate::board::fen::STARTPOS)]
        fen: String,
        /// A network's file, or the word material, instead of the built-in evaluation.
        #[arg(long, value_name = "FILE", value_parser = evaluation)]
        net: Option<Evaluation>,
    },
}

/// The evaluation that an argument stands for.
fn evaluation(text: &str) -> Result<Evaluation, LoadError> {
    Evaluation::load(text)
}

/// Runs the program with the arguments of the process.
pub fn run() -> ExitCode {
    if let Err(error) = SimdLevel::requested() {
        eprintln!("compongo: {}: {error}", simd::VARIABLE);
        return ExitCode::from(2);
    }
    let mut arguments: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|text| text.to_string_lossy().into_owned())
        .collect();
    let Some(first) = arguments.first() else {
        uci::run();
        return ExitCode::SUCCESS;
    };
    // Not for people: no help and no completion shows it.
    #[cfg(target_os = "linux")]
    if first == "guard" {
        return guard::run(&guard::Args::parse_from(std::env::args_os().skip(1)));
    }
    let is_subcommand = Arguments::command()
        .get_subcommands()
        .any(|command| command.get_name() == first || first == "help");
    if !is_subcommand && !first.starts_with('-') {
        if !arguments
            .iter()
            .all(|argument| uci::command::is_command(argument))
        {
            arguments = vec![arguments.join(" ")];
        }
        if !uci::command::is_command(&arguments[0]) {
            eprintln!(
                "compongo: '{}' is neither a subcommand nor a UCI command; try --help",
                arguments[0]
            );
            return ExitCode::from(2);
        }
        uci::run_script(arguments);
        return ExitCode::SUCCESS;
    }
    match Arguments::parse().command {
        Command::Perft(arguments) => perft::run(&arguments),
        Command::Judge(arguments) => judge::run(&arguments),
        Command::Match(arguments) => matches::run(*arguments),
        Command::Train(arguments) => train::run(&arguments),
        Command::Datagen(arguments) => datagen::run(&arguments),
        Command::Net(command) => net::run(&command),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "compongo", &mut script);
            print(&script)
        }
        Command::Bench {
            depth,
            threads,
            hash,
            net,
        } => {
            uci::print_bench(&bench::Settings {
                depth,
                threads: threads.into(),
                hash: hash as usize,
                evaluation: net.unwrap_or_default(),
            });
            ExitCode::SUCCESS
        }
        Command::Eval { fen, net } => match fen.parse::<Board>() {
            Ok(board) => {
                uci::print_eval(&board, &net.unwrap_or_default());
                ExitCode::SUCCESS
            }
            Err(error) => {
                eprintln!("compongo: invalid FEN: {error}");
                ExitCode::from(2)
            }
        },
    }
}

/// Writes text to standard output.
fn print(text: &[u8]) -> ExitCode {
    match io::stdout().lock().write_all(text) {
        Ok(()) => ExitCode::SUCCESS,
        // Nobody reads on: there is no one to tell either.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("compongo: {error}");
            ExitCode::FAILURE
        }
    }
}
