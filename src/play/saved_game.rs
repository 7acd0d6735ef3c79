//! A game on disk, and as PGN.

use super::refusal::PlayRefusal;
use super::session::{IllegalAttempt, PlayEnd, PlayNote, PlaySession, RequiredMoves};
use super::settings::{PlaySettings, PlayerNames, SideChoice};
use crate::judge::finish_record;
use crate::laws::edition::articles::cited;
use crate::laws::outcome::OutcomeKind;
use crate::notation::pgn::PgnWriter;
use crate::notation::uci_move;
use crate::types::{Color, Rng};
use crate::util::date::local_date;
use crate::util::format::clock_time;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

const FORMAT: &str = "compongo play 1";

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayRecord {
    format: String,
    /// The settings, with nothing left to chance.
    settings: PlaySettings,
    /// The moves, in UCI notation.
    moves: Vec<String>,
    /// The main times after each half-move, the ones before the first included, in ms.
    mains_ms: Vec<[u64; 2]>,
    /// The clocks now, in ms, and the time of this turn that is not charged yet.
    clocks_ms: [u64; 2],
    turn_ms: u64,
    /// The used part of the delay of this move, in ms.
    #[serde(default)]
    waited_ms: u64,
    offered_at: Vec<usize>,
    offer: Option<Color>,
    #[serde(default)]
    next_offer: Option<Color>,
    flagged: Option<Color>,
    sealed_by: Option<Color>,
    touched: Option<String>,
    #[serde(default)]
    first_touch: Option<String>,
    #[serde(default)]
    adjusting: bool,
    must: Option<RequiredMoves<String>>,
    illegal: Vec<IllegalAttempt>,
    end: Option<PlayEnd>,
    log: Vec<PlayNote>,
    began_ms: u64,
}

/// Whole milliseconds.
pub(super) fn ms(time: Duration) -> u64 {
    time.as_millis() as u64
}

impl PlayRecord {
    /// The game as it stands at `now`.
    pub fn new(session: &PlaySession, now: Instant) -> Self {
        let terms = &session.terms;
        let [white, black] = terms.names.clone();
        let settings = PlaySettings {
            engine: terms.engine.is_some(),
            elo: terms.engine.and_then(|(_, elo)| elo),
            side: match terms.engine {
                Some((Color::White, _)) => SideChoice::Black,
                _ => SideChoice::White,
            },
            control: terms.written.clone(),
            laws: terms.rules.edition,
            mode: Some(terms.rules.mode),
            fen: session.start_fen(),
            chess960: None,
            rated: terms.rated,
            touch_move: terms.touch_move,
            names: PlayerNames { white, black },
        };
        let clocks = session.clocks.as_ref();
        Self {
            format: FORMAT.to_owned(),
            settings,
            moves: session.uci_moves(),
            mains_ms: session.mains.iter().map(|mains| mains.map(ms)).collect(),
            clocks_ms: session.main_times().map(ms),
            turn_ms: ms(session.used(now)),
            waited_ms: clocks.map_or(0, |clocks| ms(clocks[session.stm().index()].waited())),
            offered_at: session.offered_at.clone(),
            offer: session.offer,
            next_offer: session.next_offer,
            flagged: session.flagged,
            sealed_by: session.sealed_by,
            touched: session.touched.map(|square| square.to_string()),
            first_touch: session.first_touch.map(|square| square.to_string()),
            adjusting: session.adjusting,
            must: session
                .must
                .as_ref()
                .map(|must| must.write(|mv| session.uci(mv))),
            illegal: session.illegal.clone(),
            end: session.end.clone(),
            log: session.log.clone(),
            began_ms: session.began_ms,
        }
    }

    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("texts and numbers are JSON") + "\n"
    }

    /// True if a file contains a game that can be continued.
    pub fn is_unfinished(text: &str) -> bool {
        Self::session(text).is_ok_and(|session| session.end.is_none())
    }

    /// Reads a file.
    ///
    /// # Errors
    /// The text is not a game, or its parts contradict each other.
    pub fn session(text: &str) -> Result<PlaySession, PlayRefusal> {
        let foreign = |why: String| PlayRefusal(format!("not a game of compongo play: {why}"));
        let record: Self =
            serde_json::from_str(text).map_err(|error| foreign(error.to_string()))?;
        if record.format != FORMAT {
            return Err(foreign(format!("its format is not '{FORMAT}'")));
        }
        let terms = record.settings.terms(&mut Rng::new(1));
        let terms = terms.map_err(PlayRefusal)?;
        let mut session = PlaySession::new(terms, record.began_ms);
        for (number, text) in (1..).zip(&record.moves) {
            let mv = uci_move::parse(session.game.board(), text)
                .map_err(|error| PlayRefusal(format!("half-move {number}: {error}")))?;
            session.game.play_legal(mv);
        }
        let ply = session.game.ply();
        if record.mains_ms.len() != ply + 1 || record.offered_at.iter().any(|&at| at > ply) {
            return Err(PlayRefusal::new("the times do not fit the moves"));
        }
        if record.illegal.iter().any(|offence| offence.ply > ply) {
            return Err(PlayRefusal::new(
                "an illegal move comes after the last move",
            ));
        }
        let time = Duration::from_millis;
        session.mains = record
            .mains_ms
            .iter()
            .map(|mains| mains.map(time))
            .collect();
        session.set_clocks(ply, record.clocks_ms.map(time));
        let stm = session.stm();
        if let Some(clocks) = &mut session.clocks {
            clocks[stm.index()].set_waited(time(record.waited_ms));
        }
        session.pending = time(record.turn_ms);
        session.offered_at = record.offered_at;
        session.offer = record.offer;
        session.next_offer = record.next_offer;
        session.flagged = record.flagged;
        session.sealed_by = record.sealed_by;
        let square = |text: Option<String>| text.and_then(|text| text.parse().ok());
        session.touched = square(record.touched);
        session.first_touch = square(record.first_touch);
        session.adjusting = record.adjusting;
        let board = session.game.board();
        session.must = record.must.and_then(|must| must.read(board));
        session.illegal = record.illegal;
        session.set_log(record.log);
        session.end = record.end;
        if session.end.is_none() && session.sealed_by.is_none() {
            session.end_by_position();
        }
        Ok(session)
    }
}

