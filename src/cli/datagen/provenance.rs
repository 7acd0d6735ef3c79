//! The provenance of self-play games: the evaluation and the program itself.

use super::DatagenArgs;
use crate::cli::output::CliError;
use crate::datagen::shard::Provenance;
use crate::datagen::{SelfplayConfig, SelfplayPlayer};
use crate::engine::fixed_depth::on_search_thread;
use crate::eval::Evaluation;
use std::io;

/// Loads the evaluation that `--net` names.
pub fn evaluation(args: &DatagenArgs) -> Result<Evaluation, CliError> {
    Evaluation::load(&args.net)
        .map_err(|error| CliError::at(format_args!("--net {}", args.net), error))
}

/// The provenance of games that this program plays with a configuration.
pub fn provenance(config: &SelfplayConfig) -> Result<Provenance, CliError> {
    let work = || -> io::Result<Provenance> {
        let mut player = SelfplayPlayer::new()?;
        Ok(Provenance::new(config, |config, number| {
            player.play(config, number)
        }))
    };
    let provenance = on_search_thread(work).flatten();
    provenance.map_err(|error| CliError::unusable(format_args!("cannot start a search: {error}")))
}
