//! What determines games of self-play: the evaluation, the endgame tables, and the program itself.

use super::DatagenArgs;
use crate::cli::output::CliError;
use crate::datagen::shard::Provenance;
use crate::datagen::tables::EndgameTables;
use crate::datagen::{SelfplayConfig, SelfplayPlayer};
use crate::eval::Evaluation;
use crate::search;
use std::sync::Arc;
use std::thread;

/// Loads the evaluation that `--net` names.
///
/// # Errors
/// The file is not that of a network.
pub fn evaluation(args: &DatagenArgs) -> Result<Evaluation, CliError> {
    Evaluation::load(&args.net)
        .map_err(|error| CliError::at(format_args!("--net {}", args.net), error))
}

/// Loads or generates the tables that `--tables` names.
///
/// # Errors
/// The tables cannot be kept in their file.
pub fn tables(args: &DatagenArgs) -> Result<Option<Arc<EndgameTables>>, CliError> {
    let tables = args
        .tables
        .as_deref()
        .map(EndgameTables::cached)
        .transpose();
    let tables = tables.map_err(|error| CliError::unusable(format_args!("--tables {error}")))?;
    Ok(tables.map(Arc::new))
}

/// The origin of the games of a recipe, as this program plays them.
///
/// # Errors
/// The system has no thread or no memory for a player.
pub fn origin(recipe: &SelfplayConfig) -> Result<Provenance, CliError> {
    let wrong = |error| CliError::unusable(format_args!("cannot start a search: {error}"));
    thread::scope(|scope| {
        let work = || {
            let mut player = SelfplayPlayer::new()?;
            Ok(Provenance::new(recipe, |recipe, number| {
                player.play(recipe, number)
            }))
        };
        let thread = search::thread_builder()
            .spawn_scoped(scope, work)
            .map_err(wrong)?;
        match thread.join() {
            Ok(origin) => origin.map_err(wrong),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}
