//! The game as the client has told it: a start, the moves since, and what may repeat.

use super::Ruling;
use crate::board::Board;
use crate::board::fen::{self, FenWarning};
use crate::laws::game::Game;
use crate::laws::material;
use crate::laws::outcome::OutcomeKind;
use crate::notation::uci_move;
use crate::types::{Color, Key, Move};
use nohash_hasher::IntMap;

/// Where a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The initial position of chess.
    Standard,
    /// The text of a FEN.
    Fen(String),
}

/// Why a position was refused; the position before it stays as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The FEN is not one of a position.
    #[error("invalid FEN: {0}")]
    Fen(#[from] fen::FenError),
    /// A move is not legal where it stands in the list.
    #[error("position: move {number} {reason}")]
    Move {
        /// Its place in the list, from 1.
        number: usize,
        /// What is wrong with it.
        reason: String,
    },
}

/// How a line of moves may end a game: at once, or by a claim of whoever wants the draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Mate,
    Draw(OutcomeKind),
}

/// A game: where it began, what was played, and where it stands.
#[derive(Clone, Debug)]
pub struct Position {
    start: Start,
    moves: Vec<String>,
    /// What the Laws know of it: since the start, or since the last null move, before which nothing can come again.
    game: Game,
    /// White and Black, if it was said that they can no longer give mate.
    known_hopeless: [bool; 2],
    warnings: Vec<FenWarning>,
}

impl Default for Position {
    fn default() -> Self {
        Self {
            start: Start::Standard,
            moves: Vec::new(),
            game: Game::new(Board::start()),
            known_hopeless: [false; 2],
            warnings: Vec::new(),
        }
    }
}

impl Position {
    /// Follows a game from its start. If it is the game of `self` and some moves more, only those are played.
    ///
    /// # Errors
    /// The first thing that is wrong: the FEN, or a move.
    pub fn follow(mut self, start: Start, moves: Vec<String>) -> Result<Self, PositionError> {
        if start != self.start || !moves.starts_with(&self.moves) {
            self = match &start {
                Start::Standard => Self::default(),
                Start::Fen(text) => {
                    let (board, warnings) = fen::parse(text)?;
                    Self {
                        game: Game::new(board),
                        warnings,
                        ..Self::default()
                    }
                }
            };
        }
        for (index, text) in moves.iter().enumerate().skip(self.moves.len()) {
            self.play_text(text).map_err(|reason| PositionError::Move {
                number: index + 1,
                reason,
            })?;
        }
        self.start = start;
        self.moves = moves;
        Ok(self)
    }

    fn play_text(&mut self, text: &str) -> Result<(), String> {
        let mut board = *self.board();
        if text == "0000" {
            if board.in_check() {
                return Err("'0000' is illegal: the side to move is in check".to_owned());
            }
            board.play_null();
            self.game = Game::new(board);
            return Ok(());
        }
        let mv = uci_move::parse(&board, text).map_err(|error| error.to_string())?;
        self.game.play(mv).map_err(|error| error.to_string())
    }

    /// Swaps the colours; the game begins anew from there.
    pub fn flip(&mut self) {
        let board = self.board().flipped();
        *self = Self {
            start: Start::Fen(board.to_string()),
            game: Game::new(board),
            ..Self::default()
        };
    }

    /// The position on the board.
    pub fn board(&self) -> &Board {
        self.game.board()
    }

    /// The game as the Laws see it.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Keys of the positions before this one that may come again, oldest first.
    pub fn earlier(&self) -> Vec<Key> {
        let boards = self.game.boards();
        let last = boards.len() - 1;
        let first = last.saturating_sub(self.board().halfmove_clock().into());
        boards[first..last].iter().map(Board::key).collect()
    }

    /// The sides that can no longer give mate and of which that was not said before in this game.
    pub fn newly_hopeless(&mut self, ruling: &Ruling) -> Vec<Color> {
        let hopeless = |color: &Color| ruling.winnable[color.index()].is_winnable() == Some(false);
        Color::ALL
            .into_iter()
            .filter(hopeless)
            .filter(|color| !std::mem::replace(&mut self.known_hopeless[color.index()], true))
            .collect()
    }

