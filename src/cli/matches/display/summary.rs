//! The summary at the end of a match: its result, how games ended, time per move, warnings.

use super::cutechess;
use super::remarks::RemarkTally;
use super::status::{MatchStatus, longest_name};
use crate::cli::matches::config::OutputFormat;
use crate::laws::outcome::OutcomeKind;
use crate::match_runner::record::TerminationKind;
use crate::match_runner::rounds::Rounds;
use crate::match_runner::stats::Standings;
use crate::match_runner::{GameRecord, MatchSettings};
use crate::util::format::{metric, percent, short_duration};
use crate::util::text::printable;
use console::{Alignment, pad_str, style};
use std::fmt;
use std::time::Duration;

const FLAG_FALL: TerminationKind = TerminationKind::Laws(OutcomeKind::FlagFall);

/// Running sums over the games of a match, for the summary.
pub struct MatchTotals<'a> {
    pub standings: Standings<'a>,
    unproved: usize,
    remarks: RemarkTally,
}

impl<'a> MatchTotals<'a> {
    /// The totals before the first game.
    pub fn new(settings: &'a MatchSettings) -> Self {
        Self {
            standings: Standings::new(settings),
            unproved: 0,
            remarks: RemarkTally::default(),
        }
    }

    /// Adds a game.
    pub fn add(&mut self, record: &GameRecord) {
        self.standings.add(record);
        self.unproved += usize::from(record.end.unproved);
        self.remarks.add(record);
    }
}

/// The summary of a match that has ended or was interrupted.
pub struct MatchSummary<'a> {
    pub settings: &'a MatchSettings,
    pub totals: MatchTotals<'a>,
}

impl MatchSummary<'_> {
    /// The summary in a format.
    pub fn text(&self, format: OutputFormat) -> String {
        match format {
            OutputFormat::Native => self.to_string(),
            OutputFormat::Cutechess => cutechess::end(self.settings, &self.totals.standings),
        }
    }

    /// True if a game ended because of an engine's defect: forfeits other than a flag fall.
    pub fn has_faults(&self) -> bool {
        let terminations = self.totals.standings.terminations();
        let mut faults = TerminationKind::FORFEITS
            .iter()
            .filter(|&&kind| kind != FLAG_FALL);
        faults.any(|kind| terminations.contains_key(kind))
    }

    /// The number of games for each kind of termination, the most frequent first.
    fn reasons(&self) -> String {
        let mut counts: Vec<_> = self.totals.standings.terminations().iter().collect();
        counts.sort_by_key(|&(_, counts)| std::cmp::Reverse(counts.games));
        let parts: Vec<String> = counts
            .into_iter()
            .map(|(kind, counts)| format!("{} {}", kind.description(), counts.games))
            .collect();
        parts.join(", ")
    }

    fn efforts(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = longest_name(self.settings, 24);
        let head = format!(
            "{:width$} {:>9} {:>10} {:>10} {:>7} {:>10}",
            "Time per move", "mean", "longest", "overshoot", "depth", "nodes/s"
        );
        writeln!(f, "{}", style(head).bold())?;
        let standings = &self.totals.standings;
        for (engine, row) in standings.rows().iter().enumerate() {
            let search_stats = &row.search_stats;
            let name = printable(&row.name);
            let name = pad_str(&name, width, Alignment::Left, None);
            let mean = search_stats
                .mean_time()
                .map(short_duration)
                .unwrap_or_default();
            let over = if standings
                .forfeits(engine)
                .any(|(kind, _)| kind == FLAG_FALL)
            {
                "flag fell".to_owned()
            } else if search_stats.overshoot == Duration::ZERO {
                "none".to_owned()
            } else {
                short_duration(search_stats.overshoot)
            };
            let depth = search_stats.mean_depth().map(|depth| format!("{depth:.1}"));
            let nps = search_stats.nps().map(metric);
            writeln!(
                f,
                "{name} {mean:>9} {:>10} {over:>10} {:>7} {:>10}",
                short_duration(search_stats.longest),
                depth.unwrap_or_default(),
                nps.unwrap_or_default()
            )?;
        }
        Ok(())
    }

    /// The result of every pairing, from the point of view of the higher-ranked engine.
    fn duels(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ranking = self.totals.standings.ranking();
        let width = longest_name(self.settings, 17);
        let name = |engine: usize| {
            let name = &self.totals.standings.rows()[engine].name;
            pad_str(&printable(name), width, Alignment::Left, None).into_owned()
        };
        for (place, &one) in ranking.iter().enumerate() {
            for &other in &ranking[place + 1..] {
                let tally = self.totals.standings.against(one, other);
                let Some(score) = tally.score() else {
                    continue;
                };
                let (one, other) = (name(one), name(other));
                let (result, score) = (
                    format!("+{} ={} -{}", tally.wins, tally.draws, tally.losses),
                    percent(score),
                );
                let elo = tally
                    .elo()
                    .map_or(String::new(), |elo| format!(" {elo:>17.1}"));
                writeln!(f, "    {one} {other} {result:>13} {score:>7}{elo}")?;
            }
        }
        Ok(())
    }

    /// Reasons to doubt the result.
    fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        let standings = &self.totals.standings;
        for (engine, row) in standings.rows().iter().enumerate() {
            let parts: Vec<String> = standings
                .forfeits(engine)
                .map(|(kind, count)| format!("{} {count}", kind.description()))
                .collect();
            if !parts.is_empty() {
                warnings.push(format!(
                    "{} lost games by forfeit: {}",
                    printable(&row.name),
                    parts.join(", ")
                ));
            }
        }
        let unproved = self.totals.unproved;
        if unproved > 0 {
            warnings.push(format!(
                "results with no proof whether a mate was possible: {unproved}"
            ));
        }
        warnings.extend(self.totals.remarks.lines(self.settings));
        warnings
    }
}

impl fmt::Display for MatchSummary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.totals.standings.games() == 0 {
            return f.write_str("No game has ended.");
        }
        let status = MatchStatus {
            settings: self.settings,
            standings: &self.totals.standings,
            rate: None,
        };
        write!(f, "{status}")?;
        let rounds = self.totals.standings.rounds();
        if let Some(engine) = rounds.and_then(Rounds::champion) {
            let name = printable(&self.settings.engines[engine].name);
            writeln!(f, "Winner  {}", style(name).bold())?;
        }
        // The rounds have the results of all pairings.
        if rounds.is_none() && self.settings.engines.len() > 2 {
            self.duels(f)?;
        }
        writeln!(f, "Ends    {}", self.reasons())?;
        self.efforts(f)?;
        for warning in self.warnings() {
            writeln!(f, "{} {warning}", style("Warning:").yellow().bold())?;
        }
        Ok(())
    }
}
