//! The numbers of the hand-made evaluation, and what they say about places.

use crate::types::{Piece, Square};
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

/// A middlegame and an endgame value in one word: endgame in the high half.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub struct Pair(i32);

impl Pair {
    /// Nothing.
    pub const ZERO: Self = Self(0);

    /// A pair of centipawn values, each within 16 bits.
    pub const fn new(mg: i32, eg: i32) -> Self {
        Self((eg << 16) + mg)
    }

    /// The middlegame value.
    #[inline]
    pub const fn mg(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The endgame value.
    #[inline]
    pub const fn eg(self) -> i32 {
        (self.0 + 0x8000) >> 16
    }

    const fn times(self, factor: i32) -> Self {
        Self(self.0 * factor)
    }

    const fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Add for Pair {
    type Output = Self;
    #[inline]
    fn add(self, rhs: Self) -> Self {
        self.plus(rhs)
    }
}

impl Sub for Pair {
    type Output = Self;
    #[inline]
    fn sub(self, rhs: Self) -> Self {
        Self(self.0 - rhs.0)
    }
}

impl AddAssign for Pair {
    #[inline]
    fn add_assign(&mut self, rhs: Self) {
        self.0 += rhs.0;
    }
}

impl Neg for Pair {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Mul<i32> for Pair {
    type Output = Self;
    #[inline]
    fn mul(self, rhs: i32) -> Self {
        self.times(rhs)
    }
}

/// All numbers of the evaluation, in centipawns. Indices by piece run from pawn to king.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Weights {
    /// Worth of each kind of man.
    pub material: [Pair; 6],
    /// Per file and rank away from the edge, 0 to 6, less the average.
    pub center: [Pair; 6],
    /// Per rank forward.
    pub advance: [Pair; 6],
    /// Per move to a square no enemy pawn attacks, from knight to queen.
    pub mobility: [Pair; 4],
    pub bishop_pair: Pair,
    pub rook_open_file: Pair,
    pub rook_half_open_file: Pair,
    pub rook_on_seventh: Pair,
    /// A knight or bishop on a square that a pawn defends and none can attack.
    pub outpost: Pair,
    pub doubled: Pair,
    pub isolated: Pair,
    pub backward: Pair,
    /// A pawn defended by a pawn.
    pub defended: Pair,
    /// A pawn beside a pawn.
    pub phalanx: Pair,
    /// By rank, second to seventh.
    pub passed: [Pair; 6],
    /// By rank: nothing stands on the next square.
    pub passed_free: [Pair; 6],
    /// Per king move that the enemy king is away from the square in front of a passed pawn, times rank.
    pub passed_enemy_king: Pair,
    /// The same for the own king.
    pub passed_own_king: Pair,
    /// Pawns in front of the king, on its file and beside it.
    pub shield: Pair,
    /// No own pawn on the file of the king or beside it.
    pub open_king_file: Pair,
    /// Per square beside the king attacked by a knight, bishop, rook, queen.
    pub ring_attack: [i32; 4],
    /// Per square from which a knight, bishop, rook, queen could give check and not be taken by a pawn or undefended.
    pub safe_check: [i32; 4],
    /// Danger of the king beyond this, squared, counts.
    pub danger_free: i32,
    pub danger_divisor: i32,
    /// An officer attacked by a pawn.
    pub threat_by_pawn: Pair,
    /// A rook or queen attacked by a knight or bishop.
    pub threat_by_minor: Pair,
    /// A queen attacked by a rook.
    pub threat_by_rook: Pair,
    /// An officer attacked and not defended.
    pub hanging: Pair,
    /// Having the move.
    pub tempo: i32,
    /// A bare king: per step from the centre, and per step that the kings are nearer.
    pub drive: i32,
}

/// The numbers in use.
pub static WEIGHTS: Weights = Weights {
    material: [
        Pair::new(82, 100),
        Pair::new(330, 310),
        Pair::new(350, 330),
        Pair::new(470, 550),
        Pair::new(980, 1000),
        Pair::new(0, 0),
    ],
    center: [
        Pair::new(4, 0),
        Pair::new(8, 6),
        Pair::new(4, 4),
        Pair::new(2, 0),
        Pair::new(2, 6),
        Pair::new(-13, 9),
    ],
    advance: [
        Pair::new(2, 4),
        Pair::new(3, 1),
        Pair::new(1, 0),
        Pair::new(0, 2),
        Pair::new(0, 3),
        Pair::new(-14, 3),
    ],
    mobility: [
        Pair::new(5, 5),
        Pair::new(5, 5),
        Pair::new(3, 5),
        Pair::new(2, 4),
    ],
    bishop_pair: Pair::new(28, 55),
    rook_open_file: Pair::new(30, 8),
    rook_half_open_file: Pair::new(13, 8),
    rook_on_seventh: Pair::new(5, 18),
    outpost: Pair::new(22, 15),
    doubled: Pair::new(-8, -20),
    isolated: Pair::new(-12, -14),
    backward: Pair::new(-8, -10),
    defended: Pair::new(12, 8),
    phalanx: Pair::new(7, 6),
    passed: [
        Pair::new(0, 8),
        Pair::new(0, 12),
        Pair::new(5, 28),
        Pair::new(20, 52),
        Pair::new(45, 95),
        Pair::new(85, 150),
    ],
    passed_free: [
        Pair::new(0, 0),
        Pair::new(0, 2),
        Pair::new(0, 6),
        Pair::new(4, 16),
        Pair::new(12, 32),
        Pair::new(25, 55),
    ],
    passed_enemy_king: Pair::new(0, 4),
    passed_own_king: Pair::new(0, -2),
    shield: Pair::new(12, 0),
    open_king_file: Pair::new(-16, 0),
    ring_attack: [8, 8, 10, 10],
    safe_check: [30, 18, 32, 20],
    danger_free: 10,
    danger_divisor: 80,
    threat_by_pawn: Pair::new(50, 35),
    threat_by_minor: Pair::new(35, 30),
    threat_by_rook: Pair::new(35, 20),
    hanging: Pair::new(22, 22),
    tempo: 16,
    drive: 8,
};

impl Weights {
    /// Worth of a man on a square seen by its own side: material, nearness to the centre, advance.
    pub const fn man(&self, piece: Piece, square: Square) -> Pair {
        let file = square as i32 & 7;
        let rank = square as i32 >> 3;
        let inward =
            (if file < 4 { file } else { 7 - file }) + (if rank < 4 { rank } else { 7 - rank });
        let index = piece as usize;
        // A pawn's nearness to the centre is a matter of files: its rank is its advance.
        let inward = match piece {
            Piece::Pawn => 2 * (if file < 4 { file } else { 7 - file }),
            _ => inward,
        };
        self.material[index]
            .plus(self.center[index].times(inward - 3))
            .plus(self.advance[index].times(rank - 2))
    }
}
