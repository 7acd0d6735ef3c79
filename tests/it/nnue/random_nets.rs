//! Networks with random weights.

use compongo::nnue::{L1_OUTPUTS, LayerFloats, LayerWeights, Network, Shape};
use compongo::types::Rng;

/// All numbers of a network.
struct Lists {
    shape: Shape,
    rows: Vec<i16>,
    bias: Vec<i16>,
    output: Vec<i16>,
    output_bias: Vec<i32>,
}

impl Lists {
    fn new(shape: Shape) -> Self {
        let [rows, bias, output, output_bias] = shape.parameters();
        Self {
            shape,
            rows: vec![0; rows],
            bias: vec![0; bias],
            output: vec![0; output],
            output_bias: vec![0; output_bias],
        }
    }

    fn network(&self, name: &str) -> Network {
        let Self {
            rows, bias, output, ..
        } = self;
        Network::new(name, self.shape, rows, bias, output, &self.output_bias)
            .expect("weights in the safe range")
    }
}

/// A number from `-most` to `most`.
fn draw(rng: &mut Rng, most: usize) -> i16 {
    rng.below(2 * most + 1) as i16 - most as i16
}

/// Layers with weights up to these magnitudes, in integers and in single precision.
fn layers(rng: &mut Rng, shape: Shape, first: usize, others: f32) -> Vec<LayerWeights> {
    let mut bucket = || {
        let weights = (0..L1_OUTPUTS * shape.hidden)
            .map(|_| draw(rng, first) as i8)
            .collect();
        let units = [1.0 / 128.0; L1_OUTPUTS].into_iter();
        let others = (L1_OUTPUTS..LayerFloats::COUNT)
            .map(|_| f32::from(draw(rng, 1000)) / 1000.0 * others)
            .collect::<Vec<_>>();
        LayerWeights {
            first: weights,
            floats: LayerFloats::new(units.chain(others)),
        }
    };
    (0..shape.buckets).map(|_| bucket()).collect()
}

/// Weights of usual size.
pub fn usual(seed: u64, shape: Shape) -> Network {
    let mut rng = Rng::new(seed);
    let mut lists = Lists::new(shape);
    lists.rows.fill_with(|| draw(&mut rng, 60));
    lists.bias.fill_with(|| draw(&mut rng, 100));
    if shape.is_layered() {
        let layers = layers(&mut rng, shape, 60, 0.5);
        return Network::layered("usual", shape, &lists.rows, &lists.bias, &layers)
            .expect("weights in the safe range");
    }
    lists.output.fill_with(|| draw(&mut rng, 40));
    lists
        .output_bias
        .fill_with(|| i32::from(draw(&mut rng, 3000)));
    lists.network("usual")
}

/// Weights at the limits of the safe range, in magnitude; each is positive with a chance of `chance` in eight.
pub fn extreme(seed: u64, shape: Shape, chance: usize) -> Network {
    let mut rng = Rng::new(seed);
    let mut sign = || if rng.below(8) < chance { 1 } else { -1 };
    let mut lists = Lists::new(shape);
    lists.rows.fill_with(|| 1023 * sign());
    lists.bias.fill_with(|| 31 * sign());
    if shape.is_layered() {
        let layers = layers(&mut rng, shape, 127, 16.0);
        return Network::layered("extreme", shape, &lists.rows, &lists.bias, &layers)
            .expect("weights in the safe range");
    }
    for weights in lists.output.chunks_exact_mut(2 * shape.hidden) {
        // 260 · 127 = 33020, the most that is allowed is 33025.
        let mut left = [260, 260];
        for weight in weights {
            let sign = sign();
            let left = &mut left[usize::from(sign > 0)];
            if *left > 0 {
                *left -= 1;
                *weight = 127 * sign;
            }
        }
    }
    lists.network("extreme")
}

/// A network that counts pieces, more or less: good enough for a search that behaves like one.
pub fn sensible(seed: u64, shape: Shape) -> Network {
    const VALUES: [i16; 6] = [1, 3, 3, 5, 9, 0];
    let mut rng = Rng::new(seed);
    let mut lists = Lists::new(shape);
    for feature in 0..shape.inputs() {
        let value = 2 * VALUES[feature / 64 % 6] * if feature % 768 < 384 { 1 } else { -1 };
        for weight in &mut lists.rows[feature * shape.hidden..][..shape.hidden] {
            *weight = value + draw(&mut rng, 4);
        }
    }
    lists.bias.fill_with(|| 80 + draw(&mut rng, 20));
    // The more neurons, the less each has to say.
    let most = (127 * 32 / shape.hidden).clamp(4, 100);
    for weights in lists.output.chunks_exact_mut(2 * shape.hidden) {
        for (index, weight) in weights.iter_mut().enumerate() {
            let own = index < shape.hidden;
            *weight = (1 + rng.below(most) as i16) * if own { 1 } else { -1 };
        }
    }
    lists.network("sensible")
}
