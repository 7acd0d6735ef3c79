//! The search from outside: exact where there is an exact answer, and the same every time.

use crate::support::position::{board, game, mv};
use crate::support::table::rows;
use compongo::board::Board;
use compongo::engine::bench;
use compongo::eval::Evaluation;
use compongo::search::params::CLAIM_MAX_LOSS;
use compongo::search::{
    self, RootMove, SearchListener, SearchReport, SearchRequest, SearchResult, SearchThreads,
};
use compongo::time::{SearchLimits, StopToken, TimeManager};
use compongo::tt::TranspositionTable;
use compongo::types::{Color, ColoredPiece, MAX_PLY, Move, Piece, Rng, Score, Square};
use std::collections::HashSet;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

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
struct Found {
    outcome: SearchResult,
    lines: Vec<RootMove>,
}

impl Found {
    fn score(&self) -> Score {
        self.outcome.score
    }

    fn best(&self) -> String {
        self.outcome.best_move.map_or_else(
            || "none".to_owned(),
            |mv| format!("{}{}", mv.from(), mv.to()),
        )
    }

    fn answer(&self) -> Move {
        self.outcome.best_move.expect("a move")
    }

    /// What must be equal when a search is repeated.
    fn trace(&self) -> (u64, Score, u16, Vec<Move>, Vec<(Move, Score)>) {
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
struct Engine {
    table: TranspositionTable,
    memory: SearchThreads,
}

impl Engine {
    fn new(threads: usize) -> Self {
        Self {
            table: TranspositionTable::new(4).expect("4 MiB"),
            memory: SearchThreads::new(threads),
        }
    }

    fn clear(&mut self) {
        self.table.clear(1);
        self.memory.clear();
    }

    fn search_with(&mut self, request: &SearchRequest, stop_token: &StopToken) -> Found {
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

    fn search(&mut self, request: &SearchRequest) -> Found {
        self.search_with(request, &stop_token())
    }
}

fn stop_token() -> StopToken {
    StopToken::new(Instant::now(), false)
}

fn depth(depth: u16) -> SearchLimits {
    SearchLimits {
        depth: Some(depth),
        ..SearchLimits::default()
    }
}

fn nodes(nodes: u64) -> SearchLimits {
    SearchLimits {
        nodes: Some(nodes),
        ..SearchLimits::default()
    }
}

fn request(board: &Board, limits: SearchLimits) -> SearchRequest {
    SearchRequest {
        board: *board,
        key_history: Vec::new(),
        root_moves: board.legal_moves(),
        multi_pv: 1,
        full_width_plies: 0,
        evaluation: Evaluation::default(),
        limits,
        analysis: false,
        automatic_draws: true,
        dead_position: false,
        tables: None,
    }
}

/// Searches a position alone, with fresh tables.
fn search_fen(fen: &str, limits: SearchLimits) -> Found {
    Engine::new(1).search(&request(&board(fen), limits))
}

/// Searches the end of a game, with fresh tables.
fn search_game(fen: &str, moves: &[&str], wanted: &[&str], limits: SearchLimits) -> Found {
    let game = game(fen, &moves.join(" "));
    let mut request = request(game.board(), limits);
    request.key_history = game.key_history();
    if !wanted.is_empty() {
        request.root_moves = wanted.iter().map(|text| mv(game.board(), text)).collect();
    }
    Engine::new(1).search(&request)
}

/// Every move of a line is legal; the position at its end.
fn walk(board: &Board, line: &[Move]) -> Board {
    let mut board = *board;
    for &mv in line {
        assert!(board.is_legal(mv), "{board}: {line:?}");
        board.play(mv);
    }
    board
}

fn is_mate(board: &Board) -> bool {
    board.in_check() && !board.has_legal_move()
}

/// A mate score must come with a line that ends in mate at just that distance.
fn assert_sound(root: &Board, found: &Found) {
    for line in &found.lines {
        assert_eq!(line.pv.first(), Some(&line.mv), "{root}");
        let end = walk(root, &line.pv);
        if let Some(plies) = line.score.mate_plies() {
            assert_eq!(
                line.pv.len(),
                plies.unsigned_abs() as usize,
                "{root}: {line:?}"
            );
            assert!(is_mate(&end), "{root}: {line:?}");
        }
    }
    assert_eq!(found.outcome.pv.first(), found.outcome.best_move.as_ref());
    assert_eq!(found.outcome.pv, found.lines[0].pv);
}

// Mates.

/// True if the side to move can give mate in at most so many moves; every move is tried.
fn can_mate(board: &Board, moves: u8) -> bool {
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

/// Stops when a mate in so many plies is found, or after very many nodes.
fn until_mate(plies: u8) -> SearchLimits {
    let moves = i16::from(plies).div_euclid(2);
    SearchLimits {
        mate: Some(if plies.is_multiple_of(2) {
            -moves
        } else {
            moves + 1
        }),
        ..nodes(2_000_000)
    }
}

#[test]
fn mates_in_one_to_five() {
    let table = "
        6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1                                   | 1
        r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4 | 1
        r2q1bnr/ppp1kBpp/2np4/4N3/4P3/2N5/PPPP1PPP/R1BbK2R w KQ - 2 8       | 1
        k7/2Q5/8/1N6/8/8/8/7K w - - 0 1                                     | 1
        Zugzwang.
        kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1                                   | 2
        2bqkbn1/2pppp2/np2N3/r3P1p1/p2N2B1/5Q2/PPPPKPP1/RNB2r2 w - - 0 1    | 2
        r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1    | 2
        r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1      | 3
        r3k2r/ppp2Npp/1b5n/4p2b/2B1P2q/BQP2P2/P5PP/RN5K w kq - 1 1          | 3
        r1b3kr/ppp1Bp1p/1b6/n2P4/2p3q1/2Q2N2/P4PPP/RN2R1K1 w - - 1 1        | 3
        6k1/ppp2ppp/8/2n2K1P/2P2P1P/2Bpr3/PP4r1/4RR2 b - - 0 1              | 3
        rn3rk1/p5pp/2p5/3Ppb2/2q5/1Q6/PPPB2PP/R3K1NR b - - 0 1              | 3
        Smothered.
        5rk1/5Npp/8/8/2Q5/8/8/7K w - - 0 1                                  | 3
        2r3k1/p4p2/3Rp2p/1p2P1pK/8/1P4P1/P3Q2P/1q6 b - - 0 1                | 3
        6k1/3b3r/1p1p4/p1n2p2/1PPNpP1q/P3Q1p1/1R1RB1P1/5K2 b - - 0 1        | 5
    ";
    for [fen, moves] in rows(table) {
        let root = board(fen);
        let moves: u8 = moves.parse().expect("a number");
        let plies = 2 * moves - 1;
        let mut engine = Engine::new(1);
        let found = engine.search(&request(&root, until_mate(plies)));
        assert_eq!(found.score(), Score::mate_in(plies.into()), "{fen}");
        assert_sound(&root, &found);
        // Longer ones take too long to be looked for move by move.
        if moves <= 3 {
            assert!(can_mate(&root, moves), "{fen}");
            assert!(!can_mate(&root, moves - 1), "{fen}");
        }
        // A longer mate may be asked for.
        let again = engine.search(&request(&root, until_mate(plies + 2)));
        assert_eq!(again.score(), found.score(), "{fen}");
        assert_sound(&root, &again);
    }
}

/// Distances to mate of all positions of king and one white piece against king, worked out backwards.
struct Endgame {
    piece: Piece,
    /// Plies to mate by side, white king, piece and black king; `None` for a draw, an illegal or a farther position.
    plies: Vec<Option<u8>>,
}

/// Positions farther from mate than this are not looked for.
const HORIZON: u8 = 11;

impl Endgame {
    fn index(stm: Color, king: Square, white_piece: Square, bare: Square) -> usize {
        ((stm.index() * 64 + king.index()) * 64 + white_piece.index()) * 64 + bare.index()
    }

    fn index_of(&self, board: &Board) -> Option<usize> {
        let white_piece = board.colored_pieces(Color::White, self.piece).first()?;
        let (king, bare) = (board.king(Color::White), board.king(Color::Black));
        Some(Self::index(board.stm(), king, white_piece, bare))
    }

    fn board(&self, index: usize) -> Option<Board> {
        let square = |shift: u32| Square::from_index((index >> shift) as u8 & 63);
        let (king, white_piece, bare) = (square(12), square(6), square(0));
        if king == white_piece || white_piece == bare || king.distance(bare) < 2 {
            return None;
        }
        let mut setup = compongo::board::Setup::empty();
        for (color, piece, square) in [
            (Color::White, Piece::King, king),
            (Color::White, self.piece, white_piece),
            (Color::Black, Piece::King, bare),
        ] {
            setup.pieces[square.index()] = Some(ColoredPiece::new(color, piece));
        }
        setup.stm = Color::ALL[index >> 18];
        setup.board().ok()
    }

    fn new(piece: Piece) -> Self {
        let mut endgame = Self {
            piece,
            plies: vec![None; 2 << 18],
        };
        let mut successors: Vec<Vec<u32>> = vec![Vec::new(); 2 << 18];
        let mut undecided = Vec::new();
        #[allow(clippy::needless_range_loop, reason = "the index is a position")]
        for index in 0..2 << 18 {
            let Some(board) = endgame.board(index) else {
                continue;
            };
            if is_mate(&board) {
                endgame.plies[index] = Some(0);
                continue;
            }
            for mv in board.legal_moves() {
                let mut child = board;
                child.play(mv);
                // A capture leads out of the table, to a draw.
                successors[index].push(endgame.index_of(&child).map_or(u32::MAX, |i| i as u32));
            }
            undecided.push(index);
        }
        for plies in 1..=HORIZON {
            let decided = |next: &u32| {
                endgame
                    .plies
                    .get(*next as usize)
                    .is_some_and(Option::is_some)
            };
            let (now, later): (Vec<usize>, Vec<usize>) = undecided.iter().partition(|&&index| {
                let next = &successors[index];
                let white = index >> 18 == Color::White.index();
                (white == (plies % 2 == 1))
                    && if white {
                        next.iter().any(decided)
                    } else {
                        !next.is_empty() && next.iter().all(decided)
                    }
            });
            for index in now {
                endgame.plies[index] = Some(plies);
            }
            undecided = later;
        }
        endgame
    }

    fn get(piece: Piece) -> &'static Self {
        static ROOK: OnceLock<Endgame> = OnceLock::new();
        static QUEEN: OnceLock<Endgame> = OnceLock::new();
        match piece {
            Piece::Rook => &ROOK,
            _ => &QUEEN,
        }
        .get_or_init(|| Self::new(piece))
    }

    /// Some positions so many plies from mate.
    fn sample(&self, plies: u8, count: usize, rng: &mut Rng) -> Vec<Board> {
        let all: Vec<usize> = (0..self.plies.len())
            .filter(|&index| self.plies[index] == Some(plies))
            .collect();
        assert!(!all.is_empty(), "nothing is mate in {plies} plies");
        (0..count)
            .filter_map(|_| self.board(all[rng.below(all.len())]))
            .collect()
    }
}

/// The score of a position so many plies before mate: an even number means that the side to move is mated.
fn mate_score(plies: u8) -> Score {
    if plies.is_multiple_of(2) {
        Score::mated_in(plies.into())
    } else {
        Score::mate_in(plies.into())
    }
}

/// The same position with another half-move clock.
fn with_clock(board: &Board, clock: u16) -> Board {
    let mut setup = board.setup();
    setup.halfmove_clock = clock;
    setup.board().expect("only the clock has changed")
}

#[test]
fn mates_of_a_bare_king_are_exact() {
    let mut rng = Rng::new(0x9E37_79B9_7F4A_7C15);
    for piece in [Piece::Queen, Piece::Rook] {
        for plies in 1..=10 {
            for board in Endgame::get(piece).sample(plies, 12, &mut rng) {
                let found = Engine::new(1).search(&request(&board, until_mate(plies)));
                assert_eq!(found.score(), mate_score(plies), "{board}");
                assert_sound(&board, &found);
            }
        }
    }
}

#[test]
fn a_mate_search_ends_when_the_mate_is_found() {
    let fen = "r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1";
    let limits = SearchLimits {
        mate: Some(3),
        nodes: Some(5_000_000),
        ..SearchLimits::default()
    };
    let found = search_fen(fen, limits);
    assert_eq!(found.score(), Score::mate_in(5));
    assert!(found.outcome.nodes < 5_000_000);
}

// Draws.

/// True if a score is the expected one. A draw that can be claimed may be worth a little less to the claimer.
fn agrees(score: Score, expected: Score) -> bool {
    score == expected || expected == Score::ZERO && score.value().abs() <= CLAIM_MAX_LOSS
}

/// What a position so many plies before mate is worth at a half-move clock, and how to find out.
fn expected_at(plies: u8, clock: u16) -> (Score, SearchLimits) {
    // The defender claims at the last move before the mate, unless that is at the root, where the claim is not the search's.
    if plies <= 2 || u16::from(plies) + clock <= 100 {
        (mate_score(plies), until_mate(plies))
    } else {
        (Score::ZERO, depth(12))
    }
}

#[test]
fn the_clock_ends_the_game_unless_the_hundredth_half_move_mates() {
    let mut rng = Rng::new(0xD1B5_4A32_D192_ED03);
    for piece in [Piece::Queen, Piece::Rook] {
        for plies in 1..=6 {
            for clock in 94..=99 {
                for board in Endgame::get(piece).sample(plies, 4, &mut rng) {
                    let board = with_clock(&board, clock);
                    let (score, limits) = expected_at(plies, clock);
                    let found = Engine::new(1).search(&request(&board, limits));
                    assert!(agrees(found.score(), score), "{board}: {:?}", found.score());
                    assert_sound(&board, &found);
                }
            }
        }
    }
}

#[test]
fn what_the_table_knows_from_another_clock_does_not_mislead() {
    let mut rng = Rng::new(0x0123_4567_89AB_CDEF);
    let mut engine = Engine::new(1);
    for plies in [3, 4, 5, 7] {
        for fresh in Endgame::get(Piece::Rook).sample(plies, 8, &mut rng) {
            for clock in [0, 40, 80, 93, 95, 97, 98, 99, 60, 0, 96] {
                let board = with_clock(&fresh, clock);
                let (score, limits) = expected_at(plies, clock);
                let found = engine.search(&request(&board, limits));
                assert!(agrees(found.score(), score), "{board}: {:?}", found.score());
                assert_sound(&board, &found);
            }
        }
    }
}

#[test]
fn the_clock_at_its_end() {
    // Mate on the hundredth half-move wins.
    let found = search_fen("7k/8/6K1/8/8/8/8/R7 w - - 99 80", depth(8));
    assert_eq!(found.score(), Score::mate_in(1));
    assert_eq!(found.best(), "a1a8");
    // Without mate on that move the game is drawn, whatever stands on the board.
    for fen in [
        "7k/8/8/6K1/8/8/8/R7 w - - 99 80",
        "3qk3/8/8/8/8/8/8/4K3 b - - 99 80",
        "3qk3/8/8/8/8/8/8/4K3 w - - 99 80",
        "8/5k2/8/8/8/2R5/1K6/8 w - - 96 120",
        "8/5k2/8/8/8/2Q5/1K6/8 w - - 98 120",
    ] {
        for plies in [6, 9, 12] {
            let score = search_fen(fen, depth(plies)).score();
            assert!(agrees(score, Score::ZERO), "{fen}: {score:?}");
        }
    }
    // A pawn move or a capture begins a new count.
    for (fen, best) in [
        ("8/P6k/8/8/8/8/8/K7 w - - 99 90", "a7a8"),
        ("7k/8/8/8/8/2p5/1K6/3R4 w - - 99 90", "b2c3"),
    ] {
        let found = search_fen(fen, depth(8));
        assert_eq!(found.best(), best, "{fen}");
        assert!(
            found.score() > Score::new(200),
            "{fen}: {:?}",
            found.score()
        );
    }
    // The last pawn can be blocked until the count is full.
    let found = search_fen("3qk3/8/8/8/8/8/3p4/4K3 w - - 98 90", depth(8));
    assert!(agrees(found.score(), Score::ZERO), "{:?}", found.score());
    assert_eq!(found.best(), "e1d1");
    // At a hundred the root still has to be answered.
    let found = search_fen("8/5k2/8/8/8/2Q5/1K6/8 w - - 100 120", depth(6));
    assert!(found.outcome.best_move.is_some());
}

#[test]
fn a_draw_that_may_be_claimed_does_not_end_the_game() {
    // The opponent need not claim, but may mate: after a1b1 Black mates with c2e2.
    let found = search_fen("8/p1P5/1r6/k5p1/7R/8/P1q5/Q3K3 w - - 99 80", depth(6));
    let after = walk(
        &board("8/p1P5/1r6/k5p1/7R/8/P1q5/Q3K3 w - - 99 80"),
        &found.outcome.pv[..1],
    );
    assert!(!can_mate(&after, 1), "{}", found.best());
    // Beyond the limit the winning side keeps its piece: the opponent may forget to claim.
    for clock in [98, 99, 100, 103, 120] {
        for piece in ["Q", "R"] {
            let root = board(&format!("8/8/8/4k3/8/3{piece}K3/8/8 w - - {clock} 90"));
            let found = Engine::new(1).search(&request(&root, depth(6)));
            let after = walk(&root, &found.outcome.pv[..1]);
            let loses = |mv: Move| mv.is_capture();
            assert!(
                !after.legal_moves().into_iter().any(loses),
                "{root}: {}",
                found.best()
            );
        }
    }
    // With a capture at hand the player to move goes on, whatever the clock says.
    let found = search_fen("7k/8/8/8/3r4/8/1K6/3R4 w - - 104 90", depth(6));
    assert_eq!(found.best(), "d1d4");
    assert!(found.score() > Score::new(200), "{:?}", found.score());
}

#[test]
fn after_seventy_five_moves_or_five_occurrences_the_game_is_over() {
    let mut last = request(&board("8/5k2/8/8/8/2Q5/1K6/8 w - - 149 190"), depth(6));
    assert_eq!(Engine::new(1).search(&last).score(), Score::ZERO);
    last.automatic_draws = false;
    assert!(Engine::new(1).search(&last).score() > Score::ZERO);
}

#[test]
fn dead_positions_are_worth_exactly_nothing() {
    for fen in [
        "8/8/4k3/8/8/8/4K3/8 w - - 0 1",
        "8/8/4k3/8/8/3N4/4K3/8 w - - 0 1",
        "8/8/4k3/8/8/3N4/4K3/8 b - - 0 1",
        "8/8/4k3/8/2b5/8/4BK2/8 w - - 0 1",
        "4k3/6b1/5b2/8/8/8/8/2B1K3 w - - 0 1",
    ] {
        for plies in [1, 2, 5, 20] {
            let found = search_fen(fen, depth(plies));
            assert_eq!(found.score(), Score::ZERO, "{fen} depth {plies}");
            assert!(found.outcome.best_move.is_some());
        }
    }
    // The only legal move leads to a dead position.
    for fen in [
        "8/8/8/3k4/8/8/3q4/3K4 w - - 0 1",
        "7k/6Q1/8/8/8/5N2/8/K7 b - - 0 1",
        "8/8/8/8/6b1/8/1k1q4/3K4 w - - 0 1",
    ] {
        let root = board(fen);
        assert_eq!(root.count_legal_moves(), 1, "{fen}");
        for plies in 1..=12 {
            let found = search_fen(fen, depth(plies));
            assert_eq!(found.score(), Score::ZERO, "{fen} depth {plies}");
        }
    }
    // Only the capture of the last pawn saves the game.
    for plies in 1..=12 {
        let found = search_fen("7k/8/8/8/8/3N4/1p6/5K2 w - - 0 1", depth(plies));
        assert_eq!(found.score(), Score::ZERO);
        assert_eq!(found.best(), "d3b2");
    }
}

#[test]
fn perpetual_check_is_worth_exactly_nothing() {
    let fen = "6k1/6p1/8/7Q/8/8/qr6/7K w - - 0 1";
    for plies in 6..=12 {
        let found = search_fen(fen, depth(plies));
        assert_eq!(found.score(), Score::ZERO, "depth {plies}");
        assert_eq!(found.best(), "h5e8");
    }
}

#[test]
fn repetition_counts_from_the_root_on_or_at_the_third_time() {
    let fen = "7k/8/8/8/8/8/8/KR6 w - - 0 1";
    let once = ["b1b2", "h8h7", "b2b1", "h7h8"];
    let twice = [once, once].concat();
    // A move to the third occurrence is worth nothing.
    let third = search_game(fen, &twice, &["b1b2"], depth(8));
    assert!(agrees(third.score(), Score::ZERO), "{:?}", third.score());
    // A move to the second one, the first having been before the root, ends nothing.
    let second = search_game(fen, &once, &["b1b2"], depth(8));
    assert!(second.score() > Score::new(300), "{:?}", second.score());
    // The stronger side does not play what draws.
    let free = search_game(fen, &twice, &[], depth(8));
    assert!(free.score() > Score::new(300), "{:?}", free.score());
    assert_ne!(free.best(), "b1b2");
}

#[test]
fn the_weaker_side_takes_a_repetition() {
    // Black has nothing better than what has been twice already.
    let fen = "6k1/6p1/8/7Q/8/8/qr6/7K w - - 0 1";
    let moves = ["h5e8", "g8h7", "e8h5", "h7g8", "h5e8", "g8h7"];
    let found = search_game(fen, &moves, &[], depth(4));
    assert_eq!(found.score(), Score::ZERO);
    assert_eq!(found.best(), "e8h5");
}

#[test]
fn stalemate_traps() {
    // Moves that stalemate are worth nothing, and are not played where others win.
    for (fen, trap) in [
        ("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7"),
        ("8/5P1k/8/6K1/8/8/8/8 w - - 0 1", "f7f8q"),
        ("k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", "c1c7"),
        ("8/8/8/8/8/6q1/8/4k2K b - - 0 1", "e1f1"),
    ] {
        let root = board(fen);
        let trap = mv(&root, trap);
        let mut child = root;
        child.play(trap);
        assert!(!child.in_check() && !child.has_legal_move(), "{fen}");
        let mut only = request(&root, depth(6));
        only.root_moves = std::iter::once(trap).collect();
        assert_eq!(Engine::new(1).search(&only).score(), Score::ZERO, "{fen}");
        let found = search_fen(fen, depth(10));
        assert!(
            found.score() > Score::new(300),
            "{fen}: {:?}",
            found.score()
        );
        assert_ne!(found.outcome.best_move, Some(trap), "{fen}");
    }
    // Saavedra: the queen would be stalemate, the rook wins.
    let found = search_fen("8/8/1KP5/3r4/8/8/8/k7 w - - 0 1", depth(20));
    assert_eq!(found.best(), "c6c7");
    assert!(found.score() > Score::new(300), "{:?}", found.score());
    let found = search_fen("8/2P5/8/8/3r4/8/2K5/k7 w - - 0 1", depth(12));
    assert_eq!(found.answer().promotion(), Some(Piece::Rook));
}

// Zugzwang.

#[test]
fn zugzwang_is_seen_in_spite_of_null_moves() {
    for (fen, best) in [
        ("8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1", "e1f1"),
        ("1q1k4/2Rr4/8/2Q3K1/8/8/8/8 w - - 0 1", "g5h6"),
    ] {
        let found = search_fen(fen, nodes(300_000));
        assert_eq!(found.best(), best, "{fen}: {:?}", found.score());
    }
    // The side to move loses its pawn.
    for side in ['w', 'b'] {
        let found = search_fen(&format!("8/8/8/3Kp3/4Pk2/8/8/8 {side} - - 0 1"), depth(10));
        assert!(
            found.score() < Score::new(-300),
            "{side}: {:?}",
            found.score()
        );
    }
}

// Limits.

#[test]
fn node_limits_are_exact() {
    let positions = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        // Repetitions and checks all over.
        "6k1/6p1/8/7Q/8/8/qr6/7K w - - 0 1",
        "8/5k2/8/8/8/2R5/1K6/8 w - - 96 120",
        "8/8/3k4/8/8/8/1r2R3/4K3 w - - 20 60",
    ];
    for fen in positions {
        let root = board(fen);
        let mut engine = Engine::new(1);
        let mut limits: Vec<u64> = (1..=40).collect();
        limits.extend([
            100, 555, 1000, 1023, 1024, 1025, 2048, 2049, 4097, 7777, 20_000,
        ]);
        limits.extend((0..20).map(|step| 1500 + 37 * step));
        for limit in limits {
            engine.clear();
            let found = engine.search(&request(&root, nodes(limit)));
            assert_eq!(found.outcome.nodes, limit, "{fen}");
            assert!(root.is_legal(found.answer()));
            walk(&root, &found.outcome.pv);
        }
    }
}

#[test]
fn soft_node_limits_end_the_search_after_an_iteration() {
    let nodes = |fen, soft_nodes, soft_nodes_noisy| {
        let limits = SearchLimits {
            soft_nodes: Some(soft_nodes),
            soft_nodes_noisy,
            ..SearchLimits::default()
        };
        search_fen(fen, limits).outcome.nodes
    };
    let quiet = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    // White takes a queen.
    let capture = "4k3/pp3ppp/8/3q4/4P3/2N5/PP3PPP/4K3 w - - 0 1";
    for fen in [quiet, capture] {
        let (few, many) = (nodes(fen, 500, None), nodes(fen, 20_000, None));
        assert!((500..5000).contains(&few) && many >= 20_000, "{few} {many}");
        let noisy = nodes(fen, 20_000, Some(500));
        assert_eq!(noisy, if fen == quiet { many } else { few });
    }
}

#[test]
fn only_the_wanted_moves_are_considered() {
    let root = Board::start();
    for wanted in [&["a2a3"][..], &["h2h4", "b1a3"], &["g2g4", "f2f3", "e2e4"]] {
        let mut request = request(&root, depth(7));
        request.root_moves = wanted.iter().map(|text| mv(&root, text)).collect();
        request.multi_pv = 5;
        let found = Engine::new(1).search(&request);
        assert_eq!(found.lines.len(), wanted.len());
        for line in &found.lines {
            assert!(request.root_moves.contains(&line.mv));
        }
        assert!(request.root_moves.contains(&found.answer()));
    }
    // The mate is not among them.
    let fen = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    let found = search_game(fen, &[], &["g1f1"], depth(1));
    assert_eq!(found.best(), "g1f1");
    assert!(found.score() < Score::mate_in(1));
}

#[test]
fn without_moves_there_is_no_answer() {
    for (fen, score) in [
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", Score::mated_in(0)),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Score::ZERO),
    ] {
        let found = search_fen(fen, depth(5));
        assert_eq!(
            (found.outcome.best_move, found.score()),
            (None, score),
            "{fen}"
        );
        assert_eq!(
            (found.outcome.nodes, found.outcome.pv.len()),
            (0, 0),
            "{fen}"
        );
    }
}

#[test]
fn a_stop_before_the_start_is_obeyed_with_a_move() {
    for threads in [1, 2] {
        for fen in [
            bench::POSITIONS[0],
            bench::POSITIONS[6],
            bench::POSITIONS[25],
        ] {
            let root = board(fen);
            let stop_token = stop_token();
            stop_token.stop();
            let start = Instant::now();
            let found = Engine::new(threads)
                .search_with(&request(&root, SearchLimits::default()), &stop_token);
            assert!(start.elapsed() < Duration::from_secs(20));
            assert!(root.is_legal(found.answer()));
            assert!(!found.score().is_decisive());
            walk(&root, &found.outcome.pv);
            // The first iteration is completed all the same.
            assert!(found.outcome.depth >= 1 && found.outcome.nodes > 0);
        }
    }
}

#[test]
fn two_threads_answer_a_stop() {
    let mut engine = Engine::new(2);
    for fen in [
        bench::POSITIONS[0],
        bench::POSITIONS[7],
        bench::POSITIONS[19],
    ] {
        let root = board(fen);
        let stop_token = stop_token();
        let stopper = stop_token.clone();
        let thread = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(150));
            stopper.stop();
            Instant::now()
        });
        let found = engine.search_with(&request(&root, SearchLimits::default()), &stop_token);
        let ended = Instant::now();
        let stopped = thread.join().expect("no panic");
        assert!(ended.saturating_duration_since(stopped) < Duration::from_secs(10));
        assert!(root.is_legal(found.answer()));
        assert_sound(&root, &found);
        assert!(found.outcome.depth > 0);
    }
}

