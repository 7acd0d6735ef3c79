//! The settings of a match: engines, limits, rules, openings, length. They are the header of the ledger, from which a match
//! is resumed.

use super::stats::sprt;
use crate::laws::control::TimeControl;
use crate::laws::edition::{AgreementBanError, Edition, Mode, Rules, Supervision};
use crate::util::text::{printable, quote};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::borrow::Cow;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

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
    /// An engine without a search limit.
    #[error("engine '{0}' has no search limit: no clock, move time, nodes or depth")]
    NoLimit(String),
    /// A limit of zero.
    #[error("engine '{name}': {what} must be at least 1")]
    Zero {
        /// The engine.
        name: String,
        /// The limit.
        what: &'static str,
    },
    /// Control characters in a text of PGN tags and tables.
    #[error("{0} has control characters")]
    ControlCharacters(&'static str),
    /// No games, or no concurrency.
    #[error("the number of games and the concurrency must be at least 1")]
    NoGames,
    /// More games than the schedule supports.
    #[error("more than 10,000,000 games")]
    TooManyGames,
    /// The edition does not let the match forbid to agree on a draw.
    #[error(transparent)]
    AgreementBan(#[from] AgreementBanError),
    /// Challengers of a gauntlet without an opponent, or without a gauntlet.
    #[error(
        "a gauntlet of {seeds} seeds needs more than {seeds} engines; only a gauntlet has more than one"
    )]
    Seeds {
        /// The number of challengers.
        seeds: u32,
    },
    /// An SPRT of more or fewer than two engines.
    #[error("an SPRT needs two engines, {0} given")]
    Sprt(usize),
}

/// The most games of a match.
const MAX_GAMES: u64 = 10_000_000;

/// Serde of types with `Display` and `FromStr` as text.
macro_rules! serde_as_text {
    ($($type:ty),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                String::deserialize(from)?.parse().map_err(de::Error::custom)
            }
        }
    )*};
}

serde_as_text!(TimeControl, Edition, Mode, Supervision);

/// The search limits of an engine. Several may be given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EngineLimits {
    /// The time control.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tc: Option<TimeControl>,
    /// A fixed time for each move, in milliseconds. A move that takes longer loses on time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub st_ms: Option<u64>,
    /// Nodes for each move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Depth of each search, in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Time margin in milliseconds: how much a move may exceed its time before the flag falls. The clock then stands at
    /// zero. 0 by default.
    #[serde(skip_serializing_if = "is_zero")]
    pub margin_ms: u64,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_supervised(supervision: &Supervision) -> bool {
    *supervision == Supervision::Supervised
}

/// As in PGN tags and tables: `8+0.08`, `40/60`, `0.1/move`, `25000 nodes`, `depth 8`.
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

/// An engine of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineSpec {
    /// The name in tables and PGN, unique in the match.
    pub name: String,
    /// The program: a path (relative to the working directory of the match) or a name in `PATH`.
    pub cmd: String,
    /// Command-line arguments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
    /// The working directory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dir: Option<PathBuf>,
    /// Environment variables in addition to the inherited ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub env: Vec<(String, String)>,
    /// UCI options in the order of `setoption`. A button has an empty value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<(String, String)>,
    /// The search limits.
    #[serde(default)]
    pub limits: EngineLimits,
    /// When the process is started anew.
    #[serde(default, skip_serializing_if = "RestartPolicy::is_auto")]
    pub restart: RestartPolicy,
}

/// When the process of an engine is started anew between games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RestartPolicy {
    /// As `Off`: a UCI engine cannot say what it prefers.
    #[default]
    Auto,
    /// After each game.
    On,
    /// Only if it has ended, or still owes a move and does not send it when told to stop.
    Off,
}

impl RestartPolicy {
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
    fn is_auto(&self) -> bool {
        *self == Self::Auto
    }
}

impl FromStr for RestartPolicy {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "auto" => Ok(Self::Auto),
            "on" => Ok(Self::On),
            "off" => Ok(Self::Off),
            _ => Err(format!("'{}' is none of on, off and auto", quote(text))),
        }
    }
}

