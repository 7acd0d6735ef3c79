//! The head of a file: three lines of text.
//!
//! The first line says what the file is and in which form, the second is a JSON object, the third the checksum of both.
//! So `head -n 2` shows where games come from, whatever follows.

use super::checksum::Checksum;
use super::error::HeaderError;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The form of the files that this program writes and reads.
pub const VERSION: u32 = 1;

/// The longest line of a head, in bytes: a shard needs some 100 for each block.
const MAX_LINE: usize = 1 << 20;

/// A kind of file.
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

    /// How each file of this kind begins, whatever its version.
    pub fn mark(self) -> String {
        format!("compongo {} ", self.name())
    }
}

/// The head of a file.
pub(in crate::datagen) fn write(kind: FileKind, value: &impl Serialize) -> Vec<u8> {
    let json = serde_json::to_string(value).expect("plain numbers and texts are JSON");
    let text = format!("{}{VERSION}\n{json}\n", kind.mark());
    let checksum = Checksum::of(&[text.as_bytes()]);
    format!("{text}{checksum}\n").into_bytes()
}

/// Reads the head of a file, and its length in bytes.
///
/// # Errors
/// It is of another kind or version, damaged, or not the head of a `T`.
pub(in crate::datagen) fn read<T: DeserializeOwned>(
    kind: FileKind,
    bytes: &[u8],
) -> Result<(T, usize), HeaderError> {
    let mark = kind.mark();
    let foreign = || HeaderError::Foreign(kind.name());
    let mut lines = bytes.split_inclusive(|&byte| byte == b'\n');
    let mut next = || {
        let line = lines.next().filter(|line| line.len() <= MAX_LINE)?;
        str::from_utf8(line).ok()?.strip_suffix('\n')
    };
    if !bytes.starts_with(mark.as_bytes()) {
        return Err(foreign());
    }
    let first = next().ok_or(HeaderError::Damaged)?;
    let version = &first[mark.len()..];
    if version != VERSION.to_string() {
        let known_form = !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_digit());
        return Err(if known_form {
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
