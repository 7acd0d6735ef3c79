//! Chooses among the results of several threads.

use super::params::VOTE_SCORE_OFFSET;
use super::root_moves::RootMove;
use crate::types::Score;

pub(super) struct ThreadResult {
    /// The thread's best root move, with score and PV.
    pub best: RootMove,
    /// The depth of the last complete iteration, in plies.
    pub depth: u16,
}

/// The thread whose result is played. A thread that found a win (mate or endgame tables) is
/// preferred, the shortest first; otherwise the thread whose move got the most votes. A thread's
/// vote for its move is its depth times its score above the lowest one. Among threads with the same
/// move the deepest wins, among equals the first, which is the main thread.
pub(super) fn best_thread(results: &[ThreadResult]) -> &ThreadResult {
    let scored = |result: &&ThreadResult| result.depth > 0 && result.best.score > -Score::INFINITE;
    let lowest = results
        .iter()
        .filter(scored)
        .map(|result| result.best.score)
        .min()
        .unwrap_or(Score::ZERO);
    let votes = |chosen: &ThreadResult| -> i64 {
        results
            .iter()
            .filter(scored)
            .filter(|result| result.best.mv == chosen.best.mv)
            .map(|result| {
                let margin = i64::from(result.best.score - lowest) + VOTE_SCORE_OFFSET;
                margin * i64::from(result.depth)
            })
            .sum()
    };
    let rank = |result: &ThreadResult| {
        let score = result.best.score;
        let win = score.is_win().then_some(score);
        (win, votes(result), result.depth)
    };
    let mut best = &results[0];
    for result in results[1..].iter().filter(scored) {
        if rank(result) > rank(best) {
            best = result;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Move, MoveKind, Square};

    fn result(to: Square, score: Score, depth: u16) -> ThreadResult {
        let mv = Move::new(Square::A1, to, MoveKind::Quiet);
        let mut best = RootMove::new(mv);
        best.score = score;
        ThreadResult { best, depth }
    }

    fn winner(results: &[ThreadResult]) -> Square {
        best_thread(results).best.mv.to()
    }

    #[test]
    fn the_majority_wins_unless_a_mate_was_found() {
        let score = Score::new;
        let mut results = vec![
            result(Square::A2, score(30), 12),
            result(Square::A3, score(28), 12),
            result(Square::A3, score(25), 11),
        ];
        assert_eq!(winner(&results), Square::A3);
        results[0].best.score = Score::mate_in(9);
        assert_eq!(winner(&results), Square::A2);
        results[1].best.score = Score::mate_in(5);
        assert_eq!(winner(&results), Square::A3);
    }

    #[test]
    fn the_main_thread_wins_ties_and_idle_threads_have_no_vote() {
        let tie = [
            result(Square::A2, Score::ZERO, 7),
            result(Square::A3, Score::ZERO, 7),
        ];
        assert_eq!(winner(&tie), Square::A2);
        let idle = [
            result(Square::A2, Score::new(-90), 3),
            result(Square::A3, -Score::INFINITE, 0),
        ];
        assert_eq!(winner(&idle), Square::A2);
    }
}
