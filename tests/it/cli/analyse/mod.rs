//! `compongo analyse` as a user sees it.

mod compare;
mod input;
mod output;
mod resume;
mod suite;
#[cfg(unix)]
mod watch;

use crate::support::json;
use crate::support::process::{Outcome, Program};
use serde_json::Value;

#[track_caller]
fn analyse(arguments: &[&str], input: &str) -> Outcome {
    let command = Program::with(["analyse"]).args(arguments);
    command.input(input).run()
}

/// The records that `--json` prints.
#[track_caller]
fn records(arguments: &[&str], input: &str) -> Vec<Value> {
    let arguments = [&["--json"], arguments].concat();
    json::lines(&analyse(&arguments, input).success())
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

fn field<'a>(records: &'a [Value], name: &str) -> Vec<&'a Value> {
    records.iter().map(|record| &record[name]).collect()
}
