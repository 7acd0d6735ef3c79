//! The state of a match: score, Elo, game pairs and SPRT. While games are played, it has a few lines of at most 80 columns.

use super::rounds::RoundLines;
use crate::match_runner::MatchSettings;
use crate::match_runner::rounds::Rounds;
use crate::match_runner::settings::TournamentFormat;
use crate::match_runner::stats::sprt::{EloModel, Sprt, SprtDecision};
use crate::match_runner::stats::{Estimate, MatchScore, Standings};
use crate::util::format::{counted, decimal, duration, half_points, percent};
use crate::util::text::printable;
use console::{Alignment, measure_text_width, pad_str, style, truncate_str};
use std::fmt;
use std::time::{Duration, Instant};

/// The most rows of the table while games are played, so that it fits on a terminal.
const MAX_ROWS: usize = 16;
/// The width of a name while games are played, in columns.
const NAME_WIDTH: usize = 24;

/// The width of the longest name of an engine, in columns, and at least `least`.
pub fn longest_name(settings: &MatchSettings, least: usize) -> usize {
    let names = settings.engines.iter();
    let widths = names.map(|engine| measure_text_width(&printable(&engine.name)));
    widths.fold(least, usize::max)
}

/// The speed of a match.
#[derive(Clone, Debug)]
pub struct GameRate {
    began: Instant,
    /// Games played in earlier runs.
    before: u64,
}

impl GameRate {
    /// The speed of this run; earlier runs played `before` games.
    pub fn new(before: u64) -> Self {
        Self {
            began: Instant::now(),
            before,
        }
    }

    /// Games per minute. `None` before the first game of this run has ended.
    fn games_per_minute(&self, standings: &Standings<'_>) -> Option<f64> {
        let ended = standings.games() - self.before;
        (ended > 0).then(|| ended as f64 * 60.0 / self.began.elapsed().as_secs_f64())
    }

    /// The expected time for the remaining games.
    fn left(&self, standings: &Standings<'_>) -> Option<Duration> {
        let left = u64::from(standings.planned_games()).saturating_sub(standings.games());
        let minutes = left as f64 / self.games_per_minute(standings)?;
        Duration::try_from_secs_f64(minutes * 60.0).ok()
    }
}

/// The state of a match: a block of lines for two engines, a table for more, and the rounds of a Swiss or knockout
/// tournament.
pub struct MatchStatus<'a> {
    /// The settings of the match.
    pub settings: &'a MatchSettings,
    /// The results so far.
    pub standings: &'a Standings<'a>,
    /// The speed, while games are played.
    pub rate: Option<&'a GameRate>,
}

impl fmt::Display for MatchStatus<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(rounds) = self.standings.rounds() {
            self.tournament(f, rounds)?;
        } else if let [one, other] = &self.settings.engines[..] {
            let width = self.name_width() + 10;
            let names = [one, other]
                .map(|engine| truncate_str(&printable(&engine.name), width, "…").into_owned());
            writeln!(f, "{} against {}", style(&names[0]).bold(), names[1])?;
            self.duel(f, self.standings.against(0, 1))?;
        } else {
            self.table(f)?;
        }
        let Some(rate) = self.rate else { return Ok(()) };
        let left = rate.left(self.standings);
        if let (Some(speed), Some(left)) = (rate.games_per_minute(self.standings), left) {
            let most = match self.settings.format {
                TournamentFormat::Knockout => " at least",
                _ if self.settings.sprt.is_some() => " at most",
                _ => "",
            };
            writeln!(
                f,
                "Rate    {speed:.1} games/min; {} left{most}",
                duration(left)
            )?;
        }
        Ok(())
    }
}

