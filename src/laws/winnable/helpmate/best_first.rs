//! Best-first helpmate search: expands the position that looks nearest to mate.

use super::line_end::{LineEnd, line_end};
use crate::board::Board;
use crate::laws::winnable::WinnableProof;
use crate::laws::winnable::goal::{MateGoal, after};
use crate::types::{Bitboard, Color, Key, Move, Piece, Rank};
use nohash_hasher::IntSet;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Positions between two polls of `cancelled`.
const POLL_INTERVAL: usize = 1_024;

struct HelpmateNode {
    board: Board,
    /// The index of the parent, and the move from there.
    parent: Option<(usize, Move)>,
    depth: u32,
}

/// Searches for a line to the goal or into a bitbase position from which it can be reached.
///
/// Positions are identified by their keys alone. A key collision may hide a position, but cannot make a line wrong.
pub(super) fn search(
    start: &Board,
    goal: MateGoal,
    table_pieces: u32,
    nodes_left: &mut u64,
    cancelled: &dyn Fn() -> bool,
) -> Option<WinnableProof> {
    let winner = goal.winner()?;
    let mut nodes = vec![HelpmateNode {
        board: *start,
        parent: None,
        depth: 0,
    }];
    let mut seen: IntSet<Key> = IntSet::default();
    seen.insert(start.key());
    let mut open = BinaryHeap::from([(Reverse(0), 0)]);
    while let Some((_, index)) = open.pop() {
        let HelpmateNode { board, depth, .. } = nodes[index];
        for mv in board.legal_moves() {
            let next = after(&board, mv);
            if !seen.insert(next.key()) {
                continue;
            }
            *nodes_left = nodes_left.checked_sub(1)?;
            if nodes.len() % POLL_INTERVAL == 0 && cancelled() {
                return None;
            }
            let parent = Some((index, mv));
            match line_end(&next, goal, winner, table_pieces) {
                Some(LineEnd::Lost) => {}
                Some(end) => return end.proof(line(&nodes, parent)),
                None => {
                    let depth = depth + 1;
                    open.push((Reverse(distance(&next, winner) + depth), nodes.len()));
                    nodes.push(HelpmateNode {
                        board: next,
                        parent,
                        depth,
                    });
                }
            }
        }
    }
    None
}

/// The moves to a node.
fn line(nodes: &[HelpmateNode], mut parent: Option<(usize, Move)>) -> Vec<Move> {
    let mut moves = Vec::new();
    while let Some((index, mv)) = parent {
        moves.push(mv);
        parent = nodes[index].parent;
    }
    moves.reverse();
    moves
}

/// The heuristic distance to mate: the pieces left to capture, plus the steps to a promotion if one is needed.
fn distance(board: &Board, winner: Color) -> u32 {
    let pawns = board.colored_pieces(winner, Piece::Pawn);
    let heavy = (board.pieces(Piece::Rook) | board.pieces(Piece::Queen)) & board.colors(winner);
    let pieces = board.piece_count();
    if heavy.any() {
        return 6 * pieces;
    }
    let theirs = board.colored_pieces(!winner, Piece::Pawn);
    let run = pawns
        .into_iter()
        .map(|pawn| {
            let ahead = pawn.bb().front_fill(winner);
            ahead.count() + 6 * (ahead & theirs).count() + 2 * (ahead & board.occupied()).count()
        })
        .min();
    let king = board.king(winner);
    let near = board
        .colors(!winner)
        .into_iter()
        .map(|square| u32::from(square.distance(king)))
        .min()
        .unwrap_or(0);
    if let Some(steps) = run {
        return 6 * pieces + 4 * steps + 6 + near;
    }
    // Only knights and bishops: the loser needs pieces that block the own king, or a pawn that can promote to one.
    let cornered = corner_distance(board, !winner);
    6 * pieces.max(5) + 2 * (cornered + near + promotion_distance(board, !winner))
}

/// Steps of the king to a corner.
fn corner_distance(board: &Board, color: Color) -> u32 {
    let king = board.king(color);
    let edge = |index: usize| index.min(7 - index) as u32;
    edge(king.file().index()) + edge(king.rank().index())
}

/// Steps of the foremost pawn to its last rank; 0 without a pawn.
fn promotion_distance(board: &Board, color: Color) -> u32 {
    let pawns: Bitboard = board.colored_pieces(color, Piece::Pawn);
    pawns
        .into_iter()
        .map(|pawn| (Rank::R8.index() - pawn.rank().relative_to(color).index()) as u32)
        .min()
        .unwrap_or(0)
}
