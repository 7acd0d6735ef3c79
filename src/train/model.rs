//! The floating point weights of a network in training.

use crate::nnue::{
    L1_OUTPUTS, L2_INPUTS, L2_OUTPUTS, LayerFloats, LayerWeights, Network, PIECE_SQUARES, QA, QB,
    Shape,
};
use crate::types::Rng;
use std::ops::Range;

/// Neurons per tile. The hidden layer is cut into tiles; the feature weights of a tile take 48 KiB and fit the L1
/// cache; with threat inputs, they take 144 KiB and fit the L2 cache.
pub const LANES: usize = 16;

/// Sixteen adjacent values: one cache line.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(64))]
pub struct F32x16(pub [f32; LANES]);

impl F32x16 {
    /// All zero.
    pub const ZERO: Self = Self([0.0; LANES]);

    /// Computes each lane. All lanes are computed before any is stored, so that the compiler can use one SIMD
    /// instruction.
    #[inline(always)]
    pub fn each(value: impl Fn(usize) -> f32) -> Self {
        let mut row = Self::ZERO;
        for lane in 0..LANES {
            row.0[lane] = value(lane);
        }
        row
    }

    /// Adds lane by lane.
    #[inline(always)]
    pub fn add(&mut self, other: &Self) {
        *self = Self::each(|lane| self.0[lane] + other.0[lane]);
    }

    /// The sum of all lanes, in a fixed order.
    #[inline(always)]
    pub fn total(&self) -> f32 {
        let mut lanes = self.0;
        let mut half = LANES / 2;
        while half > 0 {
            for lane in 0..half {
                lanes[lane] += lanes[lane + half];
            }
            half /= 2;
        }
        lanes[0]
    }
}

/// Rows of the outputs of the second layer.
pub const L2_ROWS: usize = L2_OUTPUTS / LANES;

const _: () = assert!(
    L1_OUTPUTS == LANES,
    "the outputs of the first layer are one row"
);

/// The order of the weights in a list of rows: the feature weights, tile by tile, a row for each feature; the feature
/// biases, a row for each tile; the layers behind the accumulators, bucket by bucket; one row with the output bias of
/// each bucket.
///
/// The layers behind the accumulators are either output weights, the side to move's before the opponent's, a row for
/// each tile, or three layers. Of the three, the first has for each output a row for each tile of products, the side to
/// move's before the opponent's, and then its biases; the second has for each input two rows of outputs, and then its
/// biases; the third has the output weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParameterLayout {
    shape: Shape,
}

impl ParameterLayout {
    /// The layout of a network of this shape.
    pub const fn new(shape: Shape) -> Self {
        Self { shape }
    }

    /// The shape of the network.
    pub const fn shape(self) -> Shape {
        self.shape
    }

    /// The number of tiles.
    #[inline(always)]
    pub const fn tiles(self) -> usize {
        self.shape.hidden / LANES
    }

    /// The feature weights of a tile: a row for each feature.
    #[inline(always)]
    pub const fn features(self, tile: usize) -> Range<usize> {
        tile * self.shape.inputs()..(tile + 1) * self.shape.inputs()
    }

    /// The feature biases: a row for each tile.
    #[inline(always)]
    pub const fn feature_bias(self) -> Range<usize> {
        let start = self.tiles() * self.shape.inputs();
        start..start + self.tiles()
    }

    /// The rows behind the accumulators in a bucket. With a single layer: a row for each tile of the side to move, then
    /// of the opponent.
    #[inline(always)]
    pub const fn output(self, bucket: usize) -> Range<usize> {
        let length = if self.shape.is_layered() {
            L1_OUTPUTS * self.tiles() + 1 + (L2_INPUTS + 2) * L2_ROWS
        } else {
            2 * self.tiles()
        };
        let start = self.feature_bias().end + bucket * length;
        start..start + length
    }

    /// The weights of an output of the first layer: a row for each tile of products.
    #[inline(always)]
    pub const fn first(self, bucket: usize, output: usize) -> Range<usize> {
        let start = self.output(bucket).start + output * self.tiles();
        start..start + self.tiles()
    }

    /// The row of the biases of the first layer.
    #[inline(always)]
    pub const fn first_bias(self, bucket: usize) -> usize {
        self.first(bucket, L1_OUTPUTS).start
    }

    /// The weights of an input of the second layer.
    #[inline(always)]
    pub const fn second(self, bucket: usize, input: usize) -> Range<usize> {
        let start = self.first_bias(bucket) + 1 + input * L2_ROWS;
        start..start + L2_ROWS
    }

    /// The biases of the second layer.
    #[inline(always)]
    pub const fn second_bias(self, bucket: usize) -> Range<usize> {
        self.second(bucket, L2_INPUTS)
    }

    /// The output weights behind the second layer.
    #[inline(always)]
    pub const fn third(self, bucket: usize) -> Range<usize> {
        self.second(bucket, L2_INPUTS + 1)
    }

