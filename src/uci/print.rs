//! What the engine says, line by line.

use crate::board::Board;
use crate::engine::options::Options;
use crate::notation::uci_move::CastlingStyle;
use crate::types::Score;
use std::fmt::Display;
use std::io::{self, Write};

/// Writes whole lines to standard output.
///
/// Each line is one locked write that ends in a line feed alone, and is flushed. When nobody reads any more, the
/// process ends quietly: there is nothing left to do for it.
pub fn line(text: impl Display) {
    write_all(format!("{text}\n").as_bytes());
}

/// Writes text that consists of whole lines.
pub fn lines(text: &[u8]) {
    write_all(text);
}

fn write_all(bytes: &[u8]) {
    let mut out = io::stdout().lock();
    if out.write_all(bytes).and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}

/// Something was refused: `<what>: <why>`.
pub fn error(text: impl Display) {
    line(format_args!("info string error {text}"));
}

/// Something was corrected: `<what>: <why>`.
pub fn warning(text: impl Display) {
    line(format_args!("info string warning {text}"));
}

/// How castling is written to this client: as it has asked for, unless the way of the king could be mistaken for a step.
pub fn castling_style(board: &Board, options: &Options) -> CastlingStyle {
    CastlingStyle::new(options.chess960 || board.is_chess960())
}

/// The score as UCI writes it: `cp 35`, `mate -3`.
pub fn score(score: Score) -> String {
    if let Some(moves) = score.mate_moves() {
        return format!("mate {moves}");
    }
    let value = score.value();
    // A table win is no estimate: it is shown far above all of them, nearer wins higher.
    let shown = if score.is_win() {
        20000 - (Score::TB_WIN.value() - value)
    } else if score.is_loss() {
        (Score::TB_WIN.value() + value) - 20000
    } else {
        value
    };
    format!("cp {shown}")
}

/// Chances to win, draw and lose in permille, from the view of the side to move.
///
/// A logistic model: the side to move wins half its games at 1.6 pawns, and the chances at equality are mostly draws.
pub fn wdl(score: Score) -> [i32; 3] {
    const HALF_WINS: f64 = 160.0;
    const SLOPE: f64 = 75.0;
    if score.is_win() {
        return [1000, 0, 0];
    }
    if score.is_loss() {
        return [0, 0, 1000];
    }
    let chance = |value: f64| (1000.0 / (1.0 + ((HALF_WINS - value) / SLOPE).exp())).round() as i32;
    let value = f64::from(score.value());
    let (win, loss) = (chance(value), chance(-value));
    [win, 1000 - win - loss, loss]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_written_as_clients_read_them() {
        assert_eq!(score(Score::cp(-35)), "cp -35");
        assert_eq!(score(Score::mate_in(5)), "mate 3");
        assert_eq!(score(Score::mated_in(4)), "mate -2");
        assert_eq!(score(Score::mated_in(0)), "mate 0");
        assert_eq!(score(Score::TB_WIN - 7), "cp 19993");
        assert_eq!(score(-(Score::TB_WIN - 7)), "cp -19993");
    }

    #[test]
    fn chances_sum_to_a_thousand() {
        for value in [-3000, -160, -20, 0, 20, 160, 3000] {
            let [win, draw, loss] = wdl(Score::cp(value));
            assert_eq!(win + draw + loss, 1000);
            assert!(draw >= 0);
            assert_eq!(wdl(Score::cp(-value)), [loss, draw, win]);
        }
        assert_eq!(wdl(Score::mate_in(3)), [1000, 0, 0]);
    }
}
