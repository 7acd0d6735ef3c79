//! The ledger: each finished game is written to this file, and a match is resumed from it.
//!
//! A ledger is a file of JSON objects, one per line (JSON Lines). The first line is the [`LedgerHeader`] with the
//! settings; each other line is the [`GameRecord`] of a game, in the order in which games ended. A PGN file may hold
//! the same games in the same order. See [`crate::util::json_lines`] for checksums, locks and damage.
//!
//! The JSON is authoritative and the PGN follows from it. Once the previous game is on disk, a game is appended first to
//! the PGN, then to the JSON, and the match goes on while the system syncs both files. A crash leaves at most an
//! incomplete last line, and an extra game in the PGN; [`Ledger::resume`] truncates both, and appends games that the
//! PGN lacks.

mod error;
mod pgn_file;
mod reader;

pub use error::{LedgerError, LineFault};
pub use reader::LedgerReader;

use super::openings::OpeningText;
use super::pgn;
use super::record::GameRecord;
use super::settings::MatchSettings;
use crate::util::append_file::AppendFile;
use crate::util::input;
use crate::util::json_lines::{JsonLinesFile, VERSION};
use crate::util::version::PROGRAM;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::io;
use std::path::{self, Path, PathBuf};

/// The files of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchFiles {
    /// The ledger.
    pub json: PathBuf,
    /// The PGN, if there is one.
    pub pgn: Option<PathBuf>,
}

/// The first line of a ledger.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LedgerHeader {
    /// The version of the format.
    pub version: u32,
    /// The program that created it, with its version.
    pub program: String,
    /// The start of the match in milliseconds since 1970 (UTC).
    pub began_ms: u64,
    /// The PGN file. The ledger stores its path relative to its own folder, so that both can be moved together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pgn: Option<PathBuf>,
    /// The settings of the match.
    pub settings: MatchSettings,
    /// The openings that were drawn at random or from a Polyglot book; `None` if the match has others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<Vec<OpeningText>>,
}

impl LedgerHeader {
    /// The header of a new match; `began_ms` is its start in milliseconds since 1970 (UTC).
    pub fn new(settings: MatchSettings, openings: Option<Vec<OpeningText>>, began_ms: u64) -> Self {
        Self {
            version: VERSION,
            program: PROGRAM.to_owned(),
            began_ms,
            pgn: None,
            settings,
            openings,
        }
    }
}

/// The open files of a match.
#[derive(Debug)]
pub struct Ledger {
    settings: MatchSettings,
    /// The numbers of the recorded games.
    games: HashSet<u32>,
    json: JsonLinesFile,
    pgn: Option<AppendFile>,
}

impl Ledger {
    /// Creates the files of a match. The path of the PGN in the header is taken from `files`.
    ///
    /// # Errors
    /// A file exists already, or cannot be written; no new file is left behind.
    pub fn create(files: &MatchFiles, mut header: LedgerHeader) -> Result<Self, LedgerError> {
        let stored = files.pgn.as_ref().map(|pgn| stored_path(pgn, &files.json));
        let stored = stored.transpose();
        header.pgn = stored.map_err(|error| LedgerError::file(&files.json, error))?;
        let json = JsonLinesFile::create(&files.json, &header)?;
        let pgn = files.pgn.as_deref().map(pgn_file::create);
        let pgn = pgn.transpose().inspect_err(|_| json.remove())?;
        Ok(Self {
            settings: header.settings,
            games: HashSet::new(),
            json,
            pgn,
        })
    }

    /// Opens the ledger of a match to resume it: returns its header (with the path of the PGN relative to the working
    /// directory) and the ledger.
    ///
    /// Truncates an incomplete last game and appends games that the PGN lacks.
    ///
    /// # Errors
    /// The file cannot be read or written, is locked by another process, is not a ledger of a version up to
    /// [`VERSION`], has a damaged line or the same game twice, or the PGN file does not match.
    pub fn resume(json: &Path) -> Result<(LedgerHeader, Self), LedgerError> {
        let mut lines = JsonLinesFile::open(json)?;
        let mut reader = LedgerReader::new(lines.file(), json)?;
        for game in &mut reader {
            game?;
        }
        let (header, games, end) = reader.finish();
        let pgn = header.pgn.as_ref();
        let pgn = pgn
            .map(|pgn| pgn_file::repair(pgn, lines.file(), json))
            .transpose()?;
        lines.truncate(end)?;
        let ledger = Self {
            settings: header.settings.clone(),
            games,
            json: lines,
            pgn,
        };
        Ok((header, ledger))
    }

    /// The highest number of a recorded game; 0 without games.
    pub fn last_game(&self) -> u32 {
        self.games.iter().copied().max().unwrap_or(0)
    }

    /// Appends a game. When this returns, all games before it are on disk, and this one is on the way.
    ///
    /// # Errors
    /// The game is recorded already, is not of this match, or cannot be written; the files then stay unchanged, so that
    /// the match can be resumed. It is also an error if the previous game cannot be synced to disk.
    pub fn append(&mut self, record: &GameRecord) -> Result<(), LedgerError> {
        let game = record.game;
        if self.games.contains(&game) {
            return Err(LedgerError::Duplicate(game));
        }
        let sheet = pgn::pgn(&self.settings, record)
            .map_err(|error| LedgerError::Record { game, error })?;
        // Only this game may be in one file and not in the other.
        self.wait()?;
        let pgn_end = self.pgn.as_ref().map(AppendFile::end);
        if let Some(pgn) = &mut self.pgn {
            pgn.append_soon(sheet.as_bytes())?;
        }
        if let Err(error) = self.json.append(record) {
            if let Some((pgn, end)) = self.pgn.as_mut().zip(pgn_end) {
                // If this fails, `resume` truncates it.
                let _ = pgn.truncate(end);
            }
            return Err(error.into());
        }
        self.games.insert(game);
        Ok(())
    }

    /// Waits until all games are on disk.
    ///
    /// # Errors
    /// The last one cannot be synced.
    pub fn wait(&mut self) -> Result<(), LedgerError> {
        self.json.wait()?;
        Ok(self.pgn.as_mut().map_or(Ok(()), AppendFile::wait)?)
    }
}

/// Passes the games of a ledger to a function, one after the other; see [`LedgerReader`].
///
/// # Errors
/// The file cannot be read, is not a ledger of a version up to [`VERSION`], or has a damaged line or the same game twice.
pub fn for_each_game(json: &Path, mut take: impl FnMut(GameRecord)) -> Result<(), LedgerError> {
    let file = input::open_regular(json).map_err(|error| LedgerError::file(json, error))?;
    for game in LedgerReader::new(&file, json)? {
        take(game?);
    }
    Ok(())
}

/// Reads the header of a ledger.
///
/// # Errors
/// The file cannot be read, or is not a ledger of a version up to [`VERSION`].
pub fn header(json: &Path) -> Result<LedgerHeader, LedgerError> {
    let file = input::open_regular(json).map_err(|error| LedgerError::file(json, error))?;
    Ok(LedgerReader::new(&file, json)?.finish().0)
}

/// A path as the ledger stores it: relative to its folder if it is inside, otherwise absolute.
fn stored_path(path: &Path, json: &Path) -> io::Result<PathBuf> {
    let (path, json) = (path::absolute(path)?, path::absolute(json)?);
    let inside = json
        .parent()
        .and_then(|folder| path.strip_prefix(folder).ok());
    Ok(inside.unwrap_or(&path).to_owned())
}
