//! The file of a run: a line of JSON with the settings, then one line per analysed position.
//!
//! Each line is on disk before the next one is begun. At worst a crash leaves an incomplete last line, which
//! [`RunFile::resume`] removes. Any other damage is an error, and the file stays unchanged. A [`RunFile`] holds a lock,
//! so that no two processes write the same run.

use super::{AnalysisLimits, PositionRecord};
use crate::util::append_file::{AppendError, AppendFile};
use crate::util::file::{self, FileError};
use crate::util::json_lines::{LineError, LineReader, json_line};
use crate::util::version::PROGRAM;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// The version of the format.
pub const VERSION: u32 = 1;
/// The longest line, in bytes: even 256 lines of 246 moves are shorter.
const MAX_LINE: u64 = 16 << 20;
/// How the first line begins.
const HEADER_START: &[u8] = b"{\"version\":";

/// The settings that the results of a run depend on, besides the positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunSettings {
    /// The limits of each search.
    #[serde(flatten)]
    pub limits: AnalysisLimits,
    /// Lines per position.
    pub multipv: u32,
    /// Threads per position.
    pub threads: u32,
    /// Size of the hash table, in MiB.
    pub hash: u32,
    /// The evaluation: `material`, or a network.
    pub net: String,
    /// Other options with their values, as given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<(String, String)>,
}

/// The first line of the file of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunHeader {
    /// The version of the format.
    pub version: u32,
    /// The program that created it, with its version.
    pub program: String,
    /// The settings that the results depend on.
    pub settings: RunSettings,
    /// The number of positions.
    pub positions: usize,
    /// A digest of the positions, see [`super::digest`].
    pub digest: String,
}

impl RunHeader {
    /// The header of a run of this program.
    pub fn new(settings: RunSettings, positions: usize, digest: String) -> Self {
        Self {
            version: VERSION,
            program: PROGRAM.to_owned(),
            settings,
            positions,
            digest,
        }
    }

    /// The first difference that prevents one run from continuing the other; `None` if there is none.
    fn difference(&self, other: &Self) -> Option<&'static str> {
        let (one, two) = (&self.settings, &other.settings);
        let differences = [
            ("program", self.program != other.program),
            ("limits", one.limits != two.limits),
            ("--multipv", one.multipv != two.multipv),
            ("--threads", one.threads != two.threads),
            ("--hash", one.hash != two.hash),
            ("network", one.net != two.net),
            ("options", one.options != two.options),
            (
                "positions",
                (self.positions, &self.digest) != (other.positions, &other.digest),
            ),
        ];
        differences
            .into_iter()
            .find_map(|(name, differs)| differs.then_some(name))
    }
}

/// The reasons why the file of a run cannot be created, resumed, read or written.
#[derive(Debug, thiserror::Error)]
pub enum RunFileError {
    /// The file exists already.
    #[error("{} exists already; a run that was interrupted goes on with --resume", .0.display())]
    Exists(PathBuf),
    /// Another error of the file.
    #[error(transparent)]
    Append(AppendError),
    /// The run differs from this one.
    #[error("{}: the run had other {what}, so it cannot go on with these", .path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// The difference.
        what: &'static str,
    },
    /// A line of the file.
    #[error("{}, line {line}: {fault}", .path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        /// The fault.
        fault: RunLineFault,
    },
}

/// The fault of a line of the file of a run.
#[derive(Debug, thiserror::Error)]
pub enum RunLineFault {
    /// The line cannot be read.
    #[error(transparent)]
    Line(#[from] LineError),
    /// The line is not the expected JSON.
    #[error("damaged, or not from compongo analyse: {0}")]
    Json(#[from] serde_json::Error),
    /// An unsupported version of the format.
    #[error("version {0} of the format is not supported, only version {VERSION}")]
    Version(u32),
    /// The position is already in an earlier line.
    #[error("position {0} is recorded twice")]
    Duplicate(usize),
    /// The run has no position with this number.
    #[error("there is no position {0}")]
    NoPosition(usize),
}

impl From<AppendError> for RunFileError {
    fn from(error: AppendError) -> Self {
        match error {
            AppendError::Exists(path) => Self::Exists(path),
            error => Self::Append(error),
        }
    }
}

/// The content of a file of results: the header, which the output of `--json` lacks, and the records in the order of
/// positions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunRecords {
    /// The header.
    pub header: Option<RunHeader>,
    /// The records, in the order of positions.
    pub records: Vec<PositionRecord>,
}

/// The open file of a run.
#[derive(Debug)]
pub struct RunFile {
    path: PathBuf,
    file: AppendFile,
    header: RunHeader,
    /// The position written last.
    last: usize,
    /// True if the lines of the file are in the order of positions.
    sorted: bool,
}

impl RunFile {
    /// Creates the file of a run.
    ///
    /// # Errors
    /// The file exists already, or cannot be written.
    pub fn create(path: &Path, header: RunHeader) -> Result<Self, RunFileError> {
        let file = AppendFile::create(path)?;
        file.lock()?;
        let mut run = Self::new(path, file, header);
        run.write_header()?;
        Ok(run)
    }

