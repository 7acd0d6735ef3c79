//! The progress of a match: a table that is redrawn on a terminal, plain lines elsewhere.

mod cutechess;
mod remarks;
mod rounds;
mod status;
mod summary;
mod words;

pub use summary::{MatchSummary, MatchTotals};

use crate::cli::matches::config::OutputFormat;
use crate::cli::output::{eprint, print, print_styled};
use crate::cli::progress::bar_on_stdout;
use crate::match_runner::schedule::Pairing;
use crate::match_runner::tournament::MatchListener;
use crate::match_runner::{GameRecord, MatchSettings};
use crate::syzygy::FolderProblem;
use crate::util::mutex;
use console::Term;
use indicatif::ProgressBar;
use status::{GameRate, MatchStatus};
use std::fmt::Write as _;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// What is printed during a match.
#[derive(Clone, Copy, Debug)]
pub struct DisplayOptions {
    /// No line for each game.
    pub quiet: bool,
    /// Without a terminal, the status is printed after this many games.
    pub every: u32,
    /// The form of results.
    pub format: OutputFormat,
}

/// The progress of a match.
pub struct MatchDisplay<'a> {
    settings: &'a MatchSettings,
    options: DisplayOptions,
    /// Hidden without a terminal, and in the format of cutechess-cli.
    bar: ProgressBar,
    progress: Mutex<MatchProgress<'a>>,
}

struct MatchProgress<'a> {
    totals: MatchTotals<'a>,
    rate: GameRate,
}

impl<'a> MatchDisplay<'a> {
    /// The progress of a match, some games of which may have been played.
    pub fn new(
        settings: &'a MatchSettings,
        totals: MatchTotals<'a>,
        options: DisplayOptions,
    ) -> Self {
        let games = totals.standings.planned_games();
        let played = totals.standings.games();
        // The bar below the table leaves room for the characters that a terminal echoes on an interrupt.
        let template = "{msg}[{elapsed_precise}] {bar:30} {pos}/{len}";
        let display = Self {
            settings,
            options,
            bar: match options.format {
                OutputFormat::Native => bar_on_stdout(Some(games.into()), template),
                OutputFormat::Cutechess => ProgressBar::hidden(),
            },
            progress: Mutex::new(MatchProgress {
                totals,
                rate: GameRate::new(played),
            }),
        };
        if !display.bar.is_hidden() {
            let status = display.status(&display.progress());
            display.bar.set_position(played);
            display.bar.set_message(status);
            display.bar.enable_steady_tick(Duration::from_secs(1));
        }
        display
    }

    pub fn bar(&self) -> ProgressBar {
        self.bar.clone()
    }

    /// Removes the table and the bar; returns the totals for the summary.
    pub fn close(self) -> MatchTotals<'a> {
        self.bar.finish_and_clear();
        let progress = self.progress.into_inner();
        progress.unwrap_or_else(PoisonError::into_inner).totals
    }

    fn progress(&self) -> MutexGuard<'_, MatchProgress<'a>> {
        // After a panic the display may be incomplete, but not wrong.
        mutex::lock(&self.progress)
    }

    fn status(&self, progress: &MatchProgress<'_>) -> String {
        let status = MatchStatus {
            settings: self.settings,
            standings: &progress.totals.standings,
            rate: Some(&progress.rate),
        };
        let text = status.to_string();
        match Term::stdout().size_checked() {
            Some((_, columns)) if !self.bar.is_hidden() => truncate(&text, usize::from(columns)),
            _ => text,
        }
    }
}

fn truncate(text: &str, columns: usize) -> String {
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

impl MatchListener for MatchDisplay<'_> {
    fn option_missing(&self, engine: &str, option: &str, similar: Option<&str>) {
        let hint = similar.map_or(String::new(), |name| format!("; did you mean '{name}'?"));
        let warning = format_args!("warning: {engine} has no option '{option}'{hint}");
        self.bar.suspend(|| eprint(warning));
    }

    fn option_unfit(&self, engine: &str, option: &str, value: &str, expected: &str) {
        let warning =
            format_args!("warning: {engine}: option '{option}': '{value}' is not {expected}");
        self.bar.suspend(|| eprint(warning));
    }

    fn game_started(&self, pairing: &Pairing) {
        if self.options.format == OutputFormat::Cutechess && !self.options.quiet {
            // In a knockout, games may be added, and numbers left out.
            let games = self.progress().totals.standings.planned_games();
            let games = games.max(pairing.game);
            print(cutechess::started(self.settings, pairing, games));
        }
    }

    fn game_finished(&self, record: &GameRecord) {
        let mut progress = self.progress();
        progress.totals.add(record);
        let planned = u64::from(progress.totals.standings.planned_games());
        if !self.bar.is_hidden() {
            // A level tie of a knockout adds games.
            self.bar.set_length(planned);
            self.bar.set_message(self.status(&progress));
            self.bar.inc(1);
            return;
        }
        let standings = &progress.totals.standings;
        // The summary repeats the last status.
        let played = standings.games();
        let is_due = played.is_multiple_of(self.options.every.into()) && played < planned;
        let text = match self.options.format {
            OutputFormat::Native => {
                let game = (!self.options.quiet).then(|| words::game(self.settings, record));
                let status = is_due.then(|| self.status(&progress));
                game.into_iter().chain(status).collect::<String>()
            }
            OutputFormat::Cutechess => {
                let quiet = self.options.quiet;
                let game = (!quiet).then(|| cutechess::finished(self.settings, record));
                // Between two engines it is printed after each game.
                let is_told = is_due || !quiet && self.settings.engines.len() == 2;
                let score = is_told.then(|| cutechess::score(self.settings, standings));
                game.into_iter().chain(score).collect()
            }
        };
        if !text.is_empty() {
            print_styled(text.trim_end());
        }
    }

    fn table_failed(&self, problem: &FolderProblem) {
        let warning = format_args!("warning: --tb {problem}");
        self.bar.suspend(|| eprint(warning));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_to_the_terminal() {
        assert_eq!(truncate("abcdef\nab\n", 6), "abcd…\nab\n");
    }
}
