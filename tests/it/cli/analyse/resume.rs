//! The file of a run: killed at any moment, it goes on, and nothing is lost or done twice.

use super::untimed;
use crate::support::folder::Folder;
use crate::support::json;
use crate::support::process::{Outcome, Program, wait_for, words};
use serde_json::Value;
use std::fs;

const POSITIONS: usize = 20;

/// Different positions that take a while each.
fn input() -> String {
    let line = |count: usize| {
        let moves = ["g1f3 g8f6", "b1c3 b8c6", "e2e4 e7e5", "f1c4 f8c5"];
        let quiet = ["a2a3", "h2h3", "d2d3", "a2a4", "h2h4", "b2b3"];
        format!(
            "startpos moves {} {}\n",
            moves[..count % 4].join(" "),
            quiet[count / 4]
        )
    };
    (0..POSITIONS).map(line).collect()
}

/// The results in the text of a run, each of which has a checksum.
fn results(text: &str) -> Vec<Value> {
    let mut records = json::lines(text).split_off(1);
    for record in &mut records {
        let members = record.as_object_mut().expect("an object");
        assert!(members.remove("check").is_some());
    }
    records
}

/// The text of a file in version 1 of the format, which has no checksums.
fn version_1(text: &str) -> String {
    let unchecked = |line: &str| {
        let (rest, _) = line.split_once(",\"check\":").expect("a checksum");
        format!(
            "{rest}}}
"
        )
    };
    let text: String = text.lines().map(unchecked).collect();
    text.replacen("{\"version\":2,", "{\"version\":1,", 1)
}

struct Run {
    folder: Folder,
    positions: String,
    out: String,
}

impl Run {
    fn new() -> Self {
        let folder = Folder::new();
        let positions = folder.write("positions", input());
        let out = folder.path("out.jsonl");
        Self {
            folder,
            positions,
            out,
        }
    }

    fn command(&self, more: &[&str]) -> Program {
        let arguments = words("analyse --nodes 1500 --out");
        let command = Program::with(arguments).args([&self.out, &self.positions]);
        command.args(more)
    }

    #[track_caller]
    fn run(&self, more: &[&str]) -> Outcome {
        self.command(more).run()
    }

    /// Starts a run and kills it when its file has so many lines.
    fn kill_after(&self, lines: usize, more: &[&str]) {
        let mut running = self.command(more).silent().spawn();
        self.wait_for_lines(lines);
        running.kill();
    }

    /// Waits until the file has so many lines.
    #[track_caller]
    fn wait_for_lines(&self, lines: usize) {
        let count = || fs::read_to_string(&self.out).map_or(0, |text| text.matches('\n').count());
        wait_for("lines", || count() >= lines);
    }

    fn text(&self) -> String {
        self.folder.read("out.jsonl")
    }

    fn replace(&self, text: &str) {
        self.folder.write("out.jsonl", text);
    }

    fn results(&self) -> Vec<Value> {
        results(&self.text())
    }
}

#[test]
fn a_run_that_is_killed_again_and_again_has_every_result_once() {
    let whole = Run::new();
    let printed = whole.run(&["--json"]).exits(0).out;
    let expected = untimed(whole.results());
    assert_eq!(expected.len(), POSITIONS);
    assert_eq!(untimed(json::lines(&printed)), expected);

    for jobs in ["1", "3"] {
        let run = Run::new();
        for lines in [1, 4, 9, 15] {
            run.kill_after(lines, &["--resume", "--jobs", jobs]);
        }
        let kept = run.text();
        let complete = kept.rfind('\n').map_or(0, |end| end + 1);
        let printed = run.run(&["--resume", "--json", "--jobs", jobs]).success();
        let text = run.text();
        // What was there has not been done again: its times are the same.
        for line in kept[..complete].lines() {
            assert!(text.lines().any(|other| other == line), "{line}");
        }
        let found = run.results();
        let same: Vec<Value> = expected.clone();
        let files = |records: Vec<Value>| -> Vec<Value> {
            let mut records = untimed(records);
            for record in &mut records {
                record["file"] = Value::Null;
            }
            records
        };
        assert_eq!(files(found.clone()), files(same));
        assert_eq!(json::lines(&printed), found);
    }
}

#[test]
fn a_torn_last_line_is_removed() {
    let run = Run::new();
    run.run(&[]).exits(0);
    let text = run.text();
    let header = text.find('\n').expect("a header") + 1;
    let second = header + text[header..].find('\n').expect("a record") + 1;
    for end in [0, 5, header - 1, header, header + 30, second - 1, second] {
        run.replace(&text[..end]);
        run.run(&["--resume"]).success();
        assert_eq!(run.results().len(), POSITIONS, "{end}");
    }
    // A complete run has nothing left to do.
    let before = run.text();
    run.run(&["--resume"]).exits(0);
    assert_eq!(run.text(), before);
}

