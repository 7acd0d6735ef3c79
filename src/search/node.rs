//! Node data: what is known before the move loop, the current move, and the state of the loop.

use super::history::CorrectionIndex;
use super::params::{
    HALFMOVE_SCALE, HISTORY_MAX_SEARCHED, MATERIAL_SCALE_BASE, MATERIAL_SCALE_FACTOR,
    MATERIAL_SCALE_MIN_PIECES,
};
use super::window::Window;
use crate::board::Board;
use crate::tt::TtHit;
use crate::types::{Move, Score};
use arrayvec::ArrayVec;

/// The search was aborted; the score of the current node is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// What is known about a node before its moves are tried.
#[derive(Clone, Copy)]
pub(super) struct NodeInfo {
    /// Remaining depth in plies.
    pub depth: i32,
    /// The move that a singular search excludes.
    pub excluded: Option<Move>,
    /// A beta cutoff is expected.
    pub cut_node: bool,
    pub tt_hit: Option<TtHit>,
    /// The TT score, with mates counted from the root.
    pub tt_score: Option<Score>,
    /// The raw evaluation, as stored in the TT; `None` in check.
    pub raw_eval: Option<Score>,
    /// Evaluation scaled by halfmove clock and material, and corrected by correction history; `None` in
    /// check.
    pub static_eval: Option<Score>,
    /// The correction history term of the evaluation, in internal units.
    pub correction: i32,
    /// The entries of the position in correction history; `None` in check.
    pub correction_index: Option<CorrectionIndex>,
    /// The static evaluation adjusted by the TT score if its bound allows; `None` in check.
    pub eval: Option<Score>,
    /// The static evaluation is better than at the side's last move, or than at the one before if that
    /// was in check; from the move loop on, also if it reaches beta.
    pub improving: bool,
    /// The position is or was on a principal variation.
    pub tt_pv: bool,
}

impl NodeInfo {
    pub fn tt_move(&self) -> Option<Move> {
        self.tt_hit.and_then(|hit| hit.mv)
    }

    pub fn tt_capture(&self) -> bool {
        self.tt_move().is_some_and(Move::is_capture)
    }

    /// True if the TT move is neither a capture nor a promotion.
    pub fn tt_quiet(&self) -> bool {
        self.tt_move().is_some_and(Move::is_quiet)
    }

    pub fn in_check(&self) -> bool {
        self.static_eval.is_none()
    }
}

/// A move about to be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveContext {
    pub mv: Move,
    /// Move number within the node, from 1.
    pub move_count: usize,
    /// Neither capture nor promotion.
    pub quiet: bool,
    pub history: i32,
    /// A capture or promotion that the move picker ranks as bad by SEE; only such moves follow.
    pub bad_noisy: bool,
    /// Plies by which the move is extended; negative for a reduction.
    pub extension: i32,
}

/// Moves searched in a node that did not raise alpha.
type SearchedMoves = ArrayVec<Move, HISTORY_MAX_SEARCHED>;

pub(super) struct MoveLoopState {
    pub initial_window: Window,
    pub best_score: Score,
    pub best_move: Option<Move>,
    pub move_count: usize,
    pub searched_quiets: SearchedMoves,
    pub searched_noisies: SearchedMoves,
}

impl MoveLoopState {
    pub fn new(window: Window) -> Self {
        Self {
            initial_window: window,
            best_score: -Score::INFINITE,
            best_move: None,
            move_count: 0,
            searched_quiets: SearchedMoves::new(),
            searched_noisies: SearchedMoves::new(),
        }
    }
}

/// Scales an evaluation by halfmove clock and material.
#[inline]
pub(super) fn scaled(eval: Score, board: &Board) -> Score {
    scale_by_material(scale_by_halfmove_clock(eval, board.halfmove_clock()), board)
}

/// Scales an evaluation towards the draw as the halfmove clock approaches the fifty-move limit.
#[inline]
fn scale_by_halfmove_clock(eval: Score, clock: u16) -> Score {
    let clock = i32::from(clock.min(100));
    Score::new(eval.value() * (HALFMOVE_SCALE - clock) / HALFMOVE_SCALE)
}

/// Scales an evaluation down as the material on the board shrinks: with little material, advantages are
/// harder to win with.
#[inline]
fn scale_by_material(eval: Score, board: &Board) -> Score {
    Score::new(eval.value() * material_scale(board) / 1024)
}

/// Takes the scaling by the material of its root out of the score of a search; proved results stay.
pub fn unscale_by_material(score: Score, root: &Board) -> Score {
    if score.is_decisive() {
        return score;
    }
    Score::clamp_eval(score.value() * 1024 / material_scale(root))
}

/// The factor that scales evaluations by material, in 1024ths. Endings of few pieces, which have evaluations
/// of their own, keep them.
#[inline]
fn material_scale(board: &Board) -> i32 {
    if board.piece_count() <= MATERIAL_SCALE_MIN_PIECES {
        return 1024;
    }
    MATERIAL_SCALE_BASE + MATERIAL_SCALE_FACTOR * board.material() as i32
}

#[cfg(test)]
impl NodeInfo {
    /// A node with this depth and evaluation (internal units; `None` in check) and no TT entry.
    pub fn without_tt_entry(depth: i32, eval: Option<i32>) -> Self {
        let eval = eval.map(Score::new);
        Self {
            depth,
            excluded: None,
            cut_node: false,
            tt_hit: None,
            tt_score: None,
            raw_eval: eval,
            static_eval: eval,
            correction: 0,
            correction_index: None,
            eval,
            improving: false,
            tt_pv: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_evaluation_shrinks_with_the_material_but_not_in_small_endings() {
        let scaled = |fen: &str, eval: i32| {
            scale_by_material(Score::new(eval), &fen.parse().expect("valid FEN")).value()
        };
        let full = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let rooks = "4k3/pppp4/8/8/8/8/PPPP4/R3K3 w - - 0 1";
        let queen = "4k3/8/8/8/8/8/8/3QK3 w - - 0 1";
        assert!(scaled(full, 500) > 500 && scaled(rooks, 500) < 500);
        assert_eq!(scaled(rooks, -500), -scaled(rooks, 500));
        assert_eq!(scaled(queen, 500), 500);
    }

    #[test]
    fn the_scaling_can_be_undone_except_for_proved_results() {
        let rooks: Board = "4k3/pppp4/8/8/8/8/PPPP4/R3K3 w - - 0 1"
            .parse()
            .expect("valid FEN");
        for eval in [-1500, -40, 0, 40, 1500] {
            let score = scale_by_material(Score::new(eval), &rooks);
            let unscaled = unscale_by_material(score, &rooks).value();
            assert!((unscaled - eval).abs() <= 1, "{eval} became {unscaled}");
        }
        for proved in [Score::mate_in(7), Score::mated_in(8), -Score::TB_WIN] {
            assert_eq!(unscale_by_material(proved, &rooks), proved);
        }
        assert_eq!(
            unscale_by_material(Score::MAX_EVAL, &rooks),
            Score::MAX_EVAL
        );
    }
}
