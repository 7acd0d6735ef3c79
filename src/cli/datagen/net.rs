//! What games are played with.

use super::{Args, Mistake};
use crate::datagen::shard::Provenance;
use crate::datagen::tables::EndgameTables;
use crate::datagen::{SelfplayConfig, SelfplayPlayer};
use crate::eval::Evaluation;
use crate::search;
use std::sync::Arc;
use std::thread;

/// The evaluation that the arguments ask for.
///
/// # Errors
/// The file is not that of a network.
pub fn evaluation(args: &Args) -> Result<Evaluation, Mistake> {
    Evaluation::load(&args.net).map_err(|error| Mistake(format!("--net {}: {error}", args.net)))
}

/// The tables that the arguments ask for, if they do.
///
/// # Errors
/// The tables cannot be kept in their file.
pub fn tables(args: &Args) -> Result<Option<Arc<EndgameTables>>, Mistake> {
    let tables = args
        .tables
        .as_deref()
        .map(EndgameTables::cached)
        .transpose();
    let tables = tables.map_err(|error| Mistake(format!("--tables {error}")))?;
    Ok(tables.map(Arc::new))
}

/// The origin of the games of a recipe, as this program plays them.
///
/// # Errors
/// The system has no thread or no memory for a player.
pub fn origin(recipe: &SelfplayConfig) -> Result<Provenance, Mistake> {
    let wrong = |error| Mistake(format!("a player cannot start: {error}"));
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
