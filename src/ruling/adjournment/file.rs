//! The adjournment file: JSON with the whole history, so that every part of it can be checked.

use super::clocks::{ClockError, PlayerClock};
use super::envelope::Commitment;
use super::game::{AdjournedGame, ResumptionAppointment};
use crate::board::{Board, fen};
use crate::laws::control::TimeControl;
use crate::laws::edition::RulesText;
use crate::laws::game::Game;
use crate::notation::language::Language;
use crate::notation::uci_move;
use crate::types::Color;
use crate::util::text::quote;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

const FORMAT: &str = "compongo adjournment 2";
/// The format whose commitment covers the sealed move alone.
const FIRST_FORMAT: &str = "compongo adjournment 1";

/// The longest time: a hundred days, as for time controls.
const MAX_TIME: Duration = Duration::from_secs(3600 * 24 * 100);

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct AdjournmentRecord {
    format: String,
    laws: String,
    white: String,
    black: String,
    /// The position the game started from, in FEN.
    start: String,
    /// The moves, in UCI notation; castling is king takes rook.
    moves: Vec<String>,
    /// The language of the moves, by its ISO 639-1 code.
    language: Option<String>,
    /// The position before the sealed move, in FEN.
    fen: String,
    sealed_by: Color,
    move_number: u16,
    time_control: Option<String>,
    clocks: ClockRecords,
    draw_offer: Option<Color>,
    resumption: ResumptionAppointment,
    default_time_ms: u64,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    commitment: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ClockRecords {
    white: ClockRecord,
    black: ClockRecord,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ClockRecord {
    used_ms: Option<u64>,
    remaining_ms: Option<u64>,
}

/// The reasons why a file is not an adjourned game.
#[derive(Debug, thiserror::Error)]
pub enum AdjournmentFileError {
    /// A part of the file cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// A field contradicts the starting position and the moves.
    #[error("{field} contradicts the moves: the file was changed")]
    Contradiction {
        /// The field.
        field: &'static str,
        /// The text of the rules.
        laws: RulesText,
    },
}

/// Names the part of the file that cannot be read, and why.
fn unreadable<E: fmt::Display>(part: impl fmt::Display) -> impl FnOnce(E) -> AdjournmentFileError {
    move |why| AdjournmentFileError::Unreadable(format!("{part}: {why}"))
}

impl From<&PlayerClock> for ClockRecord {
    fn from(clock: &PlayerClock) -> Self {
        let ms = |time: Option<Duration>| time.map(|time| time.as_millis() as u64);
        Self {
            used_ms: ms(clock.used),
            remaining_ms: ms(clock.remaining),
        }
    }
}

impl ClockRecord {
    fn read(&self) -> Result<PlayerClock, AdjournmentFileError> {
        let used = self.used_ms.map(|ms| time("used_ms", ms));
        let remaining = self.remaining_ms.map(|ms| time("remaining_ms", ms));
        Ok(PlayerClock {
            used: used.transpose()?,
            remaining: remaining.transpose()?,
        })
    }
}

/// What the commitment covers besides the envelope: the file without it, as one line.
pub(super) fn covered(adjourned: &AdjournedGame) -> String {
    let record = AdjournmentRecord {
        commitment: String::new(),
        ..AdjournmentRecord::new(adjourned)
    };
    record.to_line()
}

/// The adjournment file of a game.
pub fn to_json(adjourned: &AdjournedGame) -> String {
    let record = AdjournmentRecord::new(adjourned);
    serde_json::to_string_pretty(&record).expect("texts and numbers are JSON") + "\n"
}

impl AdjournmentRecord {
    fn new(adjourned: &AdjournedGame) -> Self {
        let game = &adjourned.game;
        let [white, black] = adjourned.players.clone();
        Self {
            format: FORMAT.to_owned(),
            laws: adjourned.laws.to_string(),
            white,
            black,
            start: game.start().to_string(),
            moves: game.moves().iter().map(ToString::to_string).collect(),
            language: Some(adjourned.language.codes()[0].to_owned()),
            fen: game.board().to_string(),
            sealed_by: adjourned.sealer(),
            move_number: adjourned.move_number(),
            time_control: adjourned.control.as_ref().map(ToString::to_string),
            clocks: ClockRecords {
                white: (&adjourned.clocks[0]).into(),
                black: (&adjourned.clocks[1]).into(),
            },
            draw_offer: adjourned.draw_offer,
            resumption: adjourned.resumption.clone(),
            default_time_ms: adjourned.default_time.as_millis() as u64,
            commitment: adjourned.commitment.to_string(),
        }
    }

    /// One line of JSON.
    fn to_line(&self) -> String {
        serde_json::to_string(self).expect("texts and numbers are JSON")
    }
}

/// Reads an adjournment file and replays its moves.
///
/// # Errors
/// The text is not an adjournment file, or it contradicts itself.
pub fn from_json(text: &str) -> Result<AdjournedGame, AdjournmentFileError> {
    let not_a_file = "not an adjournment file";
    let mut record: AdjournmentRecord =
        serde_json::from_str(text).map_err(unreadable(not_a_file))?;
    let commitment = std::mem::take(&mut record.commitment);
    let covers = match record.format.as_str() {
        FORMAT => Some(record.to_line()),
        FIRST_FORMAT => None,
        _ => {
            let why = format!("its format is not '{FORMAT}'");
            return Err(unreadable(not_a_file)(why));
        }
    };
    let commitment = Commitment::parse(&commitment, covers)
        .ok_or("not 64 hexadecimal digits")
        .map_err(unreadable("commitment"))?;
    let laws: RulesText = record.laws.parse().map_err(unreadable("laws"))?;
    let contradiction = |field| Err(AdjournmentFileError::Contradiction { field, laws });
    let (game, fen) = replay(&record)?;
    if fen != *game.board() {
        return contradiction("fen");
    }
    if game.board().stm() != record.sealed_by {
        return contradiction("sealed_by");
    }
    if game.board().fullmove_number() != record.move_number {
        return contradiction("move_number");
    }
    let control = record.time_control.as_deref().map(TimeControl::from_str);
    let control = control.transpose().map_err(unreadable("time_control"))?;
    let language = record.language.as_deref().map(Language::from_str);
    let language = language.transpose().map_err(unreadable("language"))?;
    let mut adjourned = AdjournedGame {
        laws,
        language: language.unwrap_or_default(),
        players: [record.white, record.black].map(|name| quote(&name)),
        game,
        control,
        clocks: [record.clocks.white.read()?, record.clocks.black.read()?],
        draw_offer: record.draw_offer,
        resumption: record.resumption,
        default_time: time("default_time_ms", record.default_time_ms)?,
        commitment,
    };
    let control = adjourned.control_for_times().cloned();
    for color in Color::ALL {
        let moves = adjourned.moves_made(color);
        let clock = &mut adjourned.clocks[color.index()];
        *clock = match clock.complete(control.as_ref(), moves) {
            // A penalty of the opponent adds time.
            Err(ClockError::TooMuch) => *clock,
            completed => completed.map_err(unreadable(format_args!("the clock of {color:#}")))?,
        };
    }
    Ok(adjourned)
}

fn time(field: &'static str, ms: u64) -> Result<Duration, AdjournmentFileError> {
    let time = Duration::from_millis(ms);
    if time > MAX_TIME {
        let why = format!("{field} is more than a hundred days");
        return Err(AdjournmentFileError::Unreadable(why));
    }
    Ok(time)
}

/// Plays the moves; returns the game and the position of the field `fen`.
fn replay(record: &AdjournmentRecord) -> Result<(Game, Board), AdjournmentFileError> {
    let position = |name: &str, text: &str| {
        let parsed = fen::parse(text).map_err(unreadable(name));
        parsed.map(|(board, _)| board)
    };
    let mut game = Game::new(position("start", &record.start)?);
    for (text, number) in record.moves.iter().zip(1..) {
        let mv = uci_move::parse(game.board(), text);
        let mv = mv.map_err(unreadable(format_args!("move {number}")))?;
        game.play_legal(mv);
    }
    let board = position("fen", &record.fen)?;
    Ok((game, board))
}
