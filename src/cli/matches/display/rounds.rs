//! The rounds of a Swiss or knockout tournament, a line for each mini-match.

use super::status::longest_name;
use crate::match_runner::MatchSettings;
use crate::match_runner::rounds::{MiniMatch, Round, Rounds};
use crate::types::Color;
use crate::util::format::half_points;
use crate::util::text::printable;
use console::{Alignment, pad_str, style, truncate_str};
use std::fmt;

/// The width of a name while games are played, in columns.
const NAME_WIDTH: usize = 20;
/// The most mini-matches of a round that is being played, so that they fit on a terminal below the table.
const MAX_BOARDS: usize = 8;

/// The rounds of a tournament.
pub struct RoundLines<'a> {
    pub settings: &'a MatchSettings,
    pub rounds: &'a Rounds,
    /// True for all rounds, false for the last one that is known.
    pub all: bool,
}

impl fmt::Display for RoundLines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounds = self.rounds.rounds();
        let first = if self.all {
            0
        } else {
            rounds.len().saturating_sub(1)
        };
        for (round, number) in rounds.iter().zip(1..).skip(first) {
            let head = format!("Round {number} of {}", self.rounds.round_count());
            writeln!(f, "{}", style(head).bold())?;
            self.round(f, round)?;
        }
        Ok(())
    }
}

impl RoundLines<'_> {
    fn round(&self, f: &mut fmt::Formatter<'_>, round: &Round) -> fmt::Result {
        let most = if self.all { usize::MAX } else { MAX_BOARDS };
        for mini_match in round.matches.iter().take(most) {
            self.mini_match(f, mini_match)?;
        }
        if let Some(hidden @ 1..) = round.matches.len().checked_sub(most) {
            writeln!(f, "    and {hidden} more")?;
        }
        for &engine in round.byes.iter().take(most) {
            writeln!(f, "    {} bye", self.name(engine))?;
        }
        Ok(())
    }

    /// `New                  1½ – ½    Old`; with two dots if it is not over.
    fn mini_match(&self, f: &mut fmt::Formatter<'_>, mini_match: &MiniMatch) -> fmt::Result {
        let [higher, lower] = mini_match.engines();
        let [score, other] = mini_match.score().map(half_points);
        let higher = self.name(higher);
        let higher = pad_str(&higher, self.name_width(), Alignment::Left, None).into_owned();
        let lower = self.name(lower);
        let note = match mini_match.armageddon() {
            // The higher engine has Black, for whom a draw is enough.
            Some(points) if points.winner() == Some(Color::White) => {
                format!(" (Armageddon: {lower})")
            }
            Some(_) => format!(" (Armageddon: {})", higher.trim_end()),
            None if mini_match.is_complete() => String::new(),
            None => " ..".to_owned(),
        };
        let score = format!("{score} – {other}");
        writeln!(f, "    {higher} {score:9} {lower}{note}")
    }

    fn name(&self, engine: usize) -> String {
        let name = printable(&self.settings.engines[engine].name);
        truncate_str(&name, self.name_width(), "…").into_owned()
    }

    fn name_width(&self) -> usize {
        if self.all {
            longest_name(self.settings, NAME_WIDTH)
        } else {
            NAME_WIDTH
        }
    }
}
