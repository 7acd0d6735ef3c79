//! The forward and backward pass through the three layers behind the accumulators, for one sample.

use super::model::{F32x16, L2_ROWS, TrainModel};
use super::pass::{accumulate_screlu, backprop_screlu};
use crate::nnue::{L1_OUTPUTS, L2_INPUTS, crelu};

/// For each tile of a sample, the accumulators of the side to move and of the opponent.
type Neurons = [[F32x16; 2]];

/// The intermediate results of the layers for a sample.
#[derive(Clone, Copy, Default)]
pub struct LayerValues {
    /// The outputs of the first layer before its activation.
    first: F32x16,
    /// The outputs of the second layer before its activation.
    second: [F32x16; L2_ROWS],
}

impl LayerValues {
    /// The inputs of the second layer: each output of the first layer clamped, then its square.
    fn inputs(&self) -> [f32; L2_INPUTS] {
        std::array::from_fn(|input| {
            let sum = self.first.0[input % L1_OUTPUTS];
            crelu(if input < L1_OUTPUTS { sum } else { sum * sum })
        })
    }
}

/// The pass through the layers, with a buffer for the products of a sample.
pub struct LayerPass {
    /// The products, tile by tile, the side to move's before the opponent's; later their gradients.
    products: Vec<F32x16>,
    gradients: Vec<F32x16>,
}

impl LayerPass {
    /// A pass for accumulators of `tiles` tiles.
    pub fn new(tiles: usize) -> Self {
        Self {
            products: vec![F32x16::ZERO; tiles],
            gradients: vec![F32x16::ZERO; tiles],
        }
    }

    /// Computes the products of the halves of each accumulator.
    #[inline(always)]
    fn multiply(&mut self, neurons: &Neurons) {
        let (first, second) = neurons.split_at(neurons.len() / 2);
        let (mover, opponent) = self.products.split_at_mut(first.len());
        for (tile, (first, second)) in first.iter().zip(second).enumerate() {
            for (side, products) in [&mut *mover, &mut *opponent].into_iter().enumerate() {
                let (first, second) = (&first[side], &second[side]);
                products[tile] = F32x16::each(|lane| crelu(first.0[lane]) * crelu(second.0[lane]));
            }
        }
    }

    /// The intermediate results for a sample, and the sum of all contributions to its output, lane by lane.
    #[inline(always)]
    pub fn forward(
        &mut self,
        model: &TrainModel,
        bucket: usize,
        neurons: &Neurons,
    ) -> (LayerValues, F32x16) {
        let (layout, rows) = (model.layout(), model.rows());
        self.multiply(neurons);
        let mut values = LayerValues {
            first: rows[layout.first_bias(bucket)],
            second: [F32x16::ZERO; L2_ROWS],
        };
        for output in 0..L1_OUTPUTS {
            let mut sum = F32x16::ZERO;
            for (weights, products) in rows[layout.first(bucket, output)]
                .iter()
                .zip(&self.products)
            {
                sum = F32x16::each(|lane| sum.0[lane] + weights.0[lane] * products.0[lane]);
            }
            values.first.0[output] += sum.total();
        }
        values
            .second
            .copy_from_slice(&rows[layout.second_bias(bucket)]);
        for (input, value) in values.inputs().into_iter().enumerate() {
            for (sum, weights) in values
                .second
                .iter_mut()
                .zip(&rows[layout.second(bucket, input)])
            {
                *sum = F32x16::each(|lane| sum.0[lane] + weights.0[lane] * value);
            }
        }
        let mut sum = F32x16::ZERO;
        for (neurons, weights) in values.second.iter().zip(&rows[layout.third(bucket)]) {
            accumulate_screlu(&mut sum, neurons, weights);
        }
        (values, sum)
    }

    /// Adds the gradient of a sample, and replaces its neurons by their gradients. The rows of `gradient` begin at row
    /// `shift`.
    #[inline(always)]
    pub fn backward(
        &mut self,
        model: &TrainModel,
        bucket: usize,
        values: &LayerValues,
        output_gradient: f32,
        neurons: &mut Neurons,
        (gradient, shift): (&mut [F32x16], usize),
    ) {
        let (layout, rows) = (model.layout(), model.rows());
        self.multiply(neurons);
        let mut second = [F32x16::ZERO; L2_ROWS];
        for (part, row) in layout.third(bucket).enumerate() {
            let to = &mut gradient[row - shift];
            second[part] = backprop_screlu(&values.second[part], &rows[row], to, output_gradient);
        }
        for (row, second) in layout.second_bias(bucket).zip(&second) {
            gradient[row - shift].add(second);
        }
        let mut inputs = values.inputs();
        for (input, value) in inputs.iter_mut().enumerate() {
            let mut sum = F32x16::ZERO;
            for (row, second) in layout.second(bucket, input).zip(&second) {
                let (weights, to) = (&rows[row], &mut gradient[row - shift]);
                *to = F32x16::each(|lane| to.0[lane] + second.0[lane] * *value);
                sum = F32x16::each(|lane| sum.0[lane] + second.0[lane] * weights.0[lane]);
            }
            *value = sum.total();
        }
        let (clamped, squares) = inputs.split_at(L1_OUTPUTS);
        let first = F32x16::each(|lane| {
            let sum = values.first.0[lane];
            // The gradient is zero where the activation was clamped.
            let follows = crelu(sum).to_bits() == sum.to_bits();
            let clamped = if follows { clamped[lane] } else { 0.0 };
            let square = if sum * sum < 1.0 {
                squares[lane] * (2.0 * sum)
            } else {
                0.0
            };
            clamped + square
        });
        gradient[layout.first_bias(bucket) - shift].add(&first);
        self.gradients.fill(F32x16::ZERO);
        for (output, by) in first.0.into_iter().enumerate() {
            if by == 0.0 {
                continue;
            }
            let range = layout.first(bucket, output);
            let to = &mut gradient[range.start - shift..range.end - shift];
            for (tile, weights) in rows[range].iter().enumerate() {
                let (products, row) = (&self.products[tile], &mut to[tile]);
                *row = F32x16::each(|lane| row.0[lane] + by * products.0[lane]);
                let row = &mut self.gradients[tile];
                *row = F32x16::each(|lane| row.0[lane] + by * weights.0[lane]);
            }
        }
        let half = neurons.len() / 2;
        let (first, second) = neurons.split_at_mut(half);
        for side in 0..2 {
            for tile in 0..half {
                let gradient = &self.gradients[side * half + tile];
                let (one, other) = (&mut first[tile][side], &mut second[tile][side]);
                (*one, *other) = (
                    backprop_product(one, other, gradient),
                    backprop_product(other, one, gradient),
                );
            }
        }
    }
}

/// The gradient of a neuron, given the gradient of its product with another one.
#[inline(always)]
fn backprop_product(neurons: &F32x16, others: &F32x16, gradient: &F32x16) -> F32x16 {
    F32x16::each(|lane| {
        // The gradient is zero where the activation was clamped.
        let follows = crelu(neurons.0[lane]).to_bits() == neurons.0[lane].to_bits();
        let through = gradient.0[lane] * crelu(others.0[lane]);
        if follows { through } else { 0.0 }
    })
}
