//! The root moves and their statistics.

use super::pv::PvTable;
use super::request::SearchRequest;
use super::window::Window;
use crate::syzygy::root::RootTables;
use crate::tt::Bound;
use crate::types::{Move, Score};

/// A root move with its statistics.
#[derive(Debug)]
pub struct RootMove {
    /// The move in the root position.
    pub mv: Move,
    /// Number of ranks that the endgame tables place above this move.
    group: usize,
    /// The move's score from the endgame tables; `None` if they do not give one.
    pub table_score: Option<Score>,
    /// Score in the current iteration; minus infinity if it did not raise alpha.
    pub score: Score,
    /// Bound type of the score.
    pub bound: Bound,
    /// Score in the previous iteration.
    pub previous_score: Score,
    /// Exponential moving average of the scores with weight 1/2, without mates and other decisive scores that are only
    /// bounds; `None` before the first.
    pub average_score: Option<Score>,
    /// Nodes that this thread has spent on the move in the whole search.
    pub nodes: u64,
    /// Selective depth: the deepest ply of a PV node below the move.
    pub sel_depth: usize,
    /// The principal variation, beginning with the move itself; empty until a search has found one. Most moves never get one,
    /// and an empty vector needs no allocation.
    pub(super) pv: Vec<Move>,
}

impl Clone for RootMove {
    fn clone(&self) -> Self {
        Self {
            pv: self.pv.clone(),
            ..*self
        }
    }

    /// Keeps the allocation of the variation: every iteration copies all root moves.
    fn clone_from(&mut self, source: &Self) {
        let mut pv = std::mem::take(&mut self.pv);
        pv.clone_from(&source.pv);
        *self = Self { pv, ..*source };
    }
}

impl RootMove {
    pub(super) fn new(mv: Move) -> Self {
        Self {
            mv,
            group: 0,
            table_score: None,
            score: -Score::INFINITE,
            bound: Bound::Exact,
            previous_score: -Score::INFINITE,
            average_score: None,
            nodes: 0,
            sel_depth: 0,
            pv: Vec::new(),
        }
    }

    /// The principal variation, beginning with the move itself.
    pub fn pv(&self) -> &[Move] {
        match self.pv.as_slice() {
            [] => std::slice::from_ref(&self.mv),
            pv => pv,
        }
    }

    /// The score of the endgame tables if there is one and the search has found no mate; else the
    /// score of the search.
    pub fn known_score(&self) -> Score {
        match self.table_score {
            Some(known) if !self.score.is_mate() => known,
            _ => self.score,
        }
    }

    /// True if the endgame tables prove a draw.
    pub fn is_known_draw(&self) -> bool {
        self.table_score.is_some() && self.known_score() == Score::ZERO
    }

    /// Notes that a null window has shown the move to be better than the best one so far, in case
    /// the search of its exact score is aborted.
    pub(super) fn note_fail_high(&mut self, score: Score) {
        self.score = score;
        self.bound = Bound::Lower;
        self.pv.clear();
    }

    /// Stores the result of searching the move: its score in this window, and the nodes it took.
    /// `first` is true for the first move searched.
    pub(super) fn update(
        &mut self,
        score: Score,
        window: Window,
        first: bool,
        nodes: u64,
        sel_depth: usize,
        pv: &PvTable,
    ) {
        self.nodes += nodes;
        if !first && window.fails_low(score) {
            self.score = -Score::INFINITE;
            return;
        }
        self.score = score;
        self.sel_depth = sel_depth;
        self.bound = window.bound(score);
        // A mate that only bounds the score says nothing about its size.
        if self.bound == Bound::Exact || !score.is_decisive() {
            self.average_score = Some(self.average_score.map_or(score, |average| {
                Score::new(i32::midpoint(average.value(), score.value()))
            }));
        }
        if self.bound != Bound::Upper {
            self.pv.clear();
            self.pv.push(self.mv);
            self.pv.extend(pv.line(1));
        }
    }
}

/// The root moves of a search, best first.
#[derive(Clone, Debug)]
pub struct RootMoves {
    /// The moves; those before `pv_index` lead PV lines already searched in this iteration.
    pub moves: Vec<RootMove>,
    /// Index of the PV line being searched (`MultiPV`).
    pub pv_index: usize,
}

