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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_the_beginning_of_sha_256() {
        // FIPS 180-4, the example of one block.
        let abc = Checksum::of(&[b"a", b"bc"]);
        assert_eq!(abc.to_string(), "ba7816bf8f01cfea");
        assert_eq!(Checksum::try_from("ba7816bf8f01cfea".to_owned()), Ok(abc));
        for wrong in [
            "",
            "ba7816bf8f01cfe",
            "+a7816bf8f01cfea",
            "ga7816bf8f01cfea",
        ] {
            assert!(Checksum::try_from(wrong.to_owned()).is_err(), "{wrong}");
        }
    }
}
