//! Reading ledgers, one game at a time.

use super::{LedgerError, LedgerHeader, LineFault};
use crate::match_runner::pgn::check_record;
use crate::match_runner::record::GameRecord;
use crate::util::json_lines::JsonLinesReader;
use std::collections::HashSet;
use std::fs::File;
use std::io::Seek;
use std::path::{Path, PathBuf};

/// Reads a ledger, without changing it, even while another process writes it: its header, then one game after the
/// other. Keeps only the numbers of the games.
///
/// An incomplete last line counts as the end. Any other fault ends the games with an error.
pub struct LedgerReader<'f> {
    path: PathBuf,
    lines: JsonLinesReader<&'f File>,
    header: LedgerHeader,
    games: HashSet<u32>,
    is_over: bool,
}

impl<'f> LedgerReader<'f> {
    /// Reads the header of a file; `json` is its path. Makes the path of the PGN relative to the working directory.
    ///
    /// # Errors
    /// The file cannot be read, or is not a ledger of a known version.
    pub fn new(file: &'f File, json: &Path) -> Result<Self, LedgerError> {
        let mut source = file;
        let start = source.rewind();
        start.map_err(|error| LedgerError::file(json, error))?;
        let mut lines = JsonLinesReader::new(file, "a ledger");
        let header = read_header(&mut lines);
        let mut header = header.map_err(|fault| LedgerError::line(json, 1, fault))?;
        let folder = json.parent().unwrap_or(Path::new(""));
        header.pgn = header.pgn.map(|pgn| folder.join(pgn));
        Ok(Self {
            path: json.to_owned(),
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
        (self.header, self.games, self.lines.end())
    }

    fn next_game(&mut self) -> Result<Option<GameRecord>, LineFault> {
        let Some(record) = self.lines.record::<GameRecord>()? else {
            return Ok(None);
        };
        check_record(&self.header.settings, &record)?;
        if !self.games.insert(record.game) {
            return Err(LineFault::Duplicate(record.game));
        }
        Ok(Some(record))
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
        game.map(|game| game.map_err(|fault| LedgerError::line(&self.path, self.line(), fault)))
    }
}

fn read_header(lines: &mut JsonLinesReader<&File>) -> Result<LedgerHeader, LineFault> {
    let header = lines.header::<LedgerHeader>()?;
    let header = header.ok_or(LineFault::NoHeader)?;
    header.settings.check()?;
    let is_drawn = header.settings.openings.is_drawn();
    if is_drawn && header.openings.as_ref().is_none_or(Vec::is_empty) {
        return Err(LineFault::NoOpenings);
    }
    Ok(header)
}
