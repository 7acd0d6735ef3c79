//! Strength levels: `UCI_LimitStrength`, `UCI_Elo`, `Skill Level` and `Strength Seed`.

use crate::support::table::rows;
use crate::uci::driver::{Engine, SOON, answers, assert_soon, ms};
use crate::uci::info::Info;
use compongo::board::Board;
use compongo::notation::uci_move;
use compongo::search::see_ge;
use compongo::types::Piece;
use std::time::Instant;

const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 9";

fn level(elo: u32, seed: u32) -> String {
    format!(
        "setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value {elo}\n\
         setoption name Strength Seed value {seed}"
    )
}

fn go(fen: &str, limits: &str) -> String {
    format!("position fen {fen}\ngo {limits}")
}

/// The answers of a level in a position, with different seeds.
fn moves(engine: &mut Engine, elo: u32, fen: &str, seeds: std::ops::Range<u32>) -> Vec<String> {
    seeds
        .map(|seed| {
            let lines = engine.search(&format!("{}\n{}", level(elo, seed), go(fen, "depth 60")));
            answers(&lines)[0].to_owned()
        })
        .collect()
}

/// What a capture by the opponent wins after a move: the most valuable piece that is left hanging, if it is worth more than
/// what the move itself captured.
fn left_hanging(fen: &str, mv: &str) -> Option<Piece> {
    let mut board: Board = fen.parse().expect("a position");
    let mv = uci_move::parse(&board, mv).expect("a legal move");
    let gained = board.captured_piece(mv).map_or(0, value);
    board.play(mv);
    let captures = board.legal_moves().into_iter().filter_map(|capture| {
        let victim = board.captured_piece(capture)?;
        see_ge(&board, capture, gained + value(victim) / 2).then_some(victim)
    });
    captures.max_by_key(|&piece| value(piece))
}

const fn value(piece: Piece) -> i32 {
    match piece {
        Piece::Pawn => 100,
        Piece::Knight => 375,
        Piece::Bishop => 400,
        Piece::Rook => 625,
        Piece::Queen => 1200,
        Piece::King => 0,
    }
}

#[test]
fn a_mate_in_one_is_seen_from_1000_on() {
    let mates = [
        "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 30",
        "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
        "6rk/6pp/8/6N1/8/8/1q4PP/6K1 w - - 0 40",
        "8/8/8/8/8/1k6/2q5/K7 b - - 0 60",
    ];
    let mut engine = Engine::start();
    for fen in mates {
        for elo in [1000, 1400, 2000] {
            for mv in moves(&mut engine, elo, fen, 1..3) {
                let mut board: Board = fen.parse().expect("a position");
                board.play(uci_move::parse(&board, &mv).expect("a legal move"));
                let mated = board.in_check() && !board.has_legal_move();
                assert!(mated, "{elo}: {mv} in {fen}");
            }
        }
    }
}

/// Positions in which a queen of the side to move is attacked, and others in which a smaller piece is.
const ATTACKED_QUEENS: [&str; 3] = [
    "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR b KQkq - 1 3",
    "r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P1Q1/2NP4/PPP2PPP/R1B1K1NR w KQkq - 0 6",
    "r2q1rk1/pp2bppp/2p1pn2/4Nb2/2QP4/2N3P1/PP2PPBP/R1B2RK1 b - - 5 11",
];
const ATTACKED_PIECES: [&str; 4] = [
    "rnbqkb1r/pppp1ppp/8/4P3/4n3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 4",
    "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3",
    "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4",
    "r1bq1rk1/ppp2ppp/2np1n2/2b1p1B1/2B1P3/2NP1N1P/PPP2PP1/R2QK2R b KQ - 0 7",
];

#[test]
fn no_queen_hangs_at_1400_and_no_piece_at_1800() {
    let mut engine = Engine::start();
    for fen in ATTACKED_QUEENS
        .into_iter()
        .chain(ATTACKED_PIECES)
        .chain([MIDDLEGAME])
    {
        for mv in moves(&mut engine, 1400, fen, 1..4) {
            assert_ne!(left_hanging(fen, &mv), Some(Piece::Queen), "{mv} in {fen}");
        }
        for mv in moves(&mut engine, 1800, fen, 1..4) {
            let hanging = left_hanging(fen, &mv).filter(|&piece| piece != Piece::Pawn);
            assert_eq!(hanging, None, "{mv} in {fen}");
        }
    }
}

