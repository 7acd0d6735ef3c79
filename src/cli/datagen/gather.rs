//! Gathering shards in one folder.

use super::{DatagenArgs, shard_error, shards};
use crate::cli::output::{CliError, FAILURE, OK, print};
use crate::datagen::store::{self, StoreError};
use crate::util::format::counted;
use std::path::Path;

/// Copies shards into a folder and names the missing games. The exit code is 1 if there are any.
pub fn run(args: &DatagenArgs, folder: &Path) -> Result<u8, CliError> {
    let gathered =
        store::gather(folder, &shards(&args.shards)?, args.games.clone()).map_err(|error| {
            match &error {
                StoreError::Shard(cause) => shard_error(cause, &error),
                StoreError::File(copy) if copy.path.parent() == Some(folder) => {
                    CliError::failure(&error)
                }
                _ => CliError::unusable(error),
            }
        })?;
    print(format_args!(
        "{}: {} copied, {} already there; {}",
        folder.display(),
        counted(gathered.copied, "shard"),
        gathered.present,
        counted(gathered.games, "game")
    ));
    for games in &gathered.missing {
        print(format_args!(
            "missing: games {} to {}",
            games.start,
            games.end - 1
        ));
    }
    Ok(if gathered.missing.is_empty() {
        OK
    } else {
        FAILURE
    })
}
