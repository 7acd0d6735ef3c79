//! Best first: the position that looks nearest to a mate is looked at next.

use super::{Ending, ending};
use crate::board::Board;
use crate::laws::winnable::Possible;
use crate::types::{Bitboard, Color, Key, Move, Piece, Rank};
use nohash_hasher::IntSet;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Positions between two questions whether to go on.
const PATIENCE: usize = 1_024;

struct Node {
    board: Board,
    came: Option<(usize, Move)>,
    depth: u32,
}

/// Looks for a line to mate or into a winnable position of a table.
///
/// Positions are told apart by their keys alone. If two had the same, one would be overlooked; nothing false would be
/// found.
pub(super) fn search(
    start: &Board,
    winner: Color,
    table_men: u32,
    nodes_left: &mut u64,
    cancelled: &dyn Fn() -> bool,
) -> Option<Possible> {
    let mut nodes = vec![Node {
        board: *start,
        came: None,
        depth: 0,
    }];
    let mut seen: IntSet<Key> = IntSet::default();
    seen.insert(start.key());
    let mut open = BinaryHeap::from([(Reverse(0), 0)]);
    while let Some((_, index)) = open.pop() {
        let Node { board, depth, .. } = nodes[index];
        for mv in board.legal_moves() {
            let mut next = board;
            next.play(mv);
            if !seen.insert(next.key()) {
                continue;
            }
            *nodes_left = nodes_left.checked_sub(1)?;
            if nodes.len() % PATIENCE == 0 && cancelled() {
                return None;
            }
            let came = Some((index, mv));
            match ending(&next, winner, table_men) {
                Some(Ending::Lost) => {}
                Some(end) => return end.proof(line(&nodes, came)),
                None => {
                    let depth = depth + 1;
                    open.push((Reverse(effort(&next, winner) + depth), nodes.len()));
                    nodes.push(Node {
                        board: next,
                        came,
                        depth,
                    });
                }
            }
        }
    }
    None
}

/// The moves to a node, first to last.
fn line(nodes: &[Node], mut came: Option<(usize, Move)>) -> Vec<Move> {
    let mut moves = Vec::new();
    while let Some((index, mv)) = came {
        moves.push(mv);
        came = nodes[index].came;
    }
    moves.reverse();
    moves
}

/// A guess at the moves to go, in some unit: men to get rid of, and steps to a promotion if one is needed.
fn effort(board: &Board, winner: Color) -> u32 {
    let pawns = board.colored_pieces(winner, Piece::Pawn);
    let heavy = (board.pieces(Piece::Rook) | board.pieces(Piece::Queen)) & board.colors(winner);
    let men = board.occupied().count();
    if heavy.any() {
        return 6 * men;
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
        return 6 * men + 4 * steps + 6 + near;
    }
    // Nothing but knights and bishops: the loser needs men to stand in his own king's way, or a pawn to make one.
    let cornered = corner_distance(board, !winner);
    6 * men.max(5) + 2 * (cornered + near + promotion_distance(board, !winner))
}

/// Steps of the king to the edge of the board.
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
