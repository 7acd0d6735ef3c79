//! Minor pieces against pawns and minor pieces: classes of five and six pieces in which no search alone finds the mate,
//! while nearly every line into the bitbases proves that there is one.
//!
//! By default 120 positions of each class; `COMPONGO_FULL=1` asks 20,000.

use super::proof_checker;
use super::winnable_oracle::{place, random_color};
use crate::support::is_full;
use compongo::board::{Board, Setup};
use compongo::judge::DEFAULT_NODES;
use compongo::laws::winnable::{ProofBudget, WinnabilityCache, can_win};
use compongo::types::{Color, Piece, Rng};

/// What a side has beside its king.
type Pieces = &'static [Piece];

fn position(rng: &mut Rng, pieces: [Pieces; 2]) -> Option<Board> {
    let mut setup = Setup::empty();
    let first = random_color(rng);
    for (color, pieces) in [first, !first].into_iter().zip(pieces) {
        place(rng, &mut setup, color, Piece::King);
        for &piece in pieces {
            place(rng, &mut setup, color, piece);
        }
    }
    setup.stm = random_color(rng);
    setup.board().ok()
}

/// Asks about both colours of random positions, as `compongo judge` does but without the external solver, whose answers
/// have no proof.
fn ask_class(first: Pieces, second: Pieces) {
    let count = if is_full() { 20_000 } else { 120 };
    let rng = &mut Rng::new(0x0005_0204);
    let budget = ProofBudget::new(DEFAULT_NODES);
    let positions = std::iter::repeat_with(|| position(rng, [first, second])).flatten();
    for board in positions.take(count) {
        for color in Color::ALL {
            let answer = can_win(&board, color, &budget, &mut WinnabilityCache::default());
            assert_eq!(
                proof_checker::check(&board, color, &answer),
                Ok(()),
                "{color} in {board}: {}",
                answer.proof()
            );
        }
    }
}

#[test]
fn two_knights_against_a_pawn_are_decided() {
    ask_class(&[Piece::Knight, Piece::Knight], &[Piece::Pawn]);
}

#[test]
fn two_knights_against_a_knight_are_decided() {
    ask_class(&[Piece::Knight, Piece::Knight], &[Piece::Knight]);
}

#[test]
fn a_bishop_against_three_pawns_is_decided() {
    ask_class(&[Piece::Bishop], &[Piece::Pawn; 3]);
}

#[test]
fn a_knight_against_three_pawns_is_decided() {
    ask_class(&[Piece::Knight], &[Piece::Pawn; 3]);
}
