//! Moves and positions as text: what is written, what is read, what is refused.

use crate::support::position::board;
use crate::support::table::rows;
use compongo::board::Board;
use compongo::board::fen::{CastlingFieldStyle, FenError};
use compongo::notation::divide;
use compongo::notation::epd::{self, Epd, EpdError, Operand};
use compongo::notation::san::{self, PieceLetters, SanError, SanWarning};
use compongo::notation::uci_move::{self, CastlingStyle, UciMove, UciMoveError};
use compongo::types::{Move, Rng};

fn uci(board: &Board, token: &str) -> Move {
    uci_move::parse(board, token).unwrap_or_else(|error| panic!("{board}: {error}"))
}

fn path(mv: Move) -> String {
    UciMove::new(mv, CastlingStyle::KingPath).to_string()
}

fn takes_rook(mv: Move) -> String {
    UciMove::new(mv, CastlingStyle::KingTakesRook).to_string()
}

/// Calls `visit` with every position of random games from ordinary and Chess960 starts.
fn random_positions(games: usize, mut visit: impl FnMut(&Board)) {
    let starts = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        "1rk2r2/pppppppp/8/8/8/8/PPPPPPPP/1RK2R2 w FBfb - 0 1",
        "8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1",
        "7k/3Q4/8/8/Q1Q5/3N4/1N3N2/Q1QN2K1 w - - 0 1",
    ];
    let mut rng = Rng::new(0x5EED);
    for game in 0..games {
        let mut board = board(starts[game % starts.len()]);
        for _ in 0..80 {
            visit(&board);
            let moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            board.play(moves[rng.below(moves.len())]);
        }
    }
}

#[test]
fn uci_text_of_every_legal_move_is_read_back() {
    random_positions(60, |board| {
        for mv in board.legal_moves() {
            for text in [takes_rook(mv), takes_rook(mv).to_uppercase()] {
                assert_eq!(uci_move::parse(board, &text), Ok(mv), "{board} {text}");
            }
            if !board.is_chess960() {
                assert_eq!(uci_move::parse(board, &path(mv)), Ok(mv), "{board}");
            }
        }
    });
}

#[test]
fn uci_finds_just_the_legal_moves_among_all_pairs_of_squares() {
    random_positions(6, |board| {
        let squares: Vec<String> = compongo::types::Square::all()
            .map(|square| square.to_string())
            .collect();
        let mut found = Vec::new();
        for from in &squares {
            for to in &squares {
                for promotion in ["", "n", "b", "r", "q"] {
                    found.extend(uci_move::parse(board, &format!("{from}{to}{promotion}")));
                }
            }
        }
        let mut castles = 0;
        for mv in board.legal_moves() {
            castles += usize::from(mv.is_castling());
            let times = found.iter().filter(|&&other| other == mv).count();
            assert!(times == 1 || mv.is_castling() && times == 2, "{board} {mv}");
        }
        found.dedup();
        assert!(
            found.len() <= board.legal_moves().len() + castles,
            "{board}"
        );
    });
}

#[test]
fn both_spellings_of_castling_are_read_in_ordinary_chess() {
    let board = board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for (king_path, king_takes_rook) in [("e1g1", "e1h1"), ("e1c1", "e1a1")] {
        let mv = uci(&board, king_path);
        assert!(mv.is_castling());
        assert_eq!(uci(&board, king_takes_rook), mv);
        assert_eq!(path(mv), king_path);
        assert_eq!(takes_rook(mv), king_takes_rook);
    }
    let mut black = board;
    black.play(uci(&board, "a1b1"));
    assert_eq!(path(uci(&black, "E8H8")), "e8g8");
    assert_eq!(path(uci(&black, "e8a8")), "e8c8");
}

