//! Playing the games of a generation.

use super::net::{evaluation, origin, tables};
use super::view::View;
use super::{Args, FAULT, Mistake, complain, say};
use crate::cli::interrupt::{INTERRUPTED, stop_on_interrupt};
use crate::datagen::store::Store;
use crate::datagen::{SelfplayConfig, SelfplayPlayer, run};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Plays what is missing in the folder.
///
/// # Errors
/// The folder cannot be used.
pub fn run(args: &Args, folder: &Path) -> Result<u8, Mistake> {
    let needed = |name: &str| Mistake(format!("--{name} is missing"));
    let games = args.games.clone().ok_or_else(|| needed("games"))?;
    let evaluation = evaluation(args)?;
    let recipe = SelfplayConfig {
        generation: args.generation.ok_or_else(|| needed("generation"))?,
        net: evaluation.to_string(),
        evaluation,
        seed: args.seed.ok_or_else(|| needed("seed"))?,
        nodes: args.nodes.ok_or_else(|| needed("nodes"))?,
        tables: tables(args)?,
    };
    let origin = origin(&recipe)?;
    say(&format_args!(
        "{} plays games {} to {} of generation {} with {}, seed {}, {} nodes a move; build {}",
        origin.program,
        games.start,
        games.end - 1,
        origin.generation,
        origin.net,
        origin.seed,
        origin.nodes,
        origin.signature
    ));
    let mut store =
        Store::open(folder, origin, games.clone()).map_err(|error| Mistake(error.to_string()))?;
    let missing = store.count_missing();
    let (threads, there) = (args.threads(), games.end - games.start - missing);
    say(&format_args!(
        "{there} games are in {}, {missing} are to be played, {threads} at a time",
        folder.display()
    ));

    let mut view = View::new(there, missing);
    let stop = Arc::new(AtomicBool::new(false));
    if let Err(error) = stop_on_interrupt(
        &stop,
        view.bar(),
        "stopping when the games under way have ended",
    ) {
        complain(&error);
    }
    let player = || {
        let mut player = SelfplayPlayer::new()?;
        let recipe = &recipe;
        Ok(move |number| player.play(recipe, number))
    };
    let filled = run::fill(&mut store, threads, player, &stop, |game| view.take(game));
    say(&view.close());
    if let Err(error) = filled {
        complain(&error);
        return Ok(FAULT);
    }
    if store.count_missing() > 0 {
        say(&"The same command goes on.");
    }
    Ok(if stop.load(Ordering::Relaxed) {
        INTERRUPTED
    } else {
        0
    })
}
