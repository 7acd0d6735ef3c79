//! The provenance of self-play games: the evaluation and the program itself.

use super::DatagenArgs;
use crate::cli::output::CliError;
use crate::datagen::shard::Provenance;
use crate::datagen::{SelfplayConfig, SelfplayPlayer};
use crate::eval::Evaluation;
use crate::search;
use std::thread;

/// Loads the evaluation that `--net` names.
///
/// # Errors
/// The file is not a network.
pub fn evaluation(args: &DatagenArgs) -> Result<Evaluation, CliError> {
    Evaluation::load(&args.net)
        .map_err(|error| CliError::at(format_args!("--net {}", args.net), error))
}

/// The provenance of games that this program plays with a configuration.
///
/// # Errors
/// The system cannot provide a thread or memory for a search.
pub fn provenance(config: &SelfplayConfig) -> Result<Provenance, CliError> {
    let wrong = |error| CliError::unusable(format_args!("cannot start a search: {error}"));
    thread::scope(|scope| {
        let work = || {
            let mut player = SelfplayPlayer::new()?;
            Ok(Provenance::new(config, |config, number| {
                player.play(config, number)
            }))
        };
        let thread = search::thread_builder()
            .spawn_scoped(scope, work)
            .map_err(wrong)?;
        match thread.join() {
            Ok(provenance) => provenance.map_err(wrong),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}
