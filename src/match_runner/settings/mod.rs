//! The settings of a match: engines, limits, rules, openings, length. The header of the ledger stores them, so that a
//! match can be resumed.

mod engine;
mod policies;

pub use engine::{EngineLimits, EngineSpec, EngineTimeouts, RestartPolicy};
pub use policies::{
    ClaimPolicy, DrawRule, IllegalMovePolicy, MatchAdjudication, OpeningOrder, OpeningSource,
    ResignRule, TournamentFormat,
};

use super::stats::MatchScore;
use super::stats::sprt::{self, SprtDecision};
use crate::laws::control::TimeControl;
use crate::laws::edition::{Edition, Mode, Rules, Supervision};
use crate::laws::outcome::Points;
use crate::util::format::counted;
use crate::util::skipped::{is_default, is_one, one};
use crate::util::text::printable;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::borrow::Cow;
use std::collections::HashSet;

const MAX_GAMES: u64 = 10_000_000;
/// The most games at the same time; each takes a thread.
pub const MAX_CONCURRENCY: usize = 1024;
/// The most engines of a Swiss or knockout tournament. The time for pairing them grows with the cube of their number.
const MAX_PAIRED_ENGINES: usize = 256;

/// Black's share of the time on the clock in an Armageddon game: 4 parts of 5.
const ARMAGEDDON_TIME: (u64, u64) = (4, 5);

impl Serialize for TimeControl {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

/// Deserialises types that implement `FromStr` from text.
macro_rules! from_text {
    ($($type:ty),*) => {$(
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                String::deserialize(from)?.parse().map_err(de::Error::custom)
            }
        }
    )*};
}

from_text!(TimeControl, Edition, Mode, Supervision, Points);

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

/// Why a match cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct MatchSettingsError(String);

fn refuse(why: impl Into<String>) -> Result<(), MatchSettingsError> {
    Err(MatchSettingsError(why.into()))
}

/// The settings of a match.
///
/// The default is a match of two games from the initial position, one at a time, under the newest edition; only the
/// engines are missing.
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
    /// Games per pairing of engines; in a knockout, without the further games of level mini-matches.
    pub games: u32,
    /// The rounds of a Swiss tournament; `None` in other formats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u32>,
    /// True if each opening is played twice with colours reversed; otherwise each game has its own opening.
    pub repeat: bool,
    /// The source of the openings.
    pub openings: OpeningSource,
    /// The seed of the openings that are drawn or shuffled.
    pub seed: u64,
    /// Games played at the same time.
    pub concurrency: usize,
    /// The edition of the Laws.
    pub edition: Edition,
    /// The mode; `None` for the mode that the edition gives to the slower of the two time controls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
    /// Whether rapid and blitz games count as supervised.
    #[serde(default, skip_serializing_if = "is_default")]
    pub supervision: Supervision,
    /// The moves that each engine must make before it can agree on a draw (09 9.1.a); `None` leaves that to the
    /// edition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_agreement_before: Option<u32>,
    /// The policy for draw claims.
    pub claims: ClaimPolicy,
    /// The penalty for an illegal move.
    pub illegal_moves: IllegalMovePolicy,
    /// Adjudication by the engines' scores, by the number of moves and by endgame tables.
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
    #[serde(default, skip_serializing_if = "is_default")]
    pub run: RunnerSettings,
}

impl Default for MatchSettings {
    fn default() -> Self {
        Self {
            event: "?".to_owned(),
            site: "?".to_owned(),
            engines: Vec::new(),
            format: TournamentFormat::default(),
            challengers: 1,
            games: 2,
            rounds: None,
            repeat: true,
            openings: OpeningSource::StartPos,
            seed: 0,
            concurrency: 1,
            edition: Edition::default(),
            mode: None,
            supervision: Supervision::default(),
            no_agreement_before: None,
            claims: ClaimPolicy::default(),
            illegal_moves: IllegalMovePolicy::default(),
            adjudication: MatchAdjudication::default(),
            sprt: None,
            chess960: false,
            timeouts: EngineTimeouts::default(),
            run: RunnerSettings::default(),
        }
    }
}

impl MatchSettings {
    /// The decision of the SPRT about the first engine's score, if the match has one and it has decided. In a match of game
    /// pairs, nothing is decided before the first complete one: of single games, those with one colour may end sooner.
    pub fn sprt_decision(&self, score: &MatchScore) -> Option<SprtDecision> {
        let has_trials = !self.repeat || score.complete_pairs() > 0;
        self.sprt
            .filter(|_| has_trials)
            .and_then(|test| test.decision(score))
    }

