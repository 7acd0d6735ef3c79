//! Checkpoints: the state of a training run, to resume from.
//!
//! A file holds magic bytes, the length of a JSON header, the header, the weights with moments and averages as
//! little-endian numbers, and the SHA-256 of all that. It is replaced atomically and the previous one is kept, so one
//! intact file always exists.

use super::TrainError;
use super::loss_curve::LossCurve;
use super::model::{F32x16, LANES, TrainModel};
use super::optimiser::Optimiser;
use crate::nnue::{Sha256Digest, Shape};
use crate::util::file::{self, FileError};
use crate::util::input;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};

/// The state of a training run between two steps.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainState {
    /// The weights after the last step.
    pub model: TrainModel,
    /// Moments, moving average and number of steps.
    pub optimiser: Optimiser,
    /// The loss curve so far.
    pub curve: LossCurve,
    /// Seconds of training.
    pub seconds: f64,
}

/// The magic bytes; the last one is the version.
const MAGIC: &[u8; 8] = b"CMPGTRN\x01";
const DIGEST: usize = 32;
/// The prefix of file names; the number of steps follows.
const NAME: &str = "checkpoint-";
/// The longest file, in bytes: four lists of the parameters of the largest network.
const MAX_LENGTH: u64 = 256 << 20;
/// How many checkpoints are kept.
const KEPT: usize = 2;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CheckpointHeader {
    /// The digests of the recipe and of the dataset.
    training: [String; 2],
    steps: u64,
    seconds: f64,
    curve: LossCurve,
}

/// Writes a checkpoint of the training run with these digests of recipe and dataset, and removes old checkpoints.
///
/// # Errors
/// A file cannot be written or removed.
pub fn save(folder: &Path, training: &[String; 2], state: &TrainState) -> Result<(), TrainError> {
    let head = CheckpointHeader {
        training: training.clone(),
        steps: state.optimiser.steps,
        seconds: state.seconds,
        curve: state.curve.clone(),
    };
    let head = serde_json::to_vec(&head).expect("plain numbers and texts are JSON");
    let mut bytes = MAGIC.to_vec();
    bytes.extend((head.len() as u64).to_le_bytes());
    bytes.extend(head);
    let optimiser = &state.optimiser;
    for rows in [
        state.model.rows(),
        optimiser.first.as_slice(),
        optimiser.second.as_slice(),
        optimiser.average.rows(),
    ] {
        let numbers = rows.iter().flat_map(|row| row.0);
        bytes.extend(numbers.flat_map(f32::to_le_bytes));
    }
    bytes.extend(Sha256Digest::of(&bytes).0);
    let path = folder.join(format!("{NAME}{:09}", state.optimiser.steps));
    file::replace(&path, &bytes)?;
    for old in paths(folder)?.iter().rev().skip(KEPT) {
        fs::remove_file(old).map_err(FileError::at(old))?;
    }
    Ok(())
}

/// The latest state of a training run in a folder; `None` if there is none.
///
/// # Errors
/// All checkpoints are damaged, or the latest intact one belongs to another recipe or dataset.
pub fn load(
    folder: &Path,
    training: &[String; 2],
    shape: Shape,
) -> Result<Option<TrainState>, TrainError> {
    let mut damaged = None;
    for path in paths(folder)?.into_iter().rev() {
        let bytes = input::read(&path, MAX_LENGTH).map_err(FileError::at(&path))?;
        match decode(&bytes, shape) {
            Some((head, state)) if head.training == *training => return Ok(Some(state)),
            Some(_) => {
                return Err(TrainError::Conflict {
                    path,
                    what: "belongs to another recipe or to other shards",
                });
            }
            None => damaged = Some(path),
        }
    }
    damaged.map_or(Ok(None), |path| {
        Err(TrainError::Conflict {
            path,
            what: "is damaged or has another shape",
        })
    })
}

