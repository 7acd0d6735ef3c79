//! Games from files: clocks from the log of times, illegal moves found later, games of a ledger.

use super::{check, refusal};
use crate::match_runner::ledger::sample::{files, header, numbered};
use crate::support::folder::Folder;
use crate::support::process::Program;
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
    check(
        &format!("illegal --pgn {name} --found-later @"),
        "
        Two minutes more for Black.
                                                                | 7.4.a, 4.3.a, 7.4.b, 6.13 | clocks = 88:20 89:45 | plays = Ke2 | bonus = 0:02:00 for Black
                                                                | 7.4.a, 4.3.a, 7.4.b, 6.13 | fen = r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3
        The same half-move, named.
        5                                                       | 7.4.a, 4.3.a, 7.4.b, 6.13 | clocks = 88:20 89:45 | open ~ time penalties given after the illegal move stand
        --laws fide2009 --mode rapid                            | 7.4.a, 4.3.a, 7.4.b, 6.13
        --laws fide2009 --mode blitz                            | 7.4.a, 4.3.a, 7.4.b, 6.13
        Where an answered move stands, it stands.
        --laws fide1997 --mode blitz                            | C.3
        --laws fide2009 --mode rapid --supervision unsupervised | A.4.c
        --laws fide2009 --mode blitz --supervision unsupervised | B.3.c
        ",
    );
}

#[test]
fn article_5_1_b_a_recorded_end_comes_first() {
    let folder = Folder::new();
    let game = |name: &str, tags: &str| {
        let text = format!("[Result \"0-1\"]\n{tags}\n\n1. e4 e5 2. Nf3 Nc6 0-1\n");
        folder.write(name, text)
    };
    let normal = game("normal.pgn", "[Termination \"normal\"]");
    check(
        &format!("@ --pgn {normal} --laws fide2009"),
        "
        seal            | 5.1.b | ruling ~ over by resignation | score = 0-1
        flag black      | 5.1.b | ruling ~ over by resignation | score = 0-1
        claim threefold | 5.1.b | ruling ~ over by resignation | score = 0-1
        ",
    );
    // The record goes on after the illegal move.
    let illegal = "[Result \"0-1\"]\n[Termination \"normal\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bxg8 0-1\n";
    let illegal = folder.write("illegal.pgn", illegal);
    check(
        &format!("illegal --pgn {illegal} --laws fide2009"),
        "| 7.4.a, 4.5, 7.4.b | ruling ~ is restored",
    );
    let old = game("old.pgn", "[LawsEdition \"Interpretations1974\"]");
    let message = refusal(&format!("flag white --pgn {old}"));
    assert!(
        message.contains("add --laws interpretations1974"),
        "{message}"
    );
}

#[test]
fn article_a_5_castling_with_a_misplaced_rook() {
    let folder = Folder::new();
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/NRBQKBNR w KQkq - 0 1";
    let game = format!("[Variant \"Standard\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. e4 e5 *\n");
    let name = folder.write("game.pgn", game);
    check(
        &format!("setup --pgn {name} --mode rapid --supervision unsupervised --made 10 @"),
        "
        --laws fide2009 | A.4.a
        --laws fide2018 | A.4.1 | castling ~ with a rook that stands wrongly
        --laws fide2023 | A.5.1 | castling ~ with a rook that stands wrongly
        ",
    );
    // Black stands as in standard chess.
    check(
        &format!("setup --fen '{fen}' --mode rapid --supervision unsupervised --made 10 @"),
        "
        --laws fide2009 | A.4.a
        --laws fide2018 | A.4.1 | castling ~ with a rook that stands wrongly
        --laws fide2023 | A.5.1 | castling ~ with a rook that stands wrongly
        ",
    );
}

#[test]
fn the_record_names_its_illegal_move() {
    let folder = Folder::new();
    let name = folder.write("game.pgn", "1. e4 e5 2. Ke3 *\n");
    check(
        &format!("illegal --pgn {name} @"),
        " | 7.5.1, 4.3.1, 7.5.5 | plays = Ke2",
    );
}

