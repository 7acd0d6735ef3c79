//! What is agreed before a game: opponent, colours, clock, Laws, start position.

use super::refusal::PlayRefusal;
use super::sentence::sentence;
use crate::board::fen::{self, FenWarning};
use crate::board::{Board, CHESS960_STARTPOS_COUNT, chess960_startpos};
use crate::laws::control::TimeControl;
use crate::laws::edition::{Edition, Mode, Rules};
use crate::types::{Color, Rng};
use crate::util::text::quote;
use serde::{Deserialize, Serialize};

/// The lowest and the highest level of the engine.
pub use crate::engine::options::{MAX_ELO, MIN_ELO};

/// The longest name of a player, in characters.
const MAX_NAME: usize = 60;

/// The side of a person who plays against the engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum SideChoice {
    /// White.
    #[default]
    White,
    /// Black.
    Black,
    /// Chosen at random.
    Random,
}

/// The start position of a game of Chess960.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum StartNumber960 {
    /// The position with this number, from 0 to 959.
    Number(usize),
    /// The word `random`.
    Word(String),
}

/// The names of two people.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PlayerNames {
    /// White's name; empty for `White`.
    pub white: String,
    /// Black's name; empty for `Black`.
    pub black: String,
}

/// The settings of a game, as a page or a command line gives them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PlaySettings {
    /// A person plays against the engine; otherwise two people play on one board.
    pub engine: bool,
    /// The level of the engine; `None` for full strength.
    pub elo: Option<u32>,
    /// The side of the person who plays against the engine.
    pub side: SideChoice,
    /// The time control, as people write it; empty if there is no clock.
    pub control: String,
    /// The edition of the Laws.
    pub laws: Edition,
    /// The mode; `None` for that of the time control.
    pub mode: Option<Mode>,
    /// The start position in FEN; empty, or `startpos`, for the initial position.
    pub fen: String,
    /// The start position in Chess960; `None` for standard chess.
    pub chess960: Option<StartNumber960>,
    /// The result counts: no moves are taken back, and no help is given.
    pub rated: bool,
    /// A touched piece must be moved.
    pub touch_move: bool,
    /// The names of two people.
    pub names: PlayerNames,
}

impl Default for PlaySettings {
    fn default() -> Self {
        Self {
            engine: true,
            elo: Some(1500),
            side: SideChoice::White,
            control: "15m+10s".to_owned(),
            laws: Edition::default(),
            mode: None,
            fen: String::new(),
            chess960: None,
            rated: false,
            touch_move: false,
            names: PlayerNames::default(),
        }
    }
}

/// The settings, understood.
#[derive(Clone, Debug)]
pub(super) struct PlayTerms {
    /// The side and the level of the engine; `None` if two people play.
    pub engine: Option<(Color, Option<u32>)>,
    pub names: [String; 2],
    pub control: Option<TimeControl>,
    /// The time control as it was written.
    pub written: String,
    pub rules: Rules,
    pub start: Board,
    /// What had to be left out of the FEN of the start position, and how a short clock was understood, in sentences.
    pub warnings: Vec<String>,
    pub rated: bool,
    pub touch_move: bool,
    /// The settings for another game like this one: what is left to chance still is.
    pub settings: PlaySettings,
}

impl PlaySettings {
    /// Checks the settings.
    ///
    /// # Errors
    /// A sentence that says which setting cannot be used.
    pub fn check(&self) -> Result<(), PlayRefusal> {
        self.terms(&mut Rng::new(1)).map(drop).map_err(PlayRefusal)
    }

    /// Understands the settings, and draws what is left to chance.
    ///
    /// # Errors
    /// A sentence that says which setting cannot be used.
    pub(super) fn terms(&self, rng: &mut Rng) -> Result<PlayTerms, String> {
        let control = match self.control.trim() {
            "" => None,
            text => Some(
                TimeControl::parse_written(text)
                    .map_err(|error| format!("time control: {error}"))?,
            ),
        };
        let usual_mode = control
            .as_ref()
            .map_or(Mode::default(), |control| self.laws.class(control));
        let mode = self.mode.unwrap_or(usual_mode);
        if let Some(elo) = self.elo.filter(|elo| !(MIN_ELO..=MAX_ELO).contains(elo)) {
            return Err(format!(
                "the level {elo} is not between {MIN_ELO} and {MAX_ELO}"
            ));
        }
        let rules = self.laws.rules(mode);
        if control.as_ref().is_some_and(TimeControl::begins_at_zero) {
            return Err("time control: there is no time for the first move".to_owned());
        }
        let engine = self.engine.then(|| {
            let person = match self.side {
                SideChoice::White => Color::White,
                SideChoice::Random if rng.below(2) == 0 => Color::White,
                SideChoice::Black | SideChoice::Random => Color::Black,
            };
            (!person, self.elo)
        });
        let (start, warnings) = self.start(rng)?;
        let mut settings = self.clone();
        // A saved game has these written out.
        settings.mode.take_if(|mode| *mode == usual_mode);
        if start == Board::start() {
            settings.fen.clear();
        }
        if self.engine {
            settings.names = PlayerNames::default();
        }
        Ok(PlayTerms {
            names: self.player_names(engine)?,
            engine,
            control,
            written: self.control.trim().to_owned(),
            rules,
            start,
            warnings: warnings
                .iter()
                .map(|warning| sentence(&warning.to_string()))
                .chain(seconds_note(&self.control))
                .collect(),
            rated: self.rated,
            touch_move: self.touch_move,
            settings,
        })
    }

