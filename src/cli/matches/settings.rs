//! Turns the configuration into the settings of a match. Starts no engine and writes no file.

use super::config::{MatchConfig, PgnComment};
use super::engine::{EngineOptions, name_engines};
use super::pair_flags::{OpeningsFlag, ResignSides, SprtFlag};
use super::random_openings::BALANCED_PLIES;
use super::values::{MoveTime, Real};
use crate::cli::output::CliError;
use crate::match_runner::settings::{
    DrawRule, EngineTimeouts, MAX_CONCURRENCY, MatchAdjudication, OpeningSource, ResignRule,
    RunnerSettings, TournamentFormat,
};
use crate::match_runner::stats::sprt::Sprt;
use crate::match_runner::{EngineSpec, MatchSettings};
use crate::notation::polyglot;
use crate::util::file;
use crate::util::pool::available_cores;
use std::env;
use std::fmt::Display;
use std::io;
use std::path::{self, Path, PathBuf};

/// Default games per pairing.
const GAMES: u32 = 100;
/// Default games per pairing with an SPRT.
const SPRT_GAMES: u32 = 6000;
/// Default games of a mini-match in a Swiss or knockout tournament.
const MINI_MATCH_GAMES: u32 = 2;
/// Default of the most plies of an opening from a Polyglot book.
const POLYGLOT_PLIES: usize = 16;
/// The UCI options of a test of two bare commands.
const TEST_OPTIONS: [&str; 2] = ["option.Threads=1", "option.Hash=16"];
/// The adjudication of wins in such a test, also the defaults of `--resign`.
const RESIGN: ResignRule = ResignRule {
    score: 400,
    moves: 3,
    one_sided: false,
};
/// The adjudication of draws in such a test, also the defaults of `--draw`.
const DRAW: DrawRule = DrawRule {
    from_move: 40,
    score: 10,
    moves: 8,
};

/// The settings of the configured match.
pub fn match_settings(mut config: MatchConfig) -> Result<MatchSettings, CliError> {
    let adjudication = adjudication(&config)?;
    let engines = engine_options(&mut config)?;
    let (edition, mode) = (config.laws, config.mode);
    let edition = unanimous("laws", edition, engines.iter().map(|engine| engine.laws))?;
    let mode = unanimous("mode", mode, engines.iter().map(|engine| engine.mode))?;
    let mut engines: Vec<EngineSpec> = engines.into_iter().map(EngineOptions::into_spec).collect();
    name_engines(&mut engines);
    set_directories(&mut engines);
    let sprt = config.sprt.0.as_ref().map(sprt).transpose()?;
    let format = config.format.unwrap_or_default();
    let games = match sprt {
        _ if format.has_rounds() => MINI_MATCH_GAMES,
        Some(_) => SPRT_GAMES,
        None => GAMES,
    };
    let usual_rounds =
        (format == TournamentFormat::Swiss).then(|| MatchSettings::usual_rounds(engines.len()));
    let rounds = config.rounds.map(|rounds| rounds.0 as u32);
    let concurrency = config.concurrency.map(|games| games.0 as usize);
    let mut settings = MatchSettings {
        event: config
            .event
            .map_or("Engine match".to_owned(), |text| text.0),
        site: config.site.map_or("?".to_owned(), |text| text.0),
        engines,
        format,
        challengers: config
            .challengers
            .map_or(1, |challengers| challengers.0 as u32),
        games: config.games.map_or(games, |games| games.0 as u32),
        rounds: rounds.or(usual_rounds),
        repeat: config.no_repeat != Some(true),
        openings: openings(config.openings.0)?,
        seed: config.seed.unwrap_or(1),
        concurrency: concurrency.unwrap_or(1),
        edition: edition.unwrap_or_default(),
        mode,
        supervision: config.supervision.unwrap_or_default(),
        no_agreement_before: config.no_agreement_before.map(|moves| moves.0 as u32),
        claims: config.claims.unwrap_or_default(),
        illegal_moves: config.illegal.unwrap_or_default(),
        adjudication,
        sprt,
        chess960: config.chess960 == Some(true),
        timeouts: timeouts(config.default_time, config.max_move_time),
        run: RunnerSettings {
            ponder: config.ponder == Some(true),
            pinned: config.pin == Some(true),
            pv: config.pgn_comments.contains(&PgnComment::Pv),
            hashfull: config.pgn_comments.contains(&PgnComment::Hashfull),
        },
    };
    if concurrency.is_none() {
        settings.concurrency = games_on(available_cores(), settings.cores_per_game());
    }
    settings.check().map_err(CliError::unusable)?;
    Ok(settings)
}

