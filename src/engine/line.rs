//! Lines of moves and how they end the game.

use crate::board::Board;
use crate::laws::material;
use crate::laws::outcome::OutcomeKind;
use crate::types::{Key, Move, Score};
use nohash_hasher::IntMap;

/// The end of the game after a line: mate, or a draw, which may have to be claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineOutcome {
    Mate,
    Draw(OutcomeKind),
}

/// Checks lines of moves from a position with its history.
#[derive(Clone, Debug)]
pub struct LineChecker {
    board: Board,
    /// Keys of the earlier positions that can still recur.
    earlier: Vec<Key>,
}

impl LineChecker {
    pub(super) const fn new(board: Board, earlier: Vec<Key>) -> Self {
        Self { board, earlier }
    }

    /// The position that the lines start from.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The number of moves of a line up to the end of the game: mate, stalemate, insufficient material, third occurrence
    /// or fifty moves. An illegal move ends the line before it.
    pub fn playable(&self, line: &[Move]) -> usize {
        self.walk(line).0
    }

    /// True if the game continues after the line.
    pub fn goes_on_after(&self, line: &[Move]) -> bool {
        self.walk(line) == (line.len(), None)
    }

    /// True if the line ends in mate.
    pub fn is_mate_after(&self, line: &[Move]) -> bool {
        self.walk(line) == (line.len(), Some(LineOutcome::Mate))
    }

    /// Reduces a score to what its line proves: a mate whose line is incomplete, because the search was interrupted,
    /// becomes a win without a distance.
    pub fn proved_score(&self, score: Score, line: &[Move]) -> Score {
        match score.mate_plies() {
            Some(plies)
                if line.len() != plies.unsigned_abs() as usize || !self.is_mate_after(line) =>
            {
                let win = Score::TB_WIN - plies.abs();
                if plies > 0 { win } else { -win }
            }
            _ => score,
        }
    }

    /// The draw that the line ends in; `None` if it does not end in a draw.
    pub fn draw_after(&self, line: &[Move]) -> Option<OutcomeKind> {
        match self.walk(line) {
            (length, Some(LineOutcome::Draw(kind))) if length == line.len() => Some(kind),
            _ => None,
        }
    }

    /// The number of moves that can be played, and how the game ends after them.
    fn walk(&self, line: &[Move]) -> (usize, Option<LineOutcome>) {
        let mut board = self.board;
        let mut occurrences: IntMap<Key, u32> = IntMap::default();
        for &key in self.earlier.iter().chain([&board.key()]) {
            *occurrences.entry(key).or_default() += 1;
        }
        for (length, &mv) in line.iter().enumerate() {
            if !board.is_legal(mv) {
                return (length, None);
            }
            board.play(mv);
            let seen = occurrences.entry(board.key()).or_default();
            *seen += 1;
            if !board.has_legal_move() {
                let end = if board.in_check() {
                    LineOutcome::Mate
                } else {
                    LineOutcome::Draw(OutcomeKind::Stalemate)
                };
                return (length + 1, Some(end));
            }
            let draw = if material::is_dead(&board) {
                OutcomeKind::DeadPosition
            } else if *seen >= 3 {
                OutcomeKind::Threefold
            } else if board.halfmove_clock() >= 100 {
                OutcomeKind::FiftyMoves
            } else {
                continue;
            };
            return (length + 1, Some(LineOutcome::Draw(draw)));
        }
        (line.len(), None)
    }
}
