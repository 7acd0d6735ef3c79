//! The filter of training positions. Shards hold whole games; the filter is applied when a dataset is built.

use super::selfplay_game::is_standard;
use super::{ExpectedScore, GameResult, SearchedMove, SelfplayGame};
use crate::board::Board;

/// The first ply after the standard initial position: earlier positions are too similar.
const FIRST_PLY: usize = 16;
/// The expected score for White, in 255ths, from which a win counts as certain: about 2,000 internal units. The same
/// applies to Black.
const DECISIVE: u8 = 253;
/// The fewest pieces of a training position, kings included.
const MIN_PIECES: u32 = 5;

/// True if a position is used for training: the position at `ply`, the move `played` there, and their game.
///
/// Only quiet positions are used: no check, capture or promotion. Positions with a mate score, and positions whose
/// decisive score the result contradicts, are left out.
pub fn keeps(ply: usize, board: &Board, played: &SearchedMove, game: &SelfplayGame) -> bool {
    may_keep(ply, board, game.startpos)
        && played.mv.is_quiet()
        && !is_mate(played.expected_score)
        && !is_contradicted(played.expected_score, game.termination.result())
}

/// The conditions of [`keeps`] that are known before the search of the position at `ply`, in a game from these Chess960
/// position numbers.
pub(super) fn may_keep(ply: usize, board: &Board, startpos: [u16; 2]) -> bool {
    (ply >= FIRST_PLY || !is_standard(startpos))
        && !board.in_check()
        && board.piece_count() >= MIN_PIECES
}

fn is_mate(expected_score: ExpectedScore) -> bool {
    [ExpectedScore::WHITE_MATES, ExpectedScore::BLACK_MATES].contains(&expected_score)
}

/// True if a win was certain and the game was not won.
fn is_contradicted(expected_score: ExpectedScore, result: GameResult) -> bool {
    let ExpectedScore(white) = expected_score;
    white >= DECISIVE && result != GameResult::White
        || 255 - white >= DECISIVE && result != GameResult::Black
}
