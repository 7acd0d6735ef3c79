//! The line of a proved mate.

use super::dfpn::{Interrupt, MateSearch, Node, NodeKind, Thresholds};
use super::proof_table::ProofNumbers;
use crate::search::params::MATE_LINE_MAX_NODES;
use crate::types::{Move, MoveList};

impl MateSearch<'_, '_> {
    /// The line of the mate in at most `plies` plies that is proved at the root. The attacker plays
    /// the shortest known mates, the defender holds out longest. The line is as long as the mate.
    ///
    /// To save a proved mate, limits are ignored for up to [`MATE_LINE_MAX_NODES`] nodes; `None` if
    /// these do not suffice.
    pub fn line(&mut self, root: &Node, plies: u8) -> Option<Vec<Move>> {
        self.budget = self.worker.nodes + MATE_LINE_MAX_NODES;
        self.ignore_limits = true;
        let moves = self.worker.shared.request.root_moves.clone();
        let mut root = Node {
            remaining: plies,
            ..*root
        };
        loop {
            let mut line = Vec::new();
            let plies = self.walk(&root, &moves, &mut line).ok()?;
            if line.len() == usize::from(plies) {
                return Some(line);
            }
            // The defender was mated earlier than promised; the table has learned from it.
            root.remaining = plies;
        }
    }

    /// Appends the line from a node whose mate in `node.remaining` plies is proved. Returns the
    /// plies within which it is proved afterwards.
    fn walk(
        &mut self,
        node: &Node,
        moves: &MoveList,
        line: &mut Vec<Move>,
    ) -> Result<u8, Interrupt> {
        if node.remaining == 0 {
            return Ok(0);
        }
        let kind = self.kind(&node.board);
        let (mv, numbers, other_plies) = match kind {
            NodeKind::Or => self.shortest(node, moves)?,
            NodeKind::And => self.longest(node, moves)?,
        };
        line.push(mv);
        let mut child = self.child_node(node, mv)?;
        child.remaining = numbers.plies;
        let replies = child.board.legal_moves();
        let below = self.walk(&child, &replies, line)?;
        let plies = 1 + match kind {
            NodeKind::Or => below,
            NodeKind::And => below.max(other_plies),
        };
        let proved = ProofNumbers::mate_in(plies);
        self.table
            .store(node.key, node.remaining, proved, Some(mv), 1);
        Ok(plies)
    }

    /// The attacker's move with the shortest proved mate.
    fn shortest(
        &mut self,
        node: &Node,
        moves: &MoveList,
    ) -> Result<(Move, ProofNumbers, u8), Interrupt> {
        for _ in 0..2 {
            let mut best: Option<(Move, ProofNumbers)> = None;
            for &mv in moves {
                let numbers = self.child_numbers(node, mv)?;
                if numbers.is_proved() && best.is_none_or(|(_, best)| numbers.plies < best.plies) {
                    best = Some((mv, numbers));
                }
            }
            if let Some((mv, numbers)) = best {
                return Ok((mv, numbers, 0));
            }
            // The table has replaced the proof: search again.
            self.search(node, moves, Thresholds::NONE)?;
        }
        Err(Interrupt::Budget)
    }

    /// The defender's longest resistance, and the plies of the mate after the best other move.
    fn longest(
        &mut self,
        node: &Node,
        moves: &MoveList,
    ) -> Result<(Move, ProofNumbers, u8), Interrupt> {
        let mut best: Option<(Move, ProofNumbers)> = None;
        let mut others = 0;
        for &mv in moves {
            let mut numbers = self.child_numbers(node, mv)?;
            if !numbers.is_proved() {
                let child = self.child_node(node, mv)?;
                let replies = child.board.legal_moves();
                numbers = self.search(&child, &replies, Thresholds::NONE)?;
            }
            if !numbers.is_proved() {
                return Err(Interrupt::Budget);
            }
            match best {
                Some((_, known)) if known.plies >= numbers.plies => {
                    others = others.max(numbers.plies);
                }
                _ => {
                    others = best.map_or(0, |(_, known)| known.plies);
                    best = Some((mv, numbers));
                }
            }
        }
        let (mv, numbers) = best.ok_or(Interrupt::Budget)?;
        Ok((mv, numbers, others))
    }
}
