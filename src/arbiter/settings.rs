//! What a match is: the engines, their limits, the rules, the openings, the length. Everything here is written into the
//! first line of the ledger, and a resumed match reads it from there.

use super::stats::sprt;
use crate::laws::control::ClockControl;
use crate::laws::edition::{Edition, Mode, Rules};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::PathBuf;

/// Why a match cannot be played.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MatchSettingsError {
    /// Fewer than two engines.
    #[error("a match needs two engines, {0} given")]
    Engines(usize),
    /// Two engines have the same name.
    #[error("two engines are called '{0}'")]
    SameName(String),
    /// An engine without a program.
    #[error("engine '{0}' has no command")]
    NoCommand(String),
    /// Nothing would end an engine's thinking.
    #[error("engine '{0}' has no limit: neither a clock nor a time, nodes or depth for each move")]
    NoLimit(String),
    /// A limit of zero.
    #[error("engine '{name}': {what} must be at least 1")]
    Zero {
        /// The engine.
        name: String,
        /// The limit.
        what: &'static str,
    },
    /// No games, or none at a time.
    #[error("there must be at least one game, and one at a time")]
    NoGames,
    /// More games than the schedule can number.
    #[error("more than 10,000,000 games")]
    TooManyGames,
    /// A test of more or fewer than two engines.
    #[error("a sequential test is between two engines, {0} take part")]
    Sprt(usize),
}

/// More games are more than a match.
const MAX_GAMES: u64 = 10_000_000;

/// Types that are written as text in JSON: whatever has `Display` and `FromStr`.
mod text {
    use serde::{Deserialize, Deserializer, Serializer};
    use std::fmt::Display;
    use std::str::FromStr;

    pub fn serialize<T: Display, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(value)
    }

    pub fn deserialize<'de, T, D>(from: D) -> Result<T, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        let text = String::deserialize(from)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl Serialize for ClockControl {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        text::serialize(self, to)
    }
}

impl<'de> Deserialize<'de> for ClockControl {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        text::deserialize(from)
    }
}

/// What ends the thinking of an engine. Several limits may be given; with none, nothing but the engine's own decision.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EngineLimits {
    /// A clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tc: Option<ClockControl>,
    /// A fixed time for each move, in milliseconds. An answer that takes longer loses on time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub st_ms: Option<u64>,
    /// Nodes for each move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Depth of each search, in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Milliseconds by which a move may overstep its time before the flag falls. They are part of the time control: the
    /// clock then stands at zero and goes on from there. None by default.
    #[serde(skip_serializing_if = "is_zero")]
    pub margin_ms: u64,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// As a PGN tag and a table show it: `8+0.08`, `40/60`, `0.1/move`, `25000 nodes`, `depth 8`.
impl fmt::Display for EngineLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.tc.as_ref().map(ToString::to_string));
        parts.extend(self.st_ms.map(|ms| format!("{}/move", ms as f64 / 1000.0)));
        parts.extend(self.nodes.map(|nodes| format!("{nodes} nodes")));
        parts.extend(self.depth.map(|depth| format!("depth {depth}")));
        if self.margin_ms > 0 {
            parts.push(format!("margin {} ms", self.margin_ms));
        }
        if parts.is_empty() {
            return f.write_str("unlimited");
        }
        f.write_str(&parts.join(", "))
    }
}

/// An engine that takes part.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineSpec {
    /// Its name in tables and PGN; no two engines of a match have the same.
    pub name: String,
    /// The program: a path, or a name that is found in `PATH`. A relative path starts where the match was started.
    pub cmd: String,
    /// Its arguments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
    /// The directory it runs in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dir: Option<PathBuf>,
    /// Environment variables besides those that it inherits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub env: Vec<(String, String)>,
    /// UCI options in the order in which they are set. A button has an empty value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<(String, String)>,
    /// What ends its thinking.
    #[serde(default)]
    pub limits: EngineLimits,
}

/// Who plays whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum TournamentFormat {
    /// Each against each. With two engines that is a match.
    #[default]
    RoundRobin,
    /// The first engine against each of the others.
    Gauntlet,
}

/// Where the games begin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum OpeningSource {
    /// A file of positions (EPD, FEN) or games (PGN).
    File {
        /// Its path.
        path: PathBuf,
        /// How its openings follow each other.
        order: OpeningOrder,
        /// The first opening used, from 1, after the order is settled.
        start: usize,
        /// How many half-moves of a game are taken; all if `None`.
        plies: Option<usize>,
    },
    /// Balanced positions after some moves by lot, drawn when the match began and kept in the ledger.
    #[serde(rename = "drawn")]
    Random {
        /// Half-moves by lot.
        plies: usize,
    },
    /// The initial position.
    #[serde(rename = "initial")]
    StartPos,
}

/// The order of the openings in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningOrder {
    /// As they stand there.
    Sequential,
    /// By lot, from the seed of the match.
    #[default]
    Random,
}

/// Who claims the draws of Articles 9.2 and 9.3.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimPolicy {
    /// The arbiter, for the player to move, as soon as one stands on the board.
    #[default]
    Auto,
    /// The engines, by what they say (`info string laws claim …`).
    Engine,
    /// Nobody.
    None,
}

/// What an illegal move costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum IllegalMovePolicy {
    /// The game, as in every match between engines; half of it, where the edition excuses one whose opponent cannot mate.
    #[default]
    Forfeit,
    /// What the edition says: time, a move with the touched man, the game only when repeated (Article 7).
    Laws,
}

/// Ending games by the scores that the engines give.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MatchAdjudication {
    /// A loss for the side that both sides have seen losing for a while.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win: Option<ResignRule>,
    /// A draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
    /// A draw after so many moves by each side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_moves: Option<u32>,
}

