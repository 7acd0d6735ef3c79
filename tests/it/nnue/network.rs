//! Shapes, features and the reference inference.

use compongo::board::Board;
use compongo::nnue::{INPUTS, NetError, Network, Perspective, Shape};
use compongo::types::{Color, ColoredPiece, Piece, Square};

#[test]
fn buckets_split_the_piece_counts_evenly() {
    let eight = Shape::new(16, 8).expect("a known shape");
    let of = |pieces| eight.bucket(pieces);
    assert_eq!([2, 5, 6, 29, 30, 32].map(of), [0, 0, 1, 6, 7, 7]);
    let one = Shape::new(384, 1).expect("a known shape");
    assert_eq!([2, 17, 32].map(|pieces| one.bucket(pieces)), [0; 3]);
}

#[test]
fn other_shapes_are_refused() {
    for (hidden, buckets) in [(0, 1), (48, 1), (2048, 8), (256, 0), (256, 2)] {
        assert_eq!(
            Shape::new(hidden, buckets),
            Err(NetError::Shape { hidden, buckets })
        );
    }
}

fn piece(color: Color, piece: Piece) -> ColoredPiece {
    ColoredPiece::new(color, piece)
}

#[test]
fn squares_are_relative_to_the_own_side_and_king() {
    let knight = piece(Color::White, Piece::Knight);
    let index = |color, king| Perspective::new(color, king).index(knight, Square::B1);
    assert_eq!(index(Color::White, Square::D1), 64 + 1);
    assert_eq!(index(Color::White, Square::E1), 64 + 6);
    assert_eq!(index(Color::Black, Square::D8), 384 + 64 + 57);
    assert_eq!(index(Color::Black, Square::E8), 384 + 64 + 62);
}

#[test]
fn features_are_the_same_with_colours_swapped() {
    let board: Board = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
        .parse()
        .expect("valid FEN");
    let features = |board: &Board, color| {
        let perspective = Perspective::of(board, color);
        let mut all: Vec<usize> = board
            .occupied()
            .into_iter()
            .filter_map(|square| Some(perspective.index(board.colored_piece_at(square)?, square)))
            .collect();
        all.sort_unstable();
        all
    };
    for color in Color::ALL {
        let own = features(&board, color);
        assert_eq!(own.len(), 32);
        assert_eq!(own, features(&board.flipped(), !color));
    }
}

const HIDDEN: usize = 16;

/// The parameter lists of a small network.
struct Lists {
    rows: Vec<i16>,
    bias: Vec<i16>,
    output: Vec<i16>,
    output_bias: Vec<i32>,
}

impl Lists {
    fn new() -> Self {
        Self {
            rows: vec![0; INPUTS * HIDDEN],
            bias: vec![0; HIDDEN],
            output: vec![0; 2 * HIDDEN],
            output_bias: vec![0],
        }
    }

    fn network(&self) -> Result<Network, NetError> {
        let shape = Shape::new(HIDDEN, 1)?;
        let (rows, bias) = (&self.rows, &self.bias);
        Network::new("small", shape, rows, bias, &self.output, &self.output_bias)
    }
}

#[test]
fn evaluations_are_those_computed_by_hand() {
    let mut lists = Lists::new();
    let mut set = |feature: usize, neuron: usize, weight| {
        lists.rows[feature * HIDDEN + neuron] = weight;
    };
    // White has its own pawn on d2, Black an enemy pawn on d7.
    set(11, 0, 100);
    set(384 + 51, 0, 50);
    // Both have their own king on d1.
    set(5 * 64 + 3, 1, 300);
    lists.bias[..3].copy_from_slice(&[10, -5, -1]);
    lists.output[..3].copy_from_slice(&[2, -3, 127]);
    lists.output[HIDDEN..HIDDEN + 3].copy_from_slice(&[7, 1, 127]);
    lists.output_bias[0] = 1000;
    let network = lists.network().expect("all in range");

    // White's neurons: 110, 295 (clamped to 255), -1 (clamped to 0). Black's: 60, 295, -1.
    let board = |fen: &str| -> Board { fen.parse().expect("valid FEN") };
    // 2·110² - 3·255² + 7·60² + 255² = -80650; /255 + 1000 = 684; ·400/16320 = 16.
    let white = board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    assert_eq!(network.evaluate(&white), 16);
    // 2·60² - 3·255² + 7·110² + 255² = -38150; /255 + 1000 = 851; ·400/16320 = 20.
    let black = board("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1");
    assert_eq!(network.evaluate(&black), 20);
    // The same with colours swapped, and with the board mirrored.
    assert_eq!(network.evaluate(&white.flipped()), 16);
    let mirrored = board("3k4/8/8/8/8/8/3P4/3K4 w - - 0 1");
    assert_eq!(network.evaluate(&mirrored), 16);
}

#[test]
fn what_could_overflow_is_refused() {
    let mut lists = Lists::new();
    lists.rows[5] = -1000;
    lists.bias[5] = 767;
    lists.output[..5].fill(127);
    assert!(lists.network().is_ok());
    lists.bias[5] = -768;
    let reach = NetError::Accumulator {
        neuron: 5,
        reach: 32_768,
    };
    assert_eq!(lists.network(), Err(reach));
    lists.bias[5] = 0;
    lists.output[7] = -128;
    assert_eq!(
        lists.network(),
        Err(NetError::OutputWeight { weight: -128 })
    );
    lists.output[7] = 0;
    lists.output_bias[0] = 33_025 * 255;
    assert!(lists.network().is_ok());
    for bias in [33_025 * 255 + 1, i32::MAX, i32::MIN] {
        lists.output_bias[0] = bias;
        assert_eq!(lists.network(), Err(NetError::OutputBias { bias }));
    }
}

#[test]
fn output_sums_are_limited_in_each_bucket() {
    let shape = Shape::new(256, 8).expect("a known shape");
    let [rows, bias, output, _] = shape.parameters();
    let mut output = vec![0; output];
    let network = |output: &[i16]| {
        Network::new(
            "sums",
            shape,
            &vec![0; rows],
            &vec![0; bias],
            output,
            &[0; 8],
        )
    };
    // 260 · 127 = 33020.
    output[3 * 512..][..260].fill(-127);
    output[3 * 512 + 260] = -5;
    assert!(network(&output).is_ok());
    output[3 * 512 + 261] = -1;
    let sum = NetError::Output {
        bucket: 3,
        sum: -33_026,
    };
    assert_eq!(network(&output), Err(sum));
}

#[test]
#[should_panic(expected = "lists of another shape")]
fn lists_have_the_length_of_the_shape() {
    let mut lists = Lists::new();
    lists.output.push(0);
    let _ = lists.network();
}
