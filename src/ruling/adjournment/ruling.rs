//! The ruling at the resumption of an adjourned game, as text and JSON.

use crate::laws::edition::articles::adjourned_games::numbering;
use crate::ruling::Ruling;
use crate::types::Color;
use crate::util::format::clock_time;
use crate::util::text::printable;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use std::fmt;

/// The ruling at the resumption of an adjourned game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResumptionRuling {
    /// The ruling as a whole: its score, position, clocks and open questions.
    pub ruling: Ruling,
    /// The decisions that it consists of, in order.
    pub steps: Vec<RulingStep>,
    /// The names of White and Black.
    pub players: [String; 2],
    /// The player who sealed.
    pub sealed_by: Color,
    /// The number of the sealed move.
    pub move_number: u16,
    /// The sealed move if the envelope was opened, or the claimed one if it is lost; `None` if the move is not known.
    pub sealed_move: Option<SealedMoveReport>,
    /// The proof that the winner can mate, or that the opponent cannot, where that matters.
    pub proof: Option<String>,
    /// The player whose clock runs; `None` if both stand.
    pub running: Option<Color>,
    /// The player whose draw offer can still be accepted; `None` if there is none.
    pub draw_offer: Option<Color>,
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

/// A decision of a ruling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RulingStep {
    /// The decision, as a sentence.
    pub text: String,
    /// The Article; `None` where the text has none, or its number is not known.
    pub article: Option<&'static str>,
}

/// The JSON fields have this order; times are in milliseconds.
impl Serialize for ResumptionRuling {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        /// The times left, in milliseconds.
        #[derive(Serialize)]
        struct TimesLeft {
            white: Option<u64>,
            black: Option<u64>,
        }
        let whole = &self.ruling;
        let times = whole.clocks.unwrap_or_default().times();
        let [white, black] = times.map(|time| time.map(|time| time.as_millis() as u64));
        let mut json = serializer.serialize_struct("ResumptionRuling", 16)?;
        json.serialize_field("laws", &whole.edition)?;
        json.serialize_field("numbering", numbering(whole.edition))?;
        json.serialize_field("white", &self.players[0])?;
        json.serialize_field("black", &self.players[1])?;
        json.serialize_field("sealed_by", &self.sealed_by)?;
        json.serialize_field("move_number", &self.move_number)?;
        json.serialize_field("result", &whole.score)?;
        json.serialize_field("sealed_move", &self.sealed_move)?;
        json.serialize_field("rulings", &self.steps)?;
        json.serialize_field("proof", &self.proof)?;
        json.serialize_field("undetermined", &whole.undetermined)?;
        json.serialize_field("fen", &whole.fen)?;
        json.serialize_field("clocks", &TimesLeft { white, black })?;
        json.serialize_field("running", &self.running)?;
        json.serialize_field("draw_offer", &self.draw_offer)?;
        json.serialize_field("arbiter", &whole.open)?;
        json.end()
    }
}

impl fmt::Display for ResumptionRuling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whole = &self.ruling;
        let players = self.players.join(" - ");
        writeln!(
            f,
            "{}, move {} sealed by {:#} ({})",
            printable(&players),
            self.move_number,
            self.sealed_by,
            whole.edition
        )?;
        let mut line = |name: &str, text: &str| writeln!(f, "  {name:<9} {}", printable(text));
        if let Some(SealedMoveReport {
            text, reading, san, ..
        }) = &self.sealed_move
        {
            let read = san.as_ref().map(|san| format!(", read as {san}"));
            line(
                "sealed",
                &format!("{text}: {reading}{}", read.unwrap_or_default()),
            )?;
        }
        for RulingStep { text, article } in &self.steps {
            let article = article.map(|article| format!(" [{article}]"));
            line("ruling", &format!("{text}{}", article.unwrap_or_default()))?;
        }
        let result = whole.score.map(|score| score.to_string());
        line("result", result.as_deref().unwrap_or("open"))?;
        if let Some(proof) = &self.proof {
            line("proof", proof)?;
        }
        line("position", whole.fen.as_deref().unwrap_or_default())?;
        let times = whole.clocks.unwrap_or_default().times();
        for (player, time) in Color::ALL.into_iter().zip(times) {
            if let Some(time) = time {
                let runs = self.running == Some(player);
                let runs = if runs { ", running" } else { "" };
                line("clock", &format!("{player:#} {}{runs}", clock_time(time)))?;
            }
        }
        if let Some(player) = self.draw_offer {
            line("offer", &format!("draw offered by {player:#}, open"))?;
        }
        for question in &whole.open {
            line("arbiter", question)?;
        }
        line("articles", numbering(whole.edition))
    }
}
