//! A self-play game.

use super::ExpectedScore;
use crate::board::{Board, double_chess960_startpos};
use crate::types::Move;

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelfplayGame {
    /// The Chess960 position numbers of White and Black (double Fischer random); 518 for both is standard chess.
    pub startpos: [u16; 2],
    /// The random opening moves.
    pub opening: Vec<Move>,
    /// The searched moves.
    pub plies: Vec<SearchedMove>,
    /// How the game ended.
    pub termination: SelfplayTermination,
}

/// A searched move and its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchedMove {
    /// The move played, as chosen by the search.
    pub mv: Move,
    /// The expected score of the position before the move, without the scaling by material that the search applies.
    pub expected_score: ExpectedScore,
}

/// The Chess960 number of the standard initial position.
pub const STANDARD_STARTPOS: u16 = 518;

/// The position with these Chess960 position numbers of White and Black.
pub(super) fn start(startpos: [u16; 2]) -> Board {
    let [white, black] = startpos.map(usize::from);
    double_chess960_startpos(white, black)
}

/// True for the position numbers of the standard initial position.
pub(super) fn is_standard(startpos: [u16; 2]) -> bool {
    startpos == [STANDARD_STARTPOS; 2]
}

impl SelfplayGame {
    /// The position before the opening.
    pub fn start(&self) -> Board {
        start(self.startpos)
    }

    /// True for a game from the standard initial position.
    pub fn is_standard(&self) -> bool {
        is_standard(self.startpos)
    }

    /// All positions with a searched move: ply (from 0, before the opening), position, move.
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

/// How a self-play game ended, and the winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SelfplayTermination {
    /// White mates.
    WhiteMates,
    /// Black mates.
    BlackMates,
    /// Adjudicated as a win for White by the scores.
    WhiteWins,
    /// Adjudicated as a win for Black by the scores.
    BlackWins,
    /// Stalemate (Article 5.2.1).
    Stalemate,
    /// Dead position (Article 5.2.2).
    DeadPosition,
    /// Threefold repetition (Article 9.2).
    Threefold,
    /// Fifty-move rule (Article 9.3).
    FiftyMoves,
    /// Adjudicated as a draw because the scores stayed even.
    EvenScores,
    /// Adjudicated by endgame tables as a win for White; occurs only in games of earlier versions.
    TableWhite,
    /// Adjudicated by endgame tables as a win for Black; occurs only in games of earlier versions.
    TableBlack,
    /// Adjudicated by endgame tables as a draw; occurs only in games of earlier versions.
    TableDraw,
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GameResult {
    /// Black wins.
    Black,
    /// A draw.
    Draw,
    /// White wins.
    White,
}

impl SelfplayTermination {
    /// All terminations, in the order of their numbers in files.
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

    /// The result of the game.
    pub const fn result(self) -> GameResult {
        match self {
            Self::WhiteMates | Self::WhiteWins | Self::TableWhite => GameResult::White,
            Self::BlackMates | Self::BlackWins | Self::TableBlack => GameResult::Black,
            _ => GameResult::Draw,
        }
    }
}
