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

/// A name must fit the header and be fit for a file name and an `info string`.
pub(super) fn check_name(name: &str) -> Result<(), NetError> {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    let fine = !name.is_empty() && name.len() <= MAX_NAME && name.bytes().all(fits);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Rng;

    /// A network of small random weights.
    fn network(hidden: usize, buckets: usize) -> Network {
        let shape = Shape::new(hidden, buckets).expect("a known shape");
        let mut rng = Rng::new(hidden as u64);
        let mut list =
            |count| -> Vec<i16> { (0..count).map(|_| rng.below(41) as i16 - 20).collect() };
        let [rows, bias, output, output_bias] = shape.parameters();
        let (rows, bias, output) = (list(rows), list(bias), list(output));
        let output_bias: Vec<i32> = list(output_bias).into_iter().map(i32::from).collect();
        Network::new("gen0-a.1_x", shape, &rows, &bias, &output, &output_bias).expect("in range")
    }

    /// The file with its checksum recomputed.
    fn sealed(bytes: &[u8]) -> Vec<u8> {
        let content = &bytes[..bytes.len() - DIGEST];
        [content, &Sha256Digest::of(content).0].concat()
    }

    #[test]
    fn what_is_written_is_read() {
        for (hidden, buckets) in [(16, 1), (32, 8), (384, 8)] {
            let network = network(hidden, buckets);
            let bytes = network.to_bytes();
            assert_eq!(bytes.len(), file_length(network.shape()));
            let read = Network::read(&bytes).expect("a good file");
            assert_eq!(read, network);
            assert_eq!(read.to_bytes(), bytes);
            assert_eq!(read.name(), "gen0-a.1_x");
        }
    }

    #[test]
    fn the_layout_is_fixed() {
        let network = network(32, 1);
        let bytes = network.to_bytes();
        assert_eq!(
            bytes[..24],
            *b"CMPGONET\x01\0\x20\0\x01\0\xff\0\x40\0\x90\x01gen0"
        );
        let first = network.feature_weights().next().expect("a weight");
        assert_eq!(bytes[64..66], first.to_le_bytes());
        assert_eq!(bytes.len(), 64 + 2 * (768 * 32 + 32 + 64) + 4 + 32);
    }

    #[test]
    fn every_damage_is_noticed() {
        let good = network(16, 8).to_bytes();
        for index in (0..good.len()).step_by(97).chain(0..HEADER) {
            let mut bad = good.clone();
            bad[index] ^= 1 << (index % 8);
            assert!(Network::read(&bad).is_err(), "byte {index}");
        }
        for length in [0, 7, 8, 63, 64, 1000, good.len() - 1] {
            assert!(Network::read(&good[..length]).is_err(), "length {length}");
        }
        assert!(Network::read(&[&good[..], b"x"].concat()).is_err());
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let good = network(16, 1).to_bytes();
        let with = |index: usize, byte| {
            let mut bytes = good.clone();
            bytes[index] = byte;
            Network::read(&bytes)
        };
        assert_eq!(Network::read(b"text"), Err(NetError::NotANet));
        assert_eq!(with(8, 2), Err(NetError::Version(2)));
        let shape = NetError::Shape {
            hidden: 17,
            buckets: 1,
        };
        assert_eq!(with(10, 17), Err(shape));
        let scales = NetError::Scales {
            found: [255, 65, 400],
            expected: [255, 64, 400],
        };
        assert_eq!(with(16, 65), Err(scales));
        let length = NetError::Length {
            expected: good.len(),
            found: good.len() - 1,
        };
        assert_eq!(Network::read(&good[..good.len() - 1]), Err(length));
        assert_eq!(with(200, good[200] ^ 1), Err(NetError::Checksum));
    }

    #[test]
    fn a_checksum_does_not_excuse_bad_weights_or_names() {
        let mut bytes = network(16, 1).to_bytes();
        bytes[64..66].copy_from_slice(&1024_i16.to_le_bytes());
        assert!(matches!(
            Network::read(&sealed(&bytes)),
            Err(NetError::Accumulator { neuron: 0, .. })
        ));
        for byte in [b' ', b'\n', 0xff, 0] {
            let mut bytes = network(16, 1).to_bytes();
            bytes[21] = byte;
            assert_eq!(Network::read(&sealed(&bytes)), Err(NetError::Name));
        }
    }
}
