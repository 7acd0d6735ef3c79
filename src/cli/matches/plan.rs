//! What the flags ask for, put together and checked. Nothing is started and no file is written.

use super::args::MatchArgs;
use super::config::Config;
use super::engine::{Entry, name_engines};
use super::pairs::Pair;
use crate::arbiter::MatchSettings;
use crate::arbiter::settings::{
    DrawRule, EngineTimeouts, MatchAdjudication, OpeningOrder, OpeningSource, ResignRule,
};
use crate::arbiter::stats::sprt;
use crate::cli::available_cores;
use crate::cli::output::CliError;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// Games of each pairing if nobody says how many.
const GAMES: u32 = 100;
/// The same where a sequential test is to decide.
const GAMES_AT_MOST: u32 = 6000;
/// Half-moves by lot if nobody says how many.
const DRAWN_PLIES: usize = 8;
/// What a test of two bare commands sets.
const TEST_OPTIONS: [&str; 2] = ["option.Threads=1", "option.Hash=16"];
/// When such a test counts a game as won, and the default of the flag.
const RESIGN: ResignRule = ResignRule {
    score: 400,
    moves: 3,
};
/// When it counts one as drawn, and the default of the flag.
const DRAW: DrawRule = DrawRule {
    from_move: 40,
    score: 10,
    moves: 8,
};

/// The arguments of the command line, and before them, so that they count less, those of the file named there.
///
/// # Errors
/// The file cannot be read or understood.
pub fn with_config(
    args: MatchArgs,
    line: impl Iterator<Item = OsString>,
) -> Result<MatchArgs, CliError> {
    let Some(path) = &args.config else {
        return Ok(args);
    };
    let name = path.display().to_string();
    let text = fs::read_to_string(path).map_err(|error| CliError::at(&name, error))?;
    let config = Config::read(&text).map_err(|mistake| CliError::at(&name, mistake))?;
    let in_file = config.rest.iter().chain(&config.engines).cloned();
    MatchArgs::read(in_file)
        .map_err(|error| CliError::at(&name, plain(&error)))
        .and_then(|args| understood(&args).map_err(|mistake| CliError::at(&name, mistake)))?;
    // Engines of the command line replace those of the file.
    let replaced = !args.commands.is_empty() || !args.engines.engine.is_empty();
    let engines = if replaced { Vec::new() } else { config.engines };
    let all = config.rest.into_iter().chain(engines).map(OsString::from);
    MatchArgs::read(all.chain(line)).map_err(|error| CliError::unusable(plain(&error)))
}

/// What clap says, without usage and hints.
fn plain(error: &clap::Error) -> String {
    let text = error.to_string();
    let first = text.lines().next().unwrap_or_default();
    first.strip_prefix("error: ").unwrap_or(first).to_owned()
}

/// Looks whether every word makes sense by itself.
fn understood(args: &MatchArgs) -> Result<(), CliError> {
    entries(args)?;
    openings(&args.openings)?;
    test(&args.sprt)?;
    adjudication(args)?;
    Ok(())
}

/// The match that the flags describe.
///
/// # Errors
/// It cannot be played; the sentence says why.
pub fn settings(args: &MatchArgs) -> Result<MatchSettings, CliError> {
    let entries = entries(args)?;
    let edition = args
        .laws
        .as_deref()
        .map(|value| flag("--laws", "laws", value).parse());
    let edition = agreed(
        "laws",
        edition.transpose()?,
        entries.iter().map(|entry| entry.edition),
    )?;
    let mode = args
        .mode
        .as_deref()
        .map(|value| flag("--mode", "mode", value).parse());
    let mode = agreed(
        "mode",
        mode.transpose()?,
        entries.iter().map(|entry| entry.mode),
    )?;
    let mut engines: Vec<_> = entries.into_iter().map(|entry| entry.spec).collect();
    if engines.is_empty() {
        return Err(CliError::unusable(
            "no engines: give two commands, or --engine for each; see --help".to_owned(),
        ));
    }
    name_engines(&mut engines);
    let sprt = test(&args.sprt)?;
    let games = if sprt.is_some() { GAMES_AT_MOST } else { GAMES };
    let settings = MatchSettings {
        event: text("--event", args.event.as_deref(), "Engine match")?,
        site: text("--site", args.site.as_deref(), "?")?,
        engines,
        format: word("--format", args.format.as_deref())?,
        games: args.games.unwrap_or(games),
        repeat: !args.no_repeat,
        openings: openings(&args.openings)?,
        seed: args.seed.unwrap_or(1),
        concurrency: args.concurrency.map_or_else(available_cores, usize::from),
        edition: edition.unwrap_or_default(),
        mode,
        claims: word("--claims", args.claims.as_deref())?,
        illegal_moves: word("--illegal", args.illegal.as_deref())?,
        adjudication: adjudication(args)?,
        sprt,
        chess960: args.chess960,
        timeouts: EngineTimeouts::default(),
    };
    settings
        .check()
        .map_err(|error| CliError::unusable(error.to_string()))?;
    Ok(settings)
}