#[test]
fn two_threads_find_a_mate() {
    let fen = "r1b3kr/ppp1Bp1p/1b6/n2P4/2p3q1/2Q2N2/P4PPP/RN2R1K1 w - - 1 1";
    // Far deeper than the mate is: how two threads share the work differs from run to run.
    let found = Engine::new(2).search(&request(&board(fen), depth(24)));
    assert_eq!(found.score(), Score::mate_in(5));
    assert_sound(&board(fen), &found);
}

#[test]
fn no_line_is_too_long() {
    let deepest = MAX_PLY as u16 - 1;
    for fen in [
        "8/8/4k3/8/4P3/4K3/8/8 w - - 0 1",
        "8/8/4k3/8/8/8/4K3/8 w - - 0 1",
        "8/8/1p1k4/p1p1p1p1/P1P1P1P1/3K4/8/8 w - - 0 1",
        // One check after the other.
        "6k1/6p1/8/7Q/8/8/qr6/7K w - - 0 1",
    ] {
        for wanted in [deepest, u16::MAX] {
            let limits = SearchLimits {
                depth: Some(wanted),
                nodes: Some(300_000),
                ..SearchLimits::default()
            };
            let root = board(fen);
            let found = search_fen(fen, limits);
            assert!(found.outcome.depth <= deepest, "{fen}");
            assert!(found.outcome.nodes <= 300_000, "{fen}");
            assert_sound(&root, &found);
        }
    }
}

