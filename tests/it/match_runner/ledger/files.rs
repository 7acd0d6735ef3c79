//! What is written, and when nothing is.

use crate::match_runner::ledger::sample::{
    assert_pgn, files, header, numbered, read, resume, settings, sheets,
};
use crate::support::folder::Folder;
use compongo::match_runner::ledger::{Ledger, LedgerError, LedgerHeader, LineFault, MatchFiles};
use compongo::match_runner::openings::OpeningText;
use compongo::match_runner::record::GameRecord;
use compongo::util::append_file::AppendError;
use compongo::util::json_lines::LineError;
use compongo::util::process_lock::ProcessLockError;
use std::fs;
use std::path::{Path, PathBuf};

fn records(numbers: &[u32]) -> Vec<GameRecord> {
    numbers.iter().map(|&number| numbered(number)).collect()
}

/// Begins a match and plays these games.
fn begin(files: &MatchFiles, numbers: &[u32]) {
    let mut ledger = Ledger::create(files, header()).expect("new files");
    for record in records(numbers) {
        ledger.append(&record).expect("a new game");
    }
}

/// What the files say, after a check that they say the same.
#[track_caller]
fn told(files: &MatchFiles) -> Vec<u32> {
    let (_, records) = read(&files.json).expect("a whole ledger");
    assert_pgn(files, &records);
    records.iter().map(|record| record.game).collect()
}

#[test]
fn a_match_is_written_down_and_resumed() {
    let folder = Folder::new();
    let files = files(&folder);
    let openings = Some(vec![OpeningText {
        fen: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".to_owned(),
        moves: vec!["e2e4".to_owned()],
    }]);
    let written = LedgerHeader::new(settings(), openings, 1_767_225_599_000);
    let mut ledger = Ledger::create(&files, written.clone()).expect("new files");
    assert_eq!(told(&files), [0; 0]);
    // Games end in any order.
    for number in [2, 1, 4] {
        ledger.append(&numbered(number)).expect("a new game");
    }
    assert_eq!(told(&files), [2, 1, 4]);
    drop(ledger);
    let (header, found, mut ledger) = resume(&files.json).expect("a ledger");
    assert_eq!(
        header.program,
        format!("compongo {}", env!("CARGO_PKG_VERSION"))
    );
    assert_eq!(
        (&header.settings, &header.openings),
        (&written.settings, &written.openings)
    );
    assert_eq!((header.version, header.began_ms), (2, 1_767_225_599_000));
    assert_eq!(header.pgn, files.pgn);
    assert_eq!(found, records(&[2, 1, 4]));
    ledger.append(&numbered(3)).expect("a new game");
    assert_eq!(told(&files), [2, 1, 4, 3]);
}

#[test]
fn a_match_needs_no_pgn() {
    let folder = Folder::new();
    let files = MatchFiles {
        pgn: None,
        ..files(&folder)
    };
    begin(&files, &[1, 2]);
    let (header, found, _) = resume(&files.json).expect("a ledger");
    assert_eq!((header.pgn, found), (None, records(&[1, 2])));
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1);
}

#[test]
fn both_files_may_move_together() {
    let folder = Folder::new();
    begin(&files(&folder), &[1]);
    let moved = Folder::new();
    for name in ["match.json", "match.pgn"] {
        fs::rename(folder.join(name), moved.join(name)).expect("a move");
    }
    let files = files(&moved);
    let (header, _, mut ledger) = resume(&files.json).expect("a ledger");
    assert_eq!(header.pgn, files.pgn);
    ledger.append(&numbered(2)).expect("a new game");
    assert_eq!(told(&files), [1, 2]);
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 0);
}

#[test]
fn a_pgn_elsewhere_is_found_again() {
    let (folder, other) = (Folder::new(), Folder::new());
    let files = MatchFiles {
        json: folder.join("a.json"),
        pgn: Some(other.join("b.pgn")),
    };
    begin(&files, &[1]);
    let (header, ..) = resume(&files.json).expect("a ledger");
    assert_eq!(header.pgn, files.pgn);
}

