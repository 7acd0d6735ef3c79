//! Playing at the table: games by the Laws, the file of the game, and the page that serves one browser.

mod games;
mod page;
mod terminal;

use crate::support::folder::Folder;
use crate::support::json;
use crate::support::process::{HANG, wait_for};
use compongo::play::{PlayAct, PlayEvent, PlaySettings, PlayTable, PlayWatcher};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Somebody who only keeps the clock running.
struct Present;

impl PlayWatcher for Present {
    fn tell(&self, _: &PlayEvent) -> bool {
        true
    }

    fn is_gone(&self) -> bool {
        false
    }
}

/// A table. One that used the file before may take a moment to go.
fn unattended(file: &Path) -> Arc<PlayTable> {
    let began = Instant::now();
    loop {
        match PlayTable::new(file, 1) {
            Ok(table) => return table,
            Err(refusal) => assert!(began.elapsed() < HANG, "{refusal}"),
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// A table with somebody at it.
fn table(file: &Path) -> Arc<PlayTable> {
    let table = unattended(file);
    assert!(table.watch(Box::new(Present)));
    table
}

/// The same with a file in a folder of its own.
fn new_table() -> (Folder, Arc<PlayTable>) {
    let folder = Folder::new();
    let table = table(&folder.join("game.json"));
    (folder, table)
}

fn state(table: &PlayTable) -> Value {
    json::value(&table.state())
}

/// Waits for a state of the game.
#[track_caller]
fn until(table: &PlayTable, is_reached: impl Fn(&Value) -> bool) {
    wait_for("a state of the game", || is_reached(&state(table)));
}

/// Does what the page would send.
fn act(table: &Arc<PlayTable>, act: Value) -> Result<Value, String> {
    let act: PlayAct = serde_json::from_value(act).map_err(|error| error.to_string())?;
    let answer = table.act(act).map_err(|refusal| refusal.to_string())?;
    Ok(serde_json::to_value(answer).expect("the answer is JSON"))
}

/// A game of two people with these settings besides the usual ones.
fn two_people(table: &Arc<PlayTable>, settings: &Value) {
    let mut new = json!({"act": "new", "engine": false, "control": ""});
    let fields = settings.as_object().expect("settings");
    let map = new.as_object_mut().expect("an object");
    map.extend(fields.clone());
    act(table, new).expect("the settings can be used");
}

fn play(table: &Arc<PlayTable>, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = json!({"act": "move", "move": text});
        act(table, mv).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    }
}

/// The default settings as JSON, as a page sends them.
fn default_settings() -> Value {
    serde_json::to_value(PlaySettings::default()).expect("settings are JSON")
}
