//! `compongo analyse` as a user sees it.

mod compare;
mod input;
mod output;
mod resume;
mod suite;

use crate::support::process::{PROGRAM, outcome};
use assert_cmd::Command;
use serde_json::Value;

/// Exit code, standard output and standard error of `compongo analyse` with these arguments and this standard input.
fn analyse(arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut command = Command::new(PROGRAM);
    command.arg("analyse").args(arguments).write_stdin(input);
    outcome(&mut command)
}

/// The records that `--json` prints.
#[track_caller]
fn records(arguments: &[&str], input: &str) -> Vec<Value> {
    let arguments: Vec<&str> = ["--json"].iter().chain(arguments).copied().collect();
    let (code, out, err) = analyse(&arguments, input);
    assert_eq!((code, err.as_str()), (Some(0), ""), "{arguments:?}");
    json_lines(&out)
}

#[track_caller]
fn json_lines(text: &str) -> Vec<Value> {
    let parse = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    text.lines().map(parse).collect()
}

/// The records without what depends on the machine.
fn untimed(mut records: Vec<Value>) -> Vec<Value> {
    for record in &mut records {
        record["nps"] = 0.into();
        record["used_us"] = 0.into();
        if let Some(solution) = record.pointer_mut("/suite/solution/used_us") {
            *solution = 0.into();
        }
    }
    records
}

/// A field of all records.
fn field<'a>(records: &'a [Value], name: &str) -> Vec<&'a Value> {
    records.iter().map(|record| &record[name]).collect()
}
