//! Files that are no tables, or are so no more: a message, and they are not used.

use super::{FOLDER, copies, table};
use crate::support::folder::Folder;
use crate::support::position::board;
use compongo::syzygy::Tablebase;
use compongo::types::Rng;
use std::fs::{self, OpenOptions};

const QUEEN_ROOK: &str = "8/8/8/8/8/3k4/4r3/K6Q w - - 0 1";

fn open(folder: &Folder) -> (Tablebase, Vec<String>) {
    let (tables, problems) = Tablebase::open(folder.to_str().expect("a path"));
    let problems = problems.iter().map(ToString::to_string).collect();
    (tables, problems)
}

#[test]
fn what_is_no_table_gets_one_message_each() {
    let folder = Folder::new();
    let truncated = &table("KQvK.rtbw")[..100];
    for (name, content, why) in [
        ("KQvK.rtbw", truncated, "is truncated or damaged"),
        ("KRvK.rtbw", b"".as_slice(), "is not a Syzygy table"),
        ("KBvK.rtbw", b"something else", "is not a Syzygy table"),
        ("KNvK.rtbz", &table("KNvK.rtbw"), "is not a Syzygy table"),
    ] {
        let path = folder.write(name, content);
        let (tables, problems) = open(&folder);
        assert_eq!(problems, [format!("'{path}': {why}")]);
        assert_eq!(tables.count().max_pieces, 0);
        fs::remove_file(path).expect("our file");
    }
    fs::create_dir(folder.join("KQvKR.rtbw")).expect("a new folder");
    assert!(open(&folder).1[0].ends_with("KQvKR.rtbw': is not a file"));
}

#[test]
fn a_folder_that_cannot_be_read_gets_one_message() {
    let list = std::env::join_paths(["/missing", FOLDER]).expect("paths");
    let (tables, problems) = Tablebase::open(list.to_str().expect("text"));
    assert_eq!(problems.len(), 1);
    assert!(problems[0].to_string().starts_with("'/missing': "));
    assert_eq!(tables.count().wdl, 14);
    let file = format!("{FOLDER}/KQvK.rtbw");
    assert_eq!(Tablebase::open(&file).1.len(), 1, "a file is no folder");
}

#[test]
fn a_truncated_table_of_a_plausible_length_fails_once_and_is_given_up() {
    let folder = copies(&["KQvK.rtbw", "KRvK.rtbw"]);
    let path = folder.write("KQvKR.rtbw", &table("KQvKR.rtbw")[..64 * 3 + 16]);
    let (tables, problems) = open(&folder);
    assert!(problems.is_empty());
    for round in 0..3 {
        assert_eq!(tables.probe_wdl(&board(QUEEN_ROOK)), None);
        let failures = tables.take_failures();
        assert_eq!(failures.len(), usize::from(round == 0), "{failures:?}");
        for failure in failures {
            assert_eq!(
                failure.to_string(),
                format!("'{path}': is truncated or damaged")
            );
        }
    }
    let queen = board("8/8/8/8/8/3k4/8/K6Q w - - 0 1");
    assert!(tables.probe_wdl(&queen).is_some(), "the others are used");
}

#[test]
fn tables_that_vanish_or_shrink_under_way_do_no_harm() {
    let folder = copies(&["KQvK.rtbw", "KRvK.rtbw", "KQvKR.rtbw", "KQvKR.rtbz"]);
    let (tables, _) = open(&folder);
    let (queen_rook, lone_queen) = (board(QUEEN_ROOK), board("8/8/8/8/8/3k4/8/K6Q w - - 0 1"));
    // Opened and never seen again.
    assert!(tables.probe_wdl(&queen_rook).is_some());
    for name in ["KQvKR.rtbw", "KQvKR.rtbz"] {
        folder.remove(name);
    }
    assert!(tables.probe_wdl(&queen_rook).is_some());
    assert_eq!(tables.probe_dtz(&queen_rook), None, "not opened in time");
    assert_eq!(tables.take_failures().len(), 1);
    // Emptied while it is open.
    assert!(tables.probe_wdl(&lone_queen).is_some());
    for name in ["KQvK.rtbw", "KRvK.rtbw"] {
        let file = OpenOptions::new().write(true).open(folder.join(name));
        file.and_then(|file| file.set_len(16)).expect("our file");
    }
    tables.probe_wdl(&lone_queen);
    tables.probe_wdl(&queen_rook);
}

#[test]
fn damaged_bytes_never_end_the_program() {
    let mut rng = Rng::new(1);
    let positions = [
        QUEEN_ROOK,
        "8/8/8/8/8/3k4/4r3/K6Q b - - 0 1",
        "8/8/4k3/8/2K5/8/8/7R w - - 0 1",
        "8/8/4k3/8/2K5/8/4P3/7R w - - 0 1",
        "8/8/4k3/8/2K5/8/4P3/8 b - - 0 1",
    ]
    .map(board);
    let names = [
        "KQvKR.rtbw",
        "KQvKR.rtbz",
        "KQvK.rtbw",
        "KRvK.rtbw",
        "KRvK.rtbz",
        "KRPvK.rtbw",
        "KRPvK.rtbz",
        "KPvK.rtbw",
        "KPvK.rtbz",
    ];
    let originals = names.map(table);
    for _ in 0..40 {
        let folder = Folder::new();
        for (name, original) in names.iter().zip(&originals) {
            let mut damaged = original.clone();
            // Mostly in the header; the first four bytes are looked at before.
            let area = if rng.below(3) == 0 {
                damaged.len()
            } else {
                200
            };
            for _ in 0..=rng.below(5) {
                damaged[4 + rng.below(area - 4)] = rng.below(256) as u8;
            }
            folder.write(name, damaged);
        }
        let (tables, _) = open(&folder);
        for board in &positions {
            // Any answer will do.
            tables.probe_wdl(board);
            tables.probe_dtz(board);
        }
    }
}