impl EngineSpec {
    /// The command line with environment variables in front and the working directory behind, for people.
    pub fn command_line(&self) -> String {
        let env = self
            .env
            .iter()
            .map(|(name, value)| format!("{name}={value}"));
        let mut words: Vec<String> = env.collect();
        words.push(self.cmd.clone());
        words.extend(self.args.iter().cloned());
        let place = self
            .dir
            .as_ref()
            .map(|dir| format!(" (in {})", dir.display()));
        words.join(" ") + &place.unwrap_or_default()
    }
}

/// The tournament format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum TournamentFormat {
    /// Each engine against each. With two engines that is a match.
    #[default]
    RoundRobin,
    /// The first engine, or the first few, against each of the others.
    Gauntlet,
}

/// The source of the openings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum OpeningSource {
    /// A file of positions (EPD, FEN) or games (PGN).
    File {
        /// The path.
        path: PathBuf,
        /// The order of the openings.
        order: OpeningOrder,
        /// The first opening used, from 1, in that order.
        start: usize,
        /// The plies of a game that are played; all if `None`.
        plies: Option<usize>,
    },
    /// Balanced positions after random moves, generated at the start of the match and kept in the ledger.
    #[serde(rename = "drawn")]
    Random {
        /// The number of random plies.
        plies: usize,
    },
    /// The initial position.
    #[serde(rename = "initial")]
    StartPos,
}

/// The order of the openings of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningOrder {
    /// In file order.
    Sequential,
    /// Shuffled with the seed of the match.
    #[default]
    Random,
}

/// Who claims draws by threefold repetition and fifty moves (Articles 9.2 and 9.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimPolicy {
    /// The arbiter, for the side to move, as soon as the position allows a claim.
    #[default]
    Auto,
    /// The engines (`info string laws claim …`).
    Engine,
    /// Draws are not claimed.
    None,
}

/// The penalty for an illegal move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum IllegalMovePolicy {
    /// The loss of the game; a draw if the edition has that rule and the opponent cannot mate.
    #[default]
    Forfeit,
    /// The penalty of the edition: time for the opponent, touch-move, and a loss only when repeated (Article 7).
    Laws,
}

/// Adjudication by the engines' scores, and by endgame tables.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MatchAdjudication {
    /// A win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win: Option<ResignRule>,
    /// A draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
    /// A draw after this many moves by each side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_moves: Option<u32>,
    /// The folders of Syzygy tables, separated as in the variable `PATH`: a position in them ends the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tables: Option<String>,
}

/// When a game is adjudicated as a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResignRule {
    /// The least score in centipawns, for the same side in both engines' scores.
    pub score: i32,
    /// The number of successive moves of each side.
    pub moves: u32,
    /// True if the scores of the side that loses are enough.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub one_sided: bool,
}

/// When a game is adjudicated as a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawRule {
    /// The first move number.
    pub from_move: u32,
    /// The largest absolute score in centipawns, in both engines' scores.
    pub score: i32,
    /// The number of successive moves of each side.
    pub moves: u32,
}

/// Time limits for replies of an engine, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EngineTimeouts {
    /// From the start of the process to `uciok`.
    pub start_ms: u64,
    /// From `isready` to `readyok`.
    pub ready_ms: u64,
    /// From `stop` to `bestmove`. An engine that takes longer is restarted.
    pub stop_ms: u64,
    /// From `quit` to the exit; then the engine is killed.
    pub quit_ms: u64,
    /// For a move without a clock. An engine that takes longer is told to stop, and loses.
    pub move_ms: u64,
}

impl Default for EngineTimeouts {
    fn default() -> Self {
        Self {
            start_ms: 10_000,
            ready_ms: 60_000,
            stop_ms: 1_000,
            quit_ms: 1_000,
            move_ms: 30_000,
        }
    }
}

/// How the engines of a match are run, and what is written down of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RunnerSettings {
    /// Engines think on the time of their opponents (`go ponder`), if they have the option `Ponder`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub ponder: bool,
    /// The engines of each game at a time have cores of their own.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub pinned: bool,
    /// The principal variation of each move is recorded and stands in the PGN.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub pv: bool,
    /// Likewise how full the hash table is.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub hashfull: bool,
}

