//! Parallel self-play.

use super::SelfplayGame;
use super::store::{Store, StoreError};
use crate::search;
use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

/// Why games could not be played.
#[derive(Debug, thiserror::Error)]
pub enum SelfplayError<E> {
    /// A thread cannot be started, or its player has no memory.
    #[error("a player cannot start: {0}")]
    Player(io::Error),
    /// A game cannot be taken.
    #[error(transparent)]
    Sink(E),
}

/// Plays games on several threads and passes them to `take` in the order in which they end.
///
/// Each thread makes a player with `player`. Games start in the order of their numbers. When `stop` is set, running
/// games are finished and no other starts.
///
/// # Errors
/// A thread or player cannot be started, or `take` fails: then no more games start and running ones are discarded.
pub fn play<P, E>(
    numbers: impl Iterator<Item = u64> + Send,
    threads: usize,
    player: impl Fn() -> io::Result<P> + Sync,
    stop: &AtomicBool,
    mut take: impl FnMut(u64, SelfplayGame) -> Result<(), E>,
) -> Result<(), SelfplayError<E>>
where
    P: FnMut(u64) -> SelfplayGame,
{
    let numbers = Mutex::new(numbers);
    let next = || {
        let going = !stop.load(Ordering::Relaxed);
        let mut numbers = numbers.lock().unwrap_or_else(PoisonError::into_inner);
        going.then(|| numbers.next()).flatten()
    };
    thread::scope(|scope| {
        let (games, played) = mpsc::sync_channel(threads);
        for _ in 0..threads {
            let games = games.clone();
            let (player, next) = (&player, &next);
            let work = move || play_some(&games, player, next);
            let started = search::thread_builder().spawn_scoped(scope, work);
            started.map_err(SelfplayError::Player)?;
        }
        drop(games);
        // Returning pending drops the receiver, which ends the threads.
        for game in played {
            let (number, game) = game.map_err(SelfplayError::Player)?;
            take(number, game).map_err(SelfplayError::Sink)?;
        }
        Ok(())
    })
}

type Played = io::Result<(u64, SelfplayGame)>;

fn play_some<P: FnMut(u64) -> SelfplayGame>(
    games: &mpsc::SyncSender<Played>,
    player: impl Fn() -> io::Result<P>,
    next: impl Fn() -> Option<u64>,
) {
    let mut play = match player() {
        Ok(play) => play,
        Err(error) => {
            // The receiver may be gone after an earlier error.
            let _ = games.send(Err(error));
            return;
        }
    };
    while let Some(number) = next() {
        if games.send(Ok((number, play(number)))).is_err() {
            return;
        }
    }
}

/// Plays the missing games of a store and adds them in order. `watch` sees each game as it ends.
///
/// # Errors
/// A thread or player cannot be started, or a game cannot be written. Games written so far are kept.
pub fn fill<P>(
    store: &mut Store,
    threads: usize,
    player: impl Fn() -> io::Result<P> + Sync,
    stop: &AtomicBool,
    mut watch: impl FnMut(&SelfplayGame),
) -> Result<(), SelfplayError<StoreError>>
where
    P: FnMut(u64) -> SelfplayGame,
{
    // Games waiting for one with a lower number.
    let mut pending = BTreeMap::new();
    play(store.missing(), threads, player, stop, |number, game| {
        watch(&game);
        pending.insert(number, game);
        while let Some(game) = pending.remove(&store.next()) {
            store.push(game)?;
        }
        Ok(())
    })?;
    store.flush().map_err(SelfplayError::Sink)
}
