//! The benchmark: a fixed-depth search of fixed positions. With one thread the node count is the same on every machine.

use super::fixed_depth::{FixedDepthSearch, on_search_thread};
use crate::board::Board;
use crate::eval::Evaluation;
use crate::time::StopToken;
use std::io;
use std::time::{Duration, Instant};

/// The default depth, in plies.
pub const DEPTH: u16 = 12;

/// Openings, middlegames, endings, Chess960, mates and stalemates at or near the root, high halfmove clocks, dead
/// positions.
pub static POSITIONS: [&str; 48] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "rnbqkb1r/pp2pppp/3p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R b KQkq - 2 5",
    "rnbq1rk1/ppp1ppbp/3p1np1/8/2PPP3/2N2N2/PP2BPPP/R1BQK2R b KQ - 3 6",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/1PN1PN2/PB3PPP/R2QKB1R w KQ - 2 9",
    "r2q1rk1/1bp1bppp/p1np1n2/1p2p3/4P3/1BP2N1P/PP1P1PP1/RNBQR1K1 b - - 2 10",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "2rq1rk1/pb1nbppp/1p2pn2/2pp4/2PP4/1PNBPN2/PBQ2PPP/2R2RK1 w - - 4 13",
    "r1b2rk1/2q1bppp/p2ppn2/1p4B1/3QPP2/2N2B2/PPP3PP/R4R1K b - - 1 14",
    "1rbq1rk1/p1b1nppp/1p2p3/8/1B1pN3/P2B4/1P3PPP/2RQ1R1K w - - 0 19",
    "3r2k1/p2r1p1p/1p2p1p1/q4n2/3P4/PQ5P/1P1RNPP1/3R2K1 b - - 2 25",
    "r2qr1k1/pb1nbp1p/1p3np1/2pp2B1/3P4/2NBPN2/PPQ2PPP/3R1RK1 w - - 0 14",
    "1r3rk1/3bb1pp/1qn1p3/p2pP1B1/Ppp2P2/2P2N2/1P1QB1PP/R4R1K w - - 1 19",
    "4r1k1/1p3pp1/p1p4p/2Pp1q2/1P1Pn3/P3P2P/2Q2PP1/2R1N1K1 w - - 5 28",
    "r1b1k2r/ppppnppp/2n2q2/2b5/3NP3/2P1B3/PP3PPP/RN1QKB1R w KQkq - 0 1",
    "2r3k1/pppR1pp1/4p3/4P1P1/5P2/1P4K1/P1P5/8 w - - 0 1",
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/1p1k2p1/p1p2p1p/P1P2P1P/1P1K2P1/8/8 w - - 0 1",
    "5k2/7R/4P2p/5K2/p1r2P1p/8/8/8 b - - 0 1",
    "6k1/6p1/P6p/r1N5/5p2/7P/1b3PP1/4R1K1 w - - 0 1",
    "1r3k2/4q3/2Pp3b/3Bp3/2Q2p2/1p1P2P1/1P2KP2/3N4 w - - 0 1",
    "6k1/4pp1p/3p2p1/P1pPb3/R7/1r2P1PP/3B1P2/6K1 w - - 0 1",
    "8/3p3B/5p2/5P2/p7/PP5b/k7/6K1 w - - 0 1",
    "5rk1/q6p/2p3bR/1pPp1rP1/1P1Pp3/P3B1Q1/1K3P2/R7 w - - 93 90",
    "8/8/8/5N2/8/p7/8/2NK3k w - - 0 1",
    "8/8/3k4/8/3B4/8/3NK3/8 w - - 4 60",
    "8/3k4/8/8/3PK3/8/8/8 w - - 0 1",
    "8/4k3/8/8/4P3/4K3/8/8 b - - 0 1",
    "4k3/8/8/8/8/8/1Q6/4K3 w - - 20 70",
    "3q4/8/8/8/2k5/8/5KP1/8 b - - 12 80",
    "8/R7/2q5/8/6k1/8/1P5p/K6R w - - 0 124",
    "r1bq1b1r/ppp3pp/2n5/3nk3/2BP4/2N2Q2/PPP2PPP/R1B1K2R b KQ - 1 9",
    "6k1/3b3r/1p1p4/p1n2p2/1PPNpP1q/P3Q1p1/1R1RB1P1/5K2 b - - 0 1",
    "r2r1n2/pp2bk2/2p1p2p/3q4/3PN1QP/2P3R1/P4PP1/5RK1 w - - 0 1",
    "5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
    "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9",
    "qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9",
    "1nbbnrkr/p1p1ppp1/3p4/1p3P1p/3Pq2P/8/PPP1P1P1/QNBBNRKR w HFhf - 0 9",
    "7k/8/6K1/8/8/8/8/R7 w - - 99 80",
    "8/5k2/8/8/8/2R5/1K6/8 w - - 96 120",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1",
    "8/8/4k3/8/2b5/8/4BK2/8 w - - 0 1",
    "8/1k6/8/p1p1p1p1/P1P1P1P1/8/6K1/8 b - - 0 1",
];

/// The result of a bench.
#[derive(Clone, Copy, Debug)]
pub struct BenchResult {
    /// Nodes visited in all positions.
    pub nodes: u64,
    /// Time taken for all positions.
    pub time: Duration,
}

impl BenchResult {
    /// Nodes per second, rounded down.
    pub fn nps(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }
}

/// The settings of a bench. The defaults give the signature.
#[derive(Clone, Debug)]
pub struct BenchSettings {
    /// Depth of each search, in plies.
    pub depth: u16,
    /// Search threads; with more than one, the node count differs from run to run.
    pub threads: usize,
    /// Size of the transposition table in MiB.
    pub hash: usize,
    /// The evaluation function.
    pub evaluation: Evaluation,
}

impl Default for BenchSettings {
    fn default() -> Self {
        Self {
            depth: DEPTH,
            threads: 1,
            hash: 16,
            evaluation: Evaluation::default(),
        }
    }
}

/// Searches every position with cleared tables, until `token` is stopped. Calls `done` after each position with its
/// index, FEN and nodes.
///
/// # Errors
/// The tables cannot be allocated, or the thread cannot be started.
pub fn run(
    settings: &BenchSettings,
    token: &StopToken,
    mut done: impl FnMut(usize, &str, u64) + Send,
) -> io::Result<BenchResult> {
    let mut search = FixedDepthSearch::with_settings(settings)?;
    let mut total = BenchResult {
        nodes: 0,
        time: Duration::ZERO,
    };
    on_search_thread(|| {
        for (index, fen) in POSITIONS.iter().enumerate() {
            let board: Board = fen.parse().expect("every bench position is valid");
            let request = search.prepare(&board);
            let start = Instant::now();
            let nodes = search.search(&request, token.restarted(start)).nodes;
            if token.is_stopped() {
                break;
            }
            total.time += start.elapsed();
            total.nodes += nodes;
            done(index, fen, nodes);
        }
    })?;
    Ok(total)
}
