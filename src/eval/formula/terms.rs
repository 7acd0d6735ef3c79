//! The terms of the hand-made evaluation that look at more than one man.

use super::weights::{Pair, Weights};
use super::{Accumulator, WEIGHTS, blend, officers_value};
use crate::board::Board;
use crate::board::attacks::{
    all_pawn_attacks, bishop_attacks, king_attacks, knight_attacks, queen_attacks, rook_attacks,
};
use crate::types::{Bitboard, Color, Piece, Rank, Square, WhiteScore};

/// What one term adds, White minus Black.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    /// Its name.
    pub name: &'static str,
    /// Its share in the evaluation.
    pub value: WhiteScore,
}

/// The evaluation of a position term by term.
pub fn explain(board: &Board) -> Vec<Term> {
    let accumulator = Accumulator::new(board);
    let part = |name, sum| Term {
        name,
        value: WhiteScore(blend(board, sum, accumulator.phase)),
    };
    let [white, black] = Color::ALL.map(|color| Side::new(board, color));
    let w = &WEIGHTS;
    vec![
        part("material and places", accumulator.men),
        part("mobility", white.mobility(w) - black.mobility(w)),
        part(
            "pieces",
            white.officers(&black, w) - black.officers(&white, w),
        ),
        part("pawns", white.pawns(&black, w) - black.pawns(&white, w)),
        part(
            "passed pawns",
            white.passed_pawns(&black, w) - black.passed_pawns(&white, w),
        ),
        part(
            "king safety",
            white.king_safety(&black, w) - black.king_safety(&white, w),
        ),
        part(
            "threats",
            white.threats(&black, w) - black.threats(&white, w),
        ),
    ]
}

/// Everything beyond material and places, White minus Black.
pub(super) fn positional(board: &Board, weights: &Weights) -> Pair {
    let [white, black] = Color::ALL.map(|color| Side::new(board, color));
    white.sum(&black, weights) - black.sum(&white, weights)
}

/// One side of the board and what it attacks.
struct Side<'a> {
    board: &'a Board,
    us: Color,
    king: Square,
    pawns: Bitboard,
    pawn_attacks: Bitboard,
    /// Attacks of knights, bishops, rooks and queens.
    attacks: [Bitboard; 4],
    /// All attacks, those of pawns and king included.
    all_attacks: Bitboard,
    /// Squares beside the enemy king attacked, from knight to queen, each attacker counted.
    ring_attacks: [i32; 4],
    /// Moves to squares no enemy pawn attacks, less a usual number, from knight to queen.
    moves: [i32; 4],
}

const USUAL_MOVES: [i32; 4] = [4, 6, 7, 13];

impl<'a> Side<'a> {
    #[inline(always)]
    fn new(board: &'a Board, us: Color) -> Self {
        let pawns = board.men(us, Piece::Pawn);
        let king = board.king(us);
        let pawn_attacks = all_pawn_attacks(pawns, us);
        let mut side = Self {
            board,
            us,
            king,
            pawns,
            pawn_attacks,
            attacks: [Bitboard::EMPTY; 4],
            all_attacks: pawn_attacks | king_attacks(king),
            ring_attacks: [0; 4],
            moves: [0; 4],
        };
        // Sliders look through their own queen, and rooks through rooks: they work together.
        let occupied = board.occupied();
        let without_queens = occupied ^ board.men(us, Piece::Queen);
        let without_heavy = without_queens ^ board.men(us, Piece::Rook);
        side.count(0, Piece::Knight, knight_attacks);
        side.count(1, Piece::Bishop, |from| {
            bishop_attacks(from, without_queens)
        });
        side.count(2, Piece::Rook, |from| rook_attacks(from, without_heavy));
        side.count(3, Piece::Queen, |from| queen_attacks(from, occupied));
        side
    }

