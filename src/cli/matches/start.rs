//! Preparing a match, new or resumed: its openings are read and its files are open, no game is played yet.

use super::config::MatchConfig;
use super::{random_openings, settings};
use crate::arbiter::ledger::{Ledger, LedgerHeader, MatchFiles};
use crate::arbiter::openings::{self, Opening};
use crate::arbiter::pgn::UtcDateTime;
use crate::arbiter::schedule::MatchSchedule;
use crate::arbiter::settings::OpeningSource;
use crate::arbiter::tournament::belongs_to_match;
use crate::arbiter::{GameRecord, MatchSettings};
use crate::cli::output::CliError;
use std::path::Path;
use std::time::SystemTime;

/// Everything that a match needs before its first game.
pub struct PreparedMatch {
    /// What is played.
    pub settings: MatchSettings,
    /// From where.
    pub openings: Vec<Opening>,
    /// What was played before.
    pub done: Vec<GameRecord>,
    /// Where games are written down.
    pub ledger: Ledger,
    /// Its files.
    pub files: MatchFiles,
    /// What the user should know.
    pub warnings: Vec<String>,
}

/// Begins a match.
///
/// # Errors
/// It cannot be played, or not be written down.
pub fn fresh(config: MatchConfig) -> Result<PreparedMatch, CliError> {
    let began_ms = SystemTime::UNIX_EPOCH
        .elapsed()
        .map_or(0, |time| time.as_millis() as u64);
    let json = match &config.json {
        Some(json) => settings::writable("--json", json)?,
        None => settings::writable("--json", Path::new(&default_name(began_ms)))?,
    };
    let pgn = config
        .pgn
        .as_ref()
        .map(|pgn| settings::writable("--pgn", pgn))
        .transpose()?;
    let files = MatchFiles { json, pgn };
    let settings = settings::match_settings(config)?;
    let (openings, warnings) = at_hand(&settings, None)?;
    let drawn = matches!(settings.openings, OpeningSource::Random { .. });
    let texts = drawn.then(|| openings.iter().map(Opening::text).collect());
    let header = LedgerHeader::new(settings.clone(), texts, began_ms);
    let ledger =
        Ledger::create(&files, header).map_err(|error| CliError::unusable(error.to_string()))?;
    Ok(PreparedMatch {
        settings,
        openings,
        done: Vec::new(),
        ledger,
        files,
        warnings,
    })
}

/// The name of a ledger that was given none: `match-20260131-235959.jsonl`, by the clock of the world (UTC).
fn default_name(began_ms: u64) -> String {
    let moment = UtcDateTime::new(began_ms).to_string();
    let digits: String = moment
        .chars()
        .filter(char::is_ascii_digit)
        .take(14)
        .collect();
    let (day, time) = digits.split_at(8);
    format!("match-{day}-{time}.jsonl")
}

/// Goes on with a match. Only its length and the number of games at a time may be other than they were.
///
/// # Errors
/// Its files cannot be read or written, or do not go together with what is asked for.
pub fn resumed(json: &Path, config: &MatchConfig) -> Result<PreparedMatch, CliError> {
    let place = json.display().to_string();
    let wrong = |text: String| CliError::at(&place, text);
    let (header, done, ledger) =
        Ledger::resume(json).map_err(|error| CliError::unusable(error.to_string()))?;
    let mut settings = header.settings;
    if let Some(concurrency) = config.concurrency {
        settings.concurrency = concurrency.0 as usize;
    }
    let least = settings.games;
    // Games may have been added before.
    let pairings = MatchSchedule::new(&settings, 1).len() / settings.games.max(1);
    let last = done.iter().map(|record| record.game).max().unwrap_or(0);
    settings.games = settings.games.max(last.div_ceil(pairings.max(1)));
    if let Some(games) = config.games {
        let games = games.0 as u32;
        if games < settings.games {
            return Err(wrong(format!(
                "--games {games}: the match is of {} games, and may only grow",
                settings.games
            )));
        }
        settings.games = games;
    }
    settings.check().map_err(|error| wrong(error.to_string()))?;
    let kept = header
        .openings
        .as_deref()
        .unwrap_or_default()
        .iter()
        .map(Opening::try_from);
    let kept = kept
        .collect::<Result<Vec<_>, _>>()
        .map_err(|error| wrong(format!("opening: {error}")))?;
    let (openings, warnings) = at_hand(&settings, Some((least, kept)))?;
    let schedule = MatchSchedule::new(&settings, openings.len());
    let belongs = |record: &&GameRecord| belongs_to_match(&settings, &openings, &schedule, record);
    if let Some(record) = done.iter().find(|record| !belongs(record)) {
        let game = record.game;
        return Err(wrong(format!(
            "game {game} is not the one that the schedule and the openings give now"
        )));
    }
    Ok(PreparedMatch {
        settings,
        openings,
        done,
        ledger,
        files: MatchFiles {
            json: json.to_owned(),
            pgn: header.pgn,
        },
        warnings,
    })
}

/// The openings of a match, and what is to be said about them. Of a match that goes on, with its number of games when it
/// began, those that were drawn then are `kept`.
fn at_hand(
    settings: &MatchSettings,
    kept: Option<(u32, Vec<Opening>)>,
) -> Result<(Vec<Opening>, Vec<String>), CliError> {
    let needed = MatchSchedule::openings(settings);
    match &settings.openings {
        OpeningSource::StartPos => {
            Ok((vec![Opening::at(crate::board::Board::start())], Vec::new()))
        }
        OpeningSource::File { path, plies, .. } => {
            let place = format!("--openings {}", path.display());
            let book =
                openings::read_book(path, *plies).map_err(|error| CliError::at(&place, error))?;
            if book.openings.is_empty() {
                return Err(CliError::at(&place, "neither positions nor games"));
            }
            let warnings = book
                .warnings
                .iter()
                .map(|text| format!("{place}: {text}"))
                .collect();
            Ok((book.openings, warnings))
        }
        OpeningSource::Random { plies } => {
            let kept = match kept {
                Some((games, kept)) if games == settings.games => return Ok((kept, Vec::new())),
                Some((_, kept)) => kept,
                None => Vec::new(),
            };
            let drawn = random_openings::generate(settings, *plies, needed)
                .map_err(|error| CliError::at("openings", error))?;
            if !drawn.starts_with(&kept) {
                let fault = "this program draws other openings; games cannot be added";
                return Err(CliError::at("openings", fault));
            }
            let warning = match drawn.len() {
                0 => {
                    return Err(CliError::at(
                        "--openings random",
                        format!("no balanced positions after {plies} half-moves"),
                    ));
                }
                few if few < needed => Some(format!(
                    "only {few} openings of {plies} half-moves are balanced; they come again"
                )),
                _ => None,
            };
            Ok((drawn, warning.into_iter().collect()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ledger_without_a_name_has_the_date() {
        assert_eq!(default_name(0), "match-19700101-000000.jsonl");
        assert_eq!(
            default_name(1_784_721_599_123),
            "match-20260722-115959.jsonl"
        );
    }
}
