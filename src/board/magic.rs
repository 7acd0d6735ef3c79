//! Magic bitboards: the attacks of sliders from one multiplication and one look-up.
//!
//! For each square, the relevant occupancy (`mask`) times the magic, shifted right, is the index into the table; two
//! occupancies share an index only if their attack sets are equal. The magics come from the seeded search in
//! `tests/it/board/magics.rs`, which also verifies them.

use crate::types::{Bitboard, Square};

/// Bishop magics, a1 first.
#[rustfmt::skip]
pub static BISHOP_MAGICS: [u64; 64] = [
    0x0210_0410_0042_0020, 0x0208_0181_2401_0100, 0x0021_0204_0044_0002, 0x0004_0408_8480_C040,
    0x0401_1040_0002_2080, 0x0801_0120_9082_0008, 0x0290_6228_2008_0008, 0x0000_2400_4248_2000,
    0x8280_0828_6808_1040, 0x0814_2012_0441_04A8, 0x0000_4404_0C9A_0001, 0x4040_8404_0088_8040,
    0x50C0_2110_4000_0404, 0x0800_0828_0848_1008, 0xA412_1402_2805_2400, 0x0000_4504_0084_4402,
    0x0908_0040_2851_0408, 0x0210_5494_0C08_1046, 0x4030_0001_0500_2101, 0x0004_0082_0692_0001,
    0x1004_0002_0121_2580, 0x0400_4002_0042_200A, 0x0100_8400_4208_2111, 0x2031_4002_0044_1428,
    0x0004_1040_0410_1004, 0x0002_1002_0204_0840, 0x0001_0641_1000_8600, 0x0002_0020_0804_0840,
    0x0401_0040_0400_4040, 0x2020_8100_0A00_4200, 0x0308_0100_9844_1298, 0xA214_0900_2021_0140,
    0x4141_10C0_A008_0811, 0x429C_1002_0284_0482, 0x0042_0110_0011_0040, 0x2002_2008_0301_0104,
    0x0840_0080_2002_0020, 0x40A4_2840_800C_1000, 0x0224_1140_4C04_0400, 0x0482_0218_4020_2418,
    0x2008_0248_2000_4410, 0x0008_9401_8805_2011, 0x0003_0141_3200_3000, 0x0040_1240_1040_0200,
    0x0000_1020_1040_1604, 0x4008_1000_8202_2022, 0x4188_1001_0050_4220, 0x02C2_A20C_0100_4021,
    0x0020_4802_B010_4040, 0x0004_2908_1210_4000, 0x2342_0B00_5130_4018, 0x8000_04A0_2088_2000,
    0xC010_0004_0504_0000, 0x4808_4822_08A2_0002, 0x0008_3004_2848_4000, 0x0084_1440_820A_0000,
    0x0208_8021_0802_4004, 0x0081_1200_8404_0380, 0xA022_2243_0401_1120, 0x9800_4442_0042_0200,
    0x8102_0000_5002_0210, 0x0600_0004_4408_2200, 0x4040_0820_110A_0220, 0x0803_1424_0404_1218,
];

/// Rook magics, a1 first.
#[rustfmt::skip]
pub static ROOK_MAGICS: [u64; 64] = [
    0x0080_0058_2180_4004, 0x2C40_0460_0090_0144, 0xA080_1000_8008_2000, 0xE080_0410_0008_0280,
    0x0500_0431_0008_0002, 0x8200_0110_C408_0200, 0x1080_0200_0100_0080, 0x0100_0020_96C1_0006,
    0x0000_8010_8020_4000, 0x0024_4010_0020_0048, 0x4100_8010_0020_0080, 0x0002_8008_0010_0080,
    0x0009_0005_0108_0010, 0x0000_8004_0002_0080, 0x4025_0102_0001_0004, 0x0106_0000_8504_6204,
    0x0080_0040_0020_0048, 0x0090_0040_4000_2002, 0x0040_8080_1000_2000, 0x4050_0080_8010_0800,
    0x4301_0100_0610_0800, 0x2801_0100_0208_0400, 0x0A08_8400_0208_9001, 0x1010_0200_011C_4084,
    0x0080_0048_4000_2000, 0x8020_5002_4000_2008, 0x0000_2004_8010_0082, 0x1110_0011_0008_2100,
    0x0201_0005_0008_0090, 0x030A_0102_0010_C408, 0x1200_D104_0002_0810, 0x0140_0642_0008_A411,
    0x0100_8040_0480_0020, 0x0220_4000_8080_2008, 0x3000_4900_1100_2000, 0x0020_8010_0080_0800,
    0x0001_8014_0180_1800, 0x0401_0004_0100_0208, 0x0040_50A8_0400_0211, 0x2000_0041_1200_2084,
    0x1021_20C0_0082_8001, 0x0220_4020_1002_4000, 0x0690_0408_0060_6000, 0x0085_0008_1001_0024,
    0x0001_0048_0005_0010, 0x1012_0008_0502_0010, 0x0050_0230_4184_0008, 0x0009_0000_4081_0002,
    0x0218_2041_0080_0100, 0x2000_4102_0820_8200, 0x080A_8140_1122_0200, 0x0008_8010_0008_0080,
    0x9106_0020_0408_1200, 0x2044_0200_8004_0080, 0x0011_0002_0004_0100, 0x8402_0080_540D_0200,
    0x0008_4200_1020_8302, 0x0000_8010_2201_0042, 0xA400_2000_1100_0C41, 0x8001_0010_0005_2009,
    0x2002_0120_1004_0802, 0x0012_0004_1008_C102, 0x0004_1020_9102_0844, 0x020A_1040_8405_2902,
];