#[test]
fn another_run_does_not_go_on() {
    let run = Run::new();
    run.kill_after(3, &[]);
    let before = run.text();
    let other = run.folder.write("other", input().replace("h2h3", "g2g3"));
    let shorter = run.folder.write("shorter", "startpos\n");
    let positions = &run.positions;
    for (arguments, positions, message) in [
        ("--nodes 6000", positions, "other limits"),
        ("--depth 3", positions, "other limits"),
        ("--nodes 1500 --multipv 2", positions, "other --multipv"),
        ("--nodes 1500 --threads 2", positions, "other --threads"),
        ("--nodes 1500 --hash 8", positions, "other --hash"),
        (
            "--nodes 1500 --option EvalFile=material",
            positions,
            "other network",
        ),
        (
            "--nodes 1500 --option 'Laws Mode=Blitz'",
            positions,
            "other options",
        ),
        ("--nodes 1500", &other, "other positions"),
        ("--nodes 1500", &shorter, "other positions"),
    ] {
        let more = shlex::split(arguments).expect("balanced quotes");
        let resume = Program::with(["analyse", "--resume", "--out", &run.out, positions]);
        resume.args(more).run().refused(message);
    }
    // Without --resume an existing file is not touched.
    run.run(&[])
        .fails(2, "to continue an interrupted run, use --resume");
    assert_eq!(run.text(), before);
}

#[test]
fn a_file_of_something_else_is_not_touched() {
    let run = Run::new();
    for text in [
        "7k/8/6K1/8/8/8/8/R7 w - - 0 1\n",
        "words",
        "{\"game\":1}\n",
        "{\"version\":7}\n",
    ] {
        run.replace(text);
        run.run(&["--resume"]).refusal();
        assert_eq!(run.text(), text);
    }
}

#[test]
fn damage_in_the_middle_is_an_error_with_its_line() {
    let run = Run::new();
    run.run(&[]).exits(0);
    let text = run.text();
    let damaged: Vec<&str> = text
        .lines()
        .enumerate()
        .map(|(index, line)| if index == 4 { "{}" } else { line })
        .collect();
    let damaged = damaged.join("\n") + "\n";
    run.replace(&damaged);
    run.run(&["--resume"]).fails(2, "line 5: damaged");
    assert_eq!(run.text(), damaged);
}

#[test]
fn a_run_without_checksums_goes_on() {
    let run = Run::new();
    run.run(&["--jobs", "1"]).exits(0);
    let old = version_1(&run.text());
    let expected = untimed(run.results());
    // A complete run stays as it is.
    run.replace(&old);
    run.run(&["--resume"]).exits(0);
    assert_eq!(run.text(), old);
    // A part of it, with a torn last line, goes on with checksums.
    let end = old.match_indices('\n').nth(7).expect("some lines").0 + 1;
    run.replace(&old[..end + 40]);
    assert_eq!(run.run(&["--resume", "--jobs", "1"]).exits(0).err, "");
    let found = run.text();
    assert!(found.starts_with(&old[..end]));
    let added: Vec<&str> = found[end..].lines().collect();
    assert_eq!(added.len(), POSITIONS - 7);
    assert!(added.iter().all(|line| line.contains(",\"check\":\"")));
    let mut records = json::lines(&found).split_off(1);
    for record in &mut records {
        record.as_object_mut().expect("an object").remove("check");
    }
    assert_eq!(untimed(records), expected);
    // What is added is checked.
    let damaged = found.replace(added[0], &added[0].replacen("\"nodes\":", "\"nodes\":9", 1));
    run.replace(&damaged);
    run.run(&["--resume"])
        .fails(2, "line 9: damaged: the checksum does not match");
}

#[test]
fn two_processes_do_not_write_one_run() {
    let run = Run::new();
    run.kill_after(2, &[]);
    let file = fs::File::open(&run.out).expect("the file is there");
    file.lock().expect("no one holds the lock");
    run.run(&["--resume"])
        .fails(2, "is being written by another process");
}

/// Positions of which the search of the second does not end.
const SLOW: &str = "7k/8/6K1/8/8/8/8/R7 w - -\nstartpos\n";

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_is_done() {
    let run = Run::new();
    let positions = run.folder.write("slow", SLOW);
    let command = Program::with(words("analyse --depth 100 --jobs 1 --out"));
    let running = command.args([&run.out, &positions]).spawn();
    run.wait_for_lines(2);
    running.signal(nix::sys::signal::Signal::SIGINT);
    let Outcome {
        out: printed, err, ..
    } = running.outcome().exits(130);
    assert!(
        printed.ends_with("nodes/s\n") && printed.contains("\n1 position, "),
        "{printed}"
    );
    assert_eq!(run.results().len(), 1);
    let advice = "interrupted; the same command with --resume continues the run\n";
    assert!(err.contains(advice), "{err}");
}

#[test]
fn a_dash_is_no_name_of_a_run() {
    let folder = Folder::new();
    let command = Program::with(words("analyse --fen startpos --nodes 50 --out -"));
    let message = "--out -: name a file; --json prints the results";
    command.folder(&folder).run().refused(message);
    assert_eq!(folder.files(), [""; 0]);
}

#[test]
fn a_reader_that_goes_ends_a_run_without_a_file() {
    let folder = Folder::new();
    let positions = folder.write("slow", SLOW);
    let command = Program::with(words("analyse --json --depth 100 --jobs 1"));
    let mut running = command.arg(positions).spawn();
    drop(running.child.stdout.take());
    assert_eq!(running.status().code(), Some(0));
}
