//! The answer to a `go`, composed after the search: a move that allows a draw claim may replace the best move, a draw is
//! offered or an offer answered, and the expected reply is named.

use super::facade::Engine;
use super::go::SearchHandle;
use super::line::LineChecker;
use crate::laws::claims::Claim;
use crate::types::{Move, Score};

/// A message about a draw by agreement, sent with a move (Article 9.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawMessage {
    /// The engine offers a draw.
    Offer,
    /// It accepts the opponent's offer.
    Accept,
    /// It refuses the opponent's offer.
    Refuse,
}

/// The answer to a `go`.
#[derive(Clone, Debug)]
pub struct GoResult {
    /// The move to play; `None` if there is no legal move, or none of the requested ones is legal.
    pub best_move: Option<Move>,
    /// The expected reply; `None` if there is none or the game ends with the best move or the reply.
    pub ponder: Option<Move>,
    /// The score for the side to move, in internal units; zero for a book move.
    pub score: Score,
    /// The principal variation, the best move first.
    pub pv: Vec<Move>,
    /// The depth of the last complete iteration, in plies; zero for a book move.
    pub depth: u16,
    /// Nodes visited by all threads.
    pub nodes: u64,
    /// The draws that can be claimed by announcing the best move (Articles 9.2.1, 9.3.1).
    pub claims: Vec<Claim>,
    /// True if the best move is not the search's choice, but a move to claim a draw with.
    pub prefers_claim: bool,
    /// A draw offer, or the answer to one; `None` for neither.
    pub draw: Option<DrawMessage>,
}

impl Engine {
    /// The answer of a search that has ended; `None` if it is still running.
    pub fn answer(&mut self, handle: SearchHandle) -> Option<GoResult> {
        let is_played = !handle.needs_stop && !handle.token.is_ponder_miss();
        let from_book = handle.from_book;
        let result = handle.result?;
        if is_played {
            self.node_clock.stop(result.nodes);
        }
        // An offer is for one move. It comes before a ponderhit, or before a ponder miss and the next `go`.
        let draw_offered =
            !handle.token.is_ponder_miss() && std::mem::take(&mut self.draw_offered) && is_played;
        let mut answer = GoResult {
            best_move: result.best_move,
            ponder: None,
            score: result.score,
            pv: result.pv,
            depth: result.depth,
            nodes: result.nodes,
            claims: handle.claims,
            prefers_claim: false,
            draw: None,
        };
        let Some(game) = &self.game else {
            return Some(answer);
        };
        if result.best_move.is_none() {
            answer.claims.clear();
            return Some(answer);
        }
        let options = &self.options;
        // Without the report the arbiter would not learn of the claim.
        if options.laws_draws.claims() && options.laws_report && is_played {
            answer.prefer_claim();
        }
        answer.claims.retain(|claim| claim.mv == answer.best_move);
        if let (Some(best), Some(reply)) = (answer.best_move, result.ponder)
            && LineChecker::new(game).goes_on_after(&[best, reply])
        {
            answer.ponder = Some(reply);
        }
        let is_own = is_played && !from_book;
        // A forced move is played after one iteration, whose score says little.
        let is_forced = result.depth == 1 && game.board().legal_moves().len() == 1;
        let is_own_score = |&(ply, _): &(usize, Score)| [ply, ply + 2].contains(&game.ply());
        let previous = self.last_score.filter(is_own_score);
        let better_known = previous.filter(|_| is_forced).map(|(_, score)| score);
        if is_own {
            self.last_score = Some((game.ply(), better_known.unwrap_or(result.score)));
        }
        if is_own && options.laws_draws.offers() {
            let ply = game.board().game_ply();
            let score = better_known.unwrap_or(answer.score);
            let offers = self.draw_offers.record(score, ply);
            // 18 and 23 5.2.3: both players must have moved.
            let may_agree = ply / 2 >= self.rules().moves_before_agreement;
            let accepts = may_agree && self.draw_offers.accepts(score, ply);
            answer.draw = match (draw_offered, accepts) {
                (true, true) => Some(DrawMessage::Accept),
                (true, false) => Some(DrawMessage::Refuse),
                (false, _) => offers.then_some(DrawMessage::Offer),
            };
        }
        // An offer that came while a move from the book waited for the ponderhit; no score speaks for a draw.
        if from_book && draw_offered && options.laws_draws.offers() {
            answer.draw = Some(DrawMessage::Refuse);
        }
        Some(answer)
    }
}

impl GoResult {
    /// Replaces a best move that promises at most a draw by a move that allows a draw claim.
    fn prefer_claim(&mut self) {
        let claims_best = |claim: &Claim| claim.mv == self.best_move;
        if self.score > Score::ZERO || self.claims.iter().any(claims_best) {
            return;
        }
        if let Some(mv) = self.claims.iter().find_map(|claim| claim.mv) {
            self.best_move = Some(mv);
            self.pv = vec![mv];
            self.score = Score::ZERO;
            self.prefers_claim = true;
        }
    }
}
