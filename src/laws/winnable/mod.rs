//! Winnability: whether a colour can still give mate by any series of legal moves, both sides cooperating (a helpmate).
//!
//! It decides dead positions (Article 5.2.2: neither colour can mate) and flag falls (Article 6.9: a draw if the
//! opponent cannot mate). Draw rules forbid no move, so the counters do not matter; castling rights and a legal en
//! passant capture do.

mod cache;
mod external;
mod goal;
mod helpmate;
mod proof_search;
pub mod reachable;
pub mod table;
pub mod tree;

pub use cache::WinnabilityCache;

use crate::board::Board;
use crate::laws::material;
use crate::types::{Color, Move};
use goal::{MateGoal, after};
use proof_search::{FEW_MOVES, FIRST_NODES, ProofSearch, SMALL_SET};
use reachable::ClosedSet;

/// Whether a colour can still give mate, with the proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Winnability {
    /// Some series of legal moves ends with mate by this colour.
    Winnable(WinnableProof),
    /// No series of legal moves does.
    Unwinnable(UnwinnableProof),
    /// The search spent its budget or was cancelled before it found a proof.
    Undetermined {
        /// Positions visited before that.
        nodes: u64,
    },
}

/// The proof that mate can be given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WinnableProof {
    /// Legal moves that end in mate; empty if it is on the board.
    Line(Vec<Move>),
    /// Legal moves into a position that is winnable according to its bitbase.
    Table(Vec<Move>),
}

/// The proof that mate cannot be given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnwinnableProof {
    /// Insufficient material.
    Material,
    /// The bitbase of the material.
    Table,
    /// Every series of legal moves of at most this length ends in stalemate, in mate by the other side, in insufficient
    /// material, or in a repetition by forced moves.
    Tree {
        /// The length, in plies.
        plies: u32,
    },
    /// The set of all reachable positions, none of them mate by this colour.
    ClosedSet(ClosedSet),
    /// The helpmate solver of the crate `chasolver` says so.
    External,
}

/// The limits of one winnability question.
#[derive(Clone, Copy)]
pub struct ProofBudget<'a> {
    /// The limit on the positions visited by all methods together.
    pub nodes: u64,
    /// The largest bitbase to build, in pieces including kings. One of three pieces takes milliseconds, one of four a
    /// second or two, which cannot be cancelled.
    pub table_pieces: u32,
    /// Whether to ask the external solver when short searches, or the closed set of a blocked position, leave the
    /// question open. It can take several seconds and cannot be cancelled.
    pub external: bool,
    /// Polled now and then; true stops the search.
    pub cancelled: &'a dyn Fn() -> bool,
}

impl ProofBudget<'_> {
    /// The budget, in positions, that makes bitbases of four pieces worth building.
    const WORTH_FOUR_PIECES: u64 = 100_000;

    /// A budget of `nodes` positions without the external solver, with bitbases of four pieces if they are worth
    /// building.
    pub const fn new(nodes: u64) -> Self {
        Self {
            nodes,
            table_pieces: if nodes < Self::WORTH_FOUR_PIECES {
                table::MAX_PIECES - 1
            } else {
                table::MAX_PIECES
            },
            external: false,
            cancelled: &|| false,
        }
    }
}

impl Winnability {
    /// Whether mate is possible; `None` if undetermined.
    pub const fn is_winnable(&self) -> Option<bool> {
        match self {
            Self::Winnable(_) => Some(true),
            Self::Unwinnable(_) => Some(false),
            Self::Undetermined { .. } => None,
        }
    }

    /// The proof in one line, for reports.
    pub fn proof(&self) -> String {
        match self {
            Self::Winnable(WinnableProof::Line(moves)) => line(moves),
            Self::Winnable(WinnableProof::Table(moves)) if moves.is_empty() => "table".to_owned(),
            Self::Winnable(WinnableProof::Table(moves)) => format!("{}, then table", line(moves)),
            Self::Unwinnable(UnwinnableProof::Material) => "material".to_owned(),
            Self::Unwinnable(UnwinnableProof::Table) => "table".to_owned(),
            Self::Unwinnable(UnwinnableProof::Tree { plies }) => format!("tree {plies} plies"),
            Self::Unwinnable(UnwinnableProof::ClosedSet(set)) => {
                format!("closure {} states {:016x}", set.states, set.digest)
            }
            Self::Unwinnable(UnwinnableProof::External) => "chasolver".to_owned(),
            Self::Undetermined { nodes } => format!("none after {nodes} positions"),
        }
    }
}

/// Moves in UCI notation; castling is written as king takes rook.
fn line(moves: &[Move]) -> String {
    moves.iter().fold("line".to_owned(), |mut text, mv| {
        text.push(' ');
        text.push_str(&mv.to_string());
        text
    })
}

/// Whether some series of legal moves, both sides cooperating, ends with mate by `color` (Articles 5.2.2 and 6.9).
///
/// The answer is exact and has a proof. Cheap methods come first: material, the cache, a shallow tree search, bitbases,
/// a short helpmate search. If the budget allows it, small closed sets and the external solver follow, then helpmate
/// searches and breadth-first searches with growing limits.
///
/// ```
/// use compongo::laws::winnable::{ProofBudget, WinnabilityCache, can_win};
/// use compongo::{Board, Color};
///
/// // A knight cannot mate a king and a queen.
/// let board: Board = "8/8/8/4k3/2q5/8/4K1N1/8 w - - 12 71".parse()?;
/// let budget = ProofBudget::new(10_000);
/// let answer = can_win(&board, Color::White, &budget, &mut WinnabilityCache::default());
/// assert_eq!((answer.is_winnable(), answer.proof().as_str()), (Some(false), "material"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn can_win(
    board: &Board,
    color: Color,
    budget: &ProofBudget,
    cache: &mut WinnabilityCache,
) -> Winnability {
    if material::cannot_win(board, color) {
        return Winnability::Unwinnable(UnwinnableProof::Material);
    }
    if let Some(known) = cache.get(board, color) {
        return known;
    }
    let winnability = find_mate(board, color, budget, cache);
    cache.store(board, color, &winnability);
    winnability
}

