//! Output: each line is one locked write that ends in `\n` alone, and is flushed. Control characters are removed.
//!
//! The messages of the protocol are values of `vampirc-uci`, which knows how they are written: `id`, `option`, `uciok`,
//! `readyok`, `bestmove`. Not so `info`, whose depth, mate and hashfull the crate keeps in 8 and 16 bits and whose
//! `currmovenumber` it misspells, and `bestmove (none)`, for which it has no value.

use crate::board::Board;
use crate::engine::options::Options;
use crate::notation::uci_move::{CastlingStyle, UciMove};
use crate::types::Score;
use crate::util::text::{printable, printable_lines};
use std::fmt::Display;
use std::io::{self, Write};
use vampirc_uci::{UciMessage, UciMove as MoveMessage, UciPiece, UciSquare};

/// Writes a line.
pub fn line(text: impl Display) {
    let text = text.to_string();
    write_all(&format!("{}\n", printable(&text)));
}

/// Writes text that consists of whole lines.
pub fn lines(text: &str) {
    write_all(&printable_lines(text));
}

/// Writes a message of the protocol.
pub fn message(message: &UciMessage) {
    line(message);
}

/// `bestmove`, with the expected reply if there is one; `bestmove (none)` without a move.
pub fn best_move(best_move: Option<UciMove>, ponder: Option<UciMove>) {
    match best_move.and_then(move_message) {
        Some(best_move) => message(&UciMessage::BestMove {
            best_move,
            ponder: ponder.and_then(move_message),
        }),
        None => line("bestmove (none)"),
    }
}

/// The move as the crate has it.
fn move_message(mv: UciMove) -> Option<MoveMessage> {
    let text = mv.to_string();
    let [from_file, from_rank, to_file, to_rank, promotion @ ..] = text.as_bytes() else {
        return None;
    };
    let square = |file: u8, rank: u8| UciSquare::from(file.into(), rank - b'0');
    Some(MoveMessage {
        from: square(*from_file, *from_rank),
        to: square(*to_file, *to_rank),
        promotion: match promotion {
            [b'n'] => Some(UciPiece::Knight),
            [b'b'] => Some(UciPiece::Bishop),
            [b'r'] => Some(UciPiece::Rook),
            [b'q'] => Some(UciPiece::Queen),
            _ => None,
        },
    })
}

/// If standard output is closed, the process exits with code 0.
fn write_all(text: &str) {
    let mut out = io::stdout().lock();
    if out
        .write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .is_err()
    {
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

/// How castling is printed: king takes rook with `UCI_Chess960`, and in positions where the king's path could be mistaken
/// for a step.
pub fn castling_style(board: &Board, options: &Options) -> CastlingStyle {
    CastlingStyle::new(options.chess960 || board.is_chess960())
}

/// The score as UCI writes it: `cp 35`, `mate -3`.
pub fn score(score: Score) -> String {
    if let Some(moves) = score.mate_moves() {
        return format!("mate {moves}");
    }
    let value = score.value();
    // Table wins lie above all evaluations, nearer wins higher.
    let shown = if score.is_win() {
        20000 - (Score::TB_WIN.value() - value)
    } else if score.is_loss() {
        (Score::TB_WIN.value() + value) - 20000
    } else {
        value
    };
    format!("cp {shown}")
}

/// Win, draw and loss probabilities in permille, for the side to move.
///
/// A logistic model: the side to move wins half its games at 1.6 pawns; an even position is mostly drawn.
pub fn wdl(score: Score) -> [i32; 3] {
    const HALF_WINS: f64 = 160.0;
    const SLOPE: f64 = 75.0;
    if score.is_win() {
        return [1000, 0, 0];
    }
    if score.is_loss() {
        return [0, 0, 1000];
    }
    let win_rate =
        |value: f64| (1000.0 / (1.0 + ((HALF_WINS - value) / SLOPE).exp())).round() as i32;
    let value = f64::from(score.value());
    let (win, loss) = (win_rate(value), win_rate(-value));
    [win, 1000 - win - loss, loss]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_centipawns_or_moves_to_mate() {
        assert_eq!(score(Score::cp(-35)), "cp -35");
        assert_eq!(score(Score::mate_in(5)), "mate 3");
        assert_eq!(score(Score::mated_in(4)), "mate -2");
        assert_eq!(score(Score::mated_in(0)), "mate 0");
        assert_eq!(score(Score::TB_WIN - 7), "cp 19993");
        assert_eq!(score(-(Score::TB_WIN - 7)), "cp -19993");
    }

    #[test]
    fn probabilities_sum_to_a_thousand() {
        for value in [-3000, -160, -20, 0, 20, 160, 3000] {
            let [win, draw, loss] = wdl(Score::cp(value));
            assert_eq!(win + draw + loss, 1000);
            assert!(draw >= 0);
            assert_eq!(wdl(Score::cp(-value)), [loss, draw, win]);
        }
        assert_eq!(wdl(Score::mate_in(3)), [1000, 0, 0]);
    }
}
