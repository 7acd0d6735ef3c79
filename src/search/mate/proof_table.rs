//! Proof and disproof numbers, and the hash table that stores them.

use crate::types::{Key, Move};
use crate::util::huge_pages::HugeSlice;
use bytemuck::Zeroable;
use std::iter;

/// What is known about a node: the minimum number of leaves to prove for a mate, and to disprove
/// for its refutation (L. V. Allis, M. van der Meulen, H. J. van den Herik, "Proof-number search",
/// 1994).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProofNumbers {
    /// Proof number: zero if the mate is proved, [`Self::INFINITE`] if it is refuted.
    pub proof: u32,
    /// Disproof number: zero if the mate is refuted, [`Self::INFINITE`] if it is proved.
    pub disproof: u32,
    /// Upper bound on the plies to a proved mate; otherwise 0.
    pub plies: u8,
}

impl ProofNumbers {
    /// Greater than every sum of finite numbers.
    pub const INFINITE: u32 = 1 << 30;
    /// No mate in the remaining plies.
    pub const REFUTED: Self = Self {
        proof: Self::INFINITE,
        disproof: 0,
        plies: 0,
    };

    /// A proved mate in at most `plies` plies.
    pub const fn mate_in(plies: u8) -> Self {
        Self {
            proof: 0,
            disproof: Self::INFINITE,
            plies,
        }
    }

    /// Numbers of a node that is neither proved nor refuted.
    pub fn open(proof: u32, disproof: u32) -> Self {
        Self {
            proof: proof.clamp(1, Self::INFINITE - 1),
            disproof: disproof.clamp(1, Self::INFINITE - 1),
            plies: 0,
        }
    }

    pub const fn is_proved(self) -> bool {
        self.proof == 0
    }

    pub const fn is_refuted(self) -> bool {
        self.disproof == 0
    }
}

/// An entry of the proof table, 24 bytes: a position and the plies within which it must be mate. An
/// empty entry is all zero.
#[derive(Clone, Copy, Debug, Zeroable)]
struct ProofEntry {
    key: u64,
    proof: u32,
    disproof: u32,
    /// The bits of a move, or 0.
    mv: u16,
    remaining: u8,
    plies: u8,
    /// Bit length of the number of nodes spent below the position, plus one; 0 for an empty entry.
    effort: u8,
}

impl ProofEntry {
    fn numbers(&self) -> ProofNumbers {
        ProofNumbers {
            proof: self.proof,
            disproof: self.disproof,
            plies: self.plies,
        }
    }
}

/// Entries per bucket.
const BUCKET: usize = 4;

/// What the table knows about a position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ProofHit {
    /// The numbers for the requested plies; `None` if only other plies are known.
    pub numbers: Option<ProofNumbers>,
    /// The move that mates or refutes, or else the most promising one.
    pub mv: Option<Move>,
}

/// The hash table of a mate search, of fixed size. A new entry replaces the one with the least
/// effort in its bucket of four.
pub(super) struct ProofTable {
    buckets: HugeSlice<[ProofEntry; BUCKET]>,
}

impl ProofTable {
    /// A table of `mebibytes` MiB, or of fewer if the system refuses the memory.
    pub fn new(mebibytes: usize) -> Self {
        let size = (mebibytes << 20) / size_of::<[ProofEntry; BUCKET]>();
        let mut sizes = iter::successors(Some(size.max(1)), |&size| (size > 1).then_some(size / 2));
        let buckets = sizes.find_map(|size| HugeSlice::new(size).ok());
        Self {
            buckets: buckets.expect("memory for a mate search"),
        }
    }

    fn index(&self, key: Key) -> usize {
        ((u128::from(key.0) * self.buckets.len() as u128) >> 64) as usize
    }

    /// What is known about a mate in at most `remaining` plies. A shorter mate proves it; the
    /// refutation of a longer one refutes it.
    pub fn probe(&self, key: Key, remaining: u8) -> ProofHit {
        let mut hit = ProofHit::default();
        let mut best_effort = 0;
        for entry in &self.buckets[self.index(key)] {
            if entry.key != key.0 || entry.effort == 0 {
                continue;
            }
            let numbers = entry.numbers();
            let decided = (numbers.is_proved() && entry.plies <= remaining)
                || (numbers.is_refuted() && entry.remaining >= remaining);
            if decided {
                return ProofHit {
                    numbers: Some(numbers),
                    mv: Move::from_bits(entry.mv),
                };
            }
            if entry.remaining == remaining {
                hit.numbers = Some(numbers);
            }
            if entry.effort > best_effort && entry.mv != 0 {
                best_effort = entry.effort;
                hit.mv = Move::from_bits(entry.mv);
            }
        }
        hit
    }

    /// Stores the numbers of a position and the effort, `nodes`, that they took.
    pub fn store(
        &mut self,
        key: Key,
        remaining: u8,
        numbers: ProofNumbers,
        mv: Option<Move>,
        nodes: u64,
    ) {
        let index = self.index(key);
        let effort = (u64::BITS - nodes.leading_zeros()) as u8 + 1;
        let entry = ProofEntry {
            key: key.0,
            proof: numbers.proof,
            disproof: numbers.disproof,
            mv: mv.map_or(0, Move::bits),
            remaining,
            plies: numbers.plies,
            effort,
        };
        let bucket = &mut self.buckets[index];
        let mut slot = 0;
        for (i, old) in bucket.iter().enumerate() {
            if old.effort > 0 && old.key == key.0 && entry.replaces(old) {
                slot = i;
                break;
            }
            if old.effort < bucket[slot].effort {
                slot = i;
            }
        }
        bucket[slot] = entry;
    }
}

impl ProofEntry {
    /// True if `old`, an entry of the same position, says nothing more than this one.
    fn replaces(&self, old: &Self) -> bool {
        old.remaining == self.remaining
            || (self.disproof == 0 && old.disproof == 0 && old.remaining < self.remaining)
            || (self.proof == 0 && old.proof == 0 && old.plies >= self.plies)
    }
}