    /// Counts what the officers of one kind attack.
    #[inline(always)]
    fn count(&mut self, index: usize, piece: Piece, attacks_from: impl Fn(Square) -> Bitboard) {
        let them = !self.us;
        let ring = king_attacks(self.board.king(them));
        let enemy_pawns = all_pawn_attacks(self.board.men(them, Piece::Pawn), them);
        let area = !(enemy_pawns | self.pawns | self.king.bb());
        for from in self.board.men(self.us, piece) {
            let attacks = attacks_from(from);
            self.attacks[index] |= attacks;
            self.ring_attacks[index] += (attacks & ring).count() as i32;
            self.moves[index] += (attacks & area).count() as i32 - USUAL_MOVES[index];
        }
        self.all_attacks |= self.attacks[index];
    }

    fn sum(&self, enemy: &Self, w: &Weights) -> Pair {
        self.mobility(w)
            + self.officers(enemy, w)
            + self.pawns(enemy, w)
            + self.passed_pawns(enemy, w)
            + self.king_safety(enemy, w)
            + self.threats(enemy, w)
    }

    fn rank(&self, rank: Rank) -> Bitboard {
        Bitboard::rank(rank.relative_to(self.us))
    }

    fn mobility(&self, w: &Weights) -> Pair {
        (0..4).fold(Pair::ZERO, |sum, i| sum + w.mobility[i] * self.moves[i])
    }

    fn officers(&self, enemy: &Self, w: &Weights) -> Pair {
        let mut sum = Pair::ZERO;
        let bishops = self.board.men(self.us, Piece::Bishop);
        if (bishops & Bitboard::LIGHT).any() && (bishops & Bitboard::DARK).any() {
            sum += w.bishop_pair;
        }
        let rooks = self.board.men(self.us, Piece::Rook);
        for rook in rooks {
            let file = Bitboard::file(rook.file());
            if (file & self.pawns).is_empty() {
                sum += if (file & enemy.pawns).is_empty() {
                    w.rook_open_file
                } else {
                    w.rook_half_open_file
                };
            }
        }
        sum += w.rook_on_seventh * (rooks & self.rank(Rank::R7)).count() as i32;
        let attackable = spread(enemy.pawns.front_fill(enemy.us));
        let minors = bishops | self.board.men(self.us, Piece::Knight);
        let posts = self.rank(Rank::R4) | self.rank(Rank::R5) | self.rank(Rank::R6);
        sum += w.outpost * (minors & posts & self.pawn_attacks & !attackable).count() as i32;
        sum
    }

    fn pawns(&self, enemy: &Self, w: &Weights) -> Pair {
        let pawns = self.pawns;
        let count = |set: Bitboard| set.count() as i32;
        let files = pawns.front_fill(self.us) | pawns | pawns.front_fill(!self.us);
        let isolated = pawns & !spread(files);
        // Behind all neighbours, and the next square is guarded by an enemy pawn.
        let helped = spread(pawns.front_fill(self.us) | pawns);
        let stopped = enemy.pawn_attacks.forward(enemy.us);
        let backward = pawns & !isolated & !helped & stopped;
        w.doubled * count(pawns & pawns.front_fill(self.us))
            + w.isolated * count(isolated)
            + w.backward * count(backward)
            + w.defended * count(pawns & self.pawn_attacks)
            + w.phalanx * count(pawns & spread(pawns))
    }

    fn passed_pawns(&self, enemy: &Self, w: &Weights) -> Pair {
        let fill = enemy.pawns.front_fill(enemy.us);
        let passed = self.pawns & !(fill | spread(fill) | self.pawns.front_fill(!self.us));
        let mut sum = Pair::ZERO;
        for pawn in passed {
            let rank = pawn.rank().relative_to(self.us).index();
            sum += w.passed[rank - 1];
            let Some(next) = pawn.bb().forward(self.us).first() else {
                continue;
            };
            if !self.board.occupied().has(next) {
                sum += w.passed_free[rank - 1];
            }
            if rank >= 3 {
                let weight = rank as i32 - 2;
                sum += w.passed_enemy_king * (weight * i32::from(enemy.king.distance(next)));
                sum += w.passed_own_king * (weight * i32::from(self.king.distance(next)));
            }
        }
        sum
    }

