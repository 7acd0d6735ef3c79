//! Help from the analyst: a hint, and the analysis of a position.

use super::play_table::PlayTable;
use super::table_state::TableState;
use crate::board::Board;
use crate::notation::san;
use crate::play::opponent::{EngineTask, EngineThought};
use crate::play::refusal::PlayRefusal;
use crate::play::session::PlayPhase;
use crate::time::{SearchLimits, StopToken};
use crate::types::{Color, Move, Score};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Instant;

/// The time for a hint, in ms.
const HINT_MS: i64 = 1_500;
/// The lines of an analysis, and the longest of them in half-moves.
const LINES: u32 = 3;
const MAX_LINE: usize = 16;
/// The depth at which an analysis ends by itself.
const ANALYSIS_DEPTH: u16 = 60;

impl PlayTable {
    pub(super) fn give_hint(
        self: &Arc<Self>,
        table: &mut TableState,
        now: Instant,
    ) -> Result<(), PlayRefusal> {
        let session = table.session()?;
        if session.terms.rated || !session.person_moves() {
            return Err(PlayRefusal::new(
                "there are hints only for your move in a casual game",
            ));
        }
        let task = EngineTask {
            limits: SearchLimits {
                move_time: Some(HINT_MS),
                ..SearchLimits::default()
            },
            ..EngineTask::new(session, StopToken::new(now, false))
        };
        let key = session.game.board().key();
        if table.hinting == Some(key) || table.playable_hint().is_some() {
            return Ok(());
        }
        table.hinting = Some(key);
        // The analyst does one thing after another: the analysis goes on after the hint.
        if let Some((_, token)) = &table.analysing {
            token.stop();
        }
        let weak = Arc::downgrade(self);
        let done = move |answer: Result<EngineThought, String>| {
            let Some(hub) = weak.upgrade() else { return };
            let mut table = hub.lock();
            // A later hint may follow.
            table.hinting.take_if(|asked| *asked == key);
            table.hint = answer.ok().and_then(|thought| Some((key, thought.mv?)));
            // An analysis that was ended in the meantime is gone, and the token of a new one is not stopped.
            let interrupted = table.analysing.as_ref();
            let interrupted = interrupted.filter(|(_, token)| token.is_stopped());
            if let Some(&(ply, _)) = interrupted {
                // The position may be gone.
                let _ = hub.analyse(&mut table, true, ply, Instant::now());
            }
            hub.after(&mut table);
        };
        table.analyst.think(task, Box::new(done));
        Ok(())
    }

    pub(super) fn analyse(
        self: &Arc<Self>,
        table: &mut TableState,
        on: bool,
        ply: usize,
        now: Instant,
    ) -> Result<(), PlayRefusal> {
        table.stop_analysis();
        if !on {
            return Ok(());
        }
        let session = table.session()?;
        if session.terms.rated && session.phase() != PlayPhase::Over {
            return Err(PlayRefusal::new(
                "a rated game can be analysed only when it is over",
            ));
        }
        let Some(&board) = session.game.board_at(ply) else {
            return Err(PlayRefusal::new("the game has fewer moves"));
        };
        if !board.has_legal_move() {
            // A search would report nothing.
            table.tell("analysis", analysis_json(&board, ply, 0, &[]));
            return Ok(());
        }
        let token = StopToken::new(now, false);
        let mut task = EngineTask::new(session, token.clone());
        task.game = session.game.up_to(ply);
        task.limits.depth = Some(ANALYSIS_DEPTH);
        table.analysing = Some((ply, token.clone()));
        let weak = Arc::downgrade(self);
        let sink = move |depth: u16, lines: &[(Score, Vec<Move>)]| {
            let Some(hub) = weak.upgrade() else { return };
            let mut table = hub.lock();
            // The last report of a stopped analysis must not overwrite that of the next.
            if !token.is_stopped() {
                let data = analysis_json(&board, ply, depth, lines);
                table.tell("analysis", data);
            }
            if table.watcher.is_none() {
                token.stop();
            }
        };
        table.analyst.analyse(task, LINES, Box::new(sink));
        Ok(())
    }
}

/// The lines for the page, with scores in White's view: centipawns, or `#3`, `#-3`.
fn analysis_json(board: &Board, ply: usize, depth: u16, lines: &[(Score, Vec<Move>)]) -> String {
    let sign = if board.stm() == Color::White { 1 } else { -1 };
    let line = |(score, moves): &(Score, Vec<Move>)| {
        let score: Value = match score.mate_moves() {
            Some(mate) => format!("#{}", sign * mate).into(),
            None => (sign * score.centipawns()).into(),
        };
        let moves = &moves[..moves.len().min(MAX_LINE)];
        let san = san::numbered_line(board, moves);
        let first = moves.first().map(ToString::to_string);
        json!({"score": score, "depth": depth, "move": first, "san": san})
    };
    let lines: Vec<Value> = lines.iter().map(line).collect();
    json!({"ply": ply, "lines": lines}).to_string()
}
