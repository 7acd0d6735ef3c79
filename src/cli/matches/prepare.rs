//! Prepares a match, new or resumed: reads its openings and opens its files, but plays no game.

use super::config::MatchConfig;
use super::resources::MatchResources;
use super::{random_openings, settings};
use crate::board::Board;
use crate::cli::output::CliError;
use crate::cli::progress::bar_on_stderr;
use crate::match_runner::MatchSettings;
use crate::match_runner::ledger::{self, Ledger, LedgerError, LedgerHeader, MatchFiles};
use crate::match_runner::openings::{self, Opening, OpeningStart};
use crate::match_runner::schedule::MatchSchedule;
use crate::match_runner::settings::OpeningSource;
use crate::match_runner::tournament::{PlayedGames, belongs_to_match};
use crate::notation::polyglot::{PolyglotBook, PolyglotError};
use crate::util::date::{unix_ms, utc};
use crate::util::json_lines::MAX_LINE;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Everything that a match needs before its first game.
pub struct PreparedMatch {
    pub settings: MatchSettings,
    pub openings: Vec<Opening>,
    /// The games of earlier runs.
    pub played: PlayedGames,
    pub ledger: Ledger,
    /// The games per pairing when the match began. The ledger knows only this number, even if games were added.
    pub games_at_start: u32,
    /// The files of the ledger.
    pub files: MatchFiles,
    /// Warnings about the openings and the tables.
    pub warnings: Vec<String>,
    pub resources: MatchResources,
}

/// Prepares a new match.
pub fn fresh(mut config: MatchConfig) -> Result<PreparedMatch, CliError> {
    let began_ms = unix_ms();
    let (named, pgn) = (config.json.take(), config.pgn.take());
    let is_named = named.is_some();
    let json = named.unwrap_or_else(|| default_name(began_ms).into());
    settings::writable("--json", &json)?;
    if let Some(pgn) = &pgn {
        settings::writable("--pgn", pgn)?;
    }
    let files = MatchFiles { json, pgn };
    let settings = settings::match_settings(config)?;
    let (resources, mut warnings) = MatchResources::of(&settings)?;
    let (openings, about) = read_openings(&settings, None)?;
    warnings.extend(about);
    let is_drawn = settings.openings.is_drawn();
    let texts = is_drawn.then(|| openings.iter().map(Opening::text).collect());
    let header = LedgerHeader::new(settings.clone(), texts, began_ms);
    let created = if is_named {
        Ledger::create(&files, header).map(|ledger| (ledger, files))
    } else {
        create_unnamed(files, &header)
    };
    let (ledger, files) = created.map_err(CliError::unusable)?;
    Ok(PreparedMatch {
        games_at_start: settings.games,
        settings,
        openings,
        played: PlayedGames::default(),
        ledger,
        files,
        warnings,
        resources,
    })
}

/// Creates a ledger that the user has not named. If another match that began in the same second has its name, this one
/// gets a number: `match-20260131-235959-2.jsonl`.
fn create_unnamed(
    mut files: MatchFiles,
    header: &LedgerHeader,
) -> Result<(Ledger, MatchFiles), LedgerError> {
    let name = files.json.clone();
    let mut number = 1;
    loop {
        match Ledger::create(&files, header.clone()) {
            Err(LedgerError::Exists(path)) if path == files.json => {
                number += 1;
                files.json = numbered(&name, number);
            }
            created => return created.map(|ledger| (ledger, files)),
        }
    }
}

/// The name of a ledger with a number before its ending.
fn numbered(json: &Path, number: u32) -> PathBuf {
    let stem = json.file_stem().unwrap_or_default().to_string_lossy();
    json.with_file_name(format!("{stem}-{number}.jsonl"))
}

/// The default name of a ledger, with the date and time in UTC: `match-20260131-235959.jsonl`.
fn default_name(began_ms: u64) -> String {
    utc(began_ms, "match-%Y%m%d-%H%M%S.jsonl").to_string()
}

