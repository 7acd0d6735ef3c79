//! The network: quantised weights and the reference inference.

use super::format;
use super::layers::{LayerRanges, LayerStack, LayerWeights, product};
use super::simd::Kernels;
use super::{
    L1_OUTPUTS, NetError, OutputRanges, Perspective, QA, QB, SCALE, Sha256Digest, Shape,
    WeightRanges,
};
use crate::board::Board;
use crate::types::{Bitboard, Color, Piece, Square};
use std::fmt;

/// Neurons in a block of 64 bytes, a cache line.
pub(super) const LANES: usize = 32;

/// Weights or activations of adjacent neurons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct I16Block(pub [i16; LANES]);

impl I16Block {
    pub const ZERO: Self = Self([0; LANES]);
}

/// A quantised network.
///
/// In memory, each list of weights is padded with zeros to whole blocks of 32 neurons.
pub struct Network {
    name: String,
    shape: Shape,
    digest: Sha256Digest,
    /// The feature weights: H for each feature.
    rows: Box<[I16Block]>,
    bias: Box<[I16Block]>,
    output: Output,
}

/// The layers behind the accumulators.
enum Output {
    Single {
        /// For each bucket, the weights of the side to move's accumulator, then of the opponent's.
        weights: Box<[I16Block]>,
        /// One for each bucket, on the scale [`QA`] x [`QB`].
        bias: Box<[i32]>,
    },
    /// Three layers for each bucket.
    Layers(Box<[LayerStack]>),
}

impl Network {
    /// A network with one layer behind the accumulators, with these weights:
    ///
    /// * `feature_weights`: H for each of the [inputs](Shape::inputs), on the scale [`QA`];
    /// * `feature_bias`: H on the same scale;
    /// * `output_weights`: for each bucket H for the side to move, then H for the opponent, on the scale [`QB`];
    /// * `output_bias`: one for each bucket, on the scale [`QA`] x [`QB`].
    ///
    /// # Errors
    /// The shape is not supported, the name is not suitable for a file, or a sum could overflow in some position.
    ///
    /// # Panics
    /// A list does not match the shape.
    pub fn new(
        name: &str,
        shape: Shape,
        feature_weights: &[i16],
        feature_bias: &[i16],
        output_weights: &[i16],
        output_bias: &[i32],
    ) -> Result<Self, NetError> {
        assert!(!shape.is_layered(), "lists of another shape");
        shape.checked()?;
        let lengths = [
            feature_weights.len(),
            feature_bias.len(),
            output_weights.len(),
            output_bias.len(),
        ];
        assert_eq!(lengths, shape.parameters(), "lists of another shape");
        let ranges = OutputRanges::single(shape, output_weights, output_bias);
        let output = Output::Single {
            weights: blocks(output_weights, shape),
            bias: output_bias.into(),
        };
        Self::checked(name, shape, feature_weights, feature_bias, output, ranges)
    }

    /// A network with three layers behind the accumulators: feature weights and biases as in [`Network::new`], and the layers
    /// of each bucket.
    ///
    /// # Errors
    /// The same as for [`Network::new`], or a weight of the layers is too large.
    ///
    /// # Panics
    /// A list does not match the shape.
    pub fn layered(
        name: &str,
        shape: Shape,
        feature_weights: &[i16],
        feature_bias: &[i16],
        layers: &[LayerWeights],
    ) -> Result<Self, NetError> {
        assert!(shape.is_layered(), "lists of another shape");
        shape.checked()?;
        let lengths = [feature_weights.len(), feature_bias.len(), layers.len()];
        let expected = [shape.inputs() * shape.hidden, shape.hidden, shape.buckets];
        assert_eq!(lengths, expected, "lists of another shape");
        let fits = |layers: &LayerWeights| layers.first.len() == L1_OUTPUTS * shape.hidden;
        assert!(layers.iter().all(fits), "lists of another shape");
        let ranges = OutputRanges::Layers(LayerRanges::of(layers));
        let output = Output::Layers(layers.iter().map(LayerStack::new).collect());
        Self::checked(name, shape, feature_weights, feature_bias, output, ranges)
    }