// The same every time.

#[test]
fn the_same_request_gives_the_same_search() {
    let other = board(bench::POSITIONS[8]);
    for fen in [
        bench::POSITIONS[0],
        bench::POSITIONS[6],
        bench::POSITIONS[16],
        bench::POSITIONS[25],
        bench::POSITIONS[37],
    ] {
        let root = board(fen);
        let plain = request(&root, depth(9));
        let mut engine = Engine::new(1);
        let first = engine.search(&plain).trace();

        engine.clear();
        assert_eq!(engine.search(&plain).trace(), first, "{fen}, again");

        assert_eq!(Engine::new(1).search(&plain).trace(), first, "{fen}, anew");

        // After another position with other settings.
        let mut lines = request(&other, depth(7));
        lines.multi_pv = 4;
        lines.analysis = true;
        engine.search(&lines);
        engine.memory.resize(3);
        engine.search(&request(&other, nodes(20_000)));
        engine.memory.resize(1);
        let stopped = stop_token();
        stopped.stop();
        engine.search_with(&request(&root, SearchLimits::default()), &stopped);
        engine.clear();
        assert_eq!(engine.search(&plain).trace(), first, "{fen}, after others");

        // A node limit that is not reached changes nothing.
        let capped = SearchLimits {
            nodes: Some(1 << 40),
            ..depth(9)
        };
        engine.clear();
        assert_eq!(
            engine.search(&request(&root, capped)).trace(),
            first,
            "{fen}, with a limit"
        );
    }
}

