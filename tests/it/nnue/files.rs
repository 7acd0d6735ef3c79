//! Network files.

use super::random_nets;
use compongo::nnue::simd::{SimdLevel, SimdLevelError};
use compongo::nnue::{NetError, Network, Sha256Digest, Shape};

fn network(hidden: usize, buckets: usize) -> Network {
    random_nets::usual(7, Shape::new(hidden, buckets).expect("a known shape"))
}

fn layered() -> Network {
    random_nets::usual(7, Shape::with_layers(128, 8, 3).expect("a known shape"))
}

fn threats() -> Network {
    random_nets::usual(7, Shape::new(16, 8).expect("a known shape").with_threats())
}

fn layered_threats() -> Network {
    let shape = Shape::with_layers(64, 8, 3).expect("a known shape");
    random_nets::usual(7, shape.with_threats())
}

/// The file with its checksum recomputed.
fn sealed(bytes: &[u8]) -> Vec<u8> {
    let content = &bytes[..bytes.len() - 32];
    [content, &Sha256Digest::of(content).0].concat()
}

#[test]
fn what_is_written_is_read() {
    for network in [
        network(16, 1),
        network(32, 8),
        network(384, 8),
        layered(),
        threats(),
        layered_threats(),
    ] {
        let bytes = network.to_bytes();
        let read = Network::read(&bytes).expect("a good file");
        assert_eq!(read, network);
        assert_eq!(read.to_bytes(), bytes);
        assert_eq!(read.name(), "usual");
    }
}

#[test]
fn the_layout_is_fixed() {
    let network = network(32, 1);
    let bytes = network.to_bytes();
    assert_eq!(
        bytes[..24],
        *b"CMPGONET\x01\0\x20\0\x01\0\xff\0\x40\0\x90\x01usua"
    );
    let first = network.feature_weights().next().expect("a weight");
    assert_eq!(bytes[64..66], first.to_le_bytes());
    assert_eq!(bytes.len(), 64 + 2 * (768 * 32 + 32 + 64) + 4 + 32);
    let bytes = threats().to_bytes();
    assert_eq!(bytes[8..14], *b"\x03\0\x10\0\x08\0");
    assert_eq!(bytes.len(), 64 + 2 * (2304 * 16 + 16 + 256) + 32 + 32);
    let network = layered();
    let bytes = network.to_bytes();
    assert_eq!(
        bytes[..24],
        *b"CMPGONET\x02\0\x80\0\x08\0\xf4\x01\0\0\x90\x01usua"
    );
    let layers = network.layers().expect("three layers");
    let last = layers.last().expect("eight buckets").floats.third_bias;
    assert_eq!(bytes[bytes.len() - 36..][..4], last.to_le_bytes());
    let features = 2 * (768 * 128 + 128);
    let bucket = 16 * 128 + 4 * (16 + 16 + 32 * 32 + 32 + 32 + 1);
    assert_eq!(bytes.len(), 64 + features + 8 * bucket + 32);
    assert_eq!(layers[0].first[0], bytes[64 + features] as i8);
}

#[test]
fn every_damage_is_noticed() {
    for good in
        [network(16, 8), layered(), threats(), layered_threats()].map(|network| network.to_bytes())
    {
        for index in (0..good.len()).step_by(97).chain(0..64) {
            let mut bad = good.clone();
            bad[index] ^= 1 << (index % 8);
            assert!(Network::read(&bad).is_err(), "byte {index}");
        }
        for length in [0, 7, 8, 63, 64, 1000, good.len() - 1] {
            assert!(Network::read(&good[..length]).is_err(), "length {length}");
        }
        assert!(Network::read(&[&good[..], b"x"].concat()).is_err());
    }
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
    assert_eq!(with(8, 5), Err(NetError::Version(5)));
    let shape = NetError::Shape(Shape {
        hidden: 17,
        buckets: 1,
        layers: 1,
        threats: false,
    });
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
    let mut bytes = layered().to_bytes();
    let end = bytes.len() - 32;
    bytes[end - 4..end].copy_from_slice(&f32::NAN.to_le_bytes());
    assert_eq!(Network::read(&sealed(&bytes)), Err(NetError::LayerWeight));
    for byte in [b' ', b'\n', 0xff, 0] {
        let mut bytes = network(16, 1).to_bytes();
        bytes[21] = byte;
        assert_eq!(Network::read(&sealed(&bytes)), Err(NetError::Name));
    }
}

#[test]
fn digests_are_those_of_the_standard() {
    // FIPS 180-4, example "abc".
    assert_eq!(
        Sha256Digest::of(b"abc").to_string(),
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    );
}

#[test]
fn levels_are_known_by_name() {
    assert_eq!("Scalar".parse(), Ok(SimdLevel::Scalar));
    let unknown = SimdLevelError::Unknown("sse9".to_owned());
    assert_eq!("sse9".parse::<SimdLevel>(), Err(unknown));
    for level in SimdLevel::ALL {
        let expected = if level.is_available() {
            Ok(level)
        } else {
            Err(SimdLevelError::Unavailable(level))
        };
        assert_eq!(level.as_str().parse(), expected);
    }
}
