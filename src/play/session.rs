//! A game in progress: moves, clocks, offers, claims, flags, and its end.
//!
//! The session neither reads nor prints nor knows about threads: it is told what the players do and what time it is. The
//! clock of the player who has the move runs from one action to the next; the time that a ruling takes is charged to
//! nobody.

use super::settings::PlayTerms;
use super::{PlayRefusal, sentence};
use crate::board::fen::CastlingFieldStyle;
use crate::laws::control::ChessClock;
use crate::laws::edition::{DrawOfferRefusal, FlagCaller, Rules, clause};
use crate::laws::flagfall::rule_resignation;
use crate::laws::game::Game;
use crate::laws::outcome::{Outcome, OutcomeKind, Points, Proof, automatic};
use crate::laws::procedure::{Obligation, touched};
use crate::laws::winnable::{ProofBudget, WinnabilityCache};
use crate::notation::uci_move::{self, CastlingStyle, UciMove};
use crate::ruling::Ruling;
use crate::types::{Color, Move, Square};
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// Node limit of the dead position test after each move: milliseconds as a rule, a second at worst. No clock runs
/// meanwhile.
const PLY_NODES: u64 = 200_000;
/// Node limit of a proof that the result depends on.
pub(super) const RESULT_NODES: u64 = 2_000_000;
/// The longest log of a game, in entries; the oldest go first.
const MAX_LOG: usize = 500;
/// Who writes rulings into the log.
pub(super) const ARBITER: &str = "arbiter";

/// An entry of the log: a ruling, an offer, a note.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayNote {
    /// Numbers the entries of a game, from 1.
    pub id: u32,
    /// Half-moves played before it.
    pub ply: usize,
    /// `white`, `black` or `arbiter`.
    pub by: String,
    /// The sentence.
    pub text: String,
    /// The Articles.
    pub articles: Vec<String>,
    /// Names and values.
    pub facts: Vec<(String, String)>,
    /// What the Laws leave to a person.
    pub open: Vec<String>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PlayEnd {
    /// The score, such as `1-0`.
    pub score: String,
    /// The end in a sentence.
    pub title: String,
    pub articles: Vec<String>,
    /// The reason or the proof.
    pub why: Option<String>,
    /// The moves that prove that a side can mate.
    pub line: Option<String>,
    /// By whose word the end is known to PGN: a flag, an irregularity, or the play itself.
    pub kind: Option<String>,
}

/// The moves that the player must choose from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RequiredMoves {
    pub moves: Vec<Move>,
    pub article: String,
    pub reason: String,
    /// Because a piece was touched, not because a move was announced.
    pub by_touch: bool,
}

impl RequiredMoves {
    /// The square of the piece that was touched: the moves have it in common.
    pub fn touched(&self) -> Option<Square> {
        let all = |square: fn(&Move) -> Square| {
            let first = square(self.moves.first()?);
            let is_common = self.moves.iter().all(|mv| square(mv) == first);
            is_common.then_some(first)
        };
        let common = all(|mv| mv.from()).or_else(|| all(|mv| mv.to()));
        common.filter(|_| self.by_touch)
    }
}

/// An illegal move that was ruled on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct IllegalAttempt {
    pub by: Color,
    /// The half-moves before it.
    pub ply: usize,
    /// The move, as it was named.
    pub attempt: String,
}

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlayPhase {
    Playing,
    Over,
    Adjourned,
}

/// A game in progress.
pub(super) struct PlaySession {
    pub terms: PlayTerms,
    pub game: Game,
    pub clocks: Option<[ChessClock; 2]>,
    /// The time of the turn that is not charged yet, up to [`PlaySession::since`].
    pub pending: Duration,
    /// Since when the clock of the player to move runs; `None` if it stands.
    pub since: Option<Instant>,
    /// The main times after each half-move, before the first one included.
    pub mains: Vec<[Duration; 2]>,
    /// The plies after which a draw was offered with the move.
    pub offered_at: Vec<usize>,
    pub offer: Option<Color>,
    pub touched: Option<Square>,
    /// The next touch does not bind (4.2).
    pub adjusting: bool,
    pub must: Option<RequiredMoves>,
    /// The illegal moves that were ruled on.
    pub illegal: Vec<IllegalAttempt>,
    /// The player whose flag has fallen and must be claimed.
    pub flagged: Option<Color>,
    pub end: Option<PlayEnd>,
    /// The player who sealed a move.
    pub sealed_by: Option<Color>,
    pub log: Vec<PlayNote>,
    next_note: u32,
    cache: WinnabilityCache,
    /// When the game began, in ms since 1970.
    pub began_ms: u64,
}

