//! The state of the table: the game, the searches, the file, the watcher.

use super::watcher::{PlayEvent, PlayWatcher};
use crate::play::adjourn;
use crate::play::opponent::Opponent;
use crate::play::page_state::PlayState;
use crate::play::refusal::PlayRefusal;
use crate::play::saved_game::{PlayRecord, pgn_of};
use crate::play::session::{ARBITER, PlayPhase, PlaySession};
use crate::play::settings::PlayTerms;
use crate::time::StopToken;
use crate::types::{Key, Move, Rng};
use crate::util::file;
use crate::util::process_lock::ProcessLock;
use serde_json::json;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The name of the file of finished games, beside the file of the game.
const FINISHED_GAMES: &str = "games.pgn";

/// True for a path that is no file for a game in progress: finished games are added to such a file, or it belongs to the file
/// of another game.
pub fn is_reserved(file: &Path) -> bool {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let belongs = |ending: &&str| name.ends_with(*ending);
    name == FINISHED_GAMES
        || [".lock", ".adjourned.json", ".envelope.json"]
            .iter()
            .any(belongs)
}

/// How often a running game is saved.
const SAVE_INTERVAL: Duration = Duration::from_secs(1);

/// What the lock of the table guards.
pub(in crate::play) struct TableState {
    pub session: Option<PlaySession>,
    /// The number of the game.
    pub game: u64,
    pub version: u64,
    pub opponent: Opponent,
    pub analyst: Opponent,
    /// The search of the opponent, and its number: the answers of earlier ones do not count any more.
    pub thinking: Option<(u64, StopToken)>,
    pub searches: u64,
    /// The half-moves before the position that is analysed. While a hint is searched, the token is stopped.
    pub analysing: Option<(usize, StopToken)>,
    /// The move that was asked for, and its position.
    pub hint: Option<(Key, Move)>,
    /// The position for which a hint was asked last and is being searched.
    pub hinting: Option<Key>,
    pub review: Option<String>,
    pub reviewing: Option<StopToken>,
    pub rng: Rng,
    pub file: PathBuf,
    /// The file contains a game that did not end and is not on the table.
    pub kept: bool,
    saved: Instant,
    save_failed: bool,
    pub watcher: Option<Box<dyn PlayWatcher>>,
    /// Somebody has watched: from then on the clock runs, and the engine thinks.
    pub attended: bool,
    _lock: ProcessLock,
}

impl TableState {
    /// The state before the first game. A game in the file that did not end is kept.
    ///
    /// # Errors
    /// The system gives no threads.
    pub fn new(file: &Path, seed: u64, lock: ProcessLock) -> std::io::Result<Self> {
        let kept = !file::is_stream(file)
            && file::read_text(file).is_ok_and(|text| PlayRecord::is_unfinished(&text));
        Ok(Self {
            session: None,
            game: 0,
            version: 0,
            opponent: Opponent::start()?,
            analyst: Opponent::start()?,
            thinking: None,
            searches: 0,
            analysing: None,
            hint: None,
            hinting: None,
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
        })
    }

    pub fn session(&mut self) -> Result<&mut PlaySession, PlayRefusal> {
        let missing = || PlayRefusal::new("there is no game yet");
        self.session.as_mut().ok_or_else(missing)
    }

    /// Puts the game of the file on the table.
    pub fn reopen(&mut self) -> Result<(), PlayRefusal> {
        let text = file::read_text(&self.file).map_err(PlayRefusal::new)?;
        let session = PlayRecord::session(&text);
        let mut session =
            session.map_err(|error| PlayRefusal(format!("{}: {error}", self.file.display())))?;
        adjourn::name_files(&mut session, &self.file);
        self.begin(session);
        Ok(())
    }

    /// Before another game: adds a finished game to a file in PGN, and renames a file that is something else, such as a
    /// game that was kept or is in progress. Returns where the game is now; `None` if there is none.
    pub fn put_away(&self) -> Result<Option<String>, PlayRefusal> {
        let is_used =
            std::fs::metadata(&self.file).is_ok_and(|file| file.is_file() && file.len() > 0);
        // A game that could not be saved is only here.
        let is_unsaved = self
            .session
            .as_ref()
            .is_some_and(|it| it.phase() == PlayPhase::Over);
        if !is_used && !is_unsaved {
            return Ok(None);
        }
        let of_file = || PlayRecord::session(&file::read_text(&self.file).unwrap_or_default()).ok();
        let kept = self.session.is_none().then(of_file).flatten();
        if let Some(session) = self.session.as_ref().or(kept.as_ref()) {
            let phase = session.phase();
            let has_content = matches!(phase, PlayPhase::Adjourned | PlayPhase::Over);
            if session.game.ply() == 0 && !has_content {
                return Ok(None);
            }
            if phase == PlayPhase::Over {
                let path = self.file.with_file_name(FINISHED_GAMES);
                add_to(&path, &pgn_of(session)).map_err(|error| {
                    PlayRefusal(format!("{} cannot be written: {error}", path.display()))
                })?;
                return Ok(Some(path.display().to_string()));
            }
        }
        let renamed = rename_aside(&self.file).map_err(|error| {
            PlayRefusal(format!(
                "{} cannot be renamed to make room: {error}",
                self.file.display()
            ))
        })?;
        Ok(Some(renamed.display().to_string()))
    }