#[test]
fn nothing_is_overwritten() {
    let folder = Folder::new();
    let files = files(&folder);
    let pgn = files.pgn.clone().expect("a path");
    let continued = format!(
        "to continue an interrupted match, use --resume {}",
        files.json.display()
    );
    for (there, absent, advice) in [
        (&files.json, &pgn, continued.as_str()),
        // There is no ledger to be resumed.
        (&pgn, &files.json, "move it away, or choose another name"),
    ] {
        fs::write(there, "precious").expect("a file");
        let error = Ledger::create(&files, header()).expect_err("a file in the way");
        assert_eq!(
            error.to_string(),
            format!("{} already exists; {advice}", there.display())
        );
        assert_eq!(fs::read_to_string(there).expect("a file"), "precious");
        assert!(!absent.exists());
        fs::remove_file(there).expect("a file");
    }
    let nowhere = MatchFiles {
        json: folder.join("no/match.json"),
        pgn: None,
    };
    assert!(matches!(
        Ledger::create(&nowhere, header()),
        Err(LedgerError::Append(AppendError::File(_)))
    ));
    let half = MatchFiles {
        pgn: nowhere
            .pgn
            .or(Some(PathBuf::from("/no/such/folder/match.pgn"))),
        ..files
    };
    assert!(matches!(
        Ledger::create(&half, header()),
        Err(LedgerError::Append(AppendError::File(_)))
    ));
    assert!(!half.json.exists());
}

#[test]
fn a_match_is_played_by_one_process() {
    let folder = Folder::new();
    let files = files(&folder);
    let ledger = Ledger::create(&files, header()).expect("new files");
    let error = resume(&files.json).expect_err("the file is locked");
    assert!(matches!(
        &error,
        LedgerError::Append(AppendError::Lock(ProcessLockError::InUse(path))) if *path == files.json
    ));
    assert!(
        error
            .to_string()
            .ends_with("is being written by another process")
    );
    // To look is allowed.
    assert_eq!(told(&files), [0; 0]);
    drop(ledger);
    let (.., first) = resume(&files.json).expect("a ledger");
    assert!(resume(&files.json).is_err());
    drop(first);
    assert!(resume(&files.json).is_ok());
}

#[test]
fn a_game_is_recorded_once() {
    let folder = Folder::new();
    let files = files(&folder);
    begin(&files, &[1, 2]);
    let (.., mut ledger) = resume(&files.json).expect("a ledger");
    for _ in 0..2 {
        let error = ledger.append(&numbered(2)).expect_err("a game twice");
        assert_eq!(error.to_string(), "game 2 is recorded already");
    }
    let mut foreign = numbered(3);
    foreign.white = 7;
    let error = ledger.append(&foreign).expect_err("no game of this match");
    assert!(matches!(error, LedgerError::Record { game: 3, .. }));
    foreign.white = 0;
    ledger.append(&foreign).expect("a new game");
    assert_eq!(told(&files), [1, 2, 3]);
}

#[test]
fn a_pgn_that_is_something_else_is_left_alone() {
    let folder = Folder::new();
    let files = files(&folder);
    let path = files.pgn.clone().expect("a path");
    begin(&files, &[]);
    let other_game = sheets(&[numbered(9)]);
    for content in ["my notes".to_owned(), other_game.repeat(2)] {
        fs::write(&path, &content).expect("a file");
        let error = resume(&files.json).expect_err("another file");
        assert!(
            matches!(&error, LedgerError::OtherPgn(found) if *found == path),
            "{error}"
        );
        assert_eq!(fs::read_to_string(&path).expect("a file"), content);
    }
    fs::remove_file(&path).expect("a file");
    let (.., mut ledger) = resume(&files.json).expect("a ledger");
    ledger.append(&numbered(1)).expect("a new game");
    drop(ledger);
    let whole = fs::read_to_string(&path).expect("a file");
    let content = whole.clone() + "[Event \"My analysis\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n";
    fs::write(&path, &content).expect("a file");
    assert!(matches!(resume(&files.json), Err(LedgerError::OtherPgn(_))));
    assert_eq!(fs::read_to_string(&path).expect("a file"), content);
    let content = whole.replace("Qh4#", "Qh5#");
    fs::write(&path, &content).expect("a file");
    assert!(matches!(resume(&files.json), Err(LedgerError::OtherPgn(_))));
    assert_eq!(fs::read_to_string(&path).expect("a file"), content);
}

/// The error of a ledger with these lines.
#[track_caller]
fn error(path: &Path, lines: &[&str]) -> (usize, LineFault) {
    let text: String = lines.iter().flat_map(|line| [*line, "\n"]).collect();
    fs::write(path, &text).expect("a file");
    let found = read(path).expect_err("a faulty ledger");
    let resumed = resume(path).expect_err("a faulty ledger");
    assert_eq!(found.to_string(), resumed.to_string());
    assert_eq!(
        fs::read_to_string(path).expect("a file"),
        text,
        "nothing is changed"
    );
    match found {
        LedgerError::Line { line, fault, .. } => (line, fault),
        other => panic!("{other}"),
    }
}

/// A line without its checksum.
fn unchecked(line: &str) -> String {
    let (rest, _) = line.split_once(",\"check\":").expect("a checksum");
    format!("{rest}}}")
}

