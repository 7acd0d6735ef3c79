//! The files that `compongo match` writes, where they are not ordinary files.

use super::match_exits::{RESIGNS, against, script};
use super::matches::{command, duel, games, play};
use crate::support::folder::Folder;
use crate::support::process::words;
use std::fs;
use std::os::unix::fs::{FileTypeExt, symlink};

/// A match of two games that end with the first move.
fn arguments(folder: &Folder, rest: &str) -> Vec<String> {
    let engine = script(folder, "loser", RESIGNS);
    against(&engine, &format!("--games 2 --concurrency 1 {rest}"))
}

/// The match with this flag, and with a ledger besides.
fn with_ledger(folder: &Folder, flag: &str, place: &str) -> Vec<String> {
    let ledger = if flag == "--json" {
        ""
    } else {
        "--json f.jsonl"
    };
    arguments(folder, &format!("{flag} {place} {ledger}"))
}

/// Plays the match, and removes the ledger if the flag is about something else.
#[track_caller]
fn play_to(folder: &Folder, flag: &str, place: &str) -> String {
    let out = play(folder, with_ledger(folder, flag, place)).success();
    if flag != "--json" {
        folder.remove("f.jsonl");
    }
    out
}

#[test]
fn devices_and_pipes_are_written_to() {
    let here = Folder::new();
    let fifo = here.join("fifo");
    nix::unistd::mkfifo(&fifo, nix::sys::stat::Mode::S_IRWXU).expect("a pipe");
    for (flag, expected) in [
        ("--report", "</html>"),
        ("--pgn", "[White \"Other\"]"),
        ("--json", "\"program\":"),
        ("--protocol", "Ours > go nodes 10"),
    ] {
        let reader = {
            let fifo = fifo.clone();
            std::thread::spawn(move || fs::read_to_string(fifo).expect("text"))
        };
        play_to(&here, flag, "fifo");
        let text = reader.join().expect("it reads");
        assert!(text.contains(expected), "{flag}: {text}");
        let kind = fs::symlink_metadata(&fifo)
            .expect("it is there")
            .file_type();
        assert!(kind.is_fifo(), "{flag}");
        play_to(&here, flag, "/dev/null");
        let kind = fs::symlink_metadata("/dev/null")
            .expect("it is there")
            .file_type();
        assert!(kind.is_char_device(), "{flag}");
    }
    assert_eq!(here.files(), ["fifo", "loser"]);
}

#[test]
fn standard_output_is_written_to_wherever_it_leads() {
    let here = Folder::new();
    for (flag, expected) in [
        ("--report", "</html>"),
        ("--json", "\"game\":2"),
        ("--pgn", "[Black "),
    ] {
        let piped = play_to(&here, flag, "/dev/stdout");
        assert!(
            piped.contains(expected) && piped.contains("\nEnds "),
            "{piped}"
        );
        // Into a file: what is printed and what is written follow each other.
        let file = fs::File::create(here.join("out")).expect("a writable folder");
        let into_file = command(&here, with_ledger(&here, flag, "/dev/stdout"));
        into_file.stdout(file).run().exits(0);
        let text = here.read("out");
        assert!(text.contains("2 games between 2 engines"), "{text}");
        assert!(
            text.contains(expected) && text.contains("\nEnds "),
            "{text}"
        );
        let _ = fs::remove_file(here.join("f.jsonl"));
    }
}