/// The game as PGN, with the clocks.
pub(super) fn pgn_of(session: &PlaySession) -> String {
    let game = &session.game;
    let mut writer = PgnWriter::new(*game.start(), game.start().is_chess960());
    let terms = &session.terms;
    writer.tag(
        "Event",
        if terms.rated {
            "Rated game"
        } else {
            "Casual game"
        },
    );
    writer.tag("Date", &local_date(session.began_ms));
    for color in Color::ALL {
        writer.tag(color.title(), &terms.names[color.index()]);
        let is_engine = terms.engine.is_some_and(|(engine, _)| engine == color);
        let kind = if is_engine { "program" } else { "human" };
        writer.tag(&format!("{}Type", color.title()), kind);
    }
    if let Some((engine, Some(elo))) = terms.engine {
        writer.tag(&format!("{}Elo", engine.title()), &elo.to_string());
    }
    let control = terms.control.as_ref();
    writer.tag(
        "TimeControl",
        &control.map_or("-".to_owned(), ToString::to_string),
    );
    writer.tag("LawsEdition", terms.rules.edition.name());
    writer.tag("LawsMode", terms.rules.mode.name());
    if let Some(end) = &session.end {
        writer.tag("Termination", end.pgn_termination());
        let articles =
            cited(&end.articles).map_or(String::new(), |articles| format!(" ({articles})"));
        let title = match end.kind.and_then(OutcomeKind::claim_in_words) {
            Some(words) => match &end.claim {
                Some(claim) => format!("{words}, claimed {claim}"),
                None => format!("{words}, claimed"),
            },
            None => end.title.trim_end_matches('.').to_owned(),
        };
        writer.tag("TerminationDetails", &format!("{title}{articles}"));
    } else {
        writer.tag("Termination", "unterminated");
    }
    for (ply, (&mv, board)) in (1..).zip(game.moves().iter().zip(game.boards())) {
        writer.play(mv);
        if session.offered_at.contains(&ply) {
            writer.offer_draw();
        }
        if session.clocks.is_some() {
            let left = session.mains[ply][board.stm().index()];
            writer.comment(&format!("[%clk {}]", clock_time(left)));
        }
    }
    finish_record(session.points(), writer)
}
