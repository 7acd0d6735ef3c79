//! Endgame tables in a file: loading is faster than generating.

use super::material::MaterialSignature;
use super::retrograde::TableValue;
use super::{EndgameTables, MAX_PIECES};
use crate::util::file;
use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

/// The magic bytes.
const MAGIC: &[u8; 16] = b"Compongo tables1";
/// The length of the digest that follows.
const DIGEST: usize = 32;

/// Why tables cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {source}")]
pub struct TableFileError {
    path: String,
    source: io::Error,
}

impl EndgameTables {
    /// Loads tables from a file. If it does not exist or is damaged, the tables are generated and written to it.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn cached(path: &Path) -> Result<Self, TableFileError> {
        Self::cached_up_to(MAX_PIECES, path)
    }

    fn cached_up_to(pieces: u32, path: &Path) -> Result<Self, TableFileError> {
        if let Some(tables) = read(pieces, path) {
            return Ok(tables);
        }
        let tables = Self::solve(pieces);
        tables.write(path).map_err(|source| TableFileError {
            path: path.display().to_string(),
            source,
        })?;
        Ok(tables)
    }

    /// The values of all material signatures in file order.
    fn bytes(&self) -> impl Iterator<Item = Vec<u8>> {
        let materials = MaterialSignature::all().into_iter();
        materials.map(|material| {
            let values = self.values[material.number()].iter();
            values.map(|value| value.cast_unsigned()).collect()
        })
    }

    fn write(&self, path: &Path) -> io::Result<()> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let digest = self
            .bytes()
            .fold(Sha256::new(), Sha256::chain_update)
            .finalize();
        file::replace_with(path, |file| {
            file.write_all(MAGIC)?;
            file.write_all(&digest)?;
            self.bytes().try_for_each(|bytes| file.write_all(&bytes))
        })
    }
}

/// Loads tables of at most `pieces` pieces, if the file is intact.
fn read(pieces: u32, path: &Path) -> Option<EndgameTables> {
    let mut file = File::open(path).ok()?;
    let mut head = [0; MAGIC.len() + DIGEST];
    file.read_exact(&mut head).ok()?;
    let (magic, digest) = head.split_at(MAGIC.len());
    if magic != MAGIC {
        return None;
    }
    let mut tables = EndgameTables::empty();
    let mut sum = Sha256::new();
    for material in MaterialSignature::up_to(pieces) {
        let mut bytes = vec![0; material.size()];
        file.read_exact(&mut bytes).ok()?;
        sum.update(&bytes);
        let values: Vec<TableValue> = bytes.into_iter().map(u8::cast_signed).collect();
        tables.values[material.number()] = values.into_boxed_slice();
    }
    (sum.finalize().as_slice() == digest).then_some(tables)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_kept_and_damage_is_noticed() {
        let folder = tempfile::tempdir().expect("a folder");
        // The folder does not exist yet.
        let folder = folder.path().join("new");
        let path = folder.join("tables");
        let solved = EndgameTables::cached_up_to(3, &path).expect("a file");
        let kept = read(3, &path).expect("just written");
        assert!(solved.values == kept.values);
        let mut bytes = fs::read(&path).expect("the file");
        for place in [0, 20, 5_000, bytes.len() - 1] {
            bytes[place] ^= 1;
            fs::write(&path, &bytes).expect("a file");
            assert!(read(3, &path).is_none(), "byte {place}");
            bytes[place] ^= 1;
        }
        fs::write(&path, &bytes[..bytes.len() - 1]).expect("a file");
        let again = EndgameTables::cached_up_to(3, &path).expect("a file");
        assert!(again.values == kept.values);
        assert_eq!(fs::read(&path).expect("the file"), bytes);
        // Not a file.
        assert!(EndgameTables::cached_up_to(3, &folder).is_err());
    }
}