    fn checked(
        name: &str,
        shape: Shape,
        feature_weights: &[i16],
        feature_bias: &[i16],
        output: Output,
        ranges: OutputRanges,
    ) -> Result<Self, NetError> {
        format::check_name(name)?;
        WeightRanges::of(shape, feature_weights, feature_bias, ranges).check()?;
        let mut network = Self {
            name: name.to_owned(),
            shape,
            digest: Sha256Digest([0; 32]),
            rows: blocks(feature_weights, shape),
            bias: blocks(feature_bias, shape),
            output,
        };
        network.digest = Sha256Digest::of(&format::encode(&network));
        Ok(network)
    }

    /// Decodes a network file.
    ///
    /// # Errors
    /// The bytes are not a file that [`Network::to_bytes`] wrote.
    pub fn read(bytes: &[u8]) -> Result<Self, NetError> {
        format::read(bytes)
    }

    /// The bytes of the network file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = format::encode(self);
        bytes.extend(self.digest.0);
        bytes
    }

    /// The name of the network.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The size of the network.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// The digest that identifies the network.
    pub const fn digest(&self) -> Sha256Digest {
        self.digest
    }

    /// The ranges of the weights and of the sums.
    pub fn ranges(&self) -> WeightRanges {
        let [rows, bias] = [&self.rows, &self.bias].map(|blocks| self.numbers(blocks).collect());
        let (rows, bias): (Vec<i16>, Vec<i16>) = (rows, bias);
        let output = if let Some(layers) = self.layers() {
            OutputRanges::Layers(LayerRanges::of(&layers))
        } else {
            let weights: Vec<i16> = self.output_weights().collect();
            OutputRanges::single(self.shape, &weights, self.output_bias())
        };
        WeightRanges::of(self.shape, &rows, &bias, output)
    }

    /// All feature weights, feature by feature.
    pub fn feature_weights(&self) -> impl Iterator<Item = i16> + '_ {
        self.numbers(&self.rows)
    }

    /// The biases of the accumulator.
    pub fn feature_bias(&self) -> impl Iterator<Item = i16> + '_ {
        self.numbers(&self.bias)
    }

    /// All output weights, bucket by bucket, the side to move's first; none if there are three layers.
    pub fn output_weights(&self) -> impl Iterator<Item = i16> + '_ {
        self.numbers(match &self.output {
            Output::Single { weights, .. } => weights,
            Output::Layers(_) => &[],
        })
    }

    /// The output bias of each bucket; none if there are three layers.
    pub fn output_bias(&self) -> &[i32] {
        match &self.output {
            Output::Single { bias, .. } => bias,
            Output::Layers(_) => &[],
        }
    }

    /// The layers of each bucket; `None` if there is only one.
    pub fn layers(&self) -> Option<Vec<LayerWeights>> {
        match &self.output {
            Output::Single { .. } => None,
            Output::Layers(stacks) => Some(stacks.iter().map(LayerStack::weights).collect()),
        }
    }

    fn numbers<'a>(&self, blocks: &'a [I16Block]) -> impl Iterator<Item = i16> + use<'a> {
        let hidden = self.shape.hidden;
        blocks
            .chunks_exact(self.row_blocks())
            .flat_map(move |row| row.iter().flat_map(|block| block.0).take(hidden))
    }

    /// The evaluation of a position in internal units for the side to move: the reference inference, without
    /// incremental updates.
    pub fn evaluate(&self, board: &Board) -> i32 {
        self.evaluate_pieces(board, board.occupied())
    }

    /// The contribution of a piece to the evaluation, in internal units for the side to move: the evaluation minus the
    /// evaluation of the board without the piece.
    pub fn piece_value(&self, board: &Board, square: Square) -> i32 {
        let others = board.occupied() & !square.bb();
        self.evaluate(board) - self.evaluate_pieces(board, others)
    }

    /// The evaluation of a subset of the pieces, with the king squares and the bucket of the full board.
    fn evaluate_pieces(&self, board: &Board, pieces: Bitboard) -> i32 {
        let blocks = self.row_blocks();
        let bucket = self.shape.bucket(board.piece_count());
        let threats = self.shape.threats_among(
            Color::ALL.map(|color| board.colors(color) & pieces),
            Piece::ALL.map(|piece| board.pieces(piece) & pieces),
        );
        let neurons = [board.stm(), !board.stm()].map(|color| {
            let perspective = Perspective::of(board, color);
            let mut neurons = self.bias.to_vec();
            for square in pieces {
                let Some(piece) = board.colored_piece_at(square) else {
                    continue;
                };
                let feature = perspective.index(piece, square, threats.level(square));
                let row = &self.rows[feature * blocks..][..blocks];
                for (neuron, weight) in numbers_mut(&mut neurons).zip(numbers(row)) {
                    *neuron += weight;
                }
            }
            numbers(&neurons).collect::<Vec<i16>>()
        });
        match &self.output {
            Output::Single { weights, bias } => {
                let weights = &weights[2 * blocks * bucket..][..2 * blocks];
                let pairs = neurons.iter().flatten().zip(numbers(weights));
                let sum = pairs.fold(0, |sum, (&neuron, weight)| {
                    let clamped = i32::from(neuron).clamp(0, QA);
                    sum + clamped * clamped * i32::from(weight)
                });
                score(sum, bias[bucket])
            }
            Output::Layers(stacks) => {
                let products = neurons.iter().flat_map(|neurons| {
                    let (first, second) = neurons.split_at(neurons.len() / 2);
                    first.iter().zip(second).map(|(&a, &b)| product(a, b))
                });
                let stack = &stacks[bucket];
                stack.evaluate(stack.first_sums(products))
            }
        }
    }

    /// The evaluation in internal units from accumulators.
    #[inline]
    pub(super) fn output(
        &self,
        kernels: &Kernels,
        mover: &[I16Block],
        opponent: &[I16Block],
        bucket: usize,
    ) -> i32 {
        match &self.output {
            Output::Single { weights, bias } => {
                let length = 2 * self.row_blocks();
                let weights = &weights[bucket * length..][..length];
                score(kernels.output(mover, opponent, weights), bias[bucket])
            }
            Output::Layers(stacks) => kernels.layers(mover, opponent, &stacks[bucket]),
        }
    }

    /// Blocks per accumulator.
    #[inline(always)]
    pub(super) const fn row_blocks(&self) -> usize {
        self.shape.hidden.div_ceil(LANES)
    }

    /// The feature weights.
    #[inline(always)]
    pub(super) fn rows(&self) -> &[I16Block] {
        &self.rows
    }

    pub(super) fn bias(&self) -> &[I16Block] {
        &self.bias
    }
}

