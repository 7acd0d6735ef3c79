//! The file of a run: killed at any moment, it goes on, and nothing is lost or done twice.

use super::{analyse, json_lines, untimed};
use crate::support::folder::Folder;
use crate::support::process::{PROGRAM, Running};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

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

fn arguments<'a>(positions: &'a str, out: &'a str) -> Vec<&'a str> {
    vec!["--nodes", "1500", "--out", out, positions]
}

/// The results in the file, each of which has a checksum.
fn results(out: &Path) -> Vec<Value> {
    let text = fs::read_to_string(out).expect("the file is there");
    let mut records = json_lines(&text).split_off(1);
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
        format!("{rest}}}\n")
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
        let out = folder.join("out.jsonl");
        let out = out.to_str().expect("UTF-8").to_owned();
        Self {
            folder,
            positions,
            out,
        }
    }

    #[track_caller]
    fn run(&self, more: &[&str]) -> (Option<i32>, String, String) {
        let mut all = arguments(&self.positions, &self.out);
        all.extend(more);
        analyse(&all, "")
    }

    /// Starts a run and kills it when its file has so many lines.
    fn kill_after(&self, lines: usize, more: &[&str]) {
        let mut command = Command::new(PROGRAM);
        command
            .arg("analyse")
            .args(arguments(&self.positions, &self.out))
            .args(more);
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let mut child = Running(child.expect("the program runs"));
        self.wait_for_lines(lines);
        child.0.kill().expect("it runs or has ended");
        child.0.wait().expect("it has ended");
    }

    /// Waits until the file has so many lines.
    fn wait_for_lines(&self, lines: usize) {
        let clock = Instant::now();
        let count = || fs::read_to_string(&self.out).map_or(0, |text| text.matches('\n').count());
        while count() < lines && clock.elapsed() < Duration::from_secs(60 * 2) {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

#[test]
fn a_run_that_is_killed_again_and_again_has_every_result_once() {
    let whole = Run::new();
    let (code, printed, _) = whole.run(&["--json"]);
    assert_eq!(code, Some(0));
    let expected = untimed(results(Path::new(&whole.out)));
    assert_eq!(expected.len(), POSITIONS);
    assert_eq!(untimed(json_lines(&printed)), expected);

    for jobs in ["1", "3"] {
        let run = Run::new();
        for lines in [1, 4, 9, 15] {
            run.kill_after(lines, &["--resume", "--jobs", jobs]);
        }
        let kept = fs::read_to_string(&run.out).expect("the file is there");
        let complete = kept.rfind('\n').map_or(0, |end| end + 1);
        let (code, printed, err) = run.run(&["--resume", "--json", "--jobs", jobs]);
        assert_eq!((code, err.as_str()), (Some(0), ""));
        let text = fs::read_to_string(&run.out).expect("the file is there");
        // What was there has not been done again: its times are the same.
        for line in kept[..complete].lines() {
            assert!(text.lines().any(|other| other == line), "{line}");
        }
        let found = results(Path::new(&run.out));
        let same: Vec<Value> = expected.clone();
        let files = |records: Vec<Value>| -> Vec<Value> {
            let mut records = untimed(records);
            for record in &mut records {
                record["file"] = Value::Null;
            }
            records
        };
        assert_eq!(files(found.clone()), files(same));
        assert_eq!(json_lines(&printed), found);
    }
}

#[test]
fn a_torn_last_line_is_removed() {
    let run = Run::new();
    assert_eq!(run.run(&[]).0, Some(0));
    let text = fs::read_to_string(&run.out).expect("the file is there");
    let header = text.find('\n').expect("a header") + 1;
    let second = header + text[header..].find('\n').expect("a record") + 1;
    for end in [0, 5, header - 1, header, header + 30, second - 1, second] {
        fs::write(&run.out, &text[..end]).expect("it can be written");
        let (code, _, err) = run.run(&["--resume"]);
        assert_eq!((code, err.as_str()), (Some(0), ""), "{end}");
        assert_eq!(results(Path::new(&run.out)).len(), POSITIONS, "{end}");
    }
    // A complete run has nothing left to do.
    let before = fs::read(&run.out).expect("the file is there");
    assert_eq!(run.run(&["--resume"]).0, Some(0));
    assert_eq!(fs::read(&run.out).expect("the file is there"), before);
}

#[test]
fn another_run_does_not_go_on() {
    let run = Run::new();
    run.kill_after(3, &[]);
    let before = fs::read(&run.out).expect("the file is there");
    let other = run.folder.write("other", input().replace("h2h3", "g2g3"));
    let shorter = run.folder.write("shorter", "startpos\n");
    for (arguments, message) in [
        (vec!["--nodes", "6000", &run.positions], "other limits"),
        (vec!["--depth", "3", &run.positions], "other limits"),
        (
            vec!["--nodes", "1500", "--multipv", "2", &run.positions],
            "other --multipv",
        ),
        (
            vec!["--nodes", "1500", "--threads", "2", &run.positions],
            "other --threads",
        ),
        (
            vec!["--nodes", "1500", "--hash", "8", &run.positions],
            "other --hash",
        ),
        (
            vec![
                "--nodes",
                "1500",
                "--option",
                "EvalFile=material",
                &run.positions,
            ],
            "other network",
        ),
        (
            vec![
                "--nodes",
                "1500",
                "--option",
                "Laws Mode=Blitz",
                &run.positions,
            ],
            "other options",
        ),
        (vec!["--nodes", "1500", &other], "other positions"),
        (vec!["--nodes", "1500", &shorter], "other positions"),
    ] {
        let mut all = vec!["--resume", "--out", &run.out];
        all.extend(&arguments);
        let (code, out, err) = analyse(&all, "");
        assert_eq!((code, out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(err.contains(message), "{arguments:?}: {err}");
    }
    // Without --resume an existing file is not touched.
    let (code, _, err) = run.run(&[]);
    assert_eq!(code, Some(2));
    assert!(err.contains("goes on with --resume"), "{err}");
    assert_eq!(fs::read(&run.out).expect("the file is there"), before);
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
        fs::write(&run.out, text).expect("it can be written");
        let (code, out, err) = run.run(&["--resume"]);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{text}: {err}");
        assert_eq!(
            fs::read_to_string(&run.out).expect("the file is there"),
            text
        );
    }
}

#[test]
fn damage_in_the_middle_is_an_error_with_its_line() {
    let run = Run::new();
    assert_eq!(run.run(&[]).0, Some(0));
    let text = fs::read_to_string(&run.out).expect("the file is there");
    let damaged: Vec<&str> = text
        .lines()
        .enumerate()
        .map(|(index, line)| if index == 4 { "{}" } else { line })
        .collect();
    let damaged = damaged.join("\n") + "\n";
    fs::write(&run.out, &damaged).expect("it can be written");
    let (code, _, err) = run.run(&["--resume"]);
    assert_eq!(code, Some(2));
    assert!(err.contains("line 5: damaged"), "{err}");
    assert_eq!(
        fs::read_to_string(&run.out).expect("the file is there"),
        damaged
    );
}

#[test]
fn a_flipped_bit_is_refused_with_its_line() {
    let run = Run::new();
    assert_eq!(run.run(&[]).0, Some(0));
    let bytes = fs::read(&run.out).expect("the file is there");
    let lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
    let mut start = 0;
    for (number, line) in (1..).zip(&lines) {
        // The line break stays, so that the line remains one.
        let at = start + number * 37 % (line.len() - 1);
        start += line.len();
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        // Half a last line is taken for an interrupted write.
        let is_json = serde_json::from_slice::<Value>(&damaged[start - line.len()..start]).is_ok();
        if number == lines.len() && !is_json {
            continue;
        }
        fs::write(&run.out, &damaged).expect("it can be written");
        let (code, out, err) = analyse(&["--compare", &run.out, &run.out], "");
        assert_eq!((code, out.as_str()), (Some(2), ""), "byte {at}");
        assert!(
            err.contains(&format!("line {number}: ")),
            "byte {at}: {err}"
        );
    }
    // JSON alone would not find a changed number.
    let text = String::from_utf8(bytes).expect("UTF-8");
    let (before, after) = text.rsplit_once("\"depth\":").expect("a depth");
    let damaged = format!("{before}\"depth\":1{after}");
    fs::write(&run.out, &damaged).expect("it can be written");
    let (code, _, err) = run.run(&["--resume"]);
    assert_eq!(code, Some(2));
    let last = POSITIONS + 1;
    let expected = format!("line {last}: damaged: the checksum does not match");
    assert!(err.contains(&expected), "{err}");
    assert_eq!(
        fs::read_to_string(&run.out).expect("the file is there"),
        damaged
    );
}

#[test]
fn a_missing_checksum_is_refused() {
    let run = Run::new();
    assert_eq!(run.run(&[]).0, Some(0));
    let text = fs::read_to_string(&run.out).expect("the file is there");
    let old = version_1(&text);
    let (header, _) = text.split_once('\n').expect("a header");
    let (_, records) = old.split_once('\n').expect("a header");
    fs::write(&run.out, format!("{header}\n{records}")).expect("it can be written");
    let (code, _, err) = run.run(&["--resume"]);
    assert_eq!(code, Some(2));
    assert!(
        err.contains("line 2: damaged: the checksum is missing"),
        "{err}"
    );
}

#[test]
fn a_run_without_checksums_goes_on() {
    let run = Run::new();
    assert_eq!(run.run(&["--jobs", "1"]).0, Some(0));
    let text = fs::read_to_string(&run.out).expect("the file is there");
    let old = version_1(&text);
    let expected = untimed(results(Path::new(&run.out)));
    // A complete run stays as it is.
    fs::write(&run.out, &old).expect("it can be written");
    assert_eq!(run.run(&["--resume"]).0, Some(0));
    assert_eq!(
        fs::read_to_string(&run.out).expect("the file is there"),
        old
    );
    // A part of it, with a torn last line, goes on with checksums.
    let end = old.match_indices('\n').nth(7).expect("some lines").0 + 1;
    fs::write(&run.out, &old[..end + 40]).expect("it can be written");
    let (code, _, err) = run.run(&["--resume", "--jobs", "1"]);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    let found = fs::read_to_string(&run.out).expect("the file is there");
    assert!(found.starts_with(&old[..end]));
    let added: Vec<&str> = found[end..].lines().collect();
    assert_eq!(added.len(), POSITIONS - 7);
    assert!(added.iter().all(|line| line.contains(",\"check\":\"")));
    let mut records = json_lines(&found).split_off(1);
    for record in &mut records {
        record.as_object_mut().expect("an object").remove("check");
    }
    assert_eq!(untimed(records), expected);
    // What is added is checked.
    let damaged = found.replace(added[0], &added[0].replacen("\"nodes\":", "\"nodes\":9", 1));
    fs::write(&run.out, damaged).expect("it can be written");
    let (code, _, err) = run.run(&["--resume"]);
    assert_eq!(code, Some(2));
    assert!(
        err.contains("line 9: damaged: the checksum does not match"),
        "{err}"
    );
}

#[test]
fn two_processes_do_not_write_one_run() {
    let run = Run::new();
    run.kill_after(2, &[]);
    let file = fs::File::open(&run.out).expect("the file is there");
    file.lock().expect("no one holds the lock");
    let (code, _, err) = run.run(&["--resume"]);
    assert_eq!(code, Some(2));
    assert!(err.contains("is being written by another process"), "{err}");
}

#[test]
fn an_interrupt_keeps_what_is_done() {
    let run = Run::new();
    let positions = run
        .folder
        .write("slow", "7k/8/6K1/8/8/8/8/R7 w - -\nstartpos\n");
    let mut command = Command::new(PROGRAM);
    command.args([
        "analyse", "--depth", "100", "--jobs", "1", "--out", &run.out, &positions,
    ]);
    let child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = Running(child.expect("the program runs"));
    run.wait_for_lines(2);
    kill(Pid::from_raw(child.0.id() as i32), Signal::SIGINT).expect("it runs");
    assert_eq!(child.0.wait().expect("it ends").code(), Some(130));
    let mut printed = String::new();
    let mut out = child.0.stdout.take().expect("a pipe");
    out.read_to_string(&mut printed).expect("text");
    assert!(
        printed.ends_with("nodes/s\n") && printed.contains("\n1 position, "),
        "{printed}"
    );
    assert_eq!(results(Path::new(&run.out)).len(), 1);
}

#[test]
fn a_reader_that_goes_ends_a_run_without_a_file() {
    let folder = Folder::new();
    // The search of the second position does not end.
    let positions = folder.write("slow", "7k/8/6K1/8/8/8/8/R7 w - -\nstartpos\n");
    let mut command = Command::new(PROGRAM);
    command.args([
        "analyse", "--json", "--depth", "100", "--jobs", "1", &positions,
    ]);
    let child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = Running(child.expect("the program runs"));
    drop(child.0.stdout.take());
    assert_eq!(child.0.wait().expect("it ends").code(), Some(0));
}
