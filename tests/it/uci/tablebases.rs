//! Endgame tables in the dialogue.

use crate::support::folder::Folder;
use crate::syzygy::FOLDER;
use crate::uci::driver::{Engine, answers, messages, starting};
use std::fs;

fn with_tables() -> Engine {
    let mut engine = Engine::start();
    assert_eq!(
        engine.reply(&format!("setoption name SyzygyPath value {FOLDER}")),
        ["info string 14 WDL and 10 DTZ tables, up to 4 pieces"]
    );
    engine
}

/// What a search with these limits says of the tables.
fn tables_line(engine: &mut Engine, fen: &str, go: &str) -> Vec<String> {
    let lines = engine.search(&format!("position fen {fen}\n{go}"));
    let lines = messages(&lines, "tables").into_iter();
    lines.map(str::to_owned).collect()
}

/// The last score of a search, as `cp 20` or `mate 3`.
fn last_score(lines: &[String]) -> String {
    let last = lines.iter().rev().find(|line| line.contains(" score "));
    let words: Vec<&str> = last.expect("a score").split(' ').collect();
    let at = words.iter().position(|word| *word == "score").expect("it");
    words[at + 1..at + 3].join(" ")
}

fn last_number(lines: &[String], name: &str) -> u64 {
    let last = lines.iter().rev().find_map(|line| {
        let (_, rest) = line.split_once(&format!(" {name} "))?;
        rest.split(' ').next()?.parse().ok()
    });
    last.expect("a number")
}

#[test]
fn a_score_that_the_tables_refute_is_not_kept() {
    let mut engine = with_tables();
    engine.accepts("position fen 8/8/8/4k3/p7/8/8/RR5K w - - 0 1");
    // The last search needs what the second one has proved; the first has seen a position that is won by the tables.
    engine.search("go searchmoves h1h2 depth 4");
    engine.search("go searchmoves a1a4 depth 4");
    let lines = engine.search("go searchmoves h1h2 a1a4 depth 3");
    let answer = lines.last().expect("an answer");
    assert!(answer.starts_with("bestmove a1a4"), "{lines:?}");
    assert_eq!(last_score(&lines), "cp 19999");
}

const WON: &str = "8/8/8/8/8/3k4/4r3/K6Q w - - 0 1";
const FRUSTRATED: &str = "8/8/8/8/8/3k4/4r3/K6Q w - - 95 90";

#[test]
fn results_are_named_as_the_laws_have_them() {
    let mut engine = with_tables();
    for (fen, start, end) in [
        (WON, "info string tables win dtz ", ""),
        (
            FRUSTRATED,
            "info string tables cursed win dtz ",
            " clock 95 draw article 9.3",
        ),
        (
            "8/8/8/8/8/3k4/4r3/K6Q b - - 95 90",
            "info string tables ",
            "",
        ),
        (
            "8/8/8/8/k7/8/3r4/K3Q3 b - - 99 90",
            "info string tables blessed loss dtz -",
            " clock 99 draw article 9.3",
        ),
        (
            "8/8/8/8/k7/8/3r4/K3Q3 b - - 0 1",
            "info string tables loss dtz -",
            "",
        ),
        ("8/8/3k4/8/8/3K4/3P4/8 b - - 0 1", "info string tables ", ""),
        ("3k4/8/3K4/3P4/8/8/8/8 b - - 0 1", "info string tables ", ""),
    ] {
        let lines = tables_line(&mut engine, fen, "go nodes 50");
        assert_eq!(lines.len(), 1, "{fen}");
        let line = &lines[0];
        assert!(
            line.starts_with(start) && line.ends_with(end),
            "{fen}: {line}"
        );
    }
    engine.reply("setoption name Laws Report value false");
    let lines = tables_line(&mut engine, FRUSTRATED, "go nodes 50");
    assert!(lines[0].ends_with(" clock 95"), "{lines:?}");
}

#[test]
fn the_rule_of_seventy_five_moves_depends_on_the_edition() {
    let mut engine = with_tables();
    engine.reply("setoption name Syzygy50MoveRule value false");
    let late = FRUSTRATED.replace(" 95 ", " 148 ");
    let lines = tables_line(&mut engine, &late, "go nodes 50");
    assert!(
        lines[0].ends_with(" clock 148 draw article 9.6.2"),
        "{lines:?}"
    );
    engine.reply("setoption name Laws Edition value Fide2009");
    let lines = tables_line(&mut engine, &late, "go nodes 50");
    assert!(
        lines[0].starts_with("info string tables win dtz "),
        "{lines:?}"
    );
}

#[test]
fn scores_and_hits_are_those_of_the_tables() {
    let mut engine = with_tables();
    let lines = engine.search(&format!("position fen {WON}\ngo nodes 100"));
    let dtz = messages(&lines, "tables")[0]
        .rsplit(' ')
        .next()
        .expect("a number");
    let dtz: i32 = dtz.parse().expect("a number");
    assert_eq!(last_score(&lines), format!("cp {}", 20000 - dtz));
    assert!(last_number(&lines, "tbhits") >= 20, "one for each move");
    let lines = engine.search(&format!("position fen {FRUSTRATED}\ngo nodes 100"));
    assert_eq!(last_score(&lines), "cp 0");
    // A mate that the search finds says more.
    let lines = engine.search("position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1\ngo depth 4");
    assert_eq!(last_score(&lines), "mate 1");
    assert_eq!(answers(&lines), ["a1a8"]);
}

