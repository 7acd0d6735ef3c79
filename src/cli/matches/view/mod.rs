//! What a user sees of a match while it goes on: a table that is kept up on a terminal, plain lines elsewhere.

mod figures;
mod summary;
mod words;

pub use summary::Summary;

use crate::arbiter::schedule::Pairing;
use crate::arbiter::stats::Standings;
use crate::arbiter::tournament::MatchListener;
use crate::arbiter::{GameRecord, MatchSettings};
use console::Term;
use figures::{Figures, Pace};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::env;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How often a terminal is redrawn at most, in a second.
const REDRAWS: u8 = 4;

/// What the user wants to see.
#[derive(Clone, Copy, Debug)]
pub struct Wishes {
    /// No line for each game.
    pub quiet: bool,
    /// Without a terminal, figures after so many games.
    pub every: u32,
}

/// The view of a match.
pub struct View<'a> {
    settings: &'a MatchSettings,
    wishes: Wishes,
    /// Drawn only on a terminal.
    bar: Option<ProgressBar>,
    state: Mutex<State<'a>>,
}

struct State<'a> {
    standings: Standings<'a>,
    pace: Pace,
}

impl<'a> View<'a> {
    /// The view of a match of so many games, of which some are played.
    pub fn new(
        settings: &'a MatchSettings,
        games: u32,
        done: &[GameRecord],
        wishes: Wishes,
    ) -> Self {
        let view = Self {
            settings,
            wishes,
            bar: on_terminal().then(|| bar(games)),
            state: Mutex::new(State {
                standings: Standings::of(settings, done),
                pace: Pace::new(games, done.len() as u32),
            }),
        };
        if let Some(bar) = &view.bar {
            bar.set_position(done.len() as u64);
            bar.set_message(view.figures(&view.state()));
            bar.enable_steady_tick(Duration::from_secs(1));
        }
        view
    }

    /// What is drawn, if anything is.
    pub fn bar(&self) -> Option<ProgressBar> {
        self.bar.clone()
    }

    /// Takes the table down; the figures are printed once more, by somebody else.
    pub fn close(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }

    fn state(&self) -> MutexGuard<'_, State<'a>> {
        // What is shown may be incomplete after a panic, not wrong.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn figures(&self, state: &State<'_>) -> String {
        let figures = Figures {
            settings: self.settings,
            standings: &state.standings,
            pace: Some(&state.pace),
        };
        let text = figures.to_string();
        match Term::stdout().size_checked() {
            Some((_, columns)) if self.bar.is_some() => narrow(&text, usize::from(columns)),
            _ => text,
        }
    }
}

/// True if standard output is a terminal that can go back in the text.
fn on_terminal() -> bool {
    Term::stdout().features().is_attended() && env::var_os("TERM").is_none_or(|kind| kind != "dumb")
}

/// Cuts lines that do not fit.
fn narrow(text: &str, columns: usize) -> String {
    let mut cut = String::new();
    for line in text.lines() {
        let _ = writeln!(
            cut,
            "{}",
            console::truncate_str(line, columns.saturating_sub(1), "…")
        );
    }
    cut
}

/// The figures with a bar below them, which leaves room for what a terminal shows of an interrupt.
fn bar(games: u32) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(
        Some(games.into()),
        ProgressDrawTarget::stdout_with_hz(REDRAWS),
    );
    let style = ProgressStyle::with_template("{msg}[{elapsed_precise}] {bar:30} {pos}/{len}");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

impl MatchListener for View<'_> {
    fn game_started(&self, _pairing: &Pairing) {}

    fn game_finished(&self, record: &GameRecord, _all: &[GameRecord]) {
        let mut state = self.state();
        state.standings.add(record);
        state.pace.game_ended();
        if let Some(bar) = &self.bar {
            bar.set_message(self.figures(&state));
            bar.inc(1);
            return;
        }
        let mut text = String::new();
        if !self.wishes.quiet {
            text += &words::game(self.settings, record);
        }
        let games = state.standings.games();
        // The last figures come with the summary.
        if games.is_multiple_of(self.wishes.every.into()) && !state.pace.is_over() {
            text += &self.figures(&state);
        }
        // If nobody reads on, the match goes on all the same.
        let _ = io::stdout().lock().write_all(text.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_to_the_terminal() {
        assert_eq!(narrow("abcdef\nab\n", 6), "abcd…\nab\n");
    }
}
