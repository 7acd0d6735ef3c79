//! The table: the game, the engine, the file, and whoever watches.
//!
//! Everything that happens goes through one lock: what a person does ([`PlayTable::act`]), what the engine answers, and
//! what the clock says. After each of them the game is saved and the watcher is told.

use super::act::{ActAnswer, PlayAct};
use super::opponent::{EngineTask, EngineTerms, EngineThought, Opponent};
use super::record::{PlayRecord, pgn_of};
use super::session::{ARBITER, PlayEnd, PlayPhase, PlaySession};
use super::settings::{PlaySettings, PlayTerms};
use super::state::{EmptyTable, PlayState, TableFacts};
use super::{PlayRefusal, adjourn};
use crate::analysis::AnalysisLimits;
use crate::board::Board;
use crate::engine::DrawMessage;
use crate::judge::JudgeSettings;
use crate::laws::claims;
use crate::notation::pgn::{RawGame, RecordedGame};
use crate::notation::san;
use crate::review::{PlayerChoice, ReviewProgress, ReviewSettings, Reviewer, WinCurve, page};
use crate::time::{SearchLimits, StopToken};
use crate::types::{Color, Key, Move, Rng, Score};
use crate::util::file;
use crate::util::process_lock::ProcessLock;
use flume::RecvTimeoutError;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// How often a running game is saved.
const SAVE_INTERVAL: Duration = Duration::from_secs(1);
/// The time for a move without a clock, for a hint, and the nodes for each position of a review.
const MOVE_MS: i64 = 2_000;
const HINT_MS: i64 = 1_500;
const REVIEW_NODES: u64 = 200_000;
/// The lines of an analysis, and the longest of them in half-moves.
const LINES: u32 = 3;
const MAX_LINE: usize = 16;
/// The depth at which an analysis ends by itself.
const ANALYSIS_DEPTH: u16 = 60;
/// The memory of a review, in MiB.
const REVIEW_HASH: usize = 16;

/// News for the watcher.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayEvent {
    /// `state`, `analysis` or `review`.
    pub name: &'static str,
    /// JSON.
    pub data: String,
}

/// Somebody who watches the table.
pub trait PlayWatcher: Send {
    /// Gets news. False if nobody reads them any more.
    fn tell(&self, event: &PlayEvent) -> bool;

    /// True once nobody reads them any more.
    fn is_gone(&self) -> bool;
}

/// The table.
pub struct PlayTable {
    inner: Mutex<TableState>,
    /// Wakes the thread that keeps the time: a clock may have begun to run, or stands.
    changed: flume::Sender<()>,
}

struct TableState {
    session: Option<PlaySession>,
    /// The number of the game.
    game: u64,
    version: u64,
    opponent: Opponent,
    analyst: Opponent,
    /// The search of the opponent, and its number: the answers of earlier ones do not count any more.
    thinking: Option<(u64, StopToken)>,
    searches: u64,
    /// The half-moves before the position that is analysed.
    analysing: Option<(usize, StopToken)>,
    /// The move that was asked for, and its position.
    hint: Option<(Key, Move)>,
    /// A hint is being searched.
    hinting: bool,
    review: Option<String>,
    reviewing: Option<Arc<AtomicBool>>,
    rng: Rng,
    file: PathBuf,
    /// The file contains a game that did not end and is not on the table.
    kept: bool,
    saved: Instant,
    save_failed: bool,
    watcher: Option<Box<dyn PlayWatcher>>,
    /// Somebody has watched: from then on the clock runs, and the engine thinks.
    attended: bool,
    _lock: ProcessLock,
}

