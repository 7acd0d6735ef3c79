//! The exit codes of `compongo match`, for every way in which a match can end.

use super::matches::{command, games, lines, numbers, play};
use crate::support::folder::Folder;
use crate::support::json;
use crate::support::process::{HANG, Outcome, PROGRAM, Program, wait_for, words};
use nix::sys::signal::Signal;
use serde_json::{Value, json};
use std::fs;
use std::time::Instant;

/// An engine in the language of the shell, which does this at each `go`.
pub(super) fn script(folder: &Folder, name: &str, go: &str) -> String {
    let text = format!(
        "#!/bin/sh\nwhile read line; do case \"$line\" in uci) echo uciok;; isready) echo readyok;; \
         go*) {go};; quit) exit;; esac; done\n"
    );
    format!("cmd={}", folder.write_script(name, &text))
}

/// A match of this program against an engine, from the initial position.
pub(super) fn against(engine: &str, rest: &str) -> Vec<String> {
    let ours = format!("cmd={PROGRAM}");
    let engines = ["--engine", &ours, "name=Ours", "--engine", engine];
    let common = words("name=Other --each nodes=10 --openings initial");
    let all = engines.into_iter().chain(common).chain(words(rest));
    all.map(str::to_owned).collect()
}

pub(super) const RESIGNS: &str = "echo info string laws resign; echo bestmove 0000";

#[test]
fn a_ledger_without_its_random_openings_is_refused() {
    let here = Folder::new();
    let engine = script(&here, "other", RESIGNS);
    let ours = format!("cmd={PROGRAM}");
    let engines = ["--engine", &ours, "--engine", &engine, "name=Other"];
    let rest = words("--each nodes=10 --games 2 --json m.jsonl");
    play(&here, [&engines[..], &rest].concat()).exits(0);
    let text = here.read("m.jsonl");
    let header = text.lines().next().expect("a header");
    // Version 1 has no checksums.
    let mut header = json::value(header);
    let fields = header.as_object_mut().expect("an object");
    assert!(fields.remove("check").is_some());
    fields["version"] = 1.into();
    assert!(
        fields["openings"]
            .as_array()
            .is_some_and(|list| !list.is_empty())
    );
    for missing in [json!([]), Value::Null] {
        fields["openings"] = missing;
        let header = serde_json::to_string(fields).expect("JSON");
        here.write("m.jsonl", header + "\n");
        play(&here, ["--resume", "m.jsonl"]).fails(2, "the openings of the match are missing");
    }
}

#[test]
fn a_ledger_without_games_is_not_lost_when_an_engine_is_missing() {
    let here = Folder::new();
    let engine = script(&here, "other", RESIGNS);
    play(&here, against(&engine, "--games 2 --json m.jsonl")).exits(0);
    // As if it had been interrupted in its first game.
    let text = here.read("m.jsonl");
    let header = format!("{}\n", text.lines().next().expect("a header"));
    here.write("m.jsonl", &header);
    here.remove("other");
    let Outcome { out, err, .. } = play(&here, ["--resume", "m.jsonl"]).exits(1);
    assert!(err.contains("Other: cannot be started"), "{err}");
    assert!(
        out.contains("\nContinue with: compongo match --resume m.jsonl\n"),
        "{out}"
    );
    let kept = here.read("m.jsonl");
    assert_eq!(kept, header);
}

#[test]
fn a_decided_sprt_is_a_success_and_is_not_played_on() {
    let here = Folder::new();
    let engine = script(&here, "loser", RESIGNS);
    let rest = "--sprt 0 200 alpha=0.2 beta=0.2 --games 1000 --json s.jsonl --concurrency 2";
    let out = play(&here, against(&engine, rest)).success();
    assert!(out.contains("(-1.39, +1.39)  H1 accepted\nEnds "), "{out}");
    assert!(!out.contains("Continue with"), "{out}");
    let played = here.read("s.jsonl");
    assert!(games(&here, "s.jsonl").len() < 1000);
    // No engine is started: there is none.
    here.remove("loser");
    for resume in ["--resume s.jsonl", "--resume s.jsonl --games 2000"] {
        let out = play(&here, words(resume)).success();
        assert!(out.contains("(-1.39, +1.39)  H1 accepted\nEnds "), "{out}");
        assert_eq!(here.read("s.jsonl"), played);
    }
}

#[test]
fn an_sprt_without_a_decision_is_a_success() {
    let here = Folder::new();
    let engine = script(&here, "loser", RESIGNS);
    let out = play(
        &here,
        against(&engine, "--sprt 0 1 --games 2 --json s.jsonl"),
    )
    .success();
    assert!(!out.contains("accepted"), "{out}");
}

