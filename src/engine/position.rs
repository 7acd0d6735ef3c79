//! The game that the GUI sent: start position, moves, and the positions that can recur.

use super::{LawsReport, LineChecker};
use crate::board::Board;
use crate::board::fen::{self, FenWarning};
use crate::laws::game::Game;
use crate::notation::uci_move;
use crate::types::{Color, Key};

/// The start position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartPosition {
    /// The initial position of chess.
    Standard,
    /// A position given in FEN.
    Fen(String),
}

/// The reasons why a position was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The FEN of the start position is invalid.
    #[error("invalid FEN: {0}")]
    Fen(#[from] fen::FenError),
    /// A move is illegal or unreadable.
    #[error("position: move {number} {reason}")]
    Move {
        /// Its index in the list, from 1.
        number: usize,
        /// The reason.
        reason: String,
    },
}

/// The null move: passes the turn.
const NULL_MOVE: &str = "0000";

/// A game: its start position, its moves and the current position.
#[derive(Clone, Debug)]
pub struct EnginePosition {
    start: StartPosition,
    moves: Vec<String>,
    /// The game since the start or the last null move, before which nothing can recur.
    game: Game,
    /// For White and Black, the number of moves after which the side was reported as unable to give mate.
    cannot_mate: [Option<usize>; 2],
    warnings: Vec<FenWarning>,
}

impl Default for EnginePosition {
    fn default() -> Self {
        Self {
            start: StartPosition::Standard,
            moves: Vec::new(),
            game: Game::new(Board::start()),
            cannot_mate: [None; 2],
            warnings: Vec::new(),
        }
    }
}

impl EnginePosition {
    /// Sets up a game from its start position. If it extends the current game, only the new moves are parsed and
    /// played.
    ///
    /// # Errors
    /// The FEN is invalid, or a move is illegal or unreadable.
    pub fn follow(
        mut self,
        start: StartPosition,
        moves: &[impl AsRef<str>],
    ) -> Result<Self, PositionError> {
        let is_same_start = start == self.start;
        let pairs = self.moves.iter().zip(moves);
        let common = pairs.take_while(|(a, b)| *a == b.as_ref()).count();
        if !is_same_start || common < self.moves.len() {
            // Earlier reports stay valid after a wrongly guessed reply, or if moves are taken back.
            let told = |ply: &usize| is_same_start && *ply <= common;
            let cannot_mate = self.cannot_mate.map(|ply| ply.filter(told));
            self = match &start {
                StartPosition::Standard => Self::default(),
                StartPosition::Fen(text) => {
                    let (board, warnings) = fen::parse(text)?;
                    Self {
                        game: Game::new(board),
                        warnings,
                        ..Self::default()
                    }
                }
            };
            self.start = start;
            self.cannot_mate = cannot_mate;
        }
        for text in &moves[self.moves.len()..] {
            let text = text.as_ref();
            self.play(text).map_err(|reason| PositionError::Move {
                number: self.moves.len() + 1,
                reason,
            })?;
            self.moves.push(text.to_owned());
        }
        Ok(self)
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        if text == NULL_MOVE {
            let mut board = *self.board();
            if board.in_check() {
                return Err(format!(
                    "'{NULL_MOVE}' is illegal: the side to move is in check"
                ));
            }
            board.play_null();
            self.game = Game::new(board);
            return Ok(());
        }
        let mv = uci_move::parse(self.board(), text).map_err(|error| error.to_string())?;
        self.game.play_legal(mv);
        Ok(())
    }

    /// Swaps the colours; a new game starts from the resulting position.
    pub fn flip(&mut self) {
        let board = self.board().flipped();
        *self = Self {
            start: StartPosition::Fen(board.to_string()),
            game: Game::new(board),
            ..Self::default()
        };
    }

    /// The current position.
    pub fn board(&self) -> &Board {
        self.game.board()
    }

    /// The game since the start or the last null move.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Keys of the earlier positions that can still recur, oldest first.
    pub fn earlier(&self) -> Vec<Key> {
        let boards = self.game.boards();
        let last = boards.len() - 1;
        let first = last.saturating_sub(self.board().halfmove_clock().into());
        boards[first..last].iter().map(Board::key).collect()
    }

    /// The sides that, according to `report`, can no longer give mate and were not returned earlier in this game.
    pub(super) fn newly_unable_to_mate(&mut self, report: &LawsReport) -> Vec<Color> {
        Color::ALL
            .into_iter()
            .filter(|&color| report.winnable[color.index()].is_winnable() == Some(false))
            .filter(|color| {
                let told = &mut self.cannot_mate[color.index()];
                told.replace(told.unwrap_or(self.moves.len())).is_none()
            })
            .collect()
    }

    /// Forgets the earlier reports, at the beginning of a new game.
    pub(super) const fn forget_reports(&mut self) {
        self.cannot_mate = [None; 2];
    }

    /// Checks lines of moves from the current position.
    pub fn line_checker(&self) -> LineChecker {
        LineChecker::new(*self.board(), self.earlier())
    }

    /// The moves since the start position, as text.
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// The position that the game started from.
    pub const fn start(&self) -> &StartPosition {
        &self.start
    }

    /// The corrections in the FEN of the start position.
    pub fn warnings(&self) -> &[FenWarning] {
        &self.warnings
    }
}
