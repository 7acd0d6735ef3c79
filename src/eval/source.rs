//! Where an evaluation comes from, in words.

use super::Evaluation;
use crate::nnue::{self, NetError, Network};
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

/// The word for counting men.
pub const MATERIAL: &str = "material";

/// More bytes than any network has.
const TOO_MANY: u64 = 16 << 20;

/// Why there is no such evaluation.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The file cannot be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The path leads to a folder, a device or the like.
    #[error("this is not a file")]
    NotAFile,
    /// What is in the file is no network that can be used.
    #[error("{0}")]
    Net(#[from] NetError),
}

impl Evaluation {
    /// The evaluation that a text stands for: nothing or the name of the network that is built in, [`MATERIAL`], or else
    /// the path of a file with a network.
    ///
    /// # Errors
    /// When there is no such file, or no good network in it.
    pub fn load(text: &str) -> Result<Self, LoadError> {
        if text.is_empty() || text == nnue::embedded().name() {
            return Ok(Self::default());
        }
        if text.eq_ignore_ascii_case(MATERIAL) {
            return Ok(Self::Material);
        }
        Ok(Self::Nnue(Arc::new(load_network(Path::new(text))?)))
    }
}

/// The network in a file.
///
/// # Errors
/// When there is no such file, or no good network in it.
pub fn load_network(path: &Path) -> Result<Network, LoadError> {
    // A pipe or a device could keep the reader for ever.
    if !std::fs::metadata(path)?.is_file() {
        return Err(LoadError::NotAFile);
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(TOO_MANY).read_to_end(&mut bytes)?;
    Ok(Network::read(&bytes)?)
}

impl fmt::Display for Evaluation {
    /// Its kind; a network's name, size and digest.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Material => f.write_str(MATERIAL),
            Self::Nnue(network) => {
                let shape = network.shape();
                write!(
                    f,
                    "network {} {}x{} sha256 {}",
                    network.name(),
                    shape.hidden,
                    shape.buckets,
                    network.digest()
                )
            }
        }
    }
}
