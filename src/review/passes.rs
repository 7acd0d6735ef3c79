//! The two passes over the positions of a game.
//!
//! The first pass analyses every position. A sign that rests on it alone is sometimes wrong, so the second pass
//! analyses the positions before and after each move with a sign more deeply, and a sign stands only if that confirms
//! it. A deeper evaluation may give a neighbouring move a sign; the next round of the second pass examines this move as
//! well.
//!
//! These losses are differences between two searches, and the noise of both is in them. It matters most for an
//! inaccuracy, which is close to the limit. The second pass therefore ends with a comparison of each inaccuracy with the
//! best move, in one search of only these two. They are searched from the same position, to the same depth and with the
//! same table. The sign stands only if the move loses enough here too.
//!
//! The fewer positions or moves there are, the deeper the second pass looks: its first round takes at most about as many
//! nodes as the first pass, or up to twice as many if most positions are next to a sign. The comparisons together take
//! at most about as many nodes as the first pass, too.

use super::judgement::Judgement;
use super::moves::{PlayedGame, ReviewedPosition};
use super::pool::{AnalysisPool, PoolTask};
use super::report::{MoveReview, ReviewAnalysis};
use crate::analysis::{AnalysisLimits, AnalysisResult};
use crate::board::Board;
use crate::engine::GoError;
use crate::laws::game::Game;
use crate::types::MAX_DEPTH;

/// The most rounds of the second pass.
const MAX_ROUNDS: usize = 3;

/// The least and the greatest factor by which the second pass multiplies nodes and time.
const FACTORS: (usize, usize) = (2, 10);

/// The plies that the second pass adds to a limit on the depth.
const MORE_PLIES: u16 = 4;

/// The analysis of one game.
pub struct GameAnalysis<'a> {
    pool: &'a mut AnalysisPool,
    played: &'a PlayedGame,
    progress: &'a mut dyn FnMut(usize, usize),
    /// The analyses so far.
    done: usize,
    /// The analyses of both passes, as far as they are known.
    planned: usize,
    game: Game,
    positions: Vec<ReviewedPosition>,
}

impl<'a> GameAnalysis<'a> {
    /// `boards` are the positions of `played`.
    pub fn new(
        pool: &'a mut AnalysisPool,
        played: &'a PlayedGame,
        boards: &[Board],
        progress: &'a mut dyn FnMut(usize, usize),
    ) -> Self {
        let mut game = Game::new(boards[0]);
        let new = |board: &Board| ReviewedPosition::new(*board, played.curve);
        let mut positions: Vec<ReviewedPosition> = boards.iter().map(new).collect();
        for (one, position) in played.moves.iter().zip(&mut positions[1..]) {
            game.play_legal(one.mv);
            position.allow_claim(game.occurrence() >= 3 || game.board().halfmove_clock() >= 100);
        }
        Self {
            pool,
            played,
            progress,
            done: 0,
            planned: 0,
            game,
            positions,
        }
    }

    /// Analyses the positions with a legal move within `limits`, and checks the signs if `checks_signs`. `None` if the
    /// pool was stopped before the end.
    ///
    /// # Errors
    /// A search cannot be started.
    pub fn run(
        mut self,
        limits: AnalysisLimits,
        checks_signs: bool,
    ) -> Result<Option<(Vec<ReviewedPosition>, ReviewAnalysis)>, GoError> {
        let all: Vec<usize> = (0..self.positions.len())
            .filter(|&ply| self.positions[ply].has_moves())
            .collect();
        let mut analysis = ReviewAnalysis {
            limits,
            positions: all.len(),
            deep_limits: None,
            deep_positions: 0,
            comparison_limits: None,
            comparisons: 0,
        };
        if !self.analyse(&all, &limits, false)? {
            return Ok(None);
        }
        let rounds = if checks_signs { MAX_ROUNDS } else { 0 };
        for _ in 0..rounds {
            let plies = self.unchecked();
            if plies.is_empty() {
                break;
            }
            let first_round = || deeper(limits, all.len(), plies.len());
            let deep_limits = *analysis.deep_limits.get_or_insert_with(first_round);
            if !self.analyse(&plies, &deep_limits, true)? {
                return Ok(None);
            }
            analysis.deep_positions += plies.len();
        }
        if checks_signs && !self.compare_inaccuracies(&mut analysis)? {
            return Ok(None);
        }
        Ok(Some((self.positions, analysis)))
    }

