//! A game so far: the starting position, the moves, and the repetitions of positions.

use super::identity::PositionIdentity;
use crate::board::Board;
use crate::types::{Key, Move};
use nohash_hasher::IntMap;

/// The most half-moves without capture or pawn move that matter to a search: from the hundredth on a draw can be claimed
/// anyway.
const MAX_REVERSIBLE: usize = 256;

/// The error for an illegal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{mv} is illegal at ply {ply}")]
pub struct IllegalMoveError {
    /// The illegal move.
    pub mv: Move,
    /// Half-moves played before it.
    pub ply: usize,
}

/// The most occurrences of [`Game::latest_occurrences`]. Without an automatic draw there is no limit on their number, and
/// a list of all at each ply would take quadratic time and memory.
const MOST_OCCURRENCES: usize = 10;

/// The earlier occurrences of a position of the game.
#[derive(Clone, Copy, Debug)]
struct RepetitionEntry {
    /// The last earlier ply with the same key.
    previous: Option<u32>,
    /// The number of occurrences up to and including this ply.
    occurrence: u32,
    /// The last ply, up to and including this one, whose position is a repetition.
    repeated: Option<u32>,
}

/// A game: all positions from the start, and the moves between them.
///
/// The starting position counts as its first occurrence (Article 9.2). A move that is taken back leaves no trace, so
/// restoring a position after an irregularity does not count as a new occurrence.
///
/// ```
/// use compongo::Game;
///
/// let mut game = Game::default();
/// let mv = game.board().legal_moves()[0];
/// game.play(mv)?;
/// assert_eq!((game.ply(), game.occurrence()), (1, 1));
/// assert_eq!(game.take_back(), Some(mv));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    /// The position at each ply, the start first.
    boards: Vec<Board>,
    moves: Vec<Move>,
    repetitions: Vec<RepetitionEntry>,
    /// The last ply with each Zobrist key. [`PositionIdentity`] decides whether the positions are the same.
    last: IntMap<Key, u32>,
}

impl Default for Game {
    fn default() -> Self {
        Self::new(Board::start())
    }
}

impl Game {
    /// A game from a starting position, whose counters are taken as they are.
    pub fn new(start: Board) -> Self {
        let mut game = Self {
            boards: Vec::new(),
            moves: Vec::new(),
            repetitions: Vec::new(),
            last: IntMap::default(),
        };
        game.push(start);
        game
    }

