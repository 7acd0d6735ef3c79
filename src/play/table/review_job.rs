//! The review of a game that is over, made in a thread of its own.

use super::play_table::PlayTable;
use super::table_state::TableState;
use crate::notation::pgn::{RawGame, RecordedGame};
use crate::play::refusal::PlayRefusal;
use crate::play::saved_game::pgn_of;
use crate::play::session::PlayPhase;
use crate::review::{ReviewSettings, Reviewer, WinCurve, page};
use crate::time::StopToken;
use std::sync::Arc;
use std::thread;

impl PlayTable {
    pub(super) fn make_review(self: &Arc<Self>, table: &mut TableState) -> Result<(), PlayRefusal> {
        let session = table.session()?;
        if session.phase() != PlayPhase::Over || session.game.ply() == 0 {
            return Err(PlayRefusal::new(
                "a game can be reviewed only when it is over",
            ));
        }
        let pgn = pgn_of(session);
        if table.review.is_some() || table.reviewing.is_some() {
            return Ok(());
        }
        table.stop_analysis();
        let token = StopToken::default();
        let reviewing = token.clone();
        let (weak, game) = (Arc::downgrade(self), table.game);
        let work = move || {
            let mut progress = |done: usize, planned: usize| {
                let Some(hub) = weak.upgrade() else { return };
                let mut table = hub.lock();
                // A new game may have begun while this waited.
                if table.game == game {
                    let data = format!(r#"{{"done":{done},"of":{planned}}}"#);
                    table.tell("review", data);
                }
            };
            let html = reviewed(&pgn, token, &mut progress);
            let Some(hub) = weak.upgrade() else { return };
            let mut table = hub.lock();
            if table.game == game {
                table.reviewing = None;
                table.review = html;
                hub.after(&mut table);
            }
        };
        thread::Builder::new()
            .name("review".to_owned())
            .spawn(work)
            .map_err(PlayRefusal::new)?;
        // The work ends only after this, for the table is locked.
        table.reviewing = Some(reviewing);
        Ok(())
    }
}

/// The page of the review of a game; `None` if it was cancelled or is impossible.
fn reviewed(pgn: &str, stop: StopToken, progress: &mut dyn FnMut(usize, usize)) -> Option<String> {
    let settings = ReviewSettings {
        curve: Some(WinCurve::People),
        ..ReviewSettings::default()
    };
    let mut reviewer = Reviewer::new(settings, stop).ok()?;
    let raw = RawGame::new(pgn.to_owned());
    let game = RecordedGame::read(&raw, None).ok()?;
    let review = reviewer.review(&game, "this game", progress).ok()??;
    Some(page(&[review]))
}