/// Networks with the same digest are equal.
impl PartialEq for Network {
    fn eq(&self, other: &Self) -> bool {
        self.digest == other.digest
    }
}

impl Eq for Network {}

impl fmt::Display for Network {
    /// Name, size and digest.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, shape, digest) = (&self.name, self.shape, self.digest);
        write!(f, "{name} {shape} sha256 {digest}")
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Network")
            .field("name", &self.name)
            .field("shape", &self.shape)
            .field("digest", &self.digest)
            .finish_non_exhaustive()
    }
}

/// Scales the sum over all neurons to internal units. Divisions truncate.
#[inline]
fn score(sum: i32, bias: i32) -> i32 {
    let output = i64::from(sum / QA) + i64::from(bias);
    (output * i64::from(SCALE) / i64::from(QA * QB)) as i32
}

fn numbers(blocks: &[I16Block]) -> impl Iterator<Item = i16> {
    blocks.iter().flat_map(|block| block.0)
}

fn numbers_mut(blocks: &mut [I16Block]) -> impl Iterator<Item = &mut i16> {
    blocks.iter_mut().flat_map(|block| &mut block.0)
}

/// Pads weights to whole blocks.
fn blocks(numbers: &[i16], shape: Shape) -> Box<[I16Block]> {
    numbers
        .chunks_exact(shape.hidden)
        .flat_map(|row| row.chunks(LANES))
        .map(|part| {
            let mut block = I16Block::ZERO;
            block.0[..part.len()].copy_from_slice(part);
            block
        })
        .collect()
}