/// The header of a ledger before checksums.
fn version_1(header: &str) -> String {
    unchecked(header).replacen("\"version\":2,", "\"version\":1,", 1)
}

#[test]
fn a_ledger_without_checksums_goes_on() {
    let folder = Folder::new();
    let files = files(&folder);
    begin(&files, &[2, 1]);
    let text = fs::read_to_string(&files.json).expect("a file");
    let mut old = version_1(text.lines().next().expect("a header")) + "\n";
    text.lines()
        .skip(1)
        .for_each(|line| old += &(unchecked(line) + "\n"));
    fs::write(&files.json, &old).expect("a file");
    let (header, found, mut ledger) = resume(&files.json).expect("a ledger");
    assert_eq!((header.version, found), (1, records(&[2, 1])));
    ledger.append(&numbered(3)).expect("a new game");
    drop(ledger);
    assert_eq!(told(&files), [2, 1, 3]);
    // What is added has a checksum, which counts.
    let text = fs::read_to_string(&files.json).expect("a file");
    let last = text.lines().last().expect("a game");
    let damaged = last.replace("\"used_us\":49900", "\"used_us\":49901");
    fs::write(&files.json, text.replace(last, &damaged)).expect("a file");
    let error = read(&files.json).expect_err("a damaged line");
    assert!(
        error
            .to_string()
            .ends_with("line 4: damaged: the checksum does not match"),
        "{error}"
    );
}

#[test]
fn faults_are_named_with_their_lines() {
    let folder = Folder::new();
    let files = MatchFiles {
        pgn: None,
        ..files(&folder)
    };
    begin(&files, &[1, 2, 3]);
    let text = fs::read_to_string(&files.json).expect("a file");
    let lines: Vec<&str> = text.lines().collect();
    let [header, one, two, three] = lines[..] else {
        panic!("{text}")
    };
    let path = &files.json;

    fs::write(path, &header[..50]).expect("a file");
    let torn = read(path).expect_err("half a header");
    assert!(
        torn.to_string()
            .contains("line 1: the header is incomplete"),
        "{torn}"
    );

    let (line, fault) = error(path, &[header, one, &two[..40], three]);
    assert!(matches!(
        (line, fault),
        (3, LineFault::Line(LineError::Json { .. }))
    ));
    let (line, fault) = error(path, &[header, one, "", three]);
    assert!(matches!(
        (line, fault),
        (3, LineFault::Line(LineError::Json { .. }))
    ));
    let (line, fault) = error(path, &[header, one, two, one]);
    assert!(matches!((line, fault), (4, LineFault::Duplicate(1))));
    let later = header.replacen("\"version\":2,", "\"version\":3,\"more\":0,", 1);
    let (line, fault) = error(path, &[&later, one]);
    assert_eq!(line, 1);
    assert_eq!(
        fault.to_string(),
        "version 3 of the format is not supported, only versions 1 to 2"
    );
    let (line, fault) = error(path, &[one, two]);
    assert!(matches!(
        (line, fault),
        (1, LineFault::Line(LineError::Json { .. }))
    ));
    // A change of a value is found as well.
    let changed = header.replace("\"Old\"", "\"New\"");
    assert!(matches!(
        error(path, &[&changed, one]),
        (1, LineFault::Line(LineError::Check))
    ));
    let changed = two.replace("\"used_us\":49900", "\"used_us\":49901");
    assert!(matches!(
        error(path, &[header, &changed]),
        (2, LineFault::Line(LineError::Check))
    ));
    assert!(matches!(
        error(path, &[header, &unchecked(two)]),
        (2, LineFault::Line(LineError::NoCheck))
    ));
    assert!(matches!(
        error(path, &[&unchecked(header), two]),
        (1, LineFault::Line(LineError::NoCheck))
    ));
    let (line, fault) = error(
        path,
        &[&version_1(&header.replace("\"Old\"", "\"New\"")), one],
    );
    assert!(matches!((line, fault), (1, LineFault::MatchSettings(_))));
    // The last line is JSON, so it was not torn.
    let (line, fault) = error(path, &[header, one, "{}"]);
    assert!(matches!(
        (line, fault),
        (3, LineFault::Line(LineError::Json { .. }))
    ));
    let other = unchecked(&one.replace("\"black\":1", "\"black\":2"));
    let (line, fault) = error(path, &[&version_1(header), &other]);
    assert!(matches!((line, fault), (2, LineFault::Record(_))));
    let (line, fault) = error(path, &[header, one, &"x".repeat(17 << 20)]);
    assert!(matches!(
        (line, fault),
        (3, LineFault::Line(LineError::TooLong))
    ));
}
