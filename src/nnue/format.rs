//! The format of network files, little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `CMPGONET` |
//! | 2 | format version: 1, or 2 for three layers; 3 and 4 with threat inputs |
//! | 2, 2 | neurons per perspective, output buckets |
//! | 2, 2, 2 | the scales 255, 64 and 400; with three layers 500, 0 and 400 |
//! | 44 | name, ASCII, zero-padded |
//! | 2 each | feature weights, feature by feature; feature biases |
//! | 2 each | one layer: output weights, bucket by bucket, the side to move's first |
//! | 4 each | one layer: output biases |
//! | 1 each | three layers, for each bucket: weights of the first layer, output by output, |
//! | 4 each | and in single precision: their scales, biases; second layer, input by input, biases; output weights, bias |
//! | 32 | SHA-256 of all preceding bytes |
//!
//! The header has 64 bytes, so the weights of 32 or more neurons are aligned to 64 bytes.

use super::layers::{L1_OUTPUTS, LayerFloats, LayerWeights};
use super::{NetError, Network, QB, SCALE, Sha256Digest, Shape};

const MAGIC: &[u8; 8] = b"CMPGONET";
const MAX_NAME: usize = 44;
const HEADER: usize = 64;
const DIGEST: usize = 32;

/// Checks the name of a network: it must fit the header and be suitable for a file name and an `info string`.
///
/// # Errors
/// [`NetError::Name`].
pub fn check_name(name: &str) -> Result<(), NetError> {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    let is_sound = (1..=MAX_NAME).contains(&name.len()) && name.bytes().all(fits);
    let fine = is_sound && !name.starts_with('.');
    if fine { Ok(()) } else { Err(NetError::Name) }
}

/// A network file without its checksum.
pub(super) fn encode(network: &Network) -> Vec<u8> {
    let shape = network.shape();
    let mut bytes = Vec::with_capacity(file_length(shape));
    bytes.extend(MAGIC);
    let version = 1 + u16::from(shape.is_layered()) + 2 * u16::from(shape.threats);
    bytes.extend(version.to_le_bytes());
    for number in [shape.hidden as u16, shape.buckets as u16]
        .into_iter()
        .chain(scales(shape))
    {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(network.name().as_bytes());
    bytes.resize(HEADER, 0);
    let weights = network
        .feature_weights()
        .chain(network.feature_bias())
        .chain(network.output_weights());
    bytes.extend(weights.flat_map(i16::to_le_bytes));
    bytes.extend(
        network
            .output_bias()
            .iter()
            .flat_map(|bias| bias.to_le_bytes()),
    );
    for layers in network.layers().iter().flatten() {
        bytes.extend(layers.first.iter().map(|&weight| weight as u8));
        let floats = layers.floats.numbers().iter();
        bytes.extend(floats.flat_map(|number| number.to_le_bytes()));
    }
    bytes
}

pub(super) fn read(bytes: &[u8]) -> Result<Network, NetError> {
    if !bytes.starts_with(MAGIC) {
        return Err(NetError::NotANet);
    }
    let Some((header, _)) = bytes.split_at_checked(HEADER) else {
        return Err(NetError::Length {
            expected: HEADER,
            found: bytes.len(),
        });
    };
    let word = |index: usize| u16::from_le_bytes([header[8 + 2 * index], header[9 + 2 * index]]);
    let (layers, threats) = match word(0) {
        1 => (1, false),
        2 => (3, false),
        3 => (1, true),
        4 => (3, true),
        other => return Err(NetError::Version(other)),
    };
    let shape = Shape {
        hidden: word(1).into(),
        buckets: word(2).into(),
        layers,
        threats,
    };
    shape.checked()?;
    let scales = [word(3), word(4), word(5)];
    if scales != self::scales(shape) {
        return Err(NetError::Scales {
            found: scales,
            expected: self::scales(shape),
        });
    }
    let expected = file_length(shape);
    if bytes.len() != expected {
        return Err(NetError::Length {
            expected,
            found: bytes.len(),
        });
    }
    let (content, digest) = bytes.split_at(expected - DIGEST);
    if Sha256Digest::of(content).0 != digest {
        return Err(NetError::Checksum);
    }
    let name = std::str::from_utf8(&header[HEADER - MAX_NAME..]).map_err(|_| NetError::Name)?;
    let name = name.trim_end_matches('\0');

    let mut rest = &content[HEADER..];
    let mut take = |length: usize| {
        let (part, after) = rest.split_at(length);
        rest = after;
        part
    };
    let [rows, bias, output, output_bias] = shape.parameters();
    let [rows, bias, output] = [rows, bias, output].map(|count| -> Vec<i16> {
        take(2 * count)
            .as_chunks()
            .0
            .iter()
            .map(|&two| i16::from_le_bytes(two))
            .collect()
    });
    if shape.is_layered() {
        let layers: Vec<LayerWeights> = (0..shape.buckets)
            .map(|_| {
                let first = take(L1_OUTPUTS * shape.hidden);
                let floats = take(4 * LayerFloats::COUNT).as_chunks().0;
                LayerWeights {
                    first: first.iter().map(|&byte| byte as i8).collect(),
                    floats: LayerFloats::new(floats.iter().map(|&four| f32::from_le_bytes(four))),
                }
            })
            .collect();
        return Network::layered(name, shape, &rows, &bias, &layers);
    }
    let output_bias: Vec<i32> = take(4 * output_bias)
        .as_chunks()
        .0
        .iter()
        .map(|&four| i32::from_le_bytes(four))
        .collect();
    Network::new(name, shape, &rows, &bias, &output, &output_bias)
}

/// The scales of the feature transformer, the output weights and the output.
const fn scales(shape: Shape) -> [u16; 3] {
    let output = if shape.is_layered() { 0 } else { QB };
    [shape.qa() as u16, output as u16, SCALE as u16]
}

/// The length of a network file in bytes.
fn file_length(shape: Shape) -> usize {
    let [rows, bias, output, output_bias] = shape.parameters();
    let layers = if shape.is_layered() {
        shape.buckets * (L1_OUTPUTS * shape.hidden + 4 * LayerFloats::COUNT)
    } else {
        0
    };
    HEADER + 2 * (rows + bias + output) + 4 * output_bias + layers + DIGEST
}