impl PlaySession {
    /// A new game whose clock does not run yet.
    pub fn new(terms: PlayTerms, began_ms: u64) -> Self {
        let clocks = terms.control.clone().map(|control| {
            let clock = ChessClock::new(control, &terms.rules);
            [clock.clone(), clock]
        });
        let mut session = Self {
            game: Game::new(terms.start),
            clocks,
            pending: Duration::ZERO,
            since: None,
            mains: Vec::new(),
            offered_at: Vec::new(),
            offer: None,
            touched: None,
            adjusting: false,
            must: None,
            illegal: Vec::new(),
            flagged: None,
            end: None,
            sealed_by: None,
            log: Vec::new(),
            next_note: 1,
            cache: WinnabilityCache::default(),
            began_ms,
            terms,
        };
        session.mains.push(session.main_times());
        session.end_by_position();
        session
    }

    pub const fn rules(&self) -> &Rules {
        &self.terms.rules
    }

    pub fn stm(&self) -> Color {
        self.game.board().stm()
    }

    pub const fn phase(&self) -> PlayPhase {
        if self.end.is_some() {
            PlayPhase::Over
        } else if self.sealed_by.is_some() {
            PlayPhase::Adjourned
        } else {
            PlayPhase::Playing
        }
    }

    /// True if a person has the move.
    pub fn person_moves(&self) -> bool {
        self.phase() == PlayPhase::Playing && !self.engine_moves()
    }

    /// True if the engine has the move.
    pub fn engine_moves(&self) -> bool {
        let engine = self.terms.engine.map(|(color, _)| color);
        self.phase() == PlayPhase::Playing && engine == Some(self.stm())
    }

    /// The main time of each clock; zero without clocks.
    fn main_times(&self) -> [Duration; 2] {
        let clocks = self.clocks.as_ref();
        clocks.map_or([Duration::ZERO; 2], |clocks| {
            [clocks[0].main(), clocks[1].main()]
        })
    }

    // Clocks.

    /// Starts the clock of the player to move.
    pub fn start(&mut self, now: Instant) {
        if self.clocks.is_some() && self.phase() == PlayPhase::Playing && self.since.is_none() {
            self.since = Some(now);
        }
    }

    /// Stops the clock.
    pub fn stop(&mut self, now: Instant) {
        self.pending = self.used(now);
        self.since = None;
    }

    /// Charges nobody for a time in which the program was busy.
    pub fn forgive(&mut self, time: Duration) {
        self.since = self.since.map(|since| since + time);
    }

    /// The time of this turn that is not charged yet.
    pub fn used(&self, now: Instant) -> Duration {
        let running = self.since.map(|since| now.saturating_duration_since(since));
        self.pending + running.unwrap_or_default()
    }

    /// The clock of a player as it stands now.
    pub fn clock(&self, color: Color, now: Instant) -> Option<ChessClock> {
        let mut clock = self.clocks.as_ref()?[color.index()].clone();
        if color == self.stm() && clock.spend(self.used(now)).is_err() {
            clock.set(Duration::ZERO);
        }
        Some(clock)
    }

    /// When the flag of the player to move falls; `None` if no clock runs.
    pub fn flag_time(&self) -> Option<Instant> {
        let clocks = self.clocks.as_ref().filter(|_| self.flagged.is_none())?;
        let available = clocks[self.stm().index()].available();
        Some(self.since? + available.saturating_sub(self.pending))
    }

    /// Charges the time of this turn so far. Returns false if the flag has fallen.
    pub fn settle(&mut self, now: Instant) -> bool {
        let used = self.used(now);
        let side = self.stm().index();
        self.pending = Duration::ZERO;
        self.since = self.since.map(|_| now);
        let Some(clocks) = &mut self.clocks else {
            return true;
        };
        let fell = clocks[side].spend(used).is_err();
        if fell {
            clocks[side].set(Duration::ZERO);
        }
        !fell || self.flagged.is_some()
    }

    /// A clock after `made` moves that shows this main time.
    pub fn clock_after(&self, made: u32, main: Duration) -> Option<ChessClock> {
        let mut clock = ChessClock::new(self.terms.control.clone()?, self.rules());
        for _ in 0..made {
            // A move costs nothing here: only its period counts.
            let _ = clock.charge(Duration::ZERO);
        }
        clock.set(main);
        Some(clock)
    }

    /// Sets both clocks to the main times after `ply` half-moves.
    pub fn set_clocks(&mut self, ply: usize, mains: [Duration; 2]) {
        if self.clocks.is_none() {
            return;
        }
        let first = self.game.start().stm();
        let made = |color: Color| ply.midpoint(usize::from(color == first));
        let clocks =
            Color::ALL.map(|color| self.clock_after(made(color) as u32, mains[color.index()]));
        if let [Some(white), Some(black)] = clocks {
            self.clocks = Some([white, black]);
        }
    }

