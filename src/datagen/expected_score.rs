//! What a position is expected to bring, in one byte.

use crate::types::{Color, Score};

/// The points expected for White in 255ths of a point: 1 to 254; 0 and 255 stand for a proved mate.
///
/// A score of `s` centipawns for White stands for 255 / (1 + e^(-s / 400)), rounded. The numbers come from tables, so
/// that they are the same on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct ExpectedScore(pub u8);

impl ExpectedScore {
    /// White mates.
    pub const WHITE_MATES: Self = Self(255);
    /// Black mates.
    pub const BLACK_MATES: Self = Self(0);

    /// What a score of the side to move stands for.
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
        let above =
            |value: i32| 128 + LEAST.partition_point(|&least| i32::from(least) <= value) as u8;
        let value = white.value();
        Self(if value >= 0 {
            above(value)
        } else {
            255 - above(-value)
        })
    }

    /// A score in centipawns for White that stands for the same; `None` for a mate.
    pub fn centipawns(self) -> Option<i32> {
        match self.0 {
            0 | 255 => None,
            q @ 128.. => Some(i32::from(CENTIPAWNS[usize::from(q) - 128])),
            q => Some(-i32::from(CENTIPAWNS[usize::from(127 - q)])),
        }
    }

    /// The same from the view of `color`, in 255ths.
    pub const fn seen_by(self, color: Color) -> u8 {
        match color {
            Color::White => self.0,
            Color::Black => 255 - self.0,
        }
    }
}

/// The least score for each expectation from 129 to 254.
static LEAST: [i16; 126] = [
    7, 13, 19, 26, 32, 38, 44, 51, 57, 63, 70, 76, 82, 89, 95, 101, 108, 114, 121, 127, 133, 140,
    146, 153, 159, 166, 173, 179, 186, 192, 199, 206, 212, 219, 226, 233, 240, 246, 253, 260, 267,
    274, 281, 288, 296, 303, 310, 317, 325, 332, 339, 347, 354, 362, 370, 378, 385, 393, 401, 409,
    417, 425, 434, 442, 450, 459, 468, 476, 485, 494, 503, 512, 522, 531, 540, 550, 560, 570, 580,
    590, 601, 611, 622, 633, 644, 656, 667, 679, 691, 704, 716, 729, 742, 756, 770, 784, 799, 814,
    830, 846, 862, 879, 897, 916, 935, 955, 975, 997, 1020, 1044, 1069, 1096, 1124, 1154, 1187,
    1222, 1260, 1301, 1347, 1399, 1458, 1526, 1608, 1710, 1847, 2052,
];

/// The score in the middle of each expectation from 128 to 254.
static CENTIPAWNS: [i16; 127] = [
    3, 9, 16, 22, 28, 35, 41, 47, 53, 60, 66, 72, 79, 85, 91, 98, 104, 111, 117, 123, 130, 136,
    143, 149, 156, 162, 169, 175, 182, 189, 195, 202, 209, 215, 222, 229, 236, 242, 249, 256, 263,
    270, 277, 284, 291, 299, 306, 313, 320, 328, 335, 343, 350, 358, 365, 373, 381, 389, 397, 405,
    413, 421, 429, 437, 446, 454, 463, 471, 480, 489, 498, 507, 516, 526, 535, 545, 555, 564, 574,
    585, 595, 605, 616, 627, 638, 649, 661, 673, 685, 697, 709, 722, 735, 749, 762, 777, 791, 806,
    821, 837, 853, 870, 888, 906, 924, 944, 964, 986, 1008, 1031, 1056, 1082, 1109, 1138, 1170,
    1203, 1240, 1279, 1323, 1372, 1427, 1490, 1565, 1656, 1772, 1936, 2215,
];

#[cfg(test)]
mod tests {
    use super::*;

    fn of(value: i32) -> u8 {
        ExpectedScore::of(Score::cp(value), Color::White).0
    }

    #[test]
    fn expectations_are_the_rounded_sigmoid() {
        for value in -29_000..=29_000 {
            let exact = 255.0 / (1.0 + (-f64::from(value) / 400.0).exp());
            let expected = if value < 0 {
                255.0 - (255.0 - exact).round()
            } else {
                exact.round()
            };
            assert_eq!(of(value), expected.clamp(1.0, 254.0) as u8, "{value}");
        }
        let mated = Score::mated_in(4);
        assert_eq!(
            ExpectedScore::of(-mated, Color::White),
            ExpectedScore::WHITE_MATES
        );
        assert_eq!(
            ExpectedScore::of(mated, Color::White),
            ExpectedScore::BLACK_MATES
        );
        assert_eq!(
            ExpectedScore::of(mated, Color::Black),
            ExpectedScore::WHITE_MATES
        );
    }

    #[test]
    fn expectations_survive_the_way_to_centipawns_and_back() {
        for q in 1..=254 {
            let value = ExpectedScore(q).centipawns().expect("no mate");
            assert_eq!(of(value), q, "{value}");
        }
        assert_eq!(ExpectedScore(255).centipawns(), None);
        assert_eq!(ExpectedScore(200).seen_by(Color::Black), 55);
    }
}