    /// Plays a move.
    ///
    /// # Errors
    /// The move is illegal; the game is unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMoveError> {
        if !self.board().is_legal(mv) {
            return Err(IllegalMoveError {
                mv,
                ply: self.ply(),
            });
        }
        self.play_legal(mv);
        Ok(())
    }

    /// Plays a move that is known to be legal. A debug build panics on any other move; a release build
    /// corrupts the game.
    pub fn play_legal(&mut self, mv: Move) {
        let mut board = *self.board();
        debug_assert!(board.is_legal(mv), "{mv} is illegal");
        board.play(mv);
        self.moves.push(mv);
        self.push(board);
    }

    /// Takes back the last move and returns it; `None` at the start.
    #[doc(alias = "undo", alias = "unmake_move", alias = "pop")]
    pub fn take_back(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        if let (Some(board), Some(link)) = (self.boards.pop(), self.repetitions.pop()) {
            match link.previous {
                Some(ply) => self.last.insert(board.key(), ply),
                None => self.last.remove(&board.key()),
            };
        }
        Some(mv)
    }

    fn push(&mut self, board: Board) {
        let ply = self.boards.len() as u32;
        let before = self.earlier_plies(&board).next();
        let occurrence = 1 + before.map_or(0, |ply| self.repetitions[ply].occurrence);
        let repeated = if occurrence > 1 {
            Some(ply)
        } else {
            self.repetitions.last().and_then(|link| link.repeated)
        };
        self.repetitions.push(RepetitionEntry {
            previous: self.last.insert(board.key(), ply),
            occurrence,
            repeated,
        });
        self.boards.push(board);
    }

    /// The plies at which a position occurred, the last first.
    fn earlier_plies(&self, board: &Board) -> impl Iterator<Item = usize> {
        let identity = PositionIdentity::of(board);
        let first = self.last.get(&board.key()).copied();
        std::iter::successors(first, |&ply| self.repetitions[ply as usize].previous)
            .map(|ply| ply as usize)
            .filter(move |&ply| PositionIdentity::of(&self.boards[ply]) == identity)
    }

    /// The position the game started from.
    pub fn start(&self) -> &Board {
        &self.boards[0]
    }

    /// The current position.
    pub fn board(&self) -> &Board {
        &self.boards[self.ply()]
    }

    /// The positions at all plies, starting position first.
    pub fn boards(&self) -> &[Board] {
        &self.boards
    }

    /// The position after `ply` half-moves; `None` if the game is shorter.
    pub fn board_at(&self, ply: usize) -> Option<&Board> {
        self.boards.get(ply)
    }

    /// The moves of the game, in order.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The move played after `ply` half-moves; `None` if there is none.
    pub fn mv_at(&self, ply: usize) -> Option<Move> {
        self.moves.get(ply).copied()
    }

    /// The game as it was after `plies` half-moves; the whole game if it is shorter.
    pub fn up_to(&self, plies: usize) -> Self {
        let mut game = Self::new(*self.start());
        for &mv in self.moves.iter().take(plies) {
            game.play_legal(mv);
        }
        game
    }

    /// The game as it was after `plies` half-moves, as far as a search needs it: from the last capture or pawn move on,
    /// and at most 256 half-moves. It takes the same time anywhere in a game.
    pub fn recent(&self, plies: usize) -> Self {
        let plies = plies.min(self.ply());
        let reversible = usize::from(self.boards[plies].halfmove_clock()).min(MAX_REVERSIBLE);
        let first = plies.saturating_sub(reversible);
        let mut game = Self::new(self.boards[first]);
        for &mv in &self.moves[first..plies] {
            game.play_legal(mv);
        }
        game
    }

    /// The keys of the earlier positions that can still recur, oldest first.
    pub fn key_history(&self) -> Vec<Key> {
        let earlier = &self.boards[..self.ply()];
        let first = self
            .ply()
            .saturating_sub(self.board().halfmove_clock().into());
        earlier[first..].iter().map(Board::key).collect()
    }

    /// Half-moves played since the start.
    pub fn ply(&self) -> usize {
        self.moves.len()
    }

    /// The number of occurrences of the current position, including this one. Constant time.
    pub fn occurrence(&self) -> usize {
        self.occurrence_at(self.ply())
    }

    /// The number of occurrences of the position at a ply, counted up to that ply. Constant time.
    pub(super) fn occurrence_at(&self, ply: usize) -> usize {
        self.repetitions[ply].occurrence as usize
    }

    /// The plies at which the current position occurred, including this one, in order.
    pub fn occurrences(&self) -> Vec<usize> {
        self.latest_plies_of(self.board(), usize::MAX)
    }

    /// The latest of [`Game::occurrences`], at most ten.
    pub fn latest_occurrences(&self) -> Vec<usize> {
        self.latest_plies_of(self.board(), MOST_OCCURRENCES)
    }

    /// The latest plies at which the position after a legal move occurred, including the new one, in order; at most ten.
    pub fn latest_occurrences_after(&self, mv: Move) -> Vec<usize> {
        let mut board = *self.board();
        board.play(mv);
        let mut plies = self.latest_plies_of(&board, MOST_OCCURRENCES - 1);
        plies.push(self.ply() + 1);
        plies
    }

    /// The number of occurrences of the position after a legal move, including the new one.
    pub fn occurrence_after(&self, mv: Move) -> usize {
        let mut board = *self.board();
        board.play(mv);
        let before = self.earlier_plies(&board).next();
        1 + before.map_or(0, |ply| self.repetitions[ply].occurrence as usize)
    }

    /// True if one of the last `plies` positions, including the current one, was a repetition. Constant time; if false,
    /// no move can lead to a third occurrence.
    pub(super) fn has_repeated_within(&self, plies: usize) -> bool {
        self.repetitions[self.ply()]
            .repeated
            .is_some_and(|ply| ply as usize + plies >= self.ply())
    }

    fn latest_plies_of(&self, board: &Board, most: usize) -> Vec<usize> {
        let mut plies: Vec<usize> = self.earlier_plies(board).take(most).collect();
        plies.reverse();
        plies
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays the legal moves with these texts; castling is written as king takes rook.
    fn play(game: &mut Game, moves: &str) {
        for text in moves.split_whitespace() {
            let legal = game.board().legal_moves();
            let mv = legal.into_iter().find(|mv| mv.to_string() == text);
            game.play(mv.expect("a legal move")).expect("legal");
        }
    }

    #[test]
    fn what_is_taken_back_leaves_no_trace() {
        let mut game = Game::default();
        play(&mut game, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6");
        let shorter = {
            let mut game = game.clone();
            game.take_back();
            game.take_back();
            game
        };
        assert_eq!(game.occurrences(), [2, 6]);
        for _ in 0..2 {
            game.take_back().expect("a move was played");
        }
        assert_eq!(game.occurrences(), [0, 4]);
        let fresh = game.up_to(game.ply());
        assert_eq!(game.boards(), fresh.boards());
        assert_eq!(game.last, fresh.last);
        assert_eq!(shorter.last, fresh.last);
        play(&mut game, "g1f3 g8f6");
        assert_eq!(game.occurrences(), [2, 6]);
        assert_eq!(game.ply(), 6);
        while game.take_back().is_some() {}
        assert_eq!((game.ply(), game.occurrence()), (0, 1));
        assert_eq!(game.last.len(), 1);
    }

    #[test]
    fn of_many_occurrences_the_latest_are_listed() {
        let mut game = Game::default();
        play(&mut game, &"g1f3 g8f6 f3g1 f6g8 ".repeat(20));
        assert_eq!(game.occurrence(), 21);
        let all: Vec<usize> = (0..=20).map(|round| 4 * round).collect();
        assert_eq!(game.occurrences(), all);
        assert_eq!(game.latest_occurrences(), all[11..]);
        play(&mut game, "g1f3 g8f6 f3g1");
        let back = game
            .board()
            .legal_moves()
            .into_iter()
            .find(|mv| mv.to_string() == "f6g8");
        let after = game.latest_occurrences_after(back.expect("a legal move"));
        assert_eq!((after.len(), after.last()), (10, Some(&84)));
    }

    #[test]
    fn an_illegal_move_changes_nothing() {
        let mut game = Game::default();
        let mv = Board::start().legal_moves()[0];
        game.play(mv).expect("legal");
        assert_eq!(game.play(mv), Err(IllegalMoveError { mv, ply: 1 }));
        assert_eq!((game.ply(), game.moves()), (1, &[mv][..]));
    }

    #[test]
    fn a_shorter_game_has_the_same_beginning() {
        let mut game = Game::default();
        play(&mut game, "e2e4 e7e5 g1f3 b8c6");
        let shorter = game.up_to(3);
        assert_eq!(shorter.boards(), &game.boards()[..4]);
        assert_eq!(shorter.moves(), &game.moves()[..3]);
        assert_eq!(game.up_to(5).boards(), game.boards());
        play(&mut game, "f1b5 a7a6");
        assert_eq!(game.recent(5).boards(), &game.boards()[2..6]);
        assert_eq!(game.recent(5).key_history(), game.up_to(5).key_history());
        assert_eq!(game.recent(6).boards(), &game.boards()[6..]);
    }

    #[test]
    fn only_positions_since_the_last_pawn_move_can_recur() {
        let mut game = Game::default();
        play(&mut game, "g1f3 g8f6 f3g1");
        let keys: Vec<Key> = game.boards().iter().map(Board::key).collect();
        assert_eq!(game.key_history(), &keys[..3]);
        play(&mut game, "e7e5");
        assert_eq!(game.key_history(), []);
        play(&mut game, "b1c3");
        assert_eq!(game.key_history(), [game.boards()[4].key()]);
    }

    #[test]
    fn what_comes_is_counted_before_it_comes() {
        let mut game = Game::default();
        play(&mut game, "g1f3 g8f6 f3g1");
        for mv in game.board().legal_moves() {
            let (ahead, count) = (game.latest_occurrences_after(mv), game.occurrence_after(mv));
            game.play(mv).expect("legal");
            assert_eq!(ahead, game.occurrences(), "{mv}");
            assert_eq!(count, game.occurrence());
            assert_eq!(count, ahead.len());
            game.take_back();
        }
        assert!(!game.has_repeated_within(100));
        play(&mut game, "f6g8");
        assert!(game.has_repeated_within(0));
        play(&mut game, "e2e4");
        assert!(!game.has_repeated_within(0) && game.has_repeated_within(1));
    }
}
