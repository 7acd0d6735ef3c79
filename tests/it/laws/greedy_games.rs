//! Random games with a preference for captures, for tests and benches.

use compongo::board::{Board, MoveStage};
use compongo::types::{MoveList, Rng};

/// The last positions of such games, without end.
pub fn greedy_games(seed: u64) -> impl Iterator<Item = Board> {
    let mut rng = Rng::new(seed);
    std::iter::repeat_with(move || {
        let mut board = Board::start();
        let (length, appetite) = (10 + rng.below(190), rng.below(10));
        for _ in 0..length {
            let mut captures = MoveList::new();
            board.generate(MoveStage::Noisy, &mut captures);
            let moves = if !captures.is_empty() && rng.below(10) < appetite {
                captures
            } else {
                board.legal_moves()
            };
            if moves.is_empty() {
                break;
            }
            board.play(moves[rng.below(moves.len())]);
        }
        board
    })
}
