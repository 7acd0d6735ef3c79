//! Folders of games that are filled and interrupted.

use crate::datagen::sample::{contents, game, origin};
use crate::support::folder::Folder;
use crate::support::process::Program;
use compongo::datagen::shard::{self, Provenance};
use compongo::datagen::store::{self, Store, StoreError};
use compongo::datagen::{SelfplayGame, parallel};
use compongo::types::Rng;
use compongo::util::process_lock::ProcessLockError;
use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{env, fs, io, thread};

/// A game that is quickly made.
fn quick(number: u64) -> SelfplayGame {
    game(number, 20)
}

fn open(folder: &Path, games: std::ops::Range<u64>) -> Store {
    Store::open(folder, origin(), games).expect("a store")
}

fn fill(folder: &Path, games: std::ops::Range<u64>) {
    let mut store = open(folder, games);
    while store.count_missing() > 0 {
        let number = store.next();
        store.push(quick(number)).expect("written");
    }
    assert_eq!(store.missing().next(), None);
}

fn names(folder: &Folder) -> Vec<String> {
    let contents = contents(folder).into_iter();
    contents.map(|(name, _)| name).collect()
}

#[test]
fn games_come_in_shards() {
    let folder = Folder::new();
    fill(&folder, 100..9000);
    let names = names(&folder);
    assert_eq!(
        names,
        [
            "00000100-00004095.shard",
            "00004096-00008191.shard",
            "00008192-00008999.shard"
        ]
    );
    let mut number = 100;
    for name in names {
        let shard = shard::read(&folder.join(&name)).expect("a shard");
        assert_eq!(shard.header().first, number);
        for found in shard.games() {
            assert_eq!(found.expect("whole"), quick(number), "{number}");
            number += 1;
        }
    }
    assert_eq!(number, 9000);
    assert!(!folder.join("journal").exists());
    // Nothing is left to do, and nothing is done.
    let before = contents(&folder);
    fill(&folder, 100..9000);
    assert_eq!(contents(&folder), before);
}

#[test]
fn what_is_missing_is_found() {
    let folder = Folder::new();
    fill(&folder, 0..9000);
    let before = contents(&folder);
    folder.remove("00004096-00008191.shard");
    let store = open(&folder, 0..9000);
    assert!(store.missing().eq(4096..8192));
    assert_eq!(store.count_missing(), 4096);
    drop(store);
    fill(&folder, 0..9000);
    assert_eq!(contents(&folder), before);
}

#[test]
fn games_of_damaged_shards_are_played_again() {
    let folder = Folder::new();
    fill(&folder, 0..300);
    let before = contents(&folder);
    let (name, bytes) = &before[0];
    let mut flipped = bytes.clone();
    let last = flipped.len() - 1;
    flipped[last] ^= 1;
    for (damaged, fault) in [
        (&flipped[..], "damaged: the checksum does not match"),
        (&bytes[..last], "the file is truncated"),
    ] {
        let path = folder.write(name, damaged);
        let error = Store::open(&folder, origin(), 0..300).expect_err("a damaged block");
        let advice = "without this file, its games can be played again";
        let text = format!("{path}, block 2 (games 256 to 299): {fault}; {advice}");
        assert_eq!(error.to_string(), text);
        folder.remove(name);
        fill(&folder, 0..300);
        assert_eq!(contents(&folder), before);
    }
}

#[test]
fn another_range_keeps_the_games_of_the_journal() {
    let folder = Folder::new();
    let mut store = open(&folder, 0..1000);
    for number in 0..100 {
        store.push(quick(number)).expect("written");
    }
    store.flush().expect("written");
    drop(store);
    assert!(contents(&folder).is_empty());
    fill(&folder, 50..60);
    fill(&folder, 0..200);
    let names = names(&folder);
    assert_eq!(
        names,
        ["00000000-00000099.shard", "00000100-00000199.shard"]
    );
}

#[test]
fn a_shard_with_the_end_of_the_journal_leaves_its_beginning() {
    let other = Folder::new();
    fill(&other, 70..300);
    let folder = Folder::new();
    let mut store = open(&folder, 0..300);
    for number in 0..100 {
        store.push(quick(number)).expect("written");
    }
    store.flush().expect("written");
    drop(store);
    let name = "00000070-00000299.shard";
    fs::copy(other.join(name), folder.join(name)).expect("written");
    let store = open(&folder, 0..300);
    assert_eq!(store.count_missing(), 0);
    drop(store);
    assert_eq!(names(&folder), ["00000000-00000069.shard", name]);
}

