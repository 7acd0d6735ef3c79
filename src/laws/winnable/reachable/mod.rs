//! Sets of reachable positions: the proof that a blocked position is dead.
//!
//! A breadth-first search follows all legal moves on the real board: it captures en passant, advances and promotes
//! pawns that become free, and captures whatever pieces can. If no reachable position is the goal, the goal is out of
//! reach (Articles 5.2.2 and 6.9), and the set is the proof: anyone can repeat the search and compare the number of
//! positions and the sum of their keys.
//!
//! The encoding makes it fast. Quiet moves of kings and pieces leave the `structure` unchanged: pawns, piece counts,
//! castling rights. Within a structure a position is a small number (13 bits for two kings, 18 with a bishop), the code
//! of the next position follows from the last one without making the move, and a set of positions is a bit set.

mod bfs;
mod blocked;
mod closed_set;
mod code_set;
mod kings;
mod structure;

pub(super) use bfs::{BfsResult, ReachableSet, breadth_first_search};
pub(super) use blocked::has_open_pieces;
pub use blocked::{DeadPositionCache, is_blocked};
pub(super) use closed_set::BfsLimits;
pub use closed_set::ClosedSet;
pub(super) use kings::all_king_attacks;
