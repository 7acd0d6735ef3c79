//! The search that found the magic multipliers, and the proof that they are free of collisions.

use compongo::board::magic::{
    BISHOP_MAGICS, ROOK_MAGICS, bishop_attacks, blocker_mask, rook_attacks, slider_attacks,
};
use compongo::types::{Bitboard, Rng, Square};

/// A number with few bits set, as good multipliers have.
fn sparse(rng: &mut Rng) -> u64 {
    rng.next() & rng.next() & rng.next()
}

/// One square with all sets of blockers that matter, and what a slider attacks through each of them.
struct Problem {
    mask: u64,
    cases: Vec<(u64, Bitboard)>,
}

impl Problem {
    fn new(square: Square, rook: bool) -> Self {
        let mask = blocker_mask(square, rook).0;
        let mut cases = Vec::new();
        let mut blockers = 0_u64;
        loop {
            cases.push((blockers, slider_attacks(square, Bitboard(blockers), rook)));
            blockers = blockers.wrapping_sub(mask) & mask;
            if blockers == 0 {
                return Self { mask, cases };
            }
        }
    }

    fn index(&self, factor: u64, blockers: u64) -> usize {
        (blockers.wrapping_mul(factor) >> (64 - self.mask.count_ones())) as usize
    }

    /// True if sets of blockers share an index only if they leave the same attacks.
    ///
    /// `table` has an entry for each index, marked with the number of the attempt that wrote it.
    fn solves(&self, factor: u64, attempt: u32, table: &mut [(u32, Bitboard)]) -> bool {
        self.cases.iter().all(|&(blockers, attacks)| {
            let entry = &mut table[self.index(factor, blockers)];
            if entry.0 == attempt {
                entry.1 == attacks
            } else {
                *entry = (attempt, attacks);
                true
            }
        })
    }

    fn table(&self) -> Vec<(u32, Bitboard)> {
        vec![(0, Bitboard::EMPTY); self.cases.len()]
    }

    fn find(&self, rng: &mut Rng) -> u64 {
        let mut table = self.table();
        let mut attempt = 0;
        loop {
            let factor = sparse(rng);
            // The blockers must reach the top bits, where the index is taken from.
            if (self.mask.wrapping_mul(factor) >> 56).count_ones() < 6 {
                continue;
            }
            attempt += 1;
            if self.solves(factor, attempt, &mut table) {
                return factor;
            }
        }
    }
}

#[test]
fn the_search_finds_the_same_magics_again() {
    let mut rng = Rng::new(0x00C0_4D50_4F4E_474F);
    for (rook, magics) in [(false, &BISHOP_MAGICS), (true, &ROOK_MAGICS)] {
        for square in Square::all() {
            let found = Problem::new(square, rook).find(&mut rng);
            assert_eq!(found, magics[square.index()], "{square}, rook: {rook}");
        }
    }
}

#[test]
fn no_magic_has_a_collision() {
    for (rook, magics) in [(false, &BISHOP_MAGICS), (true, &ROOK_MAGICS)] {
        for square in Square::all() {
            let problem = Problem::new(square, rook);
            assert!(
                problem.solves(magics[square.index()], 1, &mut problem.table()),
                "{square}, rook: {rook}"
            );
        }
    }
}

#[test]
fn looking_up_is_walking() {
    let mut rng = Rng::new(1);
    for square in Square::all() {
        for (blockers, attacks) in Problem::new(square, false).cases {
            let noise = rng.next() & !blocker_mask(square, false).0;
            assert_eq!(
                bishop_attacks(square, Bitboard(blockers | noise)),
                attacks,
                "{square}"
            );
        }
        for (blockers, attacks) in Problem::new(square, true).cases {
            let noise = rng.next() & !blocker_mask(square, true).0;
            assert_eq!(
                rook_attacks(square, Bitboard(blockers | noise)),
                attacks,
                "{square}"
            );
        }
    }
}
