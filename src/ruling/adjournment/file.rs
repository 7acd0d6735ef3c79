//! The adjournment file: JSON with the whole history, so that every part of it can be checked.

use super::clocks::{ClockError, PlayerClock};
use super::envelope::{Commitment, CommitmentError};
use super::game::{AdjournedGame, ResumptionAppointment};
use crate::board::Board;
use crate::board::fen::{self, FenError};
use crate::laws::control::{TimeControl, TimeControlError};
use crate::laws::edition::{RulesText, UnknownName};
use crate::laws::game::Game;
use crate::notation::language::{Language, UnknownLanguage};
use crate::notation::uci_move::{self, UciMoveError};
use crate::types::Color;
use crate::util::text::quote;
use serde::{Deserialize, Serialize};
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
    /// The text is not the JSON of an adjourned game.
    #[error("not an adjournment file: {0}")]
    Json(#[from] serde_json::Error),
    /// The format is not the supported one.
    #[error("not an adjournment file: its format is not '{FORMAT}'")]
    Format,
    /// The text of the rules is unknown.
    #[error("laws: {0}")]
    Laws(#[from] UnknownName),
    /// A position is invalid.
    #[error("{0}: {1}")]
    Fen(&'static str, FenError),
    /// A move cannot be played.
    #[error("move {0}: {1}")]
    Move(usize, UciMoveError),
    /// The time control cannot be read.
    #[error("time_control: {0}")]
    TimeControl(#[from] TimeControlError),
    /// The commitment is not 64 hexadecimal digits.
    #[error("commitment: {0}")]
    Commitment(#[from] CommitmentError),
    /// The language is unknown.
    #[error("language: {0}")]
    Language(#[from] UnknownLanguage),
    /// The times of a player are impossible.
    #[error("the clock of {0}: {1}")]
    Clock(Color, ClockError),
    /// A time is too long.
    #[error("{0} is more than a hundred days")]
    TooLong(&'static str),
    /// A field contradicts the starting position and the moves.
    #[error("{field} contradicts the moves: the file was changed")]
    Contradiction {
        /// The field.
        field: &'static str,
        /// The text of the rules.
        laws: RulesText,
    },
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
    let mut record: AdjournmentRecord = serde_json::from_str(text)?;
    let commitment = std::mem::take(&mut record.commitment);
    let covers = match record.format.as_str() {
        FORMAT => Some(record.to_line()),
        FIRST_FORMAT => None,
        _ => return Err(AdjournmentFileError::Format),
    };
    let commitment = Commitment::parse(&commitment, covers)?;
    let laws: RulesText = record.laws.parse()?;
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
    let control = record.time_control.as_deref();
    let control = control.map(str::parse::<TimeControl>).transpose()?;
    let language = record.language.as_deref();
    let language = language.map(str::parse::<Language>).transpose()?;
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
    for color in Color::ALL {
        let moves = adjourned.moves_made(color);
        let clock = &mut adjourned.clocks[color.index()];
        *clock = clock
            .complete(adjourned.control.as_ref(), moves)
            .map_err(|error| AdjournmentFileError::Clock(color, error))?;
    }
    Ok(adjourned)
}

fn time(field: &'static str, ms: u64) -> Result<Duration, AdjournmentFileError> {
    let time = Duration::from_millis(ms);
    if time > MAX_TIME {
        return Err(AdjournmentFileError::TooLong(field));
    }
    Ok(time)
}

/// Plays the moves; returns the game and the position of the field `fen`.
fn replay(record: &AdjournmentRecord) -> Result<(Game, Board), AdjournmentFileError> {
    let position = |name, text: &str| {
        let parsed = fen::parse(text).map_err(|error| AdjournmentFileError::Fen(name, error));
        parsed.map(|(board, _)| board)
    };
    let mut game = Game::new(position("start", &record.start)?);
    for (text, number) in record.moves.iter().zip(1..) {
        let mv = uci_move::parse(game.board(), text)
            .map_err(|error| AdjournmentFileError::Move(number, error))?;
        game.play_legal(mv);
    }
    let board = position("fen", &record.fen)?;
    Ok((game, board))
}
