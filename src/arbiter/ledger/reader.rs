//! Reading ledgers.

use super::{LedgerError, LedgerHeader, LineFault, VERSION};
use crate::arbiter::pgn::check_engines;
use crate::arbiter::record::GameRecord;
use serde::Deserialize;
use std::collections::HashSet;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// The longest line, in bytes: a game of ten thousand moves is shorter.
const MAX_LINE: u64 = 16 << 20;

/// The part of the header that all versions have.
#[derive(Deserialize)]
struct LedgerVersion {
    version: u32,
}

/// Reads a ledger: the header, the games, and the end of the last complete line. An incomplete last line is skipped.
pub(super) fn read(
    file: &File,
    json: &Path,
) -> Result<(LedgerHeader, Vec<GameRecord>, u64), LedgerError> {
    let mut lines = LedgerLines {
        source: BufReader::new(file),
        json,
        number: 0,
        end: 0,
    };
    let Some(first) = lines.next()? else {
        return Err(LedgerError::line(json, 1, LineFault::NoHeader));
    };
    let mut header = read_header(&first).map_err(|fault| lines.fault(fault))?;
    let folder = json.parent().unwrap_or(Path::new(""));
    header.pgn = header.pgn.map(|pgn| folder.join(pgn));

    let mut records = Vec::new();
    let mut games = HashSet::new();
    let mut end = lines.end;
    while let Some(line) = lines.next()? {
        let record: GameRecord = match serde_json::from_slice(&line) {
            Ok(record) => record,
            // A write that was interrupted, with the line break on disk but not all of the line.
            Err(error) if !error.is_data() && lines.is_last()? => break,
            Err(error) => return Err(lines.fault(error)),
        };
        check_engines(&header.settings, &record).map_err(|error| lines.fault(error))?;
        if !games.insert(record.game) {
            return Err(lines.fault(LineFault::Duplicate(record.game)));
        }
        records.push(record);
        end = lines.end;
    }
    Ok((header, records, end))
}

fn read_header(line: &[u8]) -> Result<LedgerHeader, LineFault> {
    let LedgerVersion { version } = serde_json::from_slice(line)?;
    if version != VERSION {
        return Err(LineFault::Version(version));
    }
    let header: LedgerHeader = serde_json::from_slice(line)?;
    header.settings.check()?;
    Ok(header)
}

/// The complete lines of a ledger.
struct LedgerLines<'a> {
    source: BufReader<&'a File>,
    json: &'a Path,
    /// The number of the last line, from 1.
    number: usize,
    /// Its end in the file.
    end: u64,
}

impl LedgerLines<'_> {
    /// The next line; `None` at the end, or if the last line is incomplete.
    fn next(&mut self) -> Result<Option<Vec<u8>>, LedgerError> {
        let mut line = Vec::new();
        let mut limited = self.source.by_ref().take(MAX_LINE);
        let length = limited.read_until(b'\n', &mut line);
        let length = length.map_err(|error| LedgerError::file(self.json, error))? as u64;
        self.number += 1;
        if line.ends_with(b"\n") {
            self.end += length;
            Ok(Some(line))
        } else if length == MAX_LINE {
            Err(self.fault(LineFault::TooLong))
        } else {
            Ok(None)
        }
    }

    /// True if nothing follows the last line.
    fn is_last(&mut self) -> Result<bool, LedgerError> {
        let rest = self.source.fill_buf();
        let rest = rest.map_err(|error| LedgerError::file(self.json, error))?;
        Ok(rest.is_empty())
    }

    fn fault(&self, fault: impl Into<LineFault>) -> LedgerError {
        LedgerError::line(self.json, self.number, fault)
    }
}
