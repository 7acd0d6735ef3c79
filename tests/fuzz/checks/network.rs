//! Any bytes as the file of a network: what is accepted is written as the same bytes, and evaluates positions without an
//! overflow.

use compongo::Board;
use compongo::nnue::{L1_OUTPUTS, LayerFloats, Network, Sha256Digest, Shape};

const HEADER: usize = 64;

/// Panics if something is wrong.
pub fn check(bytes: &[u8]) {
    let _ = Network::read(bytes);
    let Some(file) = sealed(bytes) else { return };
    let Ok(network) = Network::read(&file) else {
        return;
    };
    assert_eq!(network.to_bytes(), file);
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "4k3/8/8/8/8/8/8/4KQQQ b - - 0 1",
    ] {
        let board: Board = fen.parse().expect("a position");
        let _ = network.evaluate(&board);
    }
}

/// A file of the right length with the right checksum: the header, then the other bytes again and again.
fn sealed(bytes: &[u8]) -> Option<Vec<u8>> {
    let (header, weights) = bytes.split_at_checked(HEADER)?;
    let word = |at: usize| usize::from(u16::from_le_bytes([header[at], header[at + 1]]));
    let shape = Shape {
        hidden: word(10),
        buckets: word(12),
        layers: if word(8) % 2 == 0 { 3 } else { 1 },
        threats: word(8) > 2,
    };
    shape.checked().ok()?;
    let [rows, bias, output, output_bias] = shape.parameters();
    let stack = if shape.is_layered() {
        L1_OUTPUTS * shape.hidden + 4 * LayerFloats::COUNT
    } else {
        0
    };
    let length = 2 * (rows + bias + output) + 4 * output_bias + shape.buckets * stack;
    let mut file = header.to_vec();
    let weights = if weights.is_empty() { &[0] } else { weights };
    file.extend(weights.iter().cycle().take(length));
    file.extend(Sha256Digest::of(&file).0);
    Some(file)
}
