//! The subcommands, and what runs for the arguments of the process.

#[cfg(target_os = "linux")]
use super::guard;
use super::output::{self, CliError, OK, exit_code};
use super::{
    adjournment, analyse, bench, book, datagen, eval, genfens, help, judge, matches, net, perft,
    play, review, ruling, train,
};
use crate::laws::edition::{Edition, Mode};
use crate::nnue::simd::{self, SimdLevel};
use crate::uci;
use crate::util::memory;
use crate::util::text::nearest;
use crate::util::version::VERSION;
use clap::builder::PossibleValuesParser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};
use std::error::Error as _;
use std::num::{IntErrorKind, ParseIntError};
use std::path::{Path, PathBuf};
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
    /// Inspect, verify, test, export and import network files.
    #[command(subcommand)]
    Net(net::NetCommand),
    Genfens(genfens::GenfensArgs),
    /// Show the manual for a subcommand or topic, or list all manuals.
    Help {
        /// A subcommand or topic. For any other word, the program names the manuals about it.
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

/// Flags that a subcommand does not have but another program or subcommand does, and what to do instead: first those of
/// cutechess-cli and fastchess.
const FOREIGN_FLAGS: [(&str, &str, &str); 25] = [
    ("match", "repeat", "it is the default"),
    (
        "match",
        "recover",
        "see restart=auto in compongo help match",
    ),
    ("match", "variant", "use --chess960"),
    ("match", "ratinginterval", "use --every"),
    ("match", "pgnout", "use --pgn"),
    ("match", "srand", "use --seed"),
    ("match", "log", "use --protocol"),
    ("match", "maxmoves", "use --max-moves"),
    ("match", "tournament", "use --format"),
    ("match", "scoreinterval", "use --every"),
    ("match", "outcomeinterval", "use --every"),
    (
        "match",
        "autosaveinterval",
        "every game is written when it ends",
    ),
    ("match", "use-affinity", "use --pin"),
    (
        "match",
        "force-concurrency",
        "not needed with --concurrency",
    ),
    ("match", "startup-ms", "use --default-time"),
    (
        "match",
        "noswap",
        "colours always alternate; --no-repeat gives each game its own opening",
    ),
    ("match", "bookmode", "books are always read into memory"),
    ("match", "epdout", "use --pgn"),
    ("match", "debug", "use --protocol"),
    ("judge", "player", "use --where player=NAME"),
    ("analyse", "moves", "write --fen 'startpos moves e2e4'"),
    ("analyse", "time", "use --movetime"),
    ("review", "engine", "this engine reviews the games"),
    ("review", "output", "use --pgn or --html"),
    ("perft", "divide", "the moves are always listed"),
];

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
        return exit_code(command.and_then(|command| genfens::run(&command)));
    }
    let is_subcommand = Cli::command().find_subcommand(first).is_some();
    if !is_subcommand && !first.starts_with('-') {
        return exit_code(run_uci(arguments));
    }
    let matches = Cli::command().try_get_matches();
    match matches.and_then(|matches| Ok((Cli::from_arg_matches(&matches)?, matches))) {
        Ok((cli, matches)) => exit_code(run_command(cli, matches)),
        Err(mut error) => {
            let advice = foreign_advice(&error, &arguments);
            if advice.is_some() {
                error.remove(ContextKind::SuggestedArg);
            }
            drop_value_tips(&mut error);
            let code = output::clap_exit(&error);
            match (error.kind(), advice) {
                (ErrorKind::InvalidSubcommand, _) => name_subcommands(first),
                (ErrorKind::UnknownArgument, Some(advice)) => output::eprint(advice),
                (ErrorKind::UnknownArgument, None) => name_flag(first, &arguments),
                (ErrorKind::ValueValidation, _) => {
                    number_advice(&error).into_iter().for_each(output::eprint);
                }
                _ => {}
            }
            code
        }
    }
}