    /// The moves since the start, as the client wrote them.
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// Where the game began.
    pub const fn start(&self) -> &Start {
        &self.start
    }

    /// What was left out of the FEN at the start.
    pub fn warnings(&self) -> &[FenWarning] {
        &self.warnings
    }

    /// The part of a line from here that belongs to the game: legal moves up to its first end by mate, stalemate,
    /// bare material, third occurrence or fifty moves.
    pub fn playable(&self, line: &[Move]) -> usize {
        self.walk(line).0
    }

    /// True if the game goes on after a line from here.
    pub fn goes_on_after(&self, line: &[Move]) -> bool {
        self.walk(line) == (line.len(), None)
    }

    /// True if a line from here is played to its end, and that is mate.
    pub fn is_mate_after(&self, line: &[Move]) -> bool {
        self.walk(line) == (line.len(), Some(End::Mate))
    }

    /// The draw in which a line from here ends, if it is played to its end and that is one.
    pub fn draw_after(&self, line: &[Move]) -> Option<OutcomeKind> {
        match self.walk(line) {
            (length, Some(End::Draw(kind))) if length == line.len() => Some(kind),
            _ => None,
        }
    }

    /// How many moves of a line can be played, and what ends the game after them.
    fn walk(&self, line: &[Move]) -> (usize, Option<End>) {
        let mut board = *self.board();
        let mut occurrences: IntMap<Key, u32> = IntMap::default();
        for key in self.earlier().into_iter().chain([board.key()]) {
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
                    End::Mate
                } else {
                    End::Draw(OutcomeKind::Stalemate)
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
            return (length + 1, Some(End::Draw(draw)));
        }
        (line.len(), None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn a_longer_game_is_the_same_game() {
        let short = Position::default()
            .follow(Start::Standard, moves("g1f3 g8f6"))
            .expect("legal");
        let long = short
            .clone()
            .follow(Start::Standard, moves("g1f3 g8f6 f3g1 f6g8"))
            .expect("legal");
        let fresh = Position::default()
            .follow(Start::Standard, moves("g1f3 g8f6 f3g1 f6g8"))
            .expect("legal");
        assert_eq!(long.board(), fresh.board());
        assert_eq!(long.earlier(), fresh.earlier());
        let other = long.follow(Start::Standard, moves("e2e4")).expect("legal");
        assert_eq!(other.earlier(), []);
        assert_eq!(other.board().halfmove_clock(), 0);
    }

    #[test]
    fn a_bad_move_is_named() {
        let error = Position::default()
            .follow(Start::Standard, moves("e2e4 e7e5 e4e5"))
            .expect_err("illegal");
        assert_eq!(error.to_string(), "position: move 3 'e4e5' is illegal");
    }

    #[test]
    fn lines_end_with_the_game() {
        let position = Position::default()
            .follow(Start::Standard, moves("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6"))
            .expect("legal");
        let mut line = Vec::new();
        let mut board = *position.board();
        for text in ["f3g1", "f6g8", "e2e4"] {
            let mv = uci_move::parse(&board, text).expect("legal");
            board.play(mv);
            line.push(mv);
        }
        assert_eq!(position.playable(&line), 2);
        assert!(position.goes_on_after(&line[..1]) && !position.goes_on_after(&line[..2]));
    }

    #[test]
    fn a_line_may_end_in_mate() {
        let start = Start::Fen("7k/8/6K1/8/8/8/8/R7 w - - 99 80".to_owned());
        let position = Position::default().follow(start, vec![]).expect("valid");
        let line = |text| [uci_move::parse(position.board(), text).expect("legal")];
        assert!(position.is_mate_after(&line("a1a8")) && !position.goes_on_after(&line("a1a8")));
        // The fifty moves are over.
        assert!(!position.is_mate_after(&line("a1a7")) && !position.goes_on_after(&line("a1a7")));
        assert!(!position.is_mate_after(&[]) && position.goes_on_after(&[]));
    }
}
