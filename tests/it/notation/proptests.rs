//! Readers get anything: arbitrary texts, and valid ones that were damaged. What they must keep to then is written
//! down beside the fuzz targets, which share it.

#[path = "../../fuzz/checks/fen.rs"]
mod fen;
#[path = "../../fuzz/checks/pgn.rs"]
mod pgn;
#[path = "../../fuzz/checks/san.rs"]
mod san;
#[path = "../../fuzz/checks/uci.rs"]
mod uci;

use crate::support::damage::{damaged, damages, lossy};
use proptest::prelude::*;
use proptest::sample::{Index, select};

const FENS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "4k3/8/8/3pP3/8/8/PPP5/4K2R w K d6 0 30",
    "8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1",
    "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01; first\"; hmvc 7; fmvn 31;",
];

const MOVES: [&str; 20] = [
    "e4",
    "Nf3",
    "Ngf3",
    "Cf3",
    "Sf3",
    "Pf3",
    "O-O",
    "0-0-0",
    "exd6 e.p.",
    "exd6e.p.",
    "b8=Q",
    "b8(D)",
    "bxa8N+",
    "Qd1++",
    "Ke2",
    "Re2",
    "g1f3",
    "e1g1",
    "--",
    "d4 (=)",
];

const FILE: &str = "[Event \"a \\\"b\\\" \\\\\"]\r\n[Result \"1-0\"]\r\n\r\n1. e4 $1 {best [%clk 0:59:58]} e5!? \
    2. Nf3 (2. f4 exf4 (2... d5 {x}) ; Falkbeer (\r\n) 2... Cc6\r\n% a line {\r\n3.Bb5 a6 (=) 1-0\r\n\r\n\
    [FEN \"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1\"]\r\n[SetUp \"1\"]\r\n\r\n1.exd6 e.p. ½-½ 1. d4 * ";

const LINES: &str = "uci\nisready\nsetoption name Hash value 32\nsetoption name Clock value 40/60:30b5\n\
    ucinewgame\nposition startpos moves e2e4 e7e5\nposition fen 4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1 moves e5d6\n\
    go wtime 1000 btime 1000 winc 10 movestogo 40\ngo infinite searchmoves d7d8q\nstop\ndebug on\nperft 3\nquit\n";

proptest! {
    #[test]
    fn any_text_as_position(text in "\\PC{0,80}") {
        fen::check(&text);
    }

    #[test]
    fn damaged_positions(text in select(FENS.as_slice()), damages in damages()) {
        fen::check(&lossy(&damaged(text, &damages)));
    }

    #[test]
    fn any_text_as_moves(fen in select(FENS.as_slice()), moves in prop::collection::vec("\\PC{0,10}", 0..5)) {
        san::check(&format!("{fen}\n{}", moves.join("\n")));
    }

    #[test]
    fn texts_that_look_like_moves(
        fen in select(FENS.as_slice()),
        moves in prop::collection::vec("[NBRQKCTDAPS]?[a-h]?[1-8]?x?[a-h][1-8](=?[NBRQD])?[+#]?", 0..20),
    ) {
        san::check(&format!("{fen}\n{}", moves.join("\n")));
    }

    #[test]
    fn damaged_moves(
        fen in select(FENS.as_slice()),
        moves in prop::collection::vec((select(MOVES.as_slice()), damages()), 0..12),
    ) {
        let moves: Vec<String> = moves.iter().map(|(text, damages)| lossy(&damaged(text, damages))).collect();
        san::check(&format!("{fen}\n{}", moves.join("\n")));
    }

    #[test]
    fn any_bytes_as_file(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        pgn::check(&bytes);
    }

    #[test]
    fn damaged_files(damages in damages()) {
        pgn::check(&damaged(FILE, &damages));
    }

    #[test]
    fn pieces_of_files(pieces in prop::collection::vec((any::<Index>(), 0..12_usize), 0..40)) {
        let file = FILE.as_bytes();
        let bytes: Vec<u8> = pieces
            .iter()
            .flat_map(|(at, length)| {
                let start = at.index(file.len());
                &file[start..(start + length).min(file.len())]
            })
            .copied()
            .collect();
        pgn::check(&bytes);
    }

    #[test]
    fn any_bytes_as_lines(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        uci::check(&bytes);
    }

    #[test]
    fn damaged_lines(damages in damages()) {
        uci::check(&damaged(LINES, &damages));
    }
}
