//! Openings: books, random moves, and their text in the ledger.

use crate::support::folder::Folder;
use crate::support::position::board;
use crate::support::table::rows;
use compongo::board::Board;
use compongo::laws::identity::PositionIdentity;
use compongo::match_runner::openings::{
    Opening, OpeningBook, OpeningBookError, OpeningStart, OpeningText, polyglot_openings,
    random_openings, read_book,
};
use compongo::notation::polyglot::{PolyglotBook, PolyglotEntry, PolyglotMove, PolyglotPosition};
use std::collections::HashSet;
use std::io::Cursor;
use std::path::Path;

#[test]
fn openings_survive_as_text() {
    for (fen, moves) in [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "e2e4 e7e5 g1f3",
        ),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 20", "e8h8 e1a1"),
        (
            "nrk1r3/pppppppp/8/8/8/8/PPPPPPPP/NRK1R3 w KQkq - 0 1",
            "c1e1 c8e8",
        ),
    ] {
        let text = OpeningText {
            fen: fen.to_owned(),
            moves: moves.split(' ').map(str::to_owned).collect(),
        };
        let opening = Opening::try_from(&text).expect("an opening");
        assert_eq!(opening.text(), text);
        let json = serde_json::to_string(&text).expect("text");
        assert_eq!(
            serde_json::from_str::<OpeningText>(&json).expect("JSON"),
            text
        );
    }
}

#[test]
fn what_is_no_opening_is_refused() {
    let error = |fen: &str, moves: &[&str]| {
        let moves = moves.iter().map(|&mv| mv.to_owned()).collect();
        let text = OpeningText {
            fen: fen.to_owned(),
            moves,
        };
        Opening::try_from(&text).expect_err("no opening")
    };
    assert_eq!(error("8/8/8/8/8/8/8/8 w - -", &[]), "white has 0 kings");
    let start = Board::start().to_string();
    assert_eq!(
        error(&start, &["e2e4", "e2e4"]),
        "half-move 2: 'e2e4' is illegal"
    );
    assert_eq!(
        error(&start, &["0000"]),
        "half-move 1: '0000' is not a move"
    );
}

fn read(text: &str, plies: Option<usize>) -> Result<OpeningBook, OpeningBookError> {
    let folder = Folder::new();
    read_book(Path::new(&folder.write("book", text)), plies)
}

fn book(text: &str, plies: Option<usize>) -> OpeningBook {
    read(text, plies).expect("a book")
}

fn lines(book: &OpeningBook) -> Vec<String> {
    let line = |opening: &Opening| {
        let text = opening.text();
        format!("{} {}", text.fen, text.moves.join(" "))
            .trim_end()
            .to_owned()
    };
    book.openings.iter().map(line).collect()
}

