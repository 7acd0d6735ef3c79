use super::super::goal::Goal;
use super::Patience;
use super::flood::{Flood, flood};
use super::seen::Seen;
use super::structure::{Layout, Structure};
use crate::board::Board;
use crate::board::attacks::all_pawn_attacks;
use crate::types::{Color, Piece};
use nohash_hasher::BuildNoHashHasher;
use std::collections::HashMap;

/// True if the position may be a wall that nobody passes: pawns and bishops only, no pawn able to advance or to take a
/// pawn. A few bit operations; one for nearly all positions of real games.
#[inline]
pub fn may_close(board: &Board) -> bool {
    let nimble =
        board.pieces(Piece::Queen) | board.pieces(Piece::Rook) | board.pieces(Piece::Knight);
    if nimble.any() {
        return false;
    }
    let pawns = board.pieces(Piece::Pawn);
    pawns.any()
        && Color::ALL.into_iter().all(|color| {
            let own = board.colored_pieces(color, Piece::Pawn);
            let prey = board.colored_pieces(!color, Piece::Pawn);
            (own.forward(color) & !pawns).is_empty()
                && (all_pawn_attacks(own, color) & prey).is_empty()
        })
}

/// Dead positions behind walls of pawns, remembered by structure, for a search that asks at every node.
///
/// True answers are proved, each for the very position asked. False ones mean that nothing is proved: the position is
/// no wall, there were too many positions to flood, or walls have disappointed too often.
/// What is answered depends on nothing but the questions since the start.
pub struct Walls {
    /// The most positions of one flood.
    state_cap: u64,
    /// Positions that may be looked at in vain, apart from one for each question.
    waste: u64,
    known: HashMap<Structure, Wall, BuildNoHashHasher<Structure>>,
    /// Positions remembered.
    states: u64,
    /// Questions about positions that may be walls.
    asked: u64,
    /// Positions looked at in vain.
    wasted: u64,
}

/// What is known of a structure.
struct Wall {
    layout: Layout,
    dead: Seen,
    failures: u8,
}

impl Walls {
    /// Floods from one structure that may come to nothing before it is left alone.
    const MOST_FAILURES: u8 = 3;
    /// Structures and positions remembered before all is forgotten.
    const MOST_WALLS: usize = 4_096;
    const MOST_STATES: u64 = 4 << 20;
    /// Questions that earn the right to look at one more position in vain.
    const QUESTIONS: u64 = 4;

    /// Nothing known yet; a flood looks at no more than `state_cap` positions. All of them together look at no more
    /// than `waste` in vain, and one more for every fourth question: where nearly every position looks like a wall and
    /// none is, a search must not stand still.
    pub fn new(state_cap: u64, waste: u64) -> Self {
        Self {
            state_cap,
            waste,
            known: HashMap::default(),
            states: 0,
            asked: 0,
            wasted: 0,
        }
    }

    /// True if the position is proved dead (Article 5.2.2) by a closed set of positions.
    #[inline]
    pub fn is_dead(&mut self, board: &Board) -> bool {
        may_close(board) && self.is_dead_wall(board)
    }

    fn is_dead_wall(&mut self, board: &Board) -> bool {
        self.asked += 1;
        let structure = Structure::of(board);
        if let Some(wall) = self.known.get(&structure) {
            if wall.dead.has(wall.layout.code(board)) {
                return true;
            }
            if wall.failures >= Self::MOST_FAILURES {
                return false;
            }
        }
        if self.wasted > self.waste.saturating_add(self.asked / Self::QUESTIONS) {
            return false;
        }
        if self.known.len() >= Self::MOST_WALLS || self.states >= Self::MOST_STATES {
            self.known.clear();
            self.states = 0;
        }
        let patience = Patience {
            states: self.state_cap,
            cancelled: &|| false,
            lost: is_lively,
        };
        let flood = flood(board, Goal::AnyMate, &patience);
        if let Flood::Exceeded { states } = flood {
            self.wasted += states;
        }
        if let Flood::Closed(region) = flood {
            self.states += region.states();
            for (structure, place) in region.into_places().filter(|(_, place)| !place.settled) {
                self.known
                    .entry(structure)
                    .and_modify(|wall| wall.dead.extend(&place.seen))
                    .or_insert(Wall {
                        layout: place.layout,
                        dead: place.seen,
                        failures: 0,
                    });
            }
            return true;
        }
        if let Some(layout) = Layout::of(board) {
            let wall = self.known.entry(structure).or_insert_with(|| Wall {
                dead: Seen::new(layout.bits()),
                layout,
                failures: 0,
            });
            wall.failures += 1;
        }
        false
    }
}

/// True once a queen, rook or knight has come: such a set does not close, or is too large for a search.
fn is_lively(board: &Board) -> bool {
    (board.pieces(Piece::Queen) | board.pieces(Piece::Rook) | board.pieces(Piece::Knight)).any()
}