    // Moves.

    /// The moves that the player to move may choose from.
    pub fn choices(&self) -> Vec<Move> {
        let board = self.game.board();
        if let Some(must) = &self.must {
            return must.moves.clone();
        }
        let obligation = self
            .touched
            .map_or(Obligation::Free, |square| touched(board, square));
        obligation.moves(board)
    }

    /// Makes a move for the player who has it, presses the clock, and ends the game if the position ends it.
    ///
    /// # Errors
    /// The move may not be played, or the flag has fallen.
    pub fn play(&mut self, mv: Move, offer: bool, now: Instant) -> Result<(), PlayRefusal> {
        if self.phase() != PlayPhase::Playing {
            return Err(PlayRefusal::new("the game is not in progress"));
        }
        if !self.choices().contains(&mv) {
            return Err(PlayRefusal::new("this move may not be played now"));
        }
        let mover = self.stm();
        if !self.settle(now) {
            return Err(PlayRefusal::new("the flag has fallen"));
        }
        self.decline(mover, "declines the offer by a move");
        self.complete(mv);
        if offer {
            self.offered_at.push(self.game.ply());
            self.make_offer(mover, true);
        }
        self.end_by_position();
        self.resume_clock();
        Ok(())
    }

    /// Completes a move: makes it and presses the clock.
    fn complete(&mut self, mv: Move) {
        let mover = self.stm();
        if let Some(clocks) = &mut self.clocks {
            // With a flag that nobody has claimed the move still counts.
            let _ = clocks[mover.index()].charge(Duration::ZERO);
        }
        self.game.play_legal(mv);
        self.mains.push(self.main_times());
        self.must = None;
        self.touched = None;
        self.adjusting = false;
    }

    /// Lets the clock run from now on: after work that is nobody's time.
    pub fn resume_clock(&mut self) {
        if self.since.is_some() {
            self.since = (self.phase() == PlayPhase::Playing).then(Instant::now);
        }
    }

    /// Takes back the last half-moves.
    pub fn take_back(&mut self, plies: usize, now: Instant) {
        for _ in 0..plies {
            self.game.take_back();
            self.mains.pop();
        }
        let ply = self.game.ply();
        if let Some(&mains) = self.mains.last() {
            self.set_clocks(ply, mains);
        }
        self.offered_at.retain(|&at| at <= ply);
        self.illegal.retain(|offence| offence.ply < ply);
        self.log.retain(|note| note.ply <= ply);
        (self.offer, self.touched, self.must, self.flagged) = (None, None, None, None);
        self.adjusting = false;
        self.pending = Duration::ZERO;
        self.since = self.since.map(|_| now);
    }

    /// Notes the first piece that the player to move touched (4.3).
    pub fn touch(&mut self, square: Square) {
        if std::mem::take(&mut self.adjusting) {
            return;
        }
        if self.terms.touch_move && self.touched.is_none() && self.must.is_none() {
            let board = self.game.board();
            if touched(board, square) != Obligation::Free {
                self.touched = Some(square);
            }
        }
        if self.rules().refusal == DrawOfferRefusal::Touching
            && self.terms.touch_move
            && self.offer == Some(!self.stm())
        {
            self.decline(self.stm(), "touches a piece, which declines the offer");
        }
    }

    // Ends.

    /// Ends the game if the position does.
    pub fn end_by_position(&mut self) {
        let budget = ProofBudget::new(PLY_NODES);
        let outcome = automatic(&self.game, &self.terms.rules, &mut self.cache, &budget);
        if let Some(outcome) = outcome {
            self.finish(&outcome, self.stm());
        }
    }

    /// Ends the game by an outcome; `mover` is the player who has the move, or who resigned.
    fn finish(&mut self, outcome: &Outcome, mover: Color) {
        // That a winner could mate needs no proof; that a side cannot is the reason.
        let proof = outcome.proof.as_ref();
        let proof = proof.filter(|proof| !matches!(proof, Proof::Winnable(_)));
        self.decide(PlayEnd {
            score: outcome.points.to_string(),
            title: outcome.sentence(mover),
            articles: vec![outcome.article.to_owned()],
            why: proof.map(ToString::to_string),
            line: None,
            kind: Some(outcome.kind.as_str().to_owned()),
        });
    }

