//! The log of a game.

use super::play_note::{ARBITER, PlayNote};
use super::play_session::PlaySession;
use crate::ruling::Ruling;

/// The longest log of a game, in entries; the oldest go first.
const MAX_LOG: usize = 500;

impl PlaySession {
    /// Logs a ruling that changes nothing.
    pub fn log_ruling(&mut self, ruling: &Ruling) {
        let articles = ruling.articles.iter().map(ToString::to_string).collect();
        let mut facts = Vec::new();
        if let Some(reason) = &ruling.reason {
            facts.push(("why".to_owned(), reason.clone()));
        }
        if let Some(proof) = &ruling.proof {
            facts.push((
                "proof".to_owned(),
                format!("{} ({})", proof.answer, proof.kind),
            ));
            facts.extend(proof.line.clone().map(|line| ("line".to_owned(), line)));
        }
        let own = ruling.facts.iter();
        facts.extend(own.map(|fact| (fact.name.to_owned(), fact.value.clone())));
        if !ruling.obligation.is_empty() {
            let moves: Vec<&str> = ruling.obligation.iter().map(|mv| mv.san.as_str()).collect();
            facts.push(("must play".to_owned(), moves.join(", ")));
        }
        self.note(ARBITER.to_owned(), ruling.ruling.clone(), articles);
        if let Some(note) = self.log.last_mut() {
            note.facts = facts;
            note.open.clone_from(&ruling.open);
        }
    }

    /// Adds an entry to the log.
    pub fn note(&mut self, by: String, text: String, articles: Vec<String>) {
        if self.log.len() == MAX_LOG {
            self.log.remove(0);
        }
        self.log.push(PlayNote {
            id: self.next_note,
            ply: self.game.ply(),
            by,
            text,
            articles,
            facts: Vec::new(),
            open: Vec::new(),
        });
        self.next_note += 1;
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
