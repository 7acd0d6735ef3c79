//! The engine behind the protocol: options, table, memory and game, and the thread that searches. It neither reads nor
//! prints.

pub mod bench;
mod clock;
pub mod glance;
pub mod offers;
pub mod options;
pub mod position;
pub mod ruling;

pub use position::{Position, PositionError, Start};
pub use ruling::Ruling;

use crate::board::Board;
use crate::laws::edition::Rules;
use crate::laws::game::Game;
use crate::laws::winnable::WinnabilityCache;
use crate::notation::uci_move;
use crate::search::{self, SearchListener, SearchRequest, SearchResult, SearchThreads};
use crate::time::{SearchLimits, StopToken, TimeBudget, TimeManager};
use crate::tt::TranspositionTable;
use crate::types::{Color, MoveList, Score};
use clock::ClockTracker;
use offers::Offers;
use options::{Effect, OptionError, OptionId, Options};
use std::sync::Arc;
use std::time::Instant;

/// What a search thread gives back.
pub struct Finished {
    /// What was found.
    pub outcome: SearchResult,
    memory: SearchThreads,
}

/// The time a search has been given.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Milliseconds that are expected to be lost per move between our clock and the client's.
    pub lag: i64,
    /// The bounds; `None` if no clock runs.
    pub budget: Option<TimeBudget>,
}

/// The engine of one client.
pub struct Engine {
    options: Options,
    table: Arc<TranspositionTable>,
    /// `None` while a search thread has it.
    memory: Option<SearchThreads>,
    position: Option<Position>,
    /// What was proved about the game.
    memo: WinnabilityCache,
    clock: ClockTracker,
    offers: Offers,
}

/// The smallest table, in MiB, is assumed to be available.
const SMALLEST_TABLE: usize = 1;

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

impl Engine {
    /// An engine with its options at their defaults and the initial position on the board.
    pub fn new() -> Self {
        let options = Options::default();
        let (table, _) = allocate(options.hash as usize, 1);
        Self {
            memory: Some(SearchThreads::new(options.threads as usize)),
            options,
            table: Arc::new(table),
            position: Some(Position::default()),
            memo: WinnabilityCache::default(),
            clock: ClockTracker::default(),
            offers: Offers::default(),
        }
    }

    /// The options.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// The game, unless the client's last `position` was refused.
    pub const fn position(&self) -> Option<&Position> {
        self.position.as_ref()
    }

    /// Sets an option and does what follows from it. Returns what had to be corrected.
    ///
    /// # Errors
    /// When the value is refused; nothing has changed then.
    pub fn set(&mut self, id: OptionId, text: &str) -> Result<Vec<String>, OptionError> {
        let change = self.options.set(id, text)?;
        let mut warnings: Vec<String> = change.warning.into_iter().collect();
        match (id, change.effect) {
            (_, Effect::Unchanged) => {}
            (OptionId::Hash, _) => warnings.extend(self.resize()),
            (OptionId::Threads, _) => {
                if let Some(memory) = &mut self.memory {
                    memory.resize(self.options.threads as usize);
                }
            }
            // What was found with another evaluation no longer holds.
            (OptionId::EvalFile, _) => self.forget(),
            (OptionId::ClearHash, _) => self.table.clear(self.options.threads as usize),
            _ => {}
        }
        Ok(warnings)
    }

    /// Makes the table as large as the option says, or as large as memory allows.
    fn resize(&mut self) -> Option<String> {
        let wanted = self.options.hash as usize;
        // The old table goes first: both may not fit.
        self.table = Arc::new(allocate(SMALLEST_TABLE, 1).0);
        let (table, got) = allocate(wanted, self.options.threads as usize);
        self.table = Arc::new(table);
        self.options.hash = got as u32;
        (got < wanted).then(|| format!("option Hash: {wanted} MiB do not fit, {got} MiB are used"))
    }

    /// What comes next belongs to another game: everything learned is forgotten, the board stays.
    pub fn new_game(&mut self) {
        self.forget();
        self.clock = ClockTracker::default();
        self.offers = Offers::default();
    }

    /// Forgets what searches have found.
    fn forget(&mut self) {
        self.table.clear(self.options.threads as usize);
        if let Some(memory) = &mut self.memory {
            memory.clear();
        }
    }

    /// Whether to offer a draw with the move that a search of the game has found (Article 9.1).
    pub fn offers_draw(&mut self, score: Score) -> bool {
        let Some(position) = &self.position else {
            return false;
        };
        self.options.laws_draws.offers() && self.offers.note(score, position.board().game_ply())
    }

    /// Sets up a game. Returns what was left out of its FEN.
    ///
    /// # Errors
    /// When there is no such game. Then there is no position at all, so that nobody is answered for a board he has
    /// not asked about.
    pub fn set_position(
        &mut self,
        start: Start,
        moves: Vec<String>,
    ) -> Result<Vec<String>, PositionError> {
        let known = self.position.take().unwrap_or_default();
        let is_new = known.start() != &start;
        let (before, ply) = (*known.board(), known.game().ply());
        let position = known.follow(start, moves)?;
        self.remember(&before, ply, position.game());
        let mut warnings = Vec::new();
        if is_new {
            warnings.extend(
                position
                    .warnings()
                    .iter()
                    .map(|warning| format!("FEN: {warning}")),
            );
            if position.board().is_chess960() && !self.options.chess960 {
                warnings.push("position: castling needs UCI_Chess960, which is off".to_owned());
            }
        }
        self.position = Some(position);
        Ok(warnings)
    }

