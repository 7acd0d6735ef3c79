//! King and one piece against king, solved backwards: every score of the search is exact, at every half-move clock.

use super::support::{
    Engine, agrees, assert_sound, depth, is_mate, mate_score, request, until_mate,
};
use compongo::board::{Board, Setup};
use compongo::time::SearchLimits;
use compongo::types::{Color, ColoredPiece, Piece, Rng, Score, Square};
use std::sync::OnceLock;

/// Distances to mate of all positions of king and one white piece against king, worked out backwards.
struct Endgame {
    piece: Piece,
    /// Plies to mate by side, white king, piece and black king; `None` for a draw, an illegal or a farther position.
    plies: Vec<Option<u8>>,
}

/// Positions farther from mate than this are not looked for.
const HORIZON: u8 = 11;

impl Endgame {
    fn index(stm: Color, king: Square, white_piece: Square, bare: Square) -> usize {
        ((stm.index() * 64 + king.index()) * 64 + white_piece.index()) * 64 + bare.index()
    }

    fn index_of(&self, board: &Board) -> Option<usize> {
        let white_piece = board.colored_pieces(Color::White, self.piece).first()?;
        let (king, bare) = (board.king(Color::White), board.king(Color::Black));
        Some(Self::index(board.stm(), king, white_piece, bare))
    }

    fn board(&self, index: usize) -> Option<Board> {
        let square = |shift: u32| Square::from_index((index >> shift) as u8 & 63);
        let (king, white_piece, bare) = (square(12), square(6), square(0));
        if king == white_piece || white_piece == bare || king.distance(bare) < 2 {
            return None;
        }
        let mut setup = Setup::empty();
        for (color, piece, square) in [
            (Color::White, Piece::King, king),
            (Color::White, self.piece, white_piece),
            (Color::Black, Piece::King, bare),
        ] {
            setup.pieces[square.index()] = Some(ColoredPiece::new(color, piece));
        }
        setup.stm = Color::ALL[index >> 18];
        setup.board().ok()
    }

    fn new(piece: Piece) -> Self {
        let mut endgame = Self {
            piece,
            plies: vec![None; 2 << 18],
        };
        let mut successors: Vec<Vec<u32>> = vec![Vec::new(); 2 << 18];
        let mut undecided = Vec::new();
        #[allow(clippy::needless_range_loop, reason = "the index is a position")]
        for index in 0..2 << 18 {
            let Some(board) = endgame.board(index) else {
                continue;
            };
            if is_mate(&board) {
                endgame.plies[index] = Some(0);
                continue;
            }
            for mv in board.legal_moves() {
                let mut child = board;
                child.play(mv);
                // A capture leads out of the table, to a draw.
                successors[index].push(endgame.index_of(&child).map_or(u32::MAX, |i| i as u32));
            }
            undecided.push(index);
        }
        for plies in 1..=HORIZON {
            let decided = |next: &u32| {
                endgame
                    .plies
                    .get(*next as usize)
                    .is_some_and(Option::is_some)
            };
            let (now, later): (Vec<usize>, Vec<usize>) = undecided.iter().partition(|&&index| {
                let next = &successors[index];
                let white = index >> 18 == Color::White.index();
                (white == (plies % 2 == 1))
                    && if white {
                        next.iter().any(decided)
                    } else {
                        !next.is_empty() && next.iter().all(decided)
                    }
            });
            for index in now {
                endgame.plies[index] = Some(plies);
            }
            undecided = later;
        }
        endgame
    }

    fn get(piece: Piece) -> &'static Self {
        static ROOK: OnceLock<Endgame> = OnceLock::new();
        static QUEEN: OnceLock<Endgame> = OnceLock::new();
        match piece {
            Piece::Rook => &ROOK,
            _ => &QUEEN,
        }
        .get_or_init(|| Self::new(piece))
    }

    /// Some positions so many plies from mate.
    fn sample(&self, plies: u8, count: usize, rng: &mut Rng) -> Vec<Board> {
        let all: Vec<usize> = (0..self.plies.len())
            .filter(|&index| self.plies[index] == Some(plies))
            .collect();
        assert!(!all.is_empty(), "nothing is mate in {plies} plies");
        (0..count)
            .filter_map(|_| self.board(all[rng.below(all.len())]))
            .collect()
    }
}

/// The same position with another half-move clock.
fn with_clock(board: &Board, clock: u16) -> Board {
    let mut setup = board.setup();
    setup.halfmove_clock = clock;
    setup.board().expect("only the clock has changed")
}

#[test]
fn mates_of_a_bare_king_are_exact() {
    let mut rng = Rng::new(0x9E37_79B9_7F4A_7C15);
    for piece in [Piece::Queen, Piece::Rook] {
        for plies in 1..=10 {
            for board in Endgame::get(piece).sample(plies, 12, &mut rng) {
                let found = Engine::new(1).search(&request(&board, until_mate(plies)));
                assert_eq!(found.score(), mate_score(plies), "{board}");
                assert_sound(&board, &found);
            }
        }
    }
}

/// What a position so many plies before mate is worth at a half-move clock, and how to find out.
fn expected_at(plies: u8, clock: u16) -> (Score, SearchLimits) {
    // The defender claims at the last move before the mate, unless that is at the root, where the claim is not the search's.
    if plies <= 2 || u16::from(plies) + clock <= 100 {
        (mate_score(plies), until_mate(plies))
    } else {
        (Score::ZERO, depth(12))
    }
}

#[test]
fn the_clock_ends_the_game_unless_the_hundredth_half_move_mates() {
    let mut rng = Rng::new(0xD1B5_4A32_D192_ED03);
    for piece in [Piece::Queen, Piece::Rook] {
        for plies in 1..=6 {
            for clock in 94..=99 {
                for board in Endgame::get(piece).sample(plies, 4, &mut rng) {
                    let board = with_clock(&board, clock);
                    let (score, limits) = expected_at(plies, clock);
                    let found = Engine::new(1).search(&request(&board, limits));
                    assert!(agrees(found.score(), score), "{board}: {:?}", found.score());
                    assert_sound(&board, &found);
                }
            }
        }
    }
}

#[test]
fn what_the_table_knows_from_another_clock_does_not_mislead() {
    let mut rng = Rng::new(0x0123_4567_89AB_CDEF);
    let mut engine = Engine::new(1);
    for plies in [3, 4, 5, 7] {
        for fresh in Endgame::get(Piece::Rook).sample(plies, 8, &mut rng) {
            for clock in [0, 40, 80, 93, 95, 97, 98, 99, 60, 0, 96] {
                let board = with_clock(&fresh, clock);
                let (score, limits) = expected_at(plies, clock);
                let found = engine.search(&request(&board, limits));
                assert!(agrees(found.score(), score), "{board}: {:?}", found.score());
                assert_sound(&board, &found);
            }
        }
    }
}
