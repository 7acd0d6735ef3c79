//! Parallel self-play.

use super::SelfplayGame;
use super::store::{Store, StoreError};
use crate::search;
use crate::util::parallel::{self, ParallelError};
use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

/// Plays games on several threads and passes them to `take` in the order in which they end.
///
/// Each thread creates a player with `player`. Games start in the order of their numbers. When `stop` is set, running
/// games are finished and no others start.
///
/// # Errors
/// No thread can be started, a player cannot be started, or `take` fails. Then no more games start, and running ones are
/// discarded.
pub fn play<P, E>(
    numbers: impl Iterator<Item = u64> + Send,
    threads: usize,
    player: impl Fn() -> io::Result<P> + Sync,
    stop: &AtomicBool,
    take: impl FnMut(u64, SelfplayGame) -> Result<(), E>,
) -> Result<(), ParallelError<E>>
where
    P: FnMut(u64) -> SelfplayGame,
{
    let player = || {
        let mut play = player()?;
        Ok(move |number| Some(play(number)))
    };
    let stopped = || stop.load(Ordering::Relaxed);
    let played = parallel::run(
        numbers,
        threads,
        search::thread_builder,
        player,
        stopped,
        take,
    );
    played.map_err(|error| match error {
        ParallelError::Worker(error) => {
            let problem = format!("a player cannot start: {error}");
            ParallelError::Worker(io::Error::other(problem))
        }
        refused @ ParallelError::Take(_) => refused,
    })
}

/// Plays the missing games of a store and adds them in order. `watch` sees each game as it ends.
///
/// # Errors
/// No thread can be started, a player cannot be started, or a game cannot be written. Games written so far are kept.
pub fn fill<P>(
    store: &mut Store,
    threads: usize,
    player: impl Fn() -> io::Result<P> + Sync,
    stop: &AtomicBool,
    mut watch: impl FnMut(&SelfplayGame),
) -> Result<(), ParallelError<StoreError>>
where
    P: FnMut(u64) -> SelfplayGame,
{
    // Games that wait for one with a lower number.
    let mut pending = BTreeMap::new();
    play(store.missing(), threads, player, stop, |number, game| {
        watch(&game);
        pending.insert(number, game);
        while let Some(game) = pending.remove(&store.next()) {
            store.push(game)?;
        }
        Ok(())
    })?;
    store.flush().map_err(ParallelError::Take)
}
