//! A search from outside: its threads, its table and what it found.

use crate::support::position::{board, game, mv};
use compongo::board::Board;
use compongo::eval::Evaluation;
use compongo::search::params::CLAIM_MAX_LOSS;
use compongo::search::{
    self, RootMove, SearchListener, SearchReport, SearchRequest, SearchResult, SearchThreads,
};
use compongo::time::{SearchLimits, StopToken, TimeManager};
use compongo::tt::TranspositionTable;
use compongo::types::{Move, Score};

/// Keeps the last lines that were reported.
#[derive(Default)]
struct Lines {
    last: Vec<RootMove>,
    finals: usize,
}

impl SearchListener for Lines {
    fn report(&mut self, report: &SearchReport<'_>) {
        self.last = report.lines.to_vec();
        self.finals += usize::from(report.last);
    }
}

/// What a search has answered and shown.
pub struct Found {
    pub outcome: SearchResult,
    pub lines: Vec<RootMove>,
}

impl Found {
    pub fn score(&self) -> Score {
        self.outcome.score
    }

    pub fn best(&self) -> String {
        self.outcome.best_move.map_or_else(
            || "none".to_owned(),
            |mv| format!("{}{}", mv.from(), mv.to()),
        )
    }

    pub fn answer(&self) -> Move {
        self.outcome.best_move.expect("a move")
    }

    /// What must be equal when a search is repeated.
    pub fn trace(&self) -> (u64, Score, u16, Vec<Move>, Vec<(Move, Score)>) {
        (
            self.outcome.nodes,
            self.outcome.score,
            self.outcome.depth,
            self.outcome.pv.clone(),
            self.lines
                .iter()
                .map(|line| (line.mv, line.score))
                .collect(),
        )
    }
}

/// A table and as many threads as wanted, with what they remember.
pub struct Engine {
    pub table: TranspositionTable,
    pub memory: SearchThreads,
}

impl Engine {
    pub fn new(threads: usize) -> Self {
        Self {
            table: TranspositionTable::new(4).expect("4 MiB"),
            memory: SearchThreads::new(threads),
        }
    }

    pub fn clear(&mut self) {
        self.table.clear(1);
        self.memory.clear();
    }

    pub fn search_with(&mut self, request: &SearchRequest, stop_token: &StopToken) -> Found {
        let time = TimeManager::new(stop_token.clone(), None);
        let (table, memory) = (&self.table, &mut self.memory);
        std::thread::scope(|scope| {
            let work = move || {
                let mut lines = Lines::default();
                let outcome = search::run(request, table, memory, time, &mut lines);
                assert!(request.root_moves.is_empty() || lines.finals == 1);
                Found {
                    outcome,
                    lines: lines.last,
                }
            };
            let thread = search::thread_builder().spawn_scoped(scope, work);
            thread.expect("a thread").join().expect("no panic")
        })
    }

    pub fn search(&mut self, request: &SearchRequest) -> Found {
        self.search_with(request, &stop_token())
    }
}

pub fn stop_token() -> StopToken {
    StopToken::default()
}

pub fn depth(depth: u16) -> SearchLimits {
    SearchLimits {
        depth: Some(depth),
        ..SearchLimits::default()
    }
}

pub fn nodes(nodes: u64) -> SearchLimits {
    SearchLimits {
        nodes: Some(nodes),
        ..SearchLimits::default()
    }
}

pub fn request(board: &Board, limits: SearchLimits) -> SearchRequest {
    SearchRequest {
        analysis: false,
        ..SearchRequest::new(board, Evaluation::default(), limits)
    }
}

/// Searches a position alone, with fresh tables.
pub fn search_fen(fen: &str, limits: SearchLimits) -> Found {
    Engine::new(1).search(&request(&board(fen), limits))
}

/// Searches the end of a game, with fresh tables.
pub fn search_game(fen: &str, moves: &[&str], wanted: &[&str], limits: SearchLimits) -> Found {
    let game = game(fen, &moves.join(" "));
    let mut request = request(game.board(), limits);
    request.key_history = game.key_history();
    if !wanted.is_empty() {
        request.root_moves = wanted.iter().map(|text| mv(game.board(), text)).collect();
    }
    Engine::new(1).search(&request)
}

/// Every move of a line is legal; the position at its end.
pub fn walk(board: &Board, line: &[Move]) -> Board {
    let mut board = *board;
    for &mv in line {
        assert!(board.is_legal(mv), "{board}: {line:?}");
        board.play(mv);
    }
    board
}

pub fn is_mate(board: &Board) -> bool {
    board.in_check() && !board.has_legal_move()
}

/// A mate score must come with a line that ends in mate at just that distance.
pub fn assert_sound(root: &Board, found: &Found) {
    for line in &found.lines {
        assert_eq!(line.pv().first(), Some(&line.mv), "{root}");
        let end = walk(root, line.pv());
        if let Some(plies) = line.score.mate_plies() {
            assert_eq!(
                line.pv().len(),
                plies.unsigned_abs() as usize,
                "{root}: {line:?}"
            );
            assert!(is_mate(&end), "{root}: {line:?}");
        }
    }
    assert_eq!(found.outcome.pv.first(), found.outcome.best_move.as_ref());
    assert_eq!(found.outcome.pv, found.lines[0].pv());
}

/// True if the side to move can give mate in at most so many moves; every move is tried.
pub fn can_mate(board: &Board, moves: u8) -> bool {
    moves > 0
        && board.legal_moves().into_iter().any(|mv| {
            let mut child = *board;
            child.play(mv);
            if moves == 1 && !child.in_check() {
                return false;
            }
            let answers = child.legal_moves();
            if answers.is_empty() {
                return child.in_check();
            }
            moves > 1
                && answers.into_iter().all(|answer| {
                    let mut next = child;
                    next.play(answer);
                    can_mate(&next, moves - 1)
                })
        })
}

/// The nodes after which the search for a mate is given up.
pub const MAX_NODES: u64 = 2_000_000;

/// Stops when a mate in so many plies is found, or after [`MAX_NODES`].
pub fn until_mate(plies: u8) -> SearchLimits {
    let moves = i16::from(plies).div_euclid(2);
    SearchLimits {
        mate: Some(if plies.is_multiple_of(2) {
            -moves
        } else {
            moves + 1
        }),
        ..nodes(MAX_NODES)
    }
}

/// The score of a position so many plies before mate: an even number means that the side to move is mated.
pub fn mate_score(plies: u8) -> Score {
    if plies.is_multiple_of(2) {
        Score::mated_in(plies.into())
    } else {
        Score::mate_in(plies.into())
    }
}

/// True if a score is the expected one. A draw that can be claimed may be worth a little less to the claimer.
pub fn agrees(score: Score, expected: Score) -> bool {
    score == expected || expected == Score::ZERO && score.value().abs() <= CLAIM_MAX_LOSS
}
