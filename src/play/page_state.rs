//! The state of a game as the page shows it.

use super::saved_game::ms;
use super::session::{PlayEnd, PlayNote, PlayPhase, PlaySession, RequiredMoves};
use super::settings::PlaySettings;
use super::table::TableState;
use crate::laws::edition::Mode;
use crate::notation::san;
use crate::types::Color;
use crate::util::format::counted;
use serde::Serialize;
use std::time::Instant;

#[derive(Serialize)]
pub(super) struct PlayState<'a> {
    version: u64,
    game: u64,
    phase: PlayPhase,
    rated: bool,
    touch_move: bool,
    laws: String,
    mode: String,
    control: Option<&'a str>,
    two_people: bool,
    start: String,
    moves: String,
    san: String,
    fen: String,
    side: Color,
    legal: Vec<String>,
    chess960: bool,
    check: Option<String>,
    players: BySide<SeatState<'a>>,
    clocks: Option<ClockStates>,
    flagged: Option<Color>,
    offer: Option<Color>,
    must: Option<RequiredMoves<String>>,
    touched: Option<String>,
    thinking: bool,
    outcome: Option<&'a PlayEnd>,
    log: &'a [PlayNote],
    can: PlayAbilities,
    hint: Option<String>,
    hint_san: Option<String>,
    review: bool,
    settings: &'a PlaySettings,
}

#[derive(Serialize)]
struct BySide<T> {
    white: T,
    black: T,
}

#[derive(Serialize)]
struct SeatState<'a> {
    name: &'a str,
    kind: &'static str,
}

#[derive(Serialize)]
struct ClockStates {
    #[serde(flatten)]
    times: BySide<ClockState>,
    running: Option<Color>,
}

#[derive(Serialize)]
struct ClockState {
    ms: u64,
    delay_ms: u64,
    period: Option<String>,
}

/// What the person may do now.
#[derive(Serialize)]
struct PlayAbilities {
    takeback: bool,
    hint: bool,
    adjourn: bool,
    offer: bool,
    /// Whether an offer can be answered, by accepting or declining it.
    accept: bool,
    claim: bool,
    resign: bool,
    flag: bool,
    analyse: bool,
    review: bool,
    #[serde(rename = "continue")]
    go_on: bool,
}

impl<'a> PlayState<'a> {
    pub fn new(table: &TableState, session: &'a PlaySession, now: Instant) -> Self {
        let board = session.game.board();
        let hint = table.playable_hint();
        let has_review = table.review.is_some();
        let stm = session.stm();
        let boards = session.game.boards().iter();
        let san: Vec<String> = boards
            .zip(session.game.moves())
            .map(|(board, &mv)| san::write(board, mv))
            .collect();
        let legal = if session.person_moves() {
            session.choices()
        } else {
            Vec::new()
        };
        let engine = session.terms.engine.map(|(color, _)| color);
        let player = |color: Color| SeatState {
            name: &session.terms.names[color.index()],
            kind: if engine == Some(color) {
                "engine"
            } else {
                "person"
            },
        };
        Self {
            version: table.version,
            game: table.game,
            phase: session.phase(),
            rated: session.terms.rated,
            touch_move: session.terms.touch_move,
            laws: session.rules().edition.to_string(),
            mode: session.rules().mode.to_string(),
            control: session
                .terms
                .control
                .as_ref()
                .map(|_| session.terms.written.as_str()),
            two_people: engine.is_none(),
            start: session.start_fen(),
            moves: session.uci_moves().join(" "),
            san: san.join(" "),
            fen: board.to_string(),
            side: stm,
            legal: legal.iter().map(|&mv| session.uci(mv)).collect(),
            chess960: session.game.start().is_chess960(),
            check: board.in_check().then(|| board.king(stm).to_string()),
            players: BySide {
                white: player(Color::White),
                black: player(Color::Black),
            },
            clocks: clock_states(session, now),
            flagged: session.flagged,
            offer: session.offer,
            must: session
                .must
                .as_ref()
                .map(|must| must.write(|mv| san::write(board, mv))),
            touched: session.touched.map(|square| square.to_string()),
            thinking: table.thinking.is_some(),
            outcome: session.end.as_ref(),
            log: &session.log,
            can: abilities(session, has_review),
            hint: hint.map(|mv| session.uci(mv)),
            hint_san: hint.map(|mv| san::write(board, mv)),
            review: has_review,
            settings: &session.terms.settings,
        }
    }
}

fn clock_states(session: &PlaySession, now: Instant) -> Option<ClockStates> {
    let state = |color: Color| {
        let clock = session.clock(color, now)?;
        // The rest of a simple delay, during which the clock stands still.
        let free = clock.available().saturating_sub(clock.shown());
        let runs = session.since.is_some() && color == session.stm();
        let left = clock.moves_to_go();
        Some(ClockState {
            ms: ms(clock.shown()),
            delay_ms: if runs { ms(free) } else { 0 },
            period: left.map(|moves| counted(moves, "move") + " to go"),
        })
    };
    Some(ClockStates {
        times: BySide {
            white: state(Color::White)?,
            black: state(Color::Black)?,
        },
        running: session.since.map(|_| session.stm()),
    })
}

fn abilities(session: &PlaySession, has_review: bool) -> PlayAbilities {
    let playing = session.phase() == PlayPhase::Playing;
    let over = session.phase() == PlayPhase::Over;
    let person = session.person(None);
    let moves = session.person_moves();
    let answers = |by: Color| session.terms.engine.is_none() || by != person;
    let casual = playing && !session.terms.rated;
    PlayAbilities {
        takeback: casual && session.game.ply() >= session.plies_to_take_back(),
        hint: casual && moves,
        adjourn: moves && session.terms.rules.mode == Mode::Standard,
        offer: playing && session.offer.is_none(),
        accept: playing && session.offer.is_some_and(answers),
        claim: moves,
        resign: playing,
        flag: playing
            && session
                .flagged
                .is_some_and(|flagged| session.terms.engine.is_none() || flagged != person),
        analyse: over || casual,
        review: over && session.game.ply() > 0 && !has_review,
        go_on: over,
    }
}
