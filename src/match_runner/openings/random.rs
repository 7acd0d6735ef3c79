//! Random openings.

use super::distinct::distinct_openings;
use super::opening::{Opening, game_over_reason};
use crate::board::{Board, CHESS960_STARTPOS_COUNT, chess960_startpos};
use crate::types::Rng;
use std::convert::Infallible;

/// Where random openings begin.
#[derive(Clone, Copy, Debug)]
pub enum OpeningStart<'a> {
    /// The initial position.
    Standard,
    /// A random Chess960 position.
    Chess960,
    /// The final position of a randomly chosen opening.
    Book(&'a [Opening]),
}

impl OpeningStart<'_> {
    /// A starting position; `None` if there is none to choose from.
    fn draw(self, rng: &mut Rng) -> Option<Board> {
        match self {
            Self::Standard => Some(Board::start()),
            Self::Chess960 => Some(chess960_startpos(rng.below(CHESS960_STARTPOS_COUNT))),
            Self::Book([]) => None,
            Self::Book(openings) => Some(openings[rng.below(openings.len())].end()),
        }
    }
}

/// Generates openings: `plies` random legal moves from the start.
///
/// No two openings lead to the same position. In none of them is the game over or the side to move in check, and each
/// passes `balanced`, which is called last and once per position. There are fewer than `count` if a thousand attempts
/// in a row fail.
///
/// The result depends on the arguments only and must never change, since ledgers depend on it. Moves are chosen from
/// the legal moves in alphabetical order of their UCI notation, and an opening that `balanced` rejects does not change
/// later ones.
pub fn random_openings(
    count: usize,
    plies: usize,
    seed: u64,
    start: OpeningStart<'_>,
    balanced: &mut dyn FnMut(&Board) -> bool,
) -> Vec<Opening> {
    let mut rng = Rng::new(seed);
    let draw = || {
        let start = start.draw(&mut rng);
        Ok(start.and_then(|start| random_moves(start, plies, &mut rng)))
    };
    let accepts = |end: &Board| !end.in_check() && balanced(end);
    let Ok(openings) = distinct_openings::<Infallible>(count, draw, accepts);
    openings
}

/// An opening of random moves; `None` if the game ends on the way.
fn random_moves(start: Board, plies: usize, rng: &mut Rng) -> Option<Opening> {
    let mut board = start;
    let mut moves = Vec::new();
    for _ in 0..plies {
        if game_over_reason(&board).is_some() {
            return None;
        }
        let mut legal = board.legal_moves();
        legal.sort_by_cached_key(ToString::to_string);
        let mv = legal[rng.below(legal.len())];
        board.play(mv);
        moves.push(mv);
    }
    Some(Opening { start, moves })
}
