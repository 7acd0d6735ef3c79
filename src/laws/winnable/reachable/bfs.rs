use super::super::goal::{MateGoal, after};
use super::closed_set::{BfsLimits, ClosedSet};
use super::code_set::CodeSet;
use super::kings;
use super::structure::{PositionCode, PositionEncoding, Structure};
use crate::board::{Board, MoveSink, MoveStage};
use crate::types::{Bitboard, Move, MoveKind, Piece, Square};
use nohash_hasher::BuildNoHashHasher;
use std::collections::HashMap;

pub(in super::super) enum BfsResult {
    /// The search visited all reachable positions, and none is the goal.
    Closed(ReachableSet),
    /// The shortest line of legal moves to the goal.
    Reached(Vec<Move>),
    Exceeded {
        /// Positions searched until then.
        states: u64,
    },
}

/// The set of positions reachable from a root by legal moves. Positions decided by material are members, but the search
/// does not follow their moves.
pub(in super::super) struct ReachableSet {
    root: Box<Board>,
    goal: MateGoal,
    structures: Vec<StructurePositions>,
    index: HashMap<Structure, u32, BuildNoHashHasher<Structure>>,
    states: u64,
    digest: u64,
}

pub(super) struct StructurePositions {
    pub encoding: PositionEncoding,
    pub seen: CodeSet,
    /// True if material decides these positions.
    pub settled: bool,
}

impl ReachableSet {
    fn new(root: &Board, goal: MateGoal) -> Self {
        Self {
            root: Box::new(*root),
            goal,
            structures: Vec::new(),
            index: HashMap::default(),
            states: 0,
            digest: 0,
        }
    }

    /// The set of a position in which only kings can ever move; since there is never a check, it contains no goal.
    /// `None` for other positions.
    pub fn of_kings(root: &Board, goal: MateGoal) -> Option<Self> {
        let kings = kings::reachable(root)?;
        let mut set = Self::new(root, goal);
        set.structures.push(StructurePositions {
            encoding: PositionEncoding::of(root)?,
            seen: CodeSet::of_kings(&kings.squares),
            settled: goal.is_excluded_by_material(root),
        });
        set.index.insert(Structure::of(root), 0);
        set.states = kings.states;
        set.digest = kings.digest;
        Some(set)
    }

    pub fn goal(&self) -> MateGoal {
        self.goal
    }

    /// The number of positions.
    pub fn states(&self) -> u64 {
        self.states
    }

    pub fn has(&self, board: &Board) -> bool {
        self.index.get(&Structure::of(board)).is_some_and(|&index| {
            let positions = &self.structures[index as usize];
            positions.seen.has(positions.encoding.code(board))
        })
    }

    /// The proof as it appears in reports.
    pub fn closed_set(&self) -> ClosedSet {
        ClosedSet {
            root: self.root.clone(),
            states: self.states,
            digest: self.digest,
        }
    }

    pub(super) fn into_structures(self) -> impl Iterator<Item = (Structure, StructurePositions)> {
        let mut structures: Vec<_> = self.structures.into_iter().map(Some).collect();
        self.index
            .into_iter()
            .filter_map(move |(structure, index)| {
                Some((structure, structures[index as usize].take()?))
            })
    }

    /// The index of a position's structure, which is added if it is new; `None` if its positions cannot be encoded.
    fn structure(&mut self, board: &Board) -> Option<u32> {
        let structure = Structure::of(board);
        if let Some(&index) = self.index.get(&structure) {
            return Some(index);
        }
        let encoding = PositionEncoding::of(board)?;
        let index = self.structures.len() as u32;
        self.structures.push(StructurePositions {
            seen: CodeSet::new(encoding.bits()),
            encoding,
            settled: self.goal.is_excluded_by_material(board),
        });
        self.index.insert(structure, index);
        Some(index)
    }

    /// Adds a position of a structure. Returns it if its moves remain to be expanded: it is new, and material does not
    /// decide it.
    fn add(&mut self, board: Board, structure: u32) -> Option<QueuedPosition> {
        let positions = &mut self.structures[structure as usize];
        let settled = positions.settled;
        let code = positions.encoding.code(&board);
        if !positions.seen.insert(code) {
            return None;
        }
        self.count(&board);
        (!settled).then_some(QueuedPosition {
            board,
            code,
            structure,
        })
    }

    fn count(&mut self, board: &Board) {
        self.states += 1;
        self.digest = self.digest.wrapping_add(board.key().0);
    }
}

/// A position whose moves have not been expanded.
struct QueuedPosition {
    board: Board,
    code: PositionCode,
    structure: u32,
}

