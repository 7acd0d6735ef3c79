//! Reading ledgers, one game at a time.

use super::{LedgerError, LedgerHeader, LineFault, VERSION};
use crate::match_runner::pgn::check_record;
use crate::match_runner::record::GameRecord;
use crate::match_runner::settings::OpeningSource;
use crate::util::json_lines::{LineError, LineReader, take_check};
use serde::Deserialize;
use std::collections::HashSet;
use std::fs::File;
use std::io::{Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// The longest line, in bytes: even a game of ten thousand moves is shorter.
const MAX_LINE: u64 = 16 << 20;

/// The first version whose lines must have checksums.
const CHECKED: u32 = 2;

/// The part of the header that all versions have.
#[derive(Deserialize)]
struct LedgerVersion {
    version: u32,
}

/// Reads a ledger, without changing it, even while another process writes it: its header, then one game after the
/// other. Keeps only the numbers of the games.
///
/// An incomplete last line counts as the end. Any other fault ends the games with an error.
pub struct LedgerReader<'f> {
    path: PathBuf,
    lines: LineReader<&'f File>,
    header: LedgerHeader,
    games: HashSet<u32>,
    end: u64,
    is_over: bool,
}

impl<'f> LedgerReader<'f> {
    /// Reads the header of a file; `json` is its path. Makes the path of the PGN relative to the working directory.
    ///
    /// # Errors
    /// The file cannot be read, or is not a ledger of a known version.
    pub fn new(file: &'f File, json: &Path) -> Result<Self, LedgerError> {
        let mut source = file;
        let start = source.seek(SeekFrom::Start(0));
        start.map_err(|error| LedgerError::file(json, error))?;
        let mut lines = LineReader::new(file, MAX_LINE);
        let Some(first) = next(&mut lines, json)? else {
            return Err(LedgerError::line(json, 1, LineFault::NoHeader));
        };
        let mut header = read_header(first).map_err(|fault| LedgerError::line(json, 1, fault))?;
        let folder = json.parent().unwrap_or(Path::new(""));
        header.pgn = header.pgn.map(|pgn| folder.join(pgn));
        Ok(Self {
            path: json.to_owned(),
            end: lines.end(),
            lines,
            header,
            games: HashSet::new(),
            is_over: false,
        })
    }

    /// The header, with the settings of the match.
    pub const fn header(&self) -> &LedgerHeader {
        &self.header
    }

    /// The number of the line of the last game.
    pub(super) const fn line(&self) -> usize {
        self.lines.number()
    }

    /// The header, the numbers of the games so far, and the end of the last complete line.
    pub(super) fn finish(self) -> (LedgerHeader, HashSet<u32>, u64) {
        (self.header, self.games, self.end)
    }

    fn next_game(&mut self) -> Result<Option<GameRecord>, LedgerError> {
        let Some(mut line) = next(&mut self.lines, &self.path)? else {
            return Ok(None);
        };
        let check = take_check(&mut line);
        let fault = match serde_json::from_slice::<GameRecord>(&line) {
            Ok(record) => match self.fault(&record, check) {
                None => {
                    self.end = self.lines.end();
                    return Ok(Some(record));
                }
                Some(fault) => fault,
            },
            // An interrupted write, which left the line break on disk but not the whole line.
            Err(error) if !error.is_data() && self.is_last()? => return Ok(None),
            Err(error) => error.into(),
        };
        Err(LedgerError::line(&self.path, self.lines.number(), fault))
    }

    /// The fault of a game, if any, given whether its checksum is right, wrong or missing.
    fn fault(&mut self, record: &GameRecord, check: Option<bool>) -> Option<LineFault> {
        match check {
            Some(true) => {}
            None if self.header.version < CHECKED => {}
            None => return Some(LineFault::NoCheck),
            Some(false) => return Some(LineFault::Check),
        }
        if let Err(error) = check_record(&self.header.settings, record) {
            return Some(error.into());
        }
        let is_new = self.games.insert(record.game);
        (!is_new).then_some(LineFault::Duplicate(record.game))
    }

    fn is_last(&mut self) -> Result<bool, LedgerError> {
        let is_last = self.lines.is_last();
        is_last.map_err(|error| LedgerError::file(&self.path, error))
    }
}

impl Iterator for LedgerReader<'_> {
    type Item = Result<GameRecord, LedgerError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let game = self.next_game().transpose();
        self.is_over = !matches!(game, Some(Ok(_)));
        game
    }
}

fn read_header(mut line: Vec<u8>) -> Result<LedgerHeader, LineFault> {
    let check = take_check(&mut line);
    let LedgerVersion { version } = serde_json::from_slice(&line)?;
    if !(1..=VERSION).contains(&version) {
        return Err(LineFault::Version(version));
    }
    match check {
        Some(false) => return Err(LineFault::Check),
        None if version >= CHECKED => return Err(LineFault::NoCheck),
        _ => {}
    }
    let header: LedgerHeader = serde_json::from_slice(&line)?;
    header.settings.check()?;
    let is_random = matches!(header.settings.openings, OpeningSource::Random { .. });
    if is_random && header.openings.as_ref().is_none_or(Vec::is_empty) {
        return Err(LineFault::NoOpenings);
    }
    Ok(header)
}

fn next(lines: &mut LineReader<&File>, json: &Path) -> Result<Option<Vec<u8>>, LedgerError> {
    lines.next_line().map_err(|error| match error {
        LineError::Io(error) => LedgerError::file(json, error),
        LineError::TooLong => LedgerError::line(json, lines.number(), LineFault::TooLong),
    })
}