const BISHOP_DIRECTIONS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const ROOK_DIRECTIONS: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// Turns the relevant occupancy of a square into an index into [`ATTACKS`].
#[derive(Clone, Copy)]
struct Magic {
    mask: u64,
    factor: u64,
    offset: u32,
    shift: u32,
}

impl Magic {
    #[inline(always)]
    const fn index(&self, occupied: u64) -> usize {
        self.offset as usize
            + ((occupied & self.mask).wrapping_mul(self.factor) >> self.shift) as usize
    }
}

const BISHOP_ENTRIES: usize = 5248;
const ROOK_ENTRIES: usize = 102_400;

static BISHOPS: [Magic; 64] = magics(&BISHOP_MAGICS, BISHOP_DIRECTIONS, 0);
static ROOKS: [Magic; 64] = magics(&ROOK_MAGICS, ROOK_DIRECTIONS, BISHOP_ENTRIES);
static ATTACKS: [Bitboard; BISHOP_ENTRIES + ROOK_ENTRIES] = attack_table();

/// The squares that a bishop on `square` attacks when `occupied` blocks.
#[inline(always)]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    ATTACKS[BISHOPS[square.index()].index(occupied.0)]
}

/// The squares that a rook on `square` attacks when `occupied` blocks.
#[inline(always)]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    ATTACKS[ROOKS[square.index()].index(occupied.0)]
}

/// Slider attacks computed square by square, without tables; used to build the tables.
pub const fn slider_attacks(square: Square, occupied: Bitboard, rook: bool) -> Bitboard {
    let directions = if rook {
        ROOK_DIRECTIONS
    } else {
        BISHOP_DIRECTIONS
    };
    let mut attacks = 0;
    let mut direction = 0;
    while direction < 4 {
        let (files, ranks) = directions[direction];
        let mut file = (square as i8 & 7) + files;
        let mut rank = (square as i8 >> 3) + ranks;
        while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
            let bit = 1 << (rank * 8 + file);
            attacks |= bit;
            if occupied.0 & bit != 0 {
                break;
            }
            file += files;
            rank += ranks;
        }
        direction += 1;
    }
    Bitboard(attacks)
}

/// The relevant occupancy mask: slider attacks on the empty board without the last square of each ray.
pub const fn blocker_mask(square: Square, rook: bool) -> Bitboard {
    let mut edges = 0;
    if (square as u8) & 7 != 0 {
        edges |= 0x0101_0101_0101_0101;
    }
    if (square as u8) & 7 != 7 {
        edges |= 0x8080_8080_8080_8080;
    }
    if (square as u8) >> 3 != 0 {
        edges |= 0xFF;
    }
    if (square as u8) >> 3 != 7 {
        edges |= 0xFF << 56;
    }
    Bitboard(slider_attacks(square, Bitboard::EMPTY, rook).0 & !edges)
}

const fn magics(factors: &[u64; 64], directions: [(i8, i8); 4], first: usize) -> [Magic; 64] {
    let rook = directions[0].0 == 0;
    let mut magics = [Magic {
        mask: 0,
        factor: 0,
        offset: 0,
        shift: 0,
    }; 64];
    let mut offset = first as u32;
    let mut square = 0;
    while square < 64 {
        let mask = blocker_mask(Square::from_index(square as u8), rook).0;
        let bits = mask.count_ones();
        magics[square] = Magic {
            mask,
            factor: factors[square],
            offset,
            shift: 64 - bits,
        };
        offset += 1 << bits;
        square += 1;
    }
    magics
}

#[allow(clippy::large_stack_arrays, reason = "it is evaluated at compile time")]
const fn attack_table() -> [Bitboard; BISHOP_ENTRIES + ROOK_ENTRIES] {
    let mut table = [Bitboard::EMPTY; BISHOP_ENTRIES + ROOK_ENTRIES];
    let mut square = 0;
    while square < 64 {
        fill(
            &mut table,
            &BISHOPS[square as usize],
            Square::from_index(square),
            false,
        );
        fill(
            &mut table,
            &ROOKS[square as usize],
            Square::from_index(square),
            true,
        );
        square += 1;
    }
    table
}

/// Writes the attacks of one square for every set of blockers.
const fn fill(table: &mut [Bitboard], magic: &Magic, square: Square, rook: bool) {
    let mut blockers = 0_u64;
    loop {
        table[magic.index(blockers)] = slider_attacks(square, Bitboard(blockers), rook);
        blockers = blockers.wrapping_sub(magic.mask) & magic.mask;
        if blockers == 0 {
            return;
        }
    }
}
