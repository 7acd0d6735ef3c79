//! Closed sets of positions: what proves a wall of pawns dead.
//!
//! From a position all reachable positions are flooded, with the legal moves of the board itself: captures en passant
//! are played, pawns that come free advance and promote, bishops take what they reach. If the goal is in none of them
//! it is out of reach (Articles 5.2.2 and 6.9), and the set is the proof: anybody can close it again and compare the
//! number of positions and the sum of their keys.
//!
//! What makes it fast is the numbering. Kings and officers that take nothing leave a *structure* as it is: pawns, the
//! stock of officers, rights. Within a structure a position is a small number (13 bits for two kings, 18 with a
//! bishop), the next number follows from the last one without making the move, and a set of positions is a set of
//! bits. Whatever changes the structure goes on in another one.

mod flood;
mod kings;
mod seen;
mod structure;
mod walls;

pub(super) use flood::{Flood, Region, flood};
pub use walls::{Walls, may_close};

use crate::board::Board;

/// The certificate of a closed set of positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closure {
    /// The position that the set was flooded from. The position in question is this one or another one of the set.
    pub root: Box<Board>,
    /// The number of positions, those included that are settled by the men that are left and not looked behind.
    pub states: u64,
    /// The sum of the keys of the positions, modulo 2^64.
    pub digest: u64,
}

/// How long a flood goes on.
pub(super) struct Patience<'a> {
    /// The most positions.
    pub states: u64,
    /// Asked now and then; true ends the flood.
    pub cancelled: &'a dyn Fn() -> bool,
    /// True for positions that make it useless to go on.
    pub lost: fn(&Board) -> bool,
}

impl Patience<'_> {
    /// True if there are too many positions, or the flood is cancelled; `looked` positions have had their turn.
    fn is_over(&self, states: u64, looked: u32) -> bool {
        states > self.states || (looked.is_multiple_of(1024) && (self.cancelled)())
    }

    fn is_lost(&self, board: &Board) -> bool {
        (self.lost)(board)
    }
}