#[test]
fn the_tree_is_searched_with_tables() {
    let mut engine = with_tables();
    // Five pieces: rooks go off, and the tables know the rest.
    let lines = engine.search("position fen 8/8/8/3k4/3r4/8/1K1R4/4Q3 w - - 0 1\ngo depth 8");
    assert_eq!(messages(&lines, "tables").len(), 0);
    let hits = last_number(&lines, "tbhits");
    assert!(hits > 0);
    assert!(last_score(&lines).starts_with("cp 199") || last_score(&lines).starts_with("mate"));
    engine.reply("setoption name SyzygyProbeDepth value 100\nucinewgame");
    let lines = engine.search("go depth 8");
    assert!(
        last_number(&lines, "tbhits") < hits,
        "only fewer pieces are looked up"
    );
    engine.reply("setoption name SyzygyProbeLimit value 2\nucinewgame");
    let lines = engine.search("go depth 8");
    assert_eq!(last_number(&lines, "tbhits"), 0);
}

#[test]
fn several_lines_and_requested_moves_are_ranked_too() {
    let mut engine = with_tables();
    engine.reply("setoption name MultiPV value 30");
    let lines = engine.search(&format!("position fen {WON}\ngo depth 3"));
    let first = |line: &String| line.contains(" multipv 1 ");
    let last = &lines[lines.iter().rposition(first).expect("lines")..];
    let last = last.iter().filter(|line| line.contains(" multipv "));
    let scores: Vec<i32> = last
        .map(|line| {
            let (_, rest) = line.split_once(" score cp ").expect("a score");
            rest.split(' ')
                .next()
                .and_then(|word| word.parse().ok())
                .expect("a number")
        })
        .collect();
    assert!(scores.len() > 15, "{scores:?}");
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    assert!(scores[0] > 19000 && scores.last() < Some(&0), "{scores:?}");
    engine.reply("setoption name MultiPV value 1");
    let lines = engine.search(&format!("position fen {WON}\ngo depth 3 searchmoves a1b1"));
    assert_eq!(answers(&lines), ["a1b1"]);
}

#[test]
fn switched_off_there_is_no_word_of_tables() {
    let mut engine = with_tables();
    assert!(tables_line(&mut engine, WON, "go mate 1 nodes 1000").is_empty());
    engine.reply("setoption name SyzygyProbeLimit value 3");
    assert!(tables_line(&mut engine, WON, "go nodes 50").is_empty());
    engine.reply("setoption name SyzygyProbeLimit value 7");
    assert!(!tables_line(&mut engine, WON, "go nodes 50").is_empty());
    engine.accepts("setoption name SyzygyPath value <empty>");
    let lines = engine.search("go nodes 50");
    assert_eq!(messages(&lines, "tables").len(), 0);
    assert_eq!(last_number(&lines, "tbhits"), 0);
}

#[test]
fn folders_without_tables_are_refused_and_the_old_ones_stay() {
    let mut engine = with_tables();
    let empty = Folder::new();
    for (path, why) in [
        ("/missing/folder", "; '/missing/folder': "),
        (empty.to_str().expect("a path"), ""),
    ] {
        let lines = engine.reply(&format!("setoption name SyzygyPath value {path}"));
        let start = format!("info string error option SyzygyPath: no tables found{why}");
        assert!(lines[0].starts_with(&start), "{lines:?}");
        assert!(!tables_line(&mut engine, WON, "go nodes 50").is_empty());
    }
}

#[test]
fn a_path_with_blanks_and_a_table_that_fails_in_the_search() {
    let folder = Folder::new();
    let blanks = folder.join("my tables, four pieces");
    fs::create_dir(&blanks).expect("a new folder");
    for name in ["KQvKR.rtbw", "KQvKR.rtbz", "KQvK.rtbw", "KRvK.rtbw"] {
        let table = fs::read(format!("{FOLDER}/{name}")).expect("a table");
        // The DTZ table ends in the middle.
        let length = if name == "KQvKR.rtbz" {
            6416
        } else {
            table.len()
        };
        fs::write(blanks.join(name), &table[..length]).expect("our folder");
    }
    let mut engine = Engine::start();
    let lines = engine.reply(&format!(
        "setoption name SyzygyPath value {}",
        blanks.display()
    ));
    assert_eq!(
        lines,
        ["info string 3 WDL and 1 DTZ tables, up to 4 pieces"]
    );
    let mut warnings = Vec::new();
    for clock in 0..4 {
        let fen = WON.replace(" 0 1", &format!(" {clock} 1"));
        let lines = engine.search(&format!("position fen {fen}\ngo nodes 50"));
        assert_eq!(messages(&lines, "tables"), ["info string tables win"]);
        warnings.extend(
            starting(&lines, "info string warning ")
                .into_iter()
                .map(str::to_owned),
        );
    }
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(
        warnings[0].ends_with("KQvKR.rtbz': is truncated or damaged"),
        "{warnings:?}"
    );
}

#[test]
fn the_board_is_shown_with_the_values_of_the_tables() {
    let mut engine = with_tables();
    let lines = engine.reply("position fen 8/8/8/2K5/5k2/8/5r2/8 b - - 0 1\nd");
    let [.., tables, checkers] = lines.as_slice() else {
        panic!("{lines:?}");
    };
    assert_eq!(tables, "Tables: win, dtz 23");
    assert!(checkers.starts_with("Checkers:"), "{checkers}");
}