#[test]
fn an_engine_that_vanishes_ends_the_match_and_loses_no_game_by_that() {
    let here = Folder::new();
    let engine = script(&here, "engine", "rm \"$0\"; exit 3");
    for games_wanted in ["20", "2"] {
        let rest = "--json v.jsonl --pgn v.pgn --concurrency 1 --games";
        let vanishing = command(&here, against(&engine, rest)).arg(games_wanted);
        let Outcome { out, err, .. } = vanishing.run().exits(1);
        assert!(
            err.starts_with("compongo: Other: cannot be started: there is no '"),
            "{err}"
        );
        assert!(
            out.contains("\nContinue with: compongo match --resume v.jsonl\n"),
            "{out}"
        );
        let before = games(&here, "v.jsonl");
        assert_eq!(before.len(), 1, "the crash");
        assert_eq!(before[0]["end"]["kind"], "crash");

        script(&here, "engine", RESIGNS);
        // The crash remains.
        play(&here, ["--resume", "v.jsonl"]).only_out(1);
        let after = games(&here, "v.jsonl");
        let last: u64 = games_wanted.parse().expect("a number");
        assert_eq!(numbers(&after), (1..=last).collect::<Vec<u64>>());
        let resigned = |game: &Value| game["end"]["kind"] == "resignation";
        assert!(after[1..].iter().all(resigned));
        for file in ["v.jsonl", "v.pgn"] {
            here.remove(file);
        }
        script(&here, "engine", "rm \"$0\"; exit 3");
    }
}

#[test]
fn a_full_disk_ends_the_match_and_it_goes_on_later() {
    let here = Folder::new();
    let engine = script(&here, "loser", RESIGNS);
    let rest = "--games 40 --concurrency 2 --json d.jsonl --pgn d.pgn";
    // A file may grow to 8 blocks of 512 or 1024 bytes; the signal is ignored as on a full disk there is none.
    let limited = Program::with(["match"]).after("trap '' XFSZ; ulimit -f 8");
    let full = limited.args(against(&engine, rest)).folder(&here);
    let Outcome { out, err, .. } = full.run().exits(1);
    assert!(err.starts_with("compongo: d."), "{err}");
    assert!(
        out.contains("\nContinue with: compongo match --resume d.jsonl\n"),
        "{out}"
    );
    assert!(games(&here, "d.jsonl").len() < 40);
    play(&here, ["--resume", "d.jsonl", "--quiet"]).success();
    let all = numbers(&games(&here, "d.jsonl"));
    assert_eq!(all, (1..=40).collect::<Vec<u64>>());
    assert_eq!(here.files(), ["d.jsonl", "d.pgn", "loser"]);
}

#[test]
fn a_termination_interrupts_and_a_finished_match_is_a_success() {
    let here = Folder::new();
    let engine = script(
        &here,
        "slow",
        "sleep 0.05; echo info string laws resign; echo bestmove 0000",
    );
    let rest = "--games 20 --json i.jsonl --sprt 0 1 --report i.html";
    let running = command(&here, against(&engine, rest)).spawn();
    wait_for("a game", || lines(&here, "i.jsonl") >= 2);
    running.signal(Signal::SIGTERM);
    running.outcome().exits(130);
    for _ in 0..2 {
        play(&here, ["--resume", "i.jsonl", "--quiet"]).success();
    }
}

#[test]
fn a_time_forfeit_is_no_failure() {
    let here = Folder::new();
    let silent = script(&here, "silent", ":");
    for limit in ["--st 0.3", "--tc 0.3"] {
        let rest = format!("{limit} --games 1 --json t.jsonl");
        let out = play(&here, against(&silent, &rest)).exits(0).out;
        assert!(
            out.contains("lost games by forfeit: time forfeit 1"),
            "{out}"
        );
        here.remove("t.jsonl");
    }
}

#[test]
fn an_engine_that_ignores_its_limit_is_stopped_and_loses() {
    let here = Folder::new();
    // Its search ends with `stop` only.
    let deaf =
        "echo info depth 30 score cp 10 nodes 123456789 pv e7e5; read stop; echo bestmove e7e5";
    let deaf = script(&here, "deaf", deaf);
    let rest = "--games 1 --max-move-time 0.5 --json l.jsonl --pgn l.pgn";
    let began = Instant::now();
    let out = play(&here, against(&deaf, rest)).only_out(1);
    assert!(began.elapsed() < HANG / 10);
    let game = &games(&here, "l.jsonl")[0];
    assert_eq!(game["end"]["kind"], "stall");
    assert_eq!(game["score"], "1-0");
    let expected = "Black cannot continue: no move within 0.5 s of 'go nodes 10'; \
                    it moved when it was told to stop after 123456789 nodes; see the option max-move-time";
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
    let engines = [
        ["--engine", &busy, "name=Busy"],
        ["--engine", &lazy, "name=Lazy"],
    ];
    let rest =
        "--games 1 --nodes 1000 --openings initial --claims none --max-moves 6 --json n.jsonl";
    let out = play(&here, [&engines.concat()[..], &words(rest)].concat()).success();
    let remarks = &games(&here, "n.jsonl")[0]["remarks"];
    let expected = "used 0.3 % of its nodes: 3 for each move with 'go nodes 1000'";
    assert_eq!(remarks[0]["text"], expected, "{remarks}");
    assert_eq!(remarks.as_array().map(Vec::len), Some(1), "{remarks}");
    assert!(
        out.contains(&format!("Lazy, after 12 half-moves: {expected}")),
        "{out}"
    );
}

/// An engine with White that uses its nodes.
fn lazy_opponent(folder: &Folder) -> String {
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
    let rest = "--games 1 --json k.jsonl --max-move-time 600";
    let mut running = command(&here, against(&engine, rest)).silent().spawn();
    let process = || fs::read_to_string(here.join("child")).unwrap_or_default();
    wait_for("the engine", || process().ends_with('\n'));
    assert!(runs(&process()));
    running.kill();
    wait_for("its end", || !runs(&process()));
}
