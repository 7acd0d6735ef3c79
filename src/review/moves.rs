//! Turns the analyses of the positions into the reviews of the moves.

use super::judgement::{CENTIPAWN_LIMIT, Judgement};
use super::phase::GamePhase;
use super::report::{BetterLine, MoveReview, PositionScore};
use super::win_curve::WinCurve;
use crate::analysis::{AnalysisLine, AnalysisResult};
use crate::board::Board;
use crate::notation::pgn::RecordedTime;
use crate::notation::{san, uci_move};
use crate::search::see_ge;
use crate::types::{Color, Move, UciScore};

/// The most moves kept of a better line.
const LINE_LENGTH: usize = 10;

/// The expected score from which a game counts as won: another move that keeps it is no failure.
const STILL_WON: f64 = 0.65;

/// The expected score below which a game counts as lost: no move holds it.
const STILL_HELD: f64 = 0.35;

/// A position of the game with its analysis.
pub struct ReviewedPosition {
    board: Board,
    /// `None` if there is no legal move.
    analysis: Option<AnalysisResult>,
    /// True if the analysis is from the second pass.
    deep: bool,
    /// True if a draw could be claimed with the move that led here, and can be claimed with the position on the board.
    draw_claimable: bool,
    /// A search of only two moves, the best one and the one played, if that one seems inaccurate.
    comparison: Option<AnalysisResult>,
    curve: WinCurve,
}

impl ReviewedPosition {
    /// A position before its analysis, in which no draw can be claimed.
    pub const fn new(board: Board, curve: WinCurve) -> Self {
        Self {
            board,
            draw_claimable: false,
            analysis: None,
            deep: false,
            comparison: None,
            curve,
        }
    }

    /// Notes whether the position allows a draw claim (Articles 9.2 and 9.3), which a mate does not.
    pub fn allow_claim(&mut self, claimable: bool) {
        self.draw_claimable = claimable && self.has_moves();
    }

    /// True if there is something to analyse.
    pub fn has_moves(&self) -> bool {
        self.board.has_legal_move()
    }

    pub fn set_analysis(&mut self, analysis: AnalysisResult, deep: bool) {
        self.analysis = Some(analysis);
        self.deep = deep;
    }

    pub fn set_comparison(&mut self, comparison: AnalysisResult) {
        self.comparison = Some(comparison);
    }

    /// True if no deeper analysis follows: the second pass analysed it, or the game is over.
    pub fn is_settled(&self) -> bool {
        self.deep || !self.has_moves()
    }

    /// The evaluation, from White's view.
    pub fn evaluation(&self) -> PositionScore {
        let stm = self.board.stm();
        let for_white = |expected: f64| match stm {
            Color::White => expected,
            Color::Black => 1.0 - expected,
        };
        let Some(analysis) = &self.analysis else {
            let mated = self.board.in_check();
            return PositionScore {
                score: if mated {
                    UciScore::Mate(0)
                } else {
                    UciScore::Cp(0)
                },
                expected: for_white(if mated { 0.0 } else { 0.5 }),
                depth: 0,
                nodes: 0,
            };
        };
        PositionScore {
            score: analysis.score.for_white(stm),
            expected: for_white(self.curve.expected(analysis.score, analysis.wdl)),
            depth: analysis.depth,
            nodes: analysis.nodes,
        }
    }

    /// The evaluation for the player who moved here. The player who is worse claims the draw that the move allows: the
    /// opponent now, or the player with the move, as the evaluation before it assumes.
    fn evaluation_after_move(&self) -> PositionScore {
        let evaluation = self.evaluation();
        if self.draw_claimable {
            return PositionScore {
                score: UciScore::Cp(0),
                expected: 0.5,
                ..evaluation
            };
        }
        evaluation
    }

    fn best_text(&self) -> Option<&str> {
        self.analysis.as_ref()?.mv.as_deref()
    }

    /// The best move; `None` if there is no legal move.
    pub fn best_move(&self) -> Option<Move> {
        uci_move::parse(&self.board, self.best_text()?).ok()
    }

    /// False if `mv` was compared with the best move and is no error in comparison.
    pub fn confirms_error(&self, mv: &str) -> bool {
        let Some(comparison) = &self.comparison else {
            return true;
        };
        let [best, second, ..] = comparison.lines.as_slice() else {
            return false;
        };
        let loss = self.expected(best) - self.expected(second);
        comparison.mv.as_deref() != Some(mv)
            && error_of(self.curve, loss, best.score, second.score).is_some()
    }

    /// The expected score that the second line loses.
    fn second_loss(&self, analysis: &AnalysisResult) -> Option<f64> {
        let [best, second, ..] = analysis.lines.as_slice() else {
            return None;
        };
        Some(self.expected(best) - self.expected(second))
    }

    fn expected(&self, line: &AnalysisLine) -> f64 {
        self.curve.expected(line.score, line.wdl)
    }