    /// Checks that a match can be played with these settings. The numbers of an SPRT are checked by
    /// [`sprt::Sprt::check`].
    ///
    /// # Errors
    /// The first fault.
    pub fn check(&self) -> Result<(), MatchSettingsError> {
        let number = self.engines.len();
        if number < 2 {
            return refuse(format!(
                "a match needs at least two engines; {number} given"
            ));
        }
        let tags = [("the event", &self.event), ("the site", &self.site)];
        let engines = self.engines.iter();
        let names = engines.map(|engine| ("the name of an engine", &engine.name));
        for (what, text) in tags.into_iter().chain(names) {
            if matches!(printable(text), Cow::Owned(_)) {
                return refuse(format!("{what} contains control characters; remove them"));
            }
        }
        let mut names = HashSet::new();
        for engine in &self.engines {
            if !names.insert(&engine.name) {
                return refuse(format!(
                    "two engines are called '{}'; give each engine its own name",
                    engine.name
                ));
            }
            engine.check()?;
        }
        if self.games == 0 || !(1..=MAX_CONCURRENCY).contains(&self.concurrency) {
            return refuse(format!(
                "a match has at least one game, and from 1 to {MAX_CONCURRENCY} at a time"
            ));
        }
        let pairings = match self.format {
            TournamentFormat::RoundRobin => number * (number - 1) / 2,
            TournamentFormat::Gauntlet => {
                let challengers = self.challengers as usize;
                challengers.saturating_mul(number.saturating_sub(challengers))
            }
            TournamentFormat::Swiss => number / 2 * self.rounds.unwrap_or(1) as usize,
            TournamentFormat::Knockout => number,
        };
        if u64::from(self.games).saturating_mul(pairings as u64) > MAX_GAMES {
            return refuse("the match has more than 10,000,000 games; choose fewer");
        }
        if let Some(moves) = self.no_agreement_before {
            let rules = self.edition.rules(Mode::default());
            let banned = rules.without_agreement_before(moves);
            banned.map_err(|error| MatchSettingsError(error.to_string()))?;
        }
        let challengers = self.challengers;
        let has_opponents = challengers >= 1 && (challengers as usize) < number;
        if !has_opponents || challengers > 1 && self.format != TournamentFormat::Gauntlet {
            return refuse(format!(
                "a gauntlet of {challengers} challengers needs more than {challengers} engines; other formats have no \
                 challengers"
            ));
        }
        if self.sprt.is_some() && self.format.has_rounds() {
            return refuse(
                "an SPRT is not possible in a Swiss or knockout tournament; choose a round-robin or a gauntlet",
            );
        }
        if self.sprt.is_some() && number != 2 {
            return refuse(format!(
                "an SPRT compares exactly two engines; {number} given"
            ));
        }
        self.check_rounds()
    }

    /// Checks the settings of Swiss and knockout tournaments.
    fn check_rounds(&self) -> Result<(), MatchSettingsError> {
        let engines = self.engines.len();
        if self.format == TournamentFormat::Swiss {
            let most = Self::max_rounds(engines);
            let rounds = self.rounds.unwrap_or(0) as usize;
            if !(1..=most).contains(&rounds) {
                return refuse(format!(
                    "a Swiss tournament of {engines} engines has 1 to {most} rounds; to play more, choose a round-robin"
                ));
            }
        } else if let Some(rounds) = self.rounds {
            return refuse(format!(
                "only a Swiss tournament takes a number of rounds; in other formats use --games: {} of two games {} \
                 --games {}",
                counted(rounds, "round"),
                if rounds == 1 { "is" } else { "are" },
                rounds.saturating_mul(2)
            ));
        }
        if !self.format.has_rounds() {
            return Ok(());
        }
        if engines > MAX_PAIRED_ENGINES {
            return refuse(format!(
                "a Swiss or knockout tournament has at most {MAX_PAIRED_ENGINES} engines; {engines} given"
            ));
        }
        if self.games % 2 == 1 || !self.repeat {
            return refuse(format!(
                "a Swiss or knockout tournament plays each opening with both colours, so it needs an even number of games \
                 per pairing ({} given) with each opening repeated",
                self.games
            ));
        }
        Ok(())
    }

    /// The most rounds of a Swiss tournament in which no two engines have to meet twice, whatever the results.
    const fn max_rounds(engines: usize) -> usize {
        engines.div_ceil(2)
    }

    /// The usual number of rounds of a Swiss tournament: enough for only one engine to win all mini-matches.
    pub const fn usual_rounds(engines: usize) -> u32 {
        engines.next_power_of_two().trailing_zeros()
    }

    /// The cores that a game keeps busy: one for each thread of an engine, and twice as many if both engines ponder.
    pub fn cores_per_game(&self) -> usize {
        let threads = self.engines.iter().map(EngineSpec::threads);
        let most = threads.max().unwrap_or(1);
        if self.run.ponder {
            most.saturating_mul(2)
        } else {
            most
        }
    }

    /// The search limits of the engines with White and Black, given by their indices. In an Armageddon game, Black has
    /// less time on the clock.
    pub fn limits(&self, white: usize, black: usize, armageddon: bool) -> [EngineLimits; 2] {
        let [white, mut black] = [white, black].map(|index| self.engines[index].limits.clone());
        if armageddon {
            let (part, whole) = ARMAGEDDON_TIME;
            black.tc = black.tc.map(|tc| tc.scaled(part, whole));
        }
        [white, black]
    }

    /// The rules of a game between two engines, under the mode of the settings or, if they have none, under the mode of
    /// the slower of the two time controls. A game without a clock is standard chess.
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
