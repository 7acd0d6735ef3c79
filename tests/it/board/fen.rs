//! FEN: what is read, what is corrected, what is refused.

use crate::support::position::board;
use crate::support::table::rows;
use compongo::board::fen::{self, CastlingFieldStyle};
use compongo::board::{Board, Setup, SetupError};
use compongo::types::Color;

#[test]
fn each_demand_on_a_position_has_two_sides() {
    let table = "
        4k3/8/8/8/8/8/8/4K3 w - - 0 1               | 4k3/8/8/8/8/8/8/8 w - - 0 1                 | white has 0 kings
        4k3/8/8/8/8/8/8/4K3 b - - 0 1               | 4k3/4k3/8/8/8/8/8/4K3 b - - 0 1             | black has 2 kings
        4k3/8/8/8/8/NNNNNNNN/PPPPPPP1/4K3 w - - 0 1 | 4k3/8/8/8/8/NNNNNNNN/PPPPPPPP/4K3 w - - 0 1 | white has 17 pieces, more than 16
        4k3/1ppppppp/nnnnnnnn/8/8/8/8/4K3 b - - 0 1 | 4k3/pppppppp/nnnnnnnn/8/8/8/8/4K3 b - - 0 1 | black has 17 pieces, more than 16
        4k3/P7/8/8/8/8/8/4K3 w - - 0 1              | P3k3/8/8/8/8/8/8/4K3 w - - 0 1              | a pawn stands on a8
        4k3/8/8/8/8/8/7p/4K3 w - - 0 1              | 4k3/8/8/8/8/8/8/4K2p w - - 0 1              | a pawn stands on h1
        4k3/8/8/8/8/8/8/4K2R w K - 0 1              | 4k2R/8/8/8/8/8/8/4K3 w - - 0 1              | black is in check but does not have the move
        4k3/8/8/8/8/8/5n2/4K3 b - - 0 1             | 4k3/8/8/8/8/8/3p4/4K3 b - - 0 1             | white is in check but does not have the move
        8/8/8/8/8/8/3k4/1K6 w - - 0 1               | 8/8/8/8/8/8/2k5/1K6 w - - 0 1               | black is in check but does not have the move
    ";
    for [accepted, rejected, message] in rows(table) {
        assert!(fen::parse(accepted).is_ok(), "{accepted}");
        let error = fen::parse(rejected).expect_err(rejected);
        assert_eq!(error.to_string(), message, "{rejected}");
    }
    assert_eq!(
        Setup::empty().board(),
        Err(SetupError::Kings {
            color: Color::White,
            count: 0
        })
    );
}

