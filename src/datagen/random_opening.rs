//! Random openings.

use super::STANDARD_STARTPOS;
use super::selfplay_game::start;
use crate::board::{Board, CHESS960_STARTPOS_COUNT, CastlingSide};
use crate::eval::{Evaluation, Evaluator};
use crate::search::see_ge;
use crate::types::{Color, Move, MoveList, Piece, Rng};
use std::ops::Range;

/// The percentage of games from two random Chess960 positions (double Fischer random).
const DFRC_PERCENT: usize = 10;
/// The percentage of openings whose moves are drawn without any evaluation.
const BLIND_PERCENT: usize = 25;
/// The numbers of moves of openings that are drawn without any evaluation. In both ranges, as many are even as odd, so that
/// each side is equally often the first to search.
const BLIND_MOVES: Range<usize> = 8..10;
/// The numbers of moves of openings that are drawn by evaluation.
const EVALUATED_MOVES: Range<usize> = 8..16;
/// The limits of the noise that is added to the evaluations of moves, in internal units; each opening has its own.
const NOISE: Range<usize> = 50..250;
/// The weights of the pieces in the draw of a move: first a piece type is drawn, then one of its moves, so that pawn
/// moves do not dominate.
const PIECE_WEIGHTS: [(Piece, usize); 6] = [
    (Piece::Pawn, 35),
    (Piece::Knight, 15),
    (Piece::Bishop, 15),
    (Piece::Rook, 5),
    (Piece::Queen, 15),
    (Piece::King, 15),
];
/// A move whose static exchange evaluation is below this, in internal units, is drawn again.
const WORST_EXCHANGE: i32 = -100;
/// Attempts per move; the last one counts.
const TRIES: usize = 8;

/// A random opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelfplayOpening {
    /// The Chess960 position numbers of White and Black.
    pub startpos: [u16; 2],
    /// The moves: eight or nine that were drawn blindly, or eight to fifteen by evaluation; fewer if the game ends.
    pub moves: Vec<Move>,
}

impl SelfplayOpening {
    /// Draws a random opening. In three of four, each move is the best by its static evaluation and some noise, so that the
    /// pieces stand where they do in real games.
    pub fn draw(rng: &mut Rng, evaluation: &Evaluation, evaluator: &mut Evaluator) -> Self {
        let startpos = if rng.below(100) < DFRC_PERCENT {
            [(); 2].map(|()| rng.below(CHESS960_STARTPOS_COUNT) as u16)
        } else {
            [STANDARD_STARTPOS; 2]
        };
        let is_blind = rng.below(100) < BLIND_PERCENT;
        let lengths = if is_blind {
            BLIND_MOVES
        } else {
            EVALUATED_MOVES
        };
        let length = lengths.start + rng.below(lengths.len());
        let noise = NOISE.start + rng.below(NOISE.len());
        let mut board = start(startpos);
        let mut moves = Vec::with_capacity(length);
        while moves.len() < length {
            let mv = if is_blind {
                draw_blind_move(&board, rng)
            } else {
                evaluator.begin(evaluation, &board);
                draw_evaluated_move(&board, noise, rng, evaluator)
            };
            let Some(mv) = mv else { break };
            board.play(mv);
            moves.push(mv);
        }
        Self { startpos, moves }
    }
}

/// The legal move with the best sum of static evaluation and a random number below `noise`; moves that lose material come
/// last. `None` if there is none. The evaluator's position is the board's.
fn draw_evaluated_move(
    board: &Board,
    noise: usize,
    rng: &mut Rng,
    evaluator: &mut Evaluator,
) -> Option<Move> {
    board.legal_moves().iter().copied().max_by_key(|&mv| {
        let mut child = *board;
        evaluator.play(&mut child, mv);
        let score = -evaluator.evaluate(&child).value();
        evaluator.unmake_move();
        let is_sound = see_ge(board, mv, WORST_EXCHANGE);
        (is_sound, score + rng.below(noise) as i32)
    })
}

/// A random legal move that rarely loses material; `None` if there is none. A side that may castle moves its king and rooks
/// only by castling, unless it has no other move: in games of engines from opening books, nine sides in ten castle.
fn draw_blind_move(board: &Board, rng: &mut Rng) -> Option<Move> {
    let mut moves = board.legal_moves();
    let may_castle = may_castle(board, board.stm());
    let gives_up_castling = |mv: Move| {
        let piece = board.piece_at(mv.from());
        may_castle && !mv.is_castling() && matches!(piece, Some(Piece::King | Piece::Rook))
    };
    if !moves.iter().all(|&mv| gives_up_castling(mv)) {
        moves.retain(|mv| !gives_up_castling(*mv));
    }
    let mut mv = draw_piece_move(board, &moves, rng)?;
    for _ in 1..TRIES {
        if see_ge(board, mv, WORST_EXCHANGE) {
            break;
        }
        mv = draw_piece_move(board, &moves, rng)?;
    }
    Some(mv)
}

/// True if a side has a castling right.
fn may_castle(board: &Board, side: Color) -> bool {
    [CastlingSide::King, CastlingSide::Queen]
        .into_iter()
        .any(|wing| board.castling_rook(side, wing).is_some())
}