/// Prepares the rest of a match. Only the number of games and the concurrency may change.
pub fn resumed(json: &Path, config: &MatchConfig) -> Result<PreparedMatch, CliError> {
    let wrong = |fault: String| CliError::at(json.display(), fault);
    let (header, ledger) = Ledger::resume(json).map_err(CliError::unusable)?;
    let mut settings = header.settings;
    if let Some(concurrency) = config.concurrency {
        settings.concurrency = concurrency.0 as usize;
    }
    let games_at_start = settings.games;
    let asked = config.games.map(|games| games.0 as u32);
    settings.games = games_per_pairing(&settings, ledger.last_game(), asked).map_err(wrong)?;
    settings.check().map_err(|error| wrong(error.to_string()))?;
    let (resources, mut warnings) = MatchResources::of(&settings)?;
    let texts = header.openings.unwrap_or_default();
    let kept: Result<Vec<_>, _> = texts.iter().map(Opening::try_from).collect();
    let kept = kept.map_err(|error| wrong(format!("opening: {error}")))?;
    let (openings, about) = read_openings(&settings, Some((games_at_start, kept)))?;
    warnings.extend(about);
    let played = played_games(json, &settings, &openings)?;
    Ok(PreparedMatch {
        settings,
        openings,
        played,
        ledger,
        games_at_start,
        files: MatchFiles {
            json: json.to_owned(),
            pgn: header.pgn,
        },
        warnings,
        resources,
    })
}

/// The games of each pairing in a resumed match whose ledger ends with game number `last`: as many as the user asked
/// for, or as before.
fn games_per_pairing(
    settings: &MatchSettings,
    last: u32,
    asked: Option<u32>,
) -> Result<u32, String> {
    let at_start = settings.games;
    let pairings = MatchSchedule::new(settings, 1).games() / at_start;
    let has_rounds = settings.format.has_rounds();
    let before = if has_rounds {
        at_start
    } else {
        // Games may have been added in an earlier run.
        at_start.max(last.div_ceil(pairings))
    };
    let Some(games) = asked else {
        // The last game is one of a pair, and the numbers of games depend on whether its pairing has both.
        let is_odd = before > at_start && before % 2 == 1;
        let is_half = pairings > 1 && settings.repeat && is_odd;
        return Ok(before.saturating_add(is_half.into()));
    };
    if has_rounds && games != before {
        return Err(format!(
            "--games {games}: the pairings of later rounds depend on the {before} games of each mini-match, which cannot \
             change"
        ));
    }
    if games < before {
        return Err(format!(
            "--games {games}: the match has {before} games; games can only be added"
        ));
    }
    // In the last round of an odd number, each pairing has one game, and the games have other numbers.
    let is_odd = games % 2 == 1 || at_start % 2 == 1;
    if games > at_start && settings.repeat && pairings > 1 && is_odd {
        return Err(format!(
            "--games {games}: with more than two engines, the number at the start ({at_start}) and the new one must be \
             even"
        ));
    }
    Ok(games)
}

/// The games in the ledger of a match.
fn played_games(
    json: &Path,
    settings: &MatchSettings,
    openings: &[Opening],
) -> Result<PlayedGames, CliError> {
    let mut schedule = MatchSchedule::new(settings, openings.len());
    let (mut played, mut foreign) = (PlayedGames::default(), None);
    let read = ledger::for_each_game(json, |record| {
        if !belongs_to_match(settings, openings, &schedule, &record) {
            foreign.get_or_insert(record.game);
        }
        schedule.add(record.game, record.score);
        played.add(&record);
    });
    read.map_err(CliError::unusable)?;
    foreign.map_or(Ok(played), |game| {
        let fault = format!(
            "game {game} does not fit the schedule and the openings; if the file of openings was changed, restore it"
        );
        Err(CliError::at(json.display(), fault))
    })
}

