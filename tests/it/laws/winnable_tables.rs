//! The cooperative tables against a solver that shares no code with them, and the lines to mate that the descent finds.
//!
//! The solver goes over all positions of a class again and again with the ordinary move generator until no position is
//! found any more that mates or leads to one found before. By default it solves every class of three pieces, and positions
//! drawn at random from every class of four pieces are checked one by one. An ignored test solves every class of four pieces
//! too.

use super::greedy_games::greedy_games;
use super::proof_checker;
use super::winnable_oracle::oracle;
use crate::support::position::board;
use arrayvec::ArrayVec;
use compongo::board::{Board, Setup};
use compongo::laws::material;
use compongo::laws::winnable::{
    ProofBudget, Winnability, WinnabilityCache, WinnableProof, can_win, table,
};
use compongo::types::{Bitboard, Color, ColoredPiece, File, Move, MoveList, Piece, Rng, Square};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};

const KINDS: [Piece; 5] = [
    Piece::Pawn,
    Piece::Knight,
    Piece::Bishop,
    Piece::Rook,
    Piece::Queen,
];

fn after(board: &Board, mv: Move) -> Board {
    let mut next = *board;
    next.play(mv);
    next
}

fn is_mate_by(board: &Board, winner: Color) -> bool {
    board.stm() != winner && board.in_check() && !board.has_legal_move()
}

fn square(rng: &mut Rng) -> Square {
    Square::from_index(rng.below(64) as u8)
}

/// The pieces beside the kings, in the order of their indices.
type Material = Vec<ColoredPiece>;

/// All classes with this many pieces beside the kings.
fn classes(count: usize) -> Vec<Material> {
    let pieces: Vec<ColoredPiece> = KINDS
        .into_iter()
        .flat_map(|piece| Color::ALL.map(|color| ColoredPiece::new(color, piece)))
        .collect();
    match count {
        0 => vec![vec![]],
        1 => pieces.iter().map(|&piece| vec![piece]).collect(),
        _ => (0..pieces.len())
            .flat_map(|first| (first..pieces.len()).map(move |second| (first, second)))
            .map(|(first, second)| vec![pieces[first], pieces[second]])
            .collect(),
    }
}

fn name(pieces: &Material) -> String {
    pieces.iter().map(|piece| piece.letter()).collect()
}

/// Which square each king and piece of a position stands on: White's king, Black's king, the pieces of the class.
type Squares = [Square; 4];

fn set_up(pieces: &Material, squares: Squares, stm: Color) -> Option<Board> {
    let mut setup = Setup::empty();
    setup.stm = stm;
    let king = |color| ColoredPiece::new(color, Piece::King);
    let all = [king(Color::White), king(Color::Black)];
    for (piece, square) in all.into_iter().chain(pieces.iter().copied()).zip(squares) {
        if setup.pieces[square.index()].replace(piece).is_some() {
            return None;
        }
    }
    setup.board().ok()
}

/// The number of a class: its pieces count in elevens, 0 for none.
fn class_number(pieces: impl Iterator<Item = ColoredPiece>) -> usize {
    pieces.fold(0, |number, piece| number * 11 + piece.index() + 1)
}

/// The class of a board and its place in the solution: side to move, kings, pieces. The left half of the board, as White's
/// king sees it, stands for the right.
fn place(board: &Board) -> (usize, usize) {
    let mirror = (board.king(Color::White) as u8 & 4) / 4 * 7;
    let seen = |square: Square| (square as u8 ^ mirror) as usize;
    let mut pieces: ArrayVec<(usize, usize), 2> = (board.occupied() & !board.pieces(Piece::King))
        .into_iter()
        .filter_map(|square| Some((board.colored_piece_at(square)?.index(), seen(square))))
        .collect();
    pieces.sort_unstable();
    let kings = Color::ALL.map(|color| seen(board.king(color)));
    let squares = kings
        .into_iter()
        .chain(pieces.iter().map(|&(_, square)| square));
    (
        pieces
            .iter()
            .fold(0, |number, &(piece, _)| number * 11 + piece + 1),
        squares.fold(board.stm().index(), |index, square| index * 64 + square),
    )
}

