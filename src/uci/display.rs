//! Output of the engine's own commands.

use super::print::{self, push};
use crate::board::Board;
use crate::engine::LawsReport;
use crate::engine::bench::{self, BenchSettings};
use crate::engine::options::OptionId;
use crate::eval::Evaluation;
use crate::nnue::Network;
use crate::nnue::simd::SimdLevel;
use crate::syzygy::{Dtz, TableWdl};
use crate::time::StopToken;
use crate::types::{File, Piece, Rank, Score, Square};
use crate::util::version::ENGINE;

/// The board, its FEN and key, the side to move, legal moves, the state of the game, the result in the endgame tables
/// if known, and checkers.
///
/// The format is the one that tools know from Stockfish: 17 lines of frame with the ranks, the files, and `Checkers`
/// last, where they stop reading.
pub fn board(board: &Board, laws: &LawsReport, tables: Option<(TableWdl, Option<Dtz>)>) -> String {
    let frame = format!(" {}+\n", "+---".repeat(8));
    let mut out = frame.clone();
    for rank in Rank::ALL.into_iter().rev() {
        for file in File::ALL {
            let piece = board.colored_piece_at(Square::new(file, rank));
            let letter = piece.map_or(' ', crate::types::ColoredPiece::letter);
            push(&mut out, format_args!(" | {letter}"));
        }
        push(&mut out, format_args!(" | {}\n{frame}", rank.index() + 1));
    }
    out.push_str("   a   b   c   d   e   f   g   h\n\n");
    let moves = board.count_legal_moves();
    push(
        &mut out,
        format_args!(
            "Fen: {board}\nKey: {}\nSide: {}\nLegal moves: {moves}\nState: {}\n",
            board.key(),
            board.stm(),
            state(laws)
        ),
    );
    if let Some((wdl, dtz)) = tables {
        push(&mut out, format_args!("Tables: {}", wdl.as_str()));
        if let Some(dtz) = dtz {
            push(&mut out, format_args!(", dtz {}", dtz.plies));
        }
        out.push('\n');
    }
    out.push_str("Checkers:");
    for square in board.checkers() {
        push(&mut out, format_args!(" {square}"));
    }
    out.push('\n');
    out
}

/// The state of the game: the way it ended, with the Article of the edition.
fn state(laws: &LawsReport) -> String {
    match &laws.outcome {
        None => "in play".to_owned(),
        Some(outcome) => {
            let kind = outcome.kind.as_str().replace('_', " ");
            format!("{kind}, article {}", outcome.article)
        }
    }
}

/// The evaluation and its terms, in pawns for White.
pub fn eval(board: &Board, evaluation: &Evaluation) -> String {
    let mut out = String::new();
    if board.in_check() {
        out.push_str("Final evaluation: none (in check)\n");
        return out;
    }
    match evaluation {
        Evaluation::Material => {}
        Evaluation::Nnue(network) => {
            push(&mut out, format_args!("{evaluation}\n\n"));
            piece_values(board, network, &mut out);
            let shape = network.shape();
            let bucket = shape.bucket(board.piece_count());
            let score = Score::clamp_eval(network.evaluate(board)).for_white(board.stm());
            push(
                &mut out,
                format_args!(
                    "Output bucket          {} of {}\nNNUE evaluation        {score} (white side)\n",
                    bucket + 1,
                    shape.buckets
                ),
            );
        }
    }
    let total = evaluation.evaluate(board).for_white(board.stm());
    push(
        &mut out,
        format_args!("Final evaluation       {total} (white side)\n"),
    );
    out
}

/// The contribution of each piece except the kings to the network's score, in pawns for White.
fn piece_values(board: &Board, network: &Network, out: &mut String) {
    for rank in Rank::ALL.into_iter().rev() {
        for file in File::ALL {
            let square = Square::new(file, rank);
            let cell = match board.colored_piece_at(square) {
                None => ".".to_owned(),
                Some(piece) if piece.piece() == Piece::King => piece.letter().to_string(),
                Some(piece) => {
                    let value = Score::clamp_eval(network.piece_value(board, square));
                    format!("{}{}", piece.letter(), value.for_white(board.stm()))
                }
            };
            push(out, format_args!("{cell:>8}"));
        }
        out.push('\n');
    }
    out.push('\n');
}

