//! Win, draw and loss probabilities of a score.
//!
//! Let `a` be the score with which half of the games are won, and `b` the width of the transition:
//!
//! ```text
//! win(s) = 1 / (1 + e^((a - s) / b))        loss(s) = win(-s)        draw = 1 - win - loss
//! ```
//!
//! `a` depends on the material on the board and on the length of the game: few pieces and many moves make a draw
//! likelier. The numbers were fitted by `scripts/wdl` to 500 games of the network gen15 from balanced openings, with about
//! 100,000 nodes a move.

use crate::board::Board;
use crate::types::Score;

/// `a`: a constant, a term proportional to 1 / material, and a term proportional to the plies played.
const HALF_WINS: [f64; 3] = [72.0, 78.0, 29.0];
/// `b`.
const SLOPE: f64 = 71.0;
/// Material and plies are measured in units of their usual values at move 32.
const USUAL_MATERIAL: f64 = 40.0;
const USUAL_PLIES: f64 = 64.0;
/// Less material counts as this much, and more plies count as the maximum, because there are too few such games.
const LEAST_MATERIAL: u32 = 10;
const MOST_PLIES: u32 = 200;

/// Win, draw and loss probabilities in permille for the side to move in this position, if both sides play as well as
/// the engine.
pub fn wdl(score: Score, board: &Board) -> [i32; 3] {
    if score.is_win() {
        return [1000, 0, 0];
    }
    if score.is_loss() {
        return [0, 0, 1000];
    }
    let half_wins = half_wins(board);
    let win_rate =
        |value: f64| (1000.0 / (1.0 + ((half_wins - value) / SLOPE).exp())).round() as i32;
    let value = f64::from(score.value());
    let (win, loss) = (win_rate(value), win_rate(-value));
    [win, 1000 - win - loss, loss]
}

/// The score with which half of the games from such a position are won.
fn half_wins(board: &Board) -> f64 {
    let material = f64::from(board.material().max(LEAST_MATERIAL)) / USUAL_MATERIAL;
    let plies = f64::from(board.game_ply().min(MOST_PLIES)) / USUAL_PLIES;
    let [constant, by_material, by_plies] = HALF_WINS;
    constant + by_material / material + by_plies * plies
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(fen: &str) -> Board {
        fen.parse().expect("valid FEN")
    }

    /// Move 33, with material of 40.
    const USUAL: &str = "2r2rk1/pp3ppp/2n1p3/3p4/3P4/2N1P3/PP3PPP/2R2RK1 w - - 0 33";

    #[test]
    fn a_hundred_centipawns_win_half_of_the_games_at_move_32() {
        let pawn = (0..1000)
            .map(Score::new)
            .find(|score| score.centipawns() == 100);
        let [win, ..] = wdl(pawn.expect("a hundred centipawns"), &board(USUAL));
        assert!((470..=530).contains(&win), "{win}");
    }

    #[test]
    fn probabilities_sum_to_a_thousand() {
        let board = board(USUAL);
        for value in [-3000, -160, -20, 0, 20, 160, 3000] {
            let [win, draw, loss] = wdl(Score::new(value), &board);
            assert_eq!(win + draw + loss, 1000);
            assert!(draw >= 0);
            assert_eq!(wdl(Score::new(-value), &board), [loss, draw, win]);
        }
        assert_eq!(wdl(Score::mate_in(3), &board), [1000, 0, 0]);
        assert_eq!(wdl(-Score::TB_WIN, &board), [0, 0, 1000]);
    }

    #[test]
    fn late_endings_are_drawn_more_often() {
        let draw = |fen| wdl(Score::new(150), &board(fen))[1];
        assert!(draw("8/5pk1/4p1p1/7p/3R3P/4P1P1/r4PK1/8 w - - 0 60") > draw(USUAL));
    }
}
