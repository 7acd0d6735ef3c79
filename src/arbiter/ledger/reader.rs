//! Reading ledgers.

use super::{LedgerError, LedgerHeader, LineFault, VERSION};
use crate::arbiter::pgn::check_engines;
use crate::arbiter::record::GameRecord;
use crate::util::json_lines::{LineError, LineReader};
use serde::Deserialize;
use std::collections::HashSet;
use std::fs::File;
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
    let mut lines = LineReader::new(file, MAX_LINE);
    let Some(first) = next(&mut lines, json)? else {
        return Err(LedgerError::line(json, 1, LineFault::NoHeader));
    };
    let mut header = read_header(&first).map_err(|fault| LedgerError::line(json, 1, fault))?;
    let folder = json.parent().unwrap_or(Path::new(""));
    header.pgn = header.pgn.map(|pgn| folder.join(pgn));

    let mut records = Vec::new();
    let mut games = HashSet::new();
    let mut end = lines.end();
    while let Some(line) = next(&mut lines, json)? {
        let number = lines.number();
        let record: GameRecord = match serde_json::from_slice(&line) {
            Ok(record) => record,
            // A write that was interrupted, with the line break on disk but not all of the line.
            Err(error) if !error.is_data() && is_last(&mut lines, json)? => break,
            Err(error) => return Err(LedgerError::line(json, number, error)),
        };
        check_engines(&header.settings, &record)
            .map_err(|error| LedgerError::line(json, number, error))?;
        if !games.insert(record.game) {
            let fault = LineFault::Duplicate(record.game);
            return Err(LedgerError::line(json, number, fault));
        }
        records.push(record);
        end = lines.end();
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

fn next(lines: &mut LineReader<&File>, json: &Path) -> Result<Option<Vec<u8>>, LedgerError> {
    lines.next_line().map_err(|error| match error {
        LineError::Io(error) => LedgerError::file(json, error),
        LineError::TooLong => LedgerError::line(json, lines.number(), LineFault::TooLong),
    })
}

fn is_last(lines: &mut LineReader<&File>, json: &Path) -> Result<bool, LedgerError> {
    lines
        .is_last()
        .map_err(|error| LedgerError::file(json, error))
}