#[test]
fn the_target_of_a_link_is_written_and_the_files_of_others_stay() {
    let here = Folder::new();
    for (flag, name) in [
        ("--report", "r"),
        ("--pgn", "p"),
        ("--json", "j"),
        ("--protocol", "l"),
    ] {
        symlink(format!("target-{name}"), here.join(name)).expect("a link");
        for suffix in [".new", ".tmp", ".part", "~"] {
            here.write(&format!("{name}{suffix}"), "mine");
        }
        play_to(&here, flag, name);
        let link = here.join(name);
        assert!(link.is_symlink(), "{flag}");
        let target = here.join(format!("target-{name}"));
        assert!(fs::metadata(&target).expect("a file").len() > 100, "{flag}");
        for suffix in [".new", ".tmp", ".part", "~"] {
            let kept = here.read(&format!("{name}{suffix}"));
            assert_eq!(kept, "mine", "{flag}");
        }
    }
    assert_eq!(games(&here, "j").len(), 2);
    play(&here, words("--resume j --games 4 --report r")).success();
    assert_eq!(games(&here, "target-j").len(), 4);
    assert!(here.join("r").is_symlink() && here.join("j").is_symlink());
}

#[test]
fn an_unwritable_place_is_refused_before_the_first_game() {
    let here = Folder::new();
    fs::create_dir(here.join("folder")).expect("a writable folder");
    symlink("folder", here.join("link")).expect("a link");
    symlink("no/such", here.join("broken")).expect("a link");
    symlink("loop", here.join("loop")).expect("a link");
    for flag in ["--report", "--pgn", "--json", "--protocol"] {
        for (place, why) in [
            ("no/such", "there is no such directory"),
            ("broken", "there is no such directory"),
            ("folder", "is a directory"),
            ("link", "is a directory"),
            ("loop", "too many symbolic links"),
            // No file can be made there, not even by root.
            ("/proc/self/new", ""),
        ] {
            let refused = arguments(&here, &format!("{flag} {place}"));
            let err = play(&here, refused).refusal();
            assert!(
                err.starts_with(&format!("compongo: {flag} {place}: ")),
                "{err}"
            );
            assert!(err.contains(why), "{flag} {place}: {err}");
        }
    }
    for flag in ["--report", "--pgn", "--json", "--protocol"] {
        let refused = arguments(&here, &format!("{flag} file=a.pgn"));
        play(&here, refused).refused("write the path alone, a.pgn");
    }
    for (one, other) in [
        ("--json", "--report"),
        ("--pgn", "--protocol"),
        ("--protocol", "--report"),
    ] {
        let refused = arguments(&here, &format!("{one} same {other} ./same"));
        play(&here, refused).refused(" uses the same file");
    }
    assert_eq!(here.files(), ["broken", "folder", "link", "loop", "loser"]);
}

#[test]
fn the_openings_are_not_overwritten() {
    let here = Folder::new();
    let openings = "7k/8/6K1/8/8/8/8/R7 w - - 0 1\n";
    here.write("openings", openings);
    let match_with = |flag: &str| {
        let rest = format!("--nodes 1 --games 2 --max-moves 1 --openings openings {flag}");
        play(&here, duel(&rest))
    };
    for flag in ["--report", "--pgn", "--json", "--protocol"] {
        let err = match_with(&format!("{flag} ./openings")).refusal();
        assert!(err.contains("--openings uses the same file"), "{err}");
    }
    match_with("--json j").success();
    let again = play(&here, words("--resume j --report openings"));
    let err = again.exits(2).err;
    assert!(err.contains("--openings uses the same file"), "{err}");
    assert_eq!(here.read("openings"), openings);
    assert_eq!(here.files(), ["j", "openings"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_report_that_cannot_be_written_is_a_failure() {
    let here = Folder::new();
    for (rest, code) in [
        ("--report /dev/full --json f.jsonl", 1),
        ("--json /dev/full", 2),
    ] {
        let err = play(&here, arguments(&here, rest)).exits(code).err;
        assert!(
            err.starts_with("compongo: /dev/full: No space left"),
            "{err}"
        );
    }
    let rest = "--json /dev/full --report r.html";
    play(&here, arguments(&here, rest)).fails(2, "--json must name a file that can be read again");
    assert!(fs::exists("/dev/full").is_ok_and(|exists| exists) && !here.join("r.html").exists());
}
