//! The subcommands, and what runs for the arguments of the process.

#[cfg(target_os = "linux")]
use super::guard;
use super::output::{self, CliError, OK, exit_code};
use super::{
    adjournment, analyse, bench, book, datagen, eval, genfens, help, judge, matches, net, perft,
    play, review, ruling, train,
};
use crate::nnue::simd::{self, SimdLevel};
use crate::uci;
use crate::util::memory;
use crate::util::text::nearest;
use crate::util::version::VERSION;
use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;

/// A strong UCI chess engine that knows the FIDE Laws of Chess.
///
/// Without arguments, the program speaks UCI on standard input and output. It runs UCI commands given as arguments in
/// order: compongo "position startpos" "go depth 12"
#[derive(Debug, Parser)]
#[command(
    name = "compongo",
    bin_name = "compongo",
    version = VERSION,
    disable_help_subcommand = true,
    after_help = "Manuals: compongo help"
)]
struct Cli {
    #[command(subcommand)]
    command: Option<CliCommand>,
}

// In the order of the help: first what players and arbiters need, then the engine, training, and the rest.
#[derive(Debug, Subcommand)]
enum CliCommand {
    Play(Box<play::PlayArgs>),
    Review(Box<review::ReviewArgs>),
    Judge(judge::JudgeArgs),
    /// Answer an arbiter's question under the Laws of Chess.
    #[command(subcommand)]
    Ruling(ruling::RulingCommand),
    #[command(visible_alias = "analyze")]
    Analyse(Box<analyse::AnalyseArgs>),
    Match(Box<matches::MatchConfig>),
    Adjourn(Box<adjournment::adjourn::AdjournArgs>),
    ResumeAdjourned(Box<adjournment::resume::ResumeAdjournedArgs>),
    /// Make and inspect opening books in the Polyglot format.
    #[command(subcommand)]
    Book(book::BookCommand),
    Eval(eval::EvalArgs),
    Perft(perft::PerftArgs),
    Bench(bench::BenchFlags),
    Datagen(Box<datagen::DatagenArgs>),
    Train(Box<train::TrainArgs>),
    /// Inspect, verify, test and export network files.
    #[command(subcommand)]
    Net(net::NetCommand),
    Genfens(genfens::GenfensArgs),
    /// Show the manual for a subcommand or topic, or list all manuals.
    Help {
        /// A subcommand or topic. For any other word, the program names the manuals that mention it.
        name: Vec<String>,
    },
    /// Write the manuals as man pages.
    #[command(name = "man")]
    ManPages {
        /// The folder; created if it does not exist.
        folder: PathBuf,
    },
    /// Print a completion script for a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
}

/// Runs the program with the arguments of the process.
pub fn run() -> ExitCode {
    memory::share_limited_heap();
    if let Err(error) = SimdLevel::requested() {
        return exit_code(Err(CliError::at(simd::VARIABLE, error)));
    }
    let arguments: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|text| text.to_string_lossy().into_owned())
        .collect();
    let Some(first) = arguments.first() else {
        uci::run();
        return ExitCode::SUCCESS;
    };
    // For `compongo match`, not for users: neither help nor completions show it.
    #[cfg(target_os = "linux")]
    if first == "guard" {
        return guard::GuardArgs::try_parse_from(std::env::args_os().skip(1))
            .map_or_else(|error| output::clap_exit(&error), |args| guard::run(&args));
    }
    if let Some(command) = genfens::quoted_command(&arguments) {
        return exit_code(genfens::run(&command));
    }
    let is_subcommand = Cli::command().find_subcommand(first).is_some();
    if !is_subcommand && !first.starts_with('-') {
        return exit_code(run_uci(arguments));
    }
    let matches = Cli::command().try_get_matches();
    match matches.and_then(|matches| Ok((Cli::from_arg_matches(&matches)?, matches))) {
        Ok((cli, matches)) => exit_code(run_command(cli, matches)),
        Err(error) => {
            let code = output::clap_exit(&error);
            match error.kind() {
                ErrorKind::InvalidSubcommand => name_subcommands(first),
                ErrorKind::UnknownArgument => name_flag(first, &arguments),
                _ => {}
            }
            code
        }
    }
}

/// Lists the subcommands of a command after an unknown one.
fn name_subcommands(command: &str) {
    let program = Cli::command();
    let Some(command) = program.find_subcommand(command) else {
        return;
    };
    let names: Vec<&str> = command
        .get_subcommands()
        .map(clap::Command::get_name)
        .collect();
    let list = names.join(", ");
    output::eprint(format_args!(
        "subcommands of {}: {list}",
        command.get_name()
    ));
}

/// Names the flag that an argument with one dash stands for; cutechess-cli and fastchess write theirs so.
fn name_flag(command: &str, arguments: &[String]) {
    let program = Cli::command();
    let Some(command) = program.find_subcommand(command) else {
        return;
    };
    let known: Vec<&str> = command.get_arguments().filter_map(Arg::get_long).collect();
    let mut names = arguments.iter().filter_map(|text| text.strip_prefix('-'));
    if let Some(name) = names.find(|name| known.contains(name)) {
        output::eprint(format_args!("a flag has two dashes: --{name}"));
    }
}

/// Runs arguments as UCI commands: each as one command, or all together if some of them do not begin with a command.
fn run_uci(mut arguments: Vec<String>) -> Result<u8, CliError> {
    if !arguments.iter().all(|text| uci::command::is_command(text)) {
        arguments = vec![arguments.join(" ")];
    }
    if !uci::command::is_command(&arguments[0]) {
        let program = Cli::command();
        let names = program.get_subcommands().map(clap::Command::get_name);
        let hint = match nearest(&arguments[0], names) {
            Some(name) => format!("did you mean {name}?"),
            None => "try --help".to_owned(),
        };
        return Err(CliError::unusable(format_args!(
            "'{}' is neither a subcommand nor a UCI command; {hint}",
            arguments[0]
        )));
    }
    Ok(uci::run_script(arguments))
}

fn run_command(cli: Cli, mut matches: ArgMatches) -> Result<u8, CliError> {
    let Some(command) = cli.command else {
        uci::run();
        return Ok(OK);
    };
    match command {
        CliCommand::Play(args) => play::run(&args),
        CliCommand::Review(args) => review::run(&args),
        CliCommand::Judge(args) => judge::run(&args),
        CliCommand::Ruling(command) => ruling::run(&command),
        CliCommand::Analyse(args) => analyse::run(&args),
        CliCommand::Match(config) => {
            let (_, mut flags) = matches.remove_subcommand().unwrap_or_default();
            matches::run(*config, &mut flags)
        }
        CliCommand::Adjourn(args) => adjournment::adjourn::run(&args),
        CliCommand::ResumeAdjourned(args) => adjournment::resume::run(&args),
        CliCommand::Book(command) => book::run(&command),
        CliCommand::Eval(args) => eval::run(&args),
        CliCommand::Perft(args) => perft::run(&args),
        CliCommand::Bench(args) => bench::run(args),
        CliCommand::Datagen(args) => datagen::run(&args),
        CliCommand::Train(args) => train::run(&args),
        CliCommand::Net(command) => net::run(&command),
        CliCommand::Genfens(args) => genfens::run(&args),
        CliCommand::Help { name } => help::show(&Cli::command(), &name),
        CliCommand::ManPages { folder } => help::write_pages(Cli::command(), &folder),
        CliCommand::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "compongo", &mut script);
            Ok(output::print_result(&String::from_utf8_lossy(&script)))
        }
    }
}
