//! Compressed files are read like plain ones, and written if their names say so.

use super::matches::{duel, games, play};
use crate::support::damage::{damaged, damages};
use crate::support::folder::Folder;
use crate::support::process::{Outcome, Program, run};
use compongo::util::unpack::unpack;
use flate2::Compression;
use flate2::write::GzEncoder;
use proptest::prelude::*;
use std::fs;
use std::io::{Cursor, Read, Write};
use std::path::Path;

/// The endings of the files in the folder of test data, and the names of their formats. The files were made by the
/// programs of these names.
const FORMATS: [(&str, &str); 4] = [
    ("gz", "gzip"),
    ("zst", "zstd"),
    ("bz2", "bzip2"),
    ("xz", "xz"),
];

fn data(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/compressed");
    fs::read(folder.join(name)).expect("a file of the test data")
}

fn plain() -> Vec<u8> {
    data("games.pgn")
}

fn packed(ending: &str) -> Vec<u8> {
    data(&format!("games.pgn.{ending}"))
}

fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    let written = encoder.write_all(text.as_bytes());
    written.expect("memory can be written to");
    encoder.finish().expect("memory can be written to")
}

/// The judge's reports on standard input.
#[track_caller]
fn judge(input: impl AsRef<[u8]>) -> Outcome {
    let program = Program::with(["judge", "-", "--json"]);
    program.input(input).run()
}

#[test]
fn every_format_is_read_like_the_plain_file() {
    let folder = Folder::new();
    let reports = |bytes: &[u8]| {
        // The name says nothing about the format.
        let path = folder.write("games", bytes);
        let of_file = run(["judge", &path, "--json"]).only_out(1);
        [of_file, judge(bytes).only_out(1)]
    };
    let expected = reports(&plain());
    assert_eq!(expected[0].lines().count(), 3);
    for (ending, name) in FORMATS {
        assert_eq!(reports(&packed(ending)), expected, "{name}");
    }
}

#[test]
fn several_compressed_files_in_one_are_read_one_after_the_other() {
    let expected = judge(plain().repeat(3)).only_out(1);
    assert_eq!(expected.lines().count(), 9);
    for (ending, name) in FORMATS {
        assert_eq!(judge(packed(ending).repeat(3)).out, expected, "{name}");
    }
    // The frames that zstd skips, as pzstd writes them before each block.
    let skipped = [0x50, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, b'[', b'E', b'v'];
    let file = [&skipped[..], &packed("zst")].concat();
    assert_eq!(judge(file.repeat(3)).out, expected);
}

#[test]
fn incomplete_files_are_reported() {
    for (ending, name) in FORMATS {
        let file = packed(ending);
        for length in [file.len() - 1, file.len() * 2 / 3, file.len() / 2] {
            let err = judge(&file[..length]).only_err(2);
            let expected = format!("-: the {name} data end too early; the file is incomplete");
            assert!(err.contains(&expected), "{length}: {err}");
        }
    }
}

#[test]
fn damaged_files_are_reported() {
    for (ending, name) in FORMATS {
        let mut file = packed(ending);
        let middle = file.len() / 2;
        file[middle] ^= 0x55;
        let err = judge(file).only_err(2);
        assert!(err.contains(&format!("-: the {name} data ")), "{err}");
    }
}

#[test]
fn games_before_the_damage_are_judged() {
    let games = "[Result \"*\"]\n\n1. e4 e5 *\n\n".repeat(20_000);
    let file = gzip(&games);
    let outcome = judge(&file[..file.len() - 10]).exits(2);
    assert!(outcome.out.lines().count() > 10_000, "{}", outcome.err);
    assert!(outcome.err.contains("the gzip data end too early"));
    let folder = Folder::new();
    folder.write("games.pgn.gz", &file[..file.len() - 10]);
    let question = "ruling resignation white --pgn games.pgn.gz --game 20000";
    let program = Program::with(question.split(' ')).folder(&folder);
    program.run().refused("the gzip data end too early");
}

#[test]
fn archives_are_refused() {
    for (start, name) in [
        (&b"PK\x03\x04\x14\0\0\0\x08\0"[..], "zip"),
        (b"PK\x05\x06\0\0\0\0\0\0", "zip"),
        (b"7z\xBC\xAF\x27\x1C\0\x04", "7z"),
        (b"Rar!\x1A\x07\x01\0", "RAR"),
    ] {
        let file = [start, &plain()].concat();
        let err = judge(file).only_err(2);
        let expected = format!("compongo: -: this is a {name} archive; unpack it first");
        assert!(err.starts_with(&expected), "{err}");
    }
}

#[test]
fn windows_that_are_too_large_are_refused() {
    for (file, name) in [("wide.zst", "zstd"), ("wide.xz", "xz")] {
        let err = judge(data(file)).only_err(2);
        let expected = format!("the {name} data need a window of more than 128 MiB");
        assert!(err.contains(&expected), "{err}");
    }
}