#[test]
fn in_chess960_a_step_of_the_king_is_no_castling() {
    let step_or_castle = board("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
    assert!(uci(&step_or_castle, "f1h1").is_castling());
    assert!(!uci(&step_or_castle, "f1g1").is_castling());
    let change_places = board("4k3/8/8/8/8/8/8/5KR1 w G - 0 1");
    assert!(uci(&change_places, "f1g1").is_castling());
    let far = board("4k3/8/8/8/8/8/8/RK6 w A - 0 1");
    assert!(uci(&far, "b1a1").is_castling());
    assert!(!uci(&far, "b1c1").is_castling());
    let stays = board("4k3/8/8/8/8/8/8/R1K5 w A - 0 1");
    assert!(uci(&stays, "c1a1").is_castling());
    assert_eq!(
        uci_move::parse(&stays, "c1c1"),
        Err(UciMoveError::Illegal("c1c1".to_owned()))
    );
    let far = board("4k3/8/8/8/8/8/8/1K5R w H - 0 1");
    assert_eq!(takes_rook(uci(&far, "b1g1")), "b1h1");
}

#[test]
fn uci_errors_tell_unreadable_from_illegal() {
    let start = Board::start();
    for token in [
        "", "e2", "e2e", "e2e9", "i2i4", "e2e4e5", "e7e8k", "e7e8p", "0000", "e2 e4", "é2e4", "éé",
        "Nf3", "e2-e4", "(none)",
    ] {
        assert_eq!(
            uci_move::parse(&start, token),
            Err(UciMoveError::Unreadable(token.to_owned()))
        );
    }
    for token in [
        "e2e5", "e7e5", "e4e5", "a1a1", "e1g1", "e2e4q", "b1d2", "e1h1",
    ] {
        let error = uci_move::parse(&start, token).expect_err(token);
        assert_eq!(error.to_string(), format!("'{token}' is illegal"));
    }
    let pawn = board("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1");
    assert!(uci_move::parse(&pawn, "e7e8").is_err());
    assert_eq!(path(uci(&pawn, "e7e8Q")), "e7e8q");
    assert_eq!(
        UciMoveError::Unreadable("xyz".to_owned()).to_string(),
        "'xyz' is not a move"
    );
}

#[test]
fn san_is_what_shakmaty_writes_and_is_read_back() {
    use shakmaty::fen::Fen;
    use shakmaty::uci::UciMove as TheirUci;
    use shakmaty::{CastlingMode, Chess};
    random_positions(40, |board| {
        let fen: Fen = board
            .fen(CastlingFieldStyle::Shredder)
            .parse()
            .expect("a FEN");
        let theirs: Result<Chess, _> = fen.into_position(CastlingMode::Chess960);
        let Ok(theirs) = theirs else { return };
        for mv in board.legal_moves() {
            let text = san::write(board, mv);
            let their_uci: TheirUci = takes_rook(mv).parse().expect("a move");
            let their_move = their_uci.to_move(&theirs).expect("a legal move");
            let their_text =
                shakmaty::san::SanPlus::from_move(theirs.clone(), their_move).to_string();
            assert_eq!(text, their_text, "{board}");
            let reading = san::read(board, &text, &PieceLetters::ENGLISH).expect(&text);
            assert_eq!(reading.mv, mv, "{board} {text}");
            assert!(
                reading.warnings.is_empty(),
                "{board} {text} {:?}",
                reading.warnings
            );
        }
    });
}

#[test]
fn san_disambiguates_among_legal_moves_only() {
    let three = board("6k1/8/8/8/8/Q7/8/Q1Q4K w - - 0 1");
    for (token, text) in [("a1c3", "Qa1c3"), ("a3c3", "Q3c3"), ("c1c3", "Qcc3")] {
        assert_eq!(san::write(&three, uci(&three, token)), text);
    }
    assert!(matches!(
        san::parse(&three, "Qc3"),
        Err(SanError::Ambiguous(text, ..)) if text == "Qc3"
    ));
    let pinned = board("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1");
    assert_eq!(san::write(&pinned, uci(&pinned, "g1e2")), "Ne2");
    let reading = san::read(&pinned, "Nge2", &PieceLetters::ENGLISH).expect("legal");
    assert_eq!(reading.mv, uci(&pinned, "g1e2"));
    assert_eq!(reading.warnings.as_slice(), [SanWarning::Overspecified]);
    assert_eq!(
        san::parse(&pinned, "Nce2"),
        Err(SanError::Illegal("Nce2".to_owned()))
    );
}

#[test]
fn san_is_read_as_people_write_it() {
    let assert_read = |board: &Board, token: &str, texts: &[&str]| {
        for text in texts {
            assert_eq!(san::parse(board, text), Ok(uci(board, token)), "{text}");
        }
    };
    let start = Board::start();
    let knight = [
        "Nf3", "Ngf3", "Ng1f3", "Ng1-f3", "Ng1–f3", " Nf3!? ", "Nf3+", "Nf3#", "N1f3", "Nxf3",
        "Nf3 (=)", "Nf3 !", "Nf3++",
    ];
    assert_read(&start, "g1f3", &knight);
    assert_read(
        &start,
        "e2e4",
        &["e4", "e2e4", "e2-e4", "Pe4", "ee4", "e4!!"],
    );

    let castling = board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let short = ["O-O", "0-0", "o-o", "O-O+", "0–0!", "OO", "\u{41E}-\u{41E}"];
    assert_read(&castling, "e1g1", &short);
    let long = ["O-O-O", "0-0-0", "o-o-o#", "0-0-0 +"];
    assert_read(&castling, "e1c1", &long);

    let promotion = board("3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1");
    let queen = [
        "e8=Q", "e8Q", "e8=q", "e8q", "e8(Q)", "e8/Q", "e8=Q+", "e7-e8Q",
    ];
    assert_read(&promotion, "e7e8q", &queen);
    let bishop = ["exd8=B", "exd8b", "ed8B", "e7xd8(B)", "e7:d8=B", "xd8B"];
    assert_read(&promotion, "e7d8b", &bishop);
    assert_eq!(
        san::parse(&promotion, "e8"),
        Err(SanError::NoPromotion("e8".to_owned()))
    );

    let en_passant = board("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1");
    let captures = [
        "dxe6",
        "dxe6e.p.",
        "dxe6 e.p.",
        "de6 ep",
        "d5xe6 a.p.",
        "dxe6 e.p.+",
        "dxe6+ e.p.",
    ];
    assert_read(&en_passant, "d5e6", &captures);
}

#[test]
fn san_errors_tell_unreadable_from_illegal() {
    let start = Board::start();
    for text in [
        "", "N", "Nf", "Nf9", "Xf3", "Ng1g2f3", "e", "44", "0", "0-", "1-0", "O-O-O-O", "Nf3=",
        "e4e", "+", "e.p.", "NNf3", "e8=K", "-e4", "-O-O", "OO--", "O--O", "Nf3 d5", "é4", "nf3",
        "Kf", "xx",
    ] {
        assert_eq!(
            san::parse(&start, text),
            Err(SanError::Unreadable(text.to_owned())),
            "{text}"
        );
    }
    let circles = san::parse(&start, &"O".repeat(258));
    assert!(
        matches!(circles, Err(SanError::Unreadable(_))),
        "{circles:?}"
    );
    // What a terminal might obey is not quoted.
    assert_eq!(
        san::parse(&start, "N\u{1b}f3"),
        Err(SanError::Unreadable("Nf3".to_owned()))
    );
    for text in ["--", "Z0", "null", "0000", "-- !?"] {
        let error = SanError::NullMove(text.to_owned());
        assert_eq!(san::parse(&start, text), Err(error));
    }
    for text in [
        "Nd2", "O-O", "e5", "exd3", "Nbf3", "N2f3", "e8=Q", "e4=Q", "Ke2", "d1", "Nf3Q",
    ] {
        assert_eq!(
            san::parse(&start, text),
            Err(SanError::Illegal(text.to_owned())),
            "{text}"
        );
    }
    // A pawn does not capture unless that is said.
    let capture = board("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1");
    assert!(san::parse(&capture, "d5").is_err());
    assert!(san::parse(&capture, "xd5").is_ok());
    let two = board("4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1");
    let error = san::parse(&two, "xd5").expect_err("two pawns can take");
    assert_eq!(error.to_string(), "'xd5' may mean c4d5 or e4d5");
}

#[test]
fn san_remarks_name_what_is_false() {
    let start = Board::start();
    for (text, warnings) in [
        ("Nf3", &[][..]),
        ("Nxf3", &[SanWarning::NoCapture]),
        ("Ngf3+", &[SanWarning::Overspecified, SanWarning::NoCheck]),
        ("e4#", &[SanWarning::NoMate]),
        ("e4 e.p.", &[SanWarning::NoEnPassant]),
        ("e2-e4", &[SanWarning::Overspecified]),
    ] {
        let reading = san::read(&start, text, &PieceLetters::ENGLISH).expect(text);
        assert_eq!(reading.warnings.as_slice(), warnings, "{text}");
    }
    let mate = board("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1");
    for text in ["Ra8", "Ra8+", "Ra8#", "Ra8++"] {
        let reading = san::read(&mate, text, &PieceLetters::ENGLISH).expect(text);
        assert!(reading.warnings.is_empty(), "{text}");
    }
    assert_eq!(san::write(&mate, uci(&mate, "a1a8")), "Ra8#");
}

#[test]
fn a_letter_of_the_language_comes_before_that_of_the_pawn() {
    // The Dutch knight has the letter that others give to the pawn.
    let dutch = PieceLetters::new(["P", "L", "T", "D", "K"]);
    let start = Board::start();
    assert_eq!(
        san::read(&start, "Pf3", &dutch).map(|reading| reading.mv),
        Ok(uci(&start, "g1f3"))
    );
}

#[test]
fn epd_with_operations() {
    let line = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01; first\"; hmvc 7; fmvn 31; \
                acd 6; noop; c0 \"\";";
    let epd: Epd = line.parse().expect("valid");
    assert_eq!(
        (epd.board.halfmove_clock(), epd.board.fullmove_number()),
        (7, 31)
    );
    assert_eq!(epd.operand("id"), Some("BK.01; first"));
    assert_eq!(epd.operand("acd"), Some("6"));
    assert_eq!(epd.operand("noop"), None);
    assert!(epd.operation("noop").is_some());
    assert!(epd.operation("hmvc").is_none());
    assert_eq!(
        epd.operation("c0").map(|op| op.operands.as_slice()),
        Some(&[Operand::Quoted(String::new())][..])
    );
    assert_eq!(epd.moves("bm"), Ok(vec![uci(&epd.board, "d6d1")]));
    assert_eq!(epd.moves("am"), Ok(vec![]));
    assert_eq!(
        epd.to_string(),
        "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - hmvc 7; fmvn 31; bm Qd1+; id \"BK.01; first\"; acd 6; \
         noop; c0 \"\";"
    );
    assert_eq!(epd.to_string().parse(), Ok(epd));
}

#[test]
fn comments_of_an_epd_may_be_repeated() {
    let line = "8/8/8/8/8/k7/7R/K7 w - - c0 \"a\"; c0 \"b\"; c9 \"c\"; c9 \"c\";";
    let epd: Epd = line.parse().expect("valid");
    let comments = epd.operations.iter().map(|op| op.operands[0].text());
    assert_eq!(comments.collect::<Vec<_>>(), ["a", "b", "c", "c"]);
    assert_eq!(epd.to_string(), line);
}

#[test]
fn epd_of_perft_lists() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    for line in [
        format!("{start} 0 1 ;D1 20 ;D2 400"),
        format!("{start} ;D1 20 ;D2 400"),
        format!("{start};D1 20;D2 400;"),
        format!("{start} D1 20; D2 400"),
        format!("  {start}\t0 1; D1 20 ;; D2 400 ;\r\n"),
    ] {
        let epd: Epd = line.parse().expect(&line);
        assert_eq!(epd.board, Board::start());
        let counts: Vec<_> = epd.perft_counts().collect();
        assert_eq!(counts, [(1, 20), (2, 400)], "{line}");
        assert_eq!(
            epd.line(CastlingFieldStyle::Shredder),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - D1 20; D2 400;"
        );
    }
    let counters: Epd = format!("{start} 3 17").parse().expect("a FEN is an EPD");
    assert_eq!(
        (
            counters.board.halfmove_clock(),
            counters.board.fullmove_number()
        ),
        (3, 17)
    );
    assert!(counters.operations.is_empty());
}