/// The squares and the side to move at a place, if it is worth setting up: no two pieces on a square, kings apart, and one
/// of the places that stand for themselves.
fn placed(pieces: &Material, mut index: usize) -> Option<(Squares, Color)> {
    let mut squares = [Square::A1; 4];
    let used = 2 + pieces.len();
    for square in squares[..used].iter_mut().rev() {
        *square = Square::from_index((index % 64) as u8);
        index /= 64;
    }
    let occupied: Bitboard = squares[..used].iter().copied().collect();
    let in_order = used < 4 || pieces[0] != pieces[1] || squares[2] < squares[3];
    let fits = occupied.count() as usize == used
        && squares[0].distance(squares[1]) > 1
        && squares[0].file() < File::E
        && in_order;
    fits.then(|| (squares, Color::ALL[index]))
}

/// For each class the positions from which White can still reach the goal.
struct Solver<'a> {
    goal: &'a (dyn Fn(&Board) -> bool + Sync),
    /// By the numbers of the classes.
    solved: Vec<Option<Vec<AtomicU64>>>,
}

impl<'a> Solver<'a> {
    fn new(goal: &'a (dyn Fn(&Board) -> bool + Sync)) -> Self {
        Self {
            goal,
            solved: (0..11 * 11).map(|_| None).collect(),
        }
    }

    fn size(pieces: &Material) -> usize {
        2 << (6 * (2 + pieces.len()))
    }

    fn at(pieces: &Material, index: usize) -> Option<Board> {
        let (squares, stm) = placed(pieces, index)?;
        set_up(pieces, squares, stm)
    }

    /// What is known so far of a position.
    fn knows(&self, board: &Board) -> bool {
        // A position that allows a capture en passant has no place of its own.
        if board.en_passant().is_some() {
            return (self.goal)(board) || self.leads_on(board);
        }
        let (class, index) = place(board);
        let set = self.solved[class].as_ref().expect("solved before");
        set[index / 64].load(Ordering::Relaxed) >> (index % 64) & 1 != 0
    }

    fn add(&self, board: &Board) {
        let (class, index) = place(board);
        let set = self.solved[class].as_ref().expect("begun before");
        set[index / 64].fetch_or(1 << (index % 64), Ordering::Relaxed);
    }

    fn leads_on(&self, board: &Board) -> bool {
        let moves = board.legal_moves();
        moves.iter().any(|&mv| self.knows(&after(board, mv)))
    }

    /// Solves a class and those it leads to.
    fn solve(&mut self, pieces: &Material) {
        let class = class_number(pieces.iter().copied());
        if self.solved[class].is_some() {
            return;
        }
        for (index, piece) in pieces.iter().enumerate() {
            let mut fewer = pieces.clone();
            fewer.remove(index);
            self.solve(&fewer);
            if piece.piece() == Piece::Pawn {
                for piece in KINDS.into_iter().filter(|&piece| piece != Piece::Pawn) {
                    let mut promoted = pieces.clone();
                    promoted[index] = ColoredPiece::new(promoted[index].color(), piece);
                    promoted.sort_by_key(|piece| piece.index());
                    self.solve(&promoted);
                }
            }
        }
        let words = Self::size(pieces) / 64;
        self.solved[class] = Some((0..words).map(|_| AtomicU64::new(0)).collect());
        let mut open: Vec<u32> = (0..Self::size(pieces) as u32)
            .into_par_iter()
            .filter(|&index| {
                let Some(board) = Self::at(pieces, index as usize) else {
                    return false;
                };
                let reached = (self.goal)(&board);
                if reached {
                    self.add(&board);
                }
                !reached
            })
            .collect();
        loop {
            let before = open.len();
            open = open
                .into_par_iter()
                .rev()
                .filter(|&index| {
                    let board = Self::at(pieces, index as usize).expect("it was a position before");
                    let found = self.leads_on(&board);
                    if found {
                        self.add(&board);
                    }
                    !found
                })
                .collect();
            if open.len() == before {
                return;
            }
        }
    }

