//! The exit codes of `compongo match`, for every way in which a match can end.

use super::matches::{command, files, games, numbers, play, read};
use crate::support::folder::Folder;
use crate::support::process::{HANG, PROGRAM};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

/// An engine in the language of the shell, which does this at each `go`.
pub(super) fn script(folder: &Path, name: &str, go: &str) -> String {
    let text = format!(
        "#!/bin/sh\nwhile read line; do case \"$line\" in uci) echo uciok;; isready) echo readyok;; \
         go*) {go};; quit) exit;; esac; done\n"
    );
    let path = folder.join(name);
    fs::write(&path, text).expect("a writable folder");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it is ours");
    format!("cmd={}", path.display())
}

/// A match of this program against an engine, from the initial position.
pub(super) fn against(engine: &str, rest: &[&str]) -> Vec<String> {
    let ours = format!("cmd={PROGRAM}");
    let words = ["--engine", &ours, "name=Ours", "--engine", engine];
    let common = ["name=Other", "--each", "nodes=10", "--openings", "initial"];
    let words = words.iter().chain(&common).chain(rest);
    words.map(|&word| word.to_owned()).collect()
}

pub(super) fn outcome(folder: &Path, arguments: &[String]) -> (Option<i32>, String, String) {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    play(folder, &arguments)
}

pub(super) const RESIGNS: &str = "echo info string laws resign; echo bestmove 0000";

#[test]
fn a_ledger_without_its_random_openings_is_refused() {
    let here = Folder::new();
    let engine = script(&here, "other", RESIGNS);
    let ours = format!("cmd={PROGRAM}");
    let engines = ["--engine", &ours, "--engine", &engine, "name=Other"];
    let rest = ["--each", "nodes=10", "--games", "2", "--json", "m.jsonl"];
    let (code, out, _) = play(&here, &[&engines[..], &rest].concat());
    assert_eq!(code, Some(0), "{out}");
    let text = fs::read_to_string(here.join("m.jsonl")).expect("a ledger");
    let header = text.lines().next().expect("a header");
    // Version 1 has no checksums.
    let mut header: serde_json::Value = serde_json::from_str(header).expect("JSON");
    let fields = header.as_object_mut().expect("an object");
    assert!(fields.remove("check").is_some());
    fields["version"] = 1.into();
    assert!(
        fields["openings"]
            .as_array()
            .is_some_and(|list| !list.is_empty())
    );
    for missing in [serde_json::json!([]), serde_json::Value::Null] {
        fields["openings"] = missing;
        fs::write(
            here.join("m.jsonl"),
            serde_json::to_string(fields).expect("JSON") + "\n",
        )
        .expect("a writable folder");
        let (code, _, err) = play(&here, &["--resume", "m.jsonl"]);
        assert_eq!(code, Some(2), "{err}");
        assert!(
            err.contains("the openings of the match are missing"),
            "{err}"
        );
    }
}

#[test]
fn a_ledger_without_games_is_not_lost_when_an_engine_is_missing() {
    let here = Folder::new();
    let engine = script(&here, "other", RESIGNS);
    let files = ["--games", "2", "--json", "m.jsonl"];
    let (code, out, _) = outcome(&here, &against(&engine, &files));
    assert_eq!(code, Some(0), "{out}");
    // As if it had been interrupted in its first game.
    let text = fs::read_to_string(here.join("m.jsonl")).expect("a ledger");
    let header = format!("{}\n", text.lines().next().expect("a header"));
    fs::write(here.join("m.jsonl"), &header).expect("a writable folder");
    fs::remove_file(here.join("other")).expect("it is there");
    let (code, out, err) = play(&here, &["--resume", "m.jsonl"]);
    assert_eq!(code, Some(1), "{out}");
    assert!(err.contains("Other: cannot be started"), "{err}");
    assert!(
        out.contains("\nContinue with: compongo match --resume m.jsonl\n"),
        "{out}"
    );
    let kept = fs::read_to_string(here.join("m.jsonl")).expect("a ledger");
    assert_eq!(kept, header);
}

#[test]
fn a_decided_sprt_is_a_success_and_is_not_played_on() {
    let here = Folder::new();
    let engine = script(&here, "loser", RESIGNS);
    let sprt = ["--sprt", "0", "200", "alpha=0.2", "beta=0.2"];
    let files = ["--games", "1000", "--json", "s.jsonl", "--concurrency", "2"];
    let (code, out, err) = outcome(&here, &against(&engine, &[&sprt[..], &files].concat()));
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    assert!(out.contains("\nSPRT    H1 accepted\n"), "{out}");
    assert!(!out.contains("Continue with"), "{out}");
    let played = fs::read(here.join("s.jsonl")).expect("a ledger");
    assert!(games(&here.join("s.jsonl")).len() < 1000);
    // No engine is started: there is none.
    fs::remove_file(here.join("loser")).expect("it is there");
    for more in [&[][..], &["--games", "2000"]] {
        let (code, out, err) = play(&here, &[&["--resume", "s.jsonl"], more].concat());
        assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
        assert!(out.contains("\nSPRT    H1 accepted\n"), "{out}");
        assert_eq!(fs::read(here.join("s.jsonl")).expect("a ledger"), played);
    }
}

