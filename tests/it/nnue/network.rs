//! Shapes, features and the reference inference.

use compongo::board::{Board, double_chess960_startpos};
use compongo::nnue::simd::SimdLevel;
use compongo::nnue::{
    Accumulators, L1_OUTPUTS, LayerFloats, LayerWeights, NetError, Network, PIECE_SQUARES,
    Perspective, Shape, Threats,
};
use compongo::types::{Color, ColoredPiece, Piece, Rng, Square};
use std::sync::Arc;

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
    for (hidden, buckets, layers) in [
        (0, 1, 1),
        (48, 1, 1),
        (2048, 8, 1),
        (256, 0, 1),
        (256, 2, 1),
        (256, 8, 2),
        (32, 8, 3),
    ] {
        let shape = Shape {
            hidden,
            buckets,
            layers,
            threats: false,
        };
        assert_eq!(
            Shape::with_layers(hidden, buckets, layers),
            Err(NetError::Shape(shape))
        );
    }
}

fn piece(color: Color, piece: Piece) -> ColoredPiece {
    ColoredPiece::new(color, piece)
}

#[test]
fn squares_are_relative_to_the_own_side_and_king() {
    let knight = piece(Color::White, Piece::Knight);
    let index = |color, king| Perspective::new(color, king).index(knight, Square::B1, 0);
    assert_eq!(index(Color::White, Square::D1), 64 + 1);
    assert_eq!(index(Color::White, Square::E1), 64 + 6);
    assert_eq!(index(Color::Black, Square::D8), 384 + 64 + 57);
    assert_eq!(index(Color::Black, Square::E8), 384 + 64 + 62);
    let black = Perspective::new(Color::Black, Square::E8);
    assert_eq!(black.index(knight, Square::B1, 2), 2 * 768 + 384 + 64 + 62);
}

