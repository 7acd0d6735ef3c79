//! The same search every time.

use super::support::{Engine, Found, depth, nodes, request, stop_token};
use crate::support::position::board;
use compongo::engine::bench;
use compongo::time::SearchLimits;

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
    // One node of the next iteration changes nothing.
    let longer = Engine::new(1).search(&request(&root, nodes(short.outcome.nodes + 1)));
    let found = |search: &Found| {
        (
            search.score(),
            search.outcome.depth,
            search.outcome.pv.clone(),
        )
    };
    assert_eq!(found(&longer), found(&short));
}

#[test]
fn the_bench_signature_is_a_signature() {
    let settings = bench::BenchSettings {
        depth: 6,
        ..bench::BenchSettings::default()
    };
    let run = || {
        let mut parts = Vec::new();
        let stop_token = stop_token();
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
