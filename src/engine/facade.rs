//! The engine as one object: options, tables and the current game, and the effects of changing them.

use super::draw_offers::DrawOfferPolicy;
use super::gui_clock::ClockTracker;
use super::laws_report::LawsReport;
use super::node_clock::NodeClock;
use super::options::{Effect, OptionError, OptionId, Options};
use super::own_book::OwnBook;
use super::strength::{LimitedPlayer, StrengthLevel};
use super::tablebases::LoadedTables;
use crate::board::Board;
use crate::laws::edition::Rules;
use crate::laws::game::Game;
use crate::laws::winnable::WinnabilityCache;
use crate::search::{SearchThreads, THREAD_MEMORY, search_memory};
use crate::tt::TranspositionTable;
use crate::types::Score;
use crate::util::huge_pages::is_available;
use crate::util::memory::usable_memory;
use crate::util::seed::random_seed;
use std::fmt;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// The engine façade: options, tables and the current game behind one interface.
///
/// [`Engine::search_blocking`] searches and waits, [`Engine::search_with`] also reports and can be stopped, and
/// [`Engine::go`] returns at once. Options are set as in UCI:
///
/// ```
/// use compongo::Engine;
/// use compongo::engine::options::OptionId;
///
/// let mut engine = Engine::new();
/// let warnings = engine.set(OptionId::MultiPv, "1000")?;
/// assert_eq!((engine.options().multi_pv, warnings.len()), (256, 1));
/// # Ok::<(), compongo::engine::options::OptionError>(())
/// ```
pub struct Engine {
    pub(super) options: Options,
    pub(super) table: Arc<TranspositionTable>,
    /// `None` while a search thread owns it.
    pub(super) threads: Option<SearchThreads>,
    pub(super) game: Option<Game>,
    /// For White and Black, the ply at which a report said that the side cannot give mate; `None` if none has said so.
    pub(super) cannot_mate: [Option<usize>; 2],
    /// Proofs about the current game.
    pub(super) memo: WinnabilityCache,
    pub(super) clock: ClockTracker,
    pub(super) node_clock: NodeClock,
    /// The ply and the score of the last search whose move was played in this game.
    pub(super) last_score: Option<(usize, Score)>,
    pub(super) draw_offers: DrawOfferPolicy,
    /// The opponent has offered a draw that no move has answered.
    pub(super) draw_offered: bool,
    pub(super) tables: LoadedTables,
    pub(super) book: OwnBook,
    /// The seed of this game's book moves and errors below full strength.
    game_seed: u64,
    /// The size of the table that was asked for last, in MiB, if the table got smaller.
    hash_that_does_not_fit: Option<u32>,
}

/// How long the engine waits for the memory of a large table; a background thread warms up the rest.
const WARM_UP: Duration = Duration::from_secs(2);

/// How long that thread holds the table at a time.
const WARM_UP_TURN: Duration = Duration::from_millis(50);

/// The interval at which the engine looks whether that thread has let go of a table.
const WARM_UP_POLL: Duration = Duration::from_millis(1);

/// A position that is more half-moves earlier than the last one is of another game.
const MOST_TAKEN_BACK: u32 = 4;

/// The smallest table in MiB, which is assumed to fit.
const SMALLEST_TABLE: usize = 1;

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine")
            .field("options", &self.options)
            .field("game", &self.game)
            .finish_non_exhaustive()
    }
}

impl Engine {
    /// An engine with default options and the start position.
    pub fn new() -> Self {
        let mut options = Options::default();
        let threads = SearchThreads::new(options.threads as usize);
        let (table, got) = allocate(options.hash as usize, threads.threads());
        options.hash = got as u32;
        Self {
            threads: Some(threads),
            options,
            table: Arc::new(table),
            game: Some(Game::default()),
            cannot_mate: [None; 2],
            memo: WinnabilityCache::default(),
            clock: ClockTracker::default(),
            node_clock: NodeClock::default(),
            last_score: None,
            draw_offers: DrawOfferPolicy::default(),
            draw_offered: false,
            tables: LoadedTables::default(),
            book: OwnBook::default(),
            game_seed: random_seed(),
            hash_that_does_not_fit: None,
        }
    }