/// Breadth-first search over all legal moves, until it finds the goal, finds no new position or reaches its limits.
pub(in super::super) fn breadth_first_search(
    root: &Board,
    goal: MateGoal,
    limits: &BfsLimits,
) -> BfsResult {
    if let Some(set) = ReachableSet::of_kings(root, goal) {
        return if set.states > limits.states {
            BfsResult::Exceeded { states: 0 }
        } else {
            BfsResult::Closed(set)
        };
    }
    let mut set = ReachableSet::new(root, goal);
    let Some(structure) = set.structure(root) else {
        return BfsResult::Exceeded { states: 0 };
    };
    // The positions at the current distance from the root, and those one ply further.
    let mut layer: Vec<QueuedPosition> = set.add(*root, structure).into_iter().collect();
    let mut next = Vec::new();
    // The move that led to each queued position, and the number of its parent.
    let mut links: Vec<(u32, Option<Move>)> = vec![(0, None)];
    let mut expanded = 0;
    let mut fresh = Vec::new();
    let mut leaving = Vec::new();
    while !layer.is_empty() {
        for QueuedPosition {
            board,
            code,
            structure,
        } in layer.drain(..)
        {
            let number = expanded;
            expanded += 1;
            if limits.is_over(set.states, expanded) {
                return BfsResult::Exceeded { states: set.states };
            }
            let mut expansion = Expansion {
                board: &board,
                code,
                positions: &mut set.structures[structure as usize],
                moves: 0,
                fresh: &mut fresh,
                leaving: &mut leaving,
            };
            board.generate(MoveStage::All, &mut expansion);
            let moves = expansion.moves as usize;
            if goal.is_reached(&board, moves) {
                return BfsResult::Reached(line(&links, number));
            }
            for (mv, code) in fresh.drain(..) {
                let board = after(&board, mv);
                set.count(&board);
                next.push(QueuedPosition {
                    board,
                    code,
                    structure,
                });
                links.push((number, Some(mv)));
            }
            for mv in leaving.drain(..) {
                let board = after(&board, mv);
                let structure = set.structure(&board).filter(|_| !(limits.abort_on)(&board));
                let Some(structure) = structure else {
                    return BfsResult::Exceeded { states: set.states };
                };
                if let Some(position) = set.add(board, structure) {
                    next.push(position);
                    links.push((number, Some(mv)));
                }
            }
        }
        std::mem::swap(&mut layer, &mut next);
    }
    BfsResult::Closed(set)
}

/// The moves to a queued position.
fn line(links: &[(u32, Option<Move>)], number: u32) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut at = number;
    while let (before, Some(mv)) = links[at as usize] {
        moves.push(mv);
        at = before;
    }
    moves.reverse();
    moves
}

/// A [`MoveSink`] that expands a position: moves within its structure are looked up by code, without being made.
struct Expansion<'a> {
    board: &'a Board,
    code: PositionCode,
    positions: &'a mut StructurePositions,
    moves: u32,
    /// Moves to new positions of the same structure, with their codes.
    fresh: &'a mut Vec<(Move, PositionCode)>,
    /// Moves that may change the structure.
    leaving: &'a mut Vec<Move>,
}

impl Expansion<'_> {
    fn keeps_structure(&self, from: Square) -> bool {
        self.board.en_passant().is_none()
            && (self.board.castling_rights().is_empty()
                || !matches!(self.board.piece_at(from), Some(Piece::King | Piece::Rook)))
    }
}

impl MoveSink for Expansion<'_> {
    #[inline]
    fn piece(&mut self, from: Square, targets: Bitboard, enemies: Bitboard) {
        self.moves += targets.count();
        for to in targets & enemies {
            self.leaving.push(Move::new(from, to, MoveKind::Capture));
        }
        let quiet = targets & !enemies;
        let encoder = self.positions.encoding.encoder(self.board, self.code, from);
        if let Some(encoder) = encoder.filter(|_| self.keeps_structure(from)) {
            for to in quiet {
                let code = encoder.to(to);
                if self.positions.seen.insert(code) {
                    self.fresh
                        .push((Move::new(from, to, MoveKind::Quiet), code));
                }
            }
        } else {
            for to in quiet {
                self.leaving.push(Move::new(from, to, MoveKind::Quiet));
            }
        }
    }

    fn pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind) {
        self.moves += targets.count();
        for to in targets {
            let from = Square::from_index((to as i8 - step) as u8 & 63);
            self.leaving.push(Move::new(from, to, kind));
        }
    }

    fn promotions(&mut self, targets: Bitboard, step: i8, capture: bool) {
        for to in targets {
            let from = Square::from_index((to as i8 - step) as u8 & 63);
            for piece in [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight] {
                if let Some(kind) = MoveKind::promotion(piece, capture) {
                    self.moves += 1;
                    self.leaving.push(Move::new(from, to, kind));
                }
            }
        }
    }

    fn single(&mut self, mv: Move) {
        self.moves += 1;
        self.leaving.push(mv);
    }
}
