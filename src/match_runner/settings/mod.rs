//! The settings of a match: engines, limits, rules, openings, length. The header of the ledger stores them, so that a
//! match can be resumed.

mod engine;
mod policies;

pub use engine::{EngineLimits, EngineSpec, EngineTimeouts, RestartPolicy};
pub use policies::{
    ClaimPolicy, DrawRule, IllegalMovePolicy, MatchAdjudication, OpeningOrder, OpeningSource,
    ResignRule, TournamentFormat,
};

use super::stats::sprt;
use crate::laws::control::TimeControl;
use crate::laws::edition::{AgreementBanError, Edition, Mode, Rules, Supervision};
use crate::util::text::printable;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::borrow::Cow;

/// The reasons why a match cannot be played.
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
    /// The edition does not allow the match to forbid agreement on a draw.
    #[error(transparent)]
    AgreementBan(#[from] AgreementBanError),
    /// Challengers of a gauntlet without an opponent, or without a gauntlet.
    #[error(
        "a gauntlet of {challengers} challengers needs more than {challengers} engines; only a gauntlet has more than one"
    )]
    Challengers {
        /// The number of challengers.
        challengers: u32,
    },
    /// An SPRT needs exactly two engines; this is their number.
    #[error("an SPRT needs two engines, {0} given")]
    Sprt(usize),
}

/// The most games of a match.
const MAX_GAMES: u64 = 10_000_000;

/// Serialises types with `Display` and `FromStr` as text.
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

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_supervised(supervision: &Supervision) -> bool {
    *supervision == Supervision::Supervised
}

/// How the engines of a match are run, and what is recorded about them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RunnerSettings {
    /// Engines think on their opponents' time (`go ponder`), if they have the option `Ponder`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub ponder: bool,
    /// The engines of each concurrent game get cores of their own.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub pinned: bool,
    /// The principal variation of each move is recorded and written to the PGN.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub pv: bool,
    /// The fill of the hash table is recorded and written to the PGN.
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
    /// How many engines, counted from the first, play the gauntlet.
    #[serde(rename = "seeds", default = "one", skip_serializing_if = "is_one")]
    pub challengers: u32,
    /// Games per pairing of engines.
    pub games: u32,
    /// True if each opening is played twice with colours reversed; otherwise each game has its own opening.
    pub repeat: bool,
    /// The source of the openings.
    pub openings: OpeningSource,
    /// The seed of the random openings and their order.
    pub seed: u64,
    /// Games played at the same time.
    pub concurrency: usize,
    /// The edition of the Laws.
    pub edition: Edition,
    /// The mode; `None` for the mode that the edition gives to the slower of the two time controls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
    /// How closely rapid and blitz games count as supervised.
    #[serde(default, skip_serializing_if = "is_supervised")]
    pub supervision: Supervision,
    /// The moves that each engine must make before it can agree on a draw (09 9.1.a); `None` leaves that to the
    /// edition.
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
    /// Time limits for replies, and for moves without a clock.
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
            let earlier = &self.engines[..index];
            if earlier.iter().any(|other| other.name == engine.name) {
                return Err(MatchSettingsError::SameName(engine.name.clone()));
            }
            engine.check()?;
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
        let challengers = self.challengers;
        let has_opponents = challengers >= 1 && (challengers as usize) < number;
        if !has_opponents || challengers > 1 && self.format != TournamentFormat::Gauntlet {
            return Err(MatchSettingsError::Challengers { challengers });
        }
        if self.sprt.is_some() && number != 2 {
            return Err(MatchSettingsError::Sprt(number));
        }
        Ok(())
    }

    /// The rules of a game between two engines, under the mode of the settings, or under the mode of the slower of the
    /// two time controls. A game without a clock is standard chess.
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
