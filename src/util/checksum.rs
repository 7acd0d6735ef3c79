//! Checksums of the files that the program writes.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;

/// The first eight bytes of a SHA-256, written as sixteen hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Checksum([u8; Self::LENGTH]);

impl Checksum {
    /// The length in bytes.
    pub const LENGTH: usize = 8;

    /// The checksum of the concatenation of `parts`.
    pub fn of(parts: &[&[u8]]) -> Self {
        let mut hasher = Sha256::new();
        for part in parts {
            hasher.update(part);
        }
        Self::finish(hasher)
    }

    /// The checksum of what a hasher has seen.
    pub fn finish(hasher: Sha256) -> Self {
        let digest: [u8; 32] = hasher.finalize().into();
        Self(std::array::from_fn(|index| digest[index]))
    }

    /// The bytes.
    pub const fn bytes(self) -> [u8; Self::LENGTH] {
        self.0
    }
}

impl fmt::Display for Checksum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", u64::from_be_bytes(self.0))
    }
}

impl From<Checksum> for String {
    fn from(checksum: Checksum) -> Self {
        checksum.to_string()
    }
}

impl TryFrom<String> for Checksum {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let digits = text.len() == 2 * Self::LENGTH && text.bytes().all(|b| b.is_ascii_hexdigit());
        match u64::from_str_radix(&text, 16) {
            Ok(value) if digits => Ok(Self(value.to_be_bytes())),
            _ => Err(format!("'{text}' is not a checksum")),
        }
    }
}
