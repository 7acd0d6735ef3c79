//! Damaged shards: no wrong game is read, and only damaged blocks are lost.

use crate::datagen::sample::{games, origin};
use crate::support::folder::Folder;
use compongo::datagen::SelfplayGame;
use compongo::datagen::shard::{self, BlockError, Checksum, HeaderError, Shard, ShardError};
use compongo::types::Rng;
use compongo::util::file::FileError;
use serde_json::{Value, json};
use std::fs;
use std::io;
use std::path::Path;

fn decode(bytes: &[u8]) -> Result<Vec<Result<SelfplayGame, ShardError>>, ShardError> {
    let shard = shard::decode(Path::new("test"), bytes.to_vec())?;
    Ok(shard.games().collect())
}

/// Where the blocks begin: after three lines.
fn head(bytes: &[u8]) -> usize {
    let ends = (0..bytes.len()).filter(|&index| bytes[index] == b'\n');
    ends.take(3).last().expect("three lines") + 1
}

/// A shard of two games with a changed header and a valid checksum.
fn with_header(change: impl Fn(&mut Value)) -> Result<Shard, ShardError> {
    let bytes = shard::encode(&origin(), 0, &games(0, 2));
    let (text, blocks) = bytes.split_at(head(&bytes));
    let mut lines = str::from_utf8(text).expect("text").lines();
    let magic = lines.next().expect("a magic");
    let mut header = serde_json::from_str(lines.next().expect("a header")).expect("JSON");
    change(&mut header);
    let text = format!("{magic}\n{header}\n");
    let checksum = Checksum::of(&[text.as_bytes()]);
    let changed = [format!("{text}{checksum}\n").as_bytes(), blocks].concat();
    shard::decode(Path::new("test"), changed)
}

#[test]
fn contradictory_headers_are_refused() {
    assert!(with_header(|_| {}).is_ok());
    for (pointer, value, error) in [
        ("/counts/games", json!(0), "no games"),
        ("/first", json!(u64::MAX), "the game numbers overflow"),
        (
            "/counts/white",
            json!(u32::MAX),
            "the results do not add up to the games",
        ),
        (
            "/blocks",
            json!([]),
            "the blocks do not add up to the games",
        ),
        (
            "/counts/plies",
            json!(u64::MAX),
            "more half-moves than the blocks can hold",
        ),
    ] {
        let changed =
            with_header(|header| *header.pointer_mut(pointer).expect("a field") = value.clone());
        let text = format!("test: its header is contradictory: {error}");
        assert_eq!(changed.expect_err("a contradiction").to_string(), text);
    }
    let empty_block = with_header(|header| {
        let blocks = header["blocks"].as_array_mut().expect("blocks");
        let mut empty = blocks[0].clone();
        empty["games"] = json!(0);
        blocks.push(empty);
    });
    let error = empty_block.expect_err("a contradiction").to_string();
    assert!(error.ends_with("a block without games"), "{error}");

    let bytes = |header: &Value| header["blocks"][0]["bytes"].as_u64().expect("a number");
    let long = with_header(|header| header["blocks"][0]["bytes"] = json!(u32::MAX));
    let error = long
        .expect("a header")
        .games()
        .next()
        .expect("a block")
        .expect_err("no games");
    assert_eq!(
        error.to_string(),
        "test, block 1 (games 0 to 1): the file is truncated"
    );
    let short = with_header(|header| header["blocks"][0]["bytes"] = json!(bytes(header) - 1));
    assert_eq!(
        short.expect_err("more").to_string(),
        "test: 1 bytes after the last block"
    );
}

#[test]
fn a_shard_may_end_anywhere() {
    let games = games(10, 3);
    let bytes = shard::encode(&origin(), 0, &games);
    let head = head(&bytes);
    for length in 0..bytes.len() {
        match decode(&bytes[..length]) {
            Err(ShardError::Header { fault, .. }) => {
                assert!(length < head, "{length}: {fault}");
                match fault {
                    HeaderError::Foreign("shard") => assert!(length < 15, "{length}"),
                    HeaderError::Damaged => assert!(length >= 15, "{length}"),
                    other => panic!("{length}: {other}"),
                }
            }
            Err(error) => panic!("{length}: {error}"),
            Ok(found) => {
                assert!(length >= head);
                let [Err(error)] = found.as_slice() else {
                    panic!("{length}: {found:?}");
                };
                let text = "test, block 1 (games 0 to 2): the file is truncated";
                assert_eq!(error.to_string(), text);
            }
        }
    }
}

