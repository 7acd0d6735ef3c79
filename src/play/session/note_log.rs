//! The log of a game.

use super::play_note::{ARBITER, PlayNote};
use super::play_session::PlaySession;
use crate::ruling::Ruling;
use std::fmt::Display;

/// The longest log of a game, in entries; the oldest go first.
const MAX_LOG: usize = 500;

impl PlaySession {
    /// Logs a ruling that changes nothing.
    pub fn log_ruling(&mut self, ruling: &Ruling) {
        let note = self.ruling_note(ruling);
        self.push_note(note);
    }

    /// The entry for a ruling, which is not in the log.
    pub fn ruling_note(&self, ruling: &Ruling) -> PlayNote {
        let mut note = self.new_note(ARBITER, ruling.ruling.clone(), &ruling.articles);
        note.open.clone_from(&ruling.open);
        if let Some(reason) = &ruling.reason {
            note.add_fact("why", reason);
        }
        if let Some(proof) = &ruling.proof {
            note.add_fact("proof", format_args!("{} ({})", proof.answer, proof.words));
            if let Some(line) = &proof.line {
                note.add_fact("line", line);
            }
        }
        for fact in &ruling.facts {
            if self.clocks.is_some() || fact.name != "bonus" {
                note.add_fact(fact.name, &fact.value);
            }
        }
        if !ruling.obligation.is_empty() {
            let moves: Vec<&str> = ruling.obligation.iter().map(|mv| mv.san.as_str()).collect();
            note.add_fact("must play", moves.join(", "));
        }
        note
    }

    /// Adds an entry to the log and returns it.
    pub fn note(&mut self, by: impl Display, text: String, articles: &[&str]) -> &mut PlayNote {
        let note = self.new_note(by, text, articles);
        self.push_note(note)
    }

    fn new_note(&self, by: impl Display, text: String, articles: &[&str]) -> PlayNote {
        PlayNote {
            id: self.next_note,
            ply: self.game.ply(),
            by: by.to_string(),
            text,
            articles: articles.iter().map(|&article| article.to_owned()).collect(),
            facts: Vec::new(),
            open: Vec::new(),
        }
    }

    fn push_note(&mut self, note: PlayNote) -> &mut PlayNote {
        if self.log.len() == MAX_LOG {
            self.log.remove(0);
        }
        self.log.push(note);
        self.next_note += 1;
        self.log.last_mut().expect("an entry was added")
    }

    /// The number of entries so far, also of those that are no longer in the log.
    pub const fn notes_written(&self) -> u32 {
        self.next_note
    }

    /// Restores the log of a game.
    pub fn set_log(&mut self, log: Vec<PlayNote>) {
        self.next_note = log.last().map_or(1, |note| note.id.saturating_add(1));
        self.log = log;
    }
}