#[test]
fn an_sprt_without_a_decision_is_a_success() {
    let here = Folder::new();
    let engine = script(&here, "loser", RESIGNS);
    let rest = ["--sprt", "0", "1", "--games", "2", "--json", "s.jsonl"];
    let (code, out, err) = outcome(&here, &against(&engine, &rest));
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    assert!(!out.contains("accepted"), "{out}");
}

#[test]
fn an_engine_that_vanishes_ends_the_match_and_loses_no_game_by_that() {
    let here = Folder::new();
    let engine = script(&here, "engine", "rm \"$0\"; exit 3");
    for games_wanted in ["20", "2"] {
        let rest = [
            "--games",
            games_wanted,
            "--json",
            "v.jsonl",
            "--pgn",
            "v.pgn",
        ];
        let rest = [&rest[..], &["--concurrency", "1"]].concat();
        let (code, out, err) = outcome(&here, &against(&engine, &rest));
        assert_eq!(code, Some(1), "{out}");
        assert!(
            err.starts_with("compongo: Other: cannot be started: there is no '"),
            "{err}"
        );
        assert!(
            out.contains("\nContinue with: compongo match --resume v.jsonl\n"),
            "{out}"
        );
        let before = games(&here.join("v.jsonl"));
        assert_eq!(before.len(), 1, "the crash");
        assert_eq!(before[0]["end"]["kind"], "crash");

        script(&here, "engine", RESIGNS);
        let (code, out, err) = play(&here, &["--resume", "v.jsonl"]);
        assert_eq!(
            (code, err.as_str()),
            (Some(1), ""),
            "the crash remains\n{out}"
        );
        let after = games(&here.join("v.jsonl"));
        let last: u64 = games_wanted.parse().expect("a number");
        assert_eq!(numbers(&after), (1..=last).collect::<Vec<u64>>());
        let resigned = |game: &serde_json::Value| game["end"]["kind"] == "resignation";
        assert!(after[1..].iter().all(resigned));
        for file in ["v.jsonl", "v.pgn"] {
            fs::remove_file(here.join(file)).expect("it is there");
        }
        script(&here, "engine", "rm \"$0\"; exit 3");
    }
}

#[test]
fn a_full_disk_ends_the_match_and_it_goes_on_later() {
    let here = Folder::new();
    let engine = script(&here, "loser", RESIGNS);
    let rest = [
        "--games",
        "40",
        "--concurrency",
        "2",
        "--json",
        "d.jsonl",
        "--pgn",
        "d.pgn",
    ];
    // A file may grow to 8 blocks of 512 or 1024 bytes; the signal is ignored as on a full disk there is none.
    let output = Command::new("sh")
        .args([
            "-c",
            "trap '' XFSZ; ulimit -f 8; exec \"$@\"",
            "sh",
            PROGRAM,
            "match",
        ])
        .args(against(&engine, &rest))
        .current_dir(&*here)
        .stdin(Stdio::null())
        .output();
    let (code, out, err) = read(output.expect("the program runs"));
    assert_eq!(code, Some(1), "{out}{err}");
    assert!(err.starts_with("compongo: d."), "{err}");
    assert!(
        out.contains("\nContinue with: compongo match --resume d.jsonl\n"),
        "{out}"
    );
    assert!(games(&here.join("d.jsonl")).len() < 40);
    let (code, out, err) = play(&here, &["--resume", "d.jsonl", "--quiet"]);
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    let all = numbers(&games(&here.join("d.jsonl")));
    assert_eq!(all, (1..=40).collect::<Vec<u64>>());
    assert_eq!(files(&here), ["d.jsonl", "d.pgn", "loser"]);
}