    fn best_line(&self) -> Option<BetterLine> {
        let line = self.analysis.as_ref()?.lines.first()?;
        let first = |texts: &[String]| texts.iter().take(LINE_LENGTH).cloned().collect();
        Some(BetterLine {
            pv: first(&line.pv),
            san: first(&line.san),
        })
    }
}

/// The error of a move with this loss of expected score, if it is one. Both scores are the player's.
fn error_of(curve: WinCurve, loss: f64, before: UciScore, after: UciScore) -> Option<Judgement> {
    let by_loss = Judgement::of_loss(loss, &curve.limits());
    match curve {
        WinCurve::People => Judgement::of_mate(before, after).or(by_loss),
        WinCurve::Engines => by_loss,
    }
}

/// Centipawns for a side, capped; a mate counts as the cap.
fn centipawns(evaluation: &PositionScore, color: Color) -> i32 {
    match evaluation.score_of(color) {
        UciScore::Cp(cp) => cp.clamp(-CENTIPAWN_LIMIT, CENTIPAWN_LIMIT),
        UciScore::Mate(_) if evaluation.expected_of(color) > 0.5 => CENTIPAWN_LIMIT,
        UciScore::Mate(_) => -CENTIPAWN_LIMIT,
    }
}

/// A move of the game, in both forms.
pub struct PlayedMove {
    pub mv: Move,
    pub text: String,
}

/// The moves of a game, with what their review needs besides the analyses.
pub struct PlayedGame {
    pub moves: Vec<PlayedMove>,
    pub times: Vec<RecordedTime>,
    /// The number of half-moves that the record marks as book moves.
    pub noted_book: usize,
    /// The number of half-moves that follow the list of openings.
    pub known_opening: usize,
    pub curve: WinCurve,
}

impl PlayedGame {
    /// Reviews the moves. `positions` are the positions before each move and after the last one.
    pub fn review(&self, positions: &[ReviewedPosition]) -> Vec<MoveReview> {
        let limits = self.curve.limits();
        let mut in_book = true;
        let mut reviews: Vec<MoveReview> = Vec::with_capacity(self.moves.len());
        for (index, played) in self.moves.iter().enumerate() {
            let (position, next) = (&positions[index], &positions[index + 1]);
            let player = position.board.stm();
            let (before, after) = (position.evaluation(), next.evaluation_after_move());
            let is_best = position.best_text() == Some(played.text.as_str());
            let gap = |before: f64, after: f64| {
                if is_best {
                    0.0
                } else {
                    (before - after).max(0.0)
                }
            };
            let loss = gap(before.expected_of(player), after.expected_of(player));
            let loss_cp = gap(
                centipawns(&before, player).into(),
                centipawns(&after, player).into(),
            ) as i32;
            let error = if is_best {
                None
            } else {
                let [before, after] = [&before, &after].map(|one| one.score_of(player));
                error_of(self.curve, loss, before, after)
            };
            in_book &= index < self.noted_book
                || self.noted_book == 0
                    && index < self.known_opening
                    && error < Some(Judgement::Mistake);
            let previous = index.checked_sub(1).map(|previous| self.moves[previous].mv);
            let analysis = position.analysis.as_ref().filter(|_| is_best);
            let second_loss = analysis.and_then(|analysis| position.second_loss(analysis));
            // With the second-best move, the game would no longer be won; and with this one it is still as good as it was.
            let best = before.expected_of(player);
            let drop = best - after.expected_of(player);
            let is_only = best >= STILL_HELD
                && second_loss
                    .is_some_and(|loss| loss >= limits.only_move && best - loss < STILL_WON)
                && drop < limits.inaccuracy;
            let is_mate = after.score == UciScore::Mate(0);
            let judgement = if in_book {
                None
            } else if is_only && !is_mate && !is_obvious(&position.board, played.mv, previous) {
                Some(Judgement::Good)
            } else {
                error
            };
            let time = self.times.get(index).copied().unwrap_or_default();
            let milliseconds = |time: std::time::Duration| time.as_millis() as u64;
            reviews.push(MoveReview {
                ply: index + 1,
                number: position.board.fullmove_number(),
                player,
                mv: played.text.clone(),
                san: san::write(&position.board, played.mv),
                phase: GamePhase::of(&position.board),
                book: in_book,
                before,
                after,
                loss: (loss * 1e4).round() / 1e4,
                loss_cp,
                accuracy: (self.curve.accuracy(loss) * 10.0).round() / 10.0,
                judgement,
                better: position.best_line().filter(|_| !is_best),
                clock_ms: time.clock.map(milliseconds),
                used_ms: time.elapsed.map(milliseconds),
            });
        }
        reviews
    }
}

/// True for a move that any player considers: it recaptures, or exchanges without a loss, or wins material at once.
fn is_obvious(board: &Board, mv: Move, previous: Option<Move>) -> bool {
    let takes_back =
        mv.is_capture() && previous.is_some_and(|last| last.is_capture() && last.to() == mv.to());
    takes_back
        || mv.is_capture() && see_ge(board, mv, 0)
        || mv.is_promotion() && see_ge(board, mv, 1)
}
