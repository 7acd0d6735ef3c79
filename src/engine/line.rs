//! Lines of moves and how they end the game.

use crate::board::Board;
use crate::laws::material;
use crate::laws::outcome::OutcomeKind;
use crate::types::{Key, Move};
use nohash_hasher::IntMap;

/// How a line of moves ends the game: by mate, or by a draw, which may have to be claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineOutcome {
    Mate,
    Draw(OutcomeKind),
}

/// Checks lines of moves from a position with its history.
#[derive(Clone, Debug)]
pub struct LineChecker {
    board: Board,
    /// Keys of the earlier positions that may repeat.
    earlier: Vec<Key>,
}

impl LineChecker {
    pub(super) const fn new(board: Board, earlier: Vec<Key>) -> Self {
        Self { board, earlier }
    }

    /// The position in which the lines begin.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The number of moves of a line up to the end of the game: mate, stalemate, insufficient material, third occurrence
    /// or fifty moves. An illegal move ends the line before it.
    pub fn playable(&self, line: &[Move]) -> usize {
        self.walk(line).0
    }

    /// True if the game goes on after the line.
    pub fn goes_on_after(&self, line: &[Move]) -> bool {
        self.walk(line) == (line.len(), None)
    }

    /// True if the line ends in mate.
    pub fn is_mate_after(&self, line: &[Move]) -> bool {
        self.walk(line) == (line.len(), Some(LineOutcome::Mate))
    }

    /// The draw in which the line ends, if it does.
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

#[cfg(test)]
mod tests {
    use crate::engine::{EnginePosition, StartPosition};
    use crate::notation::uci_move;

    #[test]
    fn lines_end_with_the_game() {
        let moves = ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6"];
        let position = EnginePosition::default()
            .follow(StartPosition::Standard, &moves)
            .expect("legal");
        let lines = position.line_checker();
        let mut line = Vec::new();
        let mut board = *position.board();
        for text in ["f3g1", "f6g8", "e2e4"] {
            let mv = uci_move::parse(&board, text).expect("legal");
            board.play(mv);
            line.push(mv);
        }
        assert_eq!(lines.playable(&line), 2);
        assert!(lines.goes_on_after(&line[..1]) && !lines.goes_on_after(&line[..2]));
    }

    #[test]
    fn a_line_may_end_in_mate() {
        let start = StartPosition::Fen("7k/8/6K1/8/8/8/8/R7 w - - 99 80".to_owned());
        let position = EnginePosition::default()
            .follow(start, &[""; 0])
            .expect("valid");
        let lines = position.line_checker();
        let line = |text| [uci_move::parse(position.board(), text).expect("legal")];
        assert!(lines.is_mate_after(&line("a1a8")) && !lines.goes_on_after(&line("a1a8")));
        // The fifty moves are over.
        assert!(!lines.is_mate_after(&line("a1a7")) && !lines.goes_on_after(&line("a1a7")));
        assert!(!lines.is_mate_after(&[]) && lines.goes_on_after(&[]));
    }
}
