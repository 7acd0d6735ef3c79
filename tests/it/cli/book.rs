//! `compongo book`, and matches with Polyglot books.

use super::matches::{duel, games, play};
use crate::support::folder::Folder;
use crate::support::process::{Program, run, words};
use crate::support::table::rows;
use compongo::board::Board;
use compongo::notation::polyglot::{PolyglotEntry, PolyglotMove, PolyglotPosition};
use std::fs;

const GAMES: &str = "[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 c5 2. Nf3 1-0\n\n\
    [Event \"b\"]\n[Result \"1/2-1/2\"]\n\n1. e4 c5 2. Nf3 1/2-1/2\n\n\
    [Event \"c\"]\n[Result \"0-1\"]\n\n1. d4 Nf6 0-1\n\n\
    [Event \"d\"]\n[Result \"1/2-1/2\"]\n\n1. d4 d5 *\n\n\
    [Event \"e\"]\n[Result \"*\"]\n\n1. c4 *\n";

/// Makes a book of [`GAMES`]; returns its path.
fn book(folder: &Folder) -> String {
    let pgn = folder.write("games.pgn", GAMES);
    let book = folder.path("book.bin");
    let made = run(["book", "make", &pgn, "--output", &book, "--min-games", "1"]).exits(0);
    let expected = format!("6 entries for 4 positions from 4 games written to {book}\n");
    assert_eq!(made.out, expected);
    let expected = "games without a result, skipped: 1\n";
    assert!(made.err.ends_with(expected), "{made:#?}");
    book
}

#[test]
fn a_book_is_made_and_inspected() {
    let folder = Folder::new();
    let book = book(&folder);
    let out = run(["book", "info", &book]).success();
    let expected = "entries    6\npositions  4\n\
        position   rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n\
        key        463B96181691FC9C\n\n\
        move     weight    share  learn\n\
        e4            3   75.0 %  0\n\
        d4            1   25.0 %  0\n";
    assert_eq!(out, expected);
    let table = "
        rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 | Nf3           3  100.0 %  0
        rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq - 0 1   | The book has no move in this position.
    ";
    for [fen, last] in rows(table) {
        let out = run(["book", "info", &book, "--fen", fen]).success();
        assert_eq!(out.lines().last(), Some(last));
    }
    run(["book", "info", &book, "--fen", "x"]).fails(2, "invalid FEN: ");
}

#[test]
fn half_moves_and_rare_moves_are_left_out() {
    let folder = Folder::new();
    let pgn = folder.write("games.pgn", GAMES);
    let made = |rest: &[&str]| {
        let output = folder.path("book.bin");
        run(["book", "make", &pgn, "--output", &output]
            .iter()
            .chain(rest))
    };
    let out = made(&["--min-games", "2", "--plies", "2"]).exits(0).out;
    assert!(out.starts_with("3 entries for 2 positions"), "{out}");
    folder.remove("book.bin");
    let err = made(&[]).exits(2).err;
    let expected = "no book written: no move that scored occurs in 3 or more of the 4 games";
    assert!(err.contains(expected), "{err}");
    assert!(!folder.join("book.bin").exists());
}

#[test]
fn moves_are_read_in_the_language_of_the_tag() {
    let folder = Folder::new();
    // In Spanish, R is the king.
    let pgn = folder.write("es.pgn", "[Language \"es\"]\n\n1. e4 e5 2. Re2 1-0\n");
    let book = folder.path("book.bin");
    let make = ["book", "make", &pgn, "--output", &book, "--min-games", "1"];
    let out = run(make).exits(0).out;
    assert!(
        out.starts_with("2 entries for 2 positions from 1 game"),
        "{out}"
    );
}

#[test]
fn what_cannot_be_read_is_named() {
    let folder = Folder::new();
    let pgn = folder.write("games.pgn", "1. e4 e5 1-0\n\n1. d4 d5\n2. Ke5 1-0\n");
    let output = folder.path("book.bin");
    let make = |input: &str| {
        run([
            "book",
            "make",
            input,
            "--output",
            &output,
            "--min-games",
            "1",
        ])
    };
    let err = make(&pgn).exits(1).err;
    assert!(
        err.contains("line 4: game 2: 'Ke5' is illegal; game skipped"),
        "{err}"
    );
    for (moves, expected) in [
        (
            "1. e4 e5 {open",
            "the comment that begins here is not closed",
        ),
        (
            "1. e4 e5 2. Pf3 Pc6",
            "the moves are legal in several languages",
        ),
        (
            "1. e4 e5 0-1 ;",
            "tag Result says 1-0, but the moves end with 0-1",
        ),
    ] {
        let input = folder.write("hidden.pgn", format!("[Result \"1-0\"]\n\n{moves} 1-0\n"));
        make(&input).fails(2, expected);
    }
    for empty in ["", "1. e4 *\n"] {
        let input = folder.write("empty.pgn", empty);
        make(&input).fails(2, "the files have no readable game with a result");
    }
    let positions = folder.write("p.epd", "8/8/8/8/8/k7/7R/K7 w - -\n");
    for (input, expected) in [
        ("no.pgn", "no.pgn: "),
        (
            positions.as_str(),
            "it contains positions; a book is made from games in PGN",
        ),
        (
            output.as_str(),
            "it is also an input file; choose another name",
        ),
    ] {
        make(input).fails(2, expected);
    }
    for (bytes, expected) in [
        (vec![1; 17], "the size, 17 bytes, is not a multiple of 16"),
        (Vec::new(), "the book is empty"),
        (
            b"one key after a lower one in the".to_vec(),
            "the key of entry 2 is lower",
        ),
    ] {
        let path = folder.write("damaged.bin", bytes);
        run(["book", "info", &path]).fails(2, expected);
    }
}