#[test]
fn blocks_before_the_end_are_read() {
    let games = games(20, 600);
    let bytes = shard::encode(&origin(), 0, &games);
    let found = decode(&bytes[..bytes.len() - 1]).expect("a head");
    assert_eq!(found.len(), 513);
    for (found, game) in found.iter().zip(&games[..512]) {
        assert_eq!(found.as_ref().expect("whole"), game);
    }
    assert!(matches!(
        &found[512],
        Err(ShardError::Block { block: 3, games, fault: BlockError::CutShort, .. }) if *games == (512..600)
    ));
}

#[test]
fn every_bit_counts() {
    let games = games(30, 3);
    let bytes = shard::encode(&origin(), 0, &games);
    let head = head(&bytes);
    for place in 0..bytes.len() {
        for bit in 0..8 {
            let mut bytes = bytes.clone();
            bytes[place] ^= 1 << bit;
            match decode(&bytes) {
                Err(ShardError::Header { .. }) => assert!(place < head, "{place}"),
                Err(error) => panic!("{place}: {error}"),
                Ok(found) => {
                    assert!(place >= head, "{place}");
                    assert!(
                        matches!(
                            found.as_slice(),
                            [Err(ShardError::Block {
                                fault: BlockError::Checksum,
                                ..
                            })]
                        ),
                        "{place}: {found:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn one_bit_costs_one_block() {
    let games = games(40, 600);
    let bytes = shard::encode(&origin(), 1000, &games);
    let head = head(&bytes);
    let mut rng = Rng::new(1);
    for _ in 0..60 {
        let mut bytes = bytes.clone();
        let place = head + rng.below(bytes.len() - head);
        bytes[place] ^= 1 << rng.below(8);
        let found = decode(&bytes).expect("a head");
        let errors: Vec<_> = found
            .iter()
            .filter_map(|game| game.as_ref().err())
            .collect();
        let [
            ShardError::Block {
                games: lost, fault, ..
            },
        ] = errors.as_slice()
        else {
            panic!("{place}: {errors:?}");
        };
        assert_eq!(*fault, BlockError::Checksum);
        let whole = (1000..)
            .zip(&games)
            .filter(|(number, _)| !lost.contains(number));
        let found = found.iter().filter_map(|game| game.as_ref().ok());
        assert!(found.eq(whole.map(|(_, game)| game)), "{place}");
    }
}

#[test]
fn other_files_are_named_as_what_they_are() {
    let folder = Folder::new();
    let error = |bytes: &[u8]| {
        let path = folder.join("file");
        fs::write(&path, bytes).expect("written");
        let error = shard::read(&path).expect_err("no shard").to_string();
        let place = format!("{}: ", path.display());
        error.strip_prefix(&place).expect("the place").to_owned()
    };
    let bytes = shard::encode(&origin(), 0, &games(50, 1));
    let text = String::from_utf8_lossy(&bytes).into_owned();
    assert_eq!(error(b""), "not a Compongo shard");
    assert_eq!(error(&[0; 100]), "not a Compongo shard");
    assert_eq!(error(b"compongo journal 1\n{}\n"), "not a Compongo shard");
    assert_eq!(error(&text.as_bytes()[..30]), "its header is damaged");
    assert_eq!(
        error(text.replacen("shard 1\n", "shard 2\n", 1).as_bytes()),
        "format version 2 is not supported (this program reads version 1)"
    );
    assert_eq!(
        error(text.replacen("shard 1\n", "shard x\n", 1).as_bytes()),
        "its header is damaged"
    );
    assert_eq!(
        error(&[&bytes[..], b"more"].concat()),
        "4 bytes after the last block"
    );
    let long = [b"compongo shard 1\n{\"".to_vec(), vec![b' '; 3 << 20]].concat();
    assert_eq!(error(&long), "its header is damaged");
}

#[test]
fn what_is_no_file_is_not_read() {
    let folder = Folder::new();
    for path in [folder.to_owned(), "/dev/zero".into()] {
        match shard::read(&path) {
            Err(ShardError::File(FileError { error, .. })) => {
                assert_eq!(error.to_string(), "it is not a regular file");
            }
            other => panic!("{other:?}"),
        }
    }
    match shard::read(&folder.join("missing")) {
        Err(ShardError::File(FileError { error, .. })) => {
            assert_eq!(error.kind(), io::ErrorKind::NotFound);
        }
        other => panic!("{other:?}"),
    }
}
