//! The ledger of a match: what is on the disk after each game, whatever happens next.
//!
//! A ledger is a file of JSON objects, one to a line. The first line is the [`LedgerHeader`], from which all the games of the
//! match follow; each other line is the [`GameRecord`] of a game, in the order in which they ended. There may be a PGN
//! file with the same games in the same order.
//!
//! The JSON is the truth, and the PGN follows from it. A game is first added to the PGN, then to the JSON, each time up
//! to the disk itself: with its line in the JSON it counts. Whoever is killed on the way leaves a torn last line or a
//! game too many in the PGN, and [`Ledger::resume`] cuts off both. Games that the PGN lacks it writes again. Whatever
//! else is wrong with the files is an error that says where, and nothing is changed.
//!
//! Who holds a [`Ledger`] holds a lock on the JSON file, so that no two processes play the same match.

mod append_file;
mod error;
mod pgn_file;
mod reader;

pub use error::{LedgerError, LineFault};

use super::openings::OpeningText;
use super::pgn;
use super::record::GameRecord;
use super::settings::MatchSettings;
use append_file::AppendFile;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fs::File;
use std::io;
use std::path::{self, Path, PathBuf};

/// The form of a ledger that this program writes and reads.
pub const VERSION: u32 = 1;

/// Where a match is written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchFiles {
    /// The ledger.
    pub json: PathBuf,
    /// The games as PGN, if they are wanted.
    pub pgn: Option<PathBuf>,
}

/// The first line of a ledger.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LedgerHeader {
    /// The form of the ledger.
    pub version: u32,
    /// The program that began it, with its version.
    pub program: String,
    /// When the match began, in milliseconds since 1970 (UTC).
    pub began_ms: u64,
    /// The PGN file. In the file its path starts from the folder of the ledger, so that both may move together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pgn: Option<PathBuf>,
    /// The match.
    pub settings: MatchSettings,
    /// The openings, if they were drawn by lot when the match began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<Vec<OpeningText>>,
}

impl LedgerHeader {
    /// The header of a match that began `began_ms` milliseconds after 1970 did (UTC), written by this program.
    pub fn new(settings: MatchSettings, openings: Option<Vec<OpeningText>>, began_ms: u64) -> Self {
        Self {
            version: VERSION,
            program: concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION")).to_owned(),
            began_ms,
            pgn: None,
            settings,
            openings,
        }
    }
}

/// The files of a match that goes on.
#[derive(Debug)]
pub struct Ledger {
    settings: MatchSettings,
    /// The numbers of the games that are recorded.
    games: HashSet<u32>,
    json: AppendFile,
    pgn: Option<AppendFile>,
}

impl Ledger {
    /// Begins the ledger of a match. The path of the PGN in the header is that of `files`.
    ///
    /// # Errors
    /// A file exists already, or cannot be written; then there is none of them afterwards.
    pub fn create(files: &MatchFiles, header: LedgerHeader) -> Result<Self, LedgerError> {
        let json = AppendFile::create(&files.json, &files.json)?;
        let pgn = files.pgn.as_ref();
        let pgn = pgn
            .map(|pgn| AppendFile::create(pgn, &files.json))
            .transpose();
        let pgn = pgn.inspect_err(|_| json.remove())?;
        let mut ledger = Self {
            settings: header.settings.clone(),
            games: HashSet::new(),
            json,
            pgn,
        };
        match ledger.begin(files, header) {
            Ok(()) => Ok(ledger),
            Err(error) => {
                ledger.json.remove();
                ledger.pgn.iter().for_each(AppendFile::remove);
                Err(error)
            }
        }
    }

    /// Writes the first line.
    fn begin(&mut self, files: &MatchFiles, mut header: LedgerHeader) -> Result<(), LedgerError> {
        self.json.lock()?;
        let kept = files.pgn.as_ref().map(|pgn| kept_path(pgn, &files.json));
        header.pgn = kept.transpose().map_err(|error| self.json.error(error))?;
        let line = json_line(&header).map_err(|error| self.json.error(error))?;
        self.json.append(&line)?;
        self.json.sync_name()?;
        self.pgn.as_ref().map_or(Ok(()), AppendFile::sync_name)
    }

    /// Goes on with the ledger of a match: its header, with the path of the PGN as it is found from here, the games
    /// recorded so far, and the ledger ready for more.
    ///
    /// What was being written when the match was interrupted is cut off, and games that are missing in the PGN are
    /// written to it.
    ///
    /// # Errors
    /// The file cannot be read or written, another process holds it, it is not the ledger of a match or not of this
    /// [`VERSION`], a line is damaged, a game appears twice, or the PGN file contains something else.
    pub fn resume(json: &Path) -> Result<(LedgerHeader, Vec<GameRecord>, Self), LedgerError> {
        let mut append_file = AppendFile::open(json)?;
        append_file.lock()?;
        let (header, records, end) = reader::read(append_file.file(), json)?;
        let pgn = header.pgn.as_ref();
        let pgn = pgn
            .map(|pgn| pgn_file::repair(pgn, &header.settings, &records, json))
            .transpose()?;
        append_file.cut(end)?;
        let ledger = Self {
            settings: header.settings.clone(),
            games: records.iter().map(|record| record.game).collect(),
            json: append_file,
            pgn,
        };
        Ok((header, records, ledger))
    }

    /// Writes a game down. When this returns it is on the disk.
    ///
    /// # Errors
    /// The game is recorded already, is none of this match, or cannot be written: the disk may be full. The files are
    /// as they were before, so that the match can go on later.
    pub fn append(&mut self, record: &GameRecord) -> Result<(), LedgerError> {
        let game = record.game;
        if self.games.contains(&game) {
            return Err(LedgerError::Duplicate(game));
        }
        let sheet = pgn::pgn(&self.settings, record)
            .map_err(|error| LedgerError::Record { game, error })?;
        let line = json_line(record).map_err(|error| self.json.error(error))?;
        let pgn_end = self.pgn.as_ref().map(AppendFile::end);
        if let Some(pgn) = &mut self.pgn {
            pgn.append(sheet.as_bytes())?;
        }
        if let Err(error) = self.json.append(&line) {
            if let Some((pgn, end)) = self.pgn.as_mut().zip(pgn_end) {
                // If it cannot be cut now it will be when the match is resumed.
                let _ = pgn.cut(end);
            }
            return Err(error);
        }
        self.games.insert(game);
        Ok(())
    }
}

/// Reads a ledger, perhaps one that another process is writing, and changes nothing: the header, with the path of the
/// PGN as it is found from here, and the games.
///
/// # Errors
/// The file cannot be read, is not the ledger of a match or not of this [`VERSION`], a line is damaged, or a game
/// appears twice.
pub fn read(json: &Path) -> Result<(LedgerHeader, Vec<GameRecord>), LedgerError> {
    let file = File::open(json).map_err(|error| LedgerError::file(json, error))?;
    let (header, records, _) = reader::read(&file, json)?;
    Ok((header, records))
}

/// A value as a line of JSON.
fn json_line(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    Ok(line)
}

/// A path as it is kept in a ledger: from its folder on if it is there, or else from the root on.
fn kept_path(path: &Path, json: &Path) -> io::Result<PathBuf> {
    let (path, json) = (path::absolute(path)?, path::absolute(json)?);
    let inside = json
        .parent()
        .and_then(|folder| path.strip_prefix(folder).ok());
    Ok(inside.unwrap_or(&path).to_owned())
}
