//! Full disks and sudden ends. Ignored tests of this program, started as child processes, play the matches.

use crate::match_runner::ledger::sample::{
    agreed, assert_pgn, files, header, numbered, read, resume,
};
use crate::support::folder::Folder;
use crate::support::process::Program;
use compongo::board::fen::STARTPOS;
use compongo::match_runner::ledger::{Ledger, LedgerError};
use compongo::util::append_file::AppendError;
use compongo::util::file::FileError;
use std::path::PathBuf;
use std::time::Duration;
use std::{env, fs, io, thread};

/// Tells a child process where to write.
const PLACE: &str = "COMPONGO_TEST_LEDGER";
/// Tells it what is long in its games.
const LONG: &str = "COMPONGO_TEST_LONG";

fn place() -> PathBuf {
    env::var_os(PLACE).expect("the folder").into()
}

/// An ignored test of this file.
fn child(test: &str) -> Program {
    Program::ignored_test(&format!("match_runner::ledger::disk::{test}"))
}

/// Plays a match until a file can grow no more, then sees that nothing of the last game is left.
///
/// A limit on the size of files stands for the full disk: the write that crosses it is cut short, the next one fails.
#[test]
#[ignore = "a child process of a_full_disk_takes_nothing_away"]
fn fill() {
    let files = files(&place());
    let pgn = files.pgn.as_ref().expect("a path");
    let long_moves = env::var_os(LONG).expect("what is long") == "moves";
    let mut ledger = Ledger::create(&files, header()).expect("new files");
    let sizes = || [&files.json, pgn].map(|path| fs::metadata(path).expect("a file").len());
    for number in 1..1000 {
        let before = sizes();
        let mut record = numbered(number);
        if long_moves {
            let moves = "g1f3 g8f6 f3g1 f6g8 ".repeat(20);
            record.moves = agreed(STARTPOS, &moves).moves;
        } else {
            record.end.text = "It was a long game. ".repeat(20);
        }
        if let Err(error) = ledger.append(&record) {
            // Moves are longer in the JSON, sentences in the PGN.
            let full = if long_moves { &files.json } else { pgn };
            assert!(
                matches!(
                    &error,
                    LedgerError::Append(AppendError::File(FileError { path, error }))
                        if path == full && error.kind() == io::ErrorKind::FileTooLarge
                ),
                "{error}"
            );
            assert_eq!(sizes(), before);
            assert!(ledger.append(&record).is_err(), "it is still full");
            assert_eq!(sizes(), before);
            return;
        }
    }
    panic!("the limit has no effect");
}

#[test]
fn a_full_disk_takes_nothing_away() {
    for long in ["moves", "sentences"] {
        let folder = Folder::new();
        let fill = child("fill").after("trap '' XFSZ; ulimit -f 80");
        fill.env(PLACE, &*folder).env(LONG, long).run().exits(0);
        let files = files(&folder);
        let (_, records, mut ledger) = resume(&files.json).expect("a ledger");
        assert!(records.len() > 3);
        let next = numbered(1000);
        ledger.append(&next).expect("there is room again");
        let (_, found) = read(&files.json).expect("a ledger");
        assert_eq!(found.len(), records.len() + 1);
        assert_pgn(&files, &found);
    }
}

/// Plays a match that somebody else ends.
#[test]
#[ignore = "a child process of killed_again_and_again_a_match_goes_on"]
fn play_on() {
    let (_, records, mut ledger) = resume(&files(&place()).json).expect("a ledger");
    let first = records.len() as u32 + 1;
    for number in first..first + 10_000 {
        ledger.append(&numbered(number)).expect("a new game");
    }
}

#[test]
fn killed_again_and_again_a_match_goes_on() {
    let folder = Folder::new();
    let files = files(&folder);
    drop(Ledger::create(&files, header()).expect("new files"));
    let games = || read(&files.json).expect("a ledger").1.len();
    for round in 1..=8 {
        let before = games();
        let mut running = child("play_on").env(PLACE, &*folder).silent().spawn();
        while games() < before + 5 {
            assert!(running.try_status().is_none(), "it ended by itself");
            thread::sleep(Duration::from_micros(300 * round));
        }
        assert!(matches!(
            resume(&files.json),
            Err(LedgerError::Append(AppendError::Lock(_)))
        ));
        drop(running);
        let (_, records, _) = resume(&files.json).expect("a ledger");
        assert!(records.len() >= before + 5);
        assert_pgn(&files, &records);
    }
}