/// The advice about an unknown flag that another program or subcommand has.
fn foreign_advice(error: &clap::Error, arguments: &[String]) -> Option<String> {
    if error.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    // It may be named by its alias.
    let program = Cli::command();
    let command = program.find_subcommand(arguments.first()?)?.get_name();
    let Some(ContextValue::String(refused)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    // clap names only the first letter after one dash: -r for -repeat.
    let mut flags = arguments
        .iter()
        .filter(|text| text.starts_with(refused.as_str()));
    let flag = flags.next()?.split('=').next()?;
    let name = flag.trim_start_matches('-');
    let is_it = |(of, foreign, _): &&(&str, &str, &str)| *of == command && *foreign == name;
    let (.., advice) = FOREIGN_FLAGS.iter().find(is_it)?;
    Some(format!("{flag}: {advice}"))
}

/// Removes clap's tips on how to pass a flag as a value: hardly anybody wants that.
fn drop_value_tips(error: &mut clap::Error) {
    let Some(ContextValue::StyledStrs(mut tips)) = error.remove(ContextKind::Suggested) else {
        return;
    };
    tips.retain(|tip| !tip.to_string().contains("as a value, use"));
    if !tips.is_empty() {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
    }
}

/// How to write a number, after a value that is none; `None` after an error of another kind.
fn number_advice(error: &clap::Error) -> Option<&'static str> {
    let number = error.source()?.downcast_ref::<ParseIntError>()?;
    Some(match number.kind() {
        IntErrorKind::PosOverflow => "the number is too large",
        _ => "write a whole number without a unit, such as 3000",
    })
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

/// Runs arguments as UCI commands: each as one command, or joined if some of them do not begin with a command.
fn run_uci(mut arguments: Vec<String>) -> Result<u8, CliError> {
    let first = arguments[0].clone();
    if !arguments.iter().all(|text| uci::command::is_command(text)) {
        arguments = joined(&arguments);
    }
    if !uci::command::is_command(&arguments[0]) {
        return Err(CliError::unusable(format_args!(
            "'{}' is neither a subcommand nor a UCI command; {}",
            arguments[0],
            word_advice(&first)
        )));
    }
    Ok(uci::run_script(arguments))
}

/// Joins arguments to commands, `position startpos go depth 3` to two: a command begins at each word that occurs only at
/// the beginning of one. The values of options may be any other words.
fn joined(arguments: &[String]) -> Vec<String> {
    let begins_with_any = |text: &str, words: &[&str]| {
        let first = text.split_whitespace().next().unwrap_or_default();
        words.iter().any(|word| word.eq_ignore_ascii_case(first))
    };
    let mut commands: Vec<String> = Vec::new();
    for text in arguments {
        let last = commands.last_mut();
        let follows = |word| {
            last.as_ref()
                .is_some_and(|last| begins_with_any(last, &[word]))
        };
        // `go perft 3` is one command.
        let begins = begins_with_any(
            text,
            &["go", "isready", "position", "setoption", "ucinewgame"],
        ) || !follows("setoption")
            && (begins_with_any(text, &["d", "eval", "flip", "laws"])
                || !follows("go") && begins_with_any(text, &["divide", "perft"]));
        match last.filter(|_| !begins) {
            Some(command) => {
                command.push(' ');
                command.push_str(text);
            }
            None => commands.push(text.clone()),
        }
    }
    commands
}

/// What to type instead of a word that is no command.
fn word_advice(word: &str) -> String {
    if Path::new(word).is_file() {
        return "with a file of games, try compongo review FILE or compongo judge FILE".to_owned();
    }
    if help::is_topic(word) {
        return format!("see compongo help {word}");
    }
    let program = Cli::command();
    let names = program.get_subcommands().map(clap::Command::get_name);
    match nearest(word, names) {
        Some(name) => format!("did you mean {name}?"),
        None => "try --help".to_owned(),
    }
}

/// The command line for completions: it lists words for arguments whose parsers take other spellings too.
fn completed_command() -> clap::Command {
    let manuals = PossibleValuesParser::new(help::manual_names());
    let editions = PossibleValuesParser::new(Edition::ALL.map(Edition::as_str));
    let modes = PossibleValuesParser::new(Mode::ALL.map(Mode::as_str));
    Cli::command()
        .mut_subcommand("help", |help| {
            help.mut_arg("name", |name| name.value_parser(manuals))
        })
        .mut_subcommand("play", |play| {
            play.mut_arg("laws", |laws| laws.value_parser(editions))
                .mut_arg("mode", |mode| mode.value_parser(modes))
        })
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
            clap_complete::generate(shell, &mut completed_command(), "compongo", &mut script);
            Ok(output::print_result(&String::from_utf8_lossy(&script)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(arguments: &[&str]) -> (clap::Error, Vec<String>) {
        let words = ["compongo"].into_iter().chain(arguments.iter().copied());
        let error = Cli::command().try_get_matches_from(words);
        let arguments = arguments.iter().map(|&text| text.to_owned()).collect();
        (error.expect_err("an unknown flag"), arguments)
    }

    #[test]
    fn flags_of_other_programs_and_subcommands_are_translated() {
        for (command, flag, expected) in [
            ("match", "--repeat", "--repeat: it is the default"),
            ("match", "-repeat", "-repeat: it is the default"),
            ("match", "-srand", "-srand: use --seed"),
            ("match", "--maxmoves=9", "--maxmoves: use --max-moves"),
            ("match", "-tournament", "-tournament: use --format"),
            ("judge", "--player=a", "--player: use --where player=NAME"),
            (
                "analyze",
                "--moves",
                "--moves: write --fen 'startpos moves e2e4'",
            ),
        ] {
            let (error, arguments) = refused(&[command, flag, "1"]);
            let advice = foreign_advice(&error, &arguments);
            assert_eq!(advice.as_deref(), Some(expected), "{flag}");
        }
        for arguments in [&["match", "--gmaes", "1"][..], &["bench", "--log"]] {
            let (error, arguments) = refused(arguments);
            assert_eq!(foreign_advice(&error, &arguments), None);
        }
    }

    #[test]
    fn advice_names_flags_that_exist() {
        let program = Cli::command();
        for (command, name, advice) in FOREIGN_FLAGS {
            let command = program.find_subcommand(command);
            let command = command.expect("the subcommand");
            let known: Vec<&str> = command.get_arguments().filter_map(Arg::get_long).collect();
            assert!(!known.contains(&name), "{name}");
            if let Some((_, rest)) = advice.split_once("--") {
                let flag = rest.split(' ').next().unwrap_or_default();
                assert!(known.contains(&flag), "{advice}");
            }
        }
    }

    #[test]
    fn no_tip_tells_how_to_pass_a_flag_as_a_value() {
        let (mut error, _) = refused(&["match", "--zzzz"]);
        assert!(error.to_string().contains("as a value"), "{error}");
        drop_value_tips(&mut error);
        let text = error.to_string();
        assert!(text.contains("'--zzzz'"), "{text}");
        assert!(!text.contains("as a value"), "{text}");
    }
}
