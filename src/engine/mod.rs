//! The engine behind the protocol: options, table, memory and game, and the thread that searches. It neither reads nor
//! prints.

pub mod bench;
pub mod glance;
pub mod offers;
pub mod options;
pub mod position;
pub mod ruling;

pub use position::{Position, PositionError, Start};
pub use ruling::Ruling;

use crate::board::Board;
use crate::laws::control::TimeControl;
use crate::laws::edition::Rules;
use crate::laws::game::Game;
use crate::laws::winnable::Memo;
use crate::notation::uci_move;
use crate::search::{self, SearchListener, SearchRequest, SearchResult, SearchThreads};
use crate::time::{
    ClockSettings, LagMeter, MoveTiming, NEXT_PERIOD_MOVES, SearchLimits, StopToken, TimeBudget,
    TimeManager,
};
use crate::tt::TranspositionTable;
use crate::types::{Color, MoveList, Score};
use offers::Offers;
use options::{Effect, OptionError, OptionId, Options};
use std::sync::Arc;
use std::time::{Duration, Instant};

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

/// The clock of the side to move when its last search began, to be compared with the next.
struct LastClock {
    exchange: MoveTiming,
    moves_to_go: Option<u32>,
    moves: usize,
    start: Start,
    received: Instant,
}

/// The engine of one client.
pub struct Engine {
    options: Options,
    table: Arc<TranspositionTable>,
    /// `None` while a search thread has it.
    memory: Option<SearchThreads>,
    position: Option<Position>,
    /// What was proved about the game.
    memo: Memo,
    lag: LagMeter,
    last_clock: Option<LastClock>,
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
            memo: Memo::default(),
            lag: LagMeter::default(),
            last_clock: None,
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
        self.lag.clear();
        self.last_clock = None;
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
        self.options.draw_offers && self.offers.note(score, position.board().game_ply())
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
        let spare = limits.spare(game.board().stm());
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
            earlier: position.earlier(),
            moves,
            lines: self.options.multi_pv as usize,
            evaluation: self.options.evaluation.clone(),
            limits: limits.clone(),
            thorough: limits.infinite || limits.ponder || self.options.analyse_mode,
            dead,
        };
        let conditions = self.conditions(limits, &ticket);
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
        if let Some(last) = &mut self.last_clock {
            last.exchange.used = milliseconds(now.saturating_duration_since(last.received));
        }
        finished.outcome
    }

    /// What is known of the clock; learns from what became of it since the last search.
    fn conditions(&mut self, limits: &SearchLimits, ticket: &StopToken) -> ClockSettings {
        let overhead = i64::from(self.options.move_overhead);
        let delay = i64::from(self.options.clock_delay);
        let Some(position) = &self.position else {
            return ClockSettings::default();
        };
        let side = position.board().stm().index();
        // An analysis has no clock, whatever stands beside it.
        let clock = limits.clocks[side].filter(|_| !limits.infinite);
        if let (Some(now), Some(mut last)) = (clock, self.last_clock.take()) {
            last.exchange.now = now;
            last.exchange.consecutive =
                last.start == *position.start() && last.moves + 2 == position.moves().len();
            last.exchange.new_period = last
                .moves_to_go
                .is_some_and(|before| limits.moves_to_go.is_none_or(|left| left >= before));
            self.lag.record(&last.exchange);
        }
        if let Some(before) = clock {
            self.last_clock = Some(LastClock {
                exchange: MoveTiming {
                    before,
                    increment: limits.increments[side],
                    delay,
                    pondered: limits.ponder,
                    ..MoveTiming::default()
                },
                moves_to_go: limits.moves_to_go,
                moves: position.moves().len(),
                start: position.start().clone(),
                received: ticket.received(),
            });
        }
        let later = self.options.periods.as_ref().and_then(|control| {
            let made = position.moves().len() as u32 / 2;
            later(control, made, limits.moves_to_go?)
        });
        ClockSettings {
            later,
            ..self
                .lag
                .conditions(overhead, delay, self.options.clock_delay_mode)
        }
    }
}

/// What the periods after the present one will bring for [`NEXT_PERIOD_MOVES`] moves, in milliseconds. The present one is the
/// last in which so many moves can be to go after at most `made` moves; book moves may not have counted. `None` if there
/// is none.
fn later(control: &TimeControl, made: u32, moves_to_go: u32) -> Option<i64> {
    let (mut first, mut next) = (0, None);
    for index in 0.. {
        let Some(moves) = control.period(index).moves else {
            break;
        };
        if moves_to_go <= moves && first + moves - moves_to_go <= made {
            next = Some(index + 1);
        }
        first += moves;
        if first > made {
            break;
        }
    }
    let period = control.period(next?);
    let share = match period.moves {
        Some(moves) if moves > NEXT_PERIOD_MOVES => {
            period.base_ms * u64::from(NEXT_PERIOD_MOVES) / u64::from(moves)
        }
        _ => period.base_ms,
    };
    let later = share + u64::from(NEXT_PERIOD_MOVES) * (period.inc_ms + period.delay_ms);
    Some(i64::try_from(later).unwrap_or(i64::MAX))
}

fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_periods_are_found_by_the_moves_to_go() {
        let control: TimeControl = "40/5400+30:20/3600:900+10".parse().expect("a time control");
        // In the first period, with and without book moves; in the second; in the last; in none.
        assert_eq!(later(&control, 0, 40), Some(3_600_000));
        assert_eq!(later(&control, 14, 30), Some(3_600_000));
        assert_eq!(later(&control, 41, 19), Some(1_100_000));
        assert_eq!(later(&control, 45, 20), Some(1_100_000));
        assert_eq!(later(&control, 0, 41), None);
        let repeating: TimeControl = "40/60".parse().expect("a time control");
        assert_eq!(later(&repeating, 100, 20), Some(30_000));
        let sudden_death: TimeControl = "60+1".parse().expect("a time control");
        assert_eq!(later(&sudden_death, 3, 10), None);
    }
}