    /// Shelter of the own king minus what the enemy has around it.
    fn king_safety(&self, enemy: &Self, w: &Weights) -> Pair {
        let file = Bitboard::file(self.king.file());
        let files = file | spread(file);
        let ahead = self.king.bb().forward(self.us);
        let near = ahead | ahead.forward(self.us);
        let shield = (self.pawns & (near | spread(near))).count().min(3) as i32;
        let filled = self.pawns.front_fill(self.us) | self.pawns.front_fill(!self.us) | self.pawns;
        let open = (files & !filled & Bitboard::rank(Rank::R1)).count() as i32;
        w.shield * shield + w.open_king_file * open - Pair::new(self.king_danger(enemy, w), 0)
    }

    /// How dangerous the enemy is to our king, in centipawns of the middlegame.
    fn king_danger(&self, enemy: &Self, w: &Weights) -> i32 {
        let occupied = self.board.occupied();
        let guarded = self.pawn_attacks | king_attacks(self.king) & !enemy.all_attacks;
        let free = !(self.board.color(enemy.us) | guarded);
        let ours = self.all_attacks;
        let checks = [
            knight_attacks(self.king) & enemy.attacks[0],
            bishop_attacks(self.king, occupied) & enemy.attacks[1],
            rook_attacks(self.king, occupied) & enemy.attacks[2],
            queen_attacks(self.king, occupied) & enemy.attacks[3],
        ];
        let mut danger = -w.danger_free;
        for (i, check) in checks.into_iter().enumerate() {
            danger += w.ring_attack[i] * enemy.ring_attacks[i];
            danger += w.safe_check[i] * (check & free & !ours).count().min(2) as i32;
        }
        if self.board.men(enemy.us, Piece::Queen).is_empty() {
            danger /= 3;
        }
        let danger = danger.clamp(0, 200);
        danger * danger / w.danger_divisor
    }

    fn threats(&self, enemy: &Self, w: &Weights) -> Pair {
        let board = self.board;
        let count = |set: Bitboard| set.count() as i32;
        let officers = board.officers(enemy.us);
        let queens = board.men(enemy.us, Piece::Queen);
        let heavy = queens | board.men(enemy.us, Piece::Rook);
        let hanging = officers & self.all_attacks & !enemy.all_attacks;
        let mut sum = w.threat_by_pawn * count(officers & self.pawn_attacks)
            + w.threat_by_minor * count(heavy & (self.attacks[0] | self.attacks[1]))
            + w.threat_by_rook * count(queens & self.attacks[2])
            + w.hanging * count(hanging);
        let bare = board.color(enemy.us) == enemy.king.bb();
        if bare && officers_value(board, self.us) >= 5 {
            sum += Pair::new(0, self.drive(enemy, w));
        }
        sum
    }

    /// How near a bare king is to being mated: driven to the edge, or with bishop and knight to the right corner.
    fn drive(&self, enemy: &Self, w: &Weights) -> i32 {
        let board = self.board;
        let bishops = board.men(self.us, Piece::Bishop);
        let knights = board.men(self.us, Piece::Knight);
        let target =
            if board.officers(self.us) == bishops | knights && !bishops.many() && bishops.any() {
                let corners = if (bishops & Bitboard::LIGHT).any() {
                    [Square::A8, Square::H1]
                } else {
                    [Square::A1, Square::H8]
                };
                corners
                    .map(|corner| 7 - i32::from(enemy.king.distance(corner)))
                    .into_iter()
                    .max()
                    .unwrap_or(0)
            } else {
                let centre = [Square::D4, Square::E4, Square::D5, Square::E5];
                centre
                    .map(|square| i32::from(enemy.king.distance(square)))
                    .into_iter()
                    .min()
                    .unwrap_or(0)
            };
        w.drive * (2 * target + 7 - i32::from(self.king.distance(enemy.king)))
    }
}

/// The files beside a set, same ranks.
fn spread(set: Bitboard) -> Bitboard {
    set.left() | set.right()
}