/// Removes all checkpoints.
///
/// # Errors
/// A file cannot be removed.
pub fn remove(folder: &Path) -> Result<(), TrainError> {
    Ok(file::remove_all(&paths(folder)?)?)
}

/// Removes checkpoints that a killed training has not finished.
///
/// # Errors
/// A file cannot be removed.
pub fn remove_unfinished(folder: &Path) -> Result<(), TrainError> {
    Ok(file::remove_unfinished(folder, |name| {
        name.to_string_lossy().starts_with(NAME)
    })?)
}

fn decode(bytes: &[u8], shape: Shape) -> Option<(CheckpointHeader, TrainState)> {
    let (content, digest) = bytes.split_at_checked(bytes.len().checked_sub(DIGEST)?)?;
    if Sha256Digest::of(content).0 != digest {
        return None;
    }
    let (length, rest) = content.strip_prefix(MAGIC)?.split_first_chunk()?;
    let (head, rest) = rest.split_at_checked(u64::from_le_bytes(*length) as usize)?;
    let head: CheckpointHeader = serde_json::from_slice(head).ok()?;
    let (numbers, []) = rest.as_chunks() else {
        return None;
    };
    let numbers: Vec<f32> = numbers
        .iter()
        .map(|&four| f32::from_le_bytes(four))
        .collect();
    let (rows, []) = numbers.as_chunks::<LANES>() else {
        return None;
    };
    let count = TrainModel::zero(shape).rows().len();
    if rows.len() != 4 * count {
        return None;
    }
    let mut lists = rows
        .chunks_exact(count)
        .map(|rows| rows.iter().map(|&row| F32x16(row)).collect::<Vec<_>>());
    let mut next = || lists.next();
    let state = TrainState {
        model: TrainModel::from_rows(shape, next()?)?,
        optimiser: Optimiser {
            steps: head.steps,
            first: next()?,
            second: next()?,
            average: TrainModel::from_rows(shape, next()?)?,
        },
        curve: head.curve.clone(),
        seconds: head.seconds,
    };
    Some((head, state))
}

/// The checkpoints in a folder, oldest first.
fn paths(folder: &Path) -> Result<Vec<PathBuf>, FileError> {
    file::list(folder, |name| {
        let number = name.strip_prefix(NAME);
        number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(shape: Shape, steps: u64) -> TrainState {
        let model = TrainModel::random(shape, steps);
        let mut optimiser = Optimiser::new(&TrainModel::random(shape, 7));
        optimiser.steps = steps;
        optimiser.first[3].0[2] = 0.1;
        TrainState {
            model,
            optimiser,
            curve: LossCurve::default(),
            seconds: 2.5,
        }
    }

    #[test]
    fn the_latest_whole_checkpoint_is_found() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        let shape = Shape::new(16, 8).expect("a known shape");
        let training = ["recipe".to_owned(), "set".to_owned()];
        let load = || load(folder, &training, shape);
        assert_eq!(load().expect("nothing"), None);
        for steps in [5, 100, 20_000] {
            save(folder, &training, &state(shape, steps)).expect("it is written");
        }
        let names = |paths: Vec<PathBuf>| paths.len();
        assert_eq!(names(paths(folder).expect("a folder")), KEPT);
        assert_eq!(load().expect("whole"), Some(state(shape, 20_000)));

        let latest = folder.join("checkpoint-000020000");
        let mut bytes = fs::read(&latest).expect("it is there");
        bytes[1000] ^= 1;
        fs::write(&latest, &bytes).expect("it is written");
        assert_eq!(load().expect("the other one"), Some(state(shape, 100)));

        let other = ["another".to_owned(), "set".to_owned()];
        assert!(super::load(folder, &other, shape).is_err());
        let larger = Shape::new(32, 8).expect("a known shape");
        assert!(super::load(folder, &training, larger).is_err());
        remove(folder).expect("they are removed");
        assert_eq!(load().expect("nothing"), None);
        assert_eq!(fs::read_dir(folder).expect("it is ours").count(), 0);
    }
}
