//! Depth-first proof-number search (df-pn).

use super::checks::CheckFinder;
use super::leaf::node_key;
use super::proof_table::{ProofNumbers, ProofTable};
use crate::board::Board;
use crate::search::draws;
use crate::search::node::Stopped;
use crate::search::params::MATE_KILLERS;
use crate::search::worker::SearchWorker;
use crate::types::{Color, Key, MAX_MOVES, MAX_PLY, Move, MoveList};
use arrayvec::ArrayVec;

/// Why a search returned without a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Interrupt {
    /// A limit of the request was reached.
    Stopped,
    /// The node budget of this part of the search is used up.
    Budget,
}

impl From<Stopped> for Interrupt {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

/// The kind of a node: the attacker moves in an OR node, the defender in an AND node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeKind {
    Or,
    And,
}

/// A position and the plies within which it must be mate.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub board: Board,
    /// The key in the proof table.
    pub key: Key,
    /// Remaining plies: odd in OR nodes, even in AND nodes.
    pub remaining: u8,
}

/// The thresholds of df-pn: a node is searched until one of its numbers reaches its threshold.
#[derive(Clone, Copy)]
pub(super) struct Thresholds {
    pub proof: u32,
    pub disproof: u32,
}

impl Thresholds {
    /// No thresholds: searches until the mate is proved or refuted.
    pub const NONE: Self = Self {
        proof: ProofNumbers::INFINITE,
        disproof: ProofNumbers::INFINITE,
    };
}

/// A move of a node, and what is known about the position after it.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub mv: Move,
    pub numbers: ProofNumbers,
}

pub(super) type Children = ArrayVec<Child, MAX_MOVES>;

/// A mate search: the worker that counts its nodes, and its tables.
pub(super) struct MateSearch<'w, 'a> {
    pub worker: &'w mut SearchWorker<'a>,
    pub table: ProofTable,
    pub attacker: Color,
    /// Positions that occurred twice up to the root; if one occurs again, a draw can be claimed.
    pub repeated: Vec<Key>,
    /// The node count at which the search is interrupted.
    pub budget: u64,
    /// Ignores every limit except the budget.
    pub ignore_limits: bool,
    /// The latest refutations by the defender, for each number of remaining plies.
    killers: Box<[[Option<Move>; MATE_KILLERS]; MAX_PLY + 2]>,
}

/// The rank of a defender's quiet move in the order of trial, after killers and captures.
const QUIET_RANK: u32 = 20;

impl<'w, 'a> MateSearch<'w, 'a> {
    pub fn new(worker: &'w mut SearchWorker<'a>, attacker: Color, mebibytes: usize) -> Self {
        let request = worker.shared.request;
        let mut keys = request.key_history.clone();
        keys.push(request.board.key());
        keys.sort_unstable();
        let repeated = keys
            .windows(2)
            .filter(|pair| pair[0] == pair[1])
            .map(|pair| pair[0])
            .collect();
        Self {
            worker,
            table: ProofTable::new(mebibytes),
            attacker,
            repeated,
            budget: u64::MAX,
            ignore_limits: false,
            killers: Box::new([[None; MATE_KILLERS]; MAX_PLY + 2]),
        }
    }

    pub fn kind(&self, board: &Board) -> NodeKind {
        if board.stm() == self.attacker {
            NodeKind::Or
        } else {
            NodeKind::And
        }
    }

    /// True if the defender is to move at the root and may claim a draw.
    pub fn root_is_drawn(&self) -> bool {
        let request = self.worker.shared.request;
        let key = request.board.key();
        let earlier = request.key_history.iter().filter(|&&k| k == key).count();
        self.kind(&request.board) == NodeKind::And
            && (earlier >= 2 || draws::may_claim_fifty_moves(&request.board))
    }

    /// Counts a node and checks the limits.
    pub fn count_node(&mut self) -> Result<(), Interrupt> {
        if !self.ignore_limits {
            self.worker.check_stop()?;
        }
        if self.worker.nodes >= self.budget {
            return Err(Interrupt::Budget);
        }
        self.worker.nodes += 1;
        Ok(())
    }

