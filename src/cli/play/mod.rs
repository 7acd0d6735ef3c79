//! `compongo play`: a game on a board in the browser, or on the terminal.

mod terminal;

use crate::cli::arguments::number960;
#[cfg(feature = "board")]
use crate::cli::output::print;
use crate::cli::output::{CliError, eprint};
use crate::laws::control::TimeControl;
use crate::laws::edition::{Edition, Mode};
#[cfg(feature = "board")]
use crate::play::BoardAddress;
use crate::play::{
    MAX_ELO, MIN_ELO, PlaySettings, PlayTable, SideChoice, StartNumber960, is_reserved,
};
use crate::util::file;
use crate::util::pack;
use crate::util::seed::random_seed;
use clap::builder::{NonEmptyStringValueParser, TypedValueParser};
use std::path::{Path, PathBuf};
#[cfg(feature = "board")]
use std::process::{Command, Stdio};
#[cfg(feature = "board")]
use std::thread;

/// Play against the engine, or with another person, on a board in the browser.
///
/// The page is served on this machine only. The game is saved after every move.
#[derive(Clone, Debug, clap::Args)]
pub struct PlayArgs {
    /// The level of the engine in Elo, from 600 to 3000; 0 is full strength.
    #[arg(long, default_value_t = 1500, value_parser = elo())]
    elo: u32,
    /// The opponent: this engine, or none for two people on one board.
    #[arg(long, value_name = "WHO", default_value = "compongo")]
    engine: EngineArg,
    /// Your side.
    #[arg(long, default_value = "white")]
    side: SideChoice,
    /// The time control, such as 15m+10s, 40/90m+30s:30m+30s or 5m;d3; none for no clock.
    #[arg(long, value_name = "CONTROL", default_value = "15m+10s", value_parser = control)]
    tc: String,
    /// The edition of the Laws.
    #[arg(long, value_name = "EDITION", default_value_t)]
    laws: Edition,
    /// The mode of the Laws: standard, rapid or blitz [default: from the time control].
    #[arg(long)]
    mode: Option<Mode>,
    /// The start position.
    #[arg(long, conflicts_with = "chess960")]
    fen: Option<String>,
    /// Chess960: the number of the start position, or random.
    #[arg(long = "960", id = "chess960", value_name = "NUMBER", value_parser = number960)]
    chess960: Option<StartNumber960>,
    /// Play a rated game, without takebacks, hints or analysis.
    #[arg(long)]
    rated: bool,
    /// A touched piece must be moved.
    #[arg(long)]
    touch_move: bool,
    /// A Polyglot opening book for the engine.
    #[arg(
        long,
        value_name = "FILE",
        value_parser = NonEmptyStringValueParser::new(),
        value_hint = clap::ValueHint::FilePath
    )]
    book: Option<String>,
    /// Resume the saved game.
    #[arg(long, conflicts_with_all = OF_A_NEW_GAME)]
    resume: bool,
    /// The file of the game [default: in the user's data folder].
    #[arg(long, value_name = "FILE")]
    game: Option<PathBuf>,
    /// Play on the terminal instead of in a browser.
    #[arg(long)]
    terminal: bool,
    /// The port; 0 takes any free port.
    #[cfg(feature = "board")]
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// Only print the address; do not open a browser.
    #[cfg(feature = "board")]
    #[arg(long)]
    no_browser: bool,
}

/// The flags of a new game. `--resume` takes these settings from the saved one.
const OF_A_NEW_GAME: [&str; 10] = [
    "elo",
    "engine",
    "side",
    "tc",
    "laws",
    "mode",
    "fen",
    "chess960",
    "rated",
    "touch_move",
];

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum EngineArg {
    /// This engine.
    Compongo,
    /// Two people.
    None,
}

fn elo() -> impl TypedValueParser<Value = u32> {
    clap::value_parser!(u32).try_map(|elo| match elo {
        0 | MIN_ELO..=MAX_ELO => Ok(elo),
        _ => Err(format!("a level is 0 or from {MIN_ELO} to {MAX_ELO}")),
    })
}

fn control(text: &str) -> Result<String, String> {
    if text.eq_ignore_ascii_case("none") {
        return Ok(String::new());
    }
    let read = TimeControl::parse_written(text);
    read.map(|_| text.to_owned())
        .map_err(|error| error.to_string())
}

/// Refuses to resume from a file that is not there, before its lock file is made.
fn check_saved(file: &Path) -> Result<(), CliError> {
    if file.try_exists().is_ok_and(|exists| !exists) {
        let file = file.display();
        return Err(CliError::unusable(format_args!(
            "there is no saved game in {file}"
        )));
    }
    Ok(())
}

