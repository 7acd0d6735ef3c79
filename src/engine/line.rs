//! Lines of moves: how they end the game, and what they prove.

use crate::board::Board;
use crate::eval;
use crate::laws::game::Game;
use crate::laws::material;
use crate::laws::outcome::OutcomeKind;
use crate::search::RootMove;
use crate::types::{Key, Move, Score};
use nohash_hasher::IntMap;

/// The end of the game after a line: mate, or a draw, which may have to be claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineOutcome {
    Mate,
    Draw(OutcomeKind),
}

/// The win, draw and loss probabilities of a proved draw, in permille.
const DRAW: [i32; 3] = [0, 1000, 0];

/// What is shown of a PV line of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownLine<'a> {
    /// The moves, up to the end of the game.
    pub pv: &'a [Move],
    /// The score for the side to move.
    pub score: Score,
    /// Win, draw and loss probabilities for the side to move, in permille.
    pub wdl: [i32; 3],
}

/// Checks lines of moves from a position with its history.
#[derive(Clone, Debug)]
pub struct LineChecker {
    board: Board,
    /// Keys of the earlier positions that can still recur.
    earlier: Vec<Key>,
    /// Neither side can give mate (Article 5.2.2): every score is exactly zero.
    pub(super) dead: bool,
    /// Fivefold repetition and 75 moves end the game at once (Article 9.6).
    pub(super) automatic_draws: bool,
}

impl LineChecker {
    /// Checks lines from the last position of a game.
    pub fn new(game: &Game) -> Self {
        Self {
            board: *game.board(),
            earlier: game.key_history(),
            dead: false,
            automatic_draws: false,
        }
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

    /// What to show of a PV line. The line need not prove a score that is only a bound so far.
    pub fn show<'a>(&self, root: &'a RootMove, is_bound: bool) -> ShownLine<'a> {
        let pv = &root.pv()[..self.playable(root.pv())];
        let score = if is_bound {
            root.score
        } else {
            self.proved_score(root.known_score(), pv)
        };
        let is_draw = root.is_known_draw() || !is_bound && self.draw_behind(root).is_some();
        let wdl = if is_draw { DRAW } else { self.wdl(score) };
        ShownLine { pv, score, wdl }
    }

    /// Win, draw and loss probabilities in permille of a game that has ended with this score.
    pub fn final_wdl(&self, score: Score) -> [i32; 3] {
        if score == Score::ZERO {
            DRAW
        } else {
            self.wdl(score)
        }
    }

    fn wdl(&self, score: Score) -> [i32; 3] {
        if self.dead {
            DRAW
        } else {
            eval::wdl(score, &self.board)
        }
    }

    /// Reduces a score to what its line proves: a mate whose line is incomplete, because the search was interrupted,
    /// becomes a win without a distance.
    fn proved_score(&self, score: Score, line: &[Move]) -> Score {
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

    /// The draw in which a PV line ends, if its score is zero for that reason.
    pub fn draw_behind(&self, root: &RootMove) -> Option<OutcomeKind> {
        if self.dead || root.score != Score::ZERO {
            return None;
        }
        match self.walk(root.pv()) {
            (length, Some(LineOutcome::Draw(kind))) if length == root.pv().len() => Some(kind),
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
            } else if self.automatic_draws && *seen >= 5 {
                OutcomeKind::Fivefold
            } else if self.automatic_draws && board.halfmove_clock() >= 150 {
                OutcomeKind::SeventyFiveMoves
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
