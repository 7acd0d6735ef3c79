//! The expected score of a position, in one byte.

use crate::nnue::SCALE;
use crate::types::{Color, Score};
use crate::util::math::sigmoid;

/// The expected score of White in 255ths of a point: 1 to 254; 0 and 255 stand for a proven mate.
///
/// A score of `s` internal units for White is 255 / (1 + e^(-s / 400)), rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct ExpectedScore(pub u8);

impl ExpectedScore {
    /// White mates.
    pub const WHITE_MATES: Self = Self(255);
    /// Black mates.
    pub const BLACK_MATES: Self = Self(0);

    /// The expected score for a search score of the side to move.
    pub fn of(score: Score, stm: Color) -> Self {
        let white = match stm {
            Color::White => score,
            Color::Black => -score,
        };
        if white.is_mate() {
            return if white > Score::ZERO {
                Self::WHITE_MATES
            } else {
                Self::BLACK_MATES
            };
        }
        let leading = |value: i32| {
            let points = 255.0 * sigmoid(value as f32 / SCALE as f32);
            (points.round() as u8).min(254)
        };
        let value = white.value();
        Self(if value >= 0 {
            leading(value)
        } else {
            255 - leading(-value)
        })
    }

    /// The evaluation in internal units for White; `None` for a mate.
    pub fn evaluation(self) -> Option<i32> {
        let odds = 255.0 / f64::from(self.0) - 1.0;
        (1..255)
            .contains(&self.0)
            .then(|| (-odds.ln() * f64::from(SCALE)).round() as i32)
    }

    /// The expected score of `color`, in 255ths.
    pub const fn for_color(self, color: Color) -> u8 {
        match color {
            Color::White => self.0,
            Color::Black => 255 - self.0,
        }
    }
}