#[test]
fn a_shorter_search_is_the_beginning_of_a_longer_one() {
    let root = board(bench::POSITIONS[6]);
    let long = Engine::new(1).search(&request(&root, nodes(30_000)));
    let reached = long.outcome.depth;
    let short = Engine::new(1).search(&request(&root, depth(reached)));
    assert!(short.outcome.nodes <= 30_000);
    let exact = Engine::new(1).search(&request(&root, nodes(short.outcome.nodes)));
    assert_eq!(exact.outcome.nodes, short.outcome.nodes);
}

#[test]
fn the_bench_signature_is_a_signature() {
    let settings = bench::BenchSettings {
        depth: 6,
        ..bench::BenchSettings::default()
    };
    let run = || {
        let mut parts = Vec::new();
        let stop_token = StopToken::new(Instant::now(), false);
        let result = bench::run(&settings, &stop_token, |index, fen, nodes| {
            parts.push((index, fen.to_owned(), nodes));
        });
        let total = result.expect("memory and a thread").nodes;
        assert_eq!(parts.iter().map(|(_, _, nodes)| nodes).sum::<u64>(), total);
        assert_eq!(parts.len(), bench::POSITIONS.len());
        parts
    };
    assert_eq!(run(), run());
}

// Several lines.

#[test]
fn lines_are_distinct_and_in_order() {
    for fen in [
        bench::POSITIONS[0],
        bench::POSITIONS[6],
        bench::POSITIONS[16],
        "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
        "8/8/8/3k4/8/8/3q4/3K4 w - - 0 1",
    ] {
        let root = board(fen);
        for lines in [2, 4, 256] {
            let mut request = request(&root, depth(if lines == 256 { 4 } else { 7 }));
            request.multi_pv = lines;
            let found = Engine::new(1).search(&request);
            assert_eq!(
                found.lines.len(),
                lines.min(request.root_moves.len()),
                "{fen}"
            );
            let moves: HashSet<Move> = found.lines.iter().map(|line| line.mv).collect();
            assert_eq!(moves.len(), found.lines.len(), "{fen}");
            assert!(
                found
                    .lines
                    .windows(2)
                    .all(|pair| pair[0].score >= pair[1].score),
                "{fen}: {:?}",
                found.lines
            );
            assert!(
                found.lines.iter().all(|line| line.score > -Score::INFINITE),
                "{fen}"
            );
            assert_sound(&root, &found);
        }
    }
}

