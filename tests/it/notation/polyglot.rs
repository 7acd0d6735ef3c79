//! Polyglot books: keys, moves, files, and books made from games.

use crate::support::position::{board, mv};
use crate::support::table::rows;
use compongo::board::Board;
use compongo::notation::pgn::ResultToken;
use compongo::notation::polyglot::{
    PolyglotBook, PolyglotEntry, PolyglotError, PolyglotMaker, PolyglotMove, PolyglotPosition,
    draw_move,
};
use compongo::notation::san;
use compongo::types::{Key, Move, Rng};
use std::io::Cursor;

/// The position after moves in UCI notation.
fn after(moves: &str) -> PolyglotPosition {
    let mut position = PolyglotPosition::from(Board::start());
    for text in moves.split_whitespace() {
        position.play(mv(position.board(), text));
    }
    position
}

/// The legal moves of a line in SAN from the initial position.
fn line(text: &str) -> Vec<Move> {
    let mut board = Board::start();
    let mut moves = Vec::new();
    for word in text.split_whitespace() {
        let mv = san::parse(&board, word).expect("a legal move");
        board.play(mv);
        moves.push(mv);
    }
    moves
}

fn file(entries: &[PolyglotEntry]) -> Vec<u8> {
    entries.iter().flat_map(|entry| entry.to_bytes()).collect()
}

fn entry(key: u64, weight: u16) -> PolyglotEntry {
    PolyglotEntry {
        key: Key(key),
        mv: PolyglotMove(0x031C),
        weight,
        learn: 0,
    }
}

fn error(bytes: &[u8]) -> String {
    let error: PolyglotError = PolyglotBook::new(Cursor::new(bytes)).expect_err("no book");
    error.to_string()
}

#[test]
fn the_published_keys_are_those_of_their_positions() {
    let table = "
                                           | rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1      | 463B96181691FC9C
        e2e4                               | rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1   | 823C9B50FD114196
        e2e4 d7d5                          | rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2 | 0756B94461C50FB0
        e2e4 d7d5 e4e5                     | rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2   | 662FAFB965DB29D4
        e2e4 d7d5 e4e5 f7f5                | rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3 | 22A48B5A8E47FF78
        e2e4 d7d5 e4e5 f7f5 e1e2           | rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3    | 652A607CA3F242C1
        e2e4 d7d5 e4e5 f7f5 e1e2 e8f7      | rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4     | 00FDD303C946BDD9
        a2a4 b7b5 h2h4 b5b4 c2c4           | rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3 | 3C8123EA7B067637
        a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3 | rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4  | 5C3F9B829B279560
    ";
    for [moves, fen, key] in rows(table) {
        let position: PolyglotPosition = fen.parse().expect("a position");
        assert_eq!(position.key().to_string(), key, "{fen}");
        assert_eq!(after(moves).key().to_string(), key, "{moves}");
    }
}

#[test]
fn a_pinned_pawn_counts_for_the_key() {
    let pinned = "8/8/8/K2pP2r/8/8/8/7k w - d6 0 2";
    let position: PolyglotPosition = pinned.parse().expect("a position");
    assert_eq!(position.key(), Key(0xE51A_F365_DA04_15D8));
    let unable = Key(0xF983_2DB6_E6BC_8579);
    assert_eq!(PolyglotPosition::from(board(pinned)).key(), unable);
    let mut played: PolyglotPosition = "8/3p4/8/K3P2r/8/8/8/7k b - - 0 1"
        .parse()
        .expect("a position");
    played.play(mv(played.board(), "d7d5"));
    assert_eq!(played.key(), position.key());
    assert!("8/8/8/8/8/8/8/8 w - -".parse::<PolyglotPosition>().is_err());
}

