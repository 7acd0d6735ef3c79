//! Moves from the opening book of the options `OwnBook` and `Book File`.

use crate::support::book::book;
use crate::support::folder::Folder;
use crate::support::position::{game, mv};
use compongo::board::fen::STARTPOS;
use compongo::engine::options::OptionId;
use compongo::engine::{Engine, GoResult};
use compongo::notation::polyglot::PolyglotBook;
use compongo::time::SearchLimits;

/// A limit of fifty nodes.
fn nodes() -> SearchLimits {
    SearchLimits {
        nodes: Some(50),
        ..SearchLimits::default()
    }
}

/// An engine that plays from a book of these entries.
fn engine(folder: &Folder, entries: &[(&str, &str, &str, u16)]) -> Engine {
    let path = folder.write("book.bin", book(entries));
    let mut engine = Engine::new();
    set(&mut engine, OptionId::BookFile, &path);
    set(&mut engine, OptionId::OwnBook, "true");
    engine
}

fn set(engine: &mut Engine, id: OptionId, value: &str) {
    let warnings = engine.set(id, value).expect("a value of the option");
    assert!(warnings.is_empty(), "{warnings:?}");
}

/// The answer in a position, if it comes from the book.
fn answer(engine: &mut Engine, fen: &str, moves: &str, limits: &SearchLimits) -> Option<GoResult> {
    engine.set_game(game(fen, moves));
    let answer = engine.search_blocking(limits).expect("a thread");
    assert!(answer.best_move.is_some());
    (answer.nodes == 0).then_some(answer)
}

/// The move in a position in UCI notation, if it comes from the book.
fn played(engine: &mut Engine, fen: &str, moves: &str) -> Option<String> {
    let answer = answer(engine, fen, moves, &nodes())?;
    answer.best_move.map(|mv| mv.to_string())
}

#[test]
fn moves_are_chosen_by_weight_and_seed() {
    let folder = Folder::new();
    let mut engine = engine(
        &folder,
        &[
            (STARTPOS, "", "c2c4", 0),
            (STARTPOS, "", "e2e4", 3),
            (STARTPOS, "", "d2d4", 1),
        ],
    );
    let mut play = |seed: u32| {
        set(&mut engine, OptionId::StrengthSeed, &seed.to_string());
        played(&mut engine, STARTPOS, "").expect("a book move")
    };
    let moves: Vec<String> = (1..=200).map(&mut play).collect();
    let count = |text: &str| moves.iter().filter(|played| *played == text).count();
    // 150 are expected; the standard deviation is 6.
    assert!((120..180).contains(&count("e2e4")), "{}", count("e2e4"));
    assert_eq!(count("e2e4") + count("d2d4"), 200);
    let again: Vec<String> = (1..=200).map(&mut play).collect();
    assert_eq!(moves, again);
    // In a game without a seed of its own, the choice stays the same too.
    let [first, second] = [play(0), play(0)];
    assert_eq!(first, second);
}

#[test]
fn the_expected_reply_is_the_one_with_the_greatest_weight() {
    let folder = Folder::new();
    let mut engine = engine(
        &folder,
        &[
            (STARTPOS, "", "e2e4", 1),
            (STARTPOS, "e2e4", "e7e5", 2),
            (STARTPOS, "e2e4", "c7c5", 5),
            (STARTPOS, "e2e4", "e7e6", 3),
            (STARTPOS, "d2d4", "d7d5", 1),
            (STARTPOS, "d2d4 d7d5", "c2c4", 0),
        ],
    );
    let first = answer(&mut engine, STARTPOS, "", &nodes()).expect("a book move");
    let ponder = first.ponder.map(|mv| mv.to_string());
    assert_eq!(ponder.as_deref(), Some("c7c5"));
    assert_eq!(first.pv.len(), 2);
    // A move without weight is neither expected nor played.
    let second = answer(&mut engine, STARTPOS, "d2d4", &nodes()).expect("a book move");
    assert_eq!((second.ponder, second.pv.len()), (None, 1));
    assert_eq!(played(&mut engine, STARTPOS, "d2d4 d7d5"), None);
}

#[test]
fn the_book_answers_in_games_only() {
    let folder = Folder::new();
    let mut engine = engine(&folder, &[(STARTPOS, "", "a2a3", 1)]);
    for limits in [
        nodes(),
        SearchLimits {
            clocks: [Some(60_000); 2],
            ..SearchLimits::default()
        },
        SearchLimits {
            move_time: Some(60_000),
            ..SearchLimits::default()
        },
        SearchLimits {
            depth: Some(100),
            ..SearchLimits::default()
        },
    ] {
        let answer = answer(&mut engine, STARTPOS, "", &limits);
        assert!(answer.is_some(), "{limits:?}");
    }
    let mate = SearchLimits {
        mate: Some(1),
        ..nodes()
    };
    assert!(answer(&mut engine, STARTPOS, "", &mate).is_none());
    for (id, off) in [
        (OptionId::AnalyseMode, "true"),
        (OptionId::OwnBook, "false"),
    ] {
        let on = if off == "true" { "false" } else { "true" };
        set(&mut engine, id, off);
        assert_eq!(played(&mut engine, STARTPOS, ""), None, "{id:?}");
        set(&mut engine, id, on);
        assert!(played(&mut engine, STARTPOS, "").is_some());
    }
    assert_eq!(played(&mut engine, STARTPOS, "e2e4"), None);
}

