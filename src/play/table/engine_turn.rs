//! The engine's turn: it thinks about its move, its claims and its answers to offers.

use super::play_table::PlayTable;
use super::table_state::TableState;
use crate::engine::DrawMessage;
use crate::laws::claims;
use crate::play::opponent::{EngineTask, EngineThought, claims_draw};
use crate::play::session::PlaySession;
use crate::time::{SearchLimits, StopToken};
use crate::types::Color;
use std::sync::Arc;
use std::time::Instant;

/// The time for a move without a clock, in ms.
const MOVE_MS: i64 = 2_000;

impl PlayTable {
    /// Lets the engine think if it has the move and does not think yet.
    pub(super) fn let_engine_think(self: &Arc<Self>, table: &mut TableState, now: Instant) {
        let Some(session) = &table.session else {
            return;
        };
        if !session.engine_moves() {
            table.stop_thinking();
            return;
        }
        // A clock that stands waits for a page.
        let waits = session.clocks.is_some() && session.since.is_none();
        if table.thinking.is_some() || waits || !table.attended {
            return;
        }
        let token = StopToken::new(now, false);
        let task = EngineTask {
            limits: limits_of(session, now),
            offered: session.offer == Some(!session.stm()),
            ..EngineTask::new(session, token.clone())
        };
        table.searches += 1;
        let search = table.searches;
        table.thinking = Some((search, token));
        let weak = Arc::downgrade(self);
        let done = move |answer: Result<EngineThought, String>| {
            if let Some(table) = weak.upgrade() {
                table.engine_answers(search, answer);
            }
        };
        table.opponent.think(task, Box::new(done));
    }

    fn engine_answers(self: &Arc<Self>, search: u64, answer: Result<EngineThought, String>) {
        let now = Instant::now();
        let mut table = self.lock();
        if table.thinking.as_ref().map(|(number, _)| *number) != Some(search) {
            return;
        }
        table.thinking = None;
        if !table.rule_fallen_flag(now)
            && let Some(session) = &mut table.session
        {
            let done = answer.and_then(|thought| carry_out(session, &thought, now));
            if let Err(error) = done {
                session.abandon("The engine has failed", error);
            }
        }
        self.after(&mut table);
    }
}

/// The clocks as limits of the engine, which has the move.
fn limits_of(session: &PlaySession, now: Instant) -> SearchLimits {
    let clocks = Color::ALL.map(|color| session.clock(color, now));
    let [Some(white), Some(black)] = &clocks else {
        return SearchLimits {
            move_time: Some(MOVE_MS),
            ..SearchLimits::default()
        };
    };
    let both = [white, black];
    SearchLimits {
        clocks: both.map(|clock| Some(clock.shown().as_millis().max(1) as i64)),
        increments: both.map(|clock| clock.period().inc_ms as i64),
        moves_to_go: both[session.stm().index()].moves_to_go(),
        ..SearchLimits::default()
    }
}

/// Carries out what the engine decided: a claim, an answer to an offer, a move.
///
/// # Errors
/// There is no move that may be played.
fn carry_out(
    session: &mut PlaySession,
    thought: &EngineThought,
    now: Instant,
) -> Result<(), String> {
    let engine = session.stm();
    let on_board = claims::on_board(&session.game, session.rules());
    let on_board = on_board.first().filter(|_| claims_draw(thought.score));
    let named = thought.claim.as_ref().and_then(|claim| claim.mv);
    // A refused claim leaves an obligation, which limits the moves of the next thought.
    if let Some(claim) = on_board {
        let claimed = session.claim(claim.kind, None, None, now);
        return claimed.map_err(|refusal| refusal.to_string());
    }
    if let (Some(claim), Some(mv)) = (&thought.claim, named) {
        let claimed = session.claim(claim.kind, Some(session.uci(mv)), None, now);
        return claimed.map_err(|refusal| refusal.to_string());
    }
    match thought.draw {
        Some(DrawMessage::Accept) if session.accept(engine, now).is_ok() => return Ok(()),
        Some(DrawMessage::Refuse) => session.decline(engine, "declines the offer"),
        _ => {}
    }
    let offer = thought.draw == Some(DrawMessage::Offer);
    let mv = thought.mv.ok_or("the search gave no move")?;
    let played = session.play(mv, offer, now);
    played.map_err(|refusal| refusal.to_string())
}