    /// Ends the game by an outcome that is not a ruling, and logs it.
    pub fn decide(&mut self, end: PlayEnd) {
        let articles = end.articles.clone();
        self.note(ARBITER.to_owned(), format!("{}.", end.title), articles);
        if let Some(note) = self.log.last_mut() {
            note.facts
                .extend(end.why.clone().map(|why| ("proof".to_owned(), why)));
        }
        self.end_with(end);
    }

    fn end_with(&mut self, end: PlayEnd) {
        self.since = None;
        self.pending = Duration::ZERO;
        (self.offer, self.touched, self.must, self.flagged) = (None, None, None, None);
        self.end = Some(end);
    }

    /// The score, if the game is over.
    pub fn points(&self) -> Option<Points> {
        self.end.as_ref()?.score.parse().ok()
    }

    /// A player resigns.
    pub fn resign(&mut self, by: Color, now: Instant) {
        self.settle(now);
        let budget = ProofBudget {
            external: true,
            ..ProofBudget::new(RESULT_NODES)
        };
        let rules = self.terms.rules;
        let outcome = rule_resignation(&self.game, &rules, by, &mut self.cache, &budget);
        self.finish(&outcome, by);
    }

    // Draw offers.

    /// A player offers a draw, with a move or at another time.
    pub fn make_offer(&mut self, by: Color, with_move: bool) {
        self.offer = Some(by);
        let rules = *self.rules();
        let mut articles = vec![rules.article(clause::OFFER).to_owned()];
        let text = if with_move {
            format!("{} offers a draw.", by.title())
        } else {
            articles.push(rules.article(clause::DISTURBANCE).to_owned());
            format!(
                "{} offers a draw: valid, though an offer belongs to a move, before the clock is pressed.",
                by.title()
            )
        };
        self.note(by.to_string(), text, articles);
    }

    /// The opponent accepts.
    ///
    /// # Errors
    /// There is no offer of the opponent, or the Laws do not allow the agreement yet.
    pub fn accept(&mut self, by: Color, now: Instant) -> Result<(), PlayRefusal> {
        if self.offer != Some(!by) {
            return Err(PlayRefusal::new("there is no offer to accept"));
        }
        if self.game.board().game_ply() < 2 * self.rules().moves_before_agreement {
            let article = self.rules().end_article(OutcomeKind::Agreement);
            return Err(PlayRefusal(format!(
                "both players must have moved before they agree on a draw (Article {article})"
            )));
        }
        self.settle(now);
        let article = self.rules().end_article(OutcomeKind::Agreement);
        self.decide(PlayEnd {
            score: Points::DRAW.to_string(),
            title: format!("{} offered a draw, {} accepted", (!by).title(), by.title()),
            articles: vec![article.to_owned()],
            why: None,
            line: None,
            kind: Some(OutcomeKind::Agreement.as_str().to_owned()),
        });
        Ok(())
    }

    /// The opponent declines.
    pub fn decline(&mut self, by: Color, how: &str) {
        if self.offer == Some(!by) {
            self.offer = None;
            let article = self.rules().article(clause::OFFER).to_owned();
            self.note(
                by.to_string(),
                format!("{} {how}.", by.title()),
                vec![article],
            );
        }
    }

    // Flags.

    /// Notices that the flag of the player to move has fallen. Returns the player if somebody has to rule on it at once:
    /// the arbiter, or an engine that claims it.
    pub fn notice_flag(&mut self, now: Instant) -> Option<Color> {
        let color = self.stm();
        if self.flag_time().is_none_or(|time| now < time) || self.phase() != PlayPhase::Playing {
            return None;
        }
        self.settle(now);
        let engine_claims = self.terms.engine.is_some_and(|(engine, _)| engine != color);
        if self.rules().flag_caller == FlagCaller::Arbiter || engine_claims {
            return Some(color);
        }
        self.flagged = Some(color);
        let article = self.rules().flag_caller_article().to_owned();
        let text = format!(
            "{}'s flag is down. It counts once {} claims it.",
            color.title(),
            !color
        );
        self.note(ARBITER.to_owned(), text, vec![article]);
        None
    }

    // Rulings.

