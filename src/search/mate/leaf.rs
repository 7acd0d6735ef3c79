//! The initial numbers of a position in mate search, and its key in the proof table.

use super::checks::CheckFinder;
use super::dfpn::{Interrupt, MateSearch, Node, NodeKind};
use super::proof_table::{ProofHit, ProofNumbers};
use crate::board::Board;
use crate::laws::material;
use crate::search::draws;
use crate::types::{Key, Move, MoveKind, Piece};

/// Changes the key of a position whose halfmove clock is near the limit.
const CLOCK_KEY: u64 = 0x9E37_79B9_7F4A_7C15;

impl MateSearch<'_, '_> {
    /// What is known about the position after a move: from the table, or from a first look at it.
    pub fn child_numbers(&mut self, node: &Node, mv: Move) -> Result<ProofNumbers, Interrupt> {
        let remaining = node.remaining - 1;
        if let Some(key) = exact_key_after(&node.board, mv) {
            let key = node_key(key, node.board.halfmove_clock_after(mv), remaining);
            if let ProofHit {
                numbers: Some(numbers),
                ..
            } = self.table.probe(key, remaining)
            {
                return Ok(numbers);
            }
        }
        let child = self.child_node(node, mv)?;
        let hit = self.table.probe(child.key, remaining);
        if let Some(numbers) = hit.numbers {
            return Ok(numbers);
        }
        let before = self.worker.nodes;
        let (numbers, mv) = self.evaluate(&child)?;
        let nodes = self.worker.nodes - before;
        self.table
            .store(child.key, remaining, numbers, mv.or(hit.mv), nodes);
        Ok(numbers)
    }

    /// The initial numbers of a node.
    pub fn evaluate(&mut self, node: &Node) -> Result<(ProofNumbers, Option<Move>), Interrupt> {
        const REFUTED: (ProofNumbers, Option<Move>) = (ProofNumbers::REFUTED, None);
        let board = &node.board;
        if self.repeated.contains(&board.key())
            || board.colors(self.attacker).count() == 1
            || material::is_dead(board)
        {
            return Ok(REFUTED);
        }
        if self.kind(board) == NodeKind::And {
            let replies = board.count_legal_moves();
            if replies == 0 {
                return Ok(if board.in_check() {
                    (ProofNumbers::mate_in(0), None)
                } else {
                    REFUTED
                });
            }
            if node.remaining == 0 || draws::may_claim_fifty_moves(board) {
                return Ok(REFUTED);
            }
            return Ok((ProofNumbers::open(replies, 1), None));
        }
        if let Some(mv) = self.mate_in_one(board)? {
            return Ok((ProofNumbers::mate_in(1), Some(mv)));
        }
        if node.remaining == 1 || !board.has_legal_move() {
            return Ok(REFUTED);
        }
        Ok((ProofNumbers::open(1, 1), None))
    }

    fn mate_in_one(&mut self, board: &Board) -> Result<Option<Move>, Interrupt> {
        let finder = CheckFinder::new(board);
        for mv in board.legal_moves() {
            if finder.may_give_check(board, mv) {
                let next = self.make_move(board, mv)?;
                if next.in_check() && !next.has_legal_move() {
                    return Ok(Some(mv));
                }
            }
        }
        Ok(None)
    }
}

/// The key of a node. The halfmove clock is part of it if the fifty-move rule may take effect
/// within the remaining plies.
pub(super) fn node_key(key: Key, clock: u16, remaining: u8) -> Key {
    if clock + u16::from(remaining) < draws::FIFTY_MOVE_CLOCK - 1 {
        key
    } else {
        key ^ Key(CLOCK_KEY.wrapping_mul(u64::from(clock) + 1))
    }
}

/// The key after a move, if it is known without making the move.
fn exact_key_after(board: &Board, mv: Move) -> Option<Key> {
    let rights = board.castling_rights();
    let touches_rights = rights.any()
        && (rights.has(mv.from())
            || rights.has(mv.to())
            || board.piece_at(mv.from()) == Some(Piece::King));
    let exact = matches!(mv.kind(), MoveKind::Quiet | MoveKind::Capture)
        && board.en_passant().is_none()
        && !touches_rights;
    exact.then(|| board.key_after(mv))
}