    /// Analyses positions. False if the pool was stopped before the end.
    fn analyse(
        &mut self,
        plies: &[usize],
        limits: &AnalysisLimits,
        deep: bool,
    ) -> Result<bool, GoError> {
        let task = |&ply: &usize| PoolTask {
            ply,
            compared: None,
        };
        let tasks: Vec<PoolTask> = plies.iter().map(task).collect();
        let Some(results) = self.search(&tasks, limits)? else {
            return Ok(false);
        };
        for (&ply, result) in plies.iter().zip(results) {
            self.positions[ply].set_analysis(result, deep);
        }
        Ok(true)
    }

    /// Compares the inaccuracies that stand so far with the best moves. False if the pool was stopped before the end.
    fn compare_inaccuracies(&mut self, analysis: &mut ReviewAnalysis) -> Result<bool, GoError> {
        let mut reviews = self.played.review(&self.positions);
        withdraw_unconfirmed(&mut reviews, &self.positions);
        let task = |mv: &MoveReview| {
            let ply = mv.ply - 1;
            let best = self.positions[ply].best_move()?;
            let compared = Some([best, self.played.moves[ply].mv]);
            Some(PoolTask { ply, compared })
        };
        let tasks: Vec<PoolTask> = reviews
            .iter()
            .filter(|mv| mv.judgement == Some(Judgement::Inaccuracy))
            .filter_map(task)
            .collect();
        if tasks.is_empty() {
            return Ok(true);
        }
        let limits = deeper(analysis.limits, analysis.positions, tasks.len());
        let Some(results) = self.search(&tasks, &limits)? else {
            return Ok(false);
        };
        for (task, result) in tasks.iter().zip(results) {
            self.positions[task.ply].set_comparison(result);
        }
        analysis.comparison_limits = Some(limits);
        analysis.comparisons = tasks.len();
        Ok(true)
    }

    /// The results of tasks. `None` if the pool was stopped before the end.
    fn search(
        &mut self,
        tasks: &[PoolTask],
        limits: &AnalysisLimits,
    ) -> Result<Option<Vec<AnalysisResult>>, GoError> {
        self.planned += tasks.len();
        (self.progress)(self.done, self.planned);
        let (progress, done, planned) = (&mut self.progress, &mut self.done, self.planned);
        let advance = || {
            *done += 1;
            progress(*done, planned);
        };
        self.pool.analyse(&self.game, tasks, limits, advance)
    }

    /// The positions before and after the moves with a sign that are still to be analysed deeply, in order.
    fn unchecked(&self) -> Vec<usize> {
        let reviews = self.played.review(&self.positions);
        let signs = reviews.iter().filter(|mv| mv.judgement.is_some());
        let mut plies: Vec<usize> = signs
            .flat_map(|mv| [mv.ply - 1, mv.ply])
            .filter(|&ply| !self.positions[ply].is_settled())
            .collect();
        // Two signs in a row share a position.
        plies.dedup();
        plies
    }
}

/// The limits of a part of the second pass with this number of `searches`, in a game of `positions`.
fn deeper(limits: AnalysisLimits, positions: usize, searches: usize) -> AnalysisLimits {
    let factor = (positions / searches.max(1)).clamp(FACTORS.0, FACTORS.1);
    AnalysisLimits {
        nodes: limits
            .nodes
            .map(|nodes| nodes.saturating_mul(factor as u64)),
        depth: limits
            .depth
            .map(|depth| depth.saturating_add(MORE_PLIES).min(MAX_DEPTH)),
        movetime: limits.movetime.map(|ms| ms.saturating_mul(factor as u32)),
    }
}

