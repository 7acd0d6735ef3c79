//! Any bytes as the checkpoint of a training run: it is refused, or is written and read again.

use compongo::nnue::{Sha256Digest, Shape};
use compongo::train::checkpoint::{load, save};
use compongo::train::model::TrainModel;
use std::fs;

/// The start of a checkpoint.
const MAGIC: &[u8] = b"CMPGTRN\x01";

/// Panics if something is wrong.
pub fn check(bytes: &[u8]) {
    check_file(bytes);
    check_file(&sealed(bytes));
}

fn check_file(bytes: &[u8]) {
    let folder = tempfile::tempdir().expect("a folder");
    let training = ["recipe".to_owned(), "dataset".to_owned()];
    fs::write(folder.path().join("checkpoint-000000001"), bytes).expect("it is written");
    if let Ok(Some(state)) = load(folder.path(), &training, shape()) {
        let again = tempfile::tempdir().expect("a folder");
        save(again.path(), &training, &state).expect("it is written");
        let again = load(again.path(), &training, shape()).expect("what was written is whole");
        // Not the state itself, for a weight that is not a number differs from itself.
        assert_eq!(format!("{again:?}"), format!("{:?}", Some(state)));
    }
}

fn shape() -> Shape {
    Shape::new(16, 1).expect("a known shape")
}

/// A file of the right length with the right checksum: the bytes up to the first zero are the JSON, the rest is repeated as
/// weights.
fn sealed(bytes: &[u8]) -> Vec<u8> {
    let end = bytes.iter().position(|&byte| byte == 0);
    let (json, weights) = bytes.split_at(end.unwrap_or(bytes.len()));
    let weights = if weights.is_empty() { &[0] } else { weights };
    let mut file = MAGIC.to_vec();
    file.extend((json.len() as u64).to_le_bytes());
    file.extend(json);
    // Four lists of rows of sixteen numbers of four bytes.
    let length = 4 * TrainModel::zero(shape()).rows().len() * 16 * 4;
    file.extend(weights.iter().cycle().take(length));
    file.extend(Sha256Digest::of(&file).0);
    file
}
