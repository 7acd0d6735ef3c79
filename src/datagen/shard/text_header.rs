//! The header of a file: three lines of text.
//!
//! The first line holds the kind and the format version, the second a JSON object, the third the checksum of both.
//! `head -n 2` shows the provenance of the games.

use super::error::HeaderError;
use crate::util::checksum::Checksum;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The format version that is read and written.
pub const VERSION: u32 = 1;

/// The longest line, in bytes: a shard needs about 100 per block.
const MAX_LINE: usize = 1 << 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::datagen) enum FileKind {
    Shard,
    Journal,
}

impl FileKind {
    const fn name(self) -> &'static str {
        match self {
            Self::Shard => "shard",
            Self::Journal => "journal",
        }
    }

    /// The start of every file of this kind, without the version.
    pub fn magic(self) -> String {
        format!("compongo {} ", self.name())
    }
}

pub(in crate::datagen) fn write(kind: FileKind, value: &impl Serialize) -> Vec<u8> {
    let json = serde_json::to_string(value).expect("plain numbers and texts are JSON");
    let text = format!("{}{VERSION}\n{json}\n", kind.magic());
    let checksum = Checksum::of(&[text.as_bytes()]);
    format!("{text}{checksum}\n").into_bytes()
}

/// Decodes a header; returns it with its length in bytes.
///
/// # Errors
/// The kind or version differs, the header is damaged, or the JSON is not a `T`.
pub(in crate::datagen) fn read<T: DeserializeOwned>(
    kind: FileKind,
    bytes: &[u8],
) -> Result<(T, usize), HeaderError> {
    let magic = kind.magic();
    let foreign = || HeaderError::Foreign(kind.name());
    let mut lines = bytes.split_inclusive(|&byte| byte == b'\n');
    let mut next = || {
        let line = lines.next().filter(|line| line.len() <= MAX_LINE)?;
        str::from_utf8(line).ok()?.strip_suffix('\n')
    };
    if !bytes.starts_with(magic.as_bytes()) {
        return Err(foreign());
    }
    let first = next().ok_or(HeaderError::Damaged)?;
    let version = &first[magic.len()..];
    if version != VERSION.to_string() {
        let is_number = !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_digit());
        return Err(if is_number {
            HeaderError::Version(version.to_owned())
        } else {
            HeaderError::Damaged
        });
    }
    let json = next().ok_or(HeaderError::Damaged)?;
    let checksum = next().ok_or(HeaderError::Damaged)?;
    let checked = &bytes[..first.len() + json.len() + 2];
    if checksum != Checksum::of(&[checked]).to_string() {
        return Err(HeaderError::Damaged);
    }
    Ok((
        serde_json::from_str(json)?,
        checked.len() + checksum.len() + 1,
    ))
}
