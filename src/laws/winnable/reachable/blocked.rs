use super::super::goal::MateGoal;
use super::bfs::{BfsResult, breadth_first_search};
use super::closed_set::BfsLimits;
use super::code_set::CodeSet;
use super::structure::{PositionEncoding, Structure};
use crate::board::Board;
use crate::board::attacks::all_pawn_attacks;
use crate::types::{Color, Piece};
use nohash_hasher::BuildNoHashHasher;
use std::collections::HashMap;

/// True if the pawn structure is blocked: only pawns and bishops, and no pawn can advance or capture a pawn. Such a
/// position may be dead. The test costs one bit operation for nearly all positions of real games, a few for the others.
#[inline]
pub fn is_blocked(board: &Board) -> bool {
    if has_open_pieces(board) {
        return false;
    }
    let pawns = board.pieces(Piece::Pawn);
    pawns.any()
        && Color::ALL.into_iter().all(|color| {
            let own = board.colored_pieces(color, Piece::Pawn);
            let enemy_pawns = board.colored_pieces(!color, Piece::Pawn);
            (own.forward(color) & !pawns).is_empty()
                && (all_pawn_attacks(own, color) & enemy_pawns).is_empty()
        })
}

/// A cache of dead blocked positions by structure, for a search that asks at every node.
///
/// A true answer is proved for exactly the given position. False proves nothing: the position is not blocked, its
/// reachable set is too large, or too many searches failed. Answers depend only on earlier questions, so a search with
/// the cache is reproducible.
pub struct DeadPositionCache {
    /// The limit of one breadth-first search, in positions.
    state_cap: u64,
    /// The total limit of failed searches, in positions.
    waste: u64,
    known: HashMap<Structure, KnownStructure, BuildNoHashHasher<Structure>>,
    /// Positions in the cache.
    states: u64,
    /// Questions about blocked positions.
    asked: u64,
    /// Positions that failed searches visited.
    wasted: u64,
}

struct KnownStructure {
    encoding: PositionEncoding,
    dead: CodeSet,
    failures: u8,
}

impl DeadPositionCache {
    /// Failed searches from one structure before it is given up, until [`Self::clear`]: nearly every move without a pawn can
    /// be taken back, so what can still be won from three positions of a structure can be won from others of the game.
    const MAX_FAILURES: u8 = 3;
    /// Limits on stored structures and positions; beyond them the cache is cleared.
    const MAX_STRUCTURES: usize = 4_096;
    const MAX_STATES: u64 = 4 << 20;
    /// How many questions earn failed searches one more position.
    const QUESTIONS_PER_STATE: u64 = 4;

    /// An empty cache. One breadth-first search visits at most `state_cap` positions. Failed searches visit at most
    /// `waste` in all, plus one for every fourth question: where nearly every position is blocked but none is dead, the
    /// cache must not slow the main search down.
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

    /// Begins another search: failed searches may visit as many positions again. What is known stays.
    pub fn begin_search(&mut self) {
        self.asked = 0;
        self.wasted = 0;
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Self::new(self.state_cap, self.waste);
    }

    /// True if the position is proved dead (Article 5.2.2).
    #[inline]
    pub fn is_dead(&mut self, board: &Board) -> bool {
        is_blocked(board) && self.is_dead_blocked(board)
    }

    fn is_dead_blocked(&mut self, board: &Board) -> bool {
        self.asked += 1;
        let structure = Structure::of(board);
        if let Some(entry) = self.known.get(&structure) {
            if entry.dead.has(entry.encoding.code(board)) {
                return true;
            }
            if entry.failures >= Self::MAX_FAILURES {
                return false;
            }
        }
        if self.wasted
            > self
                .waste
                .saturating_add(self.asked / Self::QUESTIONS_PER_STATE)
        {
            return false;
        }
        if self.known.len() >= Self::MAX_STRUCTURES || self.states >= Self::MAX_STATES {
            self.known.clear();
            self.states = 0;
        }
        let limits = BfsLimits {
            states: self.state_cap,
            cancelled: &|| false,
            abort_on: has_open_pieces,
        };
        let result = breadth_first_search(board, MateGoal::AnyMate, &limits);
        if let BfsResult::Exceeded { states } = result {
            self.wasted += states;
        }
        if let BfsResult::Closed(set) = result {
            self.states += set.states();
            for (structure, positions) in set.into_structures() {
                if positions.settled {
                    continue;
                }
                self.known
                    .entry(structure)
                    .and_modify(|entry| entry.dead.extend(&positions.seen))
                    .or_insert(KnownStructure {
                        encoding: positions.encoding,
                        dead: positions.seen,
                        failures: 0,
                    });
            }
            return true;
        }
        if let Some(encoding) = PositionEncoding::of(board) {
            let entry = self
                .known
                .entry(structure)
                .or_insert_with(|| KnownStructure {
                    dead: CodeSet::new(encoding.bits()),
                    encoding,
                    failures: 0,
                });
            entry.failures += 1;
        }
        false
    }
}

/// True if there is a queen, rook or knight: a reachable set with one of them is open, or too large to search.
pub(in super::super) fn has_open_pieces(board: &Board) -> bool {
    (board.pieces(Piece::Queen) | board.pieces(Piece::Rook) | board.pieces(Piece::Knight)).any()
}
