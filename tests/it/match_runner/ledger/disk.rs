//! Full disks and sudden ends, played by this program itself as a child process.

use crate::match_runner::ledger::sample::{files, game, header, numbered, read, resume, settings};
use crate::support::folder::Folder;
use compongo::board::fen::STARTPOS;
use compongo::laws::outcome::{OutcomeKind, Points};
use compongo::match_runner::ledger::{Ledger, LedgerError};
use compongo::match_runner::pgn::pgn;
use compongo::match_runner::record::TerminationKind;
use compongo::util::append_file::AppendError;
use compongo::util::file::FileError;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use std::{env, fs, io, thread};

/// Tells a child process where to write.
const PLACE: &str = "COMPONGO_TEST_LEDGER";
/// Tells it what is long in its games.
const LONG: &str = "COMPONGO_TEST_LONG";

fn place() -> Option<PathBuf> {
    env::var_os(PLACE).map(PathBuf::from)
}

/// A command that runs one test of this program, with what a shell does before.
fn child(test: &str, before: &str, folder: &Path) -> Command {
    let mut command = Command::new("sh");
    let exe = env::current_exe().expect("a program");
    command
        .arg("-c")
        .arg(format!("{before}exec \"$0\" --exact {test} --nocapture"))
        .arg(exe);
    command.env(PLACE, folder).stdout(Stdio::null());
    command
}

/// Plays a match until a file can grow no more, then sees that nothing of the last game is left.
///
/// A limit on the size of files stands for the full disk: the write that crosses it is cut short, the next one fails.
#[test]
fn fill() {
    let Some(folder) = place() else { return };
    let files = files(&folder);
    let pgn = files.pgn.as_ref().expect("a path");
    let long_moves = env::var_os(LONG).expect("what is long") == "moves";
    let mut ledger = Ledger::create(&files, header()).expect("new files");
    let sizes = || [&files.json, pgn].map(|path| fs::metadata(path).expect("a file").len());
    for number in 1..1000 {
        let before = sizes();
        let mut record = numbered(number);
        if long_moves {
            let moves = "g1f3 g8f6 f3g1 f6g8 ".repeat(20);
            record.moves = game(
                STARTPOS,
                &moves,
                Points::DRAW,
                TerminationKind::Laws(OutcomeKind::Agreement),
            )
            .moves;
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

#[cfg(unix)]
#[test]
fn a_full_disk_takes_nothing_away() {
    for long in ["moves", "sentences"] {
        let folder = Folder::new();
        let mut command = child(
            "match_runner::ledger::disk::fill",
            "ulimit -f 80; trap '' XFSZ; ",
            &folder,
        );
        let status = command.env(LONG, long).status().expect("a shell");
        assert!(status.success(), "{long}: {status}");
        let files = files(&folder);
        let (_, records, mut ledger) = resume(&files.json).expect("a ledger");
        assert!(records.len() > 3);
        let next = numbered(1000);
        ledger.append(&next).expect("there is room again");
        let (_, found) = read(&files.json).expect("a ledger");
        assert_eq!(found.len(), records.len() + 1);
        let text = fs::read_to_string(files.pgn.expect("a path")).expect("a file");
        let sheets = found
            .iter()
            .map(|record| pgn(&settings(), record).expect("a game"));
        assert_eq!(text, sheets.collect::<String>());
    }
}

/// A child process that does not outlive the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Plays a match that somebody else ends.
#[test]
fn play_on() {
    let Some(folder) = place() else { return };
    let (_, records, mut ledger) = resume(&files(&folder).json).expect("a ledger");
    let first = records.len() as u32 + 1;
    for number in first..first + 10_000 {
        ledger.append(&numbered(number)).expect("a new game");
    }
}

#[cfg(unix)]
#[test]
fn killed_again_and_again_a_match_goes_on() {
    let folder = Folder::new();
    let files = files(&folder);
    drop(Ledger::create(&files, header()).expect("new files"));
    let games = || read(&files.json).expect("a ledger").1.len();
    for round in 1..=8 {
        let before = games();
        let child = child("match_runner::ledger::disk::play_on", "", &folder).spawn();
        let mut running = Running(child.expect("a shell"));
        while games() < before + 5 {
            assert!(
                running.0.try_wait().expect("a child").is_none(),
                "it ended by itself"
            );
            thread::sleep(Duration::from_micros(300 * round));
        }
        assert!(matches!(
            resume(&files.json),
            Err(LedgerError::Append(AppendError::Lock(_)))
        ));
        drop(running);
        let (_, records, _) = resume(&files.json).expect("a ledger");
        assert!(records.len() >= before + 5);
        let text = fs::read_to_string(files.pgn.as_ref().expect("a path")).expect("a file");
        let sheets = records
            .iter()
            .map(|record| pgn(&settings(), record).expect("a game"));
        assert_eq!(text, sheets.collect::<String>());
    }
}
