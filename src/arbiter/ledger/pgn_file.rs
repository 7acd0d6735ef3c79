//! The PGN of a match, brought into line with its ledger.

use super::LedgerError;
use super::append_file::AppendFile;
use crate::arbiter::pgn;
use crate::arbiter::record::GameRecord;
use crate::arbiter::settings::MatchSettings;
use crate::notation::pgn::MAX_GAME;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

/// How much of what is missing is written at a time, in bytes.
const CHUNK: usize = 1 << 20;
/// How a game begins.
const BEGIN: &[u8] = b"[Event \"";

/// Opens the PGN file of a match, or makes it if it is missing, and sees to it that it contains these games and nothing
/// else. What may be left of a game that was being written is cut off; the games that are missing at the end are
/// written.
///
/// Nothing is changed if the file contains something else.
pub(super) fn repair(
    path: &Path,
    settings: &MatchSettings,
    records: &[GameRecord],
    json: &Path,
) -> Result<AppendFile, LedgerError> {
    let mut append_file = if path.exists() {
        AppendFile::open(path)?
    } else {
        let append_file = AppendFile::create(path, json)?;
        append_file.sync_name()?;
        append_file
    };
    // The first line of the ledger is its header.
    let pgn_file = (2..).zip(records).map(|(line, record)| {
        let sheet = pgn::pgn(settings, record);
        sheet.map_err(|error| LedgerError::line(json, line, error))
    });
    let (agreed, end) = compare(append_file.file(), path, pgn_file.clone())?;
    append_file.cut(end)?;
    let mut missing = Vec::new();
    for sheet in pgn_file.skip(agreed) {
        missing.extend(sheet?.into_bytes());
        if missing.len() >= CHUNK {
            append_file.append(&missing)?;
            missing.clear();
        }
    }
    append_file.append(&missing)?;
    Ok(append_file)
}

/// How many of the games the file contains from its beginning on, and where they end.
fn compare(
    file: &File,
    path: &Path,
    pgn_file: impl Iterator<Item = Result<String, LedgerError>>,
) -> Result<(usize, u64), LedgerError> {
    let mut source = BufReader::new(file);
    let mut next = |length: usize| {
        let mut bytes = Vec::with_capacity(length);
        let read = source.by_ref().take(length as u64).read_to_end(&mut bytes);
        read.map_err(|error| LedgerError::file(path, error))?;
        Ok(bytes)
    };
    let (mut agreed, mut end) = (0, 0);
    for sheet in pgn_file {
        let sheet = sheet?.into_bytes();
        let found = next(sheet.len())?;
        if found != sheet {
            let is_torn = sheet.starts_with(&found);
            return if is_torn {
                Ok((agreed, end))
            } else {
                Err(LedgerError::OtherPgn(path.to_owned()))
            };
        }
        agreed += 1;
        end += sheet.len() as u64;
    }
    if !may_be_game(&next(MAX_GAME)?) {
        return Err(LedgerError::OtherPgn(path.to_owned()));
    }
    Ok((agreed, end))
}

/// True for what may be left of one game, or nothing at all.
fn may_be_game(text: &[u8]) -> bool {
    let Some(rest) = text.strip_prefix(BEGIN) else {
        return BEGIN.starts_with(text);
    };
    text.len() < MAX_GAME && !rest.windows(BEGIN.len()).any(|window| window == BEGIN)
}
