//! The lock of the table, and what a person does.

use super::table_state::TableState;
use super::watcher::PlayWatcher;
use crate::play::act::{ActAnswer, PlayAct};
use crate::play::adjourn;
use crate::play::refusal::PlayRefusal;
use crate::play::saved_game::pgn_of;
use crate::play::session::{ARBITER, PlaySession};
use crate::play::settings::PlaySettings;
use crate::util::date::unix_ms;
use crate::util::mutex;
use crate::util::process_lock::ProcessLock;
use flume::RecvTimeoutError;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, Weak};
use std::thread;
use std::time::Instant;

/// The table.
pub struct PlayTable {
    inner: Mutex<TableState>,
    /// Wakes the thread that keeps the time: a clock may have begun to run, or stands.
    changed: flume::Sender<()>,
}

impl PlayTable {
    /// A table whose game is saved in `file`. A game that is in it and did not end is kept: see [`Self::reopen`].
    ///
    /// # Errors
    /// Another process uses the file, or the system gives no threads.
    pub fn new(file: &Path, seed: u64) -> Result<Arc<Self>, PlayRefusal> {
        let lock = ProcessLock::of_file(file).map_err(PlayRefusal::new)?;
        let state = TableState::new(file, seed, lock).map_err(PlayRefusal::new)?;
        let (changed, changes) = flume::bounded(1);
        let table = Arc::new(Self {
            changed,
            inner: Mutex::new(state),
        });
        let clock = Arc::downgrade(&table);
        thread::Builder::new()
            .name("clock".to_owned())
            .spawn(move || keep_time(&clock, &changes))
            .map_err(PlayRefusal::new)?;
        Ok(table)
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, TableState> {
        // A panic in another thread leaves the game as it was after the last action.
        mutex::lock(&self.inner)
    }

    /// Continues the game of the file. Its clock stands until somebody watches.
    ///
    /// # Errors
    /// The file cannot be read, or is no game.
    pub fn reopen(self: &Arc<Self>) -> Result<(), PlayRefusal> {
        self.lock().reopen()
    }

    /// Lets the engine play from a Polyglot opening book.
    ///
    /// # Errors
    /// The file is not a book.
    pub fn use_book(&self, path: &str) -> Result<(), PlayRefusal> {
        // The engine may need the lock before it answers.
        let answer = self.lock().opponent.use_book(path);
        let answer = answer.recv().map_err(PlayRefusal::new)?;
        answer.map_err(PlayRefusal)
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
        // The lock may be held until a game is saved.
        let now = Instant::now();
        let mut table = self.lock();
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
        } else if table.next_save().is_some_and(|next| now >= next) {
            // The player goes on thinking, so the clock runs on.
            table.save(now);
        }
        table.next_tick()
    }

    /// The game as PGN; `None` if there is none.
    pub fn pgn(&self) -> Option<String> {
        self.lock().session.as_ref().map(pgn_of)
    }

    /// The settings of the game, for another one like it; `None` if there is no game.
    pub fn settings(&self) -> Option<PlaySettings> {
        let table = self.lock();
        let session = table.session.as_ref()?;
        Some(session.terms.settings.clone())
    }

    /// The page of the review, once it is made.
    pub fn review(&self) -> Option<String> {
        self.lock().review.clone()
    }

    /// The state as JSON.
    pub fn state(&self) -> String {
        self.lock().state(Instant::now())
    }

    /// Saves, which no player is charged for, lets the engine think, and tells the watcher.
    pub(super) fn after(self: &Arc<Self>, table: &mut TableState) {
        let before = Instant::now();
        table.version += 1;
        table.save(before);
        let now = Instant::now();
        if let Some(session) = &mut table.session {
            session.forgive(now - before);
        }
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
                note_previous(&mut session, put_away);
                for warning in std::mem::take(&mut session.terms.warnings) {
                    session.note(ARBITER, warning, &[]);
                }
                table.begin(session);
                table.start();
            }
            PlayAct::Reopen => {
                if table.session.is_some() {
                    return Err(PlayRefusal::new("there is already a game"));
                }
                table.reopen()?;
                table.start();
            }
            PlayAct::Continue { ply } => {
                let mut session = table.session()?.continued(ply, unix_ms())?;
                note_previous(&mut session, table.put_away()?);
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
}

/// Notes where the previous game is.
fn note_previous(session: &mut PlaySession, path: Option<String>) {
    if let Some(path) = path {
        let text = format!("The previous game is now in {path}.");
        session.note(ARBITER, text, &[]);
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
