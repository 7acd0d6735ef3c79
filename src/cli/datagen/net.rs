//! What games are played with.

use super::{Args, Mistake};
use crate::datagen::shard::Origin;
use crate::datagen::tables::Tables;
use crate::datagen::{Player, Recipe};
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
pub fn tables(args: &Args) -> Result<Option<Arc<Tables>>, Mistake> {
    let tables = args.tables.as_deref().map(Tables::cached).transpose();
    let tables = tables.map_err(|error| Mistake(format!("--tables {error}")))?;
    Ok(tables.map(Arc::new))
}

/// The origin of the games of a recipe, as this program plays them.
///
/// # Errors
/// The system has no thread or no memory for a player.
pub fn origin(recipe: &Recipe) -> Result<Origin, Mistake> {
    let wrong = |error| Mistake(format!("a player cannot start: {error}"));
    thread::scope(|scope| {
        let work = || {
            let mut player = Player::new()?;
            Ok(Origin::new(recipe, |recipe, number| {
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