/// A flag with one value as a pair, so that both are read alike.
fn flag<'a>(place: &'a str, key: &'a str, value: &'a str) -> Pair<'a> {
    Pair { place, key, value }
}

/// One of the words for a type, which clap has let through.
fn word<T: serde::de::DeserializeOwned + Default>(
    place: &str,
    value: Option<&str>,
) -> Result<T, CliError> {
    value.map_or_else(
        || Ok(T::default()),
        |value| flag(place, &place[2..], value).word(),
    )
}

fn text(place: &str, value: Option<&str>, default: &str) -> Result<String, CliError> {
    flag(place, &place[2..], value.unwrap_or(default)).line()
}

/// Everything that is said of the engines.
fn entries(args: &MatchArgs) -> Result<Vec<Entry>, CliError> {
    let mut each = Entry::default();
    if !args.commands.is_empty() {
        each.hear("", &TEST_OPTIONS.map(str::to_owned))?;
    }
    each.hear("--each", &args.engines.each)?;
    let flags = [
        ("--tc", "tc", &args.tc),
        ("--st", "st", &args.st),
        ("--nodes", "nodes", &args.nodes),
        ("--depth", "depth", &args.depth),
        ("--margin", "margin", &args.margin),
    ];
    for (place, key, value) in flags {
        if let Some(value) = value {
            each.hear_pair(&flag(place, key, value))?;
        }
    }
    let commands = args
        .commands
        .iter()
        .zip(["NEW", "OLD"])
        .map(|(command, place)| {
            let mut entry = each.clone();
            entry
                .hear_pair(&flag(place, "cmd", command))
                .map(|()| entry)
        });
    let described = args.engines.engine.iter().zip(1..).map(|(words, number)| {
        let mut entry = each.clone();
        let place = format!("--engine (number {number})");
        entry.hear(&place, words).map(|()| entry)
    });
    commands.chain(described).collect()
}

/// What all who speak of it agree on.
fn agreed<T: Copy + PartialEq + std::fmt::Display>(
    key: &str,
    flag: Option<T>,
    engines: impl Iterator<Item = Option<T>>,
) -> Result<Option<T>, CliError> {
    let mut agreed = flag;
    for asked in engines.flatten() {
        match agreed {
            Some(other) if other != asked => {
                let fault = format!("{other} and {asked} are asked for, but a match has one");
                return Err(CliError::at(key, fault));
            }
            _ => agreed = Some(asked),
        }
    }
    Ok(agreed)
}

/// The words after `--openings`.
fn openings(words: &[String]) -> Result<OpeningSource, CliError> {
    const PLACE: &str = "--openings";
    let Some((first, rest)) = words.split_first() else {
        return Ok(OpeningSource::Random { plies: DRAWN_PLIES });
    };
    let mut rest = rest.iter().map(|word| Pair::new(PLACE, word));
    match first.as_str() {
        "drawn" => {
            let mut plies = DRAWN_PLIES;
            for pair in rest {
                let pair = pair?;
                match pair.key {
                    "plies" => plies = pair.number(1..=60)?,
                    _ => return Err(pair.unknown(&["plies"])),
                }
            }
            Ok(OpeningSource::Random { plies })
        }
        "initial" => match rest.next() {
            None => Ok(OpeningSource::StartPos),
            Some(pair) => Err(pair?.wrong("the initial position has no keys")),
        },
        file => {
            let file = file.strip_prefix("file=").unwrap_or(file);
            let path = std::path::absolute(file)
                .map_err(|error| CliError::at(PLACE, format!("'{file}': {error}")))?;
            let (mut order, mut start, mut plies) = (OpeningOrder::default(), 1, None);
            for pair in rest {
                let pair = pair?;
                match pair.key {
                    "order" => order = pair.word()?,
                    "start" => start = pair.number(1..=u32::MAX as usize)?,
                    "plies" => plies = Some(pair.number(0..=1000)?),
                    _ => return Err(pair.unknown(&["order", "start", "plies"])),
                }
            }
            Ok(OpeningSource::File {
                path,
                order,
                start,
                plies,
            })
        }
    }
}

