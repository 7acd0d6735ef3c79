//! The prologue of main search and quiescence nodes: ends by rule, TT cutoff, static evaluation.

use super::draws::{FIFTY_MOVE_CLOCK, NodeStatus};
use super::node::{NodeInfo, Stopped, scaled};
use super::params::{CLAIM_EVAL_DIVISOR, CLAIM_MAX_LOSS, TT_CUTOFF_MAX_CLOCK};
use super::window::{NodeType, Window};
use super::worker::SearchWorker;
use crate::tt::{Bound, TtHit};
use crate::types::{MAX_PLY, Score};

/// The result of the node prologue.
pub(super) enum NodeEntry {
    /// The node is finished and has this score.
    Done(Score),
    /// The node must be searched; unless mated, the side to move is sure of `floor`.
    Search { floor: Score },
}

impl SearchWorker<'_> {
    /// Node prologue: checks the limits, then tries to return without a search: upcoming
    /// repetition, end of the game, maximum ply, mate distance pruning (which narrows the window).
    #[inline]
    pub(super) fn enter_node<N: NodeType>(
        &mut self,
        window: &mut Window,
    ) -> Result<NodeEntry, Stopped> {
        let ply = self.stack.ply;
        if N::PV {
            self.pv.clear(ply);
            self.sel_depth = self.sel_depth.max(ply);
        }
        self.check_stop()?;
        let mut floor = Window::FULL.alpha;
        if N::ROOT {
            return Ok(NodeEntry::Search { floor });
        }
        if window.alpha < Score::ZERO && self.upcoming_repetition() {
            floor = Score::ZERO;
            if !window.raise_alpha(floor) {
                return Ok(NodeEntry::Done(floor));
            }
        }
        match self.node_status::<N>() {
            NodeStatus::Open => {}
            NodeStatus::Over(score) => return Ok(NodeEntry::Done(score)),
            // The root's player could have claimed the repetition with its move (Article 9.2.1), and most match runners and
            // GUIs end the game.
            NodeStatus::Repeated if ply == 1 => return Ok(NodeEntry::Done(Score::ZERO)),
            NodeStatus::Claimable | NodeStatus::Repeated => {
                floor = floor.max(self.claim_score());
                if !window.raise_alpha(floor) {
                    return Ok(NodeEntry::Done(floor));
                }
            }
        }
        if ply >= MAX_PLY - 1 {
            return Ok(NodeEntry::Done(if self.stack.top().board.in_check() {
                Score::ZERO
            } else {
                scaled(self.evaluate(), &self.stack.top().board)
            }));
        }
        // Mate distance pruning: scores lie between being mated here and mating with the next move.
        window.alpha = window.alpha.max(Score::mated_in(ply));
        window.beta = window.beta.min(Score::mate_in(ply + 1));
        Ok(if window.alpha >= window.beta {
            NodeEntry::Done(window.alpha)
        } else {
            NodeEntry::Search { floor }
        })
    }

    /// The score of a draw that the side to move can claim: zero, or slightly less in a bad
    /// position. The opponent cannot count on the claim, so it prefers the move after which missing
    /// the claim would cost most.
    #[cold]
    fn claim_score(&mut self) -> Score {
        let eval = self.evaluate().value();
        Score::new((eval / CLAIM_EVAL_DIVISOR).clamp(-CLAIM_MAX_LOSS, 0))
    }

    /// The score of a searched node, limited by what the players are sure of. Unless it is mated, the side to move is sure
    /// of `floor`. Unless it is mated at once, the root's player is sure of a draw if its move has completed the fifty moves:
    /// it could have claimed the draw (Article 9.3.1), and most match runners and GUIs end the game. As they may not, the
    /// score is slightly worse in a bad position.
    #[inline]
    pub(super) fn with_claims(&self, score: Score, floor: Score) -> Score {
        let ply = self.stack.ply;
        if score < floor && score > Score::mated_in(ply) {
            floor
        } else if ply == 1
            && score > Score::ZERO
            && score < Score::mate_in(ply + 1)
            && self.stack.top().board.halfmove_clock() >= FIFTY_MOVE_CLOCK
        {
            Score::new((score.value() / CLAIM_EVAL_DIVISOR).min(CLAIM_MAX_LOSS))
        } else {
            score
        }
    }

    /// TT cutoff: the TT score if the entry is deep enough and its bound causes a cutoff.
    ///
    /// Conditions: not a PV node, halfmove clock not near the fifty-move limit.
    #[inline]
    pub(super) fn tt_cutoff<N: NodeType>(
        &self,
        hit: Option<&TtHit>,
        window: Window,
        depth: i32,
    ) -> Option<Score> {
        let hit = hit?;
        let clock = self.stack.top().board.halfmove_clock();
        if N::PV || hit.depth < depth || clock >= TT_CUTOFF_MAX_CLOCK {
            return None;
        }
        let score = hit.score(self.stack.ply, clock)?;
        let cutoff = match hit.bound {
            Bound::Exact => true,
            Bound::Lower => window.fails_high(score),
            Bound::Upper => window.fails_low(score),
        };
        cutoff.then_some(score)
    }

    /// Evaluates the node statically and combines the evaluation with the TT entry.
    pub(super) fn evaluate_node<N: NodeType>(
        &mut self,
        tt_hit: Option<TtHit>,
        depth: i32,
        cut_node: bool,
    ) -> NodeInfo {
        let ply = self.stack.ply;
        let board = &self.stack.top().board;
        let (in_check, clock) = (board.in_check(), board.halfmove_clock());
        let correction_index = (!in_check).then(|| self.correction_index());
        if let Some(index) = &correction_index {
            // The entries arrive while the network evaluates.
            self.histories.correction.prefetch(index);
        }
        let stored_eval = tt_hit.and_then(|hit| hit.eval);
        let raw_eval = (!in_check).then(|| stored_eval.unwrap_or_else(|| self.evaluate()));
        let correction = correction_index
            .as_ref()
            .map_or(0, |index| self.histories.correction.correction(index));
        let static_eval = raw_eval.map(|eval| {
            let eval = scaled(eval, &self.stack.top().board);
            Score::clamp_eval(eval.value() + correction)
        });
        self.stack.top_mut().static_eval = static_eval;
        let tt_score = tt_hit.and_then(|hit| hit.score(ply, clock));
        let eval = static_eval.map(|eval| match (tt_hit, tt_score) {
            (Some(hit), Some(score)) => tt_adjusted_eval(&hit, score, eval),
            _ => eval,
        });
        let earlier_eval = self
            .stack
            .back(2)
            .static_eval
            .or(self.stack.back(4).static_eval);
        let improving =
            matches!((static_eval, earlier_eval), (Some(now), Some(earlier)) if now > earlier);
        NodeInfo {
            depth,
            excluded: None,
            cut_node,
            tt_hit,
            tt_score,
            raw_eval,
            static_eval,
            correction,
            correction_index,
            eval,
            improving,
            tt_pv: N::PV || tt_hit.is_some_and(|hit| hit.pv),
        }
    }
}

/// The TT score if it is the tighter estimate (exact, a lower bound above the evaluation, or an
/// upper bound below it), else the evaluation.
#[inline]
fn tt_adjusted_eval(hit: &TtHit, score: Score, eval: Score) -> Score {
    let tighter = if score > eval {
        hit.bound.is_lower()
    } else {
        hit.bound.is_upper()
    };
    if tighter && !score.is_decisive() {
        score
    } else {
        eval
    }
}