    /// The current values of all options.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// The current game; `None` after [`Engine::clear_game`].
    pub const fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// Sets an option and applies it. Returns warnings about corrected values and unusable files.
    ///
    /// # Errors
    /// The value is invalid; nothing has changed.
    pub fn set(&mut self, id: OptionId, text: &str) -> Result<Vec<String>, OptionError> {
        let hash_before = self.options.hash;
        let change = self.options.set(id, text)?;
        let mut warnings: Vec<String> = change.warning.into_iter().collect();
        match (id, change.effect) {
            // Another book may be there now.
            (OptionId::BookFile, _) => self.open_book()?,
            (_, Effect::Unchanged) => {}
            (OptionId::Hash, _) => warnings.extend(self.resize(hash_before)),
            (OptionId::Threads, _) => {
                warnings.extend(self.resize_threads());
            }
            (OptionId::SyzygyPath, _) => {
                warnings.extend(self.open_tables()?);
                self.clear_search();
            }
            // Scores from another evaluation or another rule are invalid.
            (OptionId::EvalFile | OptionId::SyzygyFiftyMoves, _) => self.clear_search(),
            (OptionId::ClearHash, _) => self.clear_table(),
            _ => {}
        }
        Ok(warnings)
    }

    /// Sets the number of search threads to the option `Threads`, or to the largest that fits in memory.
    fn resize_threads(&mut self) -> Option<String> {
        let wanted = self.options.threads;
        let most = usable_memory().map_or(usize::MAX, most_threads);
        let got = self.threads.as_mut()?.resize(most.min(wanted as usize)) as u32;
        self.options.threads = got;
        // Fewer threads leave more memory to the table.
        self.hash_that_does_not_fit = None;
        (got < wanted).then(|| {
            format!("option Threads: there is no memory for {wanted} threads; using {got}")
        })
    }

    /// Resizes the table to the option `Hash`, or to the largest size that fits. `before` was the option; a size that is
    /// known not to fit changes nothing.
    fn resize(&mut self, before: u32) -> Option<String> {
        let wanted = self.options.hash;
        if self.hash_that_does_not_fit == Some(wanted) {
            self.options.hash = before;
        } else {
            self.options.hash = self.replace_table(wanted as usize) as u32;
            self.warm_up();
        }
        let got = self.options.hash;
        self.hash_that_does_not_fit = (got < wanted).then_some(wanted);
        (got < wanted)
            .then(|| format!("option Hash: {wanted} MiB do not fit into memory; using {got} MiB"))
    }

    /// Replaces the table by one of the wanted size in MiB, or the largest that fits, and returns its size.
    fn replace_table(&mut self, wanted: usize) -> usize {
        let threads = self.options.threads as usize;
        let smallest = Arc::new(allocate(SMALLEST_TABLE, threads).0);
        let old = std::mem::replace(&mut self.table, smallest);
        old.end_warm_up();
        // Without a search, only the thread that warms it up may still hold it.
        while self.threads.is_some() && Arc::strong_count(&old) > 1 {
            thread::sleep(WARM_UP_POLL);
        }
        // The old and the new table may not fit together.
        drop(old);
        let (table, got) = allocate(wanted, threads);
        self.table = Arc::new(table);
        got
    }

    /// Starts a new game: clears the table and the histories, but keeps the board and the measured lag of the client.
    pub fn new_game(&mut self) {
        self.clear_search();
        self.cannot_mate = [None; 2];
        self.memo.clear();
        self.clock.new_game();
        self.last_score = None;
        self.draw_offered = false;
        self.forget_game();
    }

    /// Forgets what the moves of a game have left behind; also for a client that sends no `ucinewgame`.
    fn forget_game(&mut self) {
        self.node_clock = NodeClock::default();
        self.draw_offers = DrawOfferPolicy::default();
        self.game_seed = random_seed();
    }

    /// Clears the transposition table and the histories.
    fn clear_search(&mut self) {
        self.clear_table();
        if let Some(threads) = &mut self.threads {
            threads.clear();
        }
    }