    /// Opens the file of a run to resume it, and returns its records. A file that does not exist, or has no complete
    /// line, counts as a run that has not begun.
    ///
    /// # Errors
    /// The file cannot be read or written, is locked by another process, belongs to another run, or is damaged.
    pub fn resume(
        path: &Path,
        header: RunHeader,
    ) -> Result<(Self, Vec<PositionRecord>), RunFileError> {
        if !path.exists() {
            return Ok((Self::create(path, header)?, Vec::new()));
        }
        let file = AppendFile::open(path)?;
        file.lock()?;
        let (found, end) = read_lines(file.file(), path)?;
        let mut run = Self::new(path, file, header);
        let begins = has_no_header_yet(run.file.file()).map_err(|error| run.file.error(error))?;
        let difference = match &found.header {
            Some(found) => found.difference(&run.header),
            None if found.records.is_empty() && begins => None,
            None => Some("content"),
        };
        if let Some(what) = difference {
            let path = path.to_owned();
            return Err(RunFileError::Other { path, what });
        }
        run.file.truncate(end)?;
        if found.header.is_none() {
            run.write_header()?;
        }
        for record in &found.records {
            run.note(record.position);
        }
        let mut records = found.records;
        records.sort_by_key(|record| record.position);
        Ok((run, records))
    }

    fn new(path: &Path, file: AppendFile, header: RunHeader) -> Self {
        Self {
            path: path.to_owned(),
            file,
            header,
            last: 0,
            sorted: true,
        }
    }

    fn write_header(&mut self) -> Result<(), RunFileError> {
        let line = json_line(&self.header).map_err(|error| self.file.error(error))?;
        self.file.append(&line)?;
        self.file.sync_name()?;
        Ok(())
    }

    fn note(&mut self, position: usize) {
        self.sorted &= position > self.last;
        self.last = position;
    }

    /// Appends a record. When this returns, the record is on disk.
    ///
    /// # Errors
    /// The record cannot be written; the file then stays unchanged.
    pub fn append(&mut self, record: &PositionRecord) -> Result<(), RunFileError> {
        let line = json_line(record).map_err(|error| self.file.error(error))?;
        self.file.append(&line)?;
        self.note(record.position);
        Ok(())
    }

    /// Sorts the lines of a complete run into the order of positions, if several were analysed at once.
    ///
    /// # Errors
    /// The file cannot be written; it then stays unchanged.
    pub fn finish(self, records: &[PositionRecord]) -> Result<(), RunFileError> {
        if self.sorted {
            return Ok(());
        }
        let sorted = || -> io::Result<Vec<u8>> {
            let mut text = json_line(&self.header)?;
            for record in records {
                text.extend(json_line(record)?);
            }
            Ok(text)
        };
        let written = sorted().and_then(|text| file::replace(&self.path, &text));
        Ok(written.map_err(|error| self.file.error(error))?)
    }
}

/// Reads a file of results: a [`RunFile`], or the output of `compongo analyse --json`. The records are in the order of
/// positions.
///
/// # Errors
/// The file cannot be read, has a damaged line, or has a position twice.
pub fn read(path: &Path) -> Result<RunRecords, RunFileError> {
    let file = File::open(path).map_err(|error| AppendError::from(FileError::at(path)(error)))?;
    let (mut found, _) = read_lines(&file, path)?;
    found.records.sort_by_key(|record| record.position);
    Ok(found)
}

/// Reads the lines of a file and finds the end of the last complete one. An incomplete last line is skipped.
fn read_lines(source: impl Read, path: &Path) -> Result<(RunRecords, u64), RunFileError> {
    let mut lines = LineReader::new(source, MAX_LINE);
    let mut found = RunRecords::default();
    let mut seen = HashSet::new();
    let mut end = 0;
    loop {
        let line = lines.next_line();
        let number = lines.number();
        let fault = |fault: RunLineFault| RunFileError::Line {
            path: path.to_owned(),
            line: number,
            fault,
        };
        let Some(line) = line.map_err(|error| fault(error.into()))? else {
            return Ok((found, end));
        };
        let is_header = number == 1 && line.starts_with(HEADER_START);
        let parsed = if is_header {
            read_header(&line).map(|header| found.header = Some(header))
        } else {
            read_record(&line, found.header.as_ref(), &mut seen)
                .map(|record| found.records.push(record))
        };
        match parsed {
            Ok(()) => end = lines.end(),
            // An interrupted write, which left the line break on disk but not the whole line.
            Err(RunLineFault::Json(error))
                if !error.is_data() && end > 0 && is_last(&mut lines) =>
            {
                return Ok((found, end));
            }
            Err(error) => return Err(fault(error)),
        }
    }
}

fn is_last(lines: &mut LineReader<impl Read>) -> bool {
    lines.is_last().unwrap_or(false)
}

/// The part of the header that all versions have.
#[derive(Deserialize)]
struct RunVersion {
    version: u32,
}

fn read_header(line: &[u8]) -> Result<RunHeader, RunLineFault> {
    let RunVersion { version } = serde_json::from_slice(line)?;
    if version != VERSION {
        return Err(RunLineFault::Version(version));
    }
    Ok(serde_json::from_slice(line)?)
}

/// True if a file is empty, or ends within its first line, the header of a run.
fn has_no_header_yet(mut file: &File) -> io::Result<bool> {
    let mut start = [0; HEADER_START.len()];
    let mut length = 0;
    file.seek(SeekFrom::Start(0))?;
    while length < start.len() {
        match file.read(&mut start[length..])? {
            0 => break,
            read => length += read,
        }
    }
    Ok(HEADER_START.starts_with(&start[..length]))
}

fn read_record(
    line: &[u8],
    header: Option<&RunHeader>,
    seen: &mut HashSet<usize>,
) -> Result<PositionRecord, RunLineFault> {
    let record: PositionRecord = serde_json::from_slice(line)?;
    let position = record.position;
    if position == 0 || header.is_some_and(|header| position > header.positions) {
        return Err(RunLineFault::NoPosition(position));
    }
    if !seen.insert(position) {
        return Err(RunLineFault::Duplicate(position));
    }
    Ok(record)
}