impl PlayTable {
    /// A table whose game is saved in `file`. A game that is in it and did not end is kept: see [`Self::resume`].
    ///
    /// # Errors
    /// Another process uses the file, or the system gives no threads.
    pub fn new(file: &Path, seed: u64) -> Result<Arc<Self>, PlayRefusal> {
        let lock = ProcessLock::of_file(file).map_err(PlayRefusal::new)?;
        let kept = !file::is_stream(file)
            && file::read_text(file).is_ok_and(|text| PlayRecord::is_unfinished(&text));
        let (changed, changes) = flume::bounded(1);
        let table = Arc::new(Self {
            changed,
            inner: Mutex::new(TableState {
                session: None,
                game: 0,
                version: 0,
                opponent: Opponent::start().map_err(PlayRefusal::new)?,
                analyst: Opponent::start().map_err(PlayRefusal::new)?,
                thinking: None,
                searches: 0,
                analysing: None,
                hint: None,
                hinting: false,
                review: None,
                reviewing: None,
                rng: Rng::new(seed),
                file: file.to_owned(),
                kept,
                saved: Instant::now(),
                save_failed: false,
                watcher: None,
                attended: false,
                _lock: lock,
            }),
        });
        let clock = Arc::downgrade(&table);
        thread::Builder::new()
            .name("clock".to_owned())
            .spawn(move || keep_time(&clock, &changes))
            .map_err(PlayRefusal::new)?;
        Ok(table)
    }

    fn lock(&self) -> MutexGuard<'_, TableState> {
        // A panic in another thread leaves the game as it was after the last action.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Continues the game of the file. Its clock stands until somebody watches.
    ///
    /// # Errors
    /// The file cannot be read, or is no game.
    pub fn resume(self: &Arc<Self>) -> Result<(), PlayRefusal> {
        self.lock().reopen()
    }

    /// True if the file contains a game that did not end and is not on the table.
    pub fn keeps_game(&self) -> bool {
        self.lock().kept
    }

    /// Lets somebody watch the table: the state now, then all news. The clock runs from now on. False if somebody else
    /// watches.
    pub fn watch(self: &Arc<Self>, watcher: Box<dyn PlayWatcher>) -> bool {
        let mut table = self.lock();
        let present = table.watcher.as_ref();
        if present.is_some_and(|watcher| !watcher.is_gone()) {
            return false;
        }
        (table.watcher, table.attended) = (Some(watcher), true);
        // A page that is loaded again shows no analysis.
        table.stop_analysis();
        if let Some(session) = &mut table.session {
            session.start(Instant::now());
        }
        self.after(&mut table);
        true
    }

    /// Does what a person asks for.
    ///
    /// # Errors
    /// A sentence for the person; nothing has changed but the time.
    pub fn act(self: &Arc<Self>, act: PlayAct) -> Result<ActAnswer, PlayRefusal> {
        let mut table = self.lock();
        let now = Instant::now();
        table.rule_fallen_flag(now);
        let answer = self.perform(&mut table, act, now);
        self.after(&mut table);
        answer
    }

    /// Looks at the clock: rules on a fallen flag, and saves the game now and then. Returns when it is to be looked at
    /// again; `None` while none runs.
    fn tick(self: &Arc<Self>) -> Option<Instant> {
        let mut table = self.lock();
        let now = Instant::now();
        if table.rule_fallen_flag(now) {
            self.after(&mut table);
        } else if table.next_tick().is_some() && now >= table.saved + SAVE_INTERVAL {
            table.save(now, false);
        }
        table.next_tick()
    }

    /// The game as PGN; `None` if there is none.
    pub fn pgn(&self) -> Option<String> {
        self.lock().session.as_ref().map(pgn_of)
    }

    /// The page of the review, once it is made.
    pub fn review(&self) -> Option<String> {
        self.lock().review.clone()
    }

    /// The state as JSON.
    pub fn state(&self) -> String {
        self.lock().state(Instant::now())
    }

    /// Saves, lets the engine think, and tells the watcher.
    fn after(self: &Arc<Self>, table: &mut TableState) {
        let now = Instant::now();
        table.version += 1;
        table.save(now, true);
        let now = Instant::now();
        self.let_engine_think(table, now);
        let data = table.state(now);
        table.tell("state", data);
        // A signal that has not been received yet will do.
        let _ = self.changed.try_send(());
    }