    fn clear_table(&self) {
        self.table.clear(self.options.threads as usize);
        self.warm_up();
    }

    /// Makes the system provide the memory of the table before a clock runs.
    fn warm_up(&self) {
        if self.table.warm_up(self.options.threads as usize, WARM_UP) {
            return;
        }
        let table = Arc::downgrade(&self.table);
        // The table may be replaced meanwhile, so the thread lets go of it again and again. Without the thread, the
        // searches get the memory as they need it.
        let _ = thread::Builder::new().spawn(move || {
            while table
                .upgrade()
                .is_some_and(|table| !table.warm_up(1, WARM_UP_TURN))
            {}
        });
    }

    /// Notes that the opponent has offered a draw; the next move accepts or refuses it. A search that is stopped before its
    /// ponderhit leaves the offer to the next one; a search that waits for `stop` gives no move, and the offer lapses.
    pub const fn note_draw_offer(&mut self) {
        self.draw_offered = true;
    }

    /// Sets the game whose last position is searched. What is known about the current game stays valid as far as both
    /// games are the same.
    pub fn set_game(&mut self, game: Game) {
        let known = self.game.as_ref().map(Game::boards).unwrap_or_default();
        let pairs = known.iter().zip(game.boards());
        let shared = pairs.take_while(|(known, board)| known == board).count();
        // Reports stay valid after a wrongly guessed reply, or if moves are taken back.
        self.cannot_mate = self.cannot_mate.map(|ply| ply.filter(|&ply| ply < shared));
        self.last_score = self.last_score.filter(|&(ply, _)| ply < shared);
        let ply = known.last().map_or(0, Board::game_ply);
        let known = known.len();
        // A client may send each position of a game by its FEN alone, and take moves back.
        let is_another = game.board().game_ply() + MOST_TAKEN_BACK < ply;
        // Two games may have no more than the start in common.
        if is_another || (shared == 1 && known > 1) {
            self.forget_game();
        }
        if shared == 0 || shared < known {
            self.memo.clear();
        } else {
            let moves = game.boards().iter().zip(game.moves());
            for (board, &mv) in moves.skip(shared - 1) {
                self.memo.play(board, mv);
            }
        }
        self.game = Some(game);
    }

    /// Sets a position without a history.
    pub fn set_board(&mut self, board: Board) {
        self.set_game(Game::new(board));
    }

    /// Removes the game, so that no search answers for the wrong one.
    pub fn clear_game(&mut self) {
        self.game = None;
    }

    /// The rules that the options `Laws Edition` and `Laws Mode` select.
    pub fn rules(&self) -> Rules {
        self.options.laws_edition.rules(self.options.laws_mode)
    }

    /// The state of the current position under the Laws; `None` without a game. Takes several seconds at worst.
    pub fn laws_report(&mut self) -> Option<LawsReport> {
        let rules = self.rules();
        let game = self.game.as_ref()?;
        Some(LawsReport::thorough(game, &rules, &mut self.memo))
    }

    /// The player at the level of the options, for the current position; `None` at full strength.
    pub(super) fn limited_player(&self) -> Option<LimitedPlayer> {
        let level = StrengthLevel::of(&self.options)?;
        Some(LimitedPlayer::new(level, self.seed(), self.game.as_ref()?))
    }

    /// The seed of this game's random choices.
    pub(super) fn seed(&self) -> u64 {
        match self.options.strength_seed {
            0 => self.game_seed,
            seed => seed.into(),
        }
    }
}

/// The most threads that fill no more than a quarter of this much memory, in bytes: the rest is for the table.
fn most_threads(memory: u64) -> usize {
    ((memory / 4) as usize / THREAD_MEMORY).max(1)
}