/// When a game counts as won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResignRule {
    /// So many centipawns, by both engines' scores.
    pub score: i32,
    /// In so many successive moves of each.
    pub moves: u32,
}

/// When a game counts as drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawRule {
    /// Not before this move number.
    pub from_move: u32,
    /// At most so many centipawns either way, by both engines' scores.
    pub score: i32,
    /// In so many successive moves of each.
    pub moves: u32,
}

/// How long an engine may take for what is not a move, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EngineTimeouts {
    /// From the start of its process to `uciok`.
    pub start_ms: u64,
    /// From `isready` to `readyok`.
    pub ready_ms: u64,
    /// From `stop`, or the fall of the flag, to `bestmove`. A player that takes longer is killed and started again.
    pub stop_ms: u64,
    /// From `quit` to its end; then it is killed.
    pub quit_ms: u64,
    /// For a move that no clock limits.
    pub move_ms: u64,
}

impl Default for EngineTimeouts {
    fn default() -> Self {
        Self {
            start_ms: 10_000,
            ready_ms: 60_000,
            stop_ms: 1_000,
            quit_ms: 1_000,
            move_ms: 600_000,
        }
    }
}

/// A match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchSettings {
    /// The PGN tag `Event`.
    pub event: String,
    /// The PGN tag `Site`.
    pub site: String,
    /// At least two.
    pub engines: Vec<EngineSpec>,
    /// Who plays whom.
    pub format: TournamentFormat,
    /// Games of each pairing. Two in a row share an opening, with colours reversed.
    pub games: u32,
    /// Whether an opening is played twice, with colours reversed. Otherwise each game has its own.
    pub repeat: bool,
    /// Where the games begin.
    pub openings: OpeningSource,
    /// What all that is drawn by lot follows from.
    pub seed: u64,
    /// Games at a time.
    pub concurrency: usize,
    /// The edition of the Laws.
    #[serde(with = "text")]
    pub edition: Edition,
    /// The mode; if `None`, what the slower of the two time controls is under the edition.
    #[serde(
        default,
        with = "optional_mode",
        skip_serializing_if = "Option::is_none"
    )]
    pub mode: Option<Mode>,
    /// Who claims draws.
    pub claims: ClaimPolicy,
    /// What an illegal move costs.
    pub illegal_moves: IllegalMovePolicy,
    /// Ends by score.
    #[serde(default)]
    pub adjudication: MatchAdjudication,
    /// The test that may end the match early; between two engines only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<sprt::Sprt>,
    /// Castling is written as the king taking its rook, and engines are told so.
    pub chess960: bool,
    /// Time limits for replies other than moves.
    #[serde(default, rename = "patience")]
    pub timeouts: EngineTimeouts,
}

/// A mode that may be missing, as text.
mod optional_mode {
    use super::{Mode, text};
    use serde::{Deserializer, Serializer};

    #[allow(
        clippy::ref_option,
        clippy::trivially_copy_pass_by_ref,
        reason = "serde asks for it"
    )]
    pub fn serialize<S: Serializer>(mode: &Option<Mode>, to: S) -> Result<S::Ok, S::Error> {
        match mode {
            Some(mode) => text::serialize(mode, to),
            None => to.serialize_none(),
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Mode>, D::Error> {
        text::deserialize(from).map(Some)
    }
}

impl MatchSettings {
    /// Checks what the types do not: that a match can be played with these settings. The numbers of a sequential test
    /// are checked where it is made.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&self) -> Result<(), MatchSettingsError> {
        let number = self.engines.len();
        if number < 2 {
            return Err(MatchSettingsError::Engines(number));
        }
        for (index, engine) in self.engines.iter().enumerate() {
            let name = || engine.name.clone();
            if self.engines[..index]
                .iter()
                .any(|other| other.name == engine.name)
            {
                return Err(MatchSettingsError::SameName(name()));
            }
            if engine.cmd.trim().is_empty() {
                return Err(MatchSettingsError::NoCommand(name()));
            }
            let limits = &engine.limits;
            let numbers = [
                ("the time for a move", limits.st_ms),
                ("the number of nodes", limits.nodes),
                ("the depth", limits.depth.map(u64::from)),
            ];
            if let Some(&(what, _)) = numbers.iter().find(|(_, number)| *number == Some(0)) {
                return Err(MatchSettingsError::Zero { name: name(), what });
            }
            if limits.tc.is_none() && numbers.iter().all(|(_, number)| number.is_none()) {
                return Err(MatchSettingsError::NoLimit(name()));
            }
        }
        if self.games == 0 || self.concurrency == 0 {
            return Err(MatchSettingsError::NoGames);
        }
        if u64::from(self.games) * (number * number) as u64 > MAX_GAMES {
            return Err(MatchSettingsError::TooManyGames);
        }
        if self.sprt.is_some() && number != 2 {
            return Err(MatchSettingsError::Sprt(number));
        }
        Ok(())
    }

    /// The rules of a game between two of the engines: those of the mode that is asked for, or of the slower of the two
    /// time controls. A game without a clock is a standard one.
    pub fn rules(&self, white: usize, black: usize) -> Rules {
        let class = |index: usize| {
            let tc = self.engines[index].limits.tc.as_ref();
            tc.map_or(Mode::Standard, |tc| self.edition.class(&tc.time))
        };
        let slower = |a: Mode, b: Mode| {
            let slow = |mode| Mode::ALL.iter().position(|&other| other == mode);
            if slow(a) <= slow(b) { a } else { b }
        };
        let mode = self
            .mode
            .unwrap_or_else(|| slower(class(white), class(black)));
        self.edition.rules(mode)
    }
}