impl RootMoves {
    /// The requested moves. If endgame tables rank them, only the best rank is kept, plus as many
    /// more as the PV lines need.
    pub fn new(request: &SearchRequest, tables: Option<&RootTables>) -> Self {
        let moves = match tables {
            None => request
                .root_moves
                .iter()
                .map(|&mv| RootMove::new(mv))
                .collect(),
            Some(tables) => kept_moves(tables, request.multi_pv),
        };
        Self { moves, pv_index: 0 }
    }

    /// True unless the move leads another PV line of this iteration, is ranked below others, or is
    /// excluded from the search.
    pub fn is_candidate(&self, mv: Move) -> bool {
        let group = self.current().group;
        let candidates = &self.moves[self.pv_index..];
        candidates
            .iter()
            .any(|root| root.mv == mv && root.group == group)
    }

    pub fn find_mut(&mut self, mv: Move) -> Option<&mut RootMove> {
        self.moves.iter_mut().find(|root| root.mv == mv)
    }

    /// The first move of the current PV line.
    pub fn current(&self) -> &RootMove {
        &self.moves[self.pv_index]
    }

    /// Moves a move to the front, unless others are ranked above it.
    pub fn move_to_front(&mut self, mv: Move) {
        let group = self.moves[0].group;
        let is_it = |root: &RootMove| root.mv == mv && root.group == group;
        if let Some(index) = self.moves.iter().position(is_it) {
            self.moves[..=index].rotate_right(1);
        }
    }

    pub fn begin_iteration(&mut self) {
        for root in &mut self.moves {
            root.previous_score = root.score;
            root.score = -Score::INFINITE;
        }
    }

    /// Sorts the moves from the current PV line on (stable): by rank, score, then previous score.
    pub fn sort_remaining(&mut self) {
        self.moves[self.pv_index..].sort_by(|a, b| {
            a.group
                .cmp(&b.group)
                .then(b.score.cmp(&a.score))
                .then(b.previous_score.cmp(&a.previous_score))
        });
    }

    /// Sorts the PV lines searched so far (stable).
    pub fn sort_lines(&mut self) {
        self.moves[..=self.pv_index].sort_by_key(|root| (root.group, -root.score));
    }

    /// Nodes spent on all root moves.
    pub fn nodes(&self) -> u64 {
        self.moves.iter().map(|root| root.nodes).sum()
    }
}

/// The moves of the best ranks, in whole ranks, until there are at least `count`.
fn kept_moves(tables: &RootTables, count: usize) -> Vec<RootMove> {
    let mut moves: Vec<RootMove> = Vec::new();
    let mut group = 0;
    for (index, ranked) in tables.moves.iter().enumerate() {
        if index > 0 && ranked.rank != tables.moves[index - 1].rank {
            if index >= count {
                break;
            }
            group += 1;
        }
        moves.push(RootMove {
            group,
            table_score: ranked.score,
            ..RootMove::new(ranked.mv)
        });
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    #[test]
    fn a_copy_in_place_keeps_the_allocation() {
        let moves = Board::start().legal_moves();
        let source = RootMove {
            group: 1,
            table_score: Some(Score::new(2)),
            score: Score::new(3),
            bound: Bound::Lower,
            previous_score: Score::new(4),
            average_score: Some(Score::new(5)),
            nodes: 6,
            sel_depth: 7,
            pv: moves[..3].to_vec(),
            ..RootMove::new(moves[0])
        };
        let text = format!("{source:?}");
        assert_eq!(format!("{:?}", source.clone()), text);
        let mut copy = RootMove::new(moves[9]);
        copy.pv = moves[10..15].to_vec();
        let place = copy.pv.as_ptr();
        copy.clone_from(&source);
        assert_eq!(format!("{copy:?}"), text);
        assert_eq!(copy.pv.as_ptr(), place);
    }

    #[test]
    fn a_mate_that_only_bounds_the_score_is_not_averaged() {
        let pv = PvTable::default();
        let mut root = RootMove::new(Board::start().legal_moves()[0]);
        let mut average = |score: Score, window: Window| {
            root.update(score, window, true, 1, 1, &pv);
            root.average_score.map(Score::value)
        };
        let window = Window::new(Score::new(80), Score::new(120));
        assert_eq!(average(Score::new(100), window), Some(100));
        assert_eq!(average(Score::mated_in(10), window), Some(100));
        assert_eq!(average(Score::new(50), window), Some(75));
        assert_eq!(average(Score::new(125), window), Some(100));
        assert!(average(Score::mate_in(9), Window::FULL) > Some(Score::MATE.value() / 2));
    }
}