    fn perform(
        self: &Arc<Self>,
        table: &mut TableState,
        act: PlayAct,
        now: Instant,
    ) -> Result<ActAnswer, PlayRefusal> {
        match act {
            PlayAct::New(settings) => {
                let terms = settings.terms(&mut table.rng).map_err(PlayRefusal)?;
                let put_away = table.put_away()?;
                let mut session = PlaySession::new(terms, unix_ms());
                if let Some(path) = put_away {
                    let text = format!("What was in the file of the game is now in {path}.");
                    session.note(ARBITER.to_owned(), text, Vec::new());
                }
                table.begin(session);
                table.start();
            }
            PlayAct::Reopen => {
                if table.session.is_some() {
                    return Err(PlayRefusal::new("there is a game already"));
                }
                table.reopen()?;
                table.start();
            }
            PlayAct::Continue { ply } => {
                let session = continued(table.session()?, ply)?;
                table.begin(session);
                table.start();
            }
            PlayAct::Hint => self.give_hint(table, now)?,
            PlayAct::Analyse { on, ply } => self.analyse(table, on, ply, now)?,
            PlayAct::Review => self.make_review(table)?,
            PlayAct::Takeback => table.take_back(now)?,
            PlayAct::Adjourn { sealed, language } => {
                let file = table.file.clone();
                let sealed = (sealed.as_str(), language);
                let text = adjourn::adjourn(table.session()?, sealed, &file, now)?;
                return Ok(ActAnswer::text(text));
            }
            PlayAct::Resume => {
                let file = table.file.clone();
                let text = adjourn::resume(table.session()?, &file, now)?;
                table.start();
                return Ok(ActAnswer::text(text));
            }
            PlayAct::Offer { by } => {
                let answer = PlayAct::Offer { by }.on_session(table.session()?, now)?;
                // The engine thinks anew, about the offer too.
                table.stop_thinking();
                return Ok(answer);
            }
            other => return other.on_session(table.session()?, now),
        }
        Ok(ActAnswer::default())
    }

    // The engine.

