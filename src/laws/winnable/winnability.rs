//! The answer to a question of winnability, with its proof.

use super::reachable::ClosedSet;
use crate::types::Move;
use std::fmt;

/// Whether a colour can still give mate, with the proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Winnability {
    /// Some series of legal moves ends with mate by this colour.
    Winnable(WinnableProof),
    /// No series of legal moves does.
    Unwinnable(UnwinnableProof),
    /// The search spent its budget or was cancelled before it found a proof.
    Undetermined {
        /// Positions visited before that.
        nodes: u64,
    },
}

/// The proof that mate can be given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WinnableProof {
    /// Legal moves that end in mate; empty if it is on the board.
    Line(Vec<Move>),
    /// Legal moves into a position that is winnable according to its bitbase.
    Table(Vec<Move>),
}

/// The proof that mate cannot be given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnwinnableProof {
    /// Insufficient material.
    Material,
    /// The bitbase of the material.
    Table,
    /// Every series of legal moves of at most this length ends in stalemate, in mate by the other side, in insufficient
    /// material, or in a repetition by forced moves.
    Tree {
        /// The length, in plies.
        plies: u32,
    },
    /// The set of all reachable positions, none of them mate by this colour.
    ClosedSet(ClosedSet),
    /// The helpmate solver of the crate `chasolver` says so.
    External,
}

/// One line, for reports.
impl fmt::Display for UnwinnableProof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Material => f.write_str("material"),
            Self::Table => f.write_str("table"),
            Self::Tree { plies } => write!(f, "tree {plies} plies"),
            Self::ClosedSet(set) => {
                write!(f, "closure {} states {:016x}", set.states, set.digest)
            }
            Self::External => f.write_str("chasolver"),
        }
    }
}

impl Winnability {
    /// Whether mate is possible; `None` if undetermined.
    pub const fn is_winnable(&self) -> Option<bool> {
        match self {
            Self::Winnable(_) => Some(true),
            Self::Unwinnable(_) => Some(false),
            Self::Undetermined { .. } => None,
        }
    }

    /// The answer for reports: `yes`, `no` or `undetermined`.
    pub const fn answer(&self) -> &'static str {
        match self {
            Self::Winnable(_) => "yes",
            Self::Unwinnable(_) => "no",
            Self::Undetermined { .. } => "undetermined",
        }
    }

    /// The proof in one line, for reports.
    pub fn proof(&self) -> String {
        match self {
            Self::Winnable(WinnableProof::Line(moves)) => line(moves),
            Self::Winnable(WinnableProof::Table(moves)) if moves.is_empty() => "table".to_owned(),
            Self::Winnable(WinnableProof::Table(moves)) => format!("{}, then table", line(moves)),
            Self::Unwinnable(proof) => proof.to_string(),
            Self::Undetermined { nodes } => format!("none after {nodes} positions"),
        }
    }
}

/// Moves in UCI notation; castling is written as king takes rook.
fn line(moves: &[Move]) -> String {
    moves.iter().fold("line".to_owned(), |mut text, mv| {
        text.push(' ');
        text.push_str(&mv.to_string());
        text
    })
}
