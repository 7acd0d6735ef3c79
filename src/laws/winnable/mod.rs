//! Whether a colour can still give mate by any series of legal moves, both sides helping.
//!
//! This is what decides dead positions (Article 5.2.2: neither colour can) and what a fallen flag costs (Article 6.9:
//! a draw if the opponent cannot). Draw rules forbid no move, so counters do not matter here; castling rights and a
//! legal capture en passant do.

pub mod closure;
mod descent;
mod effort;
mod external;
mod goal;
mod memo;
pub mod table;
pub mod tree;

pub use memo::Memo;

use crate::board::Board;
use crate::laws::material;
use crate::types::{Color, Move};
use closure::Closure;
use effort::{CRAMPED, Effort};
use goal::{Goal, after};

/// Whether a colour can still give mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Winnability {
    /// Some series of legal moves ends with that mate.
    Winnable(Possible),
    /// None does.
    Unwinnable(Impossible),
    /// The budget was spent, or the question was cancelled, before it was known.
    Undetermined {
        /// Positions looked at.
        nodes: u64,
    },
}

/// The proof that mate can be given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Possible {
    /// Legal moves that end in the mate; none if it stands on the board.
    Line(Vec<Move>),
    /// Legal moves into a position whose cooperative table says that mate can be given from there.
    Table(Vec<Move>),
}

/// The proof that mate cannot be given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Impossible {
    /// The men that are left.
    Material,
    /// The cooperative table of the men that are left.
    Table,
    /// Every series of legal moves of at most this length ends in stalemate, in mate by the other side, in a position
    /// proved by its men, or in a circle without a choice.
    Tree {
        /// The length, in plies.
        plies: u32,
    },
    /// A closed set of positions that legal moves cannot leave, none of them such a mate.
    Closure(Closure),
    /// The solver of helpmates in the crate `chasolver` found it impossible.
    External,
}

/// How much may be spent on one question.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// Positions that may be looked at, all methods of our own together. Below 100,000 no table of four men is built,
    /// which may take a second.
    pub nodes: u64,
    /// Whether the external solver may be asked last. It can take a second and cannot be cancelled.
    pub external: bool,
    /// Asked now and then; true ends the work.
    pub cancelled: &'a dyn Fn() -> bool,
}

impl Winnability {
    /// Whether the mate is possible; `None` if that is not known.
    pub const fn is_winnable(&self) -> Option<bool> {
        match self {
            Self::Winnable(_) => Some(true),
            Self::Unwinnable(_) => Some(false),
            Self::Undetermined { .. } => None,
        }
    }

    /// The proof in one line, for people and for files.
    pub fn proof(&self) -> String {
        match self {
            Self::Winnable(Possible::Line(moves)) => line(moves),
            Self::Winnable(Possible::Table(moves)) if moves.is_empty() => "table".to_owned(),
            Self::Winnable(Possible::Table(moves)) => format!("{}, then table", line(moves)),
            Self::Unwinnable(Impossible::Material) => "material".to_owned(),
            Self::Unwinnable(Impossible::Table) => "table".to_owned(),
            Self::Unwinnable(Impossible::Tree { plies }) => format!("tree {plies} plies"),
            Self::Unwinnable(Impossible::Closure(closure)) => {
                format!("closure {} states {:016x}", closure.states, closure.digest)
            }
            Self::Unwinnable(Impossible::External) => "chasolver".to_owned(),
            Self::Undetermined { nodes } => format!("none after {nodes} positions"),
        }
    }
}

/// Moves in long algebraic text; castling is the king taking its rook.
fn line(moves: &[Move]) -> String {
    moves.iter().fold("line".to_owned(), |mut text, mv| {
        text.push(' ');
        text.push_str(&mv.to_string());
        text
    })
}