    fn let_engine_think(self: &Arc<Self>, table: &mut TableState, now: Instant) {
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
        let token = StopToken::new(0, now, false);
        let task = EngineTask {
            limits: limits_of(session, now),
            offered: session.offer == Some(!session.stm()),
            ..task(session, token.clone())
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
        let mut table = self.lock();
        if table.thinking.as_ref().map(|(number, _)| *number) != Some(search) {
            return;
        }
        table.thinking = None;
        let now = Instant::now();
        if !table.rule_fallen_flag(now)
            && let Some(session) = &mut table.session
        {
            let done = answer.and_then(|thought| carry_out(session, &thought, now));
            if let Err(error) = done {
                break_off(session, &error);
            }
        }
        self.after(&mut table);
    }

    fn give_hint(
        self: &Arc<Self>,
        table: &mut TableState,
        now: Instant,
    ) -> Result<(), PlayRefusal> {
        let session = table.session()?;
        if session.terms.rated || !session.person_moves() {
            return Err(PlayRefusal::new("hints are for your move in a casual game"));
        }
        let task = EngineTask {
            limits: SearchLimits {
                move_time: Some(HINT_MS),
                ..SearchLimits::default()
            },
            ..task(session, StopToken::new(0, now, false))
        };
        let key = session.game.board().key();
        if table.hinting || table.hint.is_some_and(|(known, _)| known == key) {
            return Ok(());
        }
        table.hinting = true;
        // The analyst does one thing after another: the analysis goes on after the hint.
        let interrupted = table.analysing.as_ref().map(|&(ply, _)| ply);
        table.stop_analysis();
        let weak = Arc::downgrade(self);
        let done = move |answer: Result<EngineThought, String>| {
            let Some(hub) = weak.upgrade() else { return };
            let mut table = hub.lock();
            table.hinting = false;
            table.hint = answer.ok().and_then(|thought| Some((key, thought.mv?)));
            if let Some(ply) = interrupted.filter(|_| table.analysing.is_none()) {
                // The position may be gone.
                let _ = hub.analyse(&mut table, true, ply, Instant::now());
            }
            hub.after(&mut table);
        };
        table.analyst.think(task, Box::new(done));
        Ok(())
    }

    fn analyse(
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
            return Err(PlayRefusal::new("a rated game is analysed when it is over"));
        }
        let Some(&board) = session.game.board_at(ply) else {
            return Err(PlayRefusal::new("the game is shorter"));
        };
        let token = StopToken::new(0, now, false);
        let mut task = task(session, token.clone());
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

    fn make_review(self: &Arc<Self>, table: &mut TableState) -> Result<(), PlayRefusal> {
        let session = table.session()?;
        if session.phase() != PlayPhase::Over || session.game.ply() == 0 {
            return Err(PlayRefusal::new("a game is reviewed when it is over"));
        }
        let pgn = pgn_of(session);
        if table.review.is_some() || table.reviewing.is_some() {
            return Ok(());
        }
        table.stop_analysis();
        let cancelled = Arc::new(AtomicBool::new(false));
        table.reviewing = Some(Arc::clone(&cancelled));
        let (weak, game) = (Arc::downgrade(self), table.game);
        let work = move || {
            let mut progress = TableProgress {
                table: weak.clone(),
                done: 0,
                of: 0,
            };
            let html = reviewed(&pgn, &cancelled, &mut progress);
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
        Ok(())
    }
}

impl TableState {
    fn session(&mut self) -> Result<&mut PlaySession, PlayRefusal> {
        let missing = || PlayRefusal::new("there is no game yet");
        self.session.as_mut().ok_or_else(missing)
    }

    /// Puts the game of the file on the table.
    fn reopen(&mut self) -> Result<(), PlayRefusal> {
        let text = file::read_text(&self.file).map_err(PlayRefusal::new)?;
        let session = PlayRecord::session(&text);
        let session =
            session.map_err(|error| PlayRefusal(format!("{}: {error}", self.file.display())))?;
        self.begin(session);
        Ok(())
    }

    /// Before the first new game: renames a file that is not a finished game, such as a game that was kept. Returns the
    /// new name.
    fn put_away(&self) -> Result<Option<String>, PlayRefusal> {
        let is_used =
            std::fs::metadata(&self.file).is_ok_and(|file| file.is_file() && file.len() > 0);
        if self.session.is_some() || !is_used {
            return Ok(None);
        }
        let text = file::read_text(&self.file).unwrap_or_default();
        if PlayRecord::session(&text).is_ok_and(|session| session.end.is_some()) {
            return Ok(None);
        }
        let renamed = put_away(&self.file).map_err(|error| {
            PlayRefusal(format!(
                "{} cannot be renamed to make room: {error}",
                self.file.display()
            ))
        })?;
        Ok(Some(renamed.display().to_string()))
    }

    /// Puts a game on the table.
    fn begin(&mut self, session: PlaySession) {
        self.stop_thinking();
        self.stop_analysis();
        self.kept = false;
        if let Some(cancelled) = self.reviewing.take() {
            cancelled.store(true, std::sync::atomic::Ordering::Relaxed);
        }
        self.game += 1;
        (self.hint, self.review) = (None, None);
        let terms = engine_terms(&session.terms);
        self.analyst.new_game(EngineTerms {
            elo: None,
            ..terms.clone()
        });
        self.opponent.new_game(terms);
        self.session = Some(session);
    }

    /// Starts the clock, if somebody watches.
    fn start(&mut self) {
        if self.attended
            && let Some(session) = &mut self.session
        {
            session.start(Instant::now());
        }
    }

    fn stop_thinking(&mut self) {
        if let Some((_, token)) = self.thinking.take() {
            token.stop();
        }
    }

    fn stop_analysis(&mut self) {
        if let Some((_, token)) = self.analysing.take() {
            token.stop();
        }
    }

    /// When there is something to do about the clock; `None` while none runs.
    fn next_tick(&self) -> Option<Instant> {
        let flag = self.session.as_ref()?.flag_time()?;
        Some(flag.min(self.saved + SAVE_INTERVAL))
    }

    /// Rules on a flag that has fallen by now. True if something has changed.
    fn rule_fallen_flag(&mut self, now: Instant) -> bool {
        let Some(session) = &mut self.session else {
            return false;
        };
        let before = session.notes_written();
        if let Some(color) = session.notice_flag(now) {
            let caller = session.rules().flag_caller;
            // The game is in progress, so there is a ruling.
            let _ = session.rule_flag(color, caller, now);
        }
        session.notes_written() != before
    }

    fn take_back(&mut self, now: Instant) -> Result<(), PlayRefusal> {
        let session = self.session()?;
        if session.terms.rated || session.phase() != PlayPhase::Playing {
            return Err(PlayRefusal::new(
                "moves are taken back in casual games only",
            ));
        }
        // Back to the last move of the person.
        let engine = session.terms.engine.map(|(color, _)| color);
        let plies = if engine == Some(!session.stm()) { 2 } else { 1 };
        if session.game.ply() < plies {
            return Err(PlayRefusal::new("there is no move to take back"));
        }
        session.take_back(plies, now);
        self.stop_thinking();
        Ok(())
    }

    /// Saves the game. What is `durable` survives a crash of the system, which takes a time that no player is charged for.
    fn save(&mut self, now: Instant, durable: bool) {
        self.saved = now;
        let Some(session) = &mut self.session else {
            return;
        };
        let json = PlayRecord::new(session, now).to_json();
        let result = if durable {
            let result = file::replace(&self.file, json.as_bytes());
            session.forgive(now.elapsed());
            result
        } else {
            file::replace_quickly(&self.file, json.as_bytes())
        };
        if let Err(error) = &result
            && !self.save_failed
        {
            let text = format!("The game cannot be saved: {error}");
            session.note(ARBITER.to_owned(), text, Vec::new());
        }
        self.save_failed = result.is_err();
    }

    fn state(&self, now: Instant) -> String {
        let Some(session) = &self.session else {
            return to_json(&EmptyTable::new(self.version, self.kept));
        };
        let key = session.game.board().key();
        let hint = self.hint.filter(|&(asked, _)| asked == key);
        let facts = TableFacts {
            version: self.version,
            game: self.game,
            thinking: self.thinking.is_some(),
            hint: hint.map(|(_, mv)| session.uci(mv)),
            has_review: self.review.is_some(),
        };
        to_json(&PlayState::new(session, facts, now))
    }

    fn tell(&mut self, name: &'static str, data: String) {
        let event = PlayEvent { name, data };
        self.watcher.take_if(|watcher| !watcher.tell(&event));
    }
}

/// Looks at the clock of a table whenever there is something to do about it, as long as the table exists.
fn keep_time(table: &Weak<PlayTable>, changes: &flume::Receiver<()>) {
    while let Some(next) = table.upgrade().map(|table| table.tick()) {
        let ended = match next {
            Some(next) => changes.recv_deadline(next) == Err(RecvTimeoutError::Disconnected),
            None => changes.recv().is_err(),
        };
        if ended {
            return;
        }
    }
}

fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("texts and numbers are JSON")
}

/// Renames the file of a game and those of its adjournment to the first free name, such as `game-2.json`.
fn put_away(file: &Path) -> std::io::Result<PathBuf> {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let mut number = 2;
    let renamed = loop {
        let path = file.with_file_name(format!("{stem}-{number}.json"));
        if !path.exists() {
            break path;
        }
        number += 1;
    };
    for (beside, renamed) in adjourn::files(file)
        .iter()
        .zip(adjourn::files(&renamed))
        .filter(|(beside, _)| beside.exists())
    {
        std::fs::rename(beside, renamed)?;
    }
    std::fs::rename(file, &renamed)?;
    Ok(renamed)
}

fn unix_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |time| time.as_millis() as u64)
}