#[test]
fn a_journal_may_be_cut_or_damaged_anywhere() {
    let whole = Folder::new();
    fill(&whole, 0..300);
    let folder = Folder::new();
    let journal = folder.join("journal");
    let mut store = open(&folder, 0..300);
    for number in 0..200 {
        store.push(quick(number)).expect("written");
    }
    drop(store);
    let bytes = fs::read(&journal).expect("a journal");
    let mut rng = Rng::new(5);
    let head = bytes
        .windows(2)
        .position(|pair| pair == b"}\n")
        .expect("a line")
        + 19;
    for round in 0..60 {
        let place = head + rng.below(bytes.len() - head);
        let mut torn = bytes.clone();
        if round % 2 == 0 {
            torn.truncate(place);
        } else {
            torn[place] ^= 1 << rng.below(8);
        }
        fs::write(&journal, &torn).expect("written");
        let next = open(&folder, 0..300).next();
        assert!([0, 64, 128].contains(&next), "{place}: {next}");
        fill(&folder, 0..300);
        assert_eq!(contents(&folder), contents(&whole), "{place}");
        folder.remove("00000000-00000299.shard");
    }
}

#[test]
fn games_of_another_kind_do_not_mix() {
    let folder = Folder::new();
    let refused = |other: Provenance, text: &str| match Store::open(&folder, other, 0..10) {
        Err(StoreError::OtherGames { difference, .. }) => assert_eq!(difference, text),
        other => panic!("{other:?}"),
    };
    let others = || {
        refused(
            Provenance {
                seed: 2,
                ..origin()
            },
            &format!("seed {}, not 2", u64::MAX),
        );
        refused(
            Provenance {
                nodes: 400,
                ..origin()
            },
            "nodes 500, not 400",
        );
        refused(
            Provenance {
                generation: 1,
                ..origin()
            },
            "generation 0, not 1",
        );
        let net = "other".to_owned();
        refused(
            Provenance { net, ..origin() },
            "evaluation material, not other",
        );
        let signature = shard::Checksum::of(&[b"other"]);
        let text = format!("build {}, not {signature}", origin().signature);
        refused(
            Provenance {
                signature,
                ..origin()
            },
            &text,
        );
    };
    drop(open(&folder, 0..10));
    assert!(folder.join("journal").exists());
    others();
    fill(&folder, 0..10);
    assert!(!folder.join("journal").exists());
    others();
}

#[test]
fn only_one_process_writes() {
    let folder = Folder::new();
    let store = open(&folder, 0..10);
    let error = Store::open(&folder, origin(), 0..10).expect_err("it is taken");
    assert!(
        matches!(error, StoreError::Lock(ProcessLockError::InUse(_))),
        "{error}"
    );
    drop(store);
    open(&folder, 0..10);
}

#[test]
fn foreign_files_are_refused() {
    let folder = Folder::new();
    folder.write("some.shard", "something");
    let error = Store::open(&folder, origin(), 0..10).expect_err("no shard");
    let text = format!(
        "{}: not a Compongo shard; without this file, its games can be played again",
        folder.join("some.shard").display()
    );
    assert_eq!(error.to_string(), text);
    folder.remove("some.shard");
    folder.write("journal", "something");
    let error = Store::open(&folder, origin(), 0..10).expect_err("no journal");
    assert!(
        error.to_string().contains("not a Compongo journal"),
        "{error}"
    );
}

#[test]
fn threads_make_no_difference() {
    let folders = [1, 2, 5].map(|threads| {
        let folder = Folder::new();
        let mut store = open(&folder, 0..700);
        let player = || {
            // Games end in another order than they begin in.
            Ok(|number: u64| {
                thread::sleep(Duration::from_micros(quick(number).plies.len() as u64 * 10));
                quick(number)
            })
        };
        let mut seen = 0;
        let stop = AtomicBool::new(false);
        parallel::fill(&mut store, threads, player, &stop, |_| seen += 1).expect("filled");
        assert_eq!(seen, 700);
        folder
    });
    let [one, two, five] = folders.each_ref().map(|folder| contents(folder));
    assert_eq!(one.len(), 1);
    assert_eq!(one, two);
    assert_eq!(one, five);
}

#[test]
fn an_interrupt_keeps_all_games() {
    let folder = Folder::new();
    let mut store = open(&folder, 0..1000);
    let stop = AtomicBool::new(false);
    let mut seen = 0;
    parallel::fill(
        &mut store,
        3,
        || Ok(quick),
        &stop,
        |_| {
            seen += 1;
            stop.store(seen >= 150, Ordering::Relaxed);
        },
    )
    .expect("filled");
    assert!((150..160).contains(&seen), "{seen}");
    drop(store);
    assert_eq!(open(&folder, 0..1000).next(), seen);
}