    /// The output weight rows of a tile for the side to move and for the opponent.
    #[inline(always)]
    pub const fn output_rows(self, bucket: usize, tile: usize) -> [usize; 2] {
        let mover = self.output(bucket).start + tile;
        [mover, mover + self.tiles()]
    }

    /// The row of the output biases.
    #[inline(always)]
    pub const fn output_bias(self) -> usize {
        self.output(self.shape.buckets).start
    }

    /// The number of rows.
    pub const fn rows(self) -> usize {
        self.output_bias() + 1
    }
}

/// The weights of a network in training.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainModel {
    layout: ParameterLayout,
    rows: Vec<F32x16>,
}

impl TrainModel {
    /// All weights zero.
    pub fn zero(shape: Shape) -> Self {
        let layout = ParameterLayout::new(shape);
        Self {
            layout,
            rows: vec![F32x16::ZERO; layout.rows()],
        }
    }

    /// The largest size of a weight or bias.
    pub fn largest_weight(&self) -> f32 {
        let weights = self.rows.iter().flat_map(|row| row.0);
        weights.fold(0.0, |largest, weight| weight.abs().max(largest))
    }

    /// Random initial weights, uniform: the feature weights in ±√(1/32), the output weights in ±√(1/2H), the weights of
    /// three layers in ±√(4/H), ±√(2/32) and ±√(2/32), biases zero. The weights depend only on the seed, not on the
    /// layout. All versions of an input have the same weights.
    pub fn random(shape: Shape, seed: u64) -> Self {
        let mut model = Self::zero(shape);
        let mut rng = Rng::new(seed);
        let mut draw = |bound: f32| {
            let unit = (rng.next() >> 40) as f32 / (1_u32 << 24) as f32;
            (2.0 * unit - 1.0) * bound
        };
        let bound = (1.0_f32 / 32.0).sqrt();
        for feature in 0..PIECE_SQUARES {
            for tile in 0..model.layout.tiles() {
                model.set_feature(feature, tile, std::array::from_fn(|_| draw(bound)));
            }
        }
        let layout = model.layout;
        for bucket in 0..shape.buckets {
            let [output, third] = [layout.output(bucket), layout.third(bucket)];
            let parts = if shape.is_layered() {
                let first = output.start..layout.first_bias(bucket);
                let second = layout.second(bucket, 0).start..layout.second_bias(bucket).start;
                let bound = (2.0 / L2_OUTPUTS as f32).sqrt();
                vec![
                    (first, (4.0 / shape.hidden as f32).sqrt()),
                    (second, bound),
                    (third, bound),
                ]
            } else {
                vec![(output, (1.0 / (2 * shape.hidden) as f32).sqrt())]
            };
            for (rows, bound) in parts {
                for row in &mut model.rows[rows] {
                    row.0 = std::array::from_fn(|_| draw(bound));
                }
            }
        }
        model
    }

    /// The weights of a network in a model of this shape, which must be at least as large; the model evaluates like the
    /// network. Added neurons get random feature weights, as in [`TrainModel::random`], and output weights of zero;
    /// added output buckets are copies of the only one; added versions of inputs are copies of the inputs without
    /// threats. A network of three layers can only gain threat inputs. If three layers replace one, they are random, and
    /// only the features come from the network.
    ///
    /// `None` if the network has more neurons than the shape, a different number of buckets other than one, more
    /// layers, or threat inputs that the shape lacks.
    pub fn from_network(network: &Network, shape: Shape, seed: u64) -> Option<Self> {
        let Shape {
            hidden, buckets, ..
        } = network.shape();
        let layers = network.layers();
        let fits = if layers.is_some() {
            let threats = shape.threats;
            Shape {
                threats,
                ..network.shape()
            } == shape
        } else {
            let suits = shape.is_layered() || buckets == shape.buckets || buckets == 1;
            suits && hidden <= shape.hidden
        };
        if !fits || (network.shape().threats && !shape.threats) {
            return None;
        }
        let mut model = Self::random(shape, seed);
        let layout = model.layout;
        let weights: Vec<f32> = dequantised(network.feature_weights(), network.shape().qa());
        for (feature, weights) in weights.chunks_exact(hidden).enumerate() {
            for (tile, &weights) in weights.as_chunks().0.iter().enumerate() {
                model.set_feature(feature, tile, weights);
            }
        }
        let bias = dequantised(network.feature_bias(), network.shape().qa());
        model.fill(layout.feature_bias().start, &bias);
        if let Some(layers) = layers {
            for (bucket, layers) in layers.iter().enumerate() {
                model.set_layers(bucket, layers);
            }
            return Some(model);
        }
        if shape.is_layered() {
            return Some(model);
        }
        let output = dequantised(network.output_weights(), QB);
        let output: Vec<&[f32]> = output.chunks_exact(hidden).collect();
        for bucket in 0..shape.buckets {
            model.rows[layout.output(bucket)].fill(F32x16::ZERO);
            let source = 2 * bucket.min(buckets - 1);
            for (row, weights) in layout
                .output_rows(bucket, 0)
                .into_iter()
                .zip(&output[source..])
            {
                model.fill(row, weights);
            }
        }
        let row = &mut model.rows[layout.output_bias()];
        for bucket in 0..shape.buckets {
            let bias = network.output_bias()[bucket.min(buckets - 1)];
            row.0[bucket] = bias as f32 / (QA * QB) as f32;
        }
        Some(model)
    }