    /// Applies a ruling: its result, clocks, obligation and offer; and logs it.
    pub fn apply(&mut self, ruling: &Ruling, by: Color) {
        self.log_ruling(ruling, ARBITER);
        if let Some(shown) = &ruling.clocks
            && let Some(clocks) = &mut self.clocks
        {
            let times = [shown.white, shown.black];
            for (clock, time) in clocks.iter_mut().zip(times) {
                if let Some(time) = time {
                    clock.set(time.0);
                }
            }
            self.mains.pop();
            self.mains.push(self.main_times());
        }
        if let Some(standing) = self.standing_move(ruling) {
            self.complete(standing);
        }
        if let Some(score) = &ruling.score {
            let end = PlayEnd {
                score: score.clone(),
                title: ruling.ruling.clone(),
                articles: ruling.articles.iter().map(ToString::to_string).collect(),
                why: ruling.reason.as_deref().map(sentence),
                line: ruling.proof.as_ref().and_then(|proof| proof.line.clone()),
                kind: ruling.kind.map(|kind| kind.as_str().to_owned()),
            };
            return self.end_with(end);
        }
        if self.must.is_none() {
            // The first piece that was touched, or the first move announced, binds.
            self.must = self.required(ruling);
        }
        if ruling.offer {
            self.offer = Some(by);
        }
        self.resume_clock();
    }

    /// The moves that a ruling requires; `None` if any legal move may be played.
    fn required(&self, ruling: &Ruling) -> Option<RequiredMoves> {
        let board = self.game.board();
        let named = ruling.obligation.iter();
        let moves: Vec<Move> = named
            .filter_map(|named| uci_move::parse(board, &named.uci).ok())
            .collect();
        let reason = match ruling.question {
            "claim" => "The claim was wrong.",
            "illegal" => "The move was illegal.",
            _ => "A piece was touched.",
        };
        (!moves.is_empty()).then(|| RequiredMoves {
            moves,
            article: ruling
                .articles
                .first()
                .copied()
                .unwrap_or_default()
                .to_owned(),
            reason: reason.to_owned(),
            by_touch: ruling.question != "claim",
        })
    }

    /// The move that stands although it was made irregularly, such as an unfinished promotion (7.5.2): it leads to the
    /// position after the ruling.
    fn standing_move(&self, ruling: &Ruling) -> Option<Move> {
        let board = self.game.board();
        let after = ruling.fen.as_ref()?;
        let leads = |mv: &&Move| {
            let mut board = *board;
            board.play(**mv);
            board.to_string() == *after
        };
        board.legal_moves().iter().find(leads).copied()
    }

    /// Logs a ruling that changes nothing.
    pub fn log_ruling(&mut self, ruling: &Ruling, by: &str) {
        let articles = ruling.articles.iter().map(ToString::to_string).collect();
        let mut facts = Vec::new();
        if let Some(reason) = &ruling.reason {
            facts.push(("why".to_owned(), reason.clone()));
        }
        if let Some(proof) = &ruling.proof {
            facts.push((
                "proof".to_owned(),
                format!("{} ({})", proof.answer, proof.kind),
            ));
            facts.extend(proof.line.clone().map(|line| ("line".to_owned(), line)));
        }
        let own = ruling.facts.iter();
        facts.extend(own.map(|fact| (fact.name.to_owned(), fact.value.clone())));
        if !ruling.obligation.is_empty() {
            let moves: Vec<&str> = ruling.obligation.iter().map(|mv| mv.san.as_str()).collect();
            facts.push(("must play".to_owned(), moves.join(", ")));
        }
        self.note(by.to_owned(), ruling.ruling.clone(), articles);
        if let Some(note) = self.log.last_mut() {
            note.facts = facts;
            note.open.clone_from(&ruling.open);
        }
    }

    /// Adds an entry to the log.
    pub fn note(&mut self, by: String, text: String, articles: Vec<String>) {
        if self.log.len() == MAX_LOG {
            self.log.remove(0);
        }
        self.log.push(PlayNote {
            id: self.next_note,
            ply: self.game.ply(),
            by,
            text,
            articles,
            facts: Vec::new(),
            open: Vec::new(),
        });
        self.next_note += 1;
    }

    /// The number of entries so far, also of those that are no longer in the log.
    pub const fn notes_written(&self) -> u32 {
        self.next_note
    }

    /// Restores the log of a game.
    pub fn set_log(&mut self, log: Vec<PlayNote>) {
        self.next_note = log.last().map_or(1, |note| note.id.saturating_add(1));
        self.log = log;
    }

    // Notation.

    /// The notation of castling: king takes rook in Chess960.
    pub fn castling_style(&self) -> CastlingStyle {
        CastlingStyle::new(self.game.start().is_chess960())
    }

    /// A move in UCI notation.
    pub fn uci(&self, mv: Move) -> String {
        UciMove::new(mv, self.castling_style()).to_string()
    }

    /// The moves of the game in UCI notation.
    pub fn uci_moves(&self) -> Vec<String> {
        self.game.moves().iter().map(|&mv| self.uci(mv)).collect()
    }

    /// The start position in FEN.
    pub fn start_fen(&self) -> String {
        self.game.start().fen(CastlingFieldStyle::XFen)
    }
}
