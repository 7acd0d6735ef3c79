//! A game of self-play, as it is stored and as it is learned from.

use super::ExpectedScore;
use crate::board::{Board, double_chess960_startpos};
use crate::types::Move;

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelfplayGame {
    /// The numbers of White's and of Black's array; 518 twice is chess.
    pub startpos: [u16; 2],
    /// The moves by lot that the game began with.
    pub opening: Vec<Move>,
    /// The moves that were searched.
    pub plies: Vec<SearchedMove>,
    /// How the game ended.
    pub ending: SelfplayTermination,
}

/// A move that was searched, and what was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchedMove {
    /// The move.
    pub mv: Move,
    /// What the position before it was worth.
    pub expected_score: ExpectedScore,
}

/// The number of the ordinary array.
pub const STANDARD_STARTPOS: u16 = 518;

impl SelfplayGame {
    /// The position before the opening.
    pub fn start(&self) -> Board {
        let [white, black] = self.startpos.map(usize::from);
        double_chess960_startpos(white, black)
    }

    /// True for a game that began with the ordinary array.
    pub fn is_standard(&self) -> bool {
        self.startpos == [STANDARD_STARTPOS; 2]
    }

    /// All positions in which a move was searched, with the ply they stand at (0 before the opening) and the move.
    pub fn positions(&self) -> impl Iterator<Item = (usize, Board, SearchedMove)> {
        let mut board = self.start();
        for &mv in &self.opening {
            board.play(mv);
        }
        let first = self.opening.len();
        self.plies.iter().enumerate().map(move |(index, &ply)| {
            let before = board;
            board.play(ply.mv);
            (first + index, before, ply)
        })
    }
}

/// How a game of self-play ends, and who has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SelfplayTermination {
    /// White mates.
    WhiteMates,
    /// Black mates.
    BlackMates,
    /// A proved mate, or a score that no one comes back from: White's win.
    WhiteWins,
    /// The same for Black.
    BlackWins,
    /// The player to move has no legal move (Article 5.2.1).
    Stalemate,
    /// Nobody can mate any more (Article 5.2.2).
    DeadPosition,
    /// The third appearance of a position (Article 9.2).
    Threefold,
    /// Fifty moves without capture and pawn move (Article 9.3).
    FiftyMoves,
    /// Neither side has had anything for long.
    EvenScores,
    /// The tables of few pieces know the result: White wins.
    TableWhite,
    /// The tables know that Black wins.
    TableBlack,
    /// The tables know a draw.
    TableDraw,
}

/// Who has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GameResult {
    /// Black.
    Black,
    /// Nobody.
    Draw,
    /// White.
    White,
}

impl SelfplayTermination {
    /// All endings, in the order of their numbers in files.
    pub const ALL: [Self; 12] = [
        Self::WhiteMates,
        Self::BlackMates,
        Self::WhiteWins,
        Self::BlackWins,
        Self::Stalemate,
        Self::DeadPosition,
        Self::Threefold,
        Self::FiftyMoves,
        Self::EvenScores,
        Self::TableWhite,
        Self::TableBlack,
        Self::TableDraw,
    ];

    /// The result.
    pub const fn result(self) -> GameResult {
        match self {
            Self::WhiteMates | Self::WhiteWins | Self::TableWhite => GameResult::White,
            Self::BlackMates | Self::BlackWins | Self::TableBlack => GameResult::Black,
            _ => GameResult::Draw,
        }
    }
}