#[test]
fn epd_errors_say_what_is_wrong() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let table = r#"
        7up;        | half-move clock '7up' is not a number up to 9999
        0 1 7up;    | '7up' is not an opcode
        "x";        | 'x' is not an opcode
        id "x;      | the text 'x;' has no closing quote
        id 1; id 2; | operation 'id' appears twice
        bm e4; bm d4; | operation 'bm' appears twice
        c10 1; c10 2; | operation 'c10' appears twice
        e2e4 e8e7     | 'e2e4' is not an opcode; moves follow the opcode 'moves'
        Moves e2e4;   | 'Moves' is not an opcode; moves follow the opcode 'moves'
        hmvc x;     | operation 'hmvc' needs one number up to 9999
        fmvn 10000; | operation 'fmvn' needs one number up to 9999
        hmvc;       | operation 'hmvc' needs one number up to 9999
    "#;
    for [tail, message] in rows(table) {
        let found = epd::parse(&format!("{start} {tail}")).expect_err(tail);
        assert_eq!(found.to_string(), message);
    }
    assert_eq!(
        epd::parse("").expect_err("empty"),
        EpdError::Fen(FenError::Empty)
    );
    assert_eq!(
        epd::parse("; D1 20").expect_err("empty"),
        EpdError::Fen(FenError::Empty)
    );
    assert!(epd::parse("8/8/8/8/8/8/8/8 w - - bm e4;").is_err());
}

#[test]
fn epd_files_are_numbered_by_line() {
    let text = "\u{feff}# positions\n\n8/8/8/8/8/k7/8/K7 w - - D1 1;\r\nnonsense\n";
    let lines: Vec<_> = epd::parse_lines(text)
        .map(|(number, epd)| (number, epd.is_ok()))
        .collect();
    assert_eq!(lines, [(3, true), (4, false)]);
}

#[test]
fn divide_tables_are_sorted_by_text() {
    let board = board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let moves = ["e1h1", "a1b1", "e1d1"].map(|token| (uci(&board, token), 3));
    let mut out = Vec::new();
    let nodes = divide::write(&mut out, 1, &moves, CastlingStyle::KingPath).expect("memory");
    assert_eq!(nodes, 9);
    assert_eq!(
        String::from_utf8(out).expect("text"),
        "a1b1: 3\ne1d1: 3\ne1g1: 3\n\nNodes searched: 9\n"
    );
    let mut out = Vec::new();
    assert_eq!(
        divide::write(&mut out, 0, &[], CastlingStyle::KingPath).expect("memory"),
        1
    );
    assert_eq!(out, b"\nNodes searched: 1\n");
}
