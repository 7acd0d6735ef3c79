//! What a user sees while games are played: a bar on a terminal, a line every minute elsewhere.

use super::say;
use crate::datagen::{SelfplayGame, SelfplayStats};
use console::Term;
use indicatif::{FormattedDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::env;
use std::time::{Duration, Instant};

/// How often a terminal is redrawn at most, in a second.
const REDRAWS: u8 = 4;
/// How often a line is printed.
const LINES: Duration = Duration::from_mins(1);

/// The view of games that are being played.
pub struct View {
    stats: SelfplayStats,
    /// How many were to be played.
    missing: u64,
    began: Instant,
    /// When the last line was printed.
    printed: Instant,
    /// Drawn only on a terminal.
    bar: Option<ProgressBar>,
}

impl View {
    /// The view of so many games to be played, when others are there already.
    pub fn new(there: u64, missing: u64) -> Self {
        let now = Instant::now();
        let bar = on_terminal().then(|| {
            let target = ProgressDrawTarget::stdout_with_hz(REDRAWS);
            let style = ProgressStyle::with_template(
                "{msg}\n[{elapsed_precise}] {bar:24} {pos}/{len}, {prefix}",
            );
            let bar = ProgressBar::with_draw_target(Some(there.saturating_add(missing)), target)
                .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
                .with_position(there);
            bar.enable_steady_tick(Duration::from_secs(1));
            bar
        });
        Self {
            stats: SelfplayStats::default(),
            missing,
            began: now,
            printed: now,
            bar,
        }
    }

    /// What is drawn, if anything is.
    pub fn bar(&self) -> Option<ProgressBar> {
        self.bar.clone()
    }

    /// Takes a game into account.
    pub fn take(&mut self, game: &SelfplayGame) {
        self.stats.add(game);
        if let Some(bar) = &self.bar {
            bar.set_message(self.stats.to_string());
            bar.set_prefix(self.pace());
            bar.inc(1);
        } else if self.printed.elapsed() >= LINES {
            self.printed = Instant::now();
            say(&format_args!("{}, {}", self.stats, self.pace()));
        }
    }

    /// Takes the bar down, and tells what it was all about.
    pub fn close(self) -> String {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        let took = FormattedDuration(self.began.elapsed());
        format!("{}, {:.0} plies/s, in {took}", self.stats, self.speed())
    }

    /// Plies in a second.
    fn speed(&self) -> f64 {
        self.stats.plies as f64 / self.began.elapsed().as_secs_f64().max(1e-9)
    }

    /// How fast it goes, and how long it will last.
    fn pace(&self) -> String {
        let left = self.missing.saturating_sub(self.stats.games);
        let each = self.began.elapsed().as_secs_f64() / self.stats.games.max(1) as f64;
        let left = Duration::try_from_secs_f64(left as f64 * each).unwrap_or(Duration::MAX);
        format!(
            "{:.0} plies/s, {} left",
            self.speed(),
            FormattedDuration(left)
        )
    }
}

/// True if standard output is a terminal that can go back in the text.
fn on_terminal() -> bool {
    Term::stdout().features().is_attended() && env::var_os("TERM").is_none_or(|kind| kind != "dumb")
}
