//! The remarks of all games of a match, summarised in a few lines by engine and text.

use crate::match_runner::{GameRecord, MatchSettings};
use crate::util::text::printable;
use std::collections::BTreeMap;

/// How many different remarks are printed; the rest is counted.
const NAMED: usize = 8;
/// How many different remarks are distinguished.
const DISTINCT: usize = 1000;

/// Counts remarks by engine and text.
#[derive(Debug, Default)]
pub struct RemarkTally {
    /// How often each remark occurred and the first game that has it, by engine and text.
    remarks: BTreeMap<(usize, String), (u32, u32)>,
    /// The number of further remarks beyond [`DISTINCT`] different ones.
    others: u32,
}

impl RemarkTally {
    /// Adds the remarks of a game about engines; those about the game are no reason to doubt the result.
    pub fn add(&mut self, record: &GameRecord) {
        for remark in &record.remarks {
            let Some(engine) = remark.engine else {
                continue;
            };
            let key = (engine, remark.text.clone());
            if self.remarks.len() >= DISTINCT && !self.remarks.contains_key(&key) {
                self.others += 1;
                continue;
            }
            let (count, first) = self.remarks.entry(key).or_insert((0, record.game));
            *count += 1;
            *first = record.game.min(*first);
        }
    }

    /// One line per remark, `New: does not have the option 'Contempt' (2 times, first in game 1)`: the most frequent
    /// ones, and the number of others.
    pub fn lines(&self, settings: &MatchSettings) -> Vec<String> {
        let mut remarks: Vec<_> = self.remarks.iter().collect();
        remarks.sort_by_key(|&((engine, _), &(count, _))| (std::cmp::Reverse(count), *engine));
        let (named, rest) = remarks.split_at(remarks.len().min(NAMED));
        let line = |&((engine, text), &(count, first)): &(&(usize, String), &(u32, u32))| {
            let about = &settings.engines[*engine].name;
            let place = match count {
                1 => format!("in game {first}"),
                _ => format!("{count} times, first in game {first}"),
            };
            printable(&format!("{about}: {text} ({place})")).into_owned()
        };
        let mut lines: Vec<String> = named.iter().map(line).collect();
        let others = self.others + rest.iter().map(|(_, (count, _))| count).sum::<u32>();
        if others > 0 {
            lines.push(format!("other remarks (see the ledger): {others}"));
        }
        lines
    }
}