#[test]
fn keys_are_those_of_shakmaty_and_moves_survive() {
    use shakmaty::uci::UciMove;
    use shakmaty::zobrist::Zobrist64;
    use shakmaty::{Chess, EnPassantMode, Position};
    let mut rng = Rng::new(21);
    for _ in 0..40 {
        let mut ours = PolyglotPosition::from(Board::start());
        let mut theirs = Chess::default();
        for _ in 0..120 {
            let key: Zobrist64 = theirs.zobrist_hash(EnPassantMode::PseudoLegal);
            assert_eq!(ours.key(), Key(key.0), "{}", ours.board());
            let legal = ours.board().legal_moves();
            for &mv in &legal {
                assert_eq!(PolyglotMove::from(mv).legal(ours.board()), Some(mv));
            }
            if legal.is_empty() {
                break;
            }
            let mv = legal[rng.below(legal.len())];
            let text: UciMove = mv.to_string().parse().expect("a move");
            let their_move = text.to_move(&theirs).expect("a legal move");
            theirs.play_unchecked(their_move);
            ours.play(mv);
        }
    }
}

#[test]
fn moves_have_the_bits_of_the_format() {
    let start = Board::start();
    let castling = board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let promotion = board("1n5k/P7/8/8/8/8/8/K7 w - - 0 1");
    for (board, text, bits) in [
        (&start, "e2e4", 0x031C),
        (&castling, "e1h1", 0x0107),
        (&castling, "e1a1", 0x0100),
        (&promotion, "a7a8q", 0x4C38),
        (&promotion, "a7b8n", 0x1C39),
    ] {
        let mv = mv(board, text);
        assert_eq!(PolyglotMove::from(mv), PolyglotMove(bits), "{text}");
        assert_eq!(PolyglotMove(bits).legal(board), Some(mv), "{text}");
    }
    // The king's own move; the rest are no moves: a8 without a promotion, to a king, and from a square to itself.
    let short = mv(&castling, "e1h1");
    assert_eq!(PolyglotMove(0x0106).legal(&castling), Some(short));
    for bits in [0x0C38, 0x5C38, 0x7C38, 0x0000] {
        assert_eq!(PolyglotMove(bits).legal(&promotion), None, "{bits:04X}");
    }
    for bits in 0..=u16::MAX {
        if let Some(mv) = PolyglotMove(bits).legal(&castling) {
            assert!(castling.is_legal(mv), "{bits:04X}");
        }
    }
}

#[test]
fn an_entry_has_sixteen_bytes() {
    let entry = PolyglotEntry {
        key: after("").key(),
        mv: PolyglotMove(0x031C),
        weight: 0x0102,
        learn: 0x0304_0506,
    };
    let bytes = [
        0x46, 0x3B, 0x96, 0x18, 0x16, 0x91, 0xFC, 0x9C, 0x03, 0x1C, 1, 2, 3, 4, 5, 6,
    ];
    assert_eq!(entry.to_bytes(), bytes);
    assert_eq!(PolyglotEntry::from_bytes(bytes), entry);
}

#[test]
fn every_entry_is_found() {
    let mut rng = Rng::new(5);
    let mut entries = Vec::new();
    for _ in 0..500 {
        let key = rng.next();
        for weight in 0..=rng.below(4) {
            entries.push(entry(key, weight as u16));
        }
    }
    entries.sort_by_key(|entry| entry.key);
    let mut book = PolyglotBook::new(Cursor::new(file(&entries))).expect("a book");
    assert_eq!(book.entry_count(), entries.len() as u64);
    assert_eq!(book.position_count(), 500);
    for group in entries.chunk_by(|one, other| one.key == other.key) {
        let found = book.entries(group[0].key).expect("memory can be read");
        assert_eq!(found, group);
    }
    for key in [0, 1, u64::MAX] {
        let found = book.entries(Key(key)).expect("memory can be read");
        assert!(found.is_empty());
    }
}

#[test]
fn what_is_no_book_is_refused() {
    let start = "damaged, or not a Polyglot book: ";
    assert_eq!(error(b""), "the book is empty");
    assert_eq!(
        error(&[0; 33]),
        format!("{start}the size, 33 bytes, is not a multiple of 16")
    );
    let unsorted = [entry(1, 1), entry(3, 1), entry(2, 1)];
    let expected =
        "the entries must be sorted by key, but the key of entry 3 is lower than the one before it";
    assert_eq!(error(&file(&unsorted)), format!("{start}{expected}"));
    assert_eq!(
        error(&[0; 16 * 417]),
        format!("{start}more than 416 entries have the key of entry 417")
    );
    assert!(PolyglotBook::new(Cursor::new([0_u8; 16 * 416])).is_ok());
}