#[test]
fn players_who_cannot_start_end_it() {
    let stop = AtomicBool::new(false);
    let player = || Err::<fn(u64) -> SelfplayGame, _>(io::Error::other("no memory"));
    let take = |_, _| Ok::<_, Infallible>(());
    let error = parallel::play(0..100, 2, player, &stop, take).expect_err("no player");
    assert_eq!(error.to_string(), "a player cannot start: no memory");
}

/// Tells a child process where to write.
const PLACE: &str = "COMPONGO_TEST_DATAGEN";

/// Fills a folder that somebody else looks after.
#[test]
#[ignore = "a child process of a_killed_run_goes_on"]
fn child() {
    let folder = env::var_os(PLACE).expect("the folder");
    fill(&PathBuf::from(folder), 0..KILLED);
}

/// Three shards.
const KILLED: u64 = 10_000;

#[test]
fn a_killed_run_goes_on() {
    let whole = Folder::new();
    fill(&whole, 0..KILLED);
    let folder = Folder::new();
    let mut kills = 0;
    let mut before = 0;
    loop {
        let program = Program::ignored_test("datagen::folder::child").env(PLACE, &*folder);
        let mut running = program.silent().spawn();
        thread::sleep(Duration::from_millis(5 + 8 * kills));
        if let Some(status) = running.try_status() {
            assert!(status.success());
            break;
        }
        running.kill();
        kills += 1;
        // The lock died with the child.
        let left = open(&folder, 0..KILLED);
        assert!(left.next() >= before, "{} < {before}", left.next());
        before = left.next();
        assert!(kills < 1000, "it never ends");
    }
    assert!(kills >= 2, "it was too quick");
    assert_eq!(contents(&folder), contents(&whole));
}

#[test]
fn shards_of_other_machines_are_gathered() {
    let (one, two, all) = (Folder::new(), Folder::new(), Folder::new());
    fill(&one, 0..5000);
    fill(&two, 8192..9000);
    let from = |folders: &[&Folder]| -> Vec<PathBuf> {
        let shards = folders
            .iter()
            .map(|folder| store::shards(folder).expect("shards"));
        shards.flatten().collect()
    };
    let gather = |folders: &[&Folder]| store::gather(&all, &from(folders), Some(0..9000));
    let found = gather(&[&one, &two]).expect("all is well");
    assert_eq!((found.copied, found.present, found.games), (3, 0, 5808));
    let [missing] = &found.missing[..] else {
        panic!("{found:?}");
    };
    assert_eq!(missing, &(5000..8192));
    // What is missing comes later, two files of the same name among it; what is there stays.
    let (rest, other) = (Folder::new(), Folder::new());
    fill(&rest, 5000..6000);
    fill(&other, 6000..8192);
    let name = "some.shard";
    for folder in [&rest, &other] {
        let shards = store::shards(folder).expect("shards");
        let [shard] = &shards[..] else {
            panic!("{shards:?}");
        };
        fs::rename(shard, folder.join(name)).expect("renamed");
    }
    let found = gather(&[&one, &rest, &other]).expect("all is well");
    assert_eq!((found.copied, found.present, found.games), (2, 2, 9000));
    assert!(found.missing.is_empty());
    let whole = Folder::new();
    fill(&whole, 0..9000);
    let games = |folder: &Folder| -> Vec<SelfplayGame> {
        let shards = store::shards(folder).expect("shards");
        let games = shards.iter().flat_map(|path| {
            let shard = shard::read(path).expect("a shard");
            shard.games().collect::<Result<Vec<_>, _>>().expect("games")
        });
        games.collect()
    };
    assert_eq!(games(&all), games(&whole));
    // The first shard of `whole` is that of `one`, the second is not.
    let error = gather(&[&whole]).expect_err("games in common");
    assert!(matches!(error, StoreError::CommonGames { .. }), "{error}");
}

#[test]
fn shards_that_do_not_belong_together_are_not_gathered() {
    let (one, all) = (Folder::new(), Folder::new());
    fill(&one, 0..100);
    let mut shard = store::shards(&one).expect("shards");
    let other = Provenance {
        seed: 99,
        ..origin()
    };
    let path = one.join("00000100-00000199.shard");
    let games: Vec<SelfplayGame> = (100..200).map(quick).collect();
    fs::write(&path, shard::encode(&other, 100, &games)).expect("written");
    shard.push(path.clone());
    let error = store::gather(&all, &shard, None).expect_err("another seed");
    assert!(matches!(error, StoreError::OtherGames { .. }), "{error}");
    let mut bytes = shard::encode(&origin(), 100, &games);
    let last = bytes.len() - 20;
    bytes[last] ^= 1;
    fs::write(&path, bytes).expect("written");
    let error = store::gather(&all, &shard, None).expect_err("damaged");
    assert!(matches!(error, StoreError::Shard(_)), "{error}");
    assert!(store::shards(&all).expect("a folder").is_empty());
}