/// The openings of a match, and warnings about them. For a resumed match, `kept` holds its drawn openings and its
/// number of games at the start.
fn read_openings(
    settings: &MatchSettings,
    kept: Option<(u32, Vec<Opening>)>,
) -> Result<(Vec<Opening>, Vec<String>), CliError> {
    match &settings.openings {
        OpeningSource::StartPos => Ok((vec![Opening::at(Board::start())], Vec::new())),
        OpeningSource::File {
            path, plies, start, ..
        } => {
            let place = format!("--openings {}", path.display());
            let book =
                openings::read_book(path, *plies).map_err(|error| CliError::at(&place, error))?;
            let count = book.openings.len();
            // Earlier versions went on with the first opening; their matches can still be resumed.
            if *start > count && kept.is_none() {
                let fault = format!("start={start} is beyond the last opening, number {count}");
                return Err(CliError::at(&place, fault));
            }
            let too_few = too_few_openings(count, *start, MatchSchedule::openings(settings));
            let warnings = book.warnings.into_iter().chain(too_few);
            let warnings = warnings.map(|text| format!("{place}: {text}")).collect();
            Ok((book.openings, warnings))
        }
        OpeningSource::Random { plies } => {
            let start = if settings.chess960 {
                OpeningStart::Chess960
            } else {
                OpeningStart::Standard
            };
            let drawn = DrawnOpenings {
                plies: *plies,
                none: CliError::at(
                    "--openings random",
                    format!("no balanced positions after {plies} half-moves"),
                ),
                few: format!("openings of {plies} half-moves are balanced"),
            };
            drawn.read(settings, kept, |count| {
                random_openings::generate(start, *plies, settings.seed, count)
                    .map_err(|error| CliError::at("openings", error))
            })
        }
        OpeningSource::Polyglot { path, plies } => {
            let place = format!("--openings {}", path.display());
            let drawn = DrawnOpenings {
                plies: *plies,
                none: CliError::at(&place, "the book has no opening from the initial position"),
                few: format!("different openings were drawn from {}", path.display()),
            };
            let draw = |count| -> Result<Vec<Opening>, PolyglotError> {
                let mut book = PolyglotBook::open(path)?;
                let seed = settings.seed;
                Ok(openings::polyglot_openings(&mut book, count, *plies, seed)?)
            };
            drawn.read(settings, kept, |count| {
                draw(count).map_err(|error| CliError::at(&place, error))
            })
        }
    }
}

/// The warning about a file that has fewer openings than the match needs.
fn too_few_openings(count: usize, start: usize, needed: usize) -> Option<String> {
    let skipped = start.saturating_sub(1);
    let left = count.saturating_sub(skipped);
    let few = if skipped == 0 {
        format!("{left}; they are repeated")
    } else {
        format!("{left} from start={start} on; the first one follows the last")
    };
    (left < needed).then(|| format!("the match needs {needed} openings, but the file has {few}"))
}

/// Openings that are drawn with the seed of the match.
struct DrawnOpenings {
    /// The most half-moves of an opening.
    plies: usize,
    /// The error if there are none.
    none: CliError,
    /// The warning if there are too few, without their number.
    few: String,
}

impl DrawnOpenings {
    /// The openings in the ledger, or drawn ones if added games need more. The ledger must have the first of these.
    fn read(
        self,
        settings: &MatchSettings,
        kept: Option<(u32, Vec<Opening>)>,
        draw: impl FnOnce(usize) -> Result<Vec<Opening>, CliError>,
    ) -> Result<(Vec<Opening>, Vec<String>), CliError> {
        let needed = MatchSchedule::openings(settings);
        let kept = match kept {
            Some((games, kept)) if games == settings.games || needed <= kept.len() => {
                return Ok((kept, Vec::new()));
            }
            Some((_, kept)) => kept,
            None => Vec::new(),
        };
        let most = needed.min(max_drawn(self.plies).max(kept.len()));
        let bar = bar_on_stderr(None, "drawing {msg} openings, {elapsed}");
        let bar = bar.with_message(most.to_string());
        bar.enable_steady_tick(Duration::from_secs(1));
        let found = draw(most);
        bar.finish_and_clear();
        let found = found?;
        if !found.starts_with(&kept) {
            let fault = "this version of the program, or a book that has changed, draws other openings than the ledger has, \
                         so games cannot be added; begin a new match";
            return Err(CliError::at("openings", fault));
        }
        let warning = match found.len() {
            0 => return Err(self.none),
            few if few < most => Some(format!("only {few} {}; they are repeated", self.few)),
            few if few < needed => Some(format!(
                "only {few} openings are drawn, as many as a ledger holds; they are repeated"
            )),
            _ => None,
        };
        Ok((found, warning.into_iter().collect()))
    }
}

