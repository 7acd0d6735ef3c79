//! `compongo ruling` as an arbiter sees it: each question under the Articles that answer it.

mod beginnings;
mod claims;
mod conduct;
mod flags;
mod illegal_moves;
mod interview;
mod manual;
mod named_moves;
mod offers;
mod records;
mod text_1974;
mod touched;

use crate::support::json;
use crate::support::process::{Outcome, Program};
use crate::support::table::{cells, holds};
use serde_json::Value;

/// The answer to a question, in JSON; the words of the command are separated as in a shell.
#[track_caller]
fn ask(question: &str) -> Value {
    json::value(&answer(&format!("{question} --json")).success())
}

#[track_caller]
fn answer(question: &str) -> Outcome {
    let words = shlex::split(question).expect("balanced quotes");
    Program::with(["ruling"]).args(words).run()
}

/// The message about a question that cannot be used.
#[track_caller]
fn refusal(question: &str) -> String {
    answer(question).refusal()
}

/// Asks the questions of a table. The first cell of a row takes the place of `@` in the form of the question, the second
/// has the Articles of the ruling, and the rest say what else holds of it. A question that cannot be used has `refused`
/// instead of Articles, and parts of the message.
#[track_caller]
fn check(form: &str, table: &str) {
    for row in cells(table) {
        let [question, articles, claims @ ..] = &row[..] else {
            panic!("no Articles: {row:?}");
        };
        let question = form.replace('@', question);
        if *articles == "refused" {
            let message = refusal(&question);
            let names_all = claims.iter().all(|part| message.contains(part));
            assert!(names_all, "{question}: {message}");
            continue;
        }
        let ruling = ask(&question);
        let found = value(&ruling, "articles");
        assert_eq!(found, *articles, "{question}: {ruling}");
        for claim in claims {
            let is_so = holds(claim, |name| value(&ruling, name));
            assert!(is_so, "{question}: {claim}: {ruling}");
        }
    }
}

/// What a ruling says under a name: `plays` are the moves of which one must be played, `clocks` and `used` the times of
/// White and Black, `undecided` is the sentence of a decision that is left open. Other names are paths in the JSON object,
/// or facts.
#[track_caller]
fn value(ruling: &Value, name: &str) -> String {
    match name {
        "plays" => {
            let moves = ruling["obligation"].as_array().expect("a list");
            let san: Vec<Value> = moves.iter().map(|mv| mv["san"].clone()).collect();
            json::text(&san.into())
        }
        "clocks" | "used" => ["white_ms", "black_ms"]
            .map(|player| json::time(&ruling[name][player]))
            .join(" "),
        "undecided" => {
            let sentence = json::text(&ruling["ruling"]);
            let undecided = sentence.strip_prefix("Open: ");
            let undecided = undecided.filter(|_| ruling["score"].is_null());
            undecided.unwrap_or("no").to_owned()
        }
        _ => ruling
            .pointer(&format!("/{name}"))
            .map_or_else(|| fact(ruling, name).to_owned(), json::text),
    }
}

#[track_caller]
fn fact<'a>(ruling: &'a Value, name: &str) -> &'a str {
    let facts = ruling["facts"].as_array().expect("a list");
    let found = facts.iter().find(|fact| fact["name"] == name);
    found.and_then(|fact| fact["value"].as_str()).expect(name)
}