/// A random piece type, weighted, then a random move of it.
fn draw_piece_move(board: &Board, moves: &MoveList, rng: &mut Rng) -> Option<Move> {
    let mut by_piece = [const { MoveList::new_const() }; 6];
    for &mv in moves {
        by_piece[board.piece_at(mv.from())?.index()].push(mv);
    }
    let choices = PIECE_WEIGHTS.map(|(piece, weight)| (&by_piece[piece.index()], weight));
    let choices = choices.into_iter().filter(|(moves, _)| !moves.is_empty());
    let total: usize = choices.clone().map(|(_, weight)| weight).sum();
    if total == 0 {
        return None;
    }
    let mut number = rng.below(total);
    for (moves, weight) in choices {
        match number.checked_sub(weight) {
            Some(rest) => number = rest,
            None => return Some(moves[rng.below(moves.len())]),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn openings(count: usize, evaluation: &Evaluation) -> Vec<SelfplayOpening> {
        let (mut rng, mut evaluator) = (Rng::new(52), Evaluator::default());
        (0..count)
            .map(|_| SelfplayOpening::draw(&mut rng, evaluation, &mut evaluator))
            .collect()
    }

    /// True if `count` of `total` is within four standard deviations of its expectation.
    fn is_about(count: usize, total: usize, share: f64) -> bool {
        let (count, total) = (count as f64, total as f64);
        (count - total * share).abs() < 4.0 * (total * share * (1.0 - share)).sqrt()
    }

    #[test]
    fn one_in_ten_openings_is_chess960_and_half_have_an_odd_number_of_moves() {
        let all = openings(4_000, &Evaluation::Material);
        let share = |condition: fn(&SelfplayOpening) -> bool| {
            all.iter().filter(|opening| condition(opening)).count()
        };
        let random = share(|opening| opening.startpos != [STANDARD_STARTPOS; 2]);
        assert!(is_about(random, all.len(), 0.1), "{random}");
        let odd = share(|opening| opening.moves.len() % 2 == 1);
        assert!(is_about(odd, all.len(), 0.5), "{odd}");
        // Three quarters have eight to fifteen moves.
        let long = share(|opening| opening.moves.len() > 9);
        assert!(is_about(long, all.len(), 0.75 * 0.75), "{long}");
        assert_eq!(share(|opening| opening.moves.len() > 15), 0);
        assert!(
            all.iter()
                .all(|opening| opening.startpos.iter().all(|&number| number < 960))
        );
    }

    #[test]
    fn moves_are_legal_and_rarely_lose_material() {
        let mut lost = 0;
        for opening in openings(1_000, &Evaluation::Material) {
            let mut board = start(opening.startpos);
            for mv in opening.moves {
                assert!(board.is_legal(mv), "{mv} in {board}");
                lost += u32::from(!see_ge(&board, mv, WORST_EXCHANGE));
                board.play(mv);
            }
        }
        assert!(lost < 5, "{lost}");
    }

    #[test]
    fn most_sides_can_castle_after_the_opening_or_have_castled() {
        let (mut sides, mut able) = (0, 0);
        for opening in openings(300, &Evaluation::default()) {
            let mut board = start(opening.startpos);
            let mut castled = [false; 2];
            for mv in opening.moves {
                castled[board.stm().index()] |= mv.is_castling();
                board.play(mv);
            }
            sides += 2;
            able += Color::ALL
                .into_iter()
                .filter(|&side| castled[side.index()] || may_castle(&board, side))
                .count();
        }
        assert!(able * 100 > sides * 95, "{able} of {sides}");
    }

    #[test]
    fn with_little_noise_the_move_with_the_best_evaluation_is_drawn() {
        let (mut rng, mut evaluator) = (Rng::new(4), Evaluator::default());
        // A free queen, a queen that is guarded, and moves that evaluate equally but for some noise.
        let cases = [
            ("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", Some("e4d5")),
            ("4k3/8/2p5/3p4/3R4/8/8/4K3 w - - 0 1", None),
        ];
        for (fen, best) in cases {
            let board: Board = fen.parse().expect("valid FEN");
            evaluator.begin(&Evaluation::Material, &board);
            for _ in 0..20 {
                let mv = draw_evaluated_move(&board, 50, &mut rng, &mut evaluator);
                let mv = mv.expect("there are moves").to_string();
                assert!(best.is_none_or(|best| mv == best), "{mv} in {board}");
                assert_ne!(mv, "d4d5", "loses the exchange");
            }
        }
    }

    #[test]
    fn a_piece_is_drawn_before_its_move() {
        // Thirteen knight moves, four king moves and a pawn move.
        let board: Board = "4k3/8/8/8/8/p7/P3P3/N3K2N w - - 0 1"
            .parse()
            .expect("valid FEN");
        let moves = board.legal_moves();
        let mut rng = Rng::new(3);
        let total = 10_000;
        let mut counts = [0; 6];
        for _ in 0..total {
            let mv = draw_piece_move(&board, &moves, &mut rng).expect("there are moves");
            counts[board.piece_at(mv.from()).expect("a piece").index()] += 1;
        }
        for (piece, share) in [
            (Piece::Pawn, 35.0),
            (Piece::Knight, 15.0),
            (Piece::King, 15.0),
        ] {
            assert!(
                is_about(counts[piece.index()], total, share / 65.0),
                "{counts:?}"
            );
        }
    }

    #[test]
    fn without_legal_moves_none_is_drawn() {
        let board: Board = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1".parse().expect("valid FEN");
        let mut rng = Rng::new(1);
        assert_eq!(draw_blind_move(&board, &mut rng), None);
        let mut evaluator = Evaluator::default();
        let drawn = draw_evaluated_move(&board, 50, &mut rng, &mut evaluator);
        assert_eq!(drawn, None);
    }
}
