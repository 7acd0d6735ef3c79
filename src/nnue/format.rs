//! Network files, little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `CMPGONET` |
//! | 2 | format version, 1 |
//! | 2, 2 | neurons per perspective, output buckets |
//! | 2, 2, 2 | the scales 255, 64 and 400 |
//! | 44 | name, ASCII, zero-padded |
//! | 2 each | feature weights, feature by feature; feature biases; output weights, bucket by bucket, the side to move's
//! first |
//! | 4 each | output biases |
//! | 32 | SHA-256 of all preceding bytes |
//!
//! The header has 64 bytes, which aligns the weights of 32 neurons or more to 64 bytes.

use super::{NetError, Network, QA, QB, SCALE, Sha256Digest, Shape};

const MAGIC: &[u8; 8] = b"CMPGONET";
const VERSION: u16 = 1;
const SCALES: [u16; 3] = [QA as u16, QB as u16, SCALE as u16];
const MAX_NAME: usize = 44;
const HEADER: usize = 64;
const DIGEST: usize = 32;

/// Checks the name of a network: it must fit the header and be fit for a file name and an `info string`.
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
    bytes.extend(VERSION.to_le_bytes());
    for number in [shape.hidden as u16, shape.buckets as u16]
        .into_iter()
        .chain(SCALES)
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
    bytes
}

/// Decodes a network file.
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
    if word(0) != VERSION {
        return Err(NetError::Version(word(0)));
    }
    let shape = Shape::new(word(1).into(), word(2).into())?;
    let scales = [word(3), word(4), word(5)];
    if scales != SCALES {
        return Err(NetError::Scales {
            found: scales,
            expected: SCALES,
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
    let output_bias: Vec<i32> = take(4 * output_bias)
        .as_chunks()
        .0
        .iter()
        .map(|&four| i32::from_le_bytes(four))
        .collect();
    Network::new(name, shape, &rows, &bias, &output, &output_bias)
}

/// The length of a network file in bytes.
fn file_length(shape: Shape) -> usize {
    let [rows, bias, output, output_bias] = shape.parameters();
    HEADER + 2 * (rows + bias + output) + 4 * output_bias + DIGEST
}
