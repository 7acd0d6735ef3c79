use super::goal::{MateGoal, after};
use super::reachable::ReachableSet;
use super::winnability::{UnwinnableProof, Winnability, WinnableProof};
use crate::board::Board;
use crate::laws::identity::is_same_position;
use crate::types::{Color, Move};
use std::collections::VecDeque;
use std::fmt;

/// Proofs about the current position of a game, kept from move to move.
///
/// A proof that a colour cannot mate holds for every later position. A line to mate holds as long as the game follows
/// it. A closed set holds for each of its positions.
///
/// Call [`WinnabilityCache::play`] for each move. The cache answers only for the exact position of a proof, so asking
/// about a position without history is safe.
#[derive(Default)]
pub struct WinnabilityCache {
    /// The proof for mate by White, and by Black; `None` if none is known.
    mates: [Option<CachedProof>; 2],
    /// The last position about which the external solver gave up, for mate by White and by Black.
    gave_up: [Option<Board>; 2],
    sets: VecDeque<ReachableSet>,
}

impl fmt::Debug for WinnabilityCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WinnabilityCache")
            .field("mates", &self.mates)
            .finish_non_exhaustive()
    }
}

/// An answer with the position it was proved for.
#[derive(Debug)]
struct CachedProof {
    board: Board,
    winnability: Winnability,
}

impl WinnabilityCache {
    /// The most closed sets kept, and the most positions in all of them together.
    const MAX_SETS: usize = 8;
    const MAX_STATES: u64 = 4 << 20;

    /// Clears the cache, for a new game.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Follows a legal move of the game from `before`.
    pub fn play(&mut self, before: &Board, mv: Move) {
        let next = after(before, mv);
        for slot in &mut self.mates {
            *slot = slot
                .take()
                .filter(|cached| is_same_position(&cached.board, before))
                .and_then(|cached| follow(cached.winnability, mv))
                .map(|winnability| CachedProof {
                    board: next,
                    winnability,
                });
        }
    }

    pub(super) fn get(&self, board: &Board, color: Color) -> Option<Winnability> {
        let known = self.mates[color.index()]
            .as_ref()
            .filter(|cached| is_same_position(&cached.board, board));
        if let Some(cached) = known {
            return Some(cached.winnability.clone());
        }
        self.closed_set(board, MateGoal::Mate(color))
    }

    /// True if the external solver, whose limit is fixed, has given up about this position.
    pub(super) fn solver_gave_up(&self, board: &Board, color: Color) -> bool {
        let asked = self.gave_up[color.index()].as_ref();
        asked.is_some_and(|asked| is_same_position(asked, board))
    }

    pub(super) const fn store_solver_gave_up(&mut self, board: &Board, color: Color) {
        self.gave_up[color.index()] = Some(*board);
    }

    /// The proof by a closed set that contains the position.
    pub(super) fn closed_set(&self, board: &Board, goal: MateGoal) -> Option<Winnability> {
        self.sets
            .iter()
            .find(|set| set.goal() == goal && set.has(board))
            .map(|set| Winnability::Unwinnable(UnwinnableProof::ClosedSet(set.closed_set())))
    }

    pub(super) fn store(&mut self, board: &Board, color: Color, winnability: &Winnability) {
        if !matches!(winnability, Winnability::Undetermined { .. }) {
            self.mates[color.index()] = Some(CachedProof {
                board: *board,
                winnability: winnability.clone(),
            });
        }
    }

    pub(super) fn store_set(&mut self, set: ReachableSet) {
        self.sets.push_front(set);
        let mut states = 0;
        let mut kept = 0;
        for set in &self.sets {
            states += set.states();
            if kept > 0 && (kept == Self::MAX_SETS || states > Self::MAX_STATES) {
                break;
            }
            kept += 1;
        }
        self.sets.truncate(kept);
    }
}

/// The answer that remains after a move.
fn follow(mut winnability: Winnability, mv: Move) -> Option<Winnability> {
    match &mut winnability {
        Winnability::Unwinnable(_) => {}
        Winnability::Winnable(WinnableProof::Line(moves) | WinnableProof::Table(moves)) => {
            if moves.first() != Some(&mv) {
                return None;
            }
            moves.remove(0);
        }
        Winnability::Undetermined { .. } => return None,
    }
    Some(winnability)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_solver_is_asked_once_about_a_position() {
        let board = |fen: &str| fen.parse::<Board>().expect("valid FEN");
        let wall = board("3k1b2/2p1pBp1/KpP1P1P1/1P3B2/4B1B1/5B2/8/8 w - - 0 1");
        let mut cache = WinnabilityCache::default();
        assert!(!cache.solver_gave_up(&wall, Color::White));
        cache.store_solver_gave_up(&wall, Color::White);
        assert!(cache.solver_gave_up(&wall, Color::White));
        assert!(!cache.solver_gave_up(&wall, Color::Black));
        let other = board("3k1b2/2p1pBp1/K1P1P1P1/1P3B2/4B1B1/5B2/8/8 w - - 0 1");
        assert!(!cache.solver_gave_up(&other, Color::White));
    }
}