/// Searches the bench positions and prints a line for each and the total, until `token` is stopped. False after a
/// failure, which is reported.
pub fn bench(settings: &BenchSettings, token: &StopToken) -> bool {
    let total = bench::POSITIONS.len();
    let result = bench::run(settings, token, |index, fen, nodes| {
        print::line(format_args!("{:>2}/{total} {nodes:>9} {fen}", index + 1));
    });
    match result {
        Err(why) => {
            print::error(format_args!("bench: {why}"));
            return false;
        }
        Ok(_) if token.is_stopped() => print::line("info string bench stopped"),
        Ok(result) => {
            // The line that tools for Stockfish look for; the last line is for OpenBench.
            print::line(format_args!("Nodes/second    : {}", result.nps()));
            print::line(format_args!("{} nodes {} nps", result.nodes, result.nps()));
        }
    }
    true
}

/// Version, build and CPU features.
pub fn compiler() -> String {
    let mut features: Vec<&str> = Vec::new();
    macro_rules! detect {
        ($detected:ident: $($feature:tt)*) => {
            $(if std::arch::$detected!($feature) {
                features.push($feature);
            })*
        };
    }
    #[cfg(target_arch = "x86_64")]
    detect!(is_x86_feature_detected: "popcnt" "bmi1" "bmi2" "avx2" "avx512f" "avx512bw" "avx512vnni");
    #[cfg(target_arch = "aarch64")]
    detect!(is_aarch64_feature_detected: "neon" "crc" "dotprod");
    if features.is_empty() {
        features.push("none known");
    }
    format!(
        "{ENGINE} for {} {}, {} build\nCPU features: {}\nNetwork kernels: {}\n",
        std::env::consts::ARCH,
        std::env::consts::OS,
        if cfg!(debug_assertions) {
            "debug"
        } else {
            "release"
        },
        features.join(" "),
        SimdLevel::active()
    )
}

/// The licence, in short.
pub fn license() -> String {
    format!(
        "Compongo is free software under the {}: you may use, study, share and change it.\n\
         It comes with no warranty. The text of the licence: https://www.gnu.org/licenses/gpl-3.0.html\n",
        env!("CARGO_PKG_LICENSE")
    )
}

/// The commands and options.
pub fn help() -> String {
    let mut out = String::from(
        "Commands of the UCI protocol: uci isready ucinewgame setoption position go stop ponderhit debug quit\n\
         go [wtime btime winc binc movestogo | movetime | depth | nodes | mate | infinite] [ponder] [searchmoves] [perft]\n\
         Commands of Compongo, as the first word of a line:\n\
         \x20 d            the board, its FEN and key\n\
         \x20 eval         the evaluation, piece by piece\n\
         \x20 laws         the game under the Laws of Chess: counters, occurrences, claims, who can still mate\n\
         \x20 laws offer   tell the engine, before go or ponderhit, that its opponent offers a draw\n\
         \x20 perft N      count the leaf nodes at depth N, by move (also: divide N, go perft N)\n\
         \x20 flip         swap the colours\n\
         \x20 bench [N]    search the built-in positions to depth N: nodes and speed (also: bench HASH THREADS N)\n\
         \x20 compiler     how the engine was built\n\
         \x20 license      the licence\n\
         \x20 help         this text\n\
         Options:\n",
    );
    for id in OptionId::ALL {
        push(
            &mut out,
            format_args!("  {:<18} {}\n", id.name(), id.meaning()),
        );
    }
    out.push_str(
        "Manuals, in a shell: compongo help uci, compongo help options, compongo help laws\n",
    );
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_check_there_is_no_evaluation() {
        let board: Board = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"
            .parse()
            .expect("valid FEN");
        for evaluation in [Evaluation::Material, Evaluation::default()] {
            assert_eq!(
                eval(&board, &evaluation),
                "Final evaluation: none (in check)\n"
            );
            assert!(eval(&Board::start(), &evaluation).ends_with("(white side)\n"));
        }
    }

    #[test]
    fn numbers_are_for_white_whoever_moves() {
        for stm in ["w", "b"] {
            let fen = format!("3qk3/8/8/8/8/8/8/4K3 {stm} - - 0 1");
            let board: Board = fen.parse().expect("valid FEN");
            for evaluation in [Evaluation::Material, Evaluation::default()] {
                let text = eval(&board, &evaluation);
                let lines = text.lines().filter(|line| line.ends_with("(white side)"));
                assert!(lines.clone().count() > 0, "{text}");
                for line in lines {
                    assert!(line.contains(" -"), "{fen}: {line}");
                }
            }
        }
    }
}