    /// Compares every position of a class with the answers of the table; returns how many there are, and how many of
    /// them White can win.
    fn compare(
        &self,
        pieces: &Material,
        answer: &(dyn Fn(&Board, Color) -> Option<bool> + Sync),
    ) -> (usize, usize) {
        let both_pawns = pieces.iter().all(|piece| piece.piece() == Piece::Pawn);
        (0..Self::size(pieces))
            .into_par_iter()
            .filter_map(|index| {
                let board = Self::at(pieces, index)?;
                let expected = self.knows(&board);
                assert_eq!(answer(&board, Color::White), Some(expected), "{board}");
                if index % 61 == 0 {
                    let turned = board.flipped();
                    assert_eq!(answer(&turned, Color::Black), Some(expected), "{turned}");
                    let mirrored = mirrored(&board);
                    assert_eq!(
                        answer(&mirrored, Color::White),
                        Some(expected),
                        "{mirrored}"
                    );
                }
                // After a double step the same pieces may offer a capture en passant.
                let moves = if both_pawns {
                    board.legal_moves()
                } else {
                    MoveList::new()
                };
                for mv in moves {
                    let next = after(&board, mv);
                    if next.en_passant().is_some() {
                        assert_eq!(
                            answer(&next, Color::White),
                            Some(self.knows(&next)),
                            "{next}"
                        );
                    }
                }
                Some((1, usize::from(expected)))
            })
            .reduce(|| (0, 0), |a, b| (a.0 + b.0, a.1 + b.1))
    }
}

/// The position with files exchanged.
fn mirrored(board: &Board) -> Board {
    let mut setup = board.setup();
    for rank in setup.pieces.chunks_mut(8) {
        rank.reverse();
    }
    setup.board().expect("a mirror image is as valid")
}

fn mates(board: &Board) -> bool {
    is_mate_by(board, Color::White)
}

/// The goal of the blitz rules of 1997: Black has the move, has a legal one, and can be mated after each.
fn cannot_avoid_mate(board: &Board) -> bool {
    board.stm() == Color::Black
        && board.has_legal_move()
        && board.legal_moves().iter().all(|&reply| {
            let replied = after(board, reply);
            replied
                .legal_moves()
                .iter()
                .any(|&mv| mates(&after(&replied, mv)))
        })
}

#[test]
fn every_position_of_three_pieces() {
    let mut solver = Solver::new(&mates);
    for pieces in classes(0).iter().chain(&classes(1)) {
        solver.solve(pieces);
        let (positions, winnable) = solver.compare(pieces, &table::can_win);
        let heavy = pieces.iter().any(|piece| {
            piece.color() == Color::White
                && matches!(piece.piece(), Piece::Pawn | Piece::Rook | Piece::Queen)
        });
        assert!(positions > 1_500, "{}", name(pieces));
        assert_eq!(winnable > 0, heavy, "{}", name(pieces));
    }
}

#[test]
fn every_position_of_three_pieces_under_the_blitz_rules_of_1997() {
    let mut solver = Solver::new(&cannot_avoid_mate);
    for pieces in classes(0).iter().chain(&classes(1)) {
        solver.solve(pieces);
        solver.compare(pieces, &table::mating_potential);
    }
}

/// Solves all classes of four pieces; see the head of this file.
#[test]
#[ignore = "most of an hour: cargo test --test it every_position_of_four_pieces -- --ignored --nocapture"]
fn every_position_of_four_pieces() {
    let mut solver = Solver::new(&mates);
    for pieces in classes(2) {
        let start = std::time::Instant::now();
        solver.solve(&pieces);
        let (positions, winnable) = solver.compare(&pieces, &table::can_win);
        println!(
            "{:2} {positions} positions, {winnable} winnable, {:.0} s",
            name(&pieces),
            start.elapsed().as_secs_f64()
        );
    }
}

/// A position of a class drawn at random.
fn draw(pieces: &Material, rng: &mut Rng) -> Board {
    loop {
        let squares = [(); 4].map(|()| square(rng));
        let stm = Color::ALL[rng.below(2)];
        if let Some(board) = set_up(pieces, squares, stm) {
            return board;
        }
    }
}