impl PlayArgs {
    fn settings(&self) -> PlaySettings {
        PlaySettings {
            engine: self.engine == EngineArg::Compongo,
            elo: Some(self.elo).filter(|&elo| elo > 0),
            side: self.side,
            control: self.tc.clone(),
            laws: self.laws,
            mode: self.mode,
            fen: self.fen.clone().unwrap_or_default(),
            chess960: self.chess960.clone(),
            rated: self.rated,
            touch_move: self.touch_move,
            ..PlaySettings::default()
        }
    }

    /// The command that continues the game on the terminal.
    fn resume_command(&self) -> String {
        let mut words = vec!["compongo", "play", "--terminal", "--resume"];
        let game = self.game.as_deref().map(Path::to_string_lossy);
        for (flag, value) in [
            ("--game", game.as_deref()),
            ("--book", self.book.as_deref()),
        ] {
            words.extend(value.into_iter().flat_map(|value| [flag, value]));
        }
        // An argument contains no NUL, which no shell could pass on.
        shlex::try_join(words).unwrap_or_default()
    }

    /// The file of the game. Its folder is made.
    fn file(&self) -> Result<PathBuf, CliError> {
        if let Some(file) = &self.game {
            pack::refuse_name(file).map_err(|error| CliError::at(file.display(), error))?;
            // Saving to a pipe would wait for its reader.
            if file::is_stream(file) || file.is_dir() {
                return Err(CliError::at(file.display(), "it is not a regular file"));
            }
            if is_reserved(file) {
                let why =
                    "finished games, locks and adjournments have such names; choose another one";
                return Err(CliError::at(file.display(), why));
            }
            return Ok(file.clone());
        }
        let folder = dirs::data_local_dir()
            .ok_or_else(|| CliError::unusable("there is no data folder; name a file with --game"))?
            .join("compongo");
        file::create_folder(&folder).map_err(CliError::unusable)?;
        Ok(folder.join("game.json"))
    }
}

/// Runs the subcommand: serves the board until the process ends.
pub fn run(args: &PlayArgs) -> Result<u8, CliError> {
    let settings = args.settings();
    settings.check().map_err(CliError::unusable)?;
    let file = args.file()?;
    if args.resume {
        check_saved(&file)?;
    }
    let table = PlayTable::new(&file, random_seed()).map_err(CliError::failure)?;
    if let Some(book) = &args.book {
        let used = table.use_book(book);
        used.map_err(|error| CliError::at("--book", error))?;
    }
    if args.resume {
        table.reopen().map_err(CliError::unusable)?;
    } else if table.keeps_game() {
        eprint(
            "There is an unfinished game: --resume continues it, and a new game moves it to another file.",
        );
    }
    if args.terminal {
        return terminal::run(&table, &settings, args);
    }
    serve(args, &table, &settings)
}

/// Serves the board in the browser.
#[cfg(feature = "board")]
fn serve(
    args: &PlayArgs,
    table: &std::sync::Arc<PlayTable>,
    settings: &PlaySettings,
) -> Result<u8, CliError> {
    let ready = |address: &BoardAddress| {
        print(format_args!("The board is at {}", address.page));
        if !args.no_browser && !open_browser(&address.launch) {
            eprint("cannot open a browser: open this address yourself");
        }
    };
    match crate::play::serve(table, settings, args.port, ready) {
        Err(error) => Err(CliError::failure(error)),
    }
}

/// A program built without the board has only the terminal.
#[cfg(not(feature = "board"))]
fn serve(
    args: &PlayArgs,
    table: &std::sync::Arc<PlayTable>,
    settings: &PlaySettings,
) -> Result<u8, CliError> {
    terminal::run(table, settings, args)
}

/// Opens an address in the user's browser. False if no program for it starts.
#[cfg(feature = "board")]
fn open_browser(address: &str) -> bool {
    let (program, arguments): (&str, &[&str]) = if cfg!(windows) {
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    let command = command.args(arguments).arg(address);
    let quiet = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let Ok(mut child) = quiet.spawn() else {
        return false;
    };
    // Some of these programs run as long as the browser does.
    let waiting = thread::Builder::new().spawn(move || child.wait());
    waiting.is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Args as _;
    use clap::error::ErrorKind;

    #[test]
    fn a_resumed_game_takes_no_settings_of_a_new_one() {
        let parse = |flags: &str| {
            let words = ["play", "--resume"].into_iter();
            let words = words.chain(flags.split_whitespace());
            PlayArgs::augment_args(clap::Command::new("play")).try_get_matches_from(words)
        };
        for flags in [
            "--elo 1500",
            "--engine none",
            "--side black",
            "--tc 5m",
            "--laws fide2018",
            "--mode blitz",
            "--fen x",
            "--960 518",
            "--rated",
            "--touch-move",
        ] {
            let error = parse(flags).expect_err(flags);
            assert_eq!(error.kind(), ErrorKind::ArgumentConflict, "{flags}");
        }
        for flags in ["", "--terminal --game a.json --book b.bin"] {
            assert!(parse(flags).is_ok(), "{flags}");
        }
    }
}