    /// Counts a node and returns the board after the move.
    pub fn make_move(&mut self, board: &Board, mv: Move) -> Result<Board, Interrupt> {
        self.count_node()?;
        let mut next = *board;
        next.play(mv);
        Ok(next)
    }

    pub fn child_node(&mut self, node: &Node, mv: Move) -> Result<Node, Interrupt> {
        let board = self.make_move(&node.board, mv)?;
        let remaining = node.remaining - 1;
        Ok(Node {
            board,
            key: node_key(board.key(), board.halfmove_clock(), remaining),
            remaining,
        })
    }

    /// Searches a node until one of its numbers reaches its threshold.
    pub fn search(
        &mut self,
        node: &Node,
        moves: &MoveList,
        limit: Thresholds,
    ) -> Result<ProofNumbers, Interrupt> {
        let before = self.worker.nodes;
        let kind = self.kind(&node.board);
        let mut children = self.expand(node, kind, moves)?;
        loop {
            let (numbers, best) = combine(kind, &children);
            let spent = self.worker.nodes - before;
            let mv = best.map(|index| children[index].mv);
            if numbers.proof >= limit.proof || numbers.disproof >= limit.disproof {
                self.store(node, kind, numbers, mv, spent);
                return Ok(numbers);
            }
            let Some(best) = best else {
                return Ok(numbers);
            };
            let child_limit = child_thresholds(kind, &children, best, numbers, limit);
            let result = self.child_node(node, children[best].mv).and_then(|child| {
                let moves = child.board.legal_moves();
                self.search(&child, &moves, child_limit)
            });
            match result {
                Ok(numbers) => children[best].numbers = numbers,
                Err(interrupt) => {
                    self.store(node, kind, numbers, mv, spent);
                    return Err(interrupt);
                }
            }
        }
    }

    fn store(
        &mut self,
        node: &Node,
        kind: NodeKind,
        numbers: ProofNumbers,
        mv: Option<Move>,
        nodes: u64,
    ) {
        if kind == NodeKind::And
            && numbers.is_refuted()
            && let Some(mv) = mv
        {
            let killers = &mut self.killers[usize::from(node.remaining)];
            if killers[0] != Some(mv) {
                killers.rotate_right(1);
                killers[0] = Some(mv);
            }
        }
        self.table
            .store(node.key, node.remaining, numbers, mv, nodes);
    }

    /// The children of a node with their numbers, or a single one that decides the node.
    fn expand(
        &mut self,
        node: &Node,
        kind: NodeKind,
        moves: &MoveList,
    ) -> Result<Children, Interrupt> {
        let hash_move = self.table.probe(node.key, node.remaining).mv;
        let ordered = self.order(node, kind, moves, hash_move);
        let mut children = Children::new();
        for mv in ordered {
            let numbers = self.child_numbers(node, mv)?;
            let decides = match kind {
                NodeKind::Or => numbers.is_proved(),
                NodeKind::And => numbers.is_refuted(),
            };
            if decides {
                children.clear();
                children.push(Child { mv, numbers });
                break;
            }
            children.push(Child { mv, numbers });
        }
        Ok(children)
    }

