use super::super::goal::{Goal, after};
use super::kings;
use super::seen::Seen;
use super::structure::{Code, Layout, Structure};
use super::{Closure, Patience};
use crate::board::{Board, MoveSink, MoveStage};
use crate::types::{Bitboard, Move, MoveKind, Piece, Square};
use nohash_hasher::BuildNoHashHasher;
use std::collections::HashMap;

/// How a flood over all reachable positions ended.
pub(in super::super) enum Flood {
    /// The goal is in none of them.
    Closed(Region),
    /// Legal moves to the goal, as few as possible.
    Reached(Vec<Move>),
    /// There were too many of them.
    Exceeded {
        /// Positions looked at in vain.
        states: u64,
    },
}

/// A set of positions that legal moves do not leave, except that positions settled by the men that are left are not
/// looked behind.
pub(in super::super) struct Region {
    root: Box<Board>,
    goal: Goal,
    places: Vec<Place>,
    index: HashMap<Structure, u32, BuildNoHashHasher<Structure>>,
    states: u64,
    digest: u64,
}

/// The positions of one structure.
pub(super) struct Place {
    pub layout: Layout,
    pub seen: Seen,
    /// The men that are left settle these positions.
    pub settled: bool,
}

impl Region {
    fn new(root: &Board, goal: Goal) -> Self {
        Self {
            root: Box::new(*root),
            goal,
            places: Vec::new(),
            index: HashMap::default(),
            states: 0,
            digest: 0,
        }
    }

    /// The region of a position in which only kings can ever move: without a check, none of the goals is in it.
    /// `None` for other positions.
    pub fn of_kings(root: &Board, goal: Goal) -> Option<Self> {
        let kings = kings::flood(root)?;
        let mut region = Self::new(root, goal);
        region.places.push(Place {
            layout: Layout::of(root)?,
            seen: Seen::of_kings(&kings.words),
            settled: goal.is_hopeless(root),
        });
        region.index.insert(Structure::of(root), 0);
        region.states = kings.states;
        region.digest = kings.digest;
        Some(region)
    }

    /// What the region is to prove.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// The number of positions.
    pub fn states(&self) -> u64 {
        self.states
    }

    /// True if the position is one of the region.
    pub fn has(&self, board: &Board) -> bool {
        self.index.get(&Structure::of(board)).is_some_and(|&place| {
            let place = &self.places[place as usize];
            place.seen.has(place.layout.code(board))
        })
    }

    /// The certificate of the region.
    pub fn closure(&self) -> Closure {
        Closure {
            root: self.root.clone(),
            states: self.states,
            digest: self.digest,
        }
    }

    pub(super) fn into_places(self) -> impl Iterator<Item = (Structure, Place)> {
        let mut places: Vec<Option<Place>> = self.places.into_iter().map(Some).collect();
        self.index
            .into_iter()
            .filter_map(move |(structure, place)| Some((structure, places[place as usize].take()?)))
    }

    /// The place of a structure, made if it is new; `None` if its positions cannot be numbered.
    fn place(&mut self, board: &Board) -> Option<u32> {
        let structure = Structure::of(board);
        if let Some(&place) = self.index.get(&structure) {
            return Some(place);
        }
        let layout = Layout::of(board)?;
        let place = self.places.len() as u32;
        self.places.push(Place {
            seen: Seen::new(layout.bits()),
            layout,
            settled: self.goal.is_hopeless(board),
        });
        self.index.insert(structure, place);
        Some(place)
    }

    fn count(&mut self, board: &Board) {
        self.states += 1;
        self.digest = self.digest.wrapping_add(board.key().0);
    }
}

/// A position whose moves have not been looked at.
struct Waiting {
    board: Board,
    code: Code,
    place: u32,
}

/// Follows all legal moves, nearest positions first, until the goal is reached, nothing new comes or patience ends.
pub(in super::super) fn flood(root: &Board, goal: Goal, patience: &Patience) -> Flood {
    if let Some(region) = Region::of_kings(root, goal) {
        return if region.states > patience.states {
            Flood::Exceeded { states: 0 }
        } else {
            Flood::Closed(region)
        };
    }
    let mut region = Region::new(root, goal);
    // All positions at the same distance, and those a ply farther.
    let (mut layer, mut next) = (Vec::new(), Vec::new());
    // The move that led to each position that was ever in a layer, and the number of the one before.
    let mut links: Vec<(u32, Option<Move>)> = Vec::new();
    let mut looked = 0;
    let mut fresh = Vec::new();
    let mut leaving = Vec::new();

    let Some(place) = region.place(root) else {
        return Flood::Exceeded { states: 0 };
    };
    let start = &mut region.places[place as usize];
    let settled = start.settled;
    let code = start.layout.code(root);
    start.seen.insert(code);
    region.count(root);
    if !settled {
        layer.push(Waiting {
            board: *root,
            code,
            place,
        });
        links.push((0, None));
    }

    while !layer.is_empty() {
        for Waiting { board, code, place } in layer.drain(..) {
            let number = looked;
            looked += 1;
            if patience.is_over(region.states, looked) {
                return Flood::Exceeded {
                    states: region.states,
                };
            }
            let mut expansion = Expansion {
                board: &board,
                code,
                place: &mut region.places[place as usize],
                moves: 0,
                fresh: &mut fresh,
                leaving: &mut leaving,
            };
            board.generate(MoveStage::All, &mut expansion);
            let moves = expansion.moves as usize;
            if goal.is_reached(&board, moves) {
                return Flood::Reached(line(&links, number));
            }
            for (mv, code) in fresh.drain(..) {
                let board = after(&board, mv);
                region.count(&board);
                next.push(Waiting { board, code, place });
                links.push((number, Some(mv)));
            }
            for mv in leaving.drain(..) {
                let board = after(&board, mv);
                let Some(place) = region.place(&board).filter(|_| !patience.is_lost(&board)) else {
                    return Flood::Exceeded {
                        states: region.states,
                    };
                };
                let there = &mut region.places[place as usize];
                let settled = there.settled;
                let code = there.layout.code(&board);
                if there.seen.insert(code) {
                    region.count(&board);
                    if !settled {
                        next.push(Waiting { board, code, place });
                        links.push((number, Some(mv)));
                    }
                }
            }
        }
        std::mem::swap(&mut layer, &mut next);
    }
    Flood::Closed(region)
}

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

/// Takes the legal moves of a position: those that stay in its structure are looked up without being made.
struct Expansion<'a> {
    board: &'a Board,
    code: Code,
    place: &'a mut Place,
    moves: u32,
    /// Moves to positions of the same structure that are new, and their numbers.
    fresh: &'a mut Vec<(Move, Code)>,
    /// Moves that may leave the structure.
    leaving: &'a mut Vec<Move>,
}

impl Expansion<'_> {
    fn stays(&self, from: Square) -> bool {
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
        let mover = self.place.layout.mover(self.board, self.code, from);
        if let Some(mover) = mover.filter(|_| self.stays(from)) {
            for to in quiet {
                let code = mover.to(to);
                if self.place.seen.insert(code) {
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
