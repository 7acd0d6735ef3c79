use super::closure::Region;
use super::goal::{Goal, after};
use super::tree::is_same;
use super::{Impossible, Possible, Winnability};
use crate::board::Board;
use crate::types::{Color, Move};
use std::collections::VecDeque;

/// What is known about the position a game has reached, kept from move to move.
///
/// That a colour cannot mate holds for every position that follows. A line to mate holds as long as the game follows
/// it. Closed sets of positions answer for each of their positions.
///
/// [`Memo::play`] tells that the game went on; a position that is asked about out of the blue starts a new game as far
/// as the memo is concerned. A verdict is only ever given for the position it belongs to.
#[derive(Default)]
pub struct Memo {
    /// For the mates of White and of Black.
    mates: [Option<Verdict>; 2],
    regions: VecDeque<Region>,
}

struct Verdict {
    board: Board,
    winnability: Winnability,
}

impl Memo {
    /// Closed sets remembered, and the most positions in all of them together.
    const MOST_REGIONS: usize = 8;
    const MOST_STATES: u64 = 4 << 20;

    /// Forgets everything, for a new game.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// The game went on from `before` with a legal move.
    pub fn play(&mut self, before: &Board, mv: Move) {
        let next = after(before, mv);
        for slot in &mut self.mates {
            *slot = slot
                .take()
                .filter(|verdict| is_same(&verdict.board, before))
                .and_then(|verdict| follow(verdict.winnability, mv))
                .map(|winnability| Verdict {
                    board: next,
                    winnability,
                });
        }
    }

    /// What is known about the mates of a colour.
    pub(super) fn recall(&self, board: &Board, color: Color) -> Option<Winnability> {
        let known = self.mates[color.index()]
            .as_ref()
            .filter(|verdict| is_same(&verdict.board, board));
        if let Some(verdict) = known {
            return Some(verdict.winnability.clone());
        }
        self.region(board, Goal::Mate(color))
    }

    /// A closed set that the position belongs to, as an answer.
    pub(super) fn region(&self, board: &Board, goal: Goal) -> Option<Winnability> {
        self.regions
            .iter()
            .find(|region| region.goal() == goal && region.has(board))
            .map(|region| Winnability::Unwinnable(Impossible::Closure(region.closure())))
    }

    /// Keeps what was found out about the mates of a colour.
    pub(super) fn store(&mut self, board: &Board, color: Color, winnability: &Winnability) {
        if !matches!(winnability, Winnability::Undetermined { .. }) {
            self.mates[color.index()] = Some(Verdict {
                board: *board,
                winnability: winnability.clone(),
            });
        }
    }

    /// Keeps a closed set of positions.
    pub(super) fn keep(&mut self, region: Region) {
        self.regions.push_front(region);
        let mut states = 0;
        let mut kept = 0;
        for region in &self.regions {
            states += region.states();
            if kept > 0 && (kept == Self::MOST_REGIONS || states > Self::MOST_STATES) {
                break;
            }
            kept += 1;
        }
        self.regions.truncate(kept);
    }
}

/// What a verdict says after a move.
fn follow(winnability: Winnability, mv: Move) -> Option<Winnability> {
    let on_line = |mut moves: Vec<Move>| {
        (moves.first() == Some(&mv)).then(|| {
            moves.remove(0);
            moves
        })
    };
    match winnability {
        Winnability::Unwinnable(_) => Some(winnability),
        Winnability::Winnable(Possible::Line(moves)) => {
            on_line(moves).map(|moves| Winnability::Winnable(Possible::Line(moves)))
        }
        Winnability::Winnable(Possible::Table(moves)) => {
            on_line(moves).map(|moves| Winnability::Winnable(Possible::Table(moves)))
        }
        Winnability::Undetermined { .. } => None,
    }
}
