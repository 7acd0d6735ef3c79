//! The PGN file of a match, repaired from the ledger.

use super::{LedgerError, LedgerReader};
use crate::match_runner::pgn;
use crate::notation::pgn::MAX_GAME;
use crate::util::append_file::AppendFile;
use crate::util::file;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

/// How many bytes of missing games are written at a time.
const CHUNK: usize = 1 << 20;
/// The first bytes of every game.
const BEGIN: &[u8] = b"[Event \"";

/// Creates the PGN file of the match, or opens the device or pipe that is at its path.
pub(super) fn create(path: &Path) -> Result<AppendFile, LedgerError> {
    AppendFile::create(path, b"").map_err(LedgerError::Append)
}

/// Opens or creates the PGN file of the match and makes it match the games of the ledger: it truncates a game that a
/// crash left incomplete, and appends missing games. A file with other content is an error, and stays unchanged.
pub(super) fn repair(path: &Path, ledger: &File, json: &Path) -> Result<AppendFile, LedgerError> {
    if file::is_stream(path) {
        // Earlier games went to this device or pipe and cannot be read back.
        return create(path);
    }
    let mut append_file = if path.exists() {
        AppendFile::open(path)?
    } else {
        create(path)?
    };
    let (agreed, end) = compare(append_file.file(), path, games(ledger, json)?)?;
    append_file.truncate(end)?;
    let mut missing = Vec::new();
    for game in games(ledger, json)?.skip(agreed) {
        missing.extend(game?.into_bytes());
        if missing.len() >= CHUNK {
            append_file.append(&missing)?;
            missing.clear();
        }
    }
    append_file.append(&missing)?;
    Ok(append_file)
}

/// The games of a ledger as PGN.
fn games(
    ledger: &File,
    json: &Path,
) -> Result<impl Iterator<Item = Result<String, LedgerError>>, LedgerError> {
    let mut reader = LedgerReader::new(ledger, json)?;
    Ok(std::iter::from_fn(move || {
        let game = reader.next()?.and_then(|record| {
            let game = pgn::pgn(&reader.header().settings, &record);
            game.map_err(|error| LedgerError::line(json, reader.line(), error))
        });
        Some(game)
    }))
}

/// How many games the file starts with, and where they end in the file.
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
        Ok::<_, LedgerError>(bytes)
    };
    let (mut agreed, mut end) = (0, 0);
    // All games of a match begin with the same tag.
    let mut begin = BEGIN.to_vec();
    for game in pgn_file {
        let game = game?.into_bytes();
        let found = next(game.len())?;
        if found != game {
            return if is_torn(&found, &game) {
                Ok((agreed, end))
            } else {
                Err(LedgerError::OtherPgn(path.to_owned()))
            };
        }
        agreed += 1;
        end += game.len() as u64;
        begin = game
            .split_inclusive(|&byte| byte == b'\n')
            .next()
            .unwrap_or(BEGIN)
            .to_vec();
    }
    if !may_be_partial_game(&next(MAX_GAME)?, &begin) {
        return Err(LedgerError::OtherPgn(path.to_owned()));
    }
    Ok((agreed, end))
}

/// True if a crash may have left `found` of a text: its beginning, with zeros where blocks have not reached the disk.
fn is_torn(found: &[u8], text: &[u8]) -> bool {
    let mut pairs = found.iter().zip(text);
    found.len() <= text.len() && pairs.all(|(found, byte)| found == byte || *found == 0)
}

/// True if the text is empty or may be part of one game that begins with `begin`.
fn may_be_partial_game(text: &[u8], begin: &[u8]) -> bool {
    let (first, rest) = text.split_at(text.len().min(begin.len()));
    let is_one = !rest.windows(BEGIN.len()).any(|window| window == BEGIN);
    text.len() < MAX_GAME && is_torn(first, begin) && is_one
}