fn find_mate(
    board: &Board,
    color: Color,
    budget: &ProofBudget,
    cache: &mut WinnabilityCache,
) -> Winnability {
    let goal = MateGoal::Mate(color);
    let moves = board.count_legal_moves();
    if goal.is_reached(board, moves as usize) {
        return Winnability::Winnable(WinnableProof::Line(Vec::new()));
    }
    if moves <= FEW_MOVES
        && let Some(plies) = tree::refute(board, goal)
    {
        return Winnability::Unwinnable(UnwinnableProof::Tree { plies });
    }
    let mut search = ProofSearch::new(board, goal, budget);
    if board.occupied().count() <= 3
        && let Some(known) = search.ask_table()
    {
        return known;
    }
    let mut find = |table_pieces, nodes: &mut u64| {
        helpmate::find(board, color, table_pieces, nodes, budget.cancelled)
            .filter(|found| ends_as_claimed(board, color, found))
    };
    if budget.external {
        // The solver answers faster than our own long searches, but a closed set is a proof that anyone can check.
        if let Some(known) = search.run(FIRST_NODES, cache, &mut find) {
            return known;
        }
        if let Some(known) = search.run(SMALL_SET, cache, |_, _| None) {
            return known;
        }
        if external::is_unwinnable(board, color) {
            let known = search.close_blocked(cache);
            return known.unwrap_or(Winnability::Unwinnable(UnwinnableProof::External));
        }
        if !cache.solver_gave_up(board, color) && !(budget.cancelled)() {
            if let Some(answer) = external::ask(board, color) {
                return answer.into();
            }
            cache.store_solver_gave_up(board, color);
        }
    }
    search.run_to_end(cache, find)
}

/// The moves of a helpmate by `color`, from a proof that one exists. A bitbase proof has no moves to the end, so this
/// searches for them; `None` if they are not found within the budget.
pub fn mating_line(
    board: &Board,
    color: Color,
    proof: &WinnableProof,
    budget: &ProofBudget,
) -> Option<Vec<Move>> {
    let (WinnableProof::Line(moves) | WinnableProof::Table(moves)) = proof;
    let mut moves = moves.clone();
    let end = moves.iter().fold(*board, |board, &mv| after(&board, mv));
    if end.in_check() && end.stm() != color && !end.has_legal_move() {
        return Some(moves);
    }
    let mut nodes = budget.nodes;
    let rest = match helpmate::find(&end, color, 0, &mut nodes, budget.cancelled) {
        Some(WinnableProof::Line(rest)) => rest,
        _ => match budget.external.then(|| external::ask(&end, color))?? {
            external::SolverAnswer::Line(rest) => rest,
            external::SolverAnswer::Unwinnable => return None,
        },
    };
    moves.extend(rest);
    Some(moves)
}

/// True if the line ends with mate, or in a position that the bitbase proves winnable. Every line found is replayed.
fn ends_as_claimed(board: &Board, color: Color, found: &WinnableProof) -> bool {
    let (WinnableProof::Line(moves) | WinnableProof::Table(moves)) = found;
    let end = moves.iter().fold(*board, |board, &mv| {
        debug_assert!(board.is_legal(mv), "{mv} in {board}");
        after(&board, mv)
    });
    match found {
        WinnableProof::Line(_) => {
            MateGoal::Mate(color).is_reached(&end, end.count_legal_moves() as usize)
        }
        WinnableProof::Table(_) => table::can_win(&end, color) == Some(true),
    }
}

/// Whether `color` has mating potential in the sense of the blitz rules of 1997 (C.4): some series of legal moves leads
/// to a position in which the opponent, to move, cannot avoid mate in one.
///
/// Here, a line is a series of moves to that position.
pub fn mating_potential(
    board: &Board,
    color: Color,
    budget: &ProofBudget,
    cache: &mut WinnabilityCache,
) -> Winnability {
    let goal = MateGoal::Potential(color);
    if goal.is_excluded_by_material(board) {
        return Winnability::Unwinnable(UnwinnableProof::Material);
    }
    let mut search = ProofSearch::new(board, goal, budget);
    if let Some(known) = search.ask_table() {
        return known;
    }
    if let Some(known) = cache.closed_set(board, goal) {
        return known;
    }
    if board.count_legal_moves() <= FEW_MOVES
        && let Some(plies) = tree::refute(board, goal)
    {
        return Winnability::Unwinnable(UnwinnableProof::Tree { plies });
    }
    search.run_to_end(cache, |table_pieces, nodes| {
        helpmate::find(board, color, table_pieces, nodes, budget.cancelled)
            .and_then(|found| potential_on(board, color, found))
    })
}

/// The last position with mating potential on the line of a helpmate.
fn potential_on(board: &Board, color: Color, found: WinnableProof) -> Option<WinnableProof> {
    let goal = MateGoal::Potential(color);
    let (WinnableProof::Line(mut moves) | WinnableProof::Table(mut moves)) = found;
    loop {
        let end = moves.iter().fold(*board, |board, &mv| after(&board, mv));
        if table::mating_potential(&end, color) == Some(true) {
            return Some(WinnableProof::Table(moves));
        }
        if goal.is_reached(&end, end.count_legal_moves() as usize) {
            return Some(WinnableProof::Line(moves));
        }
        moves.pop()?;
    }
}
