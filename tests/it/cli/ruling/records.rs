//! Games from files: clocks from the log of times, illegal moves found later, games of a ledger.

use super::{articles, ask, assert_open, clocks, fact, ms, obligation, refusal};
use crate::match_runner::ledger::sample::{files, header, numbered};
use crate::support::folder::Folder;
use compongo::match_runner::ledger::Ledger;

/// The third move of White is illegal; it is found after the fourth of Black.
const LATE: &str = r#"
[TimeControl "40/5400+30:1800+30"]
[LawsEdition "fide2009"]

1. e4 {[%clk 1:30:10]} e5 {[%clk 1:29:50]} 2. Nf3 {[%clk 1:28:20]} Nc6 {[%clk 1:27:45]}
3. Ke3 {[%clk 1:20:00]} a6 {[%clk 1:25:00]} 4. Ba4 {[%clk 1:19:00]} Nf6 {[%clk 1:24:00]} *
"#;

#[test]
fn article_7_4_a_the_clocks_are_those_before_the_illegal_move() {
    let folder = Folder::new();
    let name = folder.write("game.pgn", LATE);
    let ruling = ask(&format!("illegal --found-later --pgn {name}"));
    assert_eq!(
        ruling["fen"],
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
    );
    // Two minutes more for Black.
    assert_eq!(clocks(&ruling), [ms(88, 20), ms(89, 45)]);
    assert_eq!(obligation(&ruling), ["Ke2"]);
    assert_eq!(articles(&ruling), ["7.4.a", "4.3.a", "7.4.b", "6.13"]);
    assert_eq!(fact(&ruling, "bonus"), "0:02:00 for black");
    // Where an answered move stands, it stands.
    let ruling = ask(&format!(
        "illegal --found-later --pgn {name} --laws fide1997 --mode blitz"
    ));
    assert_eq!(articles(&ruling), ["C.3"]);
    for (mode, article) in [("rapid", "A.4.c"), ("blitz", "B.3.c")] {
        let question = format!("illegal --found-later --pgn {name} --laws fide2009 --mode {mode}");
        let ruling = ask(&format!("{question} --supervision unsupervised"));
        assert_eq!(articles(&ruling), [article]);
        assert_eq!(articles(&ask(&question))[0], "7.4.a");
    }
    // The same half-move, named.
    let ruling = ask(&format!("illegal --found-later 5 --pgn {name}"));
    assert_eq!(clocks(&ruling), [ms(88, 20), ms(89, 45)]);
    assert_open(&ruling, "time penalties given after the illegal move stand");
}

#[test]
fn times_of_moves_are_a_log_as_well() {
    let folder = Folder::new();
    let name = folder.write(
        "game.pgn",
        r#"
[TimeControl "600+5"]

1. e4 {[%emt 0:00:10]} e5 {[%emt 0:00:20]} 2. Nf3 {[%emt 0:01:00]} Ng4 {[%emt 0:00:01]} *
"#,
    );
    let ruling = ask(&format!(
        "illegal --found-later --pgn {name} --mode standard"
    ));
    // 600 - 10 + 5 - 60 + 5; 600 - 20 + 5. Two minutes more for White.
    assert_eq!(clocks(&ruling), [ms(11, 0), ms(9, 45)]);
}

#[test]
fn a_claim_takes_edition_mode_and_clocks_from_the_record() {
    let folder = Folder::new();
    let name = folder.write(
        "game.pgn",
        r#"
[TimeControl "300+3"]
[LawsEdition "Fide2018"]

1. Nf3 {[%clk 0:05:01]} Nf6 {[%clk 0:05:02.5]} *
"#,
    );
    let ruling = ask(&format!("claim threefold --pgn {name}"));
    assert_eq!(ruling["edition"], "fide2018");
    assert_eq!(ruling["mode"], "blitz");
    assert_eq!(clocks(&ruling), [ms(5, 1), Some(362_500)]);
    assert_open(&ruling, "the time used in this turn");
}

#[test]
fn files_that_cannot_be_used_are_refused() {
    let folder = Folder::new();
    let name = folder.write("game.pgn", "1. e4 e5 *\n\n[Event \"x\"]\n\n1. d4 *\n");
    assert!(refusal(&format!("claim fifty --pgn {name}")).contains("choose one with --game"));
    assert!(refusal(&format!("claim fifty --pgn {name} --game 3")).contains("no game 3"));
    assert!(
        refusal(&format!("claim fifty --pgn {name} --game 1 --ply 5")).contains("has 2 half-moves")
    );
    assert!(refusal("claim fifty --pgn nowhere.pgn").contains("nowhere.pgn"));
    assert!(refusal(&format!("illegal --found-later --game 1 --pgn {name}")).contains("are legal"));
    let folder = Folder::new();
    let name = folder.write("game.pgn", LATE);
    assert!(refusal(&format!("claim fifty --pgn {name}")).contains("half-move 5"));
    assert_eq!(
        ask(&format!("claim fifty --ply 4 --pgn {name}"))["edition"],
        "fide2009"
    );
    assert!(refusal("illegal g1g3 --found-later 0").contains("half-move from 1"));
    assert!(refusal("flag white --fen nonsense").contains("invalid FEN"));
    assert!(refusal(r#"claim fifty --moves "e4 e4""#).contains("half-move 2"));
}

#[test]
fn a_game_of_a_ledger_has_its_laws_and_clocks() {
    let folder = Folder::new();
    let files = files(&folder);
    let mut ledger = Ledger::create(&files, header()).expect("new files");
    ledger.append(&numbered(2)).expect("a new game");
    let name = files.json.to_str().expect("a path in UTF-8");
    // Blitz under the Laws of 2023: one minute for Black.
    let ruling = ask(&format!("claim threefold --ledger {name} --game 2 --ply 2"));
    assert_eq!(ruling["edition"], "fide2023");
    assert_eq!(ruling["mode"], "blitz");
    assert_eq!(clocks(&ruling), [Some(8030), Some(68_030)]);
    // Mate ended the game.
    let ruling = ask(&format!("flag white --ledger {name} --game 2"));
    assert_eq!(ruling["kind"], "checkmate");
    assert_eq!(ruling["score"], "0-1");
    assert!(refusal(&format!("flag white --ledger {name} --game 1")).contains("no game 1"));
}