fn error(text: &str, plies: Option<usize>) -> String {
    read(text, plies).expect_err("no book").to_string()
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn positions_are_read_with_their_counters_and_rights() {
    let text = "\u{FEFF}# endings\r\n\r\n\
        8/8/8/8/8/k7/7R/K7 w - - 12 40\r\n\
        8/8/8/8/8/k7/7R/K7 w - - bm Rh3+; hmvc 7; fmvn 33;\n\
        bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1\n\
        1r2k2r/8/8/8/8/8/8/RR2K3 w Bk - 0 1";
    let expected = [
        "8/8/8/8/8/k7/7R/K7 w - - 12 40",
        "8/8/8/8/8/k7/7R/K7 w - - 7 33",
        "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1",
        "1r2k2r/8/8/8/8/8/8/RR2K3 w Bk - 0 1",
    ];
    let book = book(text, Some(8));
    assert_eq!(lines(&book), expected);
    assert!(book.warnings.is_empty());
}

#[test]
fn moves_after_a_position_are_played() {
    let text = format!("{START} moves e2e4 e7e5\n{START} moves d4; id \"d4\";\n\x1A");
    let all = [format!("{START} e2e4 e7e5"), format!("{START} d2d4")];
    assert_eq!(lines(&book(&text, None)), all);
    let cut = [format!("{START} e2e4"), format!("{START} d2d4")];
    assert_eq!(lines(&book(&text, Some(1))), cut);
}

#[test]
fn games_are_read_and_cut() {
    let text = "[Event \"a\"]\n\n1. e4 e5 (1... c5) 2. Nf3 {x} Nc6 1-0\n\n\
        [Event \"b\"]\n[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n[SetUp \"1\"]\n\n1. O-O-O O-O *\n";
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 e1a1 e8h8";
    let whole = [format!("{START} e2e4 e7e5 g1f3 b8c6"), castling.to_owned()];
    assert_eq!(lines(&book(text, None)), whole);
    assert_eq!(lines(&book(text, Some(99))), whole);
    let cut = [format!("{START} e2e4 e7e5 g1f3"), castling.to_owned()];
    assert_eq!(lines(&book(text, Some(3))), cut);
    let starts = [START, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"];
    assert_eq!(lines(&book(text, Some(0))), starts);
}

#[test]
fn games_are_read_in_their_language() {
    // In Finnish R is a knight; no letter of the first game says that it is not English.
    let text = "[Language \"fi\"]\n\n1. e4 e5 2. Rf3 *\n\n1. e4 e5 2. Sf3 Sc6 *\n";
    let first = format!("{START} e2e4 e7e5 g1f3");
    let second = format!("{first} b8c6");
    assert_eq!(lines(&book(text, None)), [first, second]);
}

#[test]
fn what_is_wrong_is_named_with_its_line() {
    let position = format!("{START}\n\n# rook\n8/8/8/8/8/k7/7R/8 w - - 0 1\n");
    assert_eq!(error(&position, None), "line 4: white has 0 kings");
    let illegal = "1. e4 e5 *\n\n[Event \"b\"]\n\n1. e4 e5\n2. Ke3 *\n";
    assert_eq!(error(illegal, None), "line 6: game 2: 'Ke3' is illegal");
    assert_eq!(book(illegal, Some(2)).openings.len(), 2);
    let hidden = "1. e4 {open e5 *\n";
    let message = "line 1: game 1: the comment that begins here is not closed";
    assert_eq!(error(hidden, None), message);
    assert_eq!(book(hidden, Some(1)).openings.len(), 1);
    let dutch = "1. e4 e5 2. Pf3 Pc6 *\n";
    assert!(error(dutch, Some(2)).contains("legal in several languages"));
    let variant = "[Variant \"Atomic\"]\n\n1. e4 *\n";
    assert_eq!(
        error(variant, None),
        "line 1: game 1: variant 'Atomic' is not chess"
    );
    for nothing in [
        "",
        "\n\n",
        "# only a remark",
        "no chess at all",
        "\u{1}\u{2}",
    ] {
        assert_eq!(
            error(nothing, None),
            "the file has no opening that can be played on",
            "{nothing:?}"
        );
    }
    assert!(matches!(
        read_book(Path::new("/no/such/book"), None),
        Err(OpeningBookError::Io(_))
    ));
}

#[test]
fn games_that_are_over_are_left_out() {
    let text = "1. f3 e5 2. g4 Qh4# 0-1\n\n1. f3 e5 0-1\n";
    let mated = book(text, None);
    assert_eq!(lines(&mated), [format!("{START} f2f3 e7e5")]);
    assert_eq!(
        mated.warnings,
        ["line 1: game 1: skipped, the game is over: checkmate (Article 5.1.1)"]
    );
    assert_eq!(book(text, Some(3)).openings.len(), 2);
    let bare = "8/8/8/8/8/k7/8/K7 w - - 0 1\n".repeat(50);
    assert_eq!(
        error(&bare, None),
        "the file has no opening that can be played on"
    );
    let table = "
        7k/6Q1/6K1/8/8/8/8/8 b - - 0 1    | checkmate (Article 5.1.1)
        7k/8/6Q1/6K1/8/8/8/8 b - - 0 1    | stalemate (Article 5.2.1)
        7k/8/8/6K1/8/8/8/5B2 b - - 0 1    | dead position, neither side can mate (Article 5.2.2)
        7k/8/8/6K1/8/8/8/5R2 b - - 150 90 | 75 moves without capture or pawn move (Article 9.6.2)
    ";
    for [fen, reason] in rows(table) {
        let book = book(&format!("{fen}\n7k/8/8/6K1/8/8/8/5R2 b - - 99 90"), None);
        let warning = format!("line 1: skipped, the game is over: {reason}");
        assert_eq!((book.openings.len(), book.warnings), (1, vec![warning]));
    }
    let corrected = book("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", None);
    assert_eq!(lines(&corrected), ["4k3/8/8/8/8/8/8/4K2R w K - 0 1"]);
    assert_eq!(
        corrected.warnings,
        ["line 1: castling right 'Q' dropped: king and rook are not in place"]
    );
}

#[test]
fn article_9_3_a_counter_of_100_is_no_end() {
    for counter in [100, 149] {
        let fen = format!("7k/8/8/6K1/8/8/8/5R2 b - - {counter} 90");
        let book = book(&fen, None);
        assert_eq!((lines(&book), book.warnings.len()), (vec![fen], 0));
    }
}

#[test]
fn warnings_are_bounded() {
    let text = format!("{}{START}", "8/8/8/8/8/k7/8/K7 w - - 0 1\n".repeat(1000));
    let book = book(&text, None);
    assert_eq!(book.openings.len(), 1);
    assert_eq!(book.warnings.len(), 21);
    assert_eq!(book.warnings[20], "980 more warnings like these");
}

fn any(_: &Board) -> bool {
    true
}

fn first(plies: usize, start: OpeningStart<'_>) -> String {
    let opening = &random_openings(1, plies, 1, start, &mut any)[0];
    format!("{} {}", opening.start, opening.text().moves.join(" "))
}

#[test]
fn the_openings_of_a_seed_never_change() {
    assert_eq!(
        first(6, OpeningStart::Standard),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 e2e4 g7g5 h2h4 d7d6 e1e2 f8h6"
    );
    assert_eq!(
        first(4, OpeningStart::Chess960),
        "rnkqnrbb/pppppppp/8/8/8/8/PPPPPPPP/RNKQNRBB w KQkq - 0 1 f2f3 h7h6 e2e3 d7d5"
    );
}

#[test]
fn openings_differ_and_can_be_played() {
    for (start, many_starts) in [
        (OpeningStart::Standard, false),
        (OpeningStart::Chess960, true),
    ] {
        let openings = random_openings(300, 6, 5, start, &mut any);
        let ends: HashSet<PositionIdentity> = openings
            .iter()
            .map(|opening| PositionIdentity::of(&opening.end()))
            .collect();
        assert_eq!((openings.len(), ends.len()), (300, 300));
        for opening in &openings {
            let end = opening.end();
            assert_eq!(opening.moves.len(), 6);
            assert!(end.has_legal_move() && !end.in_check(), "{end}");
        }
        let starts: HashSet<PositionIdentity> = openings
            .iter()
            .map(|opening| PositionIdentity::of(&opening.start))
            .collect();
        assert_eq!(starts.len() > 200, many_starts);
    }
}

#[test]
fn there_may_be_fewer_than_asked_for() {
    assert_eq!(
        random_openings(100, 0, 1, OpeningStart::Standard, &mut any),
        [Opening::at(Board::start())]
    );
    assert_eq!(
        random_openings(100, 1, 1, OpeningStart::Standard, &mut any).len(),
        20
    );
    // No random game lasts that long.
    assert!(random_openings(1, usize::MAX, 1, OpeningStart::Standard, &mut any).is_empty());
    let mut asked = 0;
    let none = random_openings(10, 2, 1, OpeningStart::Standard, &mut |_| {
        asked += 1;
        false
    });
    // There are 400 positions after two half-moves, and none is asked about twice.
    assert!(none.is_empty());
    assert!((300..=400).contains(&asked), "{asked}");
}

#[test]
fn refused_openings_do_not_change_the_others() {
    let all = random_openings(200, 4, 3, OpeningStart::Standard, &mut any);
    let even = |board: &Board| board.legal_moves().len() % 2 == 0;
    let some = random_openings(50, 4, 3, OpeningStart::Standard, &mut |board| even(board));
    let expected: Vec<_> = all
        .into_iter()
        .filter(|opening| even(&opening.end()))
        .take(50)
        .collect();
    assert_eq!(some, expected);
}

#[test]
fn openings_may_follow_those_of_a_book() {
    let book = [Opening::at(board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"))];
    let openings = random_openings(5, 2, 1, OpeningStart::Book(&book), &mut any);
    assert_eq!(openings.len(), 5);
    assert!(
        openings
            .iter()
            .all(|opening| opening.start == book[0].start)
    );
    assert!(random_openings(5, 2, 1, OpeningStart::Book(&[]), &mut any).is_empty());
}

/// A Polyglot book of lines in UCI notation, each with the weight of its last move.
fn polyglot(lines: &[(&str, u16)]) -> PolyglotBook<Cursor<Vec<u8>>> {
    let entries: Vec<(&str, &str, &str, u16)> = lines
        .iter()
        .map(|&(line, weight)| {
            let (before, last) = line.rsplit_once(' ').unwrap_or(("", line));
            (START, before, last, weight)
        })
        .collect();
    let bytes = crate::support::book::book(&entries);
    PolyglotBook::new(Cursor::new(bytes)).expect("a book")
}

/// The moves of the openings that are drawn from a book.
fn drawn(lines: &[(&str, u16)], count: usize, plies: usize, seed: u64) -> Vec<String> {
    let openings = polyglot_openings(&mut polyglot(lines), count, plies, seed);
    let openings = openings.expect("memory can be read");
    let line = |opening: &Opening| {
        assert_eq!(opening.start, Board::start());
        opening.text().moves.join(" ")
    };
    openings.iter().map(line).collect()
}

const LINES: [(&str, u16); 5] = [
    ("e2e4", 3),
    ("d2d4", 1),
    ("e2e4 e7e5", 1),
    ("e2e4 c7c5", 1),
    ("d2d4 d7d5", 5),
];

#[test]
fn the_openings_drawn_from_a_book_never_change() {
    let first = ["e2e4 c7c5", "d2d4 d7d5", "e2e4 e7e5"];
    let second = ["e2e4 c7c5", "e2e4 e7e5", "d2d4 d7d5"];
    for (seed, expected) in [(1, first), (2, second), (3, second), (4, first)] {
        assert_eq!(drawn(&LINES, 3, 8, seed), expected);
        for count in 0..3 {
            assert_eq!(drawn(&LINES, count, 8, seed), expected[..count]);
        }
        // There are no more.
        assert_eq!(drawn(&LINES, 9, 8, seed), expected);
    }
    let mut cut = drawn(&LINES, 9, 1, 1);
    cut.sort();
    assert_eq!(cut, ["d2d4", "e2e4"]);
}

#[test]
fn a_book_without_an_opening_gives_none() {
    assert!(drawn(&[("e2e4 e7e5", 1)], 5, 8, 1).is_empty());
    assert!(drawn(&[("e2e4", 0)], 5, 8, 1).is_empty());
    assert!(drawn(&LINES, 5, 0, 1).is_empty());
    // A move that is illegal does not count, and neither does a line that ends the game.
    let key = PolyglotPosition::from(Board::start()).key();
    let entry = |bits: u16| PolyglotEntry {
        key,
        mv: PolyglotMove(bits),
        weight: 1,
        learn: 0,
    };
    // e1e2, and 0.
    let bytes: Vec<u8> = [entry(0x010C), entry(0)]
        .iter()
        .flat_map(|entry| entry.to_bytes())
        .collect();
    let mut book = PolyglotBook::new(Cursor::new(bytes)).expect("a book");
    let none = polyglot_openings(&mut book, 5, 8, 1).expect("memory can be read");
    assert!(none.is_empty());
    let mate = [
        ("f2f3", 1),
        ("f2f3 e7e5", 1),
        ("f2f3 e7e5 g2g4", 1),
        ("f2f3 e7e5 g2g4 d8h4", 1),
    ];
    assert!(drawn(&mate, 5, 8, 1).is_empty());
    assert_eq!(drawn(&mate, 5, 3, 1), ["f2f3 e7e5 g2g4"]);
}