#[test]
fn article_7_4_after_the_game_a_result_stands() {
    let folder = Folder::new();
    let game = "[Result \"1-0\"]\n[LawsEdition \"Fide2009\"]\n\n1. e2e5 d7d5 2. Qd1h5 Ke8d7 1-0\n";
    let file = folder.write("over.pgn", game);
    check(
        &format!("illegal --found-later --pgn {file} @"),
        "
                                                                | 7.4.a, 4.3.a, 7.4.b, 6.13 | undecided ~ its result 1-0 stands
        --laws fide2009 --mode blitz --supervision unsupervised | B.3.c                     | undecided ~ its result 1-0 stands
        ",
    );
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
    // 600 - 10 + 5 - 60 + 5; 600 - 20 + 5. Two minutes more for White.
    check(
        &format!("illegal --found-later --pgn {name} --mode @"),
        "standard | 7.5.1, 4.5, 7.5.5, 7.1 | clocks = 11:00 9:45",
    );
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
    check(
        &format!("claim threefold --pgn {name} @"),
        " | 9.5.3, B.2, 9.1.2.3 | edition = fide2018 | mode = blitz | clocks = 5:01 6:02.500 | open ~ the time used in this turn",
    );
}

#[test]
fn files_that_cannot_be_used_are_refused() {
    let folder = Folder::new();
    let name = folder.write("game.pgn", "1. e4 e5 *\n\n[Event \"x\"]\n\n1. d4 *\n");
    check(
        &format!("@ --pgn {name}"),
        "
        claim fifty                    | refused | choose one with --game
        claim fifty --game 3           | refused | no game 3
        claim fifty --game 1 --ply 5   | refused | has 2 half-moves
        illegal --found-later --game 1 | refused | are legal
        ",
    );
    let name = folder.write("late.pgn", LATE);
    check(
        &format!("claim fifty --pgn {name} @"),
        "
                | refused        | half-move 5
        --ply 4 | 9.5.b, 9.1.b.3 | edition = fide2009
        ",
    );
    check(
        "@",
        "
        claim fifty --pgn nowhere.pgn | refused | nowhere.pgn
        illegal --found-later first   | refused | invalid value 'first'
        illegal --found-later 0       | refused | 0 is not in 1..
        flag white --fen nonsense     | refused | invalid FEN
        claim fifty --moves 'e4 e4'   | refused | half-move 2
        ",
    );
}

#[test]
fn a_game_of_a_ledger_has_its_laws_and_clocks() {
    let folder = Folder::new();
    let files = files(&folder);
    let mut ledger = Ledger::create(&files, header()).expect("new files");
    ledger.append(&numbered(2)).expect("a new game");
    let name = files.json.to_str().expect("a path in UTF-8");
    check(
        &format!("@ --ledger {name}"),
        "
        Blitz under the Laws of 2023: one minute for Black.
        claim threefold --game 2 --ply 2 | 9.5.3, B.2, 9.1.2.3 | edition = fide2023 | mode = blitz | clocks = 0:08.030 1:08.030
        Mate ended the game.
        flag white --game 2              | 5.1.1          | kind = checkmate | score = 0-1
        flag white --game 1              | refused        | no game 1
        ",
    );
}

#[test]
fn what_is_not_a_whole_game_is_refused() {
    let folder = Folder::new();
    let fen = "[SetUp \"1\"]\n[FEN \"4k3/7r/8/8/8/8/8/1N2K3 w - - 0 40\"]\n\n";
    for (record, problem) in [
        (
            "4k3/8/8/8/8/8/8/4K2R b - - 0 1\n".to_owned(),
            "it contains positions, not games",
        ),
        ("see page 1\n".to_owned(), "there is no game 1"),
        (
            format!("{fen}40. Nd2 {{ 40... Kd8 *\n"),
            "the comment that begins here is not closed",
        ),
        (
            format!("{fen}40. Кd2 *\n"),
            "the moves are legal in several languages",
        ),
    ] {
        let name = folder.write("record", &record);
        let refused = refusal(&format!("flag white --pgn {name}"));
        assert!(refused.contains(problem), "{record}: {refused}");
        let seal = ["adjourn", "x.json", "--sealed-move", "Kd8", "--pgn", &name];
        Program::with(seal).run().fails(2, problem);
    }
}
