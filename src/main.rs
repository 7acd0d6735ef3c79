//! main
use compongo::board::{Board, perft::perft};
fn main() {
    for (f, d) in [
        ("startpos", 6),
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            5,
        ),
    ] {
        let b: Board = if f == "startpos" {
            Board::start()
        } else {
            f.parse().unwrap()
        };
        for _ in 0..3 {
            let t = std::time::Instant::now();
            let n = perft(&b, d);
            let s = t.elapsed().as_secs_f64();
            println!("{n} {s:.3} {:.1} Mnps", n as f64 / s / 1e6);
        }
    }
}