#[test]
fn other_commands_read_compressed_files() {
    let folder = Folder::new();
    let game = |result: &str| {
        let text = format!("[Result \"{result}\"]\n\n1. e4 e5 2. Nf3 {result}\n");
        gzip(&text)
    };
    let won = folder.write("won", game("1-0"));
    let open = folder.write("open", game("*"));
    let positions = gzip("7k/8/6K1/8/8/8/8/R7 w - - 0 1\n");
    let positions = folder.write("positions", positions);
    let [adjourned, book] = ["adjourned", "book"].map(|name| folder.path(name));
    for arguments in [
        &["judge", &won, "--notation", "fide"][..],
        &["judge", &positions],
        &["review", &won, "--nodes", "10", "--hash", "1"],
        &["analyse", &won, "--nodes", "10", "--hash", "1"],
        &["analyse", &positions, "--nodes", "10", "--hash", "1"],
        &["ruling", "claim", "threefold", "--pgn", &open],
        &[
            "adjourn",
            &adjourned,
            "--pgn",
            &open,
            "--sealed-move",
            "Nc6",
        ],
        &["book", "make", &won, "--output", &book, "--min-games", "1"],
        &["genfens", "1", "seed", "1", "book", &open],
    ] {
        run(arguments).exits(0);
    }
}

#[test]
fn openings_of_a_match_may_be_compressed() {
    let here = Folder::new();
    for (ending, name) in FORMATS {
        here.write("openings", packed(ending));
        let ledger = format!("{ending}.jsonl");
        let flags =
            "--nodes 1 --games 2 --max-moves 1 --openings openings plies=1 order=sequential";
        let arguments = [&duel(flags)[..], &["--json", ledger.as_str()]].concat();
        play(&here, arguments).success();
        let games = games(&here, &ledger);
        assert_eq!(games[0]["book"].to_string(), r#"["f2f3"]"#, "{name}");
    }
    here.write("openings", b"PK\x03\x04\x14\0\0\0\x08\0");
    play(&here, duel("--nodes 1 --openings openings"))
        .fails(2, "this is a zip archive; unpack it first");
}

/// The text of a compressed file.
fn unpacked(bytes: &[u8]) -> String {
    let mut unpacked = unpack(Cursor::new(bytes.to_vec())).expect("no archive");
    assert!(unpacked.position.is_some(), "the file is compressed");
    let mut text = String::new();
    let length = unpacked.text.read_to_string(&mut text);
    length.expect("the data are complete");
    text
}

#[test]
fn selected_games_are_written_in_every_format() {
    let folder = Folder::new();
    let input = folder.write("games", plain());
    let written = |name: &str| {
        let output = folder.path(name);
        let out = run(["judge", &input, "--output", &output]).success();
        assert_eq!(out, format!("3 of 3 games written to {output}\n"));
        fs::read(output).expect("it is written")
    };
    let expected = String::from_utf8(written("out.pgn")).expect("text");
    for (ending, name) in FORMATS {
        let bytes = written(&format!("out.{ending}"));
        assert_eq!(bytes[..3], packed(ending)[..3], "{name}");
        assert_eq!(unpacked(&bytes), expected, "{name}");
        // The judge's own output is its input.
        let again = folder.path(&format!("out.{ending}"));
        let reports = run(["judge", &again, "--json"]).only_out(1);
        assert_eq!(reports.lines().count(), 3, "{name}");
    }
    assert_eq!(folder.files().len(), 6);
}

#[test]
fn other_files_are_compressed_too() {
    let folder = Folder::new();
    let game = folder.write("game.pgn", "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n");
    let [pgn, html] = ["a.pgn.zst", "a.html.gz"].map(|name| folder.path(name));
    let limits = ["--nodes", "10", "--hash", "1", "--jobs", "1"];
    run(["review", &game, "--pgn", &pgn, "--html", &html]
        .iter()
        .chain(&limits))
    .exits(0);
    let text = |path: &str| unpacked(&fs::read(path).expect("it is written"));
    assert!(text(&pgn).contains("1. e4"));
    assert!(text(&html).starts_with("<!DOCTYPE html>"));
    let report = "--nodes 1 --games 2 --max-moves 1 --report report.html.xz";
    play(&folder, duel(report)).exits(0);
    let report = fs::read(folder.join("report.html.xz")).expect("it is written");
    assert!(unpacked(&report).contains("</html>"));
}

#[test]
fn files_that_must_be_plain_refuse_the_names_of_compressed_ones() {
    let here = Folder::new();
    let games = here.write("games.pgn", "1. e4 e5 2. Nf3 1-0\n".repeat(3));
    let won = "e4 e5 Nf3";
    let refused = |arguments: &[&str]| {
        let err = Program::with(arguments).folder(&here).run().exits(2).err;
        let expected =
            ".gz: this file cannot be compressed; choose a name that does not end in .gz";
        assert!(err.contains(expected), "{err}");
    };
    for flags in ["--json a.gz", "--pgn a.gz", "--protocol a.gz"] {
        let flags = format!("--nodes 1 --games 2 {flags}");
        let arguments = [&["match"][..], &duel(&flags)[..]].concat();
        refused(&arguments);
    }
    refused(&["analyse", &games, "--nodes", "1", "--out", "a.gz"]);
    refused(&["book", "make", &games, "--output", "a.gz"]);
    refused(&["adjourn", "a.gz", "--moves", won, "--sealed-move", "Nc6"]);
    refused(&["play", "--terminal", "--engine", "none", "--game", "a.gz"]);
    assert_eq!(here.files(), ["games.pgn"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn damaged_files_end_with_a_text_or_an_error(
        format in 0..FORMATS.len(),
        damages in damages(),
    ) {
        let file = damaged(packed(FORMATS[format].0), &damages);
        if let Ok(unpacked) = unpack(Cursor::new(file)) {
            let mut text = Vec::new();
            // Any text and any error will do.
            let _ = unpacked.text.take(1 << 20).read_to_end(&mut text);
        }
    }
}
