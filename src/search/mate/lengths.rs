//! Tries the lengths of mates one after another.

use super::dfpn::{Interrupt, MateSearch, Node, NodeKind, Thresholds};
use super::leaf::node_key;
use super::proof_table::ProofNumbers;
use crate::search::params::{MATE_BUDGET_GROWTH, MATE_FIRST_BUDGET, MATE_SHORT_BUDGET_DIVISOR};
use crate::types::{Key, Move};

pub(super) enum MateOutcome {
    /// A line that ends in mate after the longest defence.
    Mate(Vec<Move>),
    /// There is no mate of the requested length.
    Refuted,
    /// A limit was reached.
    Interrupted,
}

/// Distinguishes a restricted root (`searchmoves`) from the same position elsewhere.
const RESTRICTED_ROOT_KEY: Key = Key(0xD1B5_4A32_D192_ED03);

impl MateSearch<'_, '_> {
    /// Searches for a mate in at most `longest` moves.
    pub fn run(&mut self, longest: u8) -> MateOutcome {
        let mut budget = MATE_FIRST_BUDGET;
        let mut refuted = 0;
        loop {
            for length in refuted + 1..=longest {
                let share = if length == longest {
                    budget
                } else {
                    budget / MATE_SHORT_BUDGET_DIVISOR
                };
                self.budget = self.worker.nodes + share;
                match self.search_root(length) {
                    Ok((root, numbers)) if numbers.is_proved() => {
                        return match self.line(&root, numbers.plies) {
                            Some(line) => MateOutcome::Mate(line),
                            None => MateOutcome::Interrupted,
                        };
                    }
                    Ok(_) => {
                        refuted = length;
                        self.worker.report_refuted(self.plies(length));
                    }
                    Err(Interrupt::Budget) => {}
                    Err(Interrupt::Stopped) => return MateOutcome::Interrupted,
                }
            }
            if refuted == longest {
                return MateOutcome::Refuted;
            }
            if !self.worker.continue_mate_search() {
                return MateOutcome::Interrupted;
            }
            budget = budget.saturating_mul(MATE_BUDGET_GROWTH);
        }
    }

    /// The plies of a mate in `length` moves.
    fn plies(&self, length: u8) -> u8 {
        let board = &self.worker.shared.request.board;
        match self.kind(board) {
            NodeKind::Or => 2 * length - 1,
            NodeKind::And => 2 * length,
        }
    }

    /// Searches for a mate in at most `length` moves until it is proved or refuted.
    fn search_root(&mut self, length: u8) -> Result<(Node, ProofNumbers), Interrupt> {
        let request = self.worker.shared.request;
        let board = request.board;
        let remaining = self.plies(length);
        let mut key = node_key(board.key(), board.halfmove_clock(), remaining);
        if request.root_moves.len() != board.count_legal_moves() as usize {
            key ^= RESTRICTED_ROOT_KEY;
        }
        let root = Node {
            board,
            key,
            remaining,
        };
        let numbers = if self.root_is_drawn() {
            ProofNumbers::REFUTED
        } else {
            self.search(&root, &request.root_moves, Thresholds::NONE)?
        };
        Ok((root, numbers))
    }
}