/// An answer is right at a position if it is yes exactly when the goal is reached or some move leads to a yes.
fn is_consistent(
    board: &Board,
    goal: impl Fn(&Board) -> bool,
    answer: impl Fn(&Board, Color) -> Option<bool>,
) -> bool {
    let yes = |board: &Board| answer(board, Color::White) == Some(true);
    let leads_on = |board: &Board| board.legal_moves().iter().any(|&mv| yes(&after(board, mv)));
    yes(board) == (goal(board) || leads_on(board))
}

#[test]
fn positions_of_four_pieces_at_random() {
    classes(2)
        .par_iter()
        .enumerate()
        .for_each(|(seed, pieces)| {
            let mut rng = Rng::new(seed as u64);
            for round in 0..2_000 {
                let board = draw(pieces, &mut rng);
                assert!(is_consistent(&board, mates, table::can_win), "{board}");
                for color in Color::ALL {
                    let answer = table::can_win(&board, color).expect("four pieces");
                    assert_eq!(
                        table::can_win(&board.flipped(), !color),
                        Some(answer),
                        "{board}"
                    );
                    assert!(!(answer && material::cannot_win(&board, color)), "{board}");
                    if round < 40 {
                        assert_eq!(Some(answer), oracle(&board, color), "{board} {color}");
                    }
                }
            }
        });
}

#[test]
fn positions_of_four_pieces_under_the_blitz_rules_of_1997_at_random() {
    let few = ["Pp", "Nn", "NN", "Nr", "Rn", "QR", "Bb", "Np"];
    let classes: Vec<Material> = classes(2)
        .into_iter()
        .filter(|pieces| {
            let name = name(pieces);
            let turned: String = name.chars().rev().collect();
            few.contains(&name.as_str()) || few.contains(&turned.as_str())
        })
        .collect();
    assert_eq!(classes.len(), few.len());
    classes.par_iter().enumerate().for_each(|(seed, pieces)| {
        let mut rng = Rng::new(seed as u64);
        for _ in 0..1_000 {
            let board = draw(pieces, &mut rng);
            assert!(
                is_consistent(&board, cannot_avoid_mate, table::mating_potential),
                "{board}"
            );
        }
    });
}

#[test]
fn appendix_c_4_of_1997() {
    // Two knights never suffice: "no potential", as the text itself says.
    let knights = classes(2).into_iter().find(|pieces| name(pieces) == "NN");
    let mut rng = Rng::new(1997);
    for _ in 0..10_000 {
        let board = draw(knights.as_ref().expect("two knights are a class"), &mut rng);
        assert_eq!(
            table::mating_potential(&board, Color::White),
            Some(false),
            "{board}"
        );
    }
    for (fen, potential) in [
        ("8/8/8/8/8/p7/2K5/k1N5 b - - 0 1", true),
        ("k7/4R3/1K6/8/8/8/4n3/8 b - - 0 1", true),
        ("8/8/4k3/4n3/8/3RK3/8/8 w - - 0 1", true),
        // A mate on the board is no position in which the opponent has a move.
        ("kn6/2N5/1K6/8/8/8/8/8 b - - 0 1", false),
    ] {
        assert_eq!(
            table::mating_potential(&board(fen), Color::White),
            Some(potential),
            "{fen}"
        );
    }
}

#[test]
fn no_table_has_more_than_four_pieces() {
    assert_eq!(table::can_win(&Board::start(), Color::White), None);
    assert_eq!(table::mating_potential(&Board::start(), Color::White), None);
}

