//! Many games played at the same time.

use super::SelfplayGame;
use super::store::{Store, StoreError};
use crate::search;
use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

/// Why games are not played to the end.
#[derive(Debug, thiserror::Error)]
pub enum SelfplayError<E> {
    /// A thread cannot be started, or a player cannot be had.
    #[error("a player cannot start: {0}")]
    Player(io::Error),
    /// Somebody who takes the games has had enough.
    #[error(transparent)]
    Taker(E),
}

/// Plays games on so many threads, and hands them over in the order in which they end.
///
/// Each thread has a `player` of its own, made on it, that plays the game with a number. With `stop`, the games under way
/// are played to their end, and no other begins; games begin in the order of their numbers.
///
/// # Errors
/// Threads or players cannot be had, or `take` fails: then nothing more begins, and what is under way is lost.
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
        // When this returns early nobody receives any more, and the players go home.
        for game in played {
            let (number, game) = game.map_err(SelfplayError::Player)?;
            take(number, game).map_err(SelfplayError::Taker)?;
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
            // Somebody else's complaint may have come first.
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

/// Plays the games that are missing in a store and puts them there in their order. `watch` sees each game as it ends.
///
/// # Errors
/// Threads or players cannot be had, or a game cannot be written. What was written stays.
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
    // Games that ended before one with a lower number did.
    let mut early = BTreeMap::new();
    play(store.missing(), threads, player, stop, |number, game| {
        watch(&game);
        early.insert(number, game);
        while let Some(game) = early.remove(&store.next()) {
            store.push(game)?;
        }
        Ok(())
    })?;
    store.flush().map_err(SelfplayError::Taker)
}
