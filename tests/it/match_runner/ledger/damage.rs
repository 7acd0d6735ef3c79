//! Files that were cut or damaged.

use crate::match_runner::ledger::sample::{
    assert_pgn, files, header, numbered, read, resume, sheets,
};
use crate::support::folder::Folder;
use compongo::match_runner::ledger::{Ledger, MatchFiles};
use compongo::match_runner::record::GameRecord;
use proptest::prelude::*;
use proptest::sample::Index;
use std::fs;

/// A match of some games: its JSON, its PGN, and its records.
fn written(games: u32) -> (Vec<u8>, Vec<u8>, Vec<GameRecord>) {
    let folder = Folder::new();
    let files = files(&folder);
    let mut ledger = Ledger::create(&files, header()).expect("new files");
    let records: Vec<GameRecord> = (1..=games).map(numbered).collect();
    for record in &records {
        ledger.append(record).expect("a new game");
    }
    let read = |path| fs::read(path).expect("a file");
    (
        read(&files.json),
        read(&files.pgn.expect("a path")),
        records,
    )
}

fn write(files: &MatchFiles, json: &[u8], pgn: Option<&[u8]>) {
    fs::write(&files.json, json).expect("a file");
    let path = files.pgn.as_ref().expect("a path");
    match pgn {
        Some(pgn) => fs::write(path, pgn).expect("a file"),
        None => drop(fs::remove_file(path)),
    }
}

/// Resumes a match of which so many games must be left, and sees that the files say the same and that it goes on.
#[track_caller]
fn goes_on(files: &MatchFiles, records: &[GameRecord]) {
    let (_, found, mut ledger) = resume(&files.json).expect("a ledger");
    assert_eq!(found, records);
    let next = numbered(1000);
    ledger.append(&next).expect("a new game");
    let all: Vec<GameRecord> = records.iter().chain([&next]).cloned().collect();
    assert_eq!(read(&files.json).expect("a ledger").1, all);
    assert_pgn(files, &all);
}

#[test]
fn a_ledger_cut_anywhere_in_its_last_lines_goes_on() {
    let (json, pgn, records) = written(3);
    let ends: Vec<usize> = (0..json.len())
        .filter(|&at| json[at] == b'\n')
        .map(|at| at + 1)
        .collect();
    let folder = Folder::new();
    let files = files(&folder);
    for length in ends[1]..=json.len() {
        // The PGN is written first: it may have a game more, or a piece of it.
        let games = ends.iter().filter(|&&end| end <= length).count() - 1;
        let end = sheets(&records[..(games + 1).min(3)]).len();
        write(&files, &json[..length], Some(&pgn[..end]));
        goes_on(&files, &records[..games]);
    }
}

#[test]
fn a_pgn_cut_anywhere_is_completed() {
    let (json, pgn, records) = written(3);
    let folder = Folder::new();
    let files = files(&folder);
    for length in (0..pgn.len()).step_by(37) {
        write(&files, &json, Some(&pgn[..length]));
        goes_on(&files, &records);
    }
    write(&files, &json, None);
    goes_on(&files, &records);
}

/// A power cut may leave the length of a file, but zeros instead of blocks.
#[test]
fn zeros_in_a_pgn_are_replaced() {
    let (json, pgn, records) = written(3);
    let folder = Folder::new();
    let files = files(&folder);
    let header = json.iter().position(|&byte| byte == b'\n').expect("a line") + 1;
    for start in (0..pgn.len()).step_by(37) {
        for end in [start + 100, pgn.len()] {
            let mut torn = pgn.clone();
            torn[start..end.min(pgn.len())].fill(0);
            write(&files, &json, Some(&torn));
            goes_on(&files, &records);
        }
    }
    // Zeros of a game that is not in the ledger.
    let begin = b"[Event \"";
    let mut windows = pgn.windows(begin.len()).skip(1);
    let one = windows.position(|window| window == begin).expect("games") + 1;
    for start in [0, 3, 8, 20, one - 1] {
        let mut torn = pgn[..one].to_vec();
        torn[start..].fill(0);
        write(&files, &json[..header], Some(&torn));
        goes_on(&files, &[]);
    }
}

#[test]
fn what_a_failing_disk_leaves_at_the_end_is_cut() {
    let (json, pgn, records) = written(2);
    let folder = Folder::new();
    let files = files(&folder);
    for rest in ["\0\0\0", "\0\0\0\n", "{\"game\":3,\n", "{\"game\":3", "\n"] {
        let torn = [json.as_slice(), rest.as_bytes()].concat();
        write(&files, &torn, Some(&pgn));
        goes_on(&files, &records);
    }
}

#[test]
fn a_ledger_without_games_goes_on() {
    let (json, pgn, _) = written(1);
    let folder = Folder::new();
    let files = files(&folder);
    let header = json.iter().position(|&byte| byte == b'\n').expect("a line") + 1;
    for length in [0, 1, 8, pgn.len() / 2, pgn.len()] {
        write(&files, &json[..header], Some(&pgn[..length]));
        goes_on(&files, &[]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Whatever is put in and left out: an error that is readable, or a ledger that goes on and says the same in both
    /// files.
    #[test]
    fn random_damage_never_panics(
        in_json in any::<bool>(),
        damages in prop::collection::vec(
            (any::<Index>(), 0..40_usize, prop::collection::vec(any::<u8>(), 0..10)),
            1..4,
        ),
    ) {
        let (mut json, mut pgn, _) = written(3);
        let damaged = if in_json { &mut json } else { &mut pgn };
        for (at, length, instead) in damages {
            let start = at.index(damaged.len() + 1);
            let end = (start + length).min(damaged.len());
            damaged.splice(start..end, instead);
        }
        let folder = Folder::new();
        let files = files(&folder);
        write(&files, &json, Some(&pgn));
        let read = read(&files.json);
        match resume(&files.json) {
            Ok((header, found, ledger)) => {
                drop(ledger);
                prop_assert_eq!(&read.expect("it can be resumed").1, &found);
                let (again, same, _) = resume(&files.json).expect("it was mended");
                prop_assert_eq!((again, same), (header, found));
            }
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }

    #[test]
    fn random_files_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let folder = Folder::new();
        let files = files(&folder);
        write(&files, &bytes, Some(&bytes));
        prop_assert!(read(&files.json).is_err());
        prop_assert!(resume(&files.json).is_err());
        prop_assert_eq!(fs::read(&files.json).expect("a file"), bytes);
    }
}