/// All positions of four pieces with castling rights: the rights are part of the position.
#[test]
fn castling_counts_as_a_move() {
    let mut rng = Rng::new(38);
    let mut castled = 0;
    for _ in 0..300 {
        let mut setup = Setup::empty();
        let mut put = |piece: char, square: Square| {
            setup.pieces[square.index()]
                .get_or_insert(ColoredPiece::from_letter(piece).expect("a piece"));
        };
        put('K', Square::E1);
        let rook = [Square::A1, Square::H1][rng.below(2)];
        put('R', rook);
        put('k', square(&mut rng));
        let others = ['p', 'n', 'b', 'r', 'q', 'P', 'N', 'B', 'R', 'Q'];
        put(others[rng.below(others.len())], square(&mut rng));
        setup.castling_rights = rook.bb();
        setup.stm = Color::ALL[rng.below(2)];
        let Ok(board) = setup.board() else {
            continue;
        };
        castled += u32::from(board.legal_moves().iter().any(|mv| mv.is_castling()));
        for color in Color::ALL {
            let goal = |board: &Board| is_mate_by(board, color);
            let yes = |board: &Board| table::can_win(board, color) == Some(true);
            let leads_on = board
                .legal_moves()
                .iter()
                .any(|&mv| yes(&after(&board, mv)));
            assert_eq!(yes(&board), goal(&board) || leads_on, "{board} {color}");
        }
    }
    assert!(castled > 50);
}

#[test]
fn lines_lead_to_mate_or_into_a_winnable_table() {
    let boards: Vec<Board> = greedy_games(69).take(3_000).collect();
    let proofs: Vec<&str> = boards
        .par_iter()
        .flat_map_iter(|board| Color::ALL.map(|color| (board, color)))
        .map(|(board, color)| {
            let budget = ProofBudget::new(200_000);
            let winnability = can_win(board, color, &budget, &mut WinnabilityCache::default());
            proof_checker::check(board, color, &winnability)
                .unwrap_or_else(|error| panic!("{board} {color}: {error}"));
            match winnability {
                Winnability::Winnable(WinnableProof::Line(_)) => "line",
                Winnability::Winnable(WinnableProof::Table(_)) => "table",
                _ => "none",
            }
        })
        .collect();
    let count = |wanted| proofs.iter().filter(|&&proof| proof == wanted).count();
    assert!(count("line") > 300 && count("table") > 3_000, "{proofs:?}");
}

/// What is short of pieces, or has them locked up, but can still mate.
#[test]
fn lines_out_of_tight_corners() {
    for (fen, color) in [
        (
            "4kb2/8/8/p1p1p1p1/P1P1P1P1/8/3B4/4K3 w - - 0 1",
            Color::White,
        ),
        ("8/2k5/7K/5P2/8/7P/7P/4b3 w - - 0 1", Color::Black),
        ("8/8/6p1/2N2k1p/1K3n2/8/8/8 w - - 0 1", Color::White),
        ("8/5pk1/8/p4p2/4pb2/1Bp5/4K3/8 w - - 0 1", Color::White),
        ("k7/8/8/8/8/4b3/2PP4/1NB1K3 w - - 0 1", Color::Black),
    ] {
        let board = board(fen);
        let budget = ProofBudget::new(2_000_000);
        let winnability = can_win(&board, color, &budget, &mut WinnabilityCache::default());
        assert_eq!(winnability.is_winnable(), Some(true), "{fen} {color}");
        proof_checker::check(&board, color, &winnability)
            .unwrap_or_else(|error| panic!("{fen} {color}: {error}"));
    }
}

#[test]
fn no_larger_bitbase_is_asked_than_the_budget_allows() {
    // The bishop mates only with the help of Black's own pieces: no short line, but many into bitbases of four pieces.
    let board = board("8/k7/8/8/6p1/3K1pB1/4r3/8 w - - 0 70");
    let pieces = [3, 4].map(|table_pieces| {
        let budget = ProofBudget {
            table_pieces,
            ..ProofBudget::new(2_000_000)
        };
        let mut cache = WinnabilityCache::default();
        let answer = can_win(&board, Color::White, &budget, &mut cache);
        let Winnability::Winnable(WinnableProof::Table(moves)) = answer else {
            return 0;
        };
        let mut end = board;
        for mv in moves {
            end.play(mv);
        }
        end.occupied().count()
    });
    assert!(pieces[0] <= 3, "{pieces:?}");
    assert_eq!(pieces[1], 4);
}
