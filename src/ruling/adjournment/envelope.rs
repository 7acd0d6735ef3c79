//! The envelope: the sealed move, its salt, and the commitment to both and to the file of the game.

use crate::util::text::hexadecimal;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::fmt;

/// The format of an envelope file.
const FORMAT: &str = "compongo envelope 1";
/// The length of a salt, in bytes.
const SALT_BYTES: usize = 32;
/// The longest text of a sealed move, in bytes.
const MAX_TEXT: usize = 200;

/// A sealed move with its salt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Envelope {
    format: String,
    /// 32 random bytes in hexadecimal. Without them, anyone could try the few legal moves against the commitment.
    salt: String,
    sealed_move: String,
}

/// The reason why an envelope cannot be sealed or read.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct EnvelopeError(String);

impl Envelope {
    /// Seals the text of a move, whatever it says, trimmed of white space. The text may be empty; such an envelope
    /// loses the game when it is opened (97 A.8.b).
    ///
    /// # Errors
    /// The text is too long, or there are no random numbers.
    pub fn seal(text: &str) -> Result<Self, EnvelopeError> {
        let mut salt = [0; SALT_BYTES];
        getrandom::fill(&mut salt).map_err(|error| {
            EnvelopeError(format!("the system provides no random numbers: {error}"))
        })?;
        let text = text.trim();
        check(text)?;
        Ok(Self {
            format: FORMAT.to_owned(),
            salt: hexadecimal(&salt),
            sealed_move: text.to_owned(),
        })
    }

    /// Reads an envelope file.
    ///
    /// # Errors
    /// The text is not an envelope.
    pub fn from_json(text: &str) -> Result<Self, EnvelopeError> {
        let not_a_file = |why: String| EnvelopeError(format!("not an envelope file: {why}"));
        let envelope: Self =
            serde_json::from_str(text).map_err(|error| not_a_file(error.to_string()))?;
        if envelope.format != FORMAT {
            return Err(not_a_file(format!("its format is not '{FORMAT}'")));
        }
        check(&envelope.sealed_move)?;
        Ok(envelope)
    }

    /// The text of the envelope file.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("texts are JSON") + "\n"
    }

    /// The commitment: the SHA-256 digest of these lines without a line break at the end: the salt in hexadecimal, the
    /// move, and the text that it covers besides.
    pub(super) fn commitment(&self, covers: Option<String>) -> Commitment {
        Commitment {
            digest: self.digest(covers.as_deref()),
            covers,
        }
    }

    fn digest(&self, covers: Option<&str>) -> String {
        let lines = [Some(&*self.salt), Some(&*self.sealed_move), covers];
        let lines: Vec<&str> = lines.into_iter().flatten().collect();
        hexadecimal(&Sha256::digest(lines.join("\n")))
    }

    /// The text of the sealed move.
    pub fn sealed_move(&self) -> &str {
        &self.sealed_move
    }
}

fn check(text: &str) -> Result<(), EnvelopeError> {
    if text.len() > MAX_TEXT || text.contains('\n') {
        return Err(EnvelopeError(format!(
            "the sealed move must be one line of at most {MAX_TEXT} bytes"
        )));
    }
    Ok(())
}

/// The commitment to a sealed move, 64 hexadecimal digits: it reveals nothing about the move and fits no other. The
/// default one fits no envelope.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Commitment {
    digest: String,
    /// The file of the game without its commitment; `None` in the first version of the format.
    covers: Option<String>,
}

impl Commitment {
    /// Reads a commitment of 64 hexadecimal digits, which covers this text besides salt and move.
    pub(super) fn parse(text: &str, covers: Option<String>) -> Option<Self> {
        let is_digit = |b: u8| matches!(b, b'0'..=b'9' | b'a'..=b'f');
        let digest = text.to_owned();
        (text.len() == 64 && text.bytes().all(is_digit)).then_some(Self { digest, covers })
    }

    /// True if this is the commitment to the move in the envelope.
    pub(super) fn fits(&self, envelope: &Envelope) -> bool {
        envelope.digest(self.covers.as_deref()) == self.digest
    }
}

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.digest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commitment_is_the_digest_that_is_documented() {
        let envelope = Envelope {
            format: FORMAT.to_owned(),
            salt: "00".repeat(SALT_BYTES),
            sealed_move: "Rb7+".to_owned(),
        };
        for (covers, digest) in [
            // printf '%064d\nRb7+' 0 | sha256sum
            (
                None,
                "b9cfc8c48834a50bfc5f10ebb0f8a36186d4cae06a7344db65f95867f40e0fc7",
            ),
            // printf '%064d\nRb7+\n{"format":1}' 0 | sha256sum
            (
                Some("{\"format\":1}"),
                "cc05229b09ee529c4a2bf8fc9091572bf0644ef35ef632450f3c06e8c9a71462",
            ),
        ] {
            let commitment = envelope.commitment(covers.map(str::to_owned));
            assert_eq!(commitment.to_string(), digest);
            assert!(commitment.fits(&envelope));
        }
        assert!(!Commitment::default().fits(&envelope));
    }

    #[test]
    fn the_same_move_is_never_sealed_alike() {
        let [one, other] = [(); 2].map(|()| Envelope::seal(" Rb7+\n").expect("a move"));
        assert_eq!(one.sealed_move(), other.sealed_move());
        assert_ne!(one.commitment(None), other.commitment(None));
    }
}