/// Whether some series of legal moves, both sides helping, ends with `color` giving mate (Articles 5.2.2 and 6.9).
///
/// The answer is exact and carries its proof. What is cheap is tried first: the men, the memo, a short tree, tables, a
/// glance for a line; then lines and closed sets with growing effort; the external solver last, if the budget admits
/// it.
pub fn can_win(board: &Board, color: Color, budget: &Budget, memo: &mut Memo) -> Winnability {
    if material::cannot_win(board, color) {
        return Winnability::Unwinnable(Impossible::Material);
    }
    if let Some(known) = memo.recall(board, color) {
        return known;
    }
    let winnability = find_mate(board, color, budget, memo);
    memo.store(board, color, &winnability);
    winnability
}

fn find_mate(board: &Board, color: Color, budget: &Budget, memo: &mut Memo) -> Winnability {
    let goal = Goal::Mate(color);
    let moves = board.count_legal_moves();
    if goal.is_reached(board, moves as usize) {
        return Winnability::Winnable(Possible::Line(Vec::new()));
    }
    if moves <= CRAMPED
        && let Some(plies) = tree::refute(board, goal)
    {
        return Winnability::Unwinnable(Impossible::Tree { plies });
    }
    let mut effort = Effort::new(board, goal, budget);
    if board.occupied().count() <= 3
        && let Some(known) = effort.ask_table()
    {
        return known;
    }
    if let Some(known) = effort.spend(memo, |table_men, nodes| {
        descent::find(board, color, table_men, nodes, budget.cancelled)
            .filter(|found| ends_as_claimed(board, color, found))
    }) {
        return known;
    }
    if budget.external && !(budget.cancelled)() {
        match external::ask(board, color) {
            Some(external::Answer::Line(moves)) => {
                return Winnability::Winnable(Possible::Line(moves));
            }
            Some(external::Answer::Impossible) => {
                return Winnability::Unwinnable(Impossible::External);
            }
            None => {}
        }
    }
    effort.undetermined()
}

/// True if the line ends with the mate, or where a table promises it. What a search for lines finds is replayed before
/// it is believed.
fn ends_as_claimed(board: &Board, color: Color, found: &Possible) -> bool {
    let (Possible::Line(moves) | Possible::Table(moves)) = found;
    let end = moves.iter().fold(*board, |board, &mv| {
        debug_assert!(board.is_legal(mv), "{mv} in {board}");
        after(&board, mv)
    });
    match found {
        Possible::Line(_) => Goal::Mate(color).is_reached(&end, end.count_legal_moves() as usize),
        Possible::Table(_) => table::verdict(&end, color) == Some(true),
    }
}

/// Whether `color` has mating potential in the sense of the blitz rules of 1997 (C.4): by some series of legal moves a
/// position can come about in which the opponent has the move and cannot avoid being mated at once.
///
/// A line, here, leads to that position.
pub fn mating_potential(
    board: &Board,
    color: Color,
    budget: &Budget,
    memo: &mut Memo,
) -> Winnability {
    let goal = Goal::Potential(color);
    if goal.is_hopeless(board) {
        return Winnability::Unwinnable(Impossible::Material);
    }
    let mut effort = Effort::new(board, goal, budget);
    if let Some(known) = effort.ask_table() {
        return known;
    }
    if let Some(known) = memo.region(board, goal) {
        return known;
    }
    if board.count_legal_moves() <= CRAMPED
        && let Some(plies) = tree::refute(board, goal)
    {
        return Winnability::Unwinnable(Impossible::Tree { plies });
    }
    let known = effort.spend(memo, |table_men, nodes| {
        descent::find(board, color, table_men, nodes, budget.cancelled)
            .and_then(|found| potential_on(board, color, found))
    });
    known.unwrap_or_else(|| effort.undetermined())
}

/// A position with mating potential on the way of a helpmate, the last one if there are several.
fn potential_on(board: &Board, color: Color, found: Possible) -> Option<Possible> {
    let goal = Goal::Potential(color);
    let (Possible::Line(mut moves) | Possible::Table(mut moves)) = found;
    loop {
        let end = moves.iter().fold(*board, |board, &mv| after(&board, mv));
        if table::potential(&end, color) == Some(true) {
            return Some(Possible::Table(moves));
        }
        if goal.is_reached(&end, end.count_legal_moves() as usize) {
            return Some(Possible::Line(moves));
        }
        moves.pop()?;
    }
}