/// Withdraws the signs of moves unless the positions before and after them were analysed deeply, and the signs of
/// inaccuracies that are none in comparison with the best move.
pub fn withdraw_unconfirmed(reviews: &mut [MoveReview], positions: &[ReviewedPosition]) {
    for mv in reviews {
        let around = &positions[mv.ply - 1..=mv.ply];
        if !around.iter().all(ReviewedPosition::is_settled) || !around[0].confirms_error(&mv.mv) {
            mv.judgement = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::moves::PlayedMove;
    use super::super::win_curve::WinCurve;
    use super::*;
    use crate::analysis::AnalysisLine;
    use crate::notation::uci_move;
    use crate::types::UciScore;

    #[test]
    fn the_second_pass_costs_as_much_as_the_first() {
        let limits = AnalysisLimits {
            nodes: Some(1000),
            depth: Some(244),
            movetime: Some(u32::MAX),
        };
        for (deep, nodes) in [(1, 10_000), (8, 10_000), (20, 4000), (21, 3000), (80, 2000)] {
            let deep_limits = deeper(limits, 80, deep);
            assert_eq!(deep_limits.nodes, Some(nodes), "{deep}");
            assert_eq!(deep_limits.depth, Some(245));
            assert_eq!(deep_limits.movetime, Some(u32::MAX));
        }
        assert_eq!(
            deeper(AnalysisLimits::default(), 80, 8),
            AnalysisLimits::default()
        );
    }

    /// A game of one move, g2g4, and its positions with these centipawns of the side to move.
    fn scored(scores: [i32; 2], deep: [bool; 2]) -> (PlayedGame, [ReviewedPosition; 2]) {
        analysed(scores.map(UciScore::Cp), deep)
    }

    /// A game of one move, g2g4, and its positions with these scores of the side to move.
    fn analysed(scores: [UciScore; 2], deep: [bool; 2]) -> (PlayedGame, [ReviewedPosition; 2]) {
        let start = Board::start();
        let mv = uci_move::parse(&start, "g2g4").expect("a legal move");
        let mut after = start;
        after.play(mv);
        let played = PlayedGame {
            moves: vec![PlayedMove {
                mv,
                text: "g2g4".to_owned(),
            }],
            times: Vec::new(),
            noted_book: 0,
            known_opening: 0,
            curve: WinCurve::People,
        };
        let mut positions = [start, after].map(|board| ReviewedPosition::new(board, played.curve));
        for ((position, score), deep) in positions.iter_mut().zip(scores).zip(deep) {
            let analysis = AnalysisResult {
                score,
                ..AnalysisResult::default()
            };
            position.set_analysis(analysis, deep);
        }
        (played, positions)
    }

    #[test]
    fn a_sign_stands_on_two_deep_positions() {
        for (deep, expected) in [
            ([true, true], Some(Judgement::Blunder)),
            ([true, false], None),
            ([false, true], None),
            ([false, false], None),
        ] {
            let (played, positions) = scored([100, 300], deep);
            let mut reviews = played.review(&positions);
            assert_eq!(reviews[0].judgement, Some(Judgement::Blunder), "{deep:?}");
            withdraw_unconfirmed(&mut reviews, &positions);
            assert_eq!(reviews[0].judgement, expected, "{deep:?}");
        }
    }

    #[test]
    fn a_move_that_gives_a_draw_away_loses_what_was_won() {
        for (claimable, before, after, expected) in [
            (true, 900, -900, Some(Judgement::Blunder)),
            (false, 900, -900, None),
            // Who was worse has lost nothing.
            (true, 0, 10, None),
            (true, -300, 300, None),
            // The player could claim the draw with the move.
            (true, 0, 900, None),
            (false, 0, 900, Some(Judgement::Blunder)),
        ] {
            let (played, mut positions) = scored([before, after], [true, true]);
            positions[1].allow_claim(claimable);
            let review = &played.review(&positions)[0];
            assert_eq!(review.judgement, expected, "{before} {after} {claimable}");
        }
    }

    #[test]
    fn a_person_who_misses_or_allows_a_mate_errs() {
        use UciScore::{Cp, Mate};
        for (before, after, expected) in [
            (Mate(3), Cp(-2000), Some(Judgement::Inaccuracy)),
            (Mate(3), Cp(-200), Some(Judgement::Blunder)),
            (Cp(-900), Mate(2), Some(Judgement::Mistake)),
            (Mate(3), Mate(-5), None),
        ] {
            let (mut played, positions) = analysed([before, after], [true, true]);
            assert_eq!(
                played.review(&positions)[0].judgement,
                expected,
                "{before:?} {after:?}"
            );
            played.moves[0].text = "best".to_owned();
            let mut best = positions;
            let analysis = AnalysisResult {
                mv: Some("best".to_owned()),
                score: before,
                ..AnalysisResult::default()
            };
            best[0].set_analysis(analysis, true);
            assert_eq!(played.review(&best)[0].judgement, None, "the best move");
        }
    }

    #[test]
    fn a_mate_after_fifty_moves_gives_no_draw_away() {
        let board: Board = "7k/5K2/8/6R1/8/8/8/8 w - - 99 90"
            .parse()
            .expect("a position");
        let mv = uci_move::parse(&board, "g5h5").expect("a legal move");
        let mut after = board;
        after.play(mv);
        let (mut played, _) = scored([0, 0], [true, true]);
        played.moves[0] = PlayedMove {
            mv,
            text: "g5h5".to_owned(),
        };
        let mut positions = [board, after].map(|board| ReviewedPosition::new(board, played.curve));
        let analysis = AnalysisResult {
            score: UciScore::Mate(1),
            ..AnalysisResult::default()
        };
        positions[0].set_analysis(analysis, true);
        positions[1].allow_claim(true);
        let review = &played.review(&positions)[0];
        assert_eq!(review.after.score, UciScore::Mate(0));
        assert_eq!(review.judgement, None);
    }

    #[test]
    fn only_a_move_that_holds_what_others_lose_is_good() {
        for (best, second, after, expected) in [
            (10, -200, -10, Some(Judgement::Good)),
            // The second move loses too little, or still wins, or the move itself does not hold.
            (10, -100, -10, None),
            (900, 300, -900, None),
            (10, -200, 150, None),
            // No move holds a lost game.
            (-150, -1000, 150, Some(Judgement::Good)),
            (-400, -1000, 400, None),
        ] {
            let (mut played, mut positions) = scored([best, after], [true, true]);
            played.moves[0].text = "best".to_owned();
            let line = |cp| AnalysisLine {
                multipv: 1,
                score: UciScore::Cp(cp),
                wdl: [0, 1000, 0],
                seldepth: 1,
                pv: Vec::new(),
                san: Vec::new(),
            };
            let analysis = AnalysisResult {
                mv: Some("best".to_owned()),
                score: UciScore::Cp(best),
                lines: vec![line(best), line(second)],
                ..AnalysisResult::default()
            };
            positions[0].set_analysis(analysis, true);
            let review = &played.review(&positions)[0];
            assert_eq!(review.judgement, expected, "{best} {second} {after}");
        }
    }

    #[test]
    fn an_inaccuracy_stands_if_it_loses_in_comparison_too() {
        let line = |(mv, cp): (&str, i32)| AnalysisLine {
            multipv: 1,
            score: UciScore::Cp(cp),
            wdl: [0, 1000, 0],
            seldepth: 1,
            pv: vec![mv.to_owned()],
            san: Vec::new(),
        };
        for (lines, expected) in [
            ([("e2e4", 50), ("g2g4", -20)], Some(Judgement::Inaccuracy)),
            ([("e2e4", 50), ("g2g4", 20)], None),
            ([("g2g4", 50), ("e2e4", -20)], None),
        ] {
            let (played, mut positions) = scored([50, 20], [true, true]);
            let mut reviews = played.review(&positions);
            withdraw_unconfirmed(&mut reviews, &positions);
            assert_eq!(reviews[0].judgement, Some(Judgement::Inaccuracy));
            positions[0].set_comparison(AnalysisResult {
                mv: Some(lines[0].0.to_owned()),
                lines: lines.map(line).to_vec(),
                ..AnalysisResult::default()
            });
            withdraw_unconfirmed(&mut reviews, &positions);
            assert_eq!(reviews[0].judgement, expected, "{lines:?}");
        }
    }
}