#[test]
fn a_hanging_queen_is_taken_at_1400() {
    let mut engine = Engine::start();
    for (fen, capture) in [
        (
            "rnb1kbnr/pppp1ppp/8/4p3/4P2q/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
            "f3h4",
        ),
        (
            "r1b1kbnr/pppp1ppp/2n5/4q3/3P4/8/PPP1BPPP/RNBQK1NR w KQkq - 0 6",
            "d4e5",
        ),
    ] {
        for mv in moves(&mut engine, 1400, fen, 1..4) {
            assert_eq!(mv, capture, "{fen}");
        }
    }
}

#[test]
fn a_pawn_is_taken_back_at_1500() {
    let mut engine = Engine::start();
    let table = "
        rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 2 19 moves c4d5  | d5
        r2q1rk1/ppp2ppp/2np1n2/8/3pP1b1/2N2N2/PPP1BPPP/R1BQ1RK1 b - - 0 20 moves g4f3 | f3
    ";
    for [game, square] in rows(table) {
        for mv in moves(&mut engine, 1500, game, 1..13) {
            assert_eq!(&mv[2..], square, "{mv} in {game}");
        }
    }
}

#[test]
fn what_is_refuted_at_once_is_not_taken_at_1500() {
    let mut engine = Engine::start();
    for (fen, capture) in [
        // Mate on the first rank.
        ("4r1k1/5ppp/8/8/8/8/n4PPP/R5K1 w - - 0 30", "a1a2"),
        // Stalemate.
        ("k7/8/1K1p4/8/8/8/8/3Q4 w - - 0 60", "d1d6"),
    ] {
        for mv in moves(&mut engine, 1500, fen, 1..13) {
            assert_ne!(mv, capture, "{fen}");
        }
    }
}

#[test]
fn nothing_is_given_away_at_1500_because_the_scores_are_alike() {
    let mut engine = Engine::start();
    for (fen, gift) in [
        // The last pawn, and with it the win.
        ("8/8/8/3K3N/7P/8/6k1/8 w - - 3 66", "d5e6"),
        // Pawns that are pushed where they are simply taken.
        ("8/8/8/4p1Np/2K5/7P/5k2/8 b - - 1 60", "e5e4"),
        ("4k3/p4p2/1p5b/1P2PP2/3pK2p/7B/8/8 b - - 3 56", "d4d3"),
    ] {
        for mv in moves(&mut engine, 1500, fen, 1..21) {
            assert_ne!(mv, gift, "{fen}");
        }
    }
}

#[test]
fn a_pawn_becomes_a_queen() {
    let mut engine = Engine::start();
    for fen in [
        "8/P5k1/8/8/8/8/6K1/8 w - - 0 60",
        "3r2k1/2P2ppp/8/8/8/8/5PPP/6K1 w - - 0 40",
    ] {
        for elo in [600, 1200, 1800] {
            for mv in moves(&mut engine, elo, fen, 1..9) {
                assert!(mv.len() == 4 || mv.ends_with('q'), "{elo}: {mv} in {fen}");
            }
        }
    }
}

#[test]
fn the_same_seed_makes_the_same_errors() {
    let mut engine = Engine::start();
    let first = moves(&mut engine, 1000, MIDDLEGAME, 1..9);
    assert_eq!(
        moves(&mut engine, 1000, MIDDLEGAME, 1..9),
        first,
        "earlier searches do not count"
    );
    engine.send("ucinewgame\nsetoption name Hash value 64\nsetoption name Threads value 3");
    assert_eq!(moves(&mut engine, 1000, MIDDLEGAME, 1..9), first);
    assert!(first.iter().any(|mv| *mv != first[0]), "{first:?}");
    let strong = moves(&mut engine, 2400, MIDDLEGAME, 1..9);
    engine.send("setoption name MultiPV value 10");
    assert_eq!(moves(&mut engine, 2400, MIDDLEGAME, 1..9), strong);
    let drawn = moves(&mut engine, 1000, MIDDLEGAME, 0..1);
    assert_eq!(
        moves(&mut engine, 1000, MIDDLEGAME, 0..1),
        drawn,
        "within a game"
    );
}