/// The words after `--sprt`: two numbers, and what is said besides.
fn test(words: &[String]) -> Result<Option<sprt::Sprt>, CliError> {
    const PLACE: &str = "--sprt";
    const KEYS: [&str; 5] = ["elo0", "elo1", "alpha", "beta", "model"];
    if words.is_empty() {
        return Ok(None);
    }
    let (mut elo0, mut elo1, mut alpha, mut beta) = (None, None, 0.05, 0.05);
    let mut model = sprt::EloModel::default();
    for (index, word) in words.iter().enumerate() {
        let pair = match KEYS.get(index) {
            Some(&key) if index < 2 && !word.contains('=') => flag(PLACE, key, word),
            _ => Pair::new(PLACE, word)?,
        };
        match pair.key {
            "elo0" => elo0 = Some(pair.number(-1000.0..=1000.0)?),
            "elo1" => elo1 = Some(pair.number(-1000.0..=1000.0)?),
            "alpha" => alpha = pair.number(0.0..=1.0)?,
            "beta" => beta = pair.number(0.0..=1.0)?,
            "model" => model = pair.word()?,
            _ => return Err(pair.unknown(&KEYS)),
        }
    }
    let (Some(elo0), Some(elo1)) = (elo0, elo1) else {
        return Err(CliError::at(
            PLACE,
            "two hypotheses are needed, such as 0 5",
        ));
    };
    let test = sprt::Sprt {
        elo0,
        elo1,
        alpha,
        beta,
        model,
    };
    test.check().map_err(|error| CliError::at(PLACE, error))?;
    Ok(Some(test))
}

/// Ends by score: what is asked for, or what a test of two bare commands has.
fn adjudication(args: &MatchArgs) -> Result<MatchAdjudication, CliError> {
    let is_test = !args.commands.is_empty() && !args.no_adjudication;
    let mut win = (is_test || !args.resign.is_empty()).then_some(RESIGN);
    if let Some(win) = &mut win {
        for word in &args.resign {
            let pair = Pair::new("--resign", word)?;
            match pair.key {
                "score" => win.score = pair.number(1..=100_000)?,
                "moves" | "movecount" => win.moves = pair.number(1..=1000)?,
                _ => return Err(pair.unknown(&["score", "moves"])),
            }
        }
    }
    let mut draw = (is_test || !args.draw.is_empty()).then_some(DRAW);
    if let Some(draw) = &mut draw {
        for word in &args.draw {
            let pair = Pair::new("--draw", word)?;
            match pair.key {
                "from" | "movenumber" => draw.from_move = pair.number(0..=10_000)?,
                "score" => draw.score = pair.number(0..=100_000)?,
                "moves" | "movecount" => draw.moves = pair.number(1..=1000)?,
                _ => return Err(pair.unknown(&["from", "score", "moves"])),
            }
        }
    }
    Ok(MatchAdjudication {
        win,
        draw,
        max_moves: args.max_moves,
    })
}

/// A file to be written must have a folder, and be no folder itself.
///
/// # Errors
/// It cannot be written.
pub fn writable(flag: &str, path: &Path) -> Result<PathBuf, CliError> {
    let wrong = |fault: &str| CliError::unusable(format!("{flag} {}: {fault}", path.display()));
    let whole = std::path::absolute(path).map_err(|error| wrong(&error.to_string()))?;
    if whole.is_dir() {
        return Err(wrong("is a directory"));
    }
    if !whole.parent().is_some_and(Path::is_dir) {
        return Err(wrong("there is no such directory"));
    }
    Ok(path.to_owned())
}
