//! Moves from the opening book: `OwnBook` and `Book File`.

use crate::support::book::book;
use crate::support::folder::Folder;
use crate::uci::driver::{Engine, answers, messages, ms, starting};
use compongo::board::fen::STARTPOS;
use compongo::util::format::counted;
use std::fs;

/// An engine that plays from a book of these entries.
fn with_book(folder: &Folder, entries: &[(&str, &str, &str, u16)]) -> Engine {
    let path = folder.write("my book.bin", book(entries));
    let mut engine = Engine::start();
    let lines = engine.reply(&format!(
        "setoption name OwnBook value true\nsetoption name Book File value {path}"
    ));
    let moves = counted(entries.len(), "move");
    assert!(
        lines[0].starts_with(&format!("info string book with {moves} of ")),
        "{lines:?}"
    );
    assert_eq!(lines.len(), 1, "{lines:?}");
    engine
}

const OPEN: [(&str, &str, &str, u16); 3] = [
    (STARTPOS, "", "a2a3", 6),
    (STARTPOS, "a2a3", "a7a6", 2),
    (STARTPOS, "a2a3 a7a6", "h2h3", 1),
];

#[test]
fn a_book_move_is_the_whole_answer() {
    let folder = Folder::new();
    let mut engine = with_book(&folder, &OPEN);
    let lines = engine.search("position startpos\ngo wtime 1000 btime 1000");
    let share = "info string book a2a3 share 100.0 %";
    assert_eq!(lines, [share, "bestmove a2a3 ponder a7a6"]);
    let lines = engine.search("position startpos moves a2a3 a7a6\ngo movetime 60000");
    assert_eq!(lines.last().map(String::as_str), Some("bestmove h2h3"));
    // Out of the book.
    let lines = engine.search("position startpos moves a2a3 a7a6 h2h3\ngo nodes 50");
    assert_eq!(messages(&lines, "book").len(), 0);
    assert!(!starting(&lines, "info depth ").is_empty());
}

#[test]
fn the_share_of_a_move_is_named() {
    let folder = Folder::new();
    let entries = [
        (STARTPOS, "", "e2e4", 6),
        (STARTPOS, "", "d2d4", 3),
        (STARTPOS, "", "c2c4", 1),
    ];
    let mut engine = with_book(&folder, &entries);
    let shares = [
        "e2e4 share 60.0 %",
        "d2d4 share 30.0 %",
        "c2c4 share 10.0 %",
    ];
    let mut seen = Vec::new();
    for seed in 1..=30 {
        let lines = engine.search(&format!(
            "setoption name Strength Seed value {seed}\nposition startpos\ngo depth 1"
        ));
        let book = messages(&lines, "book")[0]
            .strip_prefix("info string book ")
            .expect("a book move");
        assert!(shares.contains(&book), "{book}");
        assert_eq!(answers(&lines)[0], &book[..4]);
        seen.push(book.to_owned());
    }
    seen.sort();
    seen.dedup();
    assert!(seen.len() > 1, "{seen:?}");
}

#[test]
fn an_endless_search_and_other_moves_do_not_use_the_book() {
    let folder = Folder::new();
    let mut engine = with_book(&folder, &OPEN);
    let lines = engine.search("position startpos\ngo infinite\nstop");
    assert_eq!(messages(&lines, "book").len(), 0);
    let lines = engine.search("go nodes 50 searchmoves d2d4 e2e4");
    assert_eq!(messages(&lines, "book").len(), 0);
    assert!(["d2d4", "e2e4"].contains(&answers(&lines)[0]));
    let lines = engine.search("go nodes 50 searchmoves a2a3 e2e4");
    assert_eq!(messages(&lines, "book").len(), 1);
}

#[test]
fn a_book_move_waits_for_the_ponderhit() {
    let folder = Folder::new();
    let mut engine = with_book(&folder, &OPEN);
    engine.send("position startpos moves a2a3\ngo ponder wtime 60000 btime 60000");
    engine.no_answer_for(ms(50));
    assert_eq!(answers(&engine.search("ponderhit")), ["a7a6"]);
    engine.send("go ponder wtime 60000 btime 60000");
    engine.no_answer_for(ms(50));
    assert_eq!(answers(&engine.search("stop")), ["a7a6"]);
    // A draw that is offered meanwhile is answered.
    engine.reply("setoption name Laws Draws value Offer");
    engine.send("go ponder wtime 60000 btime 60000\nlaws offer");
    engine.no_answer_for(ms(50));
    let lines = engine.search("ponderhit");
    assert!(
        lines.contains(&"info string laws refuse".to_owned()),
        "{lines:?}"
    );
}

#[test]
fn castling_is_printed_as_the_client_expects() {
    const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let folder = Folder::new();
    let mut engine = with_book(&folder, &[(CASTLING, "", "e1h1", 1)]);
    for (chess960, castling) in [(false, "e1g1"), (true, "e1h1")] {
        engine.reply(&format!("setoption name UCI_Chess960 value {chess960}"));
        let lines = engine.search(&format!(
            "position fen {CASTLING}\ngo wtime 1000 btime 1000"
        ));
        let book = format!("info string book {castling} share 100.0 %");
        assert_eq!(messages(&lines, "book"), [book.as_str()]);
        assert_eq!(answers(&lines), [castling]);
    }
}

#[test]
fn a_book_that_cannot_be_read_does_not_stop_the_engine() {
    let folder = Folder::new();
    let mut engine = with_book(&folder, &OPEN);
    for path in ["/missing/book.bin", "/"] {
        let lines = engine.reply(&format!("setoption name Book File value {path}"));
        let start = format!("info string error option Book File: '{path}': ");
        assert!(lines[0].starts_with(&start), "{lines:?}");
        assert_eq!(lines.len(), 1, "{lines:?}");
    }
    let go = "position startpos\ngo nodes 50";
    assert_eq!(messages(&engine.search(go), "book").len(), 1);
    fs::write(folder.join("my book.bin"), "").expect("our folder");
    let lines = engine.search(go);
    let warnings = messages(&lines, "warning");
    assert_eq!(warnings.len(), 1, "{lines:?}");
    assert!(warnings[0].starts_with("info string warning option Book File: '"));
    assert!(!starting(&lines, "info depth ").is_empty());
    engine.reply("setoption name Book File value <empty>");
    let lines = engine.search(go);
    assert_eq!(messages(&lines, "warning").len(), 0);
}