    /// The moves in trial order; for the attacker's last move, only those that may give check.
    fn order(
        &self,
        node: &Node,
        kind: NodeKind,
        moves: &MoveList,
        hash_move: Option<Move>,
    ) -> MoveList {
        let board = &node.board;
        let finder = CheckFinder::new(board);
        let killers = &self.killers[usize::from(node.remaining)];
        let rank = |mv: Move| -> u32 {
            let check = u32::from(finder.may_give_check(board, mv));
            let killer = killers.iter().position(|&killer| killer == Some(mv));
            match (kind, killer) {
                _ if Some(mv) == hash_move => 0,
                (NodeKind::Or, _) => 2 - check,
                (NodeKind::And, Some(index)) => 1 + index as u32,
                (NodeKind::And, None) => {
                    let victim = board.captured_piece(mv).map_or(0, |piece| piece as u32);
                    QUIET_RANK - 2 * victim - check
                }
            }
        };
        let mut ranked: ArrayVec<(u32, Move), MAX_MOVES> = moves
            .iter()
            .map(|&mv| (rank(mv), mv))
            .filter(|&(_, mv)| {
                kind == NodeKind::And || node.remaining > 1 || finder.may_give_check(board, mv)
            })
            .collect();
        ranked.sort_by_key(|&(rank, _)| rank);
        ranked.into_iter().map(|(_, mv)| mv).collect()
    }
}

/// Derives the numbers of a node from its children, and picks the child to search next.
///
/// Proof-number search adds up the numbers of all children. Weak proof-number search (T. Ueda et
/// al., 2008) takes the largest and adds one for each other child, so that transpositions are not
/// counted again and again.
fn combine(kind: NodeKind, children: &[Child]) -> (ProofNumbers, Option<usize>) {
    let mut best = None;
    let mut least = u32::MAX;
    let (mut most, mut unsolved) = (0, 0);
    let mut plies = match kind {
        NodeKind::Or => u8::MAX,
        NodeKind::And => 0,
    };
    for (index, child) in children.iter().enumerate() {
        let ProofNumbers {
            proof, disproof, ..
        } = child.numbers;
        let (own, other) = match kind {
            NodeKind::Or => (proof, disproof),
            NodeKind::And => (disproof, proof),
        };
        if own < least {
            least = own;
            best = Some(index);
        }
        most = most.max(other);
        unsolved += u32::from(other > 0);
        if child.numbers.is_proved() {
            plies = match kind {
                NodeKind::Or => plies.min(child.numbers.plies),
                NodeKind::And => plies.max(child.numbers.plies),
            };
        }
    }
    let others = most.saturating_add(unsolved).saturating_sub(1);
    let numbers = match kind {
        _ if best.is_none() => ProofNumbers::REFUTED,
        NodeKind::Or if least == 0 => ProofNumbers::mate_in(plies + 1),
        NodeKind::Or if least == ProofNumbers::INFINITE => ProofNumbers::REFUTED,
        NodeKind::Or => ProofNumbers::open(least, others),
        NodeKind::And if least == 0 => ProofNumbers::REFUTED,
        NodeKind::And if least == ProofNumbers::INFINITE => ProofNumbers::mate_in(plies + 1),
        NodeKind::And => ProofNumbers::open(others, least),
    };
    (numbers, best)
}

/// Thresholds of the child to search next: until another is better or the node reaches its own.
fn child_thresholds(
    kind: NodeKind,
    children: &[Child],
    best: usize,
    numbers: ProofNumbers,
    limit: Thresholds,
) -> Thresholds {
    let own = |numbers: ProofNumbers| match kind {
        NodeKind::Or => numbers.proof,
        NodeKind::And => numbers.disproof,
    };
    let second = children
        .iter()
        .enumerate()
        .filter(|&(index, _)| index != best)
        .map(|(_, child)| own(child.numbers))
        .min()
        .unwrap_or(ProofNumbers::INFINITE);
    let better = (second + 1).min(ProofNumbers::INFINITE);
    let child = children[best].numbers;
    let rest = |limit: u32, all: u32, child: u32| {
        if limit >= ProofNumbers::INFINITE {
            limit
        } else {
            limit
                .saturating_sub(all.saturating_sub(child))
                .max(child + 1)
        }
    };
    match kind {
        NodeKind::Or => Thresholds {
            proof: limit.proof.min(better),
            disproof: rest(limit.disproof, numbers.disproof, child.disproof),
        },
        NodeKind::And => Thresholds {
            proof: rest(limit.proof, numbers.proof, child.proof),
            disproof: limit.disproof.min(better),
        },
    }
}