impl MatchStatus<'_> {
    /// The width of a name, in columns.
    fn name_width(&self) -> usize {
        match self.rate {
            Some(_) => NAME_WIDTH,
            None => longest_name(self.settings, NAME_WIDTH),
        }
    }

    /// The most rows of the table.
    const fn most_rows(&self) -> usize {
        match self.rate {
            Some(_) => MAX_ROWS,
            None => usize::MAX,
        }
    }

    fn duel(&self, f: &mut fmt::Formatter<'_>, tally: &MatchScore) -> fmt::Result {
        let MatchScore {
            wins,
            draws,
            losses,
            pairs,
            ..
        } = tally;
        let score = tally.score().map(percent).unwrap_or_default();
        writeln!(
            f,
            "Games   {}: {wins} won, {draws} drawn, {losses} lost{}",
            tally.games(),
            after(&score)
        )?;
        if let (Some(elo), Some(nelo), Some(los)) = (tally.elo(), tally.nelo(), tally.los()) {
            let color = paint(&elo);
            writeln!(
                f,
                "Elo     {}   nElo {nelo:.1}   LOS {}",
                color.apply_to(format!("{elo:.1}")),
                percent(los)
            )?;
        }
        if tally.complete_pairs() > 0 {
            let ratio = tally
                .pairs_ratio()
                .map(|ratio| format!("{ratio:.2} won for each lost"));
            writeln!(
                f,
                "Pairs   {pairs:?} of 0, ½, 1, 1½, 2 points{}",
                after(&ratio.unwrap_or_default())
            )?;
            let others = tally.games() - 2 * tally.complete_pairs();
            if others > 0 && self.rate.is_none() {
                let games = counted(others, "game");
                writeln!(f, "        The Elo leaves out {games} outside these pairs.")?;
            }
        }
        match &self.settings.sprt {
            Some(test) => sprt(f, test, tally, self.settings.sprt_decision(tally)),
            None => Ok(()),
        }
    }

    /// The table, and the mini-matches: of the last round while games are played, of all rounds at the end.
    fn tournament(&self, f: &mut fmt::Formatter<'_>, rounds: &Rounds) -> fmt::Result {
        if rounds.is_knockout() {
            self.table(f)?;
        } else {
            self.swiss_table(f, rounds)?;
        }
        let lines = RoundLines {
            settings: self.settings,
            rounds,
            all: self.rate.is_none(),
        };
        write!(f, "{lines}")
    }

    fn swiss_table(&self, f: &mut fmt::Formatter<'_>, rounds: &Rounds) -> fmt::Result {
        let width = self.name_width();
        let head = format!(
            "  # {:width$} {:>6} {:>6} {:>6} {:>7} {:>5} {:>5} {:>5}",
            "Engine", "Points", "Cut 1", "Buchh.", "SB", "Won", "Drawn", "Lost"
        );
        writeln!(f, "{}", style(head).bold())?;
        let table = rounds.swiss_table();
        for (row, rank) in table.iter().zip(1..).take(self.most_rows()) {
            let standing = &self.standings.rows()[row.engine];
            let name = printable(&standing.name);
            let name = pad_str(&name, width, Alignment::Left, Some("…"));
            let [points, cut, buchholz] = [row.points, row.buchholz_cut, row.buchholz]
                .map(|halves| half_points(halves.into()));
            let sonneborn_berger = decimal(f64::from(row.sonneborn_berger) / 4.0, 2);
            let (won, drawn) = (standing.total.wins, standing.total.draws);
            let lost = standing.total.losses;
            writeln!(
                f,
                "{rank:>3} {name} {points:>6} {cut:>6} {buchholz:>6} {sonneborn_berger:>7} {won:>5} {drawn:>5} {lost:>5}"
            )?;
        }
        self.hidden_rows(f, table.len())
    }

    fn table(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.name_width();
        let head = format!(
            "  # {:width$} {:>6} {:>5} {:>5} {:>5} {:>7} {:>17}",
            "Engine", "Games", "Won", "Drawn", "Lost", "Score", "Rating"
        );
        writeln!(f, "{}", style(head).bold())?;
        let rows = self.standings.rows();
        let ranking = self.standings.ranking();
        let ratings = self.standings.ratings();
        for (&engine, rank) in ranking.iter().zip(1..).take(self.most_rows()) {
            let total = &rows[engine].total;
            let name = printable(&rows[engine].name);
            let name = pad_str(&name, width, Alignment::Left, Some("…"));
            let score = total.score().map(percent).unwrap_or_default();
            let elo = ratings[engine];
            let text = elo.map(|elo| format!("{elo:.1}")).unwrap_or_default();
            let color = elo.as_ref().map(paint).unwrap_or_default();
            let (games, won) = (total.games(), total.wins);
            let (drawn, lost) = (total.draws, total.losses);
            let elo = color.apply_to(format!("{text:>17}"));
            writeln!(
                f,
                "{rank:>3} {name} {games:>6} {won:>5} {drawn:>5} {lost:>5} {score:>7} {elo}"
            )?;
        }
        self.hidden_rows(f, ranking.len())
    }

    /// The number of rows that the table leaves out.
    fn hidden_rows(&self, f: &mut fmt::Formatter<'_>, rows: usize) -> fmt::Result {
        match rows.checked_sub(self.most_rows()) {
            Some(hidden @ 1..) => writeln!(f, "    and {hidden} more"),
            _ => Ok(()),
        }
    }
}

