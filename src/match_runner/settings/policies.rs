//! The settings of a tournament: its format, openings, claims, penalties and adjudication.

use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The tournament format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "kebab-case")]
pub enum TournamentFormat {
    /// Every engine plays every other engine. With two engines that is a match.
    #[default]
    RoundRobin,
    /// The first engine, or the first few, play each of the others.
    Gauntlet,
    /// In each round, engines with equal scores meet. No two meet twice.
    Swiss,
    /// Engines that lose a mini-match are out.
    Knockout,
}

impl TournamentFormat {
    /// True if the pairings of each round depend on the results of earlier rounds.
    pub const fn has_rounds(self) -> bool {
        matches!(self, Self::Swiss | Self::Knockout)
    }
}

/// The source of the openings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum OpeningSource {
    /// A file of positions (EPD, FEN) or games (PGN).
    File {
        /// The path of the book.
        path: PathBuf,
        /// The order of the openings.
        order: OpeningOrder,
        /// The first opening used, from 1, in that order.
        start: usize,
        /// How many plies of a game are played; all if `None`.
        plies: Option<usize>,
    },
    /// Balanced positions after random moves, generated at the start of the match and kept in the ledger.
    #[serde(rename = "drawn")]
    Random {
        /// The number of random plies.
        plies: usize,
    },
    /// A Polyglot book, from which openings are drawn at the start of the match and kept in the ledger.
    Polyglot {
        /// The path of the book.
        path: PathBuf,
        /// The most plies of an opening.
        plies: usize,
    },
    /// The initial position.
    #[serde(rename = "initial")]
    StartPos,
}

impl OpeningSource {
    /// The file of the openings; `None` for openings without one.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::File { path, .. } | Self::Polyglot { path, .. } => Some(path),
            Self::Random { .. } | Self::StartPos => None,
        }
    }

    /// True if the openings are drawn at the start of the match, so that the ledger keeps them.
    pub const fn is_drawn(&self) -> bool {
        matches!(self, Self::Random { .. } | Self::Polyglot { .. })
    }
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "kebab-case")]
pub enum IllegalMovePolicy {
    /// Loss of the game; a draw if the edition excuses illegal moves and the opponent cannot mate.
    #[default]
    Forfeit,
    /// The penalty of the edition: time for the opponent, touch-move, and a loss only when repeated (Article 7).
    Laws,
}

/// Adjudication by the engines' scores, by the number of moves and by endgame tables.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MatchAdjudication {
    /// The rule for wins; `None` adjudicates none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win: Option<ResignRule>,
    /// The rule for draws; `None` adjudicates none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
    /// A draw after this many moves of each engine; `None` without a limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_moves: Option<u32>,
    /// The folders of Syzygy tables, separated as in the variable `PATH`; a game ends when the tables know its result.
    /// `None` without tables.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tables: Option<String>,
}

/// When a game is adjudicated as a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResignRule {
    /// The minimum score in centipawns. The scores of both engines must favour the same side, unless `one_sided` is
    /// set.
    pub score: i32,
    /// The number of successive moves of each side.
    pub moves: u32,
    /// True if the scores of the losing side are enough.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub one_sided: bool,
}

/// When a game is adjudicated as a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawRule {
    /// The rule applies only after both sides have made the move of this number.
    pub from_move: u32,
    /// The maximum absolute score in centipawns, for both engines.
    pub score: i32,
    /// The number of successive moves of each side.
    pub moves: u32,
}
