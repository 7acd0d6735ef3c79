//! The files of a dataset, and what each of them holds.

use crate::datagen::shard::Checksum;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The number of bucket files.
pub const BUCKETS: usize = 256;

/// What a file of samples holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SampleFileEntry {
    pub samples: u64,
    pub checksum: Checksum,
}

pub(super) const VALIDATION: &str = "validation";

/// The prefix of the names of bucket files.
pub(super) const BUCKET: &str = "bucket-";

pub(super) fn bucket_path(folder: &Path, bucket: usize) -> PathBuf {
    folder.join(format!("{BUCKET}{bucket:03}"))
}
