//! The ruling at the resumption of an adjourned game, as text and JSON.

use crate::types::Color;
use crate::util::format::clock_time;
use crate::util::text::printable;
use serde::{Serialize, Serializer};
use std::fmt;
use std::time::Duration;

/// The ruling at the resumption of an adjourned game. The JSON fields have this order; times are in milliseconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ResumptionRuling {
    /// The rules that apply, such as `fide2009`.
    pub laws: String,
    /// Where the Article numbers about adjourned games come from.
    pub numbering: &'static str,
    /// The name of White.
    pub white: String,
    /// The name of Black.
    pub black: String,
    /// The player who sealed.
    pub sealed_by: Color,
    /// The number of the sealed move.
    pub move_number: u16,
    /// The score, such as `1-0`; `None` if the game goes on.
    pub result: Option<String>,
    /// The sealed move if the envelope was opened, or the claimed one if it is lost.
    pub sealed_move: Option<SealedMoveReport>,
    /// The rulings, in order.
    pub rulings: Vec<RulingStep>,
    /// The proof that the winner can mate, or that the opponent cannot, where that matters.
    pub proof: Option<String>,
    /// True if that proof was not found: the result follows the general rule.
    pub undetermined: bool,
    /// The position on the board, in FEN.
    pub fen: String,
    /// The remaining times, as far as they are known.
    pub clocks: PlayerTimes,
    /// The player whose clock runs; `None` if both stand.
    pub running: Option<Color>,
    /// The player whose draw offer can still be accepted.
    pub draw_offer: Option<Color>,
    /// Questions for the arbiter.
    pub arbiter: Vec<String>,
}

/// A sealed move and its meaning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SealedMoveReport {
    /// The text of the move, as sealed.
    pub text: String,
    /// `legal`, `lenient`, `ambiguous`, `unintelligible` or `illegal`.
    pub reading: &'static str,
    /// The move in SAN; `None` if the text is not a legal move.
    pub san: Option<String>,
    /// The move in UCI notation; castling is king takes rook.
    pub uci: Option<String>,
}

/// A part of a ruling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RulingStep {
    /// The ruling, as a sentence.
    pub text: String,
    /// The Article; `None` where the text has none, or its number is not known.
    pub article: Option<String>,
}

/// The times of both players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PlayerTimes {
    /// White's remaining time; `None` if it is not known.
    #[serde(serialize_with = "milliseconds")]
    pub white: Option<Duration>,
    /// Black's remaining time; `None` if it is not known.
    #[serde(serialize_with = "milliseconds")]
    pub black: Option<Duration>,
}

#[allow(clippy::ref_option, reason = "the signature is serde's")]
fn milliseconds<S: Serializer>(time: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
    time.map(|time| time.as_millis() as u64)
        .serialize(serializer)
}

impl fmt::Display for ResumptionRuling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let players = format!("{} - {}", self.white, self.black);
        writeln!(
            f,
            "{}, move {} sealed by {} ({})",
            printable(&players),
            self.move_number,
            self.sealed_by,
            self.laws
        )?;
        if let Some(sealed) = &self.sealed_move {
            write!(f, "  sealed    {}", printable(&sealed.text))?;
            match &sealed.san {
                Some(san) => writeln!(f, ": {}, read as {san}", sealed.reading)?,
                None => writeln!(f, ": {}", sealed.reading)?,
            }
        }
        for step in &self.rulings {
            write!(f, "  ruling    {}", printable(&step.text))?;
            match &step.article {
                Some(article) => writeln!(f, " [{article}]")?,
                None => writeln!(f)?,
            }
        }
        writeln!(
            f,
            "  result    {}",
            self.result.as_deref().unwrap_or("open")
        )?;
        if let Some(proof) = &self.proof {
            writeln!(f, "  proof     {proof}")?;
        }
        writeln!(f, "  position  {}", self.fen)?;
        for (player, time) in [
            (Color::White, self.clocks.white),
            (Color::Black, self.clocks.black),
        ] {
            if let Some(time) = time {
                let runs = if self.running == Some(player) {
                    ", running"
                } else {
                    ""
                };
                writeln!(f, "  clock     {player} {}{runs}", clock_time(time))?;
            }
        }
        if let Some(player) = self.draw_offer {
            writeln!(f, "  offer     of a draw by {player}, open")?;
        }
        for question in &self.arbiter {
            writeln!(f, "  arbiter   {}", printable(question))?;
        }
        writeln!(f, "  articles  {}", self.numbering)
    }
}