/// As many games at the same time as the cores allow, and at least one.
fn games_on(cores: usize, cores_per_game: usize) -> usize {
    (cores / cores_per_game).clamp(1, MAX_CONCURRENCY)
}

/// Lets engines without a directory start in the current one, even if the match is resumed from elsewhere: they may
/// have files there. A ledger can store only a path in UTF-8.
fn set_directories(engines: &mut [EngineSpec]) {
    let current = env::current_dir().ok();
    let current = current.filter(|path| path.to_str().is_some());
    for engine in engines.iter_mut().filter(|engine| engine.dir.is_none()) {
        engine.dir.clone_from(&current);
    }
}

/// The time limits; the default time applies both to the start and to getting ready for a game.
fn timeouts(default_time: Option<MoveTime>, move_time: Option<MoveTime>) -> EngineTimeouts {
    let timeouts = EngineTimeouts::default();
    EngineTimeouts {
        start_ms: default_time.map_or(timeouts.start_ms, |time| time.0),
        ready_ms: default_time.map_or(timeouts.ready_ms, |time| time.0),
        move_ms: move_time.map_or(timeouts.move_ms, |time| time.0),
        ..timeouts
    }
}

/// The options of every engine: its own options override `--each` and flags such as `--tc`, and these the options of a
/// test.
fn engine_options(config: &mut MatchConfig) -> Result<Vec<EngineOptions>, CliError> {
    let mut each = EngineOptions::default();
    if !config.commands.is_empty() {
        for option in TEST_OPTIONS {
            each.merge(option.parse().map_err(CliError::unusable)?);
        }
    }
    each.merge(std::mem::take(&mut config.engines.each));
    each.merge(config.take_limits());
    let commands = config.commands.drain(..).map(EngineOptions::from);
    let engines = commands.chain(config.engines.engine.drain(..));
    let engines: Vec<_> = engines.map(|engine| each.clone().merged(engine)).collect();
    if engines.is_empty() {
        return Err(CliError::unusable(
            "no engines: give two commands, or --engine for each; see --help",
        ));
    }
    Ok(engines)
}

/// The value that the flag and all engines agree on.
fn unanimous<T: Copy + PartialEq + Display>(
    key: &str,
    flag: Option<T>,
    engines: impl Iterator<Item = Option<T>>,
) -> Result<Option<T>, CliError> {
    let mut found = flag;
    for value in engines.flatten() {
        match found {
            Some(other) if other != value => {
                let fault =
                    format!("{other} and {value} contradict each other; all engines must agree");
                return Err(CliError::at(key, fault));
            }
            _ => found = Some(value),
        }
    }
    Ok(found)
}

fn openings(flag: Option<OpeningsFlag>) -> Result<OpeningSource, CliError> {
    let Some(flag) = flag else {
        return Ok(OpeningSource::Random {
            plies: BALANCED_PLIES,
        });
    };
    let wrong = |fault: &str| CliError::at(format_args!("--openings {}", flag.file), fault);
    let for_files_only = flag.order.is_some() || flag.start.is_some();
    let drawn_plies = |default| match flag.plies.map_or(default, |plies| plies.0 as usize) {
        plies @ 1..=60 => Ok(plies),
        _ => Err(wrong("plies must be from 1 to 60")),
    };
    match flag.file.as_str() {
        "random" if for_files_only => Err(wrong("the only key of random is plies")),
        "random" => Ok(OpeningSource::Random {
            plies: drawn_plies(BALANCED_PLIES)?,
        }),
        "initial" if for_files_only || flag.plies.is_some() => {
            Err(wrong("the initial position has no keys"))
        }
        "initial" => Ok(OpeningSource::StartPos),
        book if is_polyglot(Path::new(book)) => {
            if for_files_only {
                return Err(wrong("the only key of a Polyglot book is plies"));
            }
            Ok(OpeningSource::Polyglot {
                path: path::absolute(book).map_err(|error| wrong(&error.to_string()))?,
                plies: drawn_plies(POLYGLOT_PLIES)?,
            })
        }
        file => Ok(OpeningSource::File {
            path: path::absolute(file).map_err(|error| wrong(&error.to_string()))?,
            order: flag.order.unwrap_or_default(),
            start: flag.start.map_or(1, |start| start.0 as usize),
            plies: flag.plies.map(|plies| plies.0 as usize),
        }),
    }
}

/// True if a file is a Polyglot book by its content. A pipe is none, because it cannot be read twice. If the file cannot
/// be read, the reader of the openings says so.
fn is_polyglot(path: &Path) -> bool {
    !file::is_stream(path) && polyglot::is_book(path).unwrap_or(false)
}

