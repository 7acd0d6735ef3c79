//! The record of a finished game: a line of JSON in the ledger, the source of PGN, statistics and report.

use crate::laws::outcome::{OutcomeKind, PlayerPoints, Points};
use crate::types::Color;
use crate::util::text::quote;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::borrow::Cow;

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The game number in the schedule, from 1.
    pub game: u32,
    /// The number of the game pair, from 1: two games between the same engines from one opening with colours reversed.
    /// If openings are not repeated, each game has its own number.
    pub pair: u32,
    /// The number of the round, from 1, in a Swiss or knockout tournament; `None` in other formats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// True in an Armageddon game: a draw counts as a win for Black, who has less time.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub armageddon: bool,
    /// The index in the settings of the engine with White.
    pub white: usize,
    /// The index in the settings of the engine with Black.
    pub black: usize,
    /// The number of the opening, from 1.
    pub opening: usize,
    /// The position before the first move, book moves included.
    pub fen: String,
    /// Book moves from there, in UCI notation (king takes rook in Chess960).
    pub book: Vec<String>,
    /// The moves of the engines.
    pub moves: Vec<MoveRecord>,
    /// The score: `1-0`, `0-1`, `1/2-1/2`, `0-0`.
    pub score: Points,
    /// How and why the game ended.
    pub end: Termination,
    /// Warnings and rulings that did not end the game, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<GameRemark>,
    /// Start time in milliseconds since 1970 (UTC).
    pub began_ms: u64,
    /// Duration in milliseconds.
    pub took_ms: u64,
}

impl GameRecord {
    /// The points of the first engine and of the other, in a match of two.
    pub const fn scores_of_first(&self) -> [PlayerPoints; 2] {
        let Points { white, black } = self.score;
        match self.white {
            0 => [white, black],
            _ => [black, white],
        }
    }

    /// The moves of the engines, each with the side that made it.
    pub fn own_moves(&self) -> impl Iterator<Item = (Color, &MoveRecord)> {
        let black_begins = self.fen.split_ascii_whitespace().nth(1) == Some("b");
        let first = (self.book.len() + usize::from(black_begins)) % 2;
        Color::ALL.into_iter().cycle().skip(first).zip(&self.moves)
    }
}

/// The termination of a game, with its reason in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Termination {
    /// The kind of termination.
    pub kind: TerminationKind,
    /// The Article of the Laws, if the Laws decided the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub article: Option<String>,
    /// A sentence for readers, such as `White's flag fell, but Black cannot mate`.
    pub text: String,
    /// The proof of the decision, if it needs one; see `laws::outcome::Proof`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<String>,
    /// True if it was neither proved nor refuted that the winner could still mate.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unproved: bool,
}

impl Termination {
    /// A termination with neither Article nor proof.
    pub const fn new(kind: TerminationKind, text: String) -> Self {
        Self {
            kind,
            article: None,
            text,
            proof: None,
            unproved: false,
        }
    }
}

/// The reason why a game ended. In the ledger it is a word such as `checkmate`, `fifty_moves` or `crash`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TerminationKind {
    /// An outcome under the Laws.
    Laws(OutcomeKind),
    /// An engine's process ended during the game or closed its pipes.
    Crash,
    /// An engine runs but did not reply in time: it sent no `readyok`, or no move in a game without a clock, or did not
    /// read its input.
    Stall,
    /// An engine could not be started or was not ready for the game: a loss by default.
    NotReady,
    /// The match adjudicated the game by the engines' scores, by the number of moves or by endgame tables.
    Adjudication,
}

impl TerminationKind {
    /// The forfeits: the game was not lost on the board.
    pub const FORFEITS: [Self; 5] = [
        Self::Laws(OutcomeKind::FlagFall),
        Self::Laws(OutcomeKind::IllegalMove),
        Self::Crash,
        Self::Stall,
        Self::NotReady,
    ];

    /// The kinds outside of the Laws.
    const OTHERS: [Self; 4] = [Self::Crash, Self::Stall, Self::NotReady, Self::Adjudication];

    const fn as_str(self) -> &'static str {
        match self {
            Self::Laws(kind) => kind.as_str(),
            Self::Crash => "crash",
            Self::Stall => "stall",
            Self::NotReady => "not_ready",
            Self::Adjudication => "adjudication",
        }
    }

    /// The name for readers: `time forfeit`, `threefold repetition`.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Laws(OutcomeKind::DeadPosition) => "dead position",
            Self::Laws(OutcomeKind::Fivefold) => "fivefold repetition",
            Self::Laws(OutcomeKind::SeventyFiveMoves) => "75-move rule",
            Self::Laws(OutcomeKind::Threefold) => "threefold repetition",
            Self::Laws(OutcomeKind::FiftyMoves) => "50-move rule",
            Self::Laws(OutcomeKind::FlagFall) => "time forfeit",
            Self::Laws(OutcomeKind::IllegalMove) => "illegal move",
            Self::NotReady => "not ready",
            kind => kind.as_str(),
        }
    }
}

impl Serialize for TerminationKind {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for TerminationKind {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(from)?;
        let laws = OutcomeKind::ALL.into_iter().map(Self::Laws);
        let found = laws.chain(Self::OTHERS).find(|kind| kind.as_str() == text);
        found.ok_or_else(|| de::Error::custom(format!("'{}' is not a termination", quote(&text))))
    }
}

/// A move of an engine.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The move in UCI notation (king takes rook in Chess960).
    #[serde(rename = "move")]
    pub mv: String,
    /// Time from the last byte of `go` or `ponderhit` to the arrival of `bestmove`, in microseconds.
    pub used_us: u64,
    /// True if the search began before that, while the engine pondered; its nodes count from there.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pondered: bool,
    /// The displayed clock after the move, in milliseconds; `None` without a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock_ms: Option<u64>,
    /// The fields of the engine's last `info` line with a score; see
    /// [`EngineMove::info`](super::uci_engine::EngineMove::info).
    #[serde(flatten)]
    pub info: SearchInfo,
    /// The principal variation in UCI notation, usually beginning with this move. Empty if the match does not record
    /// it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pv: Vec<String>,
}

/// Fields of an `info` line; `None` where the line has no such field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchInfo {
    /// Score in centipawns from the side to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cp: Option<i32>,
    /// Moves to mate, negative if the side to move is mated, 0 if it is checkmated already.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
    /// Depth in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Selective depth in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seldepth: Option<u32>,
    /// Nodes searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Nodes per second, as reported by the engine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nps: Option<u64>,
    /// The fill of the hash table, per mille; recorded only if the match asks for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hashfull: Option<u32>,
}

/// A warning or ruling that did not end the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRemark {
    /// Plies played before it, book included.
    pub ply: usize,
    /// The index of the engine; `None` if it is about the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<usize>,
    /// The remark: a predicate if it is about an engine, otherwise a sentence.
    pub text: String,
}