#[test]
fn the_first_of_several_lines_is_the_best_move() {
    for (fen, best) in [
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8"),
        ("3q2k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8"),
        ("4k3/8/8/3q4/8/2N5/5PPP/6K1 w - - 0 1", "c3d5"),
    ] {
        let root = board(fen);
        for lines in [1, 2, 3] {
            let mut request = request(&root, depth(9));
            request.multi_pv = lines;
            let found = Engine::new(1).search(&request);
            assert_eq!(found.best(), best, "{fen}, {lines} lines");
        }
    }
}

#[test]
fn at_full_width_no_reply_is_pruned() {
    // After the capture of the rook the king attacks the other one, which may go away.
    let fen = "8/2K5/R4r2/5b2/8/4k3/8/8 b - - 97 150";
    let root = board(fen);
    let capture = mv(&root, "f6a6");
    let mut request = request(&root, depth(3));
    request.root_moves = std::iter::once(capture).collect();
    let pruned = Engine::new(1).search(&request);
    request.full_width_plies = 4;
    let full = Engine::new(1).search(&request);
    assert!(full.score() > Score::new(600), "{:?}", full.score());
    assert!(full.outcome.nodes > pruned.outcome.nodes);
}

// Everything at once.

#[test]
fn random_positions_are_answered_soundly() {
    let mut rng = Rng::new(0xA076_1D64_78BD_642F);
    let mut engine = Engine::new(1);
    for fen in [
        bench::POSITIONS[0],
        bench::POSITIONS[6],
        bench::POSITIONS[37],
        bench::POSITIONS[26],
    ] {
        for _ in 0..12 {
            let mut root = board(fen);
            let mut earlier = Vec::new();
            for _ in 0..rng.below(80) {
                let moves = root.legal_moves();
                if moves.is_empty() {
                    break;
                }
                earlier.push(root.key());
                root.play(moves[rng.below(moves.len())]);
                if root.halfmove_clock() == 0 {
                    earlier.clear();
                }
            }
            let mut request = request(&root, depth(7));
            if request.root_moves.is_empty() {
                continue;
            }
            request.key_history = earlier;
            request.multi_pv = 1 + rng.below(2);
            // The table still knows what it has seen of other positions.
            let found = engine.search(&request);
            assert_eq!(found.outcome.depth, 7, "{root}");
            assert_sound(&root, &found);
        }
    }
}