#[test]
fn only_books_are_replaced() {
    let folder = Folder::new();
    let pgn = folder.write("games.pgn", GAMES);
    for other in [
        GAMES.as_bytes(),
        b"a picture\0",
        b"Hello, my notes.",
        &[0; 64],
    ] {
        let output = folder.write("other", other);
        run(["book", "make", &pgn, "--output", &output]).fails(2, "only a book is replaced");
        assert_eq!(fs::read(&output).expect("a file"), other);
    }
    folder.write("book.bin", "");
    for _ in 0..2 {
        let made = fs::read(book(&folder)).expect("a book");
        assert_eq!(made.len(), 6 * 16);
    }
}

#[test]
fn a_dash_is_no_name_of_a_book() {
    let folder = Folder::new();
    folder.write("games.pgn", GAMES);
    let make = Program::with(words("book make games.pgn --output -"));
    make.folder(&folder)
        .run()
        .refused("--output -: name a file");
    assert_eq!(folder.files(), ["games.pgn"]);
}

#[test]
fn entries_that_are_no_moves_are_counted() {
    let folder = Folder::new();
    let key = PolyglotPosition::from(Board::start()).key();
    let entry = |bits, weight, learn| PolyglotEntry {
        key,
        mv: PolyglotMove(bits),
        weight,
        learn,
    };
    let entries = [entry(0x031C, 1, 7), entry(0x02DB, 3, 0), entry(0, 1, 0)];
    let bytes: Vec<u8> = entries.iter().flat_map(|entry| entry.to_bytes()).collect();
    let out = run(["book", "info", &folder.write("b", bytes)])
        .exits(0)
        .out;
    let expected = "d4            3   75.0 %  0\ne4            1   25.0 %  7\n\
        entries whose move is illegal in this position: 1\n";
    assert!(out.ends_with(expected), "{out}");
}

#[test]
fn a_match_plays_openings_of_a_book_and_goes_on_without_it() {
    let here = Folder::new();
    let path = book(&here);
    // The content counts, not the name.
    fs::rename(path, here.join("book.pgn")).expect("a file");
    let arguments = "--nodes 50 --games 4 --max-moves 5 --openings book.pgn --json m.jsonl";
    play(&here, duel(arguments)).success();
    let openings = |expected: usize| {
        let games = games(&here, "m.jsonl");
        assert_eq!(games.len(), expected);
        let mut books: Vec<String> = games.iter().map(|game| game["book"].to_string()).collect();
        books.sort();
        books.dedup();
        books
    };
    let both = openings(4);
    assert_eq!(both.len(), 2, "{both:?}");
    let known = [
        r#"["e2e4","c7c5","g1f3"]"#,
        r#"["d2d4","g8f6"]"#,
        r#"["d2d4","d7d5"]"#,
    ];
    assert!(both.iter().all(|line| known.contains(&line.as_str())));
    // The ledger keeps the openings; only more games need the book.
    fs::rename(here.join("book.pgn"), here.join("moved")).expect("a file");
    play(&here, words("--resume m.jsonl")).success();
    let six_games = || play(&here, words("--resume m.jsonl --games 6"));
    six_games().fails(2, "book.pgn: No such file");
    fs::rename(here.join("moved"), here.join("book.pgn")).expect("a file");
    six_games().success();
    assert_eq!(openings(6).len(), 3);
}

#[test]
fn the_keys_of_a_book_in_a_match_are_checked() {
    let here = Folder::new();
    let path = book(&here);
    let message = |openings: &[&str]| {
        let arguments = [&duel("--nodes 1 --openings")[..], openings].concat();
        play(&here, arguments).exits(2).err
    };
    let err = message(&[&path, "order=random"]);
    assert!(
        err.contains("the only key of a Polyglot book is plies"),
        "{err}"
    );
    let err = message(&[&path, "plies=0"]);
    assert!(err.contains("plies must be from 1 to 60"), "{err}");
    let empty = here.write("zeros.bin", [0_u8; 17]);
    let err = message(&[&empty]);
    assert!(
        err.contains("the size, 17 bytes, is not a multiple of 16"),
        "{err}"
    );
    let zeros = here.write("zeros.bin", [0_u8; 16]);
    let err = message(&[&zeros]);
    assert!(
        err.contains("the book has no opening from the initial position"),
        "{err}"
    );
}