#[test]
fn a_faulty_fen_is_named_exactly() {
    let table = "
        8/8/8/8/8/8/8 w - - 0 1                          | '8/8/8/8/8/8/8' has 7 ranks, not 8
        startpos                                         | 'startpos' has 1 rank, not 8
        4k3/8/8/9/8/8/8/4K3 w - - 0 1                    | rank 5 '9': '9' is not a piece
        4k3/8/8/7/8/8/8/4K3 w - - 0 1                    | rank 5 '7' is 7 squares wide, not 8
        4k3/8/8/8/8/8/8/4K3r w - - 0 1                   | rank 1 '4K3r' is 9 squares wide, not 8
        4k3/8/8/8/8/8/8/4K2ä w - - 0 1                   | rank 1 '4K2ä': 'ä' is not a piece
        4k3/8/8/8/8/8/8/4K3                              | the side to move is missing
        4k3/8/8/8/8/8/8/4K3 white - - 0 1                | side to move 'white' is neither 'w' nor 'b'
        4k3/8/8/8/8/8/8/4K3 w KQxq - 0 1                 | castling field 'KQxq': 'x' is not a castling right
        4k3/8/8/8/8/8/8/4K3 w - e9 0 1                   | en passant field 'e9' is neither a square nor '-'
        4k3/8/8/8/8/8/8/4K3 w - - x 1                    | half-move clock 'x' is not a number up to 9999
        4k3/8/8/8/8/8/8/4K3 w - - 0 1 hmvc;              | half-move clock '' is not a number up to 9999
        4k3/8/8/8/8/8/8/4K3 w - - hmvc 7 8;              | half-move clock '7 8' is not a number up to 9999
        4k3/8/8/8/8/8/8/4K3 w - - -1 1 bm e4;            | half-move clock '-1' is not a number up to 9999
        4k3/8/8/8/8/8/8/4K3 w - - -1 1                   | half-move clock '-1' is not a number up to 9999
        4k3/8/8/8/8/8/8/4K3 w - - 10000 1                | half-move clock '10000' is not a number up to 9999
        4k3/8/8/8/8/8/8/4K3 w - - 0 10000                | move number '10000' is not a number up to 9999
        4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves e1e2         | moves follow the position; only the position itself is read here
        4k3/8/8/8/8/8/8/4K3 w - - 0 Moves e1e2           | moves follow the position; only the position itself is read here
        4k3/8/8/8/8/8/8/4K3 w - - 0 1 e1e2               | moves follow the position; only the position itself is read here
        4k3/8/8/8/8/8/8/4K3 w - - - 1 e1e2               | moves follow the position; only the position itself is read here
        4k3/8/8/8/8/8/8/4K3 w - - e1e2                   | moves follow the position; only the position itself is read here
        4k3/8/8/8/8/8/8/4K3 w - - moves e1e2;            | moves follow the position; only the position itself is read here
        4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999999999999 | move number '99999999999999999999' is not a number up to 9999
    ";
    for [text, message] in rows(table) {
        let error = fen::parse(text).expect_err(text);
        assert_eq!(error.to_string(), message);
    }
    for text in ["", " \t "] {
        assert_eq!(
            fen::parse(text).expect_err("blank").to_string(),
            "the text is empty"
        );
    }
    let long = "x".repeat(5000);
    let error = fen::parse(&long).expect_err("no ranks").to_string();
    assert!(error.len() < 100, "{error}");
}