    /// Sets the weights of a feature in a tile, and those of its versions with higher levels of threats. Later calls for
    /// these versions replace them, so features are set in ascending order.
    fn set_feature(&mut self, feature: usize, tile: usize, weights: [f32; LANES]) {
        let rows = self.layout.features(tile);
        for row in (rows.start + feature..rows.end).step_by(PIECE_SQUARES) {
            self.rows[row].0 = weights;
        }
    }

    fn set_layers(&mut self, bucket: usize, layers: &LayerWeights) {
        let rows = layers.first.chunks_exact(self.layout.shape().hidden);
        for (output, (row, unit)) in rows.zip(layers.floats.first_scale).enumerate() {
            let weights: Vec<f32> = row.iter().map(|&weight| f32::from(weight) * unit).collect();
            self.fill(self.layout.first(bucket, output).start, &weights);
        }
        let numbers = &layers.floats.numbers()[L1_OUTPUTS..];
        self.fill(self.layout.first_bias(bucket), numbers);
        self.rows[self.layout.output_bias()].0[bucket] = layers.floats.third_bias;
    }

    /// The layers of a bucket. The weights of the first layer are rounded so that the largest of each output becomes
    /// 127.
    pub fn layers(&self, bucket: usize) -> LayerWeights {
        let numbers = |rows: Range<usize>| self.rows[rows].iter().flat_map(|row| row.0);
        let largest = |output: usize| {
            let weights = numbers(self.layout.first(bucket, output));
            weights.fold(f32::MIN_POSITIVE, |most, weight| most.max(weight.abs()))
        };
        let units: [f32; L1_OUTPUTS] = std::array::from_fn(|output| largest(output) / 127.0);
        let first = units.iter().enumerate().flat_map(|(output, unit)| {
            let weights = numbers(self.layout.first(bucket, output));
            weights.map(move |weight| (weight / unit).round() as i8)
        });
        let others = self.layout.first_bias(bucket)..self.layout.output(bucket).end;
        let floats = units.into_iter().chain(numbers(others));
        LayerWeights {
            first: first.collect(),
            floats: LayerFloats::new(floats.chain([self.output_bias()[bucket]])),
        }
    }

    /// Fills rows from `start` on with numbers.
    fn fill(&mut self, start: usize, numbers: &[f32]) {
        for (row, numbers) in self.rows[start..]
            .iter_mut()
            .zip(numbers.chunks_exact(LANES))
        {
            row.0.copy_from_slice(numbers);
        }
    }

    /// Weights from rows; `None` if their number does not match the shape.
    pub fn from_rows(shape: Shape, rows: Vec<F32x16>) -> Option<Self> {
        let layout = ParameterLayout::new(shape);
        (rows.len() == layout.rows()).then_some(Self { layout, rows })
    }

    /// The order of the weights.
    #[inline(always)]
    pub const fn layout(&self) -> ParameterLayout {
        self.layout
    }

    /// All rows.
    #[inline(always)]
    pub fn rows(&self) -> &[F32x16] {
        &self.rows
    }

    /// All rows.
    #[inline(always)]
    pub fn rows_mut(&mut self) -> &mut [F32x16] {
        &mut self.rows
    }

    /// The weights of a feature, neuron by neuron.
    pub fn feature(&self, feature: usize) -> impl Iterator<Item = f32> + '_ {
        (0..self.layout.tiles())
            .flat_map(move |tile| self.rows[self.layout.features(tile).start + feature].0)
    }

    /// The feature biases, neuron by neuron.
    pub fn feature_bias(&self) -> impl Iterator<Item = f32> + '_ {
        self.rows[self.layout.feature_bias()]
            .iter()
            .flat_map(|row| row.0)
    }

    /// The weights behind the accumulators in a bucket; with a single layer the side to move's, then the opponent's.
    pub fn output(&self, bucket: usize) -> impl Iterator<Item = f32> + '_ {
        self.rows[self.layout.output(bucket)]
            .iter()
            .flat_map(|row| row.0)
    }

    /// The output bias of each bucket.
    pub fn output_bias(&self) -> &[f32] {
        &self.rows[self.layout.output_bias()].0[..self.layout.shape().buckets]
    }
}

/// Integer weights as floating point numbers.
fn dequantised(weights: impl Iterator<Item = i16>, scale: i32) -> Vec<f32> {
    weights
        .map(|weight| f32::from(weight) / scale as f32)
        .collect()
}
