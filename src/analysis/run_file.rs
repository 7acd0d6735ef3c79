//! The file of a run: a line of JSON with the settings, then one line per analysed position.
//!
//! [`crate::util::json_lines`] tells what happens to the file in a crash.

use super::analysis_limits::AnalysisLimits;
use super::task::PositionRecord;
use crate::util::append_file::AppendError;
use crate::util::file::FileError;
use crate::util::input;
use crate::util::json_lines::{JsonLinesFile, JsonLinesReader, VERSION};
use crate::util::version::PROGRAM;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::error::Error;
use std::io::Read;
use std::path::{Path, PathBuf};

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
    #[error("{} already exists; to continue an interrupted run, use --resume", .0.display())]
    Exists(PathBuf),
    /// Another error of the file.
    #[error(transparent)]
    Append(AppendError),
    /// The run differs from this one.
    #[error("{}: the run had other {what}, so it cannot continue with these", .path.display())]
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
        fault: String,
    },
}

impl From<AppendError> for RunFileError {
    fn from(error: AppendError) -> Self {
        match error {
            AppendError::Exists(path) => Self::Exists(path),
            error => Self::Append(error),
        }
    }
}

/// The open file of a run.
#[derive(Debug)]
pub struct RunFile {
    lines: JsonLinesFile,
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
        let lines = JsonLinesFile::create(path, &header)?;
        Ok(Self::new(lines, header, &[]))
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
        let mut lines = JsonLinesFile::open(path)?;
        let found = FoundRun::read(lines.file(), path)?;
        let difference = match &found.header {
            Some(begun) => begun.difference(&header),
            None => (!found.is_run).then_some("content"),
        };
        if let Some(what) = difference {
            let path = path.to_owned();
            return Err(RunFileError::Other { path, what });
        }
        lines.truncate(found.end)?;
        if found.header.is_none() {
            lines.begin(&header)?;
        }
        let run = Self::new(lines, header, &found.records);
        Ok((run, found.sorted()))
    }

    fn new(lines: JsonLinesFile, header: RunHeader, records: &[PositionRecord]) -> Self {
        Self {
            lines,
            header,
            last: records.last().map_or(0, |record| record.position),
            sorted: records.is_sorted_by_key(|record| record.position),
        }
    }

    /// Appends a record. When this returns, all records before it are on disk, and this one is on the way.
    ///
    /// # Errors
    /// The record cannot be written, and the file stays unchanged; or the previous record cannot be synced to disk.
    pub fn append(&mut self, record: &PositionRecord) -> Result<(), RunFileError> {
        self.lines.append(record)?;
        self.sorted &= record.position > self.last;
        self.last = record.position;
        Ok(())
    }

    /// Waits until all records are on disk. Sorts the lines of a complete run into the order of positions, if several
    /// were analysed at once.
    ///
    /// # Errors
    /// The file cannot be written; it then stays as it is.
    pub fn finish(mut self, records: &[PositionRecord]) -> Result<(), RunFileError> {
        self.lines.wait()?;
        if !self.sorted && records.len() == self.header.positions {
            self.lines.replace(&self.header, records)?;
        }
        Ok(())
    }
}

/// Reads a file of results: a [`RunFile`], or the output of `compongo analyse --json`. The records are in the order of
/// positions.
///
/// # Errors
/// The file cannot be read, has a damaged line, or has a position twice.
pub fn read(path: &Path) -> Result<Vec<PositionRecord>, RunFileError> {
    let file = input::open(path).map_err(|error| AppendError::from(FileError::at(path)(error)))?;
    Ok(FoundRun::read(file, path)?.sorted())
}

/// What a file of results holds.
struct FoundRun {
    /// The header, which the output of `--json` lacks.
    header: Option<RunHeader>,
    /// The records, in the order of the file.
    records: Vec<PositionRecord>,
    /// The end of the last complete line.
    end: u64,
    /// True if the file begins with a header, with a part of one, or is empty.
    is_run: bool,
}

impl FoundRun {
    fn read(source: impl Read, path: &Path) -> Result<Self, RunFileError> {
        let mut lines = JsonLinesReader::new(source, "compongo analyse");
        Self::read_lines(&mut lines).map_err(|fault| RunFileError::Line {
            path: path.to_owned(),
            line: lines.number(),
            fault: fault.to_string(),
        })
    }

    fn read_lines(lines: &mut JsonLinesReader<impl Read>) -> Result<Self, Box<dyn Error>> {
        let is_run = lines.begins_with_header()?;
        let header = if is_run {
            lines.header::<RunHeader>()?
        } else {
            None
        };
        let positions = header
            .as_ref()
            .map_or(usize::MAX, |header| header.positions);
        let mut seen = HashSet::new();
        let mut records = Vec::new();
        while let Some(record) = lines.record::<PositionRecord>()? {
            let position = record.position;
            if !(1..=positions).contains(&position) {
                return Err(format!("there is no position {position}").into());
            }
            if !seen.insert(position) {
                return Err(format!("position {position} is recorded twice").into());
            }
            records.push(record);
        }
        Ok(Self {
            header,
            records,
            end: lines.end(),
            is_run,
        })
    }

    /// The records in the order of positions.
    fn sorted(self) -> Vec<PositionRecord> {
        let mut records = self.records;
        records.sort_by_key(|record| record.position);
        records
    }
}