#[test]
fn a_signal_interrupts_and_a_finished_match_is_a_success() {
    use nix::sys::signal::{Signal, kill};
    let here = Folder::new();
    let engine = script(
        &here,
        "slow",
        "sleep 0.05; echo info string laws resign; echo bestmove 0000",
    );
    for signal in [Signal::SIGINT, Signal::SIGTERM] {
        let rest = [
            "--games", "20", "--json", "i.jsonl", "--sprt", "0", "1", "--report", "i.html",
        ];
        let arguments = against(&engine, &rest);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let mut command = command(&here, &arguments);
        let child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let child = child.expect("the program runs");
        let began = Instant::now();
        let lines =
            || fs::read_to_string(here.join("i.jsonl")).map_or(0, |text| text.lines().count());
        while lines() < 2 {
            assert!(began.elapsed() < HANG, "no games");
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        kill(nix::unistd::Pid::from_raw(child.id() as i32), signal).expect("it runs");
        let (code, out, _) = read(child.wait_with_output().expect("it ends"));
        assert_eq!(code, Some(130), "{out}");
        for _ in 0..2 {
            let (code, out, err) = play(&here, &["--resume", "i.jsonl", "--quiet"]);
            assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
        }
        fs::remove_file(here.join("i.jsonl")).expect("it is there");
    }
}

#[test]
fn a_stall_is_a_failure_and_a_time_forfeit_is_none() {
    let here = Folder::new();
    let silent = script(&here, "silent", ":");
    for limit in ["--st", "--tc"] {
        let rest = [limit, "0.3", "--games", "1", "--json", "t.jsonl"];
        let (code, out, _) = outcome(&here, &against(&silent, &rest));
        assert_eq!(code, Some(0), "{out}");
        assert!(
            out.contains("lost games by forfeit: time forfeit 1"),
            "{out}"
        );
        fs::remove_file(here.join("t.jsonl")).expect("it is there");
    }
}

#[test]
fn an_engine_that_ignores_its_limit_is_stopped_and_loses() {
    let here = Folder::new();
    // Its search ends with `stop` only.
    let deaf =
        "echo info depth 30 score cp 10 nodes 123456789 pv e7e5; read stop; echo bestmove e7e5";
    let deaf = script(&here, "deaf", deaf);
    let rest = [
        "--games",
        "1",
        "--max-move-time",
        "0.5",
        "--json",
        "l.jsonl",
        "--pgn",
        "l.pgn",
    ];
    let began = Instant::now();
    let (code, out, err) = outcome(&here, &against(&deaf, &rest));
    assert_eq!((code, err.as_str()), (Some(1), ""), "{out}");
    assert!(began.elapsed() < HANG / 10);
    let game = &games(&here.join("l.jsonl"))[0];
    assert_eq!(
        (&game["end"]["kind"], &game["score"]),
        (&"stall".into(), &"1-0".into())
    );
    let expected = "Black cannot continue: no move within 0.5 s of 'go nodes 10'; \
                    it moved when it was told to stop after 123456789 nodes";
    assert_eq!(game["end"]["text"], expected);
    assert!(out.contains(expected), "{out}");
    assert!(
        out.contains("\nWarning: Other lost games by forfeit: stall 1\n"),
        "{out}"
    );
}

#[test]
fn an_engine_that_uses_a_tiny_part_of_its_nodes_is_remarked_upon() {
    let here = Folder::new();
    // Moves a knight to and fro.
    let lazy = "n=$((${n:-0} + 1)); echo info depth 1 nodes 3 score cp 0; \
                if [ $((n % 2)) = 1 ]; then echo bestmove b8c6; else echo bestmove c6b8; fi";
    let lazy = script(&here, "lazy", lazy);
    let busy = lazy_opponent(&here);
    let rest = [
        "--nodes",
        "1000",
        "--openings",
        "initial",
        "--claims",
        "none",
        "--max-moves",
        "6",
    ];
    let words = [
        "--engine",
        &busy,
        "name=Busy",
        "--engine",
        &lazy,
        "name=Lazy",
        "--games",
        "1",
    ];
    let words = [&words[..], &rest, &["--json", "n.jsonl"]].concat();
    let (code, out, err) = play(&here, &words);
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    let remarks = &games(&here.join("n.jsonl"))[0]["remarks"];
    let expected = "used 0.3 % of its nodes: 3 for each move with 'go nodes 1000'";
    assert_eq!(remarks[0]["text"], expected, "{remarks}");
    assert_eq!(remarks.as_array().map(Vec::len), Some(1), "{remarks}");
    assert!(
        out.contains(&format!("Lazy, after 12 half-moves: {expected}")),
        "{out}"
    );
}

/// An engine with White that uses its nodes.
fn lazy_opponent(folder: &Path) -> String {
    let go = "n=$((${n:-0} + 1)); echo info depth 1 nodes 990 score cp 0; \
              if [ $((n % 2)) = 1 ]; then echo bestmove b1c3; else echo bestmove c3b1; fi";
    script(folder, "busy", go)
}

/// True if a process runs; one that only waits for its parent does not.
fn runs(process: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{}/stat", process.trim()));
    stat.is_ok_and(|stat| !stat.contains(") Z "))
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_is_left_of_a_killed_match_behind_a_script_either() {
    let here = Folder::new();
    // The engine proper is a child of the script, and ignores the end of its input.
    let go = "sleep 1000 & echo $! > child; wait";
    let engine = script(&here, "wrapper", go);
    let rest = [
        "--games",
        "1",
        "--json",
        "k.jsonl",
        "--max-move-time",
        "600",
    ];
    let arguments = against(&engine, &rest);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut child = command(&here, &arguments)
        .stdout(Stdio::null())
        .spawn()
        .expect("it runs");
    let began = Instant::now();
    let wait = |until: &dyn Fn() -> bool| {
        while !until() {
            assert!(began.elapsed() < HANG, "it takes too long");
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
    };
    let process = || fs::read_to_string(here.join("child")).unwrap_or_default();
    wait(&|| process().ends_with('\n'));
    assert!(runs(&process()));
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    wait(&|| !runs(&process()));
}