    /// The start position, and what had to be left out of its FEN.
    fn start(&self, rng: &mut Rng) -> Result<(Board, Vec<FenWarning>), String> {
        let text = self.fen.trim();
        let board = match &self.chess960 {
            Some(_) if !text.is_empty() => {
                return Err("give either a FEN or a Chess960 number, not both".to_owned());
            }
            None if text.is_empty() => Board::start(),
            None => {
                let parsed = fen::parse(fen::spelled_out(text));
                return parsed.map_err(|error| format!("FEN: {error}"));
            }
            Some(StartNumber960::Number(number)) if *number < CHESS960_STARTPOS_COUNT => {
                chess960_startpos(*number)
            }
            Some(StartNumber960::Word(word)) if word == "random" => {
                chess960_startpos(rng.below(CHESS960_STARTPOS_COUNT))
            }
            Some(_) => return Err("Chess960 numbers are from 0 to 959".to_owned()),
        };
        Ok((board, Vec::new()))
    }

    fn player_names(&self, engine: Option<(Color, Option<u32>)>) -> Result<[String; 2], String> {
        let given = [&self.names.white, &self.names.black];
        if let Some(long) = given.iter().find(|name| name.chars().count() > MAX_NAME) {
            return Err(format!(
                "'{}' is longer than {MAX_NAME} characters",
                quote(long)
            ));
        }
        Ok(Color::ALL.map(|color| {
            let name = given[color.index()].trim();
            match engine {
                Some((side, Some(elo))) if side == color => format!("Compongo {elo}"),
                Some((side, None)) if side == color => "Compongo".to_owned(),
                Some(_) if name.is_empty() => "You".to_owned(),
                None if name.is_empty() => color.title().to_owned(),
                _ => name.to_owned(),
            }
        }))
    }
}

/// How a short clock without units was understood, because most players mean minutes by `5+3`; `None` for any other.
fn seconds_note(text: &str) -> Option<String> {
    let seconds = short_seconds(text)?.to_string();
    let end = seconds.find(['+', 'd', 'b']).unwrap_or(seconds.len());
    let (base, extra) = seconds.split_at(end);
    let unit = if base == "1" { "second" } else { "seconds" };
    let (extra, minutes) = if let Some(increment) = extra.strip_prefix('+') {
        (
            format!(" plus {increment} per move"),
            format!("+{increment}s"),
        )
    } else if let Some(delay) = extra.strip_prefix(['d', 'b']) {
        (
            format!(" with a delay of {delay} per move"),
            format!(";{extra}s"),
        )
    } else {
        (String::new(), String::new())
    };
    Some(format!(
        "The clock has {base} {unit}{extra}; for minutes write {base}m{minutes}."
    ))
}

/// A time control of one period of less than three minutes, if it is written without units.
fn short_seconds(text: &str) -> Option<TimeControl> {
    const SHORT_MS: u64 = 180_000;
    let bare: String = text.split_whitespace().collect();
    let control: TimeControl = bare.parse().ok()?;
    let is_short = match control.periods() {
        [period] => period.moves.is_none() && (1..SHORT_MS).contains(&period.base_ms),
        _ => false,
    };
    is_short.then_some(control)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_clock_without_units_is_explained() {
        for (text, clock, minutes) in [
            ("5", "5 seconds", "5m"),
            ("1", "1 second", "1m"),
            ("5+3", "5 seconds plus 3 per move", "5m+3s"),
            ("15 + 10", "15 seconds plus 10 per move", "15m+10s"),
            ("5d3", "5 seconds with a delay of 3 per move", "5m;d3s"),
            ("5b3", "5 seconds with a delay of 3 per move", "5m;b3s"),
        ] {
            let expected = format!("The clock has {clock}; for minutes write {minutes}.");
            assert_eq!(seconds_note(text), Some(expected), "{text}");
            assert!(TimeControl::parse_written(minutes).is_ok(), "{minutes}");
        }
        for text in [
            "", "5m", "5m+3", "15|10", "30s", "180", "5400+30", "40/100", "0+3",
        ] {
            assert_eq!(seconds_note(text), None, "{text}");
        }
    }
}