/// A table of the requested size, or if that does not fit, of a half, a quarter and so on; and its size in MiB. It leaves
/// the memory for a search on `threads` threads, unless it is the smallest one.
pub(super) fn allocate(mebibytes: usize, threads: usize) -> (TranspositionTable, usize) {
    let limit = usable_memory().map_or(usize::MAX, |bytes| (bytes / (1 << 20)) as usize / 4 * 3);
    let mut size = mebibytes.max(SMALLEST_TABLE);
    while size > SMALLEST_TABLE && size > limit {
        size /= 2;
    }
    loop {
        match TranspositionTable::new(size) {
            Ok(table) if size == SMALLEST_TABLE || is_available(search_memory(threads)) => {
                return (table, size);
            }
            Err(error) if size == SMALLEST_TABLE => {
                panic!("{SMALLEST_TABLE} MiB for the hash table: {error}")
            }
            _ => size /= 2,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::uci_move;
    use crate::time::SearchLimits;

    #[test]
    fn threads_fill_a_quarter_of_the_memory() {
        assert_eq!(most_threads(0), 1);
        let most = most_threads(1 << 30);
        assert!((16..=64).contains(&most), "{most} in 1 GiB");
        assert!(most_threads(1 << 34) >= 512);
    }

    #[test]
    fn a_forced_move_keeps_the_score_of_the_move_before() {
        let mut engine = Engine::new();
        let limits = SearchLimits {
            clocks: [Some(60_000), None],
            ..SearchLimits::default()
        };
        let score = Score::new(33);
        for (fen, ply, is_kept) in [
            ("k7/8/8/8/8/8/1r6/K2r4 w - - 0 1", 0, true),
            // The opponent's, if one engine moves for both.
            ("k7/8/8/8/8/8/1r6/K2r4 w - - 0 1", 1, false),
            ("k7/8/8/8/8/8/8/K2R4 w - - 0 1", 0, false),
        ] {
            engine.set_game(Game::new(fen.parse().expect("a position")));
            engine.last_score = Some((ply, score));
            engine.search_blocking(&limits).expect("a search");
            assert_eq!(engine.last_score == Some((0, score)), is_kept, "{fen}");
        }
    }

    fn game(moves: &[&str]) -> Game {
        let mut game = Game::default();
        for mv in moves {
            game.play_legal(uci_move::parse(game.board(), mv).expect("a legal move"));
        }
        game
    }

    #[test]
    fn another_game_begins_anew_without_ucinewgame() {
        let mut engine = Engine::new();
        engine.set_game(game(&["e2e4", "e7e5"]));
        engine.draw_offers.record(Score::ZERO, 2);
        let seed = engine.seed();
        let is_the_same = |engine: &Engine| engine.seed() == seed;
        for moves in [&["e2e4", "e7e5", "g1f3", "g8f6"][..], &["e2e4", "c7c5"]] {
            engine.set_game(game(moves));
            assert!(is_the_same(&engine), "{moves:?}");
            assert_ne!(engine.draw_offers, DrawOfferPolicy::default());
        }
        // The next position by its FEN alone.
        let fen = "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
        engine.set_board(fen.parse().expect("a position"));
        assert!(is_the_same(&engine));
        engine.set_game(game(&["e2e4", "c7c5", "g1f3", "d7d6", "d2d4", "c5d4"]));
        assert!(is_the_same(&engine));
        engine.set_game(game(&["e2e4"]));
        assert!(!is_the_same(&engine));
        engine.draw_offers.record(Score::ZERO, 2);
        engine.set_game(game(&["d2d4"]));
        assert_eq!(engine.draw_offers, DrawOfferPolicy::default());
        // The first move of a game goes on from the start.
        engine.set_game(game(&[]));
        let seed = engine.seed();
        engine.set_game(game(&["d2d4"]));
        assert_eq!(engine.seed(), seed);
    }

    #[test]
    fn the_last_score_belongs_to_its_game() {
        let mut engine = Engine::new();
        engine.set_game(game(&["e2e4", "e7e5"]));
        engine.last_score = Some((2, Score::ZERO));
        engine.set_game(game(&["e2e4", "e7e5", "g1f3", "b8c6"]));
        assert!(engine.last_score.is_some());
        engine.set_game(game(&["d2d4", "d7d5", "g1f3", "b8c6"]));
        assert!(engine.last_score.is_none());
    }
}