    /// Puts a game on the table.
    pub fn begin(&mut self, session: PlaySession) {
        self.stop_thinking();
        self.stop_analysis();
        self.kept = false;
        if let Some(token) = self.reviewing.take() {
            token.stop();
        }
        self.game += 1;
        (self.hint, self.review) = (None, None);
        self.analyst.new_game(PlayTerms {
            engine: None,
            ..session.terms.clone()
        });
        self.opponent.new_game(session.terms.clone());
        self.session = Some(session);
    }

    /// The move that was asked for, if it is for this position and may be played.
    pub fn playable_hint(&self) -> Option<Move> {
        let (session, (position, mv)) = (self.session.as_ref()?, self.hint?);
        let fits = position == session.game.board().key() && session.choices().contains(&mv);
        fits.then_some(mv)
    }

    /// Starts the clock, if somebody watches.
    pub fn start(&mut self) {
        if self.attended
            && let Some(session) = &mut self.session
        {
            session.start(Instant::now());
        }
    }

    pub fn stop_thinking(&mut self) {
        if let Some((_, token)) = self.thinking.take() {
            token.stop();
        }
    }

    pub fn stop_analysis(&mut self) {
        if let Some((_, token)) = self.analysing.take() {
            token.stop();
        }
    }

    /// When there is something to do about the clock; `None` while none runs.
    pub fn next_tick(&self) -> Option<Instant> {
        let flag = self.session.as_ref()?.flag_time();
        self.next_save().or(flag)
    }

    /// When a running game is to be saved without an action; `None` if its flag falls soon, which must be ruled in time.
    pub fn next_save(&self) -> Option<Instant> {
        let session = self.session.as_ref()?;
        // Without a flag to fall, one is down and nobody has claimed it.
        session.since?;
        let next = self.saved + SAVE_INTERVAL;
        let is_soon = |flag| flag <= next + SAVE_INTERVAL;
        (!session.flag_time().is_some_and(is_soon)).then_some(next)
    }

    /// Rules on a flag that has fallen by now. True if something has changed.
    pub fn rule_fallen_flag(&mut self, now: Instant) -> bool {
        let Some(session) = &mut self.session else {
            return false;
        };
        let before = session.notes_written();
        if let Some(color) = session.notice_flag(now) {
            let caller = session.rules().flag_caller;
            if let Err(refusal) = session.rule_flag(color, caller, now) {
                session.abandon("The flag fall cannot be ruled on", refusal.to_string());
            }
        }
        session.notes_written() != before
    }

    pub fn take_back(&mut self, now: Instant) -> Result<(), PlayRefusal> {
        let session = self.session()?;
        if session.terms.rated || session.phase() != PlayPhase::Playing {
            return Err(PlayRefusal::new(
                "moves can be taken back only in a casual game that is in progress",
            ));
        }
        let plies = session.plies_to_take_back();
        if session.game.ply() < plies {
            return Err(PlayRefusal::new("there is no move to take back"));
        }
        session.take_back(plies, now);
        self.stop_thinking();
        Ok(())
    }

    /// Saves the game to disk.
    pub fn save(&mut self, now: Instant) {
        let Some(session) = &mut self.session else {
            return;
        };
        let json = PlayRecord::new(session, now).to_json();
        let result = file::replace(&self.file, json.as_bytes());
        self.saved = Instant::now();
        if let Err(error) = &result
            && !self.save_failed
        {
            let text = format!("The game cannot be saved: {error}");
            session.note(ARBITER, text, &[]);
        }
        self.save_failed = result.is_err();
    }

    pub fn state(&self, now: Instant) -> String {
        let Some(session) = &self.session else {
            let (version, kept) = (self.version, self.kept);
            let empty = json!({"version": version, "game": 0, "phase": "setup", "kept": kept});
            return empty.to_string();
        };
        let state = PlayState::new(self, session, now);
        serde_json::to_string(&state).expect("texts and numbers are JSON")
    }

    pub fn tell(&mut self, name: &'static str, data: String) {
        let event = PlayEvent { name, data };
        self.watcher.take_if(|watcher| !watcher.tell(&event));
    }
}

/// Adds a game to a file of games, completely or not at all.
fn add_to(path: &Path, pgn: &str) -> std::io::Result<()> {
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    let end = file.metadata()?.len();
    let added = file
        .write_all(pgn.as_bytes())
        .and_then(|()| file.sync_data());
    if added.is_err() {
        // The first error says why the file was not written.
        let _ = file.set_len(end);
    }
    added
}

/// Renames the file of a game and those of its adjournment to the first free name, such as `game-2.json`.
fn rename_aside(file: &Path) -> std::io::Result<PathBuf> {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let mut number = 2;
    let renamed = loop {
        let path = file.with_file_name(format!("{stem}-{number}.json"));
        if !path.exists() && !adjourn::files(&path).iter().any(|path| path.exists()) {
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
    // The next game gets the old name, so the new one must be on disk.
    file::sync_folder_of(&renamed)?;
    Ok(renamed)
}