/// The most openings of so many half-moves that the first line of a ledger has room for, beside a megabyte of settings:
/// 90 bytes for the position of each, and 8 for each half-move.
const fn max_drawn(plies: usize) -> usize {
    (MAX_LINE as usize - (1 << 20)) / plies.saturating_mul(8).saturating_add(90)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ledger_has_room_for_the_openings_drawn() {
        for plies in [1, 8, 60] {
            let mut opening = Opening::at(Board::start()).text();
            opening.moves = vec!["a7b8q".to_owned(); plies];
            let json = serde_json::to_string(&opening).expect("text");
            let length = max_drawn(plies) * (json.len() + 1);
            assert!(length as u64 + (1 << 20) <= MAX_LINE, "{plies}: {length}");
        }
    }

    #[test]
    fn openings_are_drawn_again_only_if_there_are_too_few() {
        let config = MatchConfig::of_duel("--nodes 1 --games 4");
        let settings = settings::match_settings(config).expect("a match");
        let read = |games: u32, count: usize| {
            let drawn = DrawnOpenings {
                plies: 8,
                none: CliError::unusable("no openings"),
                few: "openings".to_owned(),
            };
            let kept = vec![Opening::at(Board::start()); count];
            let draw = |_| Err(CliError::unusable("drawn again"));
            let openings = drawn.read(&settings, Some((games, kept)), draw);
            openings.map(|(openings, _)| openings.len())
        };
        // The fourth game has the opening of the third.
        assert_eq!(read(3, 2), Ok(2));
        // There were no more to begin with.
        assert_eq!(read(4, 1), Ok(1));
        assert_eq!(read(2, 1), Err(CliError::unusable("drawn again")));
    }

    #[test]
    fn a_match_that_was_extended_to_an_odd_number_is_complete() {
        let config = MatchConfig::of_duel("--nodes 1 --games 3");
        let settings = settings::match_settings(config).expect("a match");
        assert_eq!(games_per_pairing(&settings, 7, None), Ok(7));
        assert_eq!(games_per_pairing(&settings, 7, Some(7)), Ok(7));
    }

    #[test]
    fn skipped_openings_do_not_count() {
        assert_eq!(too_few_openings(4, 1, 4), None);
        assert_eq!(too_few_openings(4, 3, 2), None);
        let expected = "the match needs 5 openings, but the file has 4; they are repeated";
        assert_eq!(too_few_openings(4, 1, 5).as_deref(), Some(expected));
        let warning = too_few_openings(4, 3, 3).expect("a warning");
        let expected = "the file has 2 from start=3 on; the first one follows the last";
        assert!(warning.ends_with(expected), "{warning}");
    }

    #[test]
    fn matches_of_the_same_second_have_different_ledgers() {
        let folder = tempfile::tempdir().expect("a folder");
        let config = MatchConfig::of_duel("--nodes 1 --games 2");
        let settings = settings::match_settings(config).expect("a match");
        let header = LedgerHeader::new(settings, Some(Vec::new()), 0);
        let files = |pgn: Option<&str>| MatchFiles {
            json: folder.path().join(default_name(0)),
            pgn: pgn.map(|name| folder.path().join(name)),
        };
        for name in [
            "match-19700101-000000.jsonl",
            "match-19700101-000000-2.jsonl",
            "match-19700101-000000-3.jsonl",
        ] {
            let (_, files) = create_unnamed(files(None), &header).expect("a ledger");
            assert_eq!(files.json, folder.path().join(name));
        }
        // A PGN is named by the user, so it gets no other name.
        std::fs::write(folder.path().join("a.pgn"), "").expect("a file");
        let refused = create_unnamed(files(Some("a.pgn")), &header);
        let fault = refused.expect_err("a fault").to_string();
        assert!(fault.contains("a.pgn already exists"), "{fault}");
    }

    #[test]
    fn a_ledger_without_a_name_has_the_date() {
        assert_eq!(default_name(0), "match-19700101-000000.jsonl");
        assert_eq!(
            default_name(1_784_721_599_123),
            "match-20260722-115959.jsonl"
        );
    }
}