#[test]
fn levels_play_from_the_book() {
    let folder = Folder::new();
    let mut engine = engine(&folder, &[(STARTPOS, "", "a2a3", 1)]);
    set(&mut engine, OptionId::LimitStrength, "true");
    set(&mut engine, OptionId::Elo, "600");
    let clock = SearchLimits {
        clocks: [Some(3_600_000); 2],
        ..SearchLimits::default()
    };
    assert!(answer(&mut engine, STARTPOS, "", &clock).is_some());
}

#[test]
fn where_a_draw_is_near_the_engine_searches() {
    const STALEMATE: &str = "7k/8/8/6Q1/8/8/8/K7 w - - 0 1";
    const MATE: &str = "7k/8/6K1/8/8/8/8/R7 w - - 0 1";
    let folder = Folder::new();
    let twice = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1";
    let mut engine = engine(
        &folder,
        &[
            (STARTPOS, "", "g1f3", 1),
            (STARTPOS, "g1f3 g8f6 f3g1", "f6g8", 1),
            (STALEMATE, "", "g5g6", 1),
            (MATE, "", "a1a8", 1),
        ],
    );
    let mut play = |fen: &str, moves: &str| played(&mut engine, fen, moves);
    // The position occurs for the second time, and for the third.
    let back = play(STARTPOS, "g1f3 g8f6 f3g1");
    assert_eq!(back.as_deref(), Some("f6g8"));
    assert_eq!(play(STARTPOS, twice), None);
    assert_eq!(play(STARTPOS, &format!("{twice} f6g8")), None);
    assert_eq!(play(STALEMATE, ""), None);
    assert_eq!(play(MATE, "").as_deref(), Some("a1a8"));
    engine.note_draw_offer();
    assert_eq!(played(&mut engine, STARTPOS, ""), None);
    assert!(played(&mut engine, STARTPOS, "").is_some());
}

#[test]
fn castling_in_chess960_and_a_pinned_pawn_are_found() {
    const CASTLING: &str = "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1";
    const PINNED: &str = "8/3p4/8/K3P2r/8/8/8/7k b - - 0 1";
    let folder = Folder::new();
    let mut engine = engine(
        &folder,
        &[
            (CASTLING, "", "e1g1", 1),
            // The key of this position counts the capture e5xd6, which the pin forbids.
            (PINNED, "d7d5", "a5b6", 1),
        ],
    );
    let castling = answer(&mut engine, CASTLING, "", &nodes()).and_then(|answer| answer.best_move);
    let expected = mv(game(CASTLING, "").board(), "e1g1");
    assert!(expected.is_castling());
    assert_eq!(castling, Some(expected));
    let step = played(&mut engine, PINNED, "d7d5");
    assert_eq!(step.as_deref(), Some("a5b6"));
}

#[test]
fn what_is_no_book_is_refused_and_the_old_one_stays() {
    let folder = Folder::new();
    let mut engine = engine(&folder, &[(STARTPOS, "", "a2a3", 1)]);
    let path = engine.options().book_file.clone();
    let text = folder.write("text", "not a book");
    for (file, why) in [
        (folder.path("missing"), "No such file"),
        (text, "the size, 10 bytes, is not a multiple of 16"),
        (folder.path(""), "it is not a regular file"),
    ] {
        let error = engine.set(OptionId::BookFile, &file);
        let error = error.expect_err("no book").to_string();
        assert!(error.starts_with("option Book File: '"), "{error}");
        if cfg!(unix) {
            assert!(error.contains(why), "{error}");
        }
        assert_eq!(engine.options().book_file, path);
        assert!(played(&mut engine, STARTPOS, "").is_some());
    }
    assert_eq!(engine.book().map(PolyglotBook::entry_count), Some(1));
    set(&mut engine, OptionId::BookFile, "");
    assert!(engine.book().is_none());
    assert_eq!(played(&mut engine, STARTPOS, ""), None);
}

#[test]
fn the_same_path_opens_the_book_that_is_there_now() {
    let folder = Folder::new();
    let mut engine = engine(&folder, &[(STARTPOS, "", "a2a3", 1)]);
    let entries = [(STARTPOS, "", "h2h3", 1), (STARTPOS, "h2h3", "h7h6", 1)];
    let path = folder.write("book.bin", book(&entries));
    set(&mut engine, OptionId::BookFile, &path);
    assert_eq!(engine.book().map(PolyglotBook::entry_count), Some(2));
    let first = played(&mut engine, STARTPOS, "");
    assert_eq!(first.as_deref(), Some("h2h3"));
}