fn after(text: &str) -> String {
    if text.is_empty() {
        String::new()
    } else {
        format!("; {text}")
    }
}

/// Green for an advantage beyond the error margin, red for a disadvantage.
fn paint(estimate: &Estimate) -> console::Style {
    let plain = console::Style::new();
    if estimate.value > estimate.error {
        plain.green()
    } else if estimate.value < -estimate.error {
        plain.red()
    } else {
        plain
    }
}

/// The line of an SPRT: its hypotheses, the log-likelihood ratio and its bounds.
fn sprt(
    f: &mut fmt::Formatter<'_>,
    test: &Sprt,
    tally: &MatchScore,
    decision: Option<SprtDecision>,
) -> fmt::Result {
    let Sprt {
        elo0, elo1, model, ..
    } = test;
    let unit = match model {
        EloModel::Normalized => "nElo",
        EloModel::Logistic => "Elo",
    };
    let (lower, upper) = test.bounds();
    let llr = test.llr(tally);
    write!(
        f,
        "SPRT    {elo0} or {elo1} {unit}?   LLR {llr:+.2} ({lower:.2}, {upper:+.2})  "
    )?;
    match decision {
        Some(verdict @ SprtDecision::H1) => writeln!(f, "{}", style(verdict).green().bold()),
        Some(verdict @ SprtDecision::H0) => writeln!(f, "{}", style(verdict).red().bold()),
        None => writeln!(f, "{}", gauge(llr, lower, upper)),
    }
}

/// A gauge of a number between two bounds around zero: `[····│███·]`.
fn gauge(number: f64, lower: f64, upper: f64) -> String {
    const CELLS: usize = 20;
    let cell = |number: f64| {
        (((number - lower) / (upper - lower)).clamp(0.0, 1.0) * CELLS as f64).round() as usize
    };
    let (zero, end) = (cell(0.0), cell(number));
    let cells = (0..CELLS).map(|index| {
        if (zero.min(end)..zero.max(end)).contains(&index) {
            '█'
        } else {
            '·'
        }
    });
    let mut text: String = cells.clone().take(zero).collect();
    text.push('│');
    text.extend(cells.skip(zero));
    format!("[{text}]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gauge_grows_from_zero_to_either_side() {
        assert_eq!(gauge(0.0, -2.0, 2.0), "[··········│··········]");
        assert_eq!(gauge(1.0, -2.0, 2.0), "[··········│█████·····]");
        assert_eq!(gauge(-2.0, -2.0, 2.0), "[██████████│··········]");
        assert_eq!(gauge(9.0, -2.0, 2.0), "[··········│██████████]");
    }
}