#[test]
fn moves_are_drawn_by_weight() {
    let position = after("");
    let weighted = |bits, weight| PolyglotEntry {
        key: position.key(),
        mv: PolyglotMove(bits),
        weight,
        learn: 0,
    };
    // 1.e4, 1.c4, no move, 1.d4.
    let entries = [
        weighted(0x031C, 3),
        weighted(0x029A, 0),
        weighted(0, 7),
        weighted(0x02DB, 1),
    ];
    let mut book = PolyglotBook::new(Cursor::new(file(&entries))).expect("a book");
    let moves = book.moves(&position).expect("memory can be read");
    let text = |mv: Move| san::write(position.board(), mv);
    let found: Vec<_> = moves
        .iter()
        .map(|&(mv, weight)| (text(mv), weight))
        .collect();
    let expected =
        [("e4", 3_u16), ("c4", 0), ("d4", 1)].map(|(mv, weight)| (mv.to_owned(), weight));
    assert_eq!(found, expected);
    let mut rng = Rng::new(3);
    let mut e4 = 0;
    for _ in 0..4000 {
        let (drawn, share) = draw_move(&moves, &mut rng).expect("a move with a weight");
        let expected = match text(drawn).as_str() {
            "e4" => 0.75,
            "d4" => 0.25,
            other => panic!("{other} has no weight"),
        };
        assert!((share - expected).abs() < 1e-9, "{share}");
        e4 += u32::from(expected > 0.5);
    }
    // The standard deviation is 27.
    assert!((2850..3150).contains(&e4), "{e4}");
    assert_eq!(draw_move(&moves[1..2], &mut rng), None);
    assert_eq!(draw_move(&[], &mut rng), None);
}

#[test]
fn a_book_has_the_points_of_moves() {
    let mut maker = PolyglotMaker::default();
    for (moves, result) in [
        ("e4 e5 Nf3", ResultToken::WhiteWins),
        ("e4 e5 Nf3", ResultToken::Draw),
        ("e4 c5", ResultToken::BlackWins),
        ("d4 d5", ResultToken::Draw),
        ("d4 Nf6", ResultToken::BlackWins),
        ("c4 e5", ResultToken::BlackWins),
        ("f4", ResultToken::Open),
        ("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6", ResultToken::Draw),
    ] {
        let added = maker.add(&Board::start(), &line(moves), result);
        assert_eq!(added, Ok(()));
    }
    let weights = |position: &PolyglotPosition, min_games| -> Vec<(String, u16)> {
        let bytes = file(&maker.entries(min_games));
        let mut book = PolyglotBook::new(Cursor::new(bytes)).expect("a book");
        let entries = book.entries(position.key()).expect("memory can be read");
        let text = |entry: &PolyglotEntry| {
            let mv = entry.mv.legal(position.board()).expect("a legal move");
            (san::write(position.board(), mv), entry.weight)
        };
        entries.iter().map(text).collect()
    };
    let pairs = |pairs: &[(&str, u16)]| -> Vec<(String, u16)> {
        pairs
            .iter()
            .map(|&(mv, weight)| (mv.to_owned(), weight))
            .collect()
    };
    // 1.c4 only lost, 1.f4 has no result, and the repeated 1.Nf3 counts once.
    let mut first = weights(&after(""), 1);
    assert_eq!(first[0], ("e4".to_owned(), 3));
    first.sort();
    assert_eq!(first, pairs(&[("Nf3", 1), ("d4", 1), ("e4", 3)]));
    assert_eq!(weights(&after(""), 2), pairs(&[("e4", 3), ("d4", 1)]));
    assert_eq!(weights(&after("e2e4"), 1), pairs(&[("c5", 2), ("e5", 1)]));
    assert_eq!(weights(&after("d2d4"), 1), pairs(&[("Nf6", 2), ("d5", 1)]));
    assert!(weights(&after("c2c4"), 2).is_empty());
    assert!(maker.entries(9).is_empty());
}