#[test]
fn a_fen_may_be_short_or_have_a_tail() {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    for tail in [
        "w KQkq -",
        "w KQkq - 0",
        "w KQkq - 0 1",
        "w KQkq - 0 0",
        "W KQkq - 0 1",
        "w KQkq - 0 1 bm e4;",
        "w KQkq - bm e4; id \"first\";",
        "w KQkq - bm e4; id \"all moves lose\";",
        "w HAha - 0 1",
        "w AHah - 0 1",
        "w KAhq - 0 1",
        "w QqKk - 0 1",
        "  w\tKQkq  - 0 1  ",
    ] {
        let text = format!("{START} {tail}");
        assert_eq!(fen::parse(&text), Ok((Board::start(), vec![])), "{text}");
    }
    let (read, warnings) = fen::parse(&format!("{START} w KQkq - 0 1 and more")).expect("a FEN");
    assert_eq!(read, Board::start());
    let warnings: Vec<String> = warnings.iter().map(ToString::to_string).collect();
    assert_eq!(warnings, ["'and more' after the position is ignored"]);
    for tail in [
        "hmvc 7; fmvn 80;",
        "bm O-O; fmvn 80; hmvc 7;",
        "0 1 hmvc 7; fmvn 80;",
        "7 80 c0 \"the hmvc 9 counts\";",
        "7 80 c0 \"x; hmvc 150; y\";",
    ] {
        let counted = board(&format!("4k3/8/8/8/8/8/8/4K2R w K - {tail}"));
        assert_eq!(counted.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - 7 80");
    }
    let bare = board("4k3/8/8/8/8/8/8/4K3 w");
    assert_eq!(bare.to_string(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    let late = board("4k3/8/8/8/8/8/8/4K3 w - - 9999 9999");
    assert_eq!(
        (late.halfmove_clock(), late.fullmove_number()),
        (9999, 9999)
    );
}

#[test]
fn castling_rights_are_read_in_every_style() {
    let rights = |text: &str| {
        let (board, warnings) = fen::parse(text).expect(text);
        let fen = board.fen(CastlingFieldStyle::Shredder);
        let field = fen.split(' ').nth(2).expect("a field").to_owned();
        let warnings: Vec<String> = warnings.iter().map(ToString::to_string).collect();
        (field, warnings)
    };
    let inner = "1r2k1rr/8/8/8/8/8/8/1R2K1RR w";
    for (field, expected) in [
        ("Gkq", "Ghb"),
        ("Kg", "Hg"),
        ("HBhb", "HBhb"),
        ("Qq", "Bb"),
        ("GBgb", "GBgb"),
        ("-", "-"),
    ] {
        assert_eq!(
            rights(&format!("{inner} {field} - 0 1")),
            (expected.to_owned(), vec![])
        );
    }
    let written = board(&format!("{inner} Gkq - 0 1"));
    assert_eq!(
        written.fen(CastlingFieldStyle::XFen),
        format!("{inner} Gkq - 0 1")
    );
    assert_eq!(
        rights("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9").0,
        "HFhf"
    );

    let dropped =
        |letter: char| format!("castling right '{letter}' dropped: king and rook are not in place");
    for (text, expected, letters) in [
        ("4k3/8/8/8/8/8/8/R3K3 w KQkq - 0 1", "A", "Kkq"),
        ("4k2r/8/8/8/8/8/4K3/R6R w KQkq - 0 1", "h", "KQq"),
        ("r3k2r/8/8/8/8/8/8/R2QK2B w HAha - 0 1", "Aha", "H"),
        ("4k3/8/8/8/8/8/8/4K1RR w HG - 0 1", "H", "G"),
        ("4k3/8/8/8/8/8/8/4K2r w H - 0 1", "-", "H"),
        ("4k3/8/8/8/8/8/8/4K2R w E - 0 1", "-", "E"),
        // A rook before its first rank is no rook of the king beside it.
        ("4K2R/8/8/8/8/8/8/4k3 w Kk - 0 1", "-", "Kk"),
    ] {
        let warnings: Vec<String> = letters.chars().map(dropped).collect();
        assert_eq!(rights(text), (expected.to_owned(), warnings), "{text}");
    }
}

#[test]
fn en_passant_is_kept_only_if_the_capture_is_legal() {
    let table = "
        rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1 | false
        4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1                           | true
        7k/8/8/K2Pp2r/8/8/8/8 w - e6 0 1                            | false
        7k/8/8/K2Pp3/8/8/8/7r w - e6 0 1                            | true
        5kbq/3Q2n1/6p1/r3PpKn/2n5/8/8/q7 w - f6 7 4                 | false
        3r3k/8/8/3pP3/8/8/8/3K4 w - d6 0 1                          | true
        4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1                          | false
    ";
    for [text, kept] in rows(table) {
        let kept = kept == "true";
        let (read, warnings) = fen::parse(text).expect(text);
        assert!(warnings.is_empty(), "{text}");
        assert_eq!(read.en_passant().is_some(), kept, "{text}");
        let can_capture = read.legal_moves().iter().any(|mv| mv.is_en_passant());
        assert_eq!(can_capture, kept, "{text}");
        if !kept {
            let mut without = read.setup();
            without.en_passant = None;
            assert_eq!(without.board(), Ok(read));
        }
    }
    for (text, square) in [
        // Wrong rank, no pawn, a piece behind the pawn, a piece on its start square, a pawn of the wrong side.
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d5 0 1", "d5"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 1", "d3"),
        ("4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", "d6"),
        ("4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1", "d6"),
        ("4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1", "d6"),
        ("4k3/8/8/3PP3/8/8/8/4K3 w - d6 0 1", "d6"),
        ("4k3/8/8/8/3pP3/8/8/4K3 w - e3 0 1", "e3"),
    ] {
        let (read, warnings) = fen::parse(text).expect(text);
        assert_eq!(read.en_passant(), None, "{text}");
        let warnings: Vec<String> = warnings.iter().map(ToString::to_string).collect();
        let expected = format!("en passant square {square} dropped: no pawn has just passed it");
        assert_eq!(warnings, [expected], "{text}");
    }
}

#[test]
fn chess960_boards_are_recognised() {
    for (fen, expected) in [
        (fen::STARTPOS, false),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", false),
        ("4k3/8/8/8/8/8/8/5K1R w H - 0 1", true),
        ("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", true),
        ("4k3/8/8/8/8/8/8/5K1R w - - 0 1", false),
        ("1k5r/8/8/8/8/8/8/4K3 w h - 0 1", true),
    ] {
        assert_eq!(board(fen).is_chess960(), expected, "{fen}");
    }
}
