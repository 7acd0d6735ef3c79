//! What runs, and when its answer may be given.

use crate::laws::claims::Claim;
use crate::search::SearchResult;
use crate::time::{SearchLimits, StopToken};
use crate::types::Color;

/// What is running.
pub struct Running {
    pub ticket: StopToken,
    /// The answer waits for `stop`.
    pub needs_stop: bool,
    /// Nothing but `stop` is sure to end it, `ponderhit` aside.
    endless: bool,
    /// The mate, in moves, without which the answer waits for `stop`.
    wanted_mate: Option<i16>,
    /// What was found, while it must not be told.
    pub held: Option<SearchResult>,
    /// The draws that the side to move may claim with a move; they are told with that move.
    pub claims: Vec<Claim>,
    /// The answer decides about an offer of a draw.
    pub draw_offered: bool,
}

impl Running {
    /// What ends by itself and answers then.
    pub fn limited(ticket: StopToken) -> Self {
        Self {
            ticket,
            needs_stop: false,
            endless: false,
            wanted_mate: None,
            held: None,
            claims: Vec::new(),
            draw_offered: false,
        }
    }

    /// A search of `stm` that has just begun.
    pub fn search(ticket: StopToken, limits: &SearchLimits, stm: Color) -> Self {
        let but_for_mate = SearchLimits {
            mate: None,
            ..limits.clone()
        };
        let endless = but_for_mate.is_unlimited(stm);
        Self {
            needs_stop: limits.infinite || (limits.is_unlimited(stm) && !limits.ponder),
            endless,
            wanted_mate: limits.mate.filter(|_| endless),
            ..Self::limited(ticket)
        }
    }

    /// True while only the client can end it.
    pub fn waits_for_client(&self) -> bool {
        (self.endless || self.ticket.is_pondering()) && !self.ticket.is_stopped()
    }

    /// The search has ended. One for a mate alone has no answer but that mate, if there is a move at all.
    pub fn hold(&mut self, outcome: SearchResult) {
        let mate = outcome.score.mate_moves().unwrap_or(0);
        self.needs_stop |= outcome.best_move.is_some()
            && self.wanted_mate.is_some_and(|wanted| {
                let wanted = i32::from(wanted);
                mate.signum() != wanted.signum() || mate.abs() > wanted.abs()
            });
        self.held = Some(outcome);
    }
}