#[test]
fn the_last_line_shows_the_move_that_is_played() {
    let mut engine = Engine::start();
    engine.send("setoption name MultiPV value 3");
    for seed in 1..8 {
        let lines = engine.search(&format!(
            "{}\n{}",
            level(800, seed),
            go(MIDDLEGAME, "depth 60")
        ));
        let infos = Info::read_all(&lines);
        let last = &infos[infos.len() - 3..];
        assert_eq!(
            last.iter().map(|info| info.multipv).collect::<Vec<_>>(),
            [1, 2, 3]
        );
        assert_eq!(last[0].pv[0], answers(&lines)[0]);
        assert!(last[1..].iter().all(|info| info.pv[0] != last[0].pv[0]));
    }
}

#[test]
fn without_a_level_the_search_is_the_full_one() {
    let search = go(MIDDLEGAME, "nodes 20000");
    let full = Info::timeless(&Engine::start().search(&search));
    let with =
        |options: &str| Info::timeless(&Engine::start().search(&format!("{options}\n{search}")));
    assert_eq!(with("setoption name UCI_Elo value 700"), full);
    assert_eq!(with("setoption name Skill Level value 20"), full);
    let analysis = format!(
        "{}\nsetoption name UCI_AnalyseMode value true",
        level(700, 1)
    );
    assert_eq!(with(&analysis), full);
    let skill = with("setoption name Skill Level value 5\nsetoption name Strength Seed value 1");
    assert_ne!(skill, full);
    // 600 + 5 * 120; `UCI_LimitStrength` goes before `Skill Level`.
    assert_eq!(with(&level(1200, 1)), skill);
    assert_eq!(
        with(&format!(
            "setoption name Skill Level value 19\n{}",
            level(1200, 1)
        )),
        skill
    );
}

#[test]
fn eval_file_changes_the_full_search_and_no_level() {
    let search = |file: &str, options: &str| {
        let mut engine = Engine::start();
        engine.send(&format!("setoption name EvalFile value {file}\n{options}"));
        [MIDDLEGAME, ATTACKED_QUEENS[1], ATTACKED_PIECES[3]]
            .map(|fen| Info::timeless(&engine.search(&go(fen, "depth 5"))))
    };
    let full = "setoption name Skill Level value 20";
    let [network, material] = ["<empty>", "material"].map(|file| search(file, full));
    for (network, material) in network.iter().zip(&material) {
        assert_ne!(network, material);
    }
    for elo in [1000, 2000] {
        let level = level(elo, 3);
        let [network, material] = ["<empty>", "material"].map(|file| search(file, &level));
        assert_eq!(network, material, "{elo}");
    }
}

#[test]
fn a_level_takes_its_time_with_a_clock_and_only_with_a_clock() {
    let mut engine = Engine::start();
    engine.send(&level(1200, 1));
    let mut time = |limits: &str| {
        let start = Instant::now();
        let lines = engine.search(&go(MIDDLEGAME, limits));
        assert_eq!(answers(&lines).len(), 1);
        start.elapsed()
    };
    assert!(time("wtime 30000 btime 30000") >= ms(150));
    let fixed = time("movetime 1000");
    assert!(fixed >= ms(300), "{fixed:?}");
    // The wait would last 30 seconds.
    let limited = time("wtime 7200000 btime 7200000 depth 2");
    assert!(limited < ms(20_000), "{limited:?}");
}

#[test]
fn stop_quit_and_ponderhit_end_the_wait() {
    let slow = go(MIDDLEGAME, "wtime 3600000 btime 3600000");
    let pondering = go(MIDDLEGAME, "ponder wtime 3600000 btime 3600000");
    let mut engine = Engine::start();
    engine.send(&level(1200, 1));
    for (search, end) in [(&slow, "stop"), (&pondering, "ponderhit")] {
        assert_soon(end, SOON, || {
            engine.send(search);
            engine.no_answer_for(ms(300));
            let start = Instant::now();
            engine.search(end);
            start.elapsed()
        });
    }
    assert_soon("quit", SOON, || {
        let mut engine = Engine::start();
        engine.send(&level(1200, 1));
        engine.send(&slow);
        engine.sync();
        engine.quit()
    });
}
