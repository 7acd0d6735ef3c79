//! `compongo ruling` as an arbiter sees it: each question under the Articles that answer it.

mod arbiters_questions;
mod beginnings;
mod claims;
mod flags;
mod illegal_moves;
mod irregularities;
mod manual;
mod named_moves;
mod records;
mod text_1974;

use crate::support::json;
use crate::support::process::{Outcome, Program};
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

/// What the clocks show after a ruling, in milliseconds.
fn clocks(ruling: &Value) -> [Option<u64>; 2] {
    ["white_ms", "black_ms"].map(|name| ruling["clocks"][name].as_u64())
}

/// Minutes and seconds in milliseconds, as [`clocks`] gives them.
#[allow(clippy::unnecessary_wraps, reason = "it is compared with options")]
const fn ms(minutes: u64, seconds: u64) -> Option<u64> {
    Some(1000 * (60 * minutes + seconds))
}

/// The moves of which one must be played, in SAN.
fn obligation(ruling: &Value) -> Vec<&str> {
    let moves = ruling["obligation"].as_array().expect("a list");
    let san = moves.iter().map(|mv| mv["san"].as_str().expect("text"));
    san.collect()
}

fn articles(ruling: &Value) -> Vec<&str> {
    let articles = ruling["articles"].as_array().expect("a list");
    let numbers = articles
        .iter()
        .map(|article| article.as_str().expect("text"));
    numbers.collect()
}

/// The ruling in one sentence.
#[track_caller]
fn sentence(ruling: &Value) -> &str {
    ruling["ruling"].as_str().expect("text")
}

/// The ruling gives this score, if any, under these Articles.
#[track_caller]
fn assert_score(ruling: &Value, score: Option<&str>, under: &[&str]) {
    let found = (ruling["score"].as_str(), articles(ruling));
    assert_eq!(found, (score, under.to_vec()), "{ruling}");
}

#[track_caller]
fn fact<'a>(ruling: &'a Value, name: &str) -> &'a str {
    let facts = ruling["facts"].as_array().expect("a list");
    let found = facts.iter().find(|fact| fact["name"] == name);
    found.and_then(|fact| fact["value"].as_str()).expect(name)
}

/// The decision is left open, in a sentence that contains these words.
#[track_caller]
fn assert_undecided(ruling: &Value, words: &str) {
    let sentence = sentence(ruling);
    let is_undecided = sentence.starts_with("Open: ") && ruling["score"].is_null();
    assert!(
        is_undecided && sentence.contains(words),
        "{words}: {ruling}"
    );
}

/// A question is left open that contains these words.
#[track_caller]
fn assert_open(ruling: &Value, words: &str) {
    assert!(is_open(ruling, words), "{words}: {ruling}");
}

/// True if a question is left open that contains these words.
fn is_open(ruling: &Value, words: &str) -> bool {
    let open = ruling["open"].as_array().expect("a list");
    open.iter()
        .any(|question| question.as_str().expect("text").contains(words))
}
