//! The progress of self-play: a bar on a terminal, a line every minute elsewhere.

use crate::cli::output::print;
use crate::cli::progress::bar_on_stdout;
use crate::datagen::{SelfplayGame, SelfplayStats};
use crate::util::format::duration;
use indicatif::ProgressBar;
use std::time::{Duration, Instant};

/// The interval between lines without a terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(60);

/// The progress of self-play.
pub struct DatagenDisplay {
    stats: SelfplayStats,
    missing: u64,
    began: Instant,
    last_line: Instant,
    /// Hidden without a terminal.
    bar: ProgressBar,
}

impl DatagenDisplay {
    /// The progress of `missing` games to play, besides `there` existing ones.
    pub fn new(there: u64, missing: u64) -> Self {
        let now = Instant::now();
        let bar = bar_on_stdout(
            Some(there.saturating_add(missing)),
            "{msg}\n[{elapsed_precise}] {bar:24} {pos}/{len}, {prefix}",
        );
        bar.set_position(there);
        // The ticks come from a thread, which the system may refuse.
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_secs(1));
        }
        Self {
            stats: SelfplayStats::default(),
            missing,
            began: now,
            last_line: now,
            bar,
        }
    }

    pub fn bar(&self) -> ProgressBar {
        self.bar.clone()
    }

    /// Adds a finished game.
    pub fn add(&mut self, game: &SelfplayGame) {
        self.stats.add(game);
        if !self.bar.is_hidden() {
            self.bar.set_message(self.stats.to_string());
            self.bar.set_prefix(self.rate());
            self.bar.inc(1);
        } else if self.last_line.elapsed() >= LINE_INTERVAL {
            self.last_line = Instant::now();
            print(format_args!("{}, {}", self.stats, self.rate()));
        }
    }

    /// Removes the bar. Returns the statistics of all games played.
    pub fn close(self) -> String {
        self.bar.finish_and_clear();
        let took = duration(self.began.elapsed());
        format!("{}, {:.0} plies/s, in {took}", self.stats, self.speed())
    }

    /// Plies per second.
    fn speed(&self) -> f64 {
        self.stats.plies as f64 / self.began.elapsed().as_secs_f64().max(1e-9)
    }

    /// Plies per second, and the time left.
    fn rate(&self) -> String {
        let left = self.missing.saturating_sub(self.stats.games);
        let each = self.began.elapsed().as_secs_f64() / self.stats.games.max(1) as f64;
        let left = Duration::try_from_secs_f64(left as f64 * each).unwrap_or(Duration::MAX);
        format!("{:.0} plies/s, {} left", self.speed(), duration(left))
    }
}
