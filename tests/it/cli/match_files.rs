//! The files that `compongo match` writes, where they are not ordinary files.

use super::match_exits::{RESIGNS, against, outcome, script};
use super::matches::{command, files, games, play, read};
use crate::support::folder::Folder;
use crate::support::process::PROGRAM;
use std::fs;
use std::os::unix::fs::{FileTypeExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};

/// A match of two games that end with the first move.
fn arguments(folder: &Path, rest: &[&str]) -> Vec<String> {
    let engine = script(folder, "loser", RESIGNS);
    against(
        &engine,
        &[&["--games", "2", "--concurrency", "1"], rest].concat(),
    )
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
        let mut words = arguments(&here, &[flag, "fifo"]);
        if flag != "--json" {
            words.extend(["--json", "f.jsonl"].map(str::to_owned));
        }
        let (code, out, err) = outcome(&here, &words);
        assert_eq!((code, err.as_str()), (Some(0), ""), "{flag}: {out}");
        let text = reader.join().expect("it reads");
        assert!(text.contains(expected), "{flag}: {text}");
        let kind = fs::symlink_metadata(&fifo)
            .expect("it is there")
            .file_type();
        assert!(kind.is_fifo(), "{flag}");
        // It is there unless it was the pipe.
        let _ = fs::remove_file(here.join("f.jsonl"));

        words[1..]
            .iter_mut()
            .filter(|word| *word == "fifo")
            .for_each(|word| *word = "/dev/null".to_owned());
        let (code, out, err) = outcome(&here, &words);
        assert_eq!((code, err.as_str()), (Some(0), ""), "{flag}: {out}");
        let kind = fs::symlink_metadata("/dev/null")
            .expect("it is there")
            .file_type();
        assert!(kind.is_char_device(), "{flag}");
        let _ = fs::remove_file(here.join("f.jsonl"));
    }
    assert_eq!(files(&here), ["fifo", "loser"]);
}

#[test]
fn standard_output_is_written_to_wherever_it_leads() {
    let here = Folder::new();
    for (flag, expected) in [
        ("--report", "</html>"),
        ("--json", "\"game\":2"),
        ("--pgn", "[Black "),
    ] {
        let mut words = arguments(&here, &[flag, "/dev/stdout"]);
        if flag != "--json" {
            words.extend(["--json", "f.jsonl"].map(str::to_owned));
        }
        let (code, piped, err) = outcome(&here, &words);
        assert_eq!((code, err.as_str()), (Some(0), ""), "{piped}");
        assert!(
            piped.contains(expected) && piped.contains("\nEnds "),
            "{piped}"
        );
        let _ = fs::remove_file(here.join("f.jsonl"));
        // Into a file: what is printed and what is written follow each other.
        let file = fs::File::create(here.join("out")).expect("a writable folder");
        let mut command = Command::new(PROGRAM);
        command.arg("match").args(&words).current_dir(&*here);
        let status = command.stdin(Stdio::null()).stdout(file).status();
        assert!(status.expect("the program runs").success());
        let text = fs::read_to_string(here.join("out")).expect("text");
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
        let mut words = arguments(&here, &[flag, name]);
        for suffix in [".new", ".tmp", ".part", "~"] {
            here.write(&format!("{name}{suffix}"), "mine");
        }
        if flag != "--json" {
            words.extend(["--json", "f.jsonl"].map(str::to_owned));
        }
        let (code, out, err) = outcome(&here, &words);
        assert_eq!((code, err.as_str()), (Some(0), ""), "{flag}: {out}");
        let link = here.join(name);
        assert!(link.is_symlink(), "{flag}");
        let target = here.join(format!("target-{name}"));
        assert!(fs::metadata(&target).expect("a file").len() > 100, "{flag}");
        for suffix in [".new", ".tmp", ".part", "~"] {
            let file = here.join(format!("{name}{suffix}"));
            assert_eq!(fs::read(file).expect("it is there"), b"mine", "{flag}");
        }
        let _ = fs::remove_file(here.join("f.jsonl"));
    }
    assert_eq!(games(&here.join("j")).len(), 2);
    let (code, out, err) = play(&here, &["--resume", "j", "--games", "4", "--report", "r"]);
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    assert_eq!(games(&here.join("target-j")).len(), 4);
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
            let words = arguments(&here, &[flag, place]);
            let (code, out, err) = outcome(&here, &words);
            assert_eq!((code, out.as_str()), (Some(2), ""), "{flag} {place}: {err}");
            assert!(
                err.starts_with(&format!("compongo: {flag} {place}: ")),
                "{err}"
            );
            assert!(err.contains(why), "{flag} {place}: {err}");
        }
    }
    for (one, other) in [
        ("--json", "--report"),
        ("--pgn", "--protocol"),
        ("--protocol", "--report"),
    ] {
        let words = arguments(&here, &[one, "same", other, "./same"]);
        let (code, out, err) = outcome(&here, &words);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{err}");
        assert!(err.contains("it is the file of"), "{err}");
    }
    assert_eq!(files(&here), ["broken", "folder", "link", "loop", "loser"]);
}

#[test]
fn a_report_that_cannot_be_written_is_a_failure() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    let here = Folder::new();
    let words = arguments(&here, &["--report", "/dev/full", "--json", "f.jsonl"]);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (code, out, err) = read(command(&here, &words).output().expect("it runs"));
    assert_eq!(code, Some(1), "{out}");
    assert!(
        err.starts_with("compongo: /dev/full: No space left"),
        "{err}"
    );
    let (code, _, err) = outcome(&here, &arguments(&here, &["--json", "/dev/full"]));
    assert_eq!(code, Some(2));
    assert!(
        err.starts_with("compongo: /dev/full: No space left"),
        "{err}"
    );
    let words = ["--json", "/dev/full", "--report", "r.html"];
    let (code, _, err) = outcome(&here, &arguments(&here, &words));
    assert_eq!(code, Some(2));
    assert!(
        err.contains("the ledger, which cannot be read again"),
        "{err}"
    );
    assert!(Path::new("/dev/full").exists() && !here.join("r.html").exists());
}