#[test]
fn features_are_the_same_with_colours_swapped() {
    let board: Board = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
        .parse()
        .expect("valid FEN");
    let features = |board: &Board, color| {
        let perspective = Perspective::of(board, color);
        let threats = Threats::of(board);
        let mut all: Vec<usize> = board
            .occupied()
            .into_iter()
            .filter_map(|square| {
                let piece = board.colored_piece_at(square)?;
                Some(perspective.index(piece, square, threats.level(square)))
            })
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

#[test]
fn threats_are_those_of_attackers_and_defenders() {
    const VALUES: [u32; 6] = [1, 3, 3, 5, 9, 100];
    let mut rng = Rng::new(4);
    let mut seen = [0; 3];
    for _ in 0..100 {
        let mut board = double_chess960_startpos(rng.below(960), rng.below(960));
        for _ in 0..100 {
            let moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            board.play(moves[rng.below(moves.len())]);
            let threats = Threats::of(&board);
            for square in board.occupied() {
                let piece = board.colored_piece_at(square).expect("it is occupied");
                let attackers = board.attackers_to(square, board.occupied());
                let value = |piece: Piece| VALUES[piece.index()];
                let lesser =
                    |square| board.piece_at(square).map(value) < Some(value(piece.piece()));
                let enemies = attackers & board.colors(!piece.color());
                let defended = (attackers & board.colors(piece.color())).any();
                let level = if piece.piece() == Piece::King || enemies.is_empty() {
                    0
                } else if defended && !enemies.into_iter().any(lesser) {
                    1
                } else {
                    2
                };
                assert_eq!(threats.level(square), level, "{board} {square}");
                seen[level] += 1;
            }
        }
    }
    assert!(seen.iter().all(|&seen| seen > 1000), "{seen:?}");
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
            rows: vec![0; PIECE_SQUARES * HIDDEN],
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
fn threats_select_the_versions_of_inputs() {
    let shape = Shape::new(HIDDEN, 1).expect("a known shape").with_threats();
    let [rows, bias, output, output_bias] = shape.parameters();
    let mut rows = vec![0; rows];
    // A pawn on e4, for White with the king on e1 and for Black with the king on e8: not attacked, attacked, hanging.
    for (level, [own, enemy]) in [[1, 2], [30, 40], [100, 50]].into_iter().enumerate() {
        rows[(768 * level + 27) * HIDDEN] = own;
        rows[(768 * level + 384 + 35) * HIDDEN] = enemy;
    }
    let mut output = vec![0; output];
    (output[0], output[HIDDEN]) = (100, 10);
    let network = Network::new(
        "threats",
        shape,
        &rows,
        &vec![0; bias],
        &output,
        &vec![0; output_bias],
    )
    .expect("all in range");
    for (fen, [own, enemy]) in [
        ("4k3/8/8/5n2/4P3/8/8/4K3 w - - 0 1", [1, 2]),
        ("4k3/8/5n2/8/4P3/3P4/8/4K3 w - - 0 1", [30, 40]),
        ("4k3/8/5n2/8/4P3/8/8/4K3 w - - 0 1", [100, 50]),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", [100, 50]),
    ] {
        let board: Board = fen.parse().expect("valid FEN");
        let sum = 100 * own * own + 10 * enemy * enemy;
        assert_eq!(network.evaluate(&board), sum / 255 * 400 / 16_320, "{fen}");
    }
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

const LAYERED: usize = 64;

/// A network of three layers and the bucket's weights.
fn layered(rows: &[i16], change: impl FnOnce(&mut LayerWeights)) -> Result<Network, NetError> {
    let mut layers = LayerWeights {
        first: vec![0; L1_OUTPUTS * LAYERED],
        floats: LayerFloats::new([0.5; L1_OUTPUTS].into_iter()),
    };
    change(&mut layers);
    let shape = Shape::with_layers(LAYERED, 1, 3)?;
    Network::layered("layers", shape, rows, &[0; LAYERED], &[layers])
}

#[test]
fn layers_are_those_computed_by_hand() {
    let mut rows = vec![0; PIECE_SQUARES * LAYERED];
    let mut set = |feature: usize, neuron: usize, weight| {
        rows[feature * LAYERED + neuron] = weight;
    };
    // White has its own pawn on d2, Black an enemy pawn on d7.
    for (neuron, own, enemy) in [(0, 300, 900), (32, 150, 100), (1, 600, 30), (33, -3, 300)] {
        set(11, neuron, own);
        set(384 + 51, neuron, enemy);
    }
    let network = layered(&rows, |layers| {
        // Output 2: products 0 and 1 of the side to move, product 0 of the opponent.
        layers.first[2 * LAYERED..][..2].copy_from_slice(&[4, 40]);
        layers.first[2 * LAYERED + LAYERED / 2] = 2;
        layers.floats.first_bias[2] = -0.25;
        layers.floats.second[2][7] = 0.5;
        layers.floats.second[L1_OUTPUTS + 2][31] = 3.0;
        layers.floats.second_bias[7] = 0.125;
        layers.floats.third[7] = 2.0;
        layers.floats.third[31] = -1.0;
        layers.floats.third_bias = 0.301;
    })
    .expect("all in range");
    // White's products: 300 · 150 / 2048 = 22 (rounded), 500 · 0. Black's: 500 · 100 / 2048 = 24, 30 · 300 / 2048 = 4.
    // The first layer: (4 · 22 + 2 · 24) · 0.5 · 2048 / 500² - 0.25 = 0.30706; its square is 0.09428.
    // The second: 0.125 + 0.5 · 0.30706 = 0.27853, and 3 · 0.09428 = 0.28285.
    // 0.301 + 2 · 0.27853² - 0.28285² = 0.37615; · 400 = 150.
    let white: Board = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
        .parse()
        .expect("valid FEN");
    assert_eq!(network.evaluate(&white), 150);
    // (4 · 24 + 40 · 4 + 2 · 22) · 0.5 · 2048 / 500² - 0.25 = 0.97880; its square is 0.95805.
    // 0.125 + 0.5 · 0.97880 = 0.61440, and 3 · 0.95805, clamped to 1. 0.301 + 2 · 0.61440² - 1 = 0.05597; · 400 = 22.
    let black: Board = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"
        .parse()
        .expect("valid FEN");
    assert_eq!(network.evaluate(&black), 22);
}

#[test]
fn the_largest_sums_of_layers_fit() {
    // All products are 122, all weights of the first layer the least or the most.
    let rows = vec![100; PIECE_SQUARES * LAYERED];
    let board = Board::start();
    // 64 · 122 · -128 · 2048 / 500² / 16384 = -0.49971, and 0.49581 for 127.
    for (weight, expected) in [(-128, 31), (127, 129)] {
        let network = layered(&rows, |layers| {
            layers.first.fill(weight);
            layers.floats.first_scale.fill(1.0 / 16_384.0);
            layers.floats.second[3][5] = 0.5;
            layers.floats.second[L1_OUTPUTS + 3][5] = 0.5;
            layers.floats.second_bias[5] = 0.25;
            layers.floats.third[5] = 1.0;
            layers.floats.third_bias = -0.0625;
        })
        .expect("all in range");
        assert_eq!(network.evaluate(&board), expected);
        let network = Arc::new(network);
        for level in SimdLevel::available() {
            let mut accumulators = Accumulators::new(Arc::clone(&network), level);
            accumulators.begin(&board);
            assert_eq!(accumulators.evaluate(&board), expected);
        }
    }
}

#[test]
fn weights_of_layers_are_finite_and_limited() {
    let rows = vec![0; PIECE_SQUARES * LAYERED];
    assert!(layered(&rows, |layers| layers.floats.third_bias = -16.0).is_ok());
    for weight in [16.1, -17.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let network = layered(&rows, |layers| layers.floats.second[31][31] = weight);
        assert_eq!(network, Err(NetError::LayerWeight));
        let network = layered(&rows, |layers| layers.floats.first_scale[0] = weight);
        assert_eq!(network, Err(NetError::LayerWeight));
    }
}
