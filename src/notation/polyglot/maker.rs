//! Making of books from games.

use super::{PolyglotEntry, PolyglotMove, PolyglotPosition};
use crate::board::Board;
use crate::notation::pgn::ResultToken;
use crate::types::{Color, Key, Move};
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

/// The most different moves that are counted. They take about a gigabyte of memory.
const MAX_TALLIES: usize = 1 << 24;

/// The games have more different moves than are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "more than {} different moves; take fewer half-moves of each game",
    MAX_TALLIES
)]
pub struct TooManyBookMoves;

#[derive(Clone, Copy, Debug, Default)]
struct BookMoveTally {
    games: u32,
    /// The points of the side that made the move: 2 for a win, 1 for a draw.
    points: u32,
}

/// Counts the moves of games, and makes the entries of a book from them.
#[derive(Clone, Debug, Default)]
pub struct PolyglotMaker {
    tallies: HashMap<(Key, PolyglotMove), BookMoveTally>,
}

impl PolyglotMaker {
    /// Counts the moves of a game: legal moves in order from `start`. A game without a result does not count.
    ///
    /// # Errors
    /// The limit of moves is reached.
    pub fn add(
        &mut self,
        start: &Board,
        moves: &[Move],
        result: ResultToken,
    ) -> Result<(), TooManyBookMoves> {
        if result == ResultToken::Open {
            return Ok(());
        }
        let mut position = PolyglotPosition::from(*start);
        // A game that repeats a position counts once.
        let mut counted = HashSet::new();
        for &mv in moves {
            let place = (position.key(), PolyglotMove::from(mv));
            if counted.insert(place) {
                let tally = self.tallies.entry(place).or_default();
                tally.games += 1;
                tally.points += points(result, position.board().stm());
            }
            position.play(mv);
        }
        if self.tallies.len() > MAX_TALLIES {
            return Err(TooManyBookMoves);
        }
        Ok(())
    }

    /// The entries of a book, sorted: each move that was played in at least `min_games` games and has points, with these
    /// as its weight. If the weights of a position exceed sixteen bits, they are scaled down together.
    pub fn entries(&self, min_games: u32) -> Vec<PolyglotEntry> {
        let mut moves: Vec<(Key, Reverse<u32>, PolyglotMove)> = self
            .tallies
            .iter()
            .filter(|(_, tally)| tally.games >= min_games && tally.points > 0)
            .map(|(&(key, mv), tally)| (key, Reverse(tally.points), mv))
            .collect();
        moves.sort_unstable();
        let mut entries = Vec::with_capacity(moves.len());
        for position in moves.chunk_by(|one, other| one.0 == other.0) {
            let (_, Reverse(most), _) = position[0];
            for &(key, Reverse(points), mv) in position {
                entries.push(PolyglotEntry {
                    key,
                    mv,
                    weight: weight(points, most),
                    learn: 0,
                });
            }
        }
        entries
    }
}

const fn points(result: ResultToken, player: Color) -> u32 {
    match (result, player) {
        (ResultToken::WhiteWins, Color::White) | (ResultToken::BlackWins, Color::Black) => 2,
        (ResultToken::Draw, _) => 1,
        _ => 0,
    }
}

/// The weight of a move in a position whose best move has `most` points; never zero.
fn weight(points: u32, most: u32) -> u16 {
    let limit = u64::from(u16::MAX);
    let weight = u64::from(points) * limit / u64::from(most).max(limit);
    weight.max(1) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_fit_in_sixteen_bits() {
        assert_eq!(
            [1, 7, 65_535].map(|points| weight(points, 65_535)),
            [1, 7, 65_535]
        );
        let most = 1_000_000;
        assert_eq!(
            [1, 500_000, most].map(|points| weight(points, most)),
            [1, 32_767, 65_535]
        );
    }
}
