//! An independent checker of winnability proofs: it uses the board, the identity of positions, the material rules and
//! the tables, and shares no code with the search that found the proof.

use compongo::board::Board;
use compongo::laws::identity::PositionIdentity;
use compongo::laws::material;
use compongo::laws::winnable::reachable::ClosedSet;
use compongo::laws::winnable::{UnwinnableProof, Winnability, WinnableProof, table};
use compongo::types::{Color, Move, Piece};
use std::collections::HashSet;

/// Why a proof does not hold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckError {
    /// A move of the line is not legal.
    #[error("move {index} of the line, {mv}, is not legal")]
    Illegal {
        /// The move, counted from 1.
        index: usize,
        mv: Move,
    },
    /// The line does not lead to what is claimed.
    #[error("the line does not end as claimed")]
    End,
    /// The table says something else, or there is none for these pieces.
    #[error("no table says so")]
    Table,
    /// The pieces that are left do not prove it.
    #[error("the pieces that are left do not prove it")]
    Material,
    /// A series of moves is longer than the tree, or reaches the goal.
    #[error("the tree has an open end")]
    Tree,
    /// The closed set holds the goal.
    #[error("the closed set holds a position that refutes it")]
    Refuted,
    /// The closed set is another one.
    #[error("the closed set has {states} states {digest:016x}")]
    ClosedSet {
        /// The number of its positions.
        states: u64,
        /// The sum of their keys.
        digest: u64,
    },
    /// The position is not in the closed set.
    #[error("the position is not in the closed set")]
    Outside,
    /// The answer of the external solver cannot be checked.
    #[error("the answer of the external solver cannot be checked")]
    External,
    #[error("nothing is proved")]
    Undetermined,
}

/// What a proof is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Claim {
    Mate,
    Potential,
}

/// Checks what `can_win` says about a colour.
///
/// # Errors
/// The first thing that is wrong with the proof.
pub fn check(board: &Board, color: Color, winnability: &Winnability) -> Result<(), CheckError> {
    examine(board, color, winnability, Claim::Mate)
}

/// Checks what `mating_potential` says about a colour.
///
/// # Errors
/// As [`check`].
pub fn check_potential(
    board: &Board,
    color: Color,
    winnability: &Winnability,
) -> Result<(), CheckError> {
    examine(board, color, winnability, Claim::Potential)
}

fn examine(
    board: &Board,
    color: Color,
    winnability: &Winnability,
    claim: Claim,
) -> Result<(), CheckError> {
    let holds = |condition: bool, error| if condition { Ok(()) } else { Err(error) };
    match winnability {
        Winnability::Winnable(WinnableProof::Line(moves)) => {
            let end = replay(board, moves)?;
            holds(is_goal(&end, color, claim), CheckError::End)
        }
        Winnability::Winnable(WinnableProof::Table(moves)) => {
            let end = replay(board, moves)?;
            holds(says_table(&end, color, claim, true), CheckError::Table)
        }
        Winnability::Unwinnable(UnwinnableProof::Material) => {
            holds(is_barren(board, color, claim), CheckError::Material)
        }
        Winnability::Unwinnable(UnwinnableProof::Table) => {
            holds(says_table(board, color, claim, false), CheckError::Table)
        }
        Winnability::Unwinnable(UnwinnableProof::Tree { plies }) => holds(
            is_tree(board, color, claim, *plies, &mut Vec::new()),
            CheckError::Tree,
        ),
        Winnability::Unwinnable(UnwinnableProof::ClosedSet(closure)) => {
            close(board, color, claim, closure)
        }
        Winnability::Unwinnable(UnwinnableProof::External) => Err(CheckError::External),
        Winnability::Undetermined { .. } => Err(CheckError::Undetermined),
    }
}

fn replay(board: &Board, moves: &[Move]) -> Result<Board, CheckError> {
    let mut board = *board;
    for (index, &mv) in moves.iter().enumerate() {
        if !board.is_legal(mv) {
            return Err(CheckError::Illegal {
                index: index + 1,
                mv,
            });
        }
        board.play(mv);
    }
    Ok(board)
}

fn says_table(board: &Board, color: Color, claim: Claim, verdict: bool) -> bool {
    let said = match claim {
        Claim::Mate => table::can_win(board, color),
        Claim::Potential => table::mating_potential(board, color),
    };
    said == Some(verdict)
}

fn children(board: &Board) -> impl Iterator<Item = Board> {
    board.legal_moves().into_iter().map(move |mv| {
        let mut child = *board;
        child.play(mv);
        child
    })
}

fn is_mate(board: &Board) -> bool {
    board.in_check() && board.legal_moves().is_empty()
}

/// True if the position is what `color` wants.
fn is_goal(board: &Board, color: Color, claim: Claim) -> bool {
    board.stm() != color
        && match claim {
            Claim::Mate => is_mate(board),
            Claim::Potential => {
                !board.legal_moves().is_empty()
                    && children(board).all(|reply| children(&reply).any(|end| is_mate(&end)))
            }
        }
}

/// True if the pieces that are left settle it.
fn is_barren(board: &Board, color: Color, claim: Claim) -> bool {
    let knights = board.colored_pieces(color, Piece::Knight);
    material::cannot_win(board, color)
        || claim == Claim::Potential
            && board.non_pawn_pieces(color) == knights
            && knights.count() == 2
            && board.occupied().count() == 4
}

/// True if every series of at most `plies` moves comes to nothing; `forced` holds the positions since the last choice.
fn is_tree(
    board: &Board,
    color: Color,
    claim: Claim,
    plies: u32,
    forced: &mut Vec<PositionIdentity>,
) -> bool {
    if is_barren(board, color, claim) {
        return true;
    }
    if is_goal(board, color, claim) {
        return false;
    }
    let moves = board.legal_moves();
    if moves.len() != 1 {
        forced.clear();
    }
    let identity = PositionIdentity::of(board);
    if moves.is_empty() || forced.contains(&identity) {
        return true;
    }
    forced.push(identity);
    plies > 0
        && children(board).all(|child| {
            let mut path = forced.clone();
            is_tree(&child, color, claim, plies - 1, &mut path)
        })
}

/// Floods from the root of the closure, breadth first, and compares.
fn close(board: &Board, color: Color, claim: Claim, closure: &ClosedSet) -> Result<(), CheckError> {
    let mut seen = HashSet::from([PositionIdentity::of(&closure.root)]);
    let mut layer = vec![*closure.root];
    let mut digest = closure.root.key().0;
    while !layer.is_empty() {
        let mut next = Vec::new();
        for board in layer {
            if is_barren(&board, color, claim) {
                continue;
            }
            if is_goal(&board, color, claim) {
                return Err(CheckError::Refuted);
            }
            for child in children(&board) {
                if seen.insert(PositionIdentity::of(&child)) {
                    digest = digest.wrapping_add(child.key().0);
                    next.push(child);
                }
            }
        }
        let states = seen.len() as u64;
        if states > closure.states {
            return Err(CheckError::ClosedSet { states, digest });
        }
        layer = next;
    }
    let states = seen.len() as u64;
    if (states, digest) != (closure.states, closure.digest) {
        return Err(CheckError::ClosedSet { states, digest });
    }
    if seen.contains(&PositionIdentity::of(board)) {
        Ok(())
    } else {
        Err(CheckError::Outside)
    }
}
