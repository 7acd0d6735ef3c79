//! Plays the games of a generation.

use super::display::DatagenDisplay;
use super::provenance::{evaluation, provenance};
use super::{DatagenArgs, shard_error};
use crate::cli::output::{CliError, FAILURE, INTERRUPTED, OK, eprint, print};
use crate::cli::progress::stop_on_interrupt;
use crate::datagen::store::{Store, StoreError};
use crate::datagen::{SelfplayConfig, SelfplayPlayer, parallel};
use crate::util::format::counted;
use std::path::Path;
use std::sync::atomic::Ordering;

/// Plays the games that are missing in the folder.
pub fn run(args: &DatagenArgs, folder: &Path) -> Result<u8, CliError> {
    let needed = |name: &str| CliError::unusable(format_args!("--{name} is missing"));
    let games = args.games.clone().ok_or_else(|| needed("games"))?;
    let evaluation = evaluation(args)?;
    let config = SelfplayConfig {
        generation: args.generation.ok_or_else(|| needed("generation"))?,
        evaluation,
        seed: args.seed.ok_or_else(|| needed("seed"))?,
        nodes: args.nodes.ok_or_else(|| needed("nodes"))?,
    };
    let provenance = provenance(&config)?;
    print(format_args!(
        "{} plays games {} to {} of generation {} with {}, seed {}, {} nodes a move; build {}",
        provenance.program,
        games.start,
        games.end - 1,
        provenance.generation,
        provenance.net,
        provenance.seed,
        provenance.nodes,
        provenance.signature
    ));
    let opened = Store::open(folder, provenance, games.clone());
    let mut store = opened.map_err(|error| match &error {
        StoreError::Shard(cause) => shard_error(cause, &error),
        _ => CliError::unusable(&error),
    })?;
    let missing = store.count_missing();
    let (threads, there) = (args.threads(), games.end - games.start - missing);
    print(format_args!(
        "{}: {} there, {missing} to be played, {threads} at a time",
        folder.display(),
        counted(there, "game")
    ));

    let mut display = DatagenDisplay::new(there, missing);
    let stop = stop_on_interrupt(display.bar(), "stopping after the games in progress");
    let player = || {
        let mut player = SelfplayPlayer::new()?;
        let config = &config;
        Ok(move |number| player.play(config, number))
    };
    let filled = parallel::fill(&mut store, threads, player, &stop, |game| display.add(game));
    print(display.close());
    if let Err(error) = filled {
        eprint(error);
        return Ok(FAILURE);
    }
    if store.count_missing() > 0 {
        print("Run the same command again to continue.");
    }
    Ok(if stop.load(Ordering::Relaxed) {
        INTERRUPTED
    } else {
        OK
    })
}
