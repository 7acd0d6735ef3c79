//! The shapes a network may have, and what its numbers stand for.

use super::NetError;

/// Features: own and enemy pieces (2) of six kinds on 64 squares.
pub const INPUTS: usize = 768;

/// What 1.0 is in the first layer and in the clamped accumulator.
pub const QA: i32 = 255;

/// What 1.0 is among the output weights.
pub const QB: i32 = 64;

/// What an output of 1.0 is in centipawns.
pub const SCALE: i32 = 400;

/// The neurons per view that there are kernels for.
pub const HIDDEN: [usize; 6] = [16, 32, 64, 128, 256, 384];

/// The numbers of output buckets there may be.
pub const BUCKETS: [usize; 2] = [1, 8];

/// The size of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Neurons per view, one of [`HIDDEN`].
    pub hidden: usize,
    /// Sets of output weights, one of [`BUCKETS`]: which one counts depends on how many pieces are left.
    pub buckets: usize,
}

impl Shape {
    /// A shape.
    ///
    /// # Errors
    /// [`NetError::Shape`] if it is none of those known.
    pub fn new(hidden: usize, buckets: usize) -> Result<Self, NetError> {
        if HIDDEN.contains(&hidden) && BUCKETS.contains(&buckets) {
            Ok(Self { hidden, buckets })
        } else {
            Err(NetError::Shape { hidden, buckets })
        }
    }

    /// The output bucket for a number of pieces, kings included (2 to 32).
    #[inline]
    pub const fn bucket(self, pieces: u32) -> usize {
        if self.buckets == 1 {
            0
        } else {
            (pieces as usize - 2) / 4
        }
    }

    /// How many numbers the network has: rows, bias, output weights, output biases.
    pub const fn parameters(self) -> [usize; 4] {
        let hidden = self.hidden;
        [
            INPUTS * hidden,
            hidden,
            self.buckets * 2 * hidden,
            self.buckets,
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_share_the_men_evenly() {
        let eight = Shape::new(16, 8).expect("a known shape");
        let of = |pieces| eight.bucket(pieces);
        assert_eq!([2, 5, 6, 29, 30, 32].map(of), [0, 0, 1, 6, 7, 7]);
        let one = Shape::new(384, 1).expect("a known shape");
        assert_eq!([2, 17, 32].map(|pieces| one.bucket(pieces)), [0; 3]);
    }

    #[test]
    fn other_shapes_are_refused() {
        for (hidden, buckets) in [(0, 1), (48, 1), (512, 8), (256, 0), (256, 2)] {
            assert_eq!(
                Shape::new(hidden, buckets),
                Err(NetError::Shape { hidden, buckets })
            );
        }
    }
}