impl RunnerSettings {
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_one(number: &u32) -> bool {
    *number == 1
}

const fn one() -> u32 {
    1
}

/// The settings of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchSettings {
    /// The PGN tag `Event`.
    pub event: String,
    /// The PGN tag `Site`.
    pub site: String,
    /// The engines, at least two.
    pub engines: Vec<EngineSpec>,
    /// The tournament format.
    pub format: TournamentFormat,
    /// The number of engines, the first ones, that play a gauntlet.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub seeds: u32,
    /// Games of each pairing of engines.
    pub games: u32,
    /// True if each opening is played twice with colours reversed; otherwise each game has its own.
    pub repeat: bool,
    /// The source of the openings.
    pub openings: OpeningSource,
    /// The seed of the random openings and their order.
    pub seed: u64,
    /// Games played at the same time.
    pub concurrency: usize,
    /// The edition of the Laws.
    pub edition: Edition,
    /// The mode; if `None`, that of the slower of the two time controls under the edition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
    /// How closely rapid and blitz games count as supervised.
    #[serde(default, skip_serializing_if = "is_supervised")]
    pub supervision: Supervision,
    /// The moves that each engine must make before a draw can be agreed (09 9.1.a); `None` if that is left to the edition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_agreement_before: Option<u32>,
    /// The policy for draw claims.
    pub claims: ClaimPolicy,
    /// The penalty for an illegal move.
    pub illegal_moves: IllegalMovePolicy,
    /// Adjudication by score.
    #[serde(default)]
    pub adjudication: MatchAdjudication,
    /// The SPRT that may end the match early; for two engines only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<sprt::Sprt>,
    /// Chess960: `UCI_Chess960` is set, and castling is written as the king capturing its rook.
    pub chess960: bool,
    /// Time limits for replies other than moves.
    #[serde(default, rename = "patience")]
    pub timeouts: EngineTimeouts,
    /// How engines are run.
    #[serde(default, skip_serializing_if = "RunnerSettings::is_default")]
    pub run: RunnerSettings,
}

impl MatchSettings {
    /// Checks that a match can be played with these settings. The numbers of an SPRT are checked by
    /// [`sprt::Sprt::check`].
    ///
    /// # Errors
    /// The first fault.
    pub fn check(&self) -> Result<(), MatchSettingsError> {
        let number = self.engines.len();
        if number < 2 {
            return Err(MatchSettingsError::Engines(number));
        }
        for (what, text) in [("the event", &self.event), ("the site", &self.site)]
            .into_iter()
            .chain(
                self.engines
                    .iter()
                    .map(|engine| ("the name of an engine", &engine.name)),
            )
        {
            if matches!(printable(text), Cow::Owned(_)) {
                return Err(MatchSettingsError::ControlCharacters(what));
            }
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
        if let Some(moves) = self.no_agreement_before {
            let rules = self.edition.rules(Mode::default());
            rules.without_agreement_before(moves)?;
        }
        let seeds = self.seeds;
        let has_opponents = seeds >= 1 && (seeds as usize) < number;
        if !has_opponents || seeds > 1 && self.format != TournamentFormat::Gauntlet {
            return Err(MatchSettingsError::Seeds { seeds });
        }
        if self.sprt.is_some() && number != 2 {
            return Err(MatchSettingsError::Sprt(number));
        }
        Ok(())
    }

    /// The rules of a game between two engines: those of the mode of the settings, or of the slower of the two time
    /// controls. A game without a clock is standard chess.
    pub fn rules(&self, white: usize, black: usize) -> Rules {
        let class = |index: usize| {
            let tc = self.engines[index].limits.tc.as_ref();
            tc.map_or(Mode::Standard, |tc| self.edition.class(tc))
        };
        let slower = |a: Mode, b: Mode| {
            let slow = |mode| Mode::ALL.iter().position(|&other| other == mode);
            if slow(a) <= slow(b) { a } else { b }
        };
        let mode = self
            .mode
            .unwrap_or_else(|| slower(class(white), class(black)));
        let rules = self.edition.rules_under(mode, self.supervision);
        let banned = self
            .no_agreement_before
            .map(|moves| rules.without_agreement_before(moves));
        banned.and_then(Result::ok).unwrap_or(rules)
    }
}
