//! Random openings.

use super::STANDARD_STARTPOS;
use super::selfplay_game::start;
use crate::board::{Board, CHESS960_STARTPOS_COUNT, CastlingSide};
use crate::search::see_ge;
use crate::types::{Color, Move, MoveList, Piece, Rng};

/// The percentage of games from two random Chess960 positions (double Fischer random).
const DFRC_PERCENT: usize = 10;
/// Moves of a short opening. Half of the openings have one more, so that each side is equally often the first to
/// search.
const MOVES: usize = 8;
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
    /// Eight or nine moves, fewer if the game ends.
    pub moves: Vec<Move>,
}

impl SelfplayOpening {
    /// Draws a random opening.
    pub fn draw(rng: &mut Rng) -> Self {
        let startpos = if rng.below(100) < DFRC_PERCENT {
            [(); 2].map(|()| rng.below(CHESS960_STARTPOS_COUNT) as u16)
        } else {
            [STANDARD_STARTPOS; 2]
        };
        let length = MOVES + rng.below(2);
        let mut board = start(startpos);
        let mut moves = Vec::with_capacity(length);
        while moves.len() < length
            && let Some(mv) = draw_move(&board, rng)
        {
            board.play(mv);
            moves.push(mv);
        }
        Self { startpos, moves }
    }
}

/// A random legal move that rarely loses material; `None` if there is none. A side that may castle moves its king and rooks
/// only by castling, unless it has no other move: in games of engines from opening books, nine sides in ten castle.
fn draw_move(board: &Board, rng: &mut Rng) -> Option<Move> {
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

    fn openings(count: usize) -> Vec<SelfplayOpening> {
        let mut rng = Rng::new(52);
        (0..count)
            .map(|_| SelfplayOpening::draw(&mut rng))
            .collect()
    }

    /// True if `count` of `total` is within four standard deviations of its expectation.
    fn is_about(count: usize, total: usize, share: f64) -> bool {
        let (count, total) = (count as f64, total as f64);
        (count - total * share).abs() < 4.0 * (total * share * (1.0 - share)).sqrt()
    }

    #[test]
    fn one_in_ten_openings_is_chess960_and_one_in_two_is_long() {
        let all = openings(4_000);
        let random = all
            .iter()
            .filter(|opening| opening.startpos != [STANDARD_STARTPOS; 2])
            .count();
        assert!(is_about(random, all.len(), 0.1), "{random}");
        let long = all
            .iter()
            .filter(|opening| opening.moves.len() == 9)
            .count();
        assert!(is_about(long, all.len(), 0.5), "{long}");
        assert!(
            all.iter()
                .all(|opening| opening.startpos.iter().all(|&number| number < 960))
        );
    }

    #[test]
    fn moves_are_legal_and_rarely_lose_material() {
        let mut lost = 0;
        for opening in openings(1_000) {
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
        for opening in openings(1_000) {
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
        assert_eq!(draw_move(&board, &mut Rng::new(1)), None);
    }
}