fn sprt(flag: &SprtFlag) -> Result<Sprt, CliError> {
    const PLACE: &str = "--sprt";
    let (Some(Real(elo0)), Some(Real(elo1))) = (&flag.elo0, &flag.elo1) else {
        return Err(CliError::at(
            PLACE,
            "two hypotheses are needed, such as 0 5",
        ));
    };
    let sprt = Sprt {
        elo0: *elo0,
        elo1: *elo1,
        alpha: flag.alpha.as_ref().map_or(0.05, |alpha| alpha.0),
        beta: flag.beta.as_ref().map_or(0.05, |beta| beta.0),
        model: flag.model.unwrap_or_default(),
    };
    sprt.check().map_err(|error| CliError::at(PLACE, error))?;
    Ok(sprt)
}

/// The configured rules, or the rules of a test of two bare commands.
fn adjudication(config: &MatchConfig) -> Result<MatchAdjudication, CliError> {
    let (resign, draw) = (&config.resign.0, &config.draw.0);
    let disabled = config.no_adjudication == Some(true);
    if disabled && (resign.is_some() || draw.is_some()) {
        let fault = "--no-adjudication cannot be used with --resign or --draw";
        return Err(CliError::unusable(fault));
    }
    let is_test = !config.commands.is_empty() && !disabled;
    let win = resign.as_ref().map(|flag| ResignRule {
        score: flag.score.map_or(RESIGN.score, |score| score.0 as i32),
        moves: flag.moves.map_or(RESIGN.moves, |moves| moves.0 as u32),
        one_sided: flag.sides == Some(ResignSides::One),
    });
    let draw = draw.as_ref().map(|flag| DrawRule {
        from_move: flag.from.map_or(DRAW.from_move, |from| from.0 as u32),
        score: flag.score.map_or(DRAW.score, |score| score.0 as i32),
        moves: flag.moves.map_or(DRAW.moves, |moves| moves.0 as u32),
    });
    let tables = config.tb.as_ref().map(|list| absolute_folders(&list.0));
    Ok(MatchAdjudication {
        win: win.or(is_test.then_some(RESIGN)),
        draw: draw.or(is_test.then_some(DRAW)),
        max_moves: config.max_moves.map(|moves| moves.0 as u32),
        tables: tables.transpose()?,
    })
}

/// The list of folders with absolute paths, so that a match can be resumed from any directory.
fn absolute_folders(list: &str) -> Result<String, CliError> {
    let wrong = |why: String| CliError::at(format_args!("--tb {list}"), why);
    let folders = env::split_paths(list).filter(|folder| !folder.as_os_str().is_empty());
    let folders: io::Result<Vec<PathBuf>> = folders.map(path::absolute).collect();
    let folders = folders.map_err(|error| wrong(error.to_string()))?;
    let joined = env::join_paths(folders).map_err(|error| wrong(error.to_string()))?;
    joined
        .into_string()
        .map_err(|_| wrong("the path is not UTF-8".to_owned()))
}

/// Checks that a file can be written.
pub fn writable(flag: &str, path: &Path) -> Result<(), CliError> {
    let wrong = |error| CliError::at(format_args!("{flag} {}", path.display()), error);
    file::check_writable(path).map_err(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_share_the_cores() {
        for (rest, cores) in [
            ("", 1),
            ("--ponder", 2),
            ("--each option.threads=4", 4),
            ("--each option.Threads=3 --ponder", 6),
        ] {
            let config = MatchConfig::of_duel(&format!("--nodes 1 {rest}"));
            let settings = match_settings(config).expect("a match");
            assert_eq!(settings.cores_per_game(), cores, "{rest}");
            let expected = games_on(available_cores(), cores);
            assert_eq!(settings.concurrency, expected, "{rest}");
        }
        let config = MatchConfig::of_duel("--nodes 1 --ponder --concurrency 99");
        assert_eq!(match_settings(config).expect("a match").concurrency, 99);
        for (cores, cores_per_game, games) in [(8, 1, 8), (8, 3, 2), (2, 4, 1), (5000, 1, 1024)] {
            assert_eq!(games_on(cores, cores_per_game), games);
        }
    }

    #[test]
    fn folders_do_not_depend_on_where_a_match_is_resumed() {
        let here = env::current_dir().expect("a folder");
        let absolute = here.join("b");
        let joined = |first: &Path| {
            let list = env::join_paths([first, &absolute]).expect("a list");
            list.into_string().expect("a path in UTF-8")
        };
        let list = joined(Path::new("a"));
        let expected = joined(&here.join("a"));
        assert_eq!(absolute_folders(&list), Ok(expected));
        let settings = match_settings(MatchConfig::of_duel("--nodes 1")).expect("a match");
        assert_eq!(settings.engines[0].dir, Some(here));
    }
}
