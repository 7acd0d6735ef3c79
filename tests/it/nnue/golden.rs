//! Scores that must never change.

use super::random_nets;
use compongo::board::Board;
use compongo::engine::bench::POSITIONS;
use compongo::nnue::simd::SimdLevel;
use compongo::nnue::{Accumulators, Network, Shape};
use std::sync::Arc;

/// The scores of a network of 64 neurons and 8 buckets, drawn with seed 2026, in the bench positions and in two with
/// the most and the fewest pieces that a bucket has. A program that shares nothing with this
/// one but the description has computed them.
const SCORES: [i32; 50] = [
    -379, -399, -247, -90, 38, -859, -678, -897, -162, 1149, 977, 131, 185, 321, -205, -118, 1178,
    48, -521, -339, 124, -369, 259, 401, 203, 33, -304, 152, -45, -232, -224, -326, 463, 580, 483,
    -518, -239, -192, -364, -26, -878, -375, 26, 65, -492, -97, -451, 20, -438, -141,
];

/// Its digest, by the same program.
const DIGEST: &str = "c0c4ada58248ef4ab867c439a9b76d55b6211ef6068ea2b229504f24f219cd42";

fn network() -> Network {
    random_nets::usual(2026, Shape::new(64, 8).expect("a known shape"))
}

fn boards() -> impl Iterator<Item = Board> {
    let more = [
        "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R b KQkq - 6 5",
        "8/8/8/4k3/8/3K4/8/8 b - - 3 99",
    ];
    let fens = POSITIONS.into_iter().chain(more);
    fens.map(|fen| fen.parse().expect("a position"))
}

#[test]
fn random_weights_are_always_the_same() {
    assert_eq!(network().digest().to_string(), DIGEST);
}

#[test]
fn scores_are_always_the_same() {
    let network = Arc::new(network());
    let found: Vec<i32> = boards().map(|board| network.evaluate(&board)).collect();
    assert_eq!(found, SCORES);
    for level in SimdLevel::available() {
        let mut accumulators = Accumulators::new(Arc::clone(&network), level);
        for (board, score) in boards().zip(SCORES) {
            accumulators.begin(&board);
            assert_eq!(accumulators.evaluate(&board), score, "{level}: {board}");
        }
    }
}

/// The scores of a network of three layers, of 64 neurons and 8 buckets, drawn with the same seed, in the same positions; by
/// another such program, in double precision.
const LAYERED_SCORES: [i32; 50] = [
    -159, -156, -176, -251, -111, -162, -161, -187, -113, 151, 133, 247, -148, 111, 252, -135, 177,
    -123, 61, 9, -96, 37, 9, -213, 55, -288, 493, 435, 481, 443, 468, 461, -126, 132, 304, 327,
    258, -186, -235, -225, -183, -112, 475, 451, 462, -129, 487, 82, -154, 494,
];

#[test]
fn scores_of_three_layers_are_always_the_same() {
    let shape = Shape::with_layers(64, 8, 3).expect("a known shape");
    let network = random_nets::usual(2026, shape);
    let found: Vec<i32> = boards().map(|board| network.evaluate(&board)).collect();
    assert_eq!(found, LAYERED_SCORES);
}

/// The scores of a network with threat inputs, otherwise like the first one, in the same positions. An independent program
/// computed them; it takes attackers from python-chess.
const THREAT_SCORES: [i32; 50] = [
    1070, 777, 1302, 1257, 1092, 878, 1608, 799, 758, 360, -149, -702, 1445, 397, -65, 863, -633,
    -42, -61, -360, -58, -446, -507, -336, 709, -1486, -127, -168, -7, -7, -306, -274, 79, -6,
    -274, -953, -518, 844, 1153, 511, 408, 848, -196, -79, -136, 144, -262, 390, 1441, -2,
];

#[test]
fn scores_with_threats_are_always_the_same() {
    let shape = Shape::new(64, 8).expect("a known shape").with_threats();
    let network = random_nets::usual(2026, shape);
    let found: Vec<i32> = boards().map(|board| network.evaluate(&board)).collect();
    assert_eq!(found, THREAT_SCORES);
}