fn engine_terms(terms: &PlayTerms) -> EngineTerms {
    EngineTerms {
        elo: terms.engine.and_then(|(_, elo)| elo),
        edition: terms.rules.edition.name().to_owned(),
        mode: terms.rules.mode.name().to_owned(),
        control: terms.control.as_ref().map(ToString::to_string),
    }
}

/// The position of a game as a task without limits.
fn task(session: &PlaySession, token: StopToken) -> EngineTask {
    EngineTask {
        game: session.game.clone(),
        limits: SearchLimits::default(),
        token,
        offered: false,
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
    let on_board = on_board.first().filter(|_| thought.score <= Score::ZERO);
    let named = thought.claim.as_ref().and_then(|claim| claim.mv);
    // A refused claim leaves an obligation, and the next thought obeys it.
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

/// Ends a game that the engine cannot play.
fn break_off(session: &mut PlaySession, error: &str) {
    session.decide(PlayEnd {
        score: "*".to_owned(),
        title: "The engine has failed: the game is broken off".to_owned(),
        articles: Vec::new(),
        why: Some(error.to_owned()),
        line: None,
        kind: None,
    });
}

/// A casual game that goes on from an earlier position.
fn continued(session: &PlaySession, ply: usize) -> Result<PlaySession, PlayRefusal> {
    if session.phase() != PlayPhase::Over {
        return Err(PlayRefusal::new("the game is not over"));
    }
    if ply > session.game.ply() {
        return Err(PlayRefusal::new("the game is shorter"));
    }
    let terms = PlayTerms {
        rated: false,
        ..session.terms.clone()
    };
    let mut next = PlaySession::new(terms, unix_ms());
    for &mv in &session.game.moves()[..ply] {
        next.game.play_legal(mv);
    }
    next.mains = session.mains[..=ply].to_vec();
    // A player whose flag fell has what was left before the last move.
    let left = Color::ALL.map(|color| {
        let mains = next.mains.iter().rev().map(|mains| mains[color.index()]);
        mains
            .clone()
            .find(|main| !main.is_zero())
            .unwrap_or_default()
    });
    next.mains[ply] = left;
    next.set_clocks(ply, left);
    next.end = None;
    next.end_by_position();
    if next.end.is_some() {
        return Err(PlayRefusal::new("the game is over in this position"));
    }
    Ok(next)
}

#[derive(Serialize)]
struct BoardAnalysis {
    ply: usize,
    lines: Vec<BoardLine>,
}

#[derive(Serialize)]
struct BoardLine {
    /// Centipawns, or `#3`, `#-3`; White's point of view.
    score: serde_json::Value,
    depth: u16,
    moves: String,
    san: String,
}

fn analysis_json(board: &Board, ply: usize, depth: u16, lines: &[(Score, Vec<Move>)]) -> String {
    let sign = if board.stm() == Color::White { 1 } else { -1 };
    let lines = lines.iter().map(|(score, moves)| {
        let score = match score.mate_moves() {
            Some(mate) => format!("#{}", sign * mate).into(),
            None => (sign * score.centipawns()).into(),
        };
        let moves = &moves[..moves.len().min(MAX_LINE)];
        let uci: Vec<String> = moves.iter().map(Move::to_string).collect();
        BoardLine {
            score,
            depth,
            moves: uci.join(" "),
            san: san::numbered_line(board, moves),
        }
    });
    to_json(&BoardAnalysis {
        ply,
        lines: lines.collect(),
    })
}

/// Tells the watcher how far a review is.
struct TableProgress {
    table: std::sync::Weak<PlayTable>,
    done: usize,
    of: usize,
}

impl TableProgress {
    fn tell(&self) {
        if let Some(hub) = self.table.upgrade() {
            let data = format!(r#"{{"done":{},"of":{}}}"#, self.done, self.of);
            hub.lock().tell("review", data);
        }
    }
}

impl ReviewProgress for TableProgress {
    fn begin(&mut self, positions: usize) {
        self.of = positions;
        self.tell();
    }

    fn advance(&mut self) {
        self.done += 1;
        self.tell();
    }
}

/// The page of the review of a game; `None` if it was cancelled or is impossible.
fn reviewed(pgn: &str, cancelled: &AtomicBool, progress: &mut TableProgress) -> Option<String> {
    let mut reviewer = Reviewer::new(ReviewSettings {
        limits: AnalysisLimits {
            nodes: Some(REVIEW_NODES),
            ..AnalysisLimits::default()
        },
        jobs: thread::available_parallelism().map_or(1, std::num::NonZero::get),
        threads: 1,
        hash: REVIEW_HASH,
        players: PlayerChoice::Both,
        curve: Some(WinCurve::People),
        judge: JudgeSettings::default(),
    })
    .ok()?;
    let raw = RawGame::new(pgn.to_owned());
    let game = RecordedGame::read(&raw, None).ok()?;
    let review = reviewer
        .review(&game, "this game", cancelled, progress)
        .ok()??;
    let limits = format!("{REVIEW_NODES} nodes a position");
    Some(page(&[review], &limits))
}

impl PlaySettings {
    /// Checks the settings.
    ///
    /// # Errors
    /// A sentence that says which setting cannot be used.
    pub fn check(&self) -> Result<(), PlayRefusal> {
        self.terms(&mut Rng::new(1)).map(drop).map_err(PlayRefusal)
    }
}
