//! Loading an evaluation function by name or path.

use super::evaluation::Evaluation;
use crate::nnue::{self, NetError, Network};
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

/// The name of the material evaluation.
pub const MATERIAL: &str = "material";

/// The maximum size of a network file, in bytes.
const MAX_FILE_SIZE: u64 = 16 << 20;

/// The reasons why an evaluation function could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The path is a folder, a device or something else that is not a file.
    #[error("this is not a file")]
    NotAFile,
    /// The file is longer than any network.
    #[error("the file has {0} bytes; networks have at most {MAX_FILE_SIZE}")]
    TooLong(u64),
    /// The file is not a valid network.
    #[error(transparent)]
    Net(#[from] NetError),
}

impl Evaluation {
    /// The evaluation function that `text` names: the built-in network by its name, [`MATERIAL`], or the
    /// path of a network file.
    ///
    /// # Errors
    /// There is no such file, or it is not a valid network.
    pub fn load(text: &str) -> Result<Self, LoadError> {
        if text == nnue::embedded().name() {
            return Ok(Self::default());
        }
        if text.eq_ignore_ascii_case(MATERIAL) {
            return Ok(Self::Material);
        }
        Ok(Self::Nnue(Arc::new(load_network(Path::new(text))?)))
    }
}

/// Loads a network file.
///
/// # Errors
/// There is no such file, or it is not a valid network.
pub fn load_network(path: &Path) -> Result<Network, LoadError> {
    // Reading a pipe or a device might never end.
    let metadata = std::fs::metadata(path)?;
    if !metadata.is_file() {
        return Err(LoadError::NotAFile);
    }
    if metadata.len() > MAX_FILE_SIZE {
        return Err(LoadError::TooLong(metadata.len()));
    }
    let mut bytes = Vec::new();
    File::open(path)?
        .take(MAX_FILE_SIZE)
        .read_to_end(&mut bytes)?;
    Ok(Network::read(&bytes)?)
}

impl fmt::Display for Evaluation {
    /// `material`, or the name of the network.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Material => f.write_str(MATERIAL),
            Self::Nnue(network) => write!(f, "network {network}"),
        }
    }
}
