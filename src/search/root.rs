//! The moves at the root and what is known of each.

use super::pv::PvTable;
use super::window::Window;
use crate::tt::Bound;
use crate::types::{Move, MoveList, Score};

/// A move at the root.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Its score in the current iteration; minus infinity if it was not better than the moves before it.
    pub score: Score,
    /// What the score says.
    pub bound: Bound,
    /// Its score in the iteration before.
    pub previous_score: Score,
    /// A running average of its scores; `None` before the first.
    pub average_score: Option<Score>,
    /// Nodes spent on it in the whole search.
    pub nodes: u64,
    /// The deepest ply looked at below it.
    pub sel_depth: usize,
    /// The line that begins with it.
    pub pv: Vec<Move>,
}

/// All root moves of a search, the best first.
#[derive(Clone, Debug)]
pub struct RootMoves {
    /// The moves. Those before `line` belong to lines already searched in this iteration.
    pub moves: Vec<RootMove>,
    /// The line that is being searched.
    pub line: usize,
}

impl RootMoves {
    /// Moves nothing is known of.
    pub fn new(moves: &MoveList) -> Self {
        let moves = moves.iter().map(|&mv| RootMove {
            mv,
            score: -Score::INFINITE,
            bound: Bound::Exact,
            previous_score: -Score::INFINITE,
            average_score: None,
            nodes: 0,
            sel_depth: 0,
            pv: vec![mv],
        });
        Self {
            moves: moves.collect(),
            line: 0,
        }
    }

    /// True if the move belongs to the line that is being searched.
    pub fn is_searched(&self, mv: Move) -> bool {
        self.moves[self.line..].iter().any(|root| root.mv == mv)
    }

    /// The move that the current line begins with.
    pub fn leader(&self) -> &RootMove {
        &self.moves[self.line]
    }

    /// Puts a move in front, for want of better knowledge.
    pub fn prefer(&mut self, mv: Move) {
        if let Some(place) = self.moves.iter().position(|root| root.mv == mv) {
            self.moves[..=place].rotate_right(1);
        }
    }

    /// A new iteration begins.
    pub fn next_iteration(&mut self) {
        for root in &mut self.moves {
            root.previous_score = root.score;
            root.score = -Score::INFINITE;
        }
    }

    /// Enters what the search of a move has found.
    #[allow(clippy::too_many_arguments)]
    pub fn record(
        &mut self,
        mv: Move,
        first: bool,
        score: Score,
        window: Window,
        nodes: u64,
        sel_depth: usize,
        pv: &PvTable,
    ) {
        let Some(root) = self.moves.iter_mut().find(|root| root.mv == mv) else {
            return;
        };
        root.nodes += nodes;
        if !first && window.fails_low(score) {
            root.score = -Score::INFINITE;
            return;
        }
        root.score = score;
        root.sel_depth = sel_depth;
        root.bound = if window.fails_high(score) {
            Bound::Lower
        } else if window.fails_low(score) {
            Bound::Upper
        } else {
            Bound::Exact
        };
        root.average_score = Some(root.average_score.map_or(score, |average| {
            Score::cp(i32::midpoint(average.value(), score.value()))
        }));
        if root.bound != Bound::Upper {
            root.pv.clear();
            root.pv.push(mv);
            root.pv.extend(pv.line(1));
        }
    }

    /// Puts the moves of the current line and those after it in order, best first; equals keep theirs.
    pub fn sort(&mut self) {
        self.moves[self.line..].sort_by(|a, b| {
            b.score
                .cmp(&a.score)
                .then(b.previous_score.cmp(&a.previous_score))
        });
    }

    /// Puts the lines searched so far in order.
    pub fn sort_lines(&mut self) {
        self.moves[..=self.line].sort_by_key(|root| -root.score);
    }

    /// Nodes spent on all moves.
    pub fn nodes(&self) -> u64 {
        self.moves.iter().map(|root| root.nodes).sum()
    }
}