    /// Lets what was proved about the game follow it from a board and ply of old, or forgets it with that game.
    fn remember(&mut self, before: &Board, ply: usize, game: &Game) {
        if game.board_at(ply) != Some(before) {
            return self.memo.clear();
        }
        for (board, &mv) in game.boards().iter().zip(game.moves()).skip(ply) {
            self.memo.play(board, mv);
        }
    }

    /// Forgets the game, because the client's `position` could not be read.
    pub fn withdraw_position(&mut self) {
        self.position = None;
    }

    /// What the chosen edition of the Laws says for the chosen mode of play.
    pub fn rules(&self) -> Rules {
        self.options.laws_edition.rules(self.options.laws_mode)
    }

    /// What the Laws say of the game, as far as it can be said before a search under these limits; `None` without a
    /// position.
    pub fn rule(&mut self, limits: &SearchLimits) -> Option<Ruling> {
        let rules = self.rules();
        let game = self.position.as_ref()?.game();
        let spare = limits.side_task_time(game.board().stm());
        Some(Ruling::at_once(game, &rules, &mut self.memo, spare))
    }

    /// The sides that can no longer give mate and of which that was not said before in this game.
    pub fn newly_hopeless(&mut self, ruling: &Ruling) -> Vec<Color> {
        self.position
            .as_mut()
            .map_or_else(Vec::new, |position| position.newly_hopeless(ruling))
    }

    /// Swaps the colours on the board.
    pub fn flip(&mut self) {
        if let Some(position) = &mut self.position {
            position.flip();
        }
    }

    /// The legal moves among the wanted ones, and a warning for each of the others; all legal moves if no wishes are
    /// stated.
    pub fn root_moves(&self, wanted: Option<&[String]>) -> (MoveList, Vec<String>) {
        let Some(position) = &self.position else {
            return (MoveList::new(), Vec::new());
        };
        let Some(wanted) = wanted else {
            return (position.board().legal_moves(), Vec::new());
        };
        let mut moves = MoveList::new();
        let mut warnings = Vec::new();
        for text in wanted {
            match uci_move::parse(position.board(), text) {
                Ok(mv) if moves.contains(&mv) => {}
                Ok(mv) => moves.push(mv),
                Err(error) => warnings.push(format!("searchmoves: {error}")),
            }
        }
        (moves, warnings)
    }

    /// Searches on a thread of its own, which calls `done` when it ends; [`Engine::finish`] wants what it is given.
    /// In a `dead` position every score is exactly zero.
    ///
    /// # Errors
    /// When the system refuses the thread, when there is no position, or while another search runs; nothing has begun
    /// then.
    pub fn search(
        &mut self,
        limits: &SearchLimits,
        moves: MoveList,
        dead: bool,
        ticket: StopToken,
        mut listener: Box<dyn SearchListener>,
        done: impl FnOnce(Finished) + Send + 'static,
    ) -> std::io::Result<Plan> {
        let Some(position) = &self.position else {
            return Err(std::io::Error::other("there is no position"));
        };
        let Some(mut memory) = self.memory.take() else {
            return Err(std::io::Error::other("a search is running"));
        };
        let request = SearchRequest {
            board: *position.board(),
            key_history: position.earlier(),
            root_moves: moves,
            multi_pv: self.options.multi_pv as usize,
            evaluation: self.options.evaluation.clone(),
            limits: limits.clone(),
            analysis: limits.infinite || limits.ponder || self.options.analyse_mode,
            dead_position: dead,
        };
        let conditions = self
            .clock
            .conditions(limits, position, &self.options, ticket.received());
        let board = &request.board;
        let budget = TimeBudget::new(limits, board.stm(), board.game_ply(), &conditions);
        let timer = TimeManager::new(ticket, budget);
        let plan = Plan {
            lag: conditions.lag,
            budget,
        };
        let table = Arc::clone(&self.table);
        let thread = search::thread_builder().spawn(move || {
            let outcome = search::run(&request, &table, &mut memory, timer, listener.as_mut());
            // Whoever hears that the search is done may want the table for himself.
            drop(table);
            done(Finished { outcome, memory });
        });
        if let Err(error) = thread {
            self.memory = Some(SearchThreads::new(self.options.threads as usize));
            return Err(error);
        }
        Ok(plan)
    }

    /// Takes back what a search thread had; its answer is out at `now`.
    pub fn finish(&mut self, finished: Finished, now: Instant) -> SearchResult {
        let mut memory = finished.memory;
        memory.resize(self.options.threads as usize);
        self.memory = Some(memory);
        self.clock.answered(now);
        finished.outcome
    }
}

/// A table of the wanted size, or of the largest power-of-two fraction of it that fits, and its size in MiB.
fn allocate(mebibytes: usize, threads: usize) -> (TranspositionTable, usize) {
    let limit = physical_memory().map_or(usize::MAX, |total| total / 4 * 3);
    let mut size = mebibytes.max(SMALLEST_TABLE);
    while size > SMALLEST_TABLE && size > limit {
        size /= 2;
    }
    loop {
        match TranspositionTable::new(size, threads) {
            Ok(table) => return (table, size),
            Err(_) if size > SMALLEST_TABLE => size /= 2,
            Err(error) => panic!("not even {SMALLEST_TABLE} MiB for the table: {error}"),
        }
    }
}

/// The memory of the machine in MiB, where the system tells.
fn physical_memory() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("MemTotal:"))?;
    let kibibytes: usize = line.split_ascii_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes / 1024)
}
