//! Export of games to other formats.

use super::{shard_error, shards};
use crate::cli::game_file::check_output;
use crate::cli::output::{CliError, FAILURE, OK, eprint, print};
use crate::datagen::export::viriformat;
use crate::datagen::shard;
use crate::util::file;
use crate::util::format::counted;
use crate::util::pack::PackedFile;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Writes the games of shards to a file. The exit code is 1 if a shard is damaged.
pub fn run(paths: &[PathBuf], format: &Path, file: &Path) -> Result<u8, CliError> {
    if format != Path::new("viri") {
        return Err(CliError::at(
            format.display(),
            "unknown format; the only one is viri",
        ));
    }
    let paths = shards(paths)?;
    check_output(&paths, "--export viri", file)?;
    let at = |error: io::Error| CliError::failure(format_args!("{}: {error}", file.display()));
    let mut out = BufWriter::new(PackedFile::create(file).map_err(at)?);
    let (mut games, mut code) = (0_u64, OK);
    for path in paths {
        let shard = shard::read(&path).map_err(|error| shard_error(&error, &error))?;
        for game in shard.games() {
            match game {
                Ok(game) => {
                    out.write_all(&viriformat(&game)).map_err(at)?;
                    games += 1;
                }
                Err(error) => {
                    eprint(error);
                    code = FAILURE;
                }
            }
        }
    }
    if games == 0 && code == FAILURE {
        // An earlier file stays.
        return Ok(code);
    }
    let written = out.into_inner().map_err(io::Error::from);
    written.and_then(PackedFile::finish).map_err(at)?;
    // Text would damage games that go to standard output.
    if !file::is_stream(file) {
        let games = counted(games, "game");
        print(format_args!("{games} written to {}", file.display()));
    }
    Ok(code)
}
