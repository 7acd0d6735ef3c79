//! Random openings.

use super::{Opening, game_over_reason};
use crate::board::{Board, CHESS960_STARTPOS_COUNT, chess960_startpos};
use crate::laws::identity::PositionIdentity;
use crate::types::Rng;
use std::collections::HashSet;

/// Successive failures after which the generator gives up.
const MAX_FAILURES: usize = 1000;

/// Generates openings: `plies` random legal moves from the initial position, or from a random Chess960 position.
///
/// No two lead to the same position. In none is the game over or the side to move in check, and each is `balanced`, which
/// is asked last, once for each position. There are fewer than `count` if a thousand attempts in a row fail.
///
/// The result depends on the arguments only and must never change, since ledgers depend on it: moves are chosen from the
/// legal moves in alphabetical order of their UCI notation, and what `balanced` refuses does not change later openings.
pub fn random_openings(
    count: usize,
    plies: usize,
    seed: u64,
    chess960: bool,
    balanced: &mut dyn FnMut(&Board) -> bool,
) -> Vec<Opening> {
    let mut rng = Rng::new(seed);
    let mut seen = HashSet::new();
    let mut openings = Vec::new();
    let mut failures = 0;
    while openings.len() < count && failures < MAX_FAILURES {
        failures += 1;
        let start = if chess960 {
            chess960_startpos(rng.below(CHESS960_STARTPOS_COUNT))
        } else {
            Board::start()
        };
        let Some((opening, end)) = random_moves(start, plies, &mut rng) else {
            continue;
        };
        let suitable = game_over_reason(&end).is_none() && !end.in_check();
        if suitable && seen.insert(PositionIdentity::of(&end)) && balanced(&end) {
            openings.push(opening);
            failures = 0;
        }
    }
    openings
}

/// Random moves and the position they lead to; `None` if the game ends on the way.
fn random_moves(start: Board, plies: usize, rng: &mut Rng) -> Option<(Opening, Board)> {
    let mut board = start;
    let mut moves = Vec::with_capacity(plies);
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
    Some((Opening { start, moves }, board))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn any(_: &Board) -> bool {
        true
    }

    fn first(plies: usize, chess960: bool) -> String {
        let opening = &random_openings(1, plies, 1, chess960, &mut any)[0];
        format!("{} {}", opening.start, opening.text().moves.join(" "))
    }

    #[test]
    fn the_openings_of_a_seed_never_change() {
        assert_eq!(
            first(6, false),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 e2e4 g7g5 h2h4 d7d6 e1e2 f8h6"
        );
        assert_eq!(
            first(4, true),
            "rnkqnrbb/pppppppp/8/8/8/8/PPPPPPPP/RNKQNRBB w KQkq - 0 1 f2f3 h7h6 e2e3 d7d5"
        );
    }

    #[test]
    fn openings_differ_and_can_be_played() {
        for chess960 in [false, true] {
            let openings = random_openings(300, 6, 5, chess960, &mut any);
            let ends: HashSet<PositionIdentity> = openings
                .iter()
                .map(|opening| PositionIdentity::of(&opening.end()))
                .collect();
            assert_eq!((openings.len(), ends.len()), (300, 300));
            for opening in &openings {
                let end = opening.end();
                assert_eq!(opening.moves.len(), 6);
                assert!(end.has_legal_move() && !end.in_check(), "{end}");
            }
            let starts: HashSet<PositionIdentity> = openings
                .iter()
                .map(|opening| PositionIdentity::of(&opening.start))
                .collect();
            assert_eq!(starts.len() > 200, chess960);
        }
    }

    #[test]
    fn there_may_be_fewer_than_asked_for() {
        assert_eq!(
            random_openings(100, 0, 1, false, &mut any),
            [Opening::at(Board::start())]
        );
        assert_eq!(random_openings(100, 1, 1, false, &mut any).len(), 20);
        // No random game lasts that long.
        assert!(random_openings(1, 100_000, 1, false, &mut any).is_empty());
        let mut asked = 0;
        let none = random_openings(10, 2, 1, false, &mut |_| {
            asked += 1;
            false
        });
        // There are 400 positions after two half-moves, and none is asked about twice.
        assert!(none.is_empty());
        assert!((300..=400).contains(&asked), "{asked}");
    }

    #[test]
    fn refused_openings_do_not_change_the_others() {
        let all = random_openings(200, 4, 3, false, &mut any);
        let even = |board: &Board| board.legal_moves().len() % 2 == 0;
        let some = random_openings(50, 4, 3, false, &mut |board| even(board));
        let expected: Vec<_> = all
            .into_iter()
            .filter(|opening| even(&opening.end()))
            .take(50)
            .collect();
        assert_eq!(some, expected);
    }
}
